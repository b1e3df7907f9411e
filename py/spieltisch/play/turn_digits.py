"""The turns of a match in the digits of a link (docs/rules.md, Links).

Each is an index among those that are possible in its position, so that nothing can be written that
cannot happen at a table.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.play.codec import LinkError, LinkPart
from spieltisch.play.digits import DigitReader, DigitWriter
from spieltisch.table import (
    CLOCK,
    AnyPosition,
    AnyRules,
    Clocks,
    FlagFall,
    IllegalActionError,
    Offers,
    Seat,
    Setup,
    TableAction,
    Turn,
    has_clock,
    play,
    possible,
)
from spieltisch.table.marks import MAX_NUMBER

MAX_TURNS = 12_000
_TIME_UNIT_MS = 10
_CLOCK_UNIT_MS = 1
"""Matches with clocks have exact times, as in a record: a rounded time may be too late."""
_TIME_BITS = 5


def check_length(turns: int) -> None:
    """Raise LinkError for more turns than a link holds."""
    if turns > MAX_TURNS:
        why = f"a match of {turns} turns; the longest that a link holds has {MAX_TURNS}"
        raise LinkError(LinkPart.SIZE, str(turns), why)


def _time_unit_ms(game: Game, setup: Setup) -> int:
    """The unit in which a link has the times of turns; 0 if times do not count and it has none."""
    if setup.clock is not None:
        return _CLOCK_UNIT_MS
    return _TIME_UNIT_MS if _has_times(game, setup) else 0


def _has_times(game: Game, setup: Setup) -> bool:
    """Whether times count: in a race against a clock, or in a run that is compared."""
    is_race = game.shouts is not None and game.shouts.is_race(setup)
    return is_race or (game.solver is not None and game.solver.category(setup) is not None)


def write_turns(
    digits: DigitWriter, setup: Setup, turns: Sequence[Turn], *, has_said: bool = False
) -> None:
    """Write how many turns there are, and which; raises LinkError for too many.

    Args:
        digits, setup, turns: where to, and what.
        has_said: whether turns of the table may be among them (TableAction).
    """
    count = len(turns)
    check_length(count)
    unit_ms = _time_unit_ms(catalog.game_of(setup.game), setup)
    digits.number(count)
    before, clocks, offers = 0, Clocks.of(setup), Offers()
    for turn in turns:
        has_flag = clocks is not None and clocks.running(turn.rules, turn.before) is not None
        said = _sayable(turn.rules, turn.before, offers) if has_said else []
        _write_action(digits, turn, said, has_flag=has_flag)
        if unit_ms:
            at = turn.at_ms // unit_ms
            digits.number(at - before, _TIME_BITS)
            before = at
        clocks, offers = turn.clocks, turn.offers or offers


def _sayable(
    rules: AnyRules, position: AnyPosition, offers: Offers
) -> list[tuple[Seat, TableAction]]:
    """All that could be said in a position, seat by seat."""
    return [
        (seat, action)
        for seat in sorted(rules.playing(position))
        for action in offers.legal_actions(rules, position, seat)
    ]


def _write_action(
    digits: DigitWriter, turn: Turn, said: list[tuple[Seat, TableAction]], *, has_flag: bool
) -> None:
    """Write an action's index among all that are possible: a flag that may fall comes first, what
    could be said last."""
    if turn.is_flag_fall:
        place, count = -1, len(possible(turn.before))
    elif isinstance(turn.action, TableAction):
        count = len(possible(turn.before))
        place = count + said.index((turn.seat, turn.action))
    else:
        place, count = turn.place
    digits.digit(place + has_flag, count + has_flag + len(said))


def read_length(digits: DigitReader) -> int:
    """How many turns there are; raises LinkError for too many."""
    count = digits.number()
    check_length(count)
    return count


def read_turns(
    digits: DigitReader, setup: Setup, count: int, *, has_said: bool = False
) -> Iterator[Turn]:
    """The turns, each played by the rules; raises LinkError for one that cannot be played.

    Arguments as in write_turns.
    """
    game = catalog.game_of(setup.game)
    position: AnyPosition = game.rules.initial_position(setup)
    unit_ms = _time_unit_ms(game, setup)
    at_ms, clocks, offers = 0, Clocks.of(setup), Offers()
    for number in range(1, count + 1):
        options: list[tuple[Seat, Any]] = possible(position)
        running = None if clocks is None else clocks.running(game.rules, position)
        if running is not None:
            options = [(CLOCK, FlagFall(running)), *options]
        if has_said:
            options += _sayable(game.rules, position, offers)
        if not options:
            why = f"turn {number} is played after the match is over"
            raise LinkError(LinkPart.TURN, str(number), why)
        seat, action = options[digits.digit(len(options))]
        is_own = seat == CLOCK and running is None
        if is_own and not has_clock(game.rules, setup, position):
            raise LinkError(LinkPart.TURN, str(number), f"turn {number}: no clock runs")
        at_ms += digits.number(_TIME_BITS) * unit_ms if unit_ms else 0
        if at_ms > MAX_NUMBER:
            raise ValueError("a match of too many years")
        try:
            turn = play(game.rules, position, seat, action, at_ms, clocks, offers)
        except IllegalActionError as error:
            raise LinkError(LinkPart.TURN, str(number), f"turn {number}: {error}") from error
        yield turn
        position, clocks, offers = turn.after, turn.clocks, turn.offers or offers
