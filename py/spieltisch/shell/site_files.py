"""What is fetched of the site when it is wanted: scripts and what they hand over, puzzles, and the
catalogues of languages."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from spieltisch.app.message import Message
from spieltisch.app.messages import SetSetting, Tell
from spieltisch.app.notice import LanguageMissing
from spieltisch.app.puzzle.state import PackFetched
from spieltisch.app.session import Session
from spieltisch.kit.words import LANGUAGES, CatalogueError, is_loaded, take_in
from spieltisch.shell.dom import page_ms, proxy

FETCH_LIMIT_S = 60.0
"""A file of some hundred kilobytes comes within this by a slow line; a host that has not sent it by
then is taken to be out of reach."""


def address_of(window: Any, name: str) -> str:
    """Give the address of a file of the site.

    A built site names its files by their content and tells the page their names (tools/names.py);
    one served from the working tree has them under their own.
    """
    told = window.document.getElementById("files")
    names: dict[str, str] = json.loads(str(told.textContent)) if told else {}
    return names.get(name, name)


def load_script(window: Any, name: str) -> Any:
    """Load a module of the site that the page did not need until now; returns its script
    element."""
    script = window.document.createElement("script")
    script.type, script.src = "module", address_of(window, name)
    window.document.head.append(script)
    return script


async def text_of(window: Any, name: str) -> str | None:
    """The text of a file of the site; None if it cannot be had."""
    try:
        async with asyncio.timeout(FETCH_LIMIT_S):
            response = await window.fetch(address_of(window, name))
            return str(await response.text()) if response.ok else None
    except Exception:  # no network or a silent host; JavaScript errors have no narrower type
        return None


class Packs:
    def __init__(self, window: Any, send: Callable[[Message], None]) -> None:
        self._window = window
        self._send = send
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def fetch(self, game: str) -> None:
        """Fetch a game's pack, unless it is on its way already."""
        task = self._tasks.get(game)
        if task is None or task.done():
            self._tasks[game] = asyncio.ensure_future(self._fetch(game))

    async def _fetch(self, game: str) -> None:
        text = await text_of(self._window, f"static/puzzles/{game}.json")
        self._send(PackFetched(game, text, page_ms(self._window)))


class LateScript:
    """A script that tells by an event of the window's that it is there."""

    def __init__(
        self,
        window: Any,
        name: str,
        event: str,
        taken: Callable[[], None],
        failed: Callable[[], None],
    ) -> None:
        """Args:
        event: its name; its detail is what the script hands over.
        taken: what is done once the script is there.
        failed: what is done whenever it could not be fetched.
        """
        self._window = window
        self._name = name
        self._event = event
        self._taken = taken
        self._failed = failed
        self._is_heard = self._is_loading = False
        self.handed: Any = None
        """What the script hands over; None until it is there."""

    def load(self) -> None:
        """Fetch the script, but not again while it is on its way. After a failure the next call
        tries again."""
        if self._is_loading or self.handed is not None:
            return
        self._is_loading = True
        if not self._is_heard:
            self._is_heard = True
            self._window.addEventListener(self._event, proxy(self._take))
        load_script(self._window, self._name).addEventListener("error", proxy(self._give_up))

    def _take(self, event: Any) -> None:
        self.handed, self._is_loading = event.detail, False
        self._taken()

    def _give_up(self, *_: Any) -> None:
        self._is_loading = False
        self._failed()


QR_CODES = "static/qr/begin.js"
"""Defines the element that draws links as QR codes."""


class QrCodes:
    def __init__(self, window: Any) -> None:
        self._window = window
        self._is_fetched = False

    def follow(self, session: Session) -> None:
        """Fetch the element once, with the first match by link or invitation."""
        match = session.match
        is_by_link = match is not None and match.is_by_link
        if not self._is_fetched and (is_by_link or session.live is not None):
            self._is_fetched = True
            load_script(self._window, QR_CODES)


SOURCE = next(iter(LANGUAGES))


class Catalogues:
    def __init__(self, window: Any, files: Any, send: Callable[[Message], None]) -> None:
        """``files`` are ``catalogues`` of static/runtime/catalogues.js."""
        self._window = window
        self._files = files
        self._send = send
        self._wanted = ""
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> tuple[str, str]:
        """Take in the words that were fetched while Python was loading.

        Returns:
            the language that this visit begins in, and the one that it should have begun in.
        """
        wanted = str(self._files.language)
        can_speak = is_loaded(wanted) or self._take_in(wanted, self._files.first)
        return wanted if can_speak else SOURCE, wanted

    def holds_back(self, message: Message) -> bool:
        """Whether a message must wait for the words of its language; it is sent once they have
        come. Only the last choice counts."""
        match message:
            case SetSetting("language", language):
                self._wanted = language
            case _:
                return False
        if is_loaded(language) or language not in LANGUAGES:
            return False
        self._task = asyncio.ensure_future(self._fetch(message))
        return True

    async def _fetch(self, message: SetSetting) -> None:
        language = message.value
        try:
            async with asyncio.timeout(FETCH_LIMIT_S):
                content = await self._files.fetch(language)
        except Exception:  # no network or a silent host; JavaScript errors have no narrower type
            content = None
        can_speak = self._take_in(language, content)
        if self._wanted != language:
            return
        if can_speak:
            self._send(message)
        else:
            self.tell_missing(language)

    def _take_in(self, language: str, content: Any) -> bool:
        try:
            take_in(language, content.to_bytes() if content else b"")
        except CatalogueError:
            return False
        return True

    def tell_missing(self, language: str) -> None:
        """Say that a language is not available now, and reset its field to the one that stays."""
        field = self._window.document.getElementById("set-language")
        if field:
            field.value = field.querySelector("[selected]").value
        self._send(Tell(LanguageMissing(LANGUAGES[language].name)))
