"""What the browser keeps for the page from one visit to the next.

Matches and all that belongs to them are in a database, see static/storage/. Settings and the last
view are in ``localStorage``: static/boot/ needs them before anything else is read. All of it is
named by the site's path, see static/storage/place.js.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from spieltisch.app.damaged.state import ASIDE, MATCHES, REVIEWS, SUMMARIES, VALUES, Place, Surveyed
from spieltisch.app.kept_values import KINDS, KeptValue, name_of
from spieltisch.app.library import KeptMatch, KeptName
from spieltisch.app.match.messages import LockChanged
from spieltisch.app.matches.state import FoundLate, LibraryChanged, ValuesChanged
from spieltisch.app.message import Message
from spieltisch.app.restoring import merged
from spieltisch.app.routes import Link, format_link
from spieltisch.play.match import format_match
from spieltisch.play.reviews import KeptReview
from spieltisch.play.summary import MatchId, Summary, format_summary
from spieltisch.shell.dom import once, proxy

PLACE = "spieltisch"
"""What belongs to a site at the root of its host begins so."""

SETTINGS, LAST_VIEW = "settings", "last-view"
"""Names in ``localStorage``; copies of damaged settings have names that begin with ASIDE."""

TRIED = "tried"
"""The name in ``sessionStorage`` of what is tried out in matches."""

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
    """The page's localStorage, or the tab's sessionStorage, under names of our own, which begin
    with the site's place. Only writing raises when it fails."""

    def __init__(self, window: Any, place: str = PLACE, kind: str = "localStorage") -> None:
        self._window = window
        self._kind = kind
        self._prefix = f"{place}."

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
        return [name.removeprefix(self._prefix) for name in found if name.startswith(self._prefix)]

    def write(self, name: str, text: str) -> None:
        """Keep a text under a name; raises StorageError."""
        try:
            self._texts.setItem(self._prefix + name, text)
        except Exception as error:
            is_full = "quota" in str(error).lower()
            raise StorageError("full" if is_full else "blocked") from error

    def listen(self, name: str, on_change: Callable[[str | None], None]) -> None:
        """Be told from now on when another tab has written under a name, and what was there
        before."""

        def changed(event: Any) -> None:
            if event.key == self._prefix + name:
                on_change(event.oldValue if isinstance(event.oldValue, str) else None)

        self._window.addEventListener("storage", proxy(changed))

    def erase(self, name: str) -> None:
        """Delete what is kept under a name; only for names that could be read."""
        self._texts.removeItem(self._prefix + name)


class Database:
    """Matches, their summaries and other values; ``kept`` of static/storage/kept.js."""

    def __init__(self, kept: Any) -> None:
        self._kept = kept
        self._claimed: MatchId | None = None
        self.first_id: MatchId | None = kept.first_id or None
        """The match that the address led to when the page was opened, until it is read."""
        self._values: dict[str, str] = json.loads(kept.values)

    def listen(
        self,
        send: Callable[[Message], None],
        on_trouble: Callable[[str, tuple[MatchId, ...]], None],
    ) -> None:
        """Tell the session from now on what other tabs have changed, what was read too late for the
        start, whether this tab plays the match on the table, and what values have become; and be
        told why something cannot be written or read (``full``, ``blocked``, ``newer``, ``lost`` or
        ``unread``; empty once it can), and of which matches."""

        def changed(text: str) -> None:
            kept, gone, ids = (tuple(json.loads(text)[name]) for name in ("kept", "gone", "ids"))
            send(LibraryChanged(kept, gone, ids))

        def late(text: str) -> None:
            told = json.loads(text)
            send(FoundLate(tuple(told["kept"]), told["values"], tuple(told["ids"])))

        def trouble(reason: str, ids: str = "[]") -> None:
            on_trouble(reason, tuple(json.loads(ids)))

        def merge(name: str, base: Any, ours: str, theirs: str) -> str:
            # A value that was not read is JavaScript's null, which is not None.
            return merged(name, base if isinstance(base, str) else None, ours, theirs)

        locked = proxy(lambda match_id, is_ours: send(LockChanged(match_id, is_ours)))
        valued = proxy(lambda text: send(ValuesChanged(json.loads(text))))
        news = (proxy(changed), proxy(late), proxy(trouble), locked, valued, proxy(merge))
        self._kept.listen(*news)

    def next_of_library(self, count: int) -> LibraryChanged | None:
        """The next ``count`` of the matches that were kept when the page was opened, the last
        played first; None if there are no more."""
        told = json.loads(self._kept.next_summaries(count))
        ids = tuple(told["ids"])
        return LibraryChanged(tuple(told["kept"]), ids=ids) if ids else None

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

    def read(self, store: str, key: str, done: Callable[[str | None], None]) -> None:
        """Read the value under a key, after all earlier writes."""
        told = once(lambda text: done(text if isinstance(text, str) else None))
        self._kept.read(store, key, told)

    def set_aside(self, store: str, key: str, name: str) -> None:
        """Copy a damaged entry, whatever it is, to where it stays."""
        self._kept.set_aside(store, key, name)

    def survey(self, done: Callable[[Surveyed], None], *, is_deep: bool) -> None:
        """Look for entries that nothing leads to, and if it is deep for such that have a wrong
        form."""
        told = once(lambda text: done(Surveyed(tuple(map(tuple, json.loads(text))))))
        self._kept.survey(is_deep, told)

    def shown(self, places: Sequence[Place], done: Callable[[list[str]], None]) -> None:
        """Show entries, whatever they are, as texts for a file."""
        self._kept.shown(json.dumps(places), once(lambda text: done(json.loads(text))))

    def read_match(self, match_id: MatchId, done: Callable[[str | None], None]) -> None:
        """Read a match. The one that the address led to at the start has been read already."""
        is_first, self.first_id = match_id == self.first_id, None
        if is_first:
            text = self._kept.first_text
            done(text if isinstance(text, str) else None)
        else:
            self.read(MATCHES, match_id, done)

    def claim(self, match_id: MatchId | None) -> None:
        """Claim the match on the table for this tab, unless another tab plays it."""
        if match_id != self._claimed:
            self._claimed = match_id
            self._kept.claim(match_id or "")

    def take(self) -> None:
        """Claim the match on the table for this tab, even if another tab plays it."""
        self._kept.take()


def changes_of(kept: KeptMatch | KeptName | Summary | KeptReview | KeptValue) -> list[Change]:
    match kept:
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
                        "link": format_link(Link("play", kept.setup.game, kept.setup)),
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


ASKED = "asked-to-persist"


def ask_to_persist(window: Any, storage: Storage) -> None:
    """Ask the browser not to throw away what the page keeps: once, as some browsers ask the
    person."""
    manager = getattr(window.navigator, "storage", None)
    if manager and storage.read(ASKED) is None:
        with suppress(StorageError):
            storage.write(ASKED, "1")
            manager.persist()
