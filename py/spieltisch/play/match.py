"""A match as a person holds it: the record, how much of it counts, and what may be taken back; by
link, people play on devices of their own, and send each other the match.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from functools import cached_property
from typing import Annotated, Any, Self

from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.play.codec import check_players, format_setup, is_sealed, may_be_by_link
from spieltisch.play.replaying import Replay, replay_of
from spieltisch.table import (
    BY_LINK,
    CLOCK,
    HUMAN,
    AnyPosition,
    AnyRules,
    Clocks,
    Controller,
    FlagFall,
    History,
    Offers,
    PlayState,
    Record,
    Seat,
    Setup,
    TableAction,
    TimedCall,
    Turn,
    bot_level,
    format_record,
    parse_record,
)
from spieltisch.table.codec import Codec, codec, parse, typed
from spieltisch.table.marks import COUNT, MAX_NUMBER, OPTIONAL, Length, Matching, Named
from spieltisch.table.record import MAX_LENGTH, MAX_SEATS

MAX_KEPT_LENGTH = 2 * MAX_LENGTH
"""Letters of a kept match: it has been played on since it came, and its record is a text in a text,
where a quote takes two letters. A match of ten hours, with a turn each second, has fewer."""

SEAT_KEY = Matching(re.compile("[0-9a-f]{32}"))
"""The secret of a seat."""

MAX_ROOM = 400
"""Letters of a room's link: an address has at most 200 (live/codes.py), and the rest is short."""


@dataclass(frozen=True)
class KnownRoom:
    """The room at a relay where the devices of a live match meet, and meet again."""

    link: Annotated[str, Length(1, MAX_ROOM)]
    """The end of the link that leads there (live/codes.py)."""
    is_host: bool
    """Whether the match is led here."""
    watches: Annotated[bool, OPTIONAL] = False
    """Whether the people here are there only to watch: no seat is given to them unasked."""


NO_ROOM = KnownRoom("", is_host=False)


