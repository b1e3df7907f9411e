"""A page at which everything takes its time: its store, its host and its file server answer when a
test lets them, other tabs write to the store and tell of it, and long matches are replayed a few
turns at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any

from spieltisch.app.board.messages import LockChanged, TypeAction
from spieltisch.app.core.damage import MATCHES
from spieltisch.app.core.effects import Effect, Fetch, Forget, Go, Keep, TakeOver
from spieltisch.app.core.library import KeptMatch, KeptName
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Navigate, ReadOn, SetSetting
from spieltisch.app.core.session import Device, Session, Visit
from spieltisch.app.core.settings import Settings, format_settings, parse_settings
from spieltisch.app.core.waits import (
    Came,
    Examples,
    HostBuild,
    OwnersFile,
    PuzzlePack,
    Replaying,
    Stored,
)
from spieltisch.app.keeping.kinds import KINDS, name_of
from spieltisch.app.keeping.kinds import SETTINGS as OF_SETTINGS
from spieltisch.app.matches.state import LibraryChanged, ValuesChanged
from spieltisch.app.restoring import merged
from spieltisch.app.screens import page_of
from spieltisch.app.settings.state import SettingsChanged
from spieltisch.app.together.messages import LiveEffect
from spieltisch.app.update import update
from spieltisch.kit.markup import whole
from spieltisch.play.match import Match, format_match, parse_kept
from spieltisch.play.record_link import LinkedMatch, encode_match
from spieltisch.play.replaying import replay_of
from spieltisch.play.reviews import KeptReview
from spieltisch.play.summary import MatchId, Summary, format_summary, parse_summary, summary_of
from spieltisch.table import HUMAN, Player
from tests import long_matches
from tests.small_packs import WIN, pack_text
from tests.unit.devices import Devices

OURS = "a1"
"""The build that a page may be of."""

SETTINGS = Settings(language="en")

RELAY = "relay.example.org"
"""The relay that the site's owner has named."""

EXAMPLES = '{"first": "\\"\\"\\"Any game: plays.\\"\\"\\"\\ndef choose(p, s):\\n    return 1\\n"}'


@cache
def long_match(length: int, seed: int = 1, players: tuple[Player, ...] = ()) -> Match:
    """A match that is not over; of two people at one device, unless others are named."""
    match = long_matches.long_match("yala", length, seed)
    players = players or (Player("", HUMAN), Player("", HUMAN))
    return Match.of_turns(replace(match.setup, players=players), match.turns)


def played_on(match: Match, count: int = 1) -> Match:
    """After some turns more, the first that are possible."""
    for _ in range(count):
        position = match.position
        if position.outcome is not None:
            return match
        seat = min(position.active_seats)
        at_ms = match.last_turn.at_ms if match.last_turn else 0
        match = match.play(seat, position.legal_actions(seat)[0], at_ms)
    return match


def lines_of(match: Match) -> list[tuple[int, str]]:
    """The turns of a match, by seat and action."""
    return [(turn.seat, turn.entry.action) for turn in match.turns]


def link_of(match: Match) -> str:
    return f"#/record/{encode_match(LinkedMatch(match.setup, tuple(match.turns)))}"


@lru_cache(maxsize=64)
def replayed(text: str) -> Match:
    kept = parse_kept(text)
    return kept.match(replay_of(kept.record).on(100_000))


@lru_cache(maxsize=256)
def kept_lines(text: str) -> list[tuple[int, str]]:
    return [(entry.seat, entry.action) for entry in parse_kept(text).record.entries]


@dataclass
class Store:
    """What the browser keeps: matches, summaries and reviews, by id, and values by name."""

    matches: dict[MatchId, str] = field(default_factory=dict)
    summaries: dict[MatchId, str] = field(default_factory=dict)
    reviews: dict[MatchId, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)

    def write(self, match: Match, match_id: MatchId, played_ms: int, name: str = "") -> Summary:
        summary = summary_of(match, match_id, begun_ms=1, played_ms=played_ms, name=name)
        self.matches[match_id] = format_match(match)
        self.summaries[match_id] = format_summary(summary)
        return summary

    def forget(self, match_id: MatchId) -> None:
        for held in (self.matches, self.summaries, self.reviews):
            held.pop(match_id, None)

    def match(self, match_id: MatchId) -> Match:
        return replayed(self.matches[match_id])

    def lines(self, match_id: MatchId) -> list[tuple[int, str]]:
        """The turns of a match, by seat and action."""
        return kept_lines(self.matches[match_id])


