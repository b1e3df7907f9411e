"""Why a move in a solitaire is right, or fails: facts about the cards that can still be matched.

Everything that can be done is tried to its end, up to a number of positions.
"""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from spieltisch.games.aya.rules.cards import Card
from spieltisch.games.aya.rules.duties import Attempt
from spieltisch.games.aya.rules.matches import matches
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.track import LEFT, STANDARD_MOVES, Move, pattern_of
from spieltisch.games.aya.rules.variants import SOLE_SEAT
from spieltisch.table import Fact, Kind, Turn
from spieltisch.table.fact import gettext_noop, ngettext_noop

MOST_POSITIONS = 600
"""So many positions are looked at to find out what becomes of a move."""


class AyaWhy(Kind):
    # A move that was right.
    TRAP = gettext_noop(
        "At move {number}, {move} would have matched, too. After that, nothing could have matched"
        " {card}."
    )
    TRAP_LEFT = ngettext_noop(
        "At move {number}, {move} would have matched, too. After that, at least {n} card would"
        " have been left.",
        "At move {number}, {move} would have matched, too. After that, at least {n} cards would"
        " have been left.",
    )
    BEWARE = gettext_noop(
        "Beware of {move}: that matches, too, but after it nothing can match {card} any more."
    )
    BEWARE_LEFT = ngettext_noop(
        "Beware of {move}: that matches, too, but after it at least {n} card stays.",
        "Beware of {move}: that matches, too, but after it at least {n} cards stay.",
    )
    FORCED = gettext_noop("At every move there was only one card to match.")

    # A move that fails.
    NEVER = gettext_noop("However you go on, nothing can match {card} any more.")
    LEFT_OVER = ngettext_noop(
        "However you go on, at least {n} card stays.",
        "However you go on, at least {n} cards stay.",
    )
    MISSED = gettext_noop("After {move}, nothing could have matched {card} any more.")
    MISSED_LEFT = ngettext_noop(
        "After {move}, at least {n} card would have been left.",
        "After {move}, at least {n} cards would have been left.",
    )
    NOT_NEXT = gettext_noop("The next one in the row is {card}.")
    NO_CARD = gettext_noop("No card has the pattern that the track shows now.")
    NOT_LIGHT = gettext_noop("A second move matches light cards only.")

    # Within a sentence.
    CARD = gettext_noop("the card {balls}")
    LIGHT_CARD = gettext_noop("the light card {balls}")
    TO_LEFT = gettext_noop("ball {number} to the left")
    TO_RIGHT = gettext_noop("ball {number} to the right")
    BLUE = gettext_noop("blue")
    BLUES = ngettext_noop("{n} blue", "{n} blue")
    YELLOW = gettext_noop("yellow")
    YELLOWS = ngettext_noop("{n} yellow", "{n} yellow")


_RUNS = {"b": (AyaWhy.BLUE, AyaWhy.BLUES), "y": (AyaWhy.YELLOW, AyaWhy.YELLOWS)}


def card_fact(card: Card) -> Fact:
    runs = [(ball, len(list(run))) for ball, run in groupby(card.pattern)]
    balls = tuple(
        _RUNS[ball][0]() if count == 1 else _RUNS[ball][1](n=count) for ball, count in runs
    )
    return (AyaWhy.LIGHT_CARD if card.is_light else AyaWhy.CARD)(balls=balls)


def move_fact(move: Move) -> Fact:
    return (AyaWhy.TO_LEFT if move[1] == LEFT else AyaWhy.TO_RIGHT)(number=move[0])


class _Outlook(NamedTuple):
    """What can come of a position, however play goes on."""

    never: tuple[Card, ...]
    """The cards of the row that nothing can match any more, in the row's order."""
    left: int
    """How many cards stay at least."""


def _outlook(position: AyaPosition, most: int = MOST_POSITIONS) -> _Outlook | None:
    """None if that takes more positions to find out."""
    never, left = set(position.table.row), len(position.table.row)
    met, todo = {_key(position)}, [position]
    while todo:
        here = todo.pop()
        never &= set(here.table.row)
        left = min(left, len(here.table.row))
        if not left:
            return _Outlook((), 0)
        if here.outcome is not None:
            continue
        for move in STANDARD_MOVES:
            after = here.apply(SOLE_SEAT, move)
            is_broken = after.outcome is not None and not after.outcome.winners
            if not is_broken and (key := _key(after)) not in met:
                if len(met) >= most:
                    return None
                met.add(key)
                todo.append(after)
    return _Outlook(tuple(card for card in position.table.row if card in never), left)