@dataclass(frozen=True)
class Match:
    """A match as it was played so far, and how much of that counts.

    Taking back moves ``shown`` towards the start and forgets nothing, until another action is
    played from there. Browsing does not change the match: that is the screen's state.

    >>> from spieltisch.play.codec import parse_setup
    >>> match = Match.open(Record(parse_setup("yala", "seed=42")))
    >>> match = match.play(1, match.rules.parse_action("a+"), at_ms=1500)
    >>> match.last_turn.entry, match.position.active_seats
    (Entry(seat=1, action='a+', at_ms=1500), frozenset({2}))
    >>> back = match.show(0)
    >>> len(back.turns), back.position == match.start, back.is_at_end
    (1, True, False)
    """

    setup: Setup
    start: AnyPosition
    """The first position."""
    turns: History[Turn] = field(default_factory=History)
    """All that was played, including what was taken back."""
    shown: int = 0
    """How many turns count now."""
    helps: int = 0
    """How often a solitaire player was helped, or took something back."""
    is_helped: bool = False
    """Whether the people of a match on several devices agree that computers help."""
    here: frozenset[Seat] = frozenset()
    """In a match by link, the seats for which a person on this device acts; those of others are as
    good as empty here."""
    # How long a clock has run does not make it another match.
    passed_ms: int = field(default=0, compare=False)
    """In a match on several devices, how long the running clock had run when the leading device's
    page was last left."""
    keys: Mapping[Seat, str] = field(default_factory=dict, compare=False)
    """The secrets of seats in live play (live/host.py): those of seats here, and on the host those
    of seats that were given to other devices."""
    salt: str = field(default="", compare=False)
    """On the host: what hidden cards are sealed with where they were not dealt from a seed."""
    room: KnownRoom = field(default=NO_ROOM, compare=False)
    """Where the other devices are found again, until people here have stopped playing live."""
    is_proven: bool = field(default=False, compare=False)
    """At a guest: whether the host has shown that it knows the key of a seat here. From then on, in
    any room, nobody is taken for it who does not."""

    own_game: Game | None = field(default=None, compare=False, repr=False)
    """The game, if it is not the one that the catalogue has by its name."""

    @classmethod
    def open(cls, record: Record, shown: int | None = None) -> Self:
        """The match of a record; raises ValueError if it cannot be replayed, or if its players
        would not be the same in it (``check_players``)."""
        check_players(record.setup)
        return cls.replayed(replay_of(record), shown)

    @classmethod
    def replayed(cls, replay: Replay, shown: int | None = None) -> Self:
        """The match of a replay, all of it; raises ValueError if it cannot be replayed."""
        match = cls.of_turns(replay.setup, replay.items)
        return match if shown is None else match.show(shown)

    @classmethod
    def of_turns(cls, setup: Setup, turns: Iterable[Turn]) -> Self:
        """The match of turns that were played from its start on."""
        history = History(turns)
        rules = catalog.game_of(setup.game).rules
        start = history[0].before if history else rules.initial_position(setup)
        return cls(setup, start, history, len(history))

    @cached_property
    def game(self) -> Game:
        return self.own_game or catalog.GAMES[self.setup.game]

    @cached_property
    def rules(self) -> AnyRules:
        return self.game.rules

    @cached_property
    def record(self) -> Record:
        """The whole match as a record; made when it is asked for, as a long one takes its time."""
        return Record(self.setup, tuple(turn.entry for turn in self.turns))

    def position_at(self, number: int) -> AnyPosition:
        return self.turns[number - 1].after if number else self.start

    @cached_property
    def position(self) -> AnyPosition:
        return self.position_at(self.shown)

    @cached_property
    def last_position(self) -> AnyPosition:
        return self.position_at(len(self.turns))

    @property
    def is_over(self) -> bool:
        return self.position.outcome is not None

    @cached_property
    def last_turn(self) -> Turn | None:
        return self.turns[self.shown - 1] if self.shown else None

    def controller(self, seat: Seat) -> Controller | None:
        """Who acts for a seat; nobody for the clock's."""
        if seat == CLOCK:
            return None
        players = self.setup.players
        return players[seat - 1].controller if players else HUMAN

    @cached_property
    def clocks(self) -> Clocks | None:
        """How much time every seat has; None in a match without clocks."""
        last = self.last_turn
        return Clocks.of(self.setup) if last is None else last.clocks

    @cached_property
    def offers(self) -> Offers:
        return self.offers_at(self.shown)

    def offers_at(self, number: int) -> Offers:
        known = self.turns[number - 1].offers if number else None
        return Offers() if known is None else known

    @cached_property
    def state(self) -> PlayState:
        """Where it stands."""
        return PlayState(self.rules, self.position, self.clocks, self.offers)

    @cached_property
    def offered_at(self) -> int:
        """Which turn has made the open offer, counted from 1; 0 if none is open."""
        if self.offers.by is None:
            return 0
        made = (self.offers.by, TableAction.OFFER)
        turns = ((one, self.turns[one - 1]) for one in range(self.shown, 0, -1))
        return next(number for number, turn in turns if (turn.seat, turn.action) == made)

    @cached_property
    def asked(self) -> frozenset[Seat]:
        """The seats that have yet to answer the open offer."""
        return self.offers.asked(self.rules, self.position)

    def table_actions(self, seat: Seat) -> tuple[TableAction, ...]:
        """What a seat may say now: resign, or something about a draw."""
        return self.offers.legal_actions(self.rules, self.position, seat)

    @cached_property
    def game_turns(self) -> History[Turn]:
        """The turns that count without those of the table, of which no game knows."""
        turns = self.turns.cut(self.shown)
        last = self.last_turn
        if last is None or not (self.offers.said or last.is_flag_fall):
            return turns
        return History(turn for turn in turns if not turn.is_tables)

    @cached_property
    def calls(self) -> tuple[TimedCall, ...]:
        """What was called in it, and rightly or not; empty in a game without calls."""
        shouts = self.game.shouts
        return () if shouts is None else shouts.timed_calls(self.turns.cut(self.shown))

    @cached_property
    def running_seat(self) -> Seat | None:
        """The seat whose clock runs; None if none does."""
        return self.state.running

    @property
    def falls_at_ms(self) -> int | None:
        """When the flag of the running seat falls, since the match began; None if no clock runs."""
        return self.clocks.falls_at_ms(self.rules, self.position) if self.clocks else None

    @property
    def is_at_end(self) -> bool:
        """Whether nothing is taken back: only then time passes and bots act."""
        return self.shown == len(self.turns)

    def bot_level(self, seat: Seat) -> int | None:
        """The level of the bot that acts for a seat; None if no bot does."""
        return bot_level(self.controller(seat))

    def is_human(self, seat: Seat) -> bool:
        """Whether a person acts for a seat on this device."""
        return self.controller(seat) == HUMAN or seat in self.here

    @cached_property
    def is_by_link(self) -> bool:
        """Whether people send it to each other as a link."""
        return any(player.controller == BY_LINK for player in self.setup.players)

    @cached_property
    def is_led(self) -> bool:
        """Whether people play it on several devices of which one decides, because speed counts, a
        clock runs, or something is hidden."""
        return self.is_by_link and not may_be_by_link(self.setup)

    @cached_property
    def needs_others(self) -> bool:
        """Whether it cannot be played while no other device is connected."""
        return self.is_led and (bool(self.shared) or is_sealed(self.setup.start))

    @property
    def runs_unseen(self) -> bool:
        """Whether time passes while nobody looks at the page: the seats have clocks, and somebody
        on another device waits."""
        return self.needs_others and self.setup.clock is not None and not self.is_over

    def is_elsewhere(self, seat: Seat) -> bool:
        """Whether a person acts for a seat on another device, or will."""
        return self.controller(seat) == BY_LINK and seat not in self.here

    @cached_property
    def shared(self) -> tuple[Seat, ...]:
        """The seats of people on other devices."""
        return tuple(filter(self.is_elsewhere, range(1, self.setup.seats + 1)))

    @property
    def is_contested(self) -> bool:
        """Whether it goes on between people on several devices: then no computer helps anybody,
        unless they agree."""
        is_going_on = self.last_position.outcome is None
        return bool(self.shared) and not self.is_helped and is_going_on

    def claiming(self, seats: Iterable[Seat]) -> Self:
        """The match with a person on this device acting for those of the seats that are by link."""
        return replace(self, here=self.here | frozenset(seats).intersection(self.shared))

    def carrying(self, other: Self) -> Self:
        """This match with what a device knows of another one that is the same for its people: all
        but what was played, how far it counts, and what others tell anew."""
        return replace(self.met_as(other, other.keys), here=other.here, helps=other.helps)

    def met_as(self, other: Self, keys: Mapping[Seat, str]) -> Self:
        """This match for the devices that have met in another one, and know seats by ``keys``."""
        return replace(self, keys=keys, salt=other.salt, room=other.room, is_proven=other.is_proven)

    def following(self, other: Self, moved: int) -> Self:
        """This match for the devices that have met in the one before; where everybody sits some
        seats further, their devices do."""
        seats = self.setup.seats
        keys = {(seat - 1 + moved) % seats + 1: key for seat, key in other.keys.items()}
        return self.met_as(other, keys)

    @cached_property
    def people(self) -> frozenset[Seat]:
        """The seats of people on this device, whether they may act now or not."""
        return frozenset(filter(self.is_human, range(1, self.setup.seats + 1)))

    def is_same_setup(self, setup: Setup) -> bool:
        return self.setup.game == setup.game and format_setup(self.setup) == format_setup(setup)

    def play(self, seat: Seat, action: Any, at_ms: int = 0) -> Self:
        """The match after an action; what was taken back before is forgotten."""
        # A file may say that it was played at the last moment that can be told.
        at_ms = at_ms if isinstance(action, FlagFall) else min(at_ms, MAX_NUMBER)
        turn = self.state.play(seat, action, at_ms)
        turns = self.turns.cut(self.shown).with_item(turn)
        after = replace(self, turns=turns, shown=self.shown + 1, passed_ms=0)
        if self.offers.said and "game_turns" in vars(self):
            # Extended, and not picked anew out of all: a long match would be copied every turn.
            known = self.game_turns
            vars(after)["game_turns"] = known if turn.is_tables else known.with_item(turn)
        return after

    def counted(self, seat: Seat, action: Any, at_ms: int) -> tuple[Seat, Any, int]:
        """What an action counts as, given the time at which it came: seat, action and time. If it
        came too late, the flag fall before it counts instead. A bot's flag never falls, as bots do
        not choose how fast a device is."""
        running, falls_at_ms = self.running_seat, self.falls_at_ms
        if running is None or falls_at_ms is None:
            return seat, action, at_ms
        if isinstance(action, FlagFall):
            return seat, action, falls_at_ms
        if self.bot_level(running) is not None:
            return seat, action, min(at_ms, falls_at_ms - 1)
        is_late = at_ms >= falls_at_ms
        return (CLOCK, FlagFall(running), falls_at_ms) if is_late else (seat, action, at_ms)

    def show(self, shown: int) -> Self:
        """The match with only its first ``shown`` turns counting, or all if there are fewer."""
        return replace(self, shown=max(0, min(shown, len(self.turns))), passed_ms=0)


