"""What the tests of puzzles share: the packs as they are shipped, and what solving one means."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from spieltisch.games import catalog
from spieltisch.play.puzzle import Continuation, Puzzle, parse_pack
from spieltisch.table import AnyPosition
from tests import fourth
from tools.project import PACKS

PUZZLED = tuple(name for name in catalog.FOLDERS if catalog.GAMES[name].puzzles is not None)
"""The site's games with puzzles."""


@cache
def pack(name: str) -> tuple[Puzzle, ...]:
    folder = PACKS if name in PUZZLED else fourth.FURTHER[name]
    return parse_pack((folder / f"{name}.json").read_text(encoding="utf-8"))


def position_of(puzzle: Puzzle) -> AnyPosition:
    return catalog.game_of(puzzle.game).rules.parse_position(puzzle.position)


def played(puzzle: Puzzle, position: AnyPosition, *texts: str) -> AnyPosition:
    """The position after some actions, each of the one seat that is to act."""
    rules = catalog.game_of(puzzle.game).rules
    for text in texts:
        (seat,) = position.active_seats
        position = position.apply(seat, rules.parse_action(text))
    return position


def ways(puzzle: Puzzle) -> Iterator[tuple[int, AnyPosition, str, Continuation, AnyPosition]]:
    """All that is accepted anywhere in a puzzle: node, position, action, answer, position after
    the action and the replies. Each node is met once."""
    seen: set[int] = set()
    todo = [(0, position_of(puzzle))]
    while todo:
        number, position = todo.pop()
        if number in seen:
            continue
        seen.add(number)
        for text, answer in puzzle.solution[number].items():
            after = played(puzzle, position, text, *answer.replies)
            yield number, position, text, answer, after
            if answer.then is not None:
                todo.append((answer.then, after))


def is_reached(puzzle: Puzzle, after: AnyPosition) -> bool:
    """Whether a position is what the goal asks for."""
    outcome = after.outcome
    if puzzle.goal in ("win", "clear"):
        return outcome is not None and outcome.winners == {puzzle.seat}
    if puzzle.goal == "draw":
        return outcome is not None and outcome.is_draw
    return outcome is None or outcome.is_draw or puzzle.seat in outcome.winners
