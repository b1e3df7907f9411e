"""A puzzle: a position, a goal, and all actions that reach it; its JSON texts; and which one comes
next: the one that fits a person, and everybody's puzzle of the day.

A pack is a JSON text of many puzzles (docs/puzzles.md). Reading one checks only its form: the rules
check its positions and actions when it is played, and its solutions were proved when it was made.

Which puzzle comes next depends on how strong a person is, which Glicko-2 tells. Source:
M. E. Glickman, "Example of the Glicko-2 system" (glicko.net/glicko/glicko2.pdf, 2022). Its steps
are named where they are computed.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, gcd, log, pi, sqrt
from typing import Annotated, ClassVar, TypeAlias

from spieltisch.table import MAX_SEED, Seat, Setup
from spieltisch.table.codec import Codec, codec, parse, typed
from spieltisch.table.marks import OPTIONAL, Between, Length, Matching, MisfitError, Only, Then


@dataclass(frozen=True)
class Continuation:
    """What follows an accepted action of the solver."""

    replies: tuple[str, ...] = ()
    """The other seats' answers, as texts of actions."""
    then: int | None = None
    """The number of the node at which the solver acts next; None if the puzzle is solved."""


Node: TypeAlias = Mapping[str, Continuation]
"""A moment at which the solver acts: the accepted actions, as texts, and what follows each. The
first is shown on request; every action not listed is wrong."""

Solution: TypeAlias = tuple[Node, ...]
"""The nodes by their numbers: 0 is the first; every other one comes after those that lead to it."""


def moves_from(solution: Solution, number: int = 0) -> tuple[str, ...]:
    """All moves from a node to the end, one way: the texts of the actions of all seats."""
    moves: list[str] = []
    then: int | None = number
    while then is not None:
        action, answer = next(iter(solution[then].items()))
        moves += (action, *answer.replies)
        then = answer.then
    return tuple(moves)


BANDS = 5
"""How many bands of difficulty there are; 1 is the easiest."""

MOST_MOVES = 99
MAX_PACK_LENGTH = 4_000_000
"""Letters of a pack of puzzles; the largest has a third of a million."""

_WORD = Matching(re.compile("[a-z]+(-[a-z]+)*"))
_NODE_NUMBER = codec(Annotated[int, Between(0, MAX_SEED)])
_REPLIES = codec(tuple[str, ...])


def _answer(value: object) -> Continuation:
    """An answer as the list of the replies, with the number of the next node if there is one."""
    *replies, last = typed(value, list) or [""]
    if isinstance(last, str):
        return Continuation(_REPLIES.read(value))
    return Continuation(_REPLIES.read(replies), _NODE_NUMBER.read(last))


_ANSWER: Codec[Continuation] = Codec(
    _answer, lambda one: [*one.replies, *([] if one.then is None else [one.then])]
)


def _onward(solution: Solution) -> Solution:
    """The solution, if its answers lead only to later nodes, so that every variation ends."""
    for number, node in enumerate(solution):
        if not node:
            raise MisfitError("accepts nothing", f"[{number}]")
        for action, answer in node.items():
            if answer.then is not None and not number < answer.then < len(solution):
                why = f"goes on at node {answer.then}, which is not one of those after it"
                raise MisfitError(why, f"[{number}].{action}")
    return solution


AnyNode = Mapping[str, Annotated[Continuation, _ANSWER]]


PUZZLE_ID = re.compile("[a-z0-9]{6}")