_AS_TEXT: Codec[Record] = Codec(
    lambda value: parse_record(typed(value, str), MAX_KEPT_LENGTH), format_record
)


def _seat_keys(value: object) -> dict[Seat, str]:
    told = typed(value, dict)
    keys = ((seat, told.get(str(seat))) for seat in range(1, MAX_SEATS + 1))
    return {n: key for n, key in keys if type(key) is str and SEAT_KEY.pattern.fullmatch(key)}


_SEAT_KEYS: Codec[Mapping[Seat, str]] = Codec(
    _seat_keys, lambda keys: {str(seat): key for seat, key in sorted(keys.items())}
)


_ROOM = codec(KnownRoom, ignores_more=True)


def _room(value: object) -> KnownRoom:
    """The room that is kept; none if it is damaged, as people can open their link again."""
    try:
        return _ROOM.read(value)
    except ValueError:
        return NO_ROOM


_IF_SOUND: Codec[KnownRoom] = Codec(_room, _ROOM.write)


@dataclass(frozen=True)
class StoredMatch:
    """A match as it is kept in storage, not replayed; what is not said here is as in Match."""

    shown: Annotated[int, COUNT]
    record: Annotated[Record, _AS_TEXT]
    helps: Annotated[int, COUNT, OPTIONAL] = 0
    here: Annotated[frozenset[Seat], OPTIONAL] = frozenset()
    passed_ms: Annotated[int, COUNT, OPTIONAL, Named("passed")] = 0
    keys: Annotated[Mapping[Seat, str], _SEAT_KEYS, OPTIONAL] = field(default_factory=dict)
    """What is no key of a seat is left out."""
    salt: Annotated[str, Length(0, 32), OPTIONAL] = ""
    room: Annotated[KnownRoom, _IF_SOUND, OPTIONAL] = NO_ROOM
    is_proven: Annotated[bool, OPTIONAL] = False

    def check(self) -> None:
        """Raise ValueError for what the game or the match does not have."""
        setup = self.record.setup
        catalog.game_of(setup.game).info.check(setup)
        setup.check_seats(self.here, "here")

    def match(self, replay: Replay) -> Match:
        """The match, once its record is replayed; raises ValueError if it cannot be."""
        match = replace(Match.replayed(replay, self.shown), helps=self.helps).claiming(self.here)
        match = match if may_take_back(match) else match.show(len(match.turns))
        keys = {seat: key for seat, key in self.keys.items() if seat <= match.setup.seats}
        match = replace(match, passed_ms=self.passed_ms, keys=keys, is_proven=self.is_proven)
        return replace(match, salt=self.salt, room=self.room)


