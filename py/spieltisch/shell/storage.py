"""What the browser keeps for the page from one visit to the next.

All that people have played, made and chosen is in a database, see static/storage/. static/boot/
needs some of it before a database could answer: a copy of the settings, and the last view, are in
``localStorage``. All of it is named by the site's path, see static/storage/place.js.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from spieltisch.app.board.messages import LockChanged
from spieltisch.app.core.damage import (
    ASIDE,
    MATCHES,
    REVIEWS,
    SUMMARIES,
    VALUES,
    EntryKey,
    Surveyed,
)
from spieltisch.app.core.kept import KeptValue
from spieltisch.app.core.library import KeptMatch, KeptName
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Tell
from spieltisch.app.core.news import StartScreen
from spieltisch.app.core.notice import PlainNotice
from spieltisch.app.core.routes import MatchLink
from spieltisch.app.core.session import Session
from spieltisch.app.core.settings import Settings, format_settings
from spieltisch.app.keeping.kinds import KINDS, SETTINGS, name_of
from spieltisch.app.matches.state import (
    FoundLate,
    LibraryChanged,
    MatchesScreen,
    ValuesChanged,
)
from spieltisch.app.restoring import merged
from spieltisch.play.match import format_match
from spieltisch.play.reviews import KeptReview
from spieltisch.play.summary import MatchId, Summary, format_summary
from spieltisch.shell.dom import ignored, once, proxy
from spieltisch.shell.host import MessageHost

PREFIX = "spieltisch."
"""How the names of texts begin of a site at the root of its host."""

LAST_VIEW = "last-view"
"""The name in ``localStorage`` of the view that is drawn first. The copy of the settings is called
as they are in the database; those of damaged ones have names that begin with ASIDE."""

TRIED = "tried"
"""The name in ``sessionStorage`` of what is tried out in matches."""

GIVEN = "given"
"""The name in ``sessionStorage`` of files that were given to a page of which a part was missing."""

NAMES = "names"
"""The store of what people have called their matches."""

Change = tuple[str, str, object]
"""A store, a key and the value to write under it; None deletes it."""


class StorageError(Exception):
    """Writing failed. ``reason``: ``full`` for lack of room, or ``blocked``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Storage:
    """The page's localStorage, or the tab's sessionStorage, under names of the site's own; see
    static/storage/place.js. Only writing raises when it fails."""

    def __init__(self, window: Any, prefix: str = PREFIX, kind: str = "localStorage") -> None:
        self._window = window
        self._kind = kind
        self._prefix = prefix

    @property
    def _texts(self) -> Any:
        return getattr(self._window, self._kind)

    def read(self, name: str) -> str | None:
        """The text under a name; None if there is none or it may not be read."""
        try:
            text = self._texts.getItem(self._prefix + name)
        except Exception:  # a JavaScript error has no narrower type that CPython knows
            return None
        return text if isinstance(text, str) else None

    def names(self) -> list[str]:
        try:
            local = self._texts
            found = [str(local.key(number)) for number in range(local.length)]
        except Exception:  # as above
            return []
        named = [one.removeprefix(self._prefix) for one in found if one.startswith(self._prefix)]
        # One with a dot belongs to the site in another folder, whose name begins like this one's.
        return [name for name in named if "." not in name]

    def write(self, name: str, text: str) -> None:
        """Keep a text under a name; raises StorageError."""
        try:
            self._texts.setItem(self._prefix + name, text)
        except Exception as error:
            is_full = "quota" in str(error).lower()
            raise StorageError("full" if is_full else "blocked") from error

    def erase(self, name: str) -> None:
        """Delete what is kept under a name; only for names that could be read."""
        self._texts.removeItem(self._prefix + name)