class Page:
    """A page whose store and network answer when they are let."""

    def __init__(self, store: Store | None = None, build: str = "") -> None:
        self.store = store or Store()
        device = Device(secret="0" * 31 + "1", build=build)
        visit = Visit("thispage")
        self.session = Session(settings=SETTINGS, device=device, visit=visit)
        self.now_ms = 1000.0
        self.address = ""
        self.asked: list[Fetch] = []
        """What has been asked for and not been answered; of the same need the latest alone."""
        self.told: list[Message] = []
        """What storage and other tabs have told, and has not come yet."""
        self.bases: dict[str, str] = {}
        """The values of the store as this page knows them, by name."""
        self.effects: tuple[Effect, ...] = ()
        self.chosen = SETTINGS
        """What other tabs have chosen, as far as this page has been told."""
        self.hosts: str | None = OURS
        """The build that the host has; None where it cannot be reached."""
        self.connect: Callable[[LiveEffect], None] | None = None
        """What is done about lines."""

    def send(self, *messages: Message) -> None:
        for message in messages:
            self.now_ms += 10.0
            if isinstance(message, Navigate):
                self.address = message.link
            self.session, self.effects = update(self.session, message)
            for effect in self.effects:
                self._carry_out(effect)

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case Fetch():
                if effect in self.asked:
                    self.asked.remove(effect)
                self.asked.append(effect)
            case Go(link):
                self.address = link
            case Keep(KeptMatch(match, summary)):
                self.store.matches[summary.id] = format_match(match)
                self.store.summaries[summary.id] = format_summary(summary)
            case Keep(KeptName(match_id, name)):
                summary = parse_summary(self.store.summaries[match_id])
                self.store.summaries[match_id] = format_summary(replace(summary, name=name))
            case Keep(Summary() as summary):
                self.store.summaries[summary.id] = format_summary(summary)
            case Keep(KeptReview(match_id, text)):
                self.store.reviews.pop(match_id, None)
                if text is not None:
                    self.store.reviews[match_id] = text
            case Keep(Settings() as chosen):
                self._keep_value(OF_SETTINGS, format_settings(chosen))
            case Keep(value):
                name = name_of(value)
                self._keep_value(name, KINDS[name].format(value))
            case Forget(ids):
                for one in ids:
                    self.store.forget(one)
            case TakeOver(match_id):
                self.send(LockChanged(match_id, is_ours=True))
            case LiveEffect() if self.connect is not None:
                self.connect(effect)

    def _keep_value(self, name: str, ours: str) -> None:
        """Storage merges what this page has made of a value with what others have."""
        base, theirs = self.bases.get(name), self.store.values.get(name)
        if theirs is not None and theirs != base:
            ours = merged(name, base, ours, theirs)
            self._tell_value(name, ours)
        self.bases[name] = self.store.values[name] = ours

    def _tell_value(self, name: str, text: str) -> None:
        if name == OF_SETTINGS:
            there, before = parse_settings(text), self.chosen
            self.chosen = there
            self.told.append(SettingsChanged(there))
            if there.language not in (before.language, self.session.settings.language):
                self.told.append(SetSetting("language", there.language, is_kept=True))
        else:
            self.told.append(ValuesChanged({name: text}))

    def value(self, need: Any) -> str | bool | None:
        """What the answer to a question is."""
        match need:
            case Stored(store, key):
                held = self.store.matches if store == MATCHES else self.store.reviews
                return held.get(key)
            case PuzzlePack():
                return pack_text(WIN)
            case Examples():
                return EXAMPLES
            case HostBuild():
                return self.hosts
            case OwnersFile():
                return f'{{"relay": "wss://{RELAY}"}}'
        return True

    def answer(self, number: int = 0) -> None:
        """One of the questions is answered."""
        need = self.asked.pop(number).need
        self.send(Came(need, self.value(need), self.now_ms))

    def replay(self, count: int = 1_000) -> None:
        self.send(ReadOn(count))

    def settle(self) -> None:
        """All that is on its way comes."""
        for _ in range(500):
            if self.asked:
                self.answer()
            elif any(isinstance(one.need, Replaying) for one in self.session.waits):
                self.replay()
            else:
                return
        raise AssertionError("it never comes to rest")

    def hear(self) -> None:
        """All that other tabs have told comes."""
        while self.told:
            self.send(self.told.pop(0))

    def other_tab(self, match: Match, match_id: MatchId, *, hears: bool = True) -> None:
        """Another tab has written a match."""
        summary = self.store.write(match, match_id, round(self.now_ms))
        self.told.append(LibraryChanged((format_summary(summary),)))
        if hears:
            self.hear()

    def other_tab_keeps(self, name: str, text: str) -> None:
        """Another tab has written a value; it is told, and nothing of it has come yet."""
        self.store.values[name] = text
        base, ours = self.bases.get(name), self.kept_text(name)
        self.bases[name] = text
        if base is not None and ours != base:
            text = merged(name, base, ours, text)
        self._tell_value(name, text)

    def kept_text(self, name: str) -> str:
        """A value as this page has it."""
        if name == OF_SETTINGS:
            return format_settings(self.session.settings)
        return KINDS[name].format(self.session.kept.of(KINDS[name].kind))

    def play(self) -> None:
        match = self.session.match
        assert match is not None
        seat = min(match.position.active_seats)
        action = match.position.legal_actions(seat)[0]
        self.send(TypeAction(match.rules.format_action(action), self.now_ms))

    @property
    def text(self) -> str:
        return str(whole(page_of(self.session)))


class Elsewhere(Devices):
    """A page and a device elsewhere, with lines between them. The page is number 0."""

    HERE, THERE = 0, 1

    @classmethod
    def beside(cls, page: Page, receive: Callable[[Message], None]) -> Elsewhere:
        """``receive`` has the page hear a message."""
        devices = cls.some(2)
        devices.receive = receive
        devices.page = page
        page.connect = lambda effect: devices._carry_out(cls.HERE, effect)
        return devices

    page: Page
    receive: Callable[[Message], None]

    def send(self, device: int, message: Any) -> None:
        if device == self.THERE:
            super().send(device, message)
        else:
            self.receive(message)
        self.sessions[self.HERE] = self.page.session