_KEPT = codec(StoredMatch, ignores_more=True)


def format_match(match: Match) -> str:
    """The match as it is kept in storage."""
    kept = {one.name: getattr(match, one.name) for one in fields(StoredMatch)}
    return json.dumps(_KEPT.write(StoredMatch(**kept)))


def without_secrets(match: Match) -> Match:
    """The match without what nobody else is to know: the secrets by which devices that play live
    know each other, and where they meet."""
    return replace(match, keys={}, salt="", room=NO_ROOM, is_proven=False)


_MEMBERS = ("keys", "salt", "room")
"""The members of a kept match that are secrets, or lead to the others' devices."""

_TOLD = re.compile(r'"(keys|room)"\s*:[^}]*\}?|"(salt)"\s*:[^,}]*')
"""What a text tells of them that is no JSON, perhaps because it ends there."""

_DIGITS = re.compile("(?<![?0-9a-f])(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{16,}")
"""What looks like half of a secret, or more; a number has no letters, and a sealed word has a
question mark."""


def text_without_secrets(text: str) -> str:
    """The text of a kept match that is damaged, without what nobody else is to know, and else as it
    is."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict):
        left = {name: json.dumps(one) for name, one in value.items() if name not in _MEMBERS}
        # What was played has no secrets, but perhaps a board that looks like one.
        told = {n: one if n == "record" else _DIGITS.sub("", one) for n, one in left.items()}
        if len(left) == len(value) and told == left:
            return text
        return f"{{{', '.join(f'{json.dumps(name)}: {one}' for name, one in told.items())}}}"
    text = _TOLD.sub(lambda told: f'"{told[1]}": {{}}' if told[1] else '"salt": ""', text)
    return _DIGITS.sub("", text)


def parse_kept(text: str) -> StoredMatch:
    """A kept match from its text; raises ValueError. Members that a later version has added are
    ignored."""
    return parse(text, MAX_KEPT_LENGTH, _KEPT, "the match")


def seen_ms(match: Match, turn: Turn) -> float:
    """How long the motion of a turn takes; nothing moves in a turn of the table."""
    return 0.0 if turn.is_tables else match.game.view.seen_ms(turn)


def is_race(match: Match) -> bool:
    """Whether people act against clocks in a match."""
    shouts = match.game.shouts
    return shouts is not None and shouts.is_race(match.setup)


def may_browse(match: Match) -> bool:
    """Whether a match may be browsed: a race only once it is over, as nobody can browse and be as
    fast as the others."""
    return not is_race(match) or match.last_position.outcome is not None


def may_take_back(match: Match) -> bool:
    """Whether a match may go on from an earlier moment: a race or a led match never, and a match by
    link not from before a turn that somebody elsewhere has played."""
    if is_race(match) or match.is_led:
        return False
    return not match.is_by_link or fixed(match) < len(match.turns)


def fixed(match: Match) -> int:
    """How many turns of a match cannot be taken back, as people elsewhere have played on them."""
    if not match.is_by_link:
        return 0
    if not match.here:
        return len(match.turns)
    played = range(match.shown, 0, -1)
    return next((n for n in played if match.is_elsewhere(match.turns[n - 1].seat)), 0)


def latest(match: Match) -> int:
    """How many turns of a match people here may let count: what people elsewhere have played, and
    all have agreed to take back, is theirs to play again."""
    later = range(match.shown, len(match.turns))
    theirs = (n for n in later if match.is_elsewhere(match.turns[n].seat))
    return next(theirs, len(match.turns))


def one_back(match: Match) -> int:
    """How many entries count after a take-back, which goes back to where a person has a choice.

    What the table or a bot did since is taken back, too; if only bots play, it is one entry.

    >>> from spieltisch.play.codec import parse_setup
    >>> match = Match.open(Record(parse_setup("yala", "seats=human,bot:1&seed=42")))
    >>> for seat, action in ((1, "a+"), (2, "a-")):
    ...     match = match.play(seat, match.rules.parse_action(action))
    >>> one_back(match)
    0
    """
    if not match.people:
        return max(0, match.shown - 1)
    least = fixed(match)
    return next(
        (shown for shown in range(match.shown - 1, least, -1) if _awaits_person(match, shown)),
        least,
    )


def one_forth(match: Match) -> int:
    """How many entries count after a redo, the reverse of ``one_back``."""
    length = latest(match)
    if not match.people:
        return min(length, match.shown + 1)
    return next(
        (shown for shown in range(match.shown + 1, length) if _awaits_person(match, shown)), length
    )


def _awaits_person(match: Match, shown: int) -> bool:
    """Whether a person chose what to do at a moment of a match, or is to do so. Where a bot had
    its say in a person's turn, the person had nothing to choose."""
    if shown < len(match.turns) and match.turns[shown].is_table_action:
        return match.is_human(match.turns[shown].seat)
    position = match.position_at(shown)
    is_forced = match.rules.automatic_action(position) is not None
    return not is_forced and any(map(match.is_human, position.active_seats))


