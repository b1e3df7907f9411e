"""Files: imports those that are chosen, dropped or pasted, and saves matches as one."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from spieltisch.app.core.damage import LOCAL, MATCHES, REVIEWS, EntryKey
from spieltisch.app.core.messages import ImportFiles, Tell
from spieltisch.app.core.notice import DamagedSaved, Exported, PlainNotice
from spieltisch.app.core.session import Session
from spieltisch.app.files.state import ImportOn, importing
from spieltisch.app.keeping.decks import game_of_file
from spieltisch.kit.names import file_name
from spieltisch.play.archive_file import (
    FORMAT,
    Belongings,
    BelongingsKind,
    archived_line,
    belongings_line,
    damaged_line,
    framed,
)
from spieltisch.play.link_text import has_any_link
from spieltisch.play.match import format_match, text_without_secrets
from spieltisch.play.summary import MatchId, Summary
from spieltisch.shell.dom import closest, decoded, ignored, long_text, page_ms, proxy, to_js
from spieltisch.shell.host import MessageHost
from spieltisch.shell.keyboard import FIELDS
from spieltisch.shell.pacer import Pacer
from spieltisch.shell.storage import Database, Storage

PIECES_AT_ONCE = 8
"""How many matches are read without a look at the clock at most."""

SILENT_S, AT_HAND_S = 10.0, 0.5
"""How long storage may take to answer before a file goes without what it was asked for; and once it
has been silent for so long, how long it may tell nothing of all the rest, which it may have at
hand."""

DROPPING = "is-dropping"
"""The class of the page's body while a file is dragged over it."""

PASTED = ("{", "[")
"""How pasted text begins if it holds matches; otherwise it is a link to one, or a deck's cards."""


class Files:
    def __init__(
        self, window: Any, host: MessageHost, database: Database, storage: Storage
    ) -> None:
        self._window = window
        self._host = host
        self._database = database
        self._storage = storage
        self._steps = Pacer(window, self._read_on, host.show_now)
        self._task: asyncio.Task[None] | None = None

    def listen(self) -> None:
        """Accept files from now on, anywhere on the page."""
        listeners = {
            "change": self._on_change,
            "dragover": self._on_drag,
            "dragleave": self._on_leave,
            "drop": self._on_drop,
            "paste": self._on_paste,
        }
        for name, listener in listeners.items():
            self._window.document.addEventListener(name, proxy(listener))

    # ------------------------------------------------------------ reading files

    def _on_change(self, event: Any) -> None:
        field = event.target
        if not field.hasAttribute("data-files"):
            return
        self._import(list(field.files))
        # Emptied, so that choosing the same file again is a change.
        field.value = ""

    def _on_drag(self, event: Any) -> None:
        """Accept a dragged file: otherwise the browser would open it in place of the page."""
        if event.dataTransfer.types.includes("Files"):
            event.preventDefault()
            self._window.document.body.classList.add(DROPPING)

    def _on_leave(self, event: Any) -> None:
        # With a related target the file has only moved to another node of the page.
        if not event.relatedTarget:
            self._window.document.body.classList.remove(DROPPING)

    def _on_drop(self, event: Any) -> None:
        self._window.document.body.classList.remove(DROPPING)
        files = list(event.dataTransfer.files)
        if files:
            event.preventDefault()
            self._import(files)

    def _on_paste(self, event: Any) -> None:
        """Import what is pasted, such as a deck, or follow a link, unless it is pasted into a
        field."""
        files = list(event.clipboardData.files)
        if closest(event.target, FIELDS) is not None:
            return
        text = long_text(event.clipboardData).strip()
        if files:
            self._import(files)
        elif text.startswith(PASTED) or has_any_link(text) or game_of_file(text):
            self._host.send(ImportFiles((("", text),), event.timeStamp))

    def _import(self, files: list[Any]) -> None:
        if files:
            self._task = asyncio.ensure_future(self._read(files))

    async def _read(self, files: list[Any]) -> None:
        try:
            sources = [(str(file.name), decoded(await file.arrayBuffer())) for file in files]
        except Exception:  # a folder or a missing file; JavaScript errors have no narrower type
            self._host.send(Tell(PlainNotice.FILES_UNREADABLE))
        else:
            self._host.send(ImportFiles(tuple(sources), page_ms(self._window)))

    def follow(self, session: Session) -> None:
        """Continue an unfinished import once the browser has handled what was pressed."""
        self._steps.follow(is_wanted=importing(session) is not None)

    def _read_on(self, at_ms: float) -> bool:
        self._host.send(ImportOn(PIECES_AT_ONCE, at_ms), shows=False)
        return True

    # ------------------------------------------------------------- saving files

    def save(
        self, summaries: Sequence[Summary], others: Sequence[Belongings] | None = None
    ) -> None:
        """Save matches as one file; with their reviews and others, if these are given."""
        self._task = asyncio.ensure_future(self._save(summaries, others))

    async def _save(
        self, summaries: Sequence[Summary], others: Sequence[Belongings] | None
    ) -> None:
        by_id = {summary.id: summary for summary in summaries}
        lines: dict[MatchId, str] = {}
        damaged = 0

        def add(match_id: MatchId, text: str | None) -> None:
            nonlocal damaged
            try:
                lines[match_id] = archived_line(by_id[match_id], text or "")
            except ValueError:
                damaged += 1
                lines[match_id] = damaged_line(by_id[match_id], text)

        # What is open in this visit may not be written yet, as where the disk is full.
        for match_id, match in self._host.session.matches.items():
            if match_id in by_id:
                add(match_id, format_match(match))
        reader = Reader(self._database)
        async for found in reader.texts(MATCHES, [one for one in by_id if one not in lines]):
            add(*found)
        rest = [] if others is None else [*await _reviews(reader, by_id), *others]
        in_order = [lines[match_id] for match_id in by_id if match_id in lines]
        text = framed(in_order, map(belongings_line, rest))
        save_text(self._window, text, f"spieltisch-{self._today()}.json")
        lacks = reader.lacks or self._database.is_unread
        told = Exported(len(lines), damaged, is_all=others is not None and not lacks, lacks=lacks)
        self._host.send(Tell(told))

    def save_damaged(self, entries: Mapping[EntryKey, str]) -> None:
        """Save damaged entries of storage as one file: where each was, why it cannot be read, and
        what it holds."""
        local = {place: self._storage.read(place[1]) for place in entries if place[0] == LOCAL}
        others = [place for place in entries if place not in local]

        def save(texts: list[str]) -> None:
            told = dict(zip(others, texts, strict=False))
            shown = ((place, _to_show(place, text)) for place, text in told.items())
            held = {**local, **dict(shown)}
            damaged = [
                {"store": store, "key": key, "why": why, "text": held.get((store, key))}
                for (store, key), why in entries.items()
            ]
            text = json.dumps({"format": FORMAT, "damaged": damaged}, indent=1)
            save_text(self._window, text, f"spieltisch-damaged-{self._today()}.json")
            self._host.send(Tell(DamagedSaved(len(damaged))))

        self._database.shown(others, save)

    def _today(self) -> str:
        return self._host.session.day(page_ms(self._window))


