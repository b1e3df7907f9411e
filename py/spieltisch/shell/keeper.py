"""Carries out a session's storage effects, and tells it what is kept.

What the page kept before it had a database is taken over: a match of each game, and the best runs.
An old copy is erased only when it has been read back from the database. One that cannot be read
stays where it is.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple, Protocol
from zlib import crc32

from spieltisch.app.damaged.state import (
    ASIDE,
    LOCAL,
    MATCHES,
    REVIEWS,
    SUMMARIES,
    VALUES,
    DamageFound,
    DamageMessage,
    ValueDamaged,
)
from spieltisch.app.effects import (
    Discard,
    Forget,
    Keep,
    Read,
    ReadReview,
    SetAside,
    StorageEffect,
    Survey,
    TakeOver,
)
from spieltisch.app.kept_values import KINDS, RUNS, KeptValue
from spieltisch.app.library import KeptMatch, KeptName, parse_runs
from spieltisch.app.match.messages import RestoreReview
from spieltisch.app.matches.state import Adopt, NotKept, Restore, StorageWorks
from spieltisch.app.message import Message
from spieltisch.app.messages import SetSetting, Tell
from spieltisch.app.notice import StorageFails
from spieltisch.app.session import Kept, Session
from spieltisch.app.settings.settings import Settings, format_settings, parse_settings
from spieltisch.app.settings.update import SettingsChanged
from spieltisch.games import catalog
from spieltisch.kit.words import LANGUAGES
from spieltisch.play.reviews import KeptReview
from spieltisch.play.summary import MatchId, Summary
from spieltisch.shell.storage import (
    SETTINGS,
    Change,
    Database,
    Storage,
    StorageError,
    changes_of,
    changes_to_forget,
)


def adopted_id(game: str, text: str) -> MatchId:
    """The id of an adopted match: made from its text, so that it is not adopted twice if the page
    was closed before the old copy was erased."""
    return f"{crc32(game.encode()) & 0xFFFF:04x}{crc32(text.encode(errors='replace')):08x}"


SUMMARIES_FIRST, SUMMARIES_AT_ONCE = 24, 20
"""How many summaries are read when the page starts, and how many more in each idle moment."""


class Send(Protocol):
    def __call__(self, message: Message, *, shows: bool = True) -> None: ...


class Keeper:
    """Reads and writes what the page keeps."""

    def __init__(self, storage: Storage, database: Database, send: Send) -> None:
        self._storage = storage
        self._database = database
        self._send = send
        self._troubles: set[str] = set()
        self._reads = 0
        self._asked: dict[MatchId, int] = {}
        self._settings: Settings | None = None
        """The session's, before the message that it takes in now."""
        self._settings_owed: Settings | None = None
        """Those from which all has changed that could not be written yet."""

    def begin(self, at_ms: float) -> None:
        """Tell the session what earlier visits have kept, before anything is shown, and from now
        on what other tabs do."""
        self._database.listen(self._send, self._tell_trouble)
        self._storage.listen(SETTINGS, self._take_settings)
        if self._database.first_id is not None:
            self._tell_of(self._database.first_id)
        newest = self._database.next_of_library(SUMMARIES_FIRST)
        if newest is not None:
            self._send(newest, shows=False)
        self._take_over(at_ms)

    def _take_over(self, at_ms: float) -> None:
        """Adopt the matches that are found, and erase the old copies of what the database has."""

        def erase_once_there(name: str, store: str, key: str) -> None:
            def erase(text: str | None) -> None:
                if text is not None:
                    self._storage.erase(name)

            self._database.read(store, key, erase)

        for game in catalog.GAMES:
            name = f"match.{game}"
            text = self._storage.read(name)
            if text is not None:
                match_id = adopted_id(game, text)
                self._send(Adopt(match_id, game, text, at_ms), shows=False)
                erase_once_there(name, MATCHES, match_id)
        flaws: list[str] = []
        if parse_runs(self._storage.read(RUNS), flaws) and not flaws:
            erase_once_there(RUNS, VALUES, RUNS)

    def read_on(self) -> Iterator[float | None]:
        """Tell the session of all other kept matches, a few at a time, in the page's spare time."""
        more = self._database.next_of_library(SUMMARIES_AT_ONCE)
        while more is not None:
            told, more = more, self._database.next_of_library(SUMMARIES_AT_ONCE)
            self._send(told, shows=more is None)
            yield 0.0
        self._database.survey(self._send, is_deep=False)

    def follow(self, session: Session) -> None:
        """Claim the match on the table for this tab, unless another tab plays it."""
        self._settings = session.settings
        self._database.claim(session.table.match_id if session.table else None)

    def carry_out(self, effect: StorageEffect) -> None:
        match effect:
            case Keep(kept):
                self._keep(kept)
            case Forget(ids):
                self._database.write([one for each in ids for one in changes_to_forget(each)])
            case Discard(places):
                changes: list[Change] = []
                for store, key in places:
                    if store == LOCAL:
                        self._storage.erase(key)
                    elif store in (MATCHES, SUMMARIES):
                        changes += changes_to_forget(key)
                    else:
                        changes.append((store, key, None))
                if changes:
                    self._database.write(changes)
            case SetAside(store, key, name):
                self._database.set_aside(store, key, name)
            case Survey():
                self._database.survey(self._send, is_deep=True)
            case Read(match_id):
                self._tell_of(match_id)
                self._read(match_id)
            case ReadReview(match_id):
                self._database.read(
                    REVIEWS, match_id, lambda text: self._send(RestoreReview(match_id, text))
                )
            case TakeOver():
                self._database.take()

    def _keep(
        self, kept: KeptMatch | KeptName | Summary | KeptReview | Settings | KeptValue
    ) -> None:
        if not isinstance(kept, Settings):
            self._database.write(changes_of(kept))
            return
        # Another tab may have changed other settings; what is damaged there has none of them.
        flaws: list[str] = []
        text = self._storage.read(SETTINGS)
        there, base = parse_settings(text, flaws), self._settings_owed or self._settings
        is_sound = text is not None and not flaws
        changed = kept.since(base, there) if base and is_sound else kept
        try:
            self._storage.write(SETTINGS, format_settings(changed))
            self._settings_owed = None
        except StorageError as error:
            self._settings_owed = base
            self._tell_trouble(error.reason)

    def _take_settings(self, text_before: str | None) -> None:
        """Follow what another tab has changed, and that alone: this one may have changed others
        since. The words of a language may have to be fetched first."""
        text, ours, flaws = self._storage.read(SETTINGS), self._settings, list[str]()
        before, there = parse_settings(text_before), parse_settings(text, flaws)
        if text is None or flaws or ours is None:
            return
        changed = there.since(before, ours)
        self._send(SettingsChanged(replace(changed, language=ours.language)))
        # The first to be kept have the language that the browser wants, which nobody has chosen.
        is_chosen = there.language != (before.language or ours.language)
        if is_chosen and there.language in LANGUAGES:
            self._send(SetSetting("language", there.language, is_kept=True))

    def _read(self, match_id: MatchId) -> None:
        """Read a match for the session. If it is asked for again meanwhile, another tab may have
        played: then only the later answer counts."""
        self._reads += 1
        self._asked[match_id] = number = self._reads

        def answer(text: str | None) -> None:
            if self._asked.get(match_id) == number:
                del self._asked[match_id]
                self._send(Restore(match_id, text))

        self._database.read_match(match_id, answer)

    def _tell_of(self, match_id: MatchId) -> None:
        """Tell the session of a match before it is opened: its summary may not be read yet."""
        told = self._database.of_library(match_id)
        if told is not None:
            self._send(told, shows=False)

    def _tell_trouble(self, reason: str, ids: tuple[MatchId, ...] = ()) -> None:
        """Tell which matches are not kept, and the person that something cannot be kept or read:
        once per reason, not at every action, until it can."""
        if ids:
            self._send(NotKept(ids))
        if not reason:
            self._troubles.clear()
            self._send(StorageWorks())
        elif reason not in self._troubles:
            self._troubles.add(reason)
            self._send(Tell(StorageFails[reason.upper()]))


