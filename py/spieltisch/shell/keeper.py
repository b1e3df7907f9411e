"""Carries out a session's storage effects, and tells it what is kept."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple, Protocol

from spieltisch.app.core.damage import (
    ASIDE,
    LOCAL,
    MATCHES,
    SUMMARIES,
    VALUES,
    DamageFound,
    DamageMessage,
    ValueDamaged,
)
from spieltisch.app.core.effects import (
    Discard,
    Forget,
    Keep,
    SetAside,
    StorageEffect,
    Survey,
    TakeOver,
)
from spieltisch.app.core.kept import Kept, KeptValue
from spieltisch.app.core.library import KeptMatch, KeptName
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import SetSetting, Tell
from spieltisch.app.core.notice import StorageFails
from spieltisch.app.core.session import Session
from spieltisch.app.core.settings import Settings, format_settings, parse_settings
from spieltisch.app.core.waits import AllRead, Stored, Written
from spieltisch.app.keeping.kinds import KINDS, SETTINGS
from spieltisch.app.matches.state import NotKept, StorageWorks
from spieltisch.app.settings.state import SettingsChanged
from spieltisch.kit.words import LANGUAGES
from spieltisch.play.reviews import KeptReview
from spieltisch.play.summary import MatchId, Summary
from spieltisch.shell.site_files import Take
from spieltisch.shell.storage import (
    Change,
    Database,
    Storage,
    StorageError,
    changes_of,
    changes_to_forget,
)

SUMMARIES_FIRST, SUMMARIES_AT_ONCE = 24, 20
"""How many summaries are read when the page starts, and how many more in each idle moment."""

MOST_SUMMARIES = 2**31 - 1
"""As many as there are."""


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
        self._asked: dict[Stored, int] = {}
        self._settings = Settings()
        """The session's."""
        self._chosen = Settings()
        """As they were kept last, here or by another tab."""
        self._unchosen = ""
        """The language that the page speaks though nobody has chosen it, or though the words of
        the one that was chosen could not be fetched; empty once another one was chosen."""

    def begin(self, at_ms: float, kept: Settings, language: str) -> None:
        """Tell the session what earlier visits have kept, before anything is shown, and from now
        on what other tabs do.

        Args:
            kept: the settings that were read.
            language: the one that the page speaks.
        """
        self._chosen, self._unchosen = kept, language
        self._settings = replace(kept, language=language)
        self._database.listen(self._send, self._tell_trouble, self._take_settings)
        if self._database.first_id is not None:
            self._tell_of(self._database.first_id)
        newest = self._database.next_of_library(SUMMARIES_FIRST)
        if newest is not None:
            self._send(newest, shows=False)

    def read_on(self) -> Iterator[float | None]:
        """Tell the session of all other kept matches, a few at a time, in the page's spare time."""
        while (told := self._database.next_of_library(SUMMARIES_AT_ONCE)) is not None:
            self._send(told, shows=not self._database.has_more)
            yield 0.0
        self._database.survey(self._send, is_deep=False)

    @property
    def has_read(self) -> bool:
        """Whether what is kept was read, or cannot be."""
        return self._database.is_known

    def tell_all(self) -> None:
        """Tell the session of all other kept matches, before it is given a file: that is compared
        with them, and its matches take the place of none."""
        told = self._database.next_of_library(MOST_SUMMARIES)
        if told is not None:
            self._send(told, shows=False)

    def tell_read(self, need: AllRead, take: Take) -> None:
        """Tell once all that is kept was read, or cannot be."""

        def known() -> None:
            self.tell_all()
            take(need, True)

        self._database.when_known(known)

    def follow(self, session: Session) -> None:
        """Claim the matches that this tab plays, unless another tab plays them."""
        self._settings = session.settings
        if session.settings.language != self._unchosen:
            self._unchosen = ""
        self._database.claim(session.claimed)

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
            case TakeOver(match_id):
                self._database.take(match_id)

    def _keep(
        self, kept: KeptMatch | KeptName | Summary | KeptReview | Settings | KeptValue
    ) -> None:
        if isinstance(kept, Settings):
            if kept.language == self._unchosen:
                kept = replace(kept, language=self._chosen.language)
            # Another tab may have chosen something else meanwhile.
            copied, flaws = self._storage.read(SETTINGS), list[str]()
            there = parse_settings(copied, flaws)
            both = kept if copied is None or flaws else kept.since(self._chosen, there)
            copy_settings(self._storage, format_settings(both))
            self._chosen = kept
        self._database.write(changes_of(kept))

    def _take_settings(self, text: str) -> None:
        """Follow what other tabs have chosen; what this one has chosen is in it. The words of a
        language may have to be fetched first."""
        flaws: list[str] = []
        there, ours, before = parse_settings(text, flaws), self._settings, self._chosen
        if flaws:
            return
        self._chosen = there
        copy_settings(self._storage, text)
        self._send(SettingsChanged(there))
        is_chosen = there.language not in (before.language, ours.language)
        if is_chosen and there.language in LANGUAGES:
            self._send(SetSetting("language", there.language, is_kept=True))

    def read(self, need: Stored, take: Take) -> None:
        """Read something for the session. If it is asked for again meanwhile, another tab may have
        played: then only the later answer counts."""
        if need.store == MATCHES:
            self._tell_of(need.key)
        self._reads += 1
        self._asked[need] = number = self._reads

        def answer(text: str | None) -> None:
            if self._asked.get(need) == number:
                del self._asked[need]
                take(need, text)

        if need.store == MATCHES:
            self._database.read_match(need.key, answer)
        else:
            self._database.read(need.store, need.key, answer)

    def tell_written(self, need: Written, take: Take) -> None:
        """Tell once storage has answered for all that it was given so far."""
        self._database.when_written(lambda: take(need, True))

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
    places = [(VALUES, name) for name in database.aside]
    places += [(LOCAL, name) for name in storage.names() if name.startswith(ASIDE)]
    earlier = tuple((place, "set aside on an earlier visit") for place in places)
    settings, damage = _settings(storage, database, now_ms)
    flaws: dict[str, list[str]] = {name: [] for name in KINDS}
    kept = Kept().having(
        *(kind.parse(database.value(name), flaws[name]) for name, kind in KINDS.items())
    )
    damage = [DamageFound(earlier, is_new=False), *damage]
    damage += [ValueDamaged(name, "; ".join(told)) for name, told in flaws.items() if told]
    return Values(settings, kept, tuple(damage))


