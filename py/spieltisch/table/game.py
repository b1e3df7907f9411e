"""What a game tells about itself (GameInfo), its rules (Rules), and how a person chooses an action
(Choice)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from spieltisch.table.fact import Fact
from spieltisch.table.position import Position, Seat
from spieltisch.table.record import MAX_SEED, Player, Setup, SetupError

SEALED = re.compile(r"\?[0-9a-f]{32}")
"""The placeholder of a sealed word of a start, see Rules.sealable."""

A_co = TypeVar("A_co", covariant=True)


class Status(Enum):
    """How far a choice has come."""

    INCOMPLETE = "incomplete"
    PLAYABLE = "playable"
    """It can be played as it is, or be continued."""
    COMPLETE = "complete"
    """Nothing is left to choose: it is played at once."""


class Choice(Protocol[A_co]):
    """An action being chosen, press by press: frozen, made for one position and one seat.

    Each press gives a token: a site's name, or whatever else the game lets a person pick, such as
    a number of soldiers or an end of the track.

    >>> from spieltisch.games.yala.rules.rules import RULES
    >>> position = RULES.parse_position("ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl d")
    >>> choice = RULES.choose(position, 1).press("e")
    >>> choice.status, sorted(choice.targets)
    (<Status.INCOMPLETE: 'incomplete'>, ['c', 'g'])
    >>> choice = choice.press("g")
    >>> choice.status, str(choice.action)
    (<Status.COMPLETE: 'complete'>, 'e+')
    >>> choice.back().back() == RULES.choose(position, 1)
    True
    """

    @property
    def seat(self) -> Seat:
        """Whose action is chosen."""

    @property
    def status(self) -> Status: ...

    @property
    def action(self) -> A_co | None:
        """What would be played now; None while the choice is incomplete."""

    @property
    def targets(self) -> frozenset[str]:
        """The tokens that continue the choice."""

    def press(self, token: str) -> Self:
        """The choice after a press; never raises. A token that leads nowhere starts the choice
        over, or changes nothing."""

    def back(self) -> Self:
        """The choice one press earlier; the empty choice stays as it is."""


if TYPE_CHECKING:
    from spieltisch.table.turn import Event, Turn

P = TypeVar("P", bound=Position[Any])
A = TypeVar("A")


class Shuffle(Protocol):
    """Puts a list in random order, in place: ``random.Random(seed).shuffle`` is one."""

    def __call__(self, items: MutableSequence[Any], /) -> None: ...


@dataclass(frozen=True)
class Option:
    """A setting chosen at set-up; the first of its choices is the default."""

    name: str
    choices: tuple[str, ...]
    is_house: bool = False
    """Whether any choice but the default is a house rule, of which no rule book knows."""

    @property
    def default(self) -> str:
        return self.choices[0]


@dataclass(frozen=True)
class GameInfo:
    """A game's metadata, all that a menu needs; the first of each tuple is the default.

    Links store variants, editions, options and their choices by their indices in the tuples:
    append new ones at the end.

    >>> from spieltisch.games.yala.rules.rules import INFO
    >>> INFO.title, INFO.variants, [option.default for option in INFO.options]
    ('YALA', ('standard',), ['dark', 'draw', '12', '5'])
    >>> INFO.check(Setup("yala", seats=3))
    Traceback (most recent call last):
        ...
    spieltisch.table.record.SetupError: seats '3' is not possible; choose from 2
    """

    name: str
    """The key in links, records and the command line."""
    title: str
    """The name people know; not translated."""
    author: str
    seat_counts: Mapping[str, tuple[int, ...]]
    """Numbers of seats by variant."""
    editions: tuple[str, ...] = ("standard",)
    """The rule books that differ, by name."""
    options: tuple[Option, ...] = ()
    option_names: Mapping[str, tuple[str, ...]] | None = None
    """The options of each variant; a variant not named here has all."""
    rules_version: int = 1
    """Goes up when a change to the rules, or to the order of legal actions, could replay an older
    match differently: links of other versions are refused."""

    @property
    def variants(self) -> tuple[str, ...]:
        return tuple(self.seat_counts)

    def default_setup(self) -> Setup:
        """A set-up with every default, among as few people as can play it; nothing is dealt."""
        variant = self.variants[0]
        seats = self.seat_counts[variant][0]
        players = (Player(),) * seats
        return Setup(self.name, variant, self.editions[0], seats=seats, players=players)

    def has_house_rules(self, setup: Setup, but: Collection[str] = ()) -> bool:
        """Whether a match is played by a house rule; options named in ``but`` do not count."""
        return any(
            option.is_house
            and option.name not in but
            and setup.option(option.name, option.default) != option.default
            for option in self.options_of(setup.variant)
        )

    def options_of(self, variant: str) -> tuple[Option, ...]:
        if self.option_names is None or variant not in self.option_names:
            return self.options
        known = self.option_names[variant]
        return tuple(option for option in self.options if option.name in known)

    def check(self, setup: Setup) -> None:
        """Raise SetupError if a set-up asks for something that this game does not have."""
        if setup.game != self.name:
            raise SetupError("game", setup.game, (self.name,))
        if setup.variant not in self.seat_counts:
            raise SetupError("variant", setup.variant, self.variants)
        if setup.edition not in self.editions:
            raise SetupError("edition", setup.edition, self.editions)
        counts = self.seat_counts[setup.variant]
        if type(setup.seats) is not int or setup.seats not in counts:
            raise SetupError("seats", str(setup.seats), tuple(map(str, counts)))
        if len(setup.players) not in (0, setup.seats):
            why = f"{len(setup.players)} players for {setup.seats} seats"
            raise SetupError("players", str(len(setup.players)), why=why)
        is_seed = type(setup.seed) is int and 0 <= setup.seed <= MAX_SEED
        if setup.seed is not None and not is_seed:
            raise SetupError("seed", str(setup.seed), why=f"{setup.seed} is not 0 to {MAX_SEED}")
        options = {option.name: option for option in self.options_of(setup.variant)}
        for index, (name, value) in enumerate(setup.options):
            if name not in options:
                raise SetupError("option", name, tuple(options))
            if name in dict(setup.options[:index]):
                raise SetupError("option", name, why=f"{name} is named twice")
            if value not in options[name].choices:
                raise SetupError(name, value, options[name].choices)


@dataclass(frozen=True)
class TimeLimit:
    """How long the seats that must act may take."""

    name: str
    """Which clock; views have words for it."""
    ms: int
    """Milliseconds from when the position came up."""
    runs_on: bool = False
    """The clock goes on instead of restarting if the position before had it, too."""


class Rules(Protocol[P, A]):
    """The rules of one game, as functions on its positions and texts.

    Every ``parse_x`` raises ValueError and is the exact inverse of ``format_x``; parse_position
    takes the texts of format_board, too. A game that inherits from here omits the methods of what
    it lacks: clocks, automatic actions.
    """

    draws_whole: bool = False
    """Whether a drawing shows more than the text of the board says."""
    event_kinds: tuple[str, ...] = ()
    """The kinds of events that this game has beside the shared ones (EVENT_KINDS, table/turn.py):
    small letters and hyphens, in the past tense."""

    def deal(self, setup: Setup, shuffle: Shuffle) -> str:
        """What chance deals for a set-up, as the text of ``Setup.start``."""

    def initial_position(self, setup: Setup) -> P:
        """The first position; raises SetupError if the set-up or its start is wrong."""

    def flaws(self, setup: Setup) -> Sequence[Fact]:
        """What is wrong with a set-up's start, the first first, if a match cannot begin with it.
        A game without an editor may leave it to ``initial_position``."""
        return ()

    def parse_position(self, text: str) -> P:
        """A position from its whole text (docs/rules.md); a board's text is that of a position
        without a past."""

    def format_position(self, position: Any) -> str:
        """The whole position as text, its past and its hidden parts included, so that it can be
        kept, sent, and searched elsewhere."""

    def format_board(self, position: Any) -> str:
        """What lies on the board, as short text to show and compare where the past is known."""

    def count_seats(self, position: Any) -> int:
        """How many seats a position is for, those that have lost already among them."""
        return 2

    def parse_action(self, text: str) -> A: ...

    def format_action(self, action: A) -> str:
        return str(action)

    def arrange(self, setup: Setup, token: str) -> str:
        """The new ``start`` after a token was pressed on the start's board by a person who arranges
        it; an empty token brings it in line with the options and the number of seats. Unchanged
        where a game has nothing to arrange."""
        return setup.start

    def deal_rest(self, setup: Setup, shuffle: Shuffle) -> str:
        """The whole ``start`` of which somebody has chosen a part, and chance deals the rest; as it
        is where nothing is left to deal. Raises SetupError if that cannot be dealt."""
        return setup.start

    def sealable(self, start: str) -> range:
        """Which words of a start, counted from 0 and split at spaces, may be hidden at first.

        Each may be sealed: on devices that must not know it yet, ``?`` and 32 hexadecimal digits
        (SEALED) replace it. Positions hold that text until the word comes to light, and the rules
        must work as long as it is hidden.
        """
        return range(0)

    def choose(self, position: P, seat: Seat) -> Choice[A]:
        """The empty choice of a seat: how a person picks an action step by step."""

    def time_limit(self, setup: Setup, position: P) -> TimeLimit | None:
        """The clock that runs in a position, if the set-up has clocks at all."""
        return None

    def automatic_action(self, position: P) -> tuple[Seat, A] | None:
        """The seat and the action that the rules force, so that nobody chooses it; else None. The
        table plays it by itself, shown as that seat's."""
        return None

    def playing(self, position: P) -> frozenset[Seat]:
        """The seats that are in the match: all but those that are out while others play on."""
        return frozenset(range(1, self.count_seats(position) + 1))

    def events(self, turn: Turn) -> tuple[Event, ...]:
        """What a turn brought about, in the order it happened; see Event."""

    def trace(self, position: P) -> Mapping[str, object]:
        """What ``replay --trace`` prints of a position, as JSON values."""
        return {"position": self.format_board(position)}


AnyRules = Rules[Any, Any]
AnyPosition = Position[Any]