class Database:
    """Matches, their summaries and other values; ``kept`` of static/storage/kept.js."""

    def __init__(self, kept: Any) -> None:
        self._kept = kept
        self._claimed: tuple[MatchId, ...] = ()
        self.first_id: MatchId | None = kept.first_id or None
        """The match that the address led to when the page was opened, until it is read."""
        self._values: dict[str, str] = json.loads(kept.values)

    def listen(
        self,
        send: Callable[[Message], None],
        on_trouble: Callable[[str, tuple[MatchId, ...]], None],
        on_settings: Callable[[str], None],
    ) -> None:
        """Tell the session from now on what other tabs have changed, what was read too late for the
        start, whether this tab plays the match on the table, and what values have become; and be
        told why something cannot be written or read (``full``, ``blocked``, ``newer``, ``lost`` or
        ``unread``; empty once it can), and of which matches; and what the settings have become,
        apart from other values."""

        def without_settings(values: dict[str, str]) -> dict[str, str]:
            settings = values.pop(SETTINGS, None)
            if settings is not None:
                on_settings(settings)
            return values

        def changed(text: str) -> None:
            kept, gone, ids = (tuple(json.loads(text)[name]) for name in ("kept", "gone", "ids"))
            send(LibraryChanged(kept, gone, ids))

        def late(text: str) -> None:
            told = json.loads(text)
            values = without_settings(told["values"])
            send(FoundLate(tuple(told["kept"]), values, tuple(told["ids"])))

        def trouble(reason: str, ids: str = "[]") -> None:
            on_trouble(reason, tuple(json.loads(ids)))

        def merge(name: str, base: Any, ours: str, theirs: str) -> str:
            # A value that was not read is JavaScript's null, which is not None.
            return merged(name, base if isinstance(base, str) else None, ours, theirs)

        locked = proxy(lambda match_id, is_ours: send(LockChanged(match_id, is_ours)))

        def valued(text: str) -> None:
            values = without_settings(json.loads(text))
            if values:
                send(ValuesChanged(values))

        news = (proxy(changed), proxy(late), proxy(trouble), locked, proxy(valued), proxy(merge))
        self._kept.listen(*news)

    def next_of_library(self, count: int) -> LibraryChanged | None:
        """The next ``count`` of the matches that were kept when the page was opened, the last
        played first; None if there are no more."""
        told = json.loads(self._kept.next_summaries(count))
        ids = tuple(told["ids"])
        return LibraryChanged(tuple(told["kept"]), ids=ids) if ids else None

    @property
    def is_known(self) -> bool:
        """Whether what is kept was read, or cannot be."""
        return bool(self._kept.is_known())

    @property
    def is_unread(self) -> bool:
        """Whether there is more than this page has been given so far, or may be."""
        return bool(self._kept.is_unread())

    def when_known(self, done: Callable[[], None]) -> None:
        """Call once it is."""
        self._kept.when_known(once(done))

    @property
    def has_more(self) -> bool:
        """Whether there are more of them."""
        return bool(self._kept.has_more())

    def of_library(self, match_id: MatchId) -> LibraryChanged | None:
        """One of the matches that were kept when the page was opened; None if it was given out."""
        text = self._kept.summary(match_id)
        return LibraryChanged((str(text),), ids=(match_id,)) if isinstance(text, str) else None

    def value(self, name: str) -> str | None:
        """What was kept under a name when the page was opened."""
        return self._values.get(name)

    @property
    def aside(self) -> tuple[str, ...]:
        """The names of the copies of damaged values that earlier visits have set aside."""
        return tuple(name for name in self._values if name.startswith(ASIDE))

    def write(self, changes: list[Change]) -> None:
        """Write changes, all or none: they are one ASCII text, which Pyodide hands over at once.
        The database has it when this returns."""
        self._kept.write(json.dumps(changes))

    def when_written(self, done: Callable[[], None]) -> None:
        """Call once all changes so far are written, or it was told why they are not."""
        self._kept.when_written(once(done))

    def read(self, store: str, key: str, done: Callable[[str | None], None]) -> None:
        """Read the value under a key, after all earlier writes."""
        self._kept.read(store, key, _answer(done))

    def set_aside(self, store: str, key: str, name: str) -> None:
        """Copy a damaged entry, whatever it is, to where it stays."""
        self._kept.set_aside(store, key, name)

    def survey(self, done: Callable[[Surveyed], None], *, is_deep: bool) -> None:
        """Look for entries that nothing leads to, and if it is deep for such that have a wrong
        form."""
        told = once(lambda text: done(Surveyed(tuple(map(tuple, json.loads(text))))))
        self._kept.survey(is_deep, told)

    def shown(self, places: Sequence[EntryKey], done: Callable[[list[str]], None]) -> None:
        """Show entries, whatever they are, as texts for a file."""
        self._kept.shown(json.dumps(places), once(lambda text: done(json.loads(text))))

    def read_match(self, match_id: MatchId, done: Callable[[str | None], None]) -> None:
        """Read a match, also one that could not be written yet. The one that the address led to at
        the start has been read already."""
        is_first, self.first_id = match_id == self.first_id, None
        if is_first:
            text = self._kept.first_text
            done(text if isinstance(text, str) else None)
        else:
            self._kept.read_match(match_id, _answer(done))

    def read_as_it_is(self, match_id: MatchId, done: Callable[[str | None], None]) -> None:
        """Read a match as it is by now, also one that could not be written yet."""
        self._kept.read_match(match_id, _answer(done))

    def claim(self, match_ids: tuple[MatchId, ...]) -> None:
        """Claim the matches that this tab plays, each unless another tab does, and no others."""
        if match_ids != self._claimed:
            self._claimed = match_ids
            self._kept.claim(json.dumps(match_ids))

    def take(self, match_id: MatchId) -> None:
        """Claim a match that is, or comes, on the table for this tab, even if another plays it."""
        if match_id not in self._claimed:
            self._claimed += (match_id,)
        self._kept.take(match_id)