def copy_settings(storage: Storage, text: str) -> None:
    """Have a copy of the settings where the next start finds them before anything else is read.
    Without it only the first view differs."""
    with suppress(StorageError):
        storage.write(SETTINGS, text)


def _settings(
    storage: Storage, database: Database, now_ms: int
) -> tuple[Settings, list[DamageMessage]]:
    """The settings as the database has them; until it does, or if it cannot be read, those of which
    there is a copy. Of damaged ones a copy stays, as the next choice writes them anew."""
    kept, copied = database.value(SETTINGS), storage.read(SETTINGS)
    damage: list[DamageMessage] = []
    settings, flaws = Settings(), list[str]()
    if copied is not None and copied != kept:
        settings = parse_settings(copied, flaws)
        if flaws:
            name = f"{ASIDE}{SETTINGS}/{now_ms}"
            try:
                storage.write(name, copied)
                storage.write(SETTINGS, format_settings(settings))
            except StorageError:
                name = SETTINGS
            damage.append(DamageFound((((LOCAL, name), "; ".join(flaws)),)))
    if kept is not None:
        flaws = []
        settings = parse_settings(kept, flaws)
        if flaws:
            damage.append(ValueDamaged(SETTINGS, "; ".join(flaws)))
        elif copied != kept:
            copy_settings(storage, kept)
    return settings, damage