@dataclass(frozen=True)
class Puzzle:
    """One thing to find."""

    id: Annotated[str, Matching(PUZZLE_ID)]
    """Its name in addresses, made from its content: the same puzzle has it in every pack."""
    setup: Annotated[Setup, Only(("game", "variant", "edition", "options", "seats"))]
    position: str
    """The position's text, as in docs/rules.md."""
    seat: Seat
    """Who is to solve it."""
    goal: Annotated[str, _WORD]
    """One of the goals of the game's ``puzzles``."""
    moves: Annotated[int, Between(1, MOST_MOVES)]
    """How many own actions it takes, if the defence holds out as long as it can."""
    band: Annotated[int, Between(1, BANDS)]
    effort: Annotated[int, Between(0, MAX_SEED)]
    """The measure that the band was chosen by (docs/puzzles.md)."""
    themes: tuple[Annotated[str, _WORD], ...]
    """Some of the themes of the game's ``puzzles``."""
    solution: Annotated[Solution, codec(tuple[AnyNode, ...]), Length(1), Then(_onward)]
    """The accepted actions at every moment, and what follows."""
    added: Annotated[int, Between(0, MAX_SEED), OPTIONAL] = 0
    """The first day of the calendar, counted from 1 January 1970, on which it may be the day's; 0
    for one of the first pack."""
    retired: Annotated[int, Between(0, MAX_SEED), OPTIONAL] = 0
    """From which day on it comes only by its link; 0 for never."""

    def check(self) -> None:
        self.setup.check_seats((self.seat,), ".seat")

    @property
    def game(self) -> str:
        return self.setup.game

    @property
    def solutions(self) -> tuple[str, ...]:
        """The first actions that are accepted, as texts."""
        return tuple(self.solution[0])

    @property
    def variation(self) -> tuple[str, ...]:
        """The moves of the solution, one way, as they are shown on request."""
        return moves_from(self.solution)

    def judge(self, node: int, action: str) -> Continuation | None:
        """What follows an own action at a node of the solution; None if it is wrong."""
        return self.solution[node].get(action)


PUZZLE = codec(Puzzle)


def told(puzzle: Puzzle) -> dict[str, object]:
    """The puzzle for people and other programs: its solution as lists of actions."""
    fields: dict[str, object] = PUZZLE.write(puzzle)
    del fields["solution"]
    return {**fields, "solutions": list(puzzle.solutions), "line": list(puzzle.variation)}


@dataclass(frozen=True)
class Pack:
    """The puzzles of a game, in a file."""

    FORMAT: ClassVar = 1

    puzzles: tuple[Puzzle, ...]

    def check(self) -> None:
        """Raise ValueError for a pack of no puzzles, and for a puzzle that is there twice."""
        if not self.puzzles:
            raise MisfitError("is empty", "puzzles")
        ids: set[str] = set()
        for index, puzzle in enumerate(self.puzzles):
            if puzzle.id in ids:
                raise MisfitError(f"{puzzle.id!r} is there more than once", f"puzzles[{index}].id")
            ids.add(puzzle.id)


_PACK = codec(Pack)


def parse_pack(text: str) -> tuple[Puzzle, ...]:
    """The puzzles of a pack; raises ValueError, saying where and why."""
    return parse(text, MAX_PACK_LENGTH, _PACK, "the pack").puzzles


SCALE = 173.7178
"""The rating points of one unit of Glicko-2's own scale, whose zero is a rating of CENTRE."""

CENTRE = 1500.0
TAU = 0.5
"""How far a player's volatility may change; Glickman has it between 0.3 and 1.2."""

CLOSE = 1e-6
"""How exactly the volatility's logarithm is computed."""


VALUES, DEVIATIONS, VOLATILITIES = Between(-3_000, 6_000), Between(1, 1_000), Between(0.001, 0.999)
"""The bounds of a rating's parts: nobody comes near them, and no computation fails within them."""


@dataclass(frozen=True)
class Rating:
    value: Annotated[float, VALUES]
    """The rating, on the scale on which beginners begin at 1500 in chess."""
    deviation: Annotated[float, DEVIATIONS]
    """How unsure it is: the player is within two deviations in 19 cases of 20."""
    volatility: Annotated[float, VOLATILITIES] = 0.06
    """How erratic the player's results are."""