def _answer(done: Callable[[str | None], None]) -> Any:
    """What is called with a text, or with JavaScript's null."""
    return once(lambda text: done(text if isinstance(text, str) else None))


def changes_of(
    kept: KeptMatch | KeptName | Summary | KeptReview | Settings | KeptValue,
) -> list[Change]:
    match kept:
        case Settings():
            return [(VALUES, SETTINGS, format_settings(kept))]
        case KeptMatch(match, summary):
            return [(MATCHES, summary.id, format_match(match)), *changes_of(summary)]
        case KeptName(match_id, name):
            return [(NAMES, match_id, name)]
        case Summary():
            return [
                (
                    SUMMARIES,
                    kept.id,
                    {
                        "id": kept.id,
                        "link": MatchLink(kept.setup).text,
                        "played": kept.played_ms,
                        "text": format_summary(kept),
                    },
                )
            ]
        case KeptReview(match_id, text):
            return [(REVIEWS, match_id, text)]
    name = name_of(kept)
    return [(VALUES, name, KINDS[name].format(kept))]


def changes_to_forget(match_id: MatchId) -> list[Change]:
    """The database changes that erase all that belongs to a match."""
    return [(store, match_id, None) for store in (MATCHES, SUMMARIES, NAMES, REVIEWS)]


ASKED, TOLD = "asked-to-persist", "told-may-go"
"""Under which names is kept that the browser was asked to keep what is here, and that a person was
told that it does not promise to."""


class Lasting:
    """Whether the browser promises to keep what the page keeps: it is asked after the first match
    that has ended, once, as some browsers ask the person. Where it does not promise, a person is
    told, once, where no match is going on."""

    def __init__(self, window: Any, storage: Storage, host: MessageHost) -> None:
        self._window = window
        self._storage = storage
        self._host = host
        self._is_to_tell = False

    def ask(self) -> None:
        """A match has ended: ask, unless the browser was asked before."""
        if self._storage.read(ASKED) is not None:
            return
        # Where nothing can be kept at all, that is told instead.
        with suppress(StorageError):
            self._storage.write(ASKED, "1")
            self._learn("persist")

    def begin(self) -> None:
        """See what has become of it, if the browser was asked in an earlier visit."""
        if self._storage.read(ASKED) is not None and self._storage.read(TOLD) is None:
            self._learn("persisted")

    def follow(self, session: Session) -> None:
        is_free = isinstance(session.screen, StartScreen | MatchesScreen)
        if not self._is_to_tell or not is_free or session.notice or session.deletions:
            return
        self._is_to_tell = False
        with suppress(StorageError):
            if self._storage.read(TOLD) is None:
                self._storage.write(TOLD, "1")
                self._host.send(Tell(PlainNotice.MAY_GO))

    def _learn(self, method: str) -> None:
        def answered(is_promised: Any) -> None:
            self._is_to_tell = is_promised is not True
            self.follow(self._host.session)

        try:
            manager = self._window.navigator.storage
            getattr(manager, method)().then(proxy(answered), ignored())
        except Exception:  # Safari before 15.2 and insecure addresses have no such thing
            answered(False)