class Values(NamedTuple):
    """What was read; ``damage`` is told to the session once it is there."""

    settings: Settings
    kept: Kept
    damage: tuple[DamageMessage, ...]


def read_values(storage: Storage, database: Database, now_ms: int) -> Values:
    """Read them; whatever is damaged has no part in it, and stays in storage."""
    settings, settings_damage = _settings(storage, now_ms)
    flaws: dict[str, list[str]] = {name: [] for name in KINDS}
    read = {
        kind.field: kind.parse(database.value(name), flaws[name]) for name, kind in KINDS.items()
    }
    if database.value(RUNS) is None:
        # The best runs from where they were kept before there was a database.
        runs = parse_runs(storage.read(RUNS))
        if runs:
            database.write(changes_of(runs))
        read["runs"] = runs
    places = [(VALUES, name) for name in database.aside]
    places += [(LOCAL, name) for name in storage.names() if name.startswith(ASIDE)]
    earlier = tuple((place, "set aside on an earlier visit") for place in places)
    damage: list[DamageMessage] = [DamageFound(earlier, is_new=False), *settings_damage]
    damage += [ValueDamaged(name, "; ".join(told)) for name, told in flaws.items() if told]
    return Values(settings, Kept(**read), tuple(damage))


def _settings(storage: Storage, now_ms: int) -> tuple[Settings, tuple[DamageFound, ...]]:
    """The settings; of damaged ones a copy stays, as the next choice writes them anew."""
    text, flaws = storage.read(SETTINGS), list[str]()
    settings = parse_settings(text, flaws)
    if text is None or not flaws:
        return settings, ()
    name = f"{ASIDE}{SETTINGS}/{now_ms}"
    try:
        storage.write(name, text)
        storage.write(SETTINGS, format_settings(settings))
    except StorageError:
        name = SETTINGS
    return settings, (DamageFound((((LOCAL, name), "; ".join(flaws)),)),)