def _key(position: AyaPosition) -> object:
    return position.track, position.table.row, position.duty


def why(turns: Sequence[Turn], _: Callable[[], object]) -> tuple[Fact, ...]:
    """What would have been a mistake at the last move; once all cards are cleared, at the first
    move at which there was one. See ``Puzzles.why``."""
    last = len(turns)
    numbers = range(1, last + 1) if turns[-1].after.outcome is not None else (last,)
    for number in numbers:
        turn = turns[number - 1]
        trap = _trap(turn.before, turn.action)
        if trap is not None:
            return (trap.told(AyaWhy.TRAP, AyaWhy.TRAP_LEFT, number=number),)
    is_forced = all(len({one.cards for one in matches(turn.before)}) == 1 for turn in turns)
    is_over = turns[-1].after.outcome is not None
    return (AyaWhy.FORCED(),) if is_over and is_forced else ()


def warn(position: AyaPosition, _: Callable[[], object]) -> tuple[Fact, ...]:
    """Which move would be a mistake, though it matches. See ``Puzzles.warn``."""
    # A hint is answered at once: all moves together may take as long as one otherwise.
    count = sum(bool(position.try_move(move).cards) for move in STANDARD_MOVES)
    trap = _trap(position, most=MOST_POSITIONS // max(1, count))
    return () if trap is None else (trap.told(AyaWhy.BEWARE, AyaWhy.BEWARE_LEFT),)


def missed(turns: Sequence[Turn]) -> tuple[Fact, ...]:
    """Why a move was a mistake after which play could have gone on. See ``Puzzles.missed``."""
    turn = turns[-1]
    outlook = None if turn.after.outcome is not None else _outlook(turn.after)
    if outlook is None or not outlook.left:
        return ()
    return (_Trap(turn.action, outlook).told(AyaWhy.MISSED, AyaWhy.MISSED_LEFT),)


class _Trap(NamedTuple):
    """A move after which not all cards can be cleared."""

    move: Move
    outlook: _Outlook

    def told(self, never: AyaWhy, left: AyaWhy, **facts: object) -> Fact:
        outlook, facts = self.outlook, {**facts, "move": move_fact(self.move)}
        if outlook.never:
            return never(**facts, card=card_fact(outlook.never[0]))
        return left(**facts, n=outlook.left)


def _trap(
    position: AyaPosition, right: Move | None = None, most: int = MOST_POSITIONS
) -> _Trap | None:
    """A trap beside a move that is right; the first that leaves a card which nothing can match."""
    moves = (move for move in STANDARD_MOVES if move != right)
    first = None
    for trap in (_trap_of(position, move, most) for move in moves):
        if trap is not None and trap.outlook.never:
            return trap
        first = first or trap
    return first


def _trap_of(position: AyaPosition, move: Move, most: int) -> _Trap | None:
    """A move as a trap; None if it is none, or if that takes too long to find out."""
    if not position.try_move(move).cards:
        return None
    outlook = _outlook(position.apply(SOLE_SEAT, move), most)
    return None if outlook is None or not outlook.left else _Trap(move, outlook)


def why_not(turns: Sequence[Turn], *_: object) -> tuple[Fact, ...]:
    """Which card nothing can match any more, or why a move has matched nothing. See
    ``Puzzles.why_not``."""
    turn = turns[-1]
    before, after = turn.before, turn.after
    if after.outcome is None:
        outlook = _outlook(after)
        if outlook is None or not outlook.left:
            return ()
        if outlook.never:
            return (AyaWhy.NEVER(card=card_fact(outlook.never[0])),)
        return (AyaWhy.LEFT_OVER(n=outlook.left),)
    shown, row = pattern_of(after.track), before.table.row
    is_second = isinstance(before.duty, Attempt) and before.duty.is_second
    if is_second and any(one.card.pattern == shown for one in before.open_cards):
        return (AyaWhy.NOT_LIGHT(),)
    if before.variant.goes_in_order:
        return (AyaWhy.NOT_NEXT(card=card_fact(row[0])),)
    return (AyaWhy.NO_CARD(),)