class Standing(Enum):
    """How a match that was sent compares with the same match as it is kept on this device."""

    SAME = "same"
    LONGER = "longer"
    """It continues the kept one."""
    OLDER = "older"
    """The kept one continues it."""
    FORK = "fork"
    """Both continue an earlier moment, with different turns."""


def seated(setup: Setup) -> Match:
    """The match of a set-up as it begins on this device.

    If any seat is by link, those of people here become so, too, as other devices will see them;
    this device claims them.
    """
    if all(player.controller != BY_LINK for player in setup.players):
        return Match.open(Record(setup))
    players = tuple(
        replace(one, controller=BY_LINK) if one.controller == HUMAN else one
        for one in setup.players
    )
    return Match.open(Record(replace(setup, players=players))).claiming(setup.people)


def seen_from_here(match: Match) -> Setup:
    """The set-up from which ``seated`` would begin such a match on this device."""
    players = tuple(
        replace(player, controller=HUMAN) if seat in match.here else player
        for seat, player in enumerate(match.setup.players, start=1)
    )
    return replace(match.setup, players=players)


def common_turns(one: Sequence[Turn], other: Sequence[Turn]) -> int:
    """How many turns two matches that began alike have in common."""
    pairs = zip(one, other, strict=False)
    alike = ((a.seat, a.action) == (b.seat, b.action) for a, b in pairs)
    return next((n for n, is_alike in enumerate(alike) if not is_alike), min(len(one), len(other)))