class Reader:
    """Reads what a file is to have. A browser may never answer: once it has been silent for long,
    all the rest is asked for at once, and the file lacks what it does not have at hand."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._is_silent = database.is_unread
        self.lacks = False

    async def texts(
        self, store: str, match_ids: Iterable[MatchId]
    ) -> AsyncIterator[tuple[MatchId, str | None]]:
        """What is kept under matches' ids, None where there is nothing, as far as storage tells."""
        asked: dict[asyncio.Future[str | None], MatchId] = {}
        for match_id in match_ids:
            told = self._ask(store, match_id)
            if not self._is_silent:
                await asyncio.wait([told], timeout=SILENT_S)
                self._is_silent = not told.done()
            if told.done():
                yield match_id, told.result()
            else:
                asked[told] = match_id
        while asked:
            answered, _ = await asyncio.wait(asked, timeout=AT_HAND_S)
            for told in answered:
                yield asked.pop(told), told.result()
            if not answered:
                self.lacks = True
                break

    def _ask(self, store: str, match_id: MatchId) -> asyncio.Future[str | None]:
        told: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

        def take(text: str | None) -> None:
            if not told.done():
                told.set_result(text)

        if store == MATCHES:
            self._database.read_as_it_is(match_id, take)
        else:
            self._database.read(store, match_id, take)
        return told


async def _reviews(reader: Reader, match_ids: Iterable[MatchId]) -> list[Belongings]:
    """The kept reviews of matches; those that are damaged are listed in the settings."""
    found = []
    async for match_id, text in reader.texts(REVIEWS, match_ids):
        one = Belongings(BelongingsKind.REVIEW, match_id, text or "")
        with suppress(ValueError):
            belongings_line(one)
            found.append(one)
    return found


def _to_show(place: EntryKey, text: str | None) -> str | None:
    """A damaged entry as other people may see it."""
    return text_without_secrets(text) if place[0] == MATCHES and text is not None else text


def save_blob(window: Any, blob: Any, name: str) -> None:
    """Hand a blob to the person as a file: the browser saves it; on an iPhone's home screen, where
    a download opens a preview without a way back, the share sheet has "Save to Files"."""
    name = file_name(name)
    file = _to_share(window, blob, name)
    if file is None:
        _download(window, blob, name)
        return

    def failed(error: Any) -> None:
        # AbortError: the person has closed the sheet.
        if error.name != "AbortError":
            _download(window, blob, name)

    try:
        sharing = window.navigator.share(file)
    except Exception:  # the browser's own, such as where a page in a frame may not share
        _download(window, blob, name)
        return
    sharing.then(ignored(), proxy(failed))


def _to_share(window: Any, blob: Any, name: str) -> Any:
    """What the share sheet is given of a file; None where the file is better saved. Of kinds that
    the sheet does not take, most go as plain text."""
    navigator = window.navigator
    if not getattr(navigator, "standalone", False) or not hasattr(navigator, "canShare"):
        return None
    kinds = (blob.type,) if blob.type.startswith("image/") else (blob.type, "text/plain")
    for kind in kinds:
        parts, files, shared = window.Array.new(), window.Array.new(), window.Object.new()
        parts.push(blob)
        files.push(window.File.new(parts, name, to_js(window, {"type": kind})))
        shared.files = files
        if navigator.canShare(shared):
            return shared
    return None


def _download(window: Any, blob: Any, name: str) -> None:
    link = window.document.createElement("a")
    link.href, link.download = window.URL.createObjectURL(blob), name
    link.click()
    # After the click the browser has taken over the blob and needs its address no more.
    window.URL.revokeObjectURL(link.href)


def save_text(window: Any, text: str, name: str, kind: str = "application/json") -> None:
    """Make the browser save a text as a file: Pyodide hands over bytes at once, but letters one by
    one."""
    from pyodide.ffi import to_js as bytes_to_js  # only there in the browser

    parts = window.Array.new()
    parts.push(bytes_to_js(text.encode()))
    save_blob(window, window.Blob.new(parts, to_js(window, {"type": kind})), name)
