"""What puzzles are about, by what happens on the way to their solution."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from spieltisch.games import catalog
from spieltisch.play.puzzle import Puzzle
from spieltisch.table import Turn, play

LONG = 5
"""So many own moves against an opponent are a long way."""


class Line(NamedTuple):
    """A puzzle and its line."""

    puzzle: Puzzle
    turns: Sequence[Turn]
    facts: frozenset[str]
    """The names of the facts that are certain of the solver's actions (``Puzzles.why``), whatever
    the other side threatens."""


def themes_of(puzzle: Puzzle) -> tuple[str, ...]:
    """The themes of a puzzle, in the order in which its game lists them."""
    puzzles, own = catalog.game_of(puzzle.game).puzzles, catalog.game_of(puzzle.game).own_cards
    assert puzzles is not None
    if own is not None:
        return own.themes(puzzle.setup, puzzle.position, puzzle.variation, puzzle.solutions)
    line = line_of(puzzle)
    tests = {theme: THEMES.get(theme) or _brings(theme) for theme in puzzles.themes}
    return tuple(theme for theme, is_about in tests.items() if is_about(line))


def has_deed(puzzle: Puzzle) -> bool:
    """Whether the solver brings about an event on the way that is worth seeing."""
    line = line_of(puzzle)
    return any(is_brought(line) for is_brought in DEEDS[puzzle.game])


def line_of(puzzle: Puzzle) -> Line:
    turns = turns_of(puzzle)
    puzzles = catalog.game_of(puzzle.game).puzzles
    assert puzzles is not None
    facts = frozenset(
        fact.kind.name
        for number, turn in enumerate(turns, 1)
        if turn.seat == puzzle.seat
        for fact in puzzles.why(turns[:number], lambda: None)
    )
    return Line(puzzle, turns, facts)


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


Test = Callable[[Line], bool]


def _brings(kind: str, count: int | None = None) -> Test:
    """Whether the solver brings about an event by an action that does not end the match."""

    def is_brought(line: Line) -> bool:
        return any(
            event.kind == kind and count in (None, event.count)
            for turn in line.turns
            if turn.seat == line.puzzle.seat and turn.after.outcome is None
            for event in turn.events
        )

    return is_brought


def _does(*facts: str) -> Test:
    """Whether one of these facts is certain of an action of the solver."""
    return lambda line: not line.facts.isdisjoint(facts)


def _has_goal(goal: str) -> Test:
    return lambda line: line.puzzle.goal == goal


def _has_one_reply(line: Line) -> bool:
    """Whether the other side is never given a choice."""
    replies = [turn for turn in line.turns if turn.seat != line.puzzle.seat]
    return bool(replies) and all(len(one.before.legal_actions(one.seat)) == 1 for one in replies)


WALL, VANISH, CAPTURE = _brings("built", 5), _brings("vanished"), _brings("captured")
PRODUCE, SOW, SPLIT = _brings("produced"), _brings("sown"), _brings("split")

DEEDS: dict[str, tuple[Test, ...]] = {
    "yala": (WALL, VANISH),
    "myra": (CAPTURE, PRODUCE, SOW, SPLIT),
}

THEMES: dict[str, Test] = {
    "wall": WALL,
    "vanish": VANISH,
    "cover": _does("COVERED"),
    "bar": _does("WALLED"),
    "one-reply": _has_one_reply,
    "defence": _has_goal("do-not-lose"),
    "repetition": _has_goal("draw"),
    "long": lambda line: line.puzzle.moves >= LONG,
    "capture": CAPTURE,
    "cornered": _does("CORNERED", "SHUT_IN"),
    "step-away": _does("STEPPED_AWAY"),
    "attacker": _does("ATTACKER_GONE"),
    "out-of-reach": _does("OUT_OF_REACH"),
    "build": _brings("built"),
    "rearrange": lambda line: any(one(line) for one in (PRODUCE, SOW, SPLIT)),
}
"""Themes of games against an opponent. Any other is named as the kind of event that it is about."""