def standing(kept: Match, sent: Sequence[Turn]) -> Standing:
    """How a match that was sent compares with the kept one; both began alike."""
    ours = kept.turns[: kept.shown]
    common = common_turns(ours, sent)
    if common == len(ours):
        return Standing.SAME if common == len(sent) else Standing.LONGER
    return Standing.OLDER if common == len(sent) else Standing.FORK


def taking_on(kept: Match, sent: Sequence[Turn]) -> Match:
    """The kept match with its turns replaced by those that were sent."""
    return Match.of_turns(kept.setup, sent).carrying(kept)


def awaited(match: Match) -> tuple[Seat, ...]:
    """The seats that are to act and whose people are elsewhere: these need the match sent."""
    return tuple(seat for seat in sorted(match.position.active_seats) if match.is_elsewhere(seat))


def is_peoples_turn(match: Match) -> bool:
    """Whether it is the turn of people here, and nobody else's, while others play on other devices:
    these may have looked away."""
    active = match.position.active_seats - {CLOCK}
    return bool(active) and active <= match.here and bool(match.shared) and not match.is_over


def to_be_sent(match: Match) -> bool:
    """Whether a person here has something to send: a turn of theirs, or a match to be joined."""
    if not match.is_by_link or not match.here:
        return False
    last = match.last_turn
    is_ours = last is not None and not match.is_elsewhere(last.seat)
    return is_ours if match.is_over else bool(awaited(match))