def updated(player: Rating, results: Iterable[tuple[Rating, float]], tau: float = TAU) -> Rating:
    """A player's rating after a rating period.

    Args:
        results: each opponent's rating, and what was scored: 1 for a win, 0.5, or 0.

    The paper's own example:

    >>> opponents = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]
    >>> after = updated(Rating(1500, 200), opponents)
    >>> round(after.value), round(after.deviation, 1), round(after.volatility, 3)
    (1464, 151.5, 0.06)
    """
    mu, phi = (player.value - CENTRE) / SCALE, player.deviation / SCALE
    precision = surplus = 0.0
    for opponent, score in results:
        # Step 3: g and E, and the sum whose inverse is the variance v.
        weight = 1 / sqrt(1 + 3 * (opponent.deviation / SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-weight * (mu - (opponent.value - CENTRE) / SCALE)))
        precision += weight**2 * expected * (1 - expected)
        surplus += weight * (score - expected)
    if not precision:
        # The rating of a player who has not played becomes less sure.
        unsure = SCALE * sqrt(phi**2 + player.volatility**2)
        return Rating(player.value, unsure, player.volatility)
    variance = 1 / precision
    volatility = _volatility(phi, player.volatility, variance, variance * surplus, tau)
    # Steps 6 to 8.
    deviation = 1 / sqrt(1 / (phi**2 + volatility**2) + precision)
    value = mu + deviation**2 * surplus
    return Rating(SCALE * value + CENTRE, SCALE * deviation, volatility)


def _volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """Step 5: the new volatility, by the Illinois method of finding a zero."""
    start = log(sigma**2)

    def excess(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while excess(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    at_low, at_high = excess(low), excess(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = excess(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


START = Rating(900.0, 150.0)
"""The rating of somebody who has solved nothing: an easier start than Glicko-2's, and less unsure,
so that a first mistake costs less."""

FIRST_BAND, PER_BAND, BAND_DEVIATION = 800, 300, 60.0
"""The rating of the easiest band's puzzles, the distance from band to band, and the deviation of a
band's puzzles."""

GOLDEN = 0.618
"""How far one day's puzzle is from the next, in packs: it spreads the days over the whole pack."""


def rating_of(puzzle: Puzzle) -> Rating:
    """A puzzle's rating as a person's opponent."""
    return Rating(float(FIRST_BAND + PER_BAND * (puzzle.band - 1)), BAND_DEVIATION)


def next_for(
    pack: Sequence[Puzzle],
    rating: float,
    attempted: Collection[str],
    after: str | None = None,
) -> Puzzle:
    """The next puzzle of a pack for somebody with this rating.

    It has not been attempted, and its band is nearest to the rating. Once all have been attempted
    (``attempted`` has their ids, the latest last), it is the one attempted longest ago. The one on
    screen before, ``after``, comes again only if there is no other. Raises ValueError for a pack of
    none.
    """
    if not pack:
        raise ValueError("there is no puzzle")
    here = next((place for place, one in enumerate(pack) if one.id == after), -1)
    order = [*pack[here + 1 :], *pack[: here + 1]]
    others = [one for one in order if one.id != after] or order
    fresh = [one for one in others if one.id not in attempted]
    if fresh:
        return min(fresh, key=lambda one: abs(rating_of(one).value - rating))
    ages = {name: age for age, name in enumerate(attempted)}
    return min(others, key=lambda one: ages[one.id])


def of_day(pack: Sequence[Puzzle], day: int) -> Puzzle:
    """The puzzle of a day, which is counted from 1 January 1970: the same wherever in the world it
    is that day.

    All puzzles of a pack come before any comes again. A day keeps its puzzle when later packs add
    some and retire others. Raises ValueError where there is none.
    """
    there = [
        one
        for one in pack
        if (not one.added or one.added <= day) and (not one.retired or day < one.retired)
    ]
    if not there:
        raise ValueError(f"there is no puzzle on day {day}")
    count = len(there)
    steps = range(max(1, int(count * GOLDEN)), 2 * count)
    step = next(step for step in steps if gcd(step, count) == 1)
    return there[day * step % count]
