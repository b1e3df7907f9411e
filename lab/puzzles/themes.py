"""What puzzles are about, by what happens on the way to their solution."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from spieltisch.games import catalog
from spieltisch.play.puzzle import Puzzle
from spieltisch.table import Turn, play


def themes_of(puzzle: Puzzle) -> tuple[str, ...]:
    """The themes of a puzzle, in the order in which its game lists them."""
    puzzles, own = catalog.game_of(puzzle.game).puzzles, catalog.game_of(puzzle.game).own_cards
    assert puzzles is not None
    if own is not None:
        return own.themes(puzzle.setup, puzzle.position)
    turns = turns_of(puzzle)
    tests = {theme: THEMES.get(theme) or _brings(theme) for theme in puzzles.themes}
    return tuple(theme for theme, is_about in tests.items() if is_about(puzzle, turns))


def turns_of(puzzle: Puzzle) -> list[Turn]:
    """The turns of the line."""
    rules = catalog.game_of(puzzle.game).rules
    position = rules.parse_position(puzzle.position)
    turns = []
    for text in puzzle.variation:
        (seat,) = position.active_seats
        turns.append(play(rules, position, seat, rules.parse_action(text)))
        position = turns[-1].after
    return turns


Test = Callable[[Puzzle, Sequence[Turn]], bool]


def _brings(kind: str, count: int | None = None) -> Test:
    """Whether the solver brings about an event by an action that does not end the match."""

    def is_brought(puzzle: Puzzle, turns: Sequence[Turn]) -> bool:
        return any(
            event.kind == kind and count in (None, event.count)
            for turn in turns
            if turn.seat == puzzle.seat and turn.after.outcome is None
            for event in turn.events
        )

    return is_brought


THEMES: dict[str, Test] = {
    "wall": _brings("built", 5),
    "vanish": _brings("vanished"),
    "capture": _brings("captured"),
    "produce": _brings("produced"),
    "sow": _brings("sown"),
    "split": _brings("split"),
}
"""Themes of games against an opponent. Any other is named as the kind of event that it is about."""
