"""A puzzle: a position, a goal, and all actions that reach it; and its JSON texts.

A pack is a JSON text of many puzzles (docs/puzzles.md). Reading one checks only its form: the rules
check its positions and actions when it is played, and its solutions were proved when it was made.
"""

import re
from dataclasses import dataclass
from typing import Any

from spieltisch.table import MAX_SEED, RecordError, Seat, Setup
from spieltisch.table.record import MAX_SEATS, members_of, parse_json, typed, whole_number
from spieltisch.table.solution import Continuation, Node, Solution, line_from

FORMAT = 1
BANDS = 5
"""How many bands of difficulty there are; 1 is the easiest."""

MOST_MOVES = 99
MAX_PACK_LENGTH = 4_000_000
"""Letters of a pack of puzzles; the largest has a third of a million."""

_ID = re.compile("[a-z0-9]{6}")
_WORD = re.compile("[a-z]+(-[a-z]+)*")
_FIELDS = {
    "id", "setup", "position", "seat", "goal", "moves", "band", "effort", "themes", "solution",
}  # fmt: skip


@dataclass(frozen=True)
class Puzzle:
    """One thing to find.

    Attributes:
        id: its name in addresses, made from its content: the same puzzle has it in every pack.
        setup: game, variant, edition, options and seats; without seed, start and players.
        position: the position's text, as in docs/rules.md.
        seat: who is to solve it.
        goal: one of the goals of the game's ``puzzles``.
        moves: how many own actions it takes, if the defence holds out as long as it can.
        band: how hard it is, 1 to BANDS.
        effort: the measure that the band was chosen by (docs/puzzles.md).
        themes: some of the themes of the game's ``puzzles``.
        solution: the accepted actions at every moment, and what follows.
    """

    id: str
    setup: Setup
    position: str
    seat: Seat
    goal: str
    moves: int
    band: int
    effort: int
    themes: tuple[str, ...]
    solution: Solution

    @property
    def game(self) -> str:
        return self.setup.game

    @property
    def solutions(self) -> tuple[str, ...]:
        """The first actions that are accepted, as texts."""
        return tuple(self.solution[0])

    @property
    def line(self) -> tuple[str, ...]:
        """One whole solution: the actions of all seats, as texts."""
        return line_from(self.solution)

    def judge(self, node: int, action: str) -> Continuation | None:
        """What follows an own action at a node of the solution; None if it is wrong.

        The puzzle is solved if the answer has no ``then``.
        """
        return self.solution[node].get(action)


def format_puzzle(puzzle: Puzzle) -> dict[str, object]:
    """The puzzle as a JSON object, as it stands in a pack."""
    setup = puzzle.setup
    return {
        "id": puzzle.id,
        "setup": {
            "game": setup.game,
            "variant": setup.variant,
            "edition": setup.edition,
            "options": dict(setup.options),
            "seats": setup.seats,
        },
        "position": puzzle.position,
        "seat": puzzle.seat,
        "goal": puzzle.goal,
        "moves": puzzle.moves,
        "band": puzzle.band,
        "effort": puzzle.effort,
        "themes": list(puzzle.themes),
        "solution": [_format_node(node) for node in puzzle.solution],
    }


def _format_node(node: Node) -> dict[str, list[object]]:
    """By accepted action, the replies and the number of the next node, if there is one."""
    return {
        action: [*answer.replies, *([] if answer.then is None else [answer.then])]
        for action, answer in node.items()
    }


def told(puzzle: Puzzle) -> dict[str, object]:
    """The puzzle for people and other programs: its solution as lists of actions."""
    fields = format_puzzle(puzzle)
    del fields["solution"]
    return {**fields, "solutions": list(puzzle.solutions), "line": list(puzzle.line)}


def parse_puzzle(value: object) -> Puzzle:
    """The inverse of format_puzzle; raises ValueError, saying where and why."""
    return _parse(value, "the puzzle")


def parse_pack(text: str) -> tuple[Puzzle, ...]:
    """The puzzles of a pack; raises ValueError, saying where and why."""
    pack = members_of(parse_json(text, MAX_PACK_LENGTH), "the pack", {"format", "puzzles"})
    if pack["format"] != FORMAT or isinstance(pack["format"], bool):
        raise RecordError(f"format is {pack['format']!r}; this program reads {FORMAT}")
    items = typed(pack["puzzles"], list, "puzzles")
    puzzles = tuple(_parse(item, f"puzzles[{index}]") for index, item in enumerate(items))
    ids: set[str] = set()
    for index, puzzle in enumerate(puzzles):
        if puzzle.id in ids:
            raise RecordError(f"puzzles[{index}].id {puzzle.id!r} is there more than once")
        ids.add(puzzle.id)
    return puzzles


def _parse(value: object, where: str) -> Puzzle:
    fields = members_of(value, where, _FIELDS)
    setup = _parse_setup(fields["setup"], f"{where}.setup")
    themes = typed(fields["themes"], list, f"{where}.themes")
    return Puzzle(
        id=_matching(_ID, fields["id"], f"{where}.id"),
        setup=setup,
        position=typed(fields["position"], str, f"{where}.position"),
        seat=whole_number(fields["seat"], f"{where}.seat", 1, setup.seats),
        goal=_matching(_WORD, fields["goal"], f"{where}.goal"),
        moves=whole_number(fields["moves"], f"{where}.moves", 1, MOST_MOVES),
        band=whole_number(fields["band"], f"{where}.band", 1, BANDS),
        effort=whole_number(fields["effort"], f"{where}.effort", 0, MAX_SEED),
        themes=tuple(_matching(_WORD, theme, f"{where}.themes") for theme in themes),
        solution=_parse_solution(fields["solution"], f"{where}.solution"),
    )


def _parse_setup(value: object, where: str) -> Setup:
    fields = members_of(value, where, {"game", "variant", "edition", "options", "seats"})
    options = typed(fields["options"], dict, f"{where}.options")
    return Setup(
        game=_matching(_WORD, fields["game"], f"{where}.game"),
        variant=typed(fields["variant"], str, f"{where}.variant"),
        edition=typed(fields["edition"], str, f"{where}.edition"),
        options=tuple(
            sorted((name, typed(text, str, f"{where}.options")) for name, text in options.items())
        ),
        seats=whole_number(fields["seats"], f"{where}.seats", 1, MAX_SEATS),
    )


def _parse_solution(value: object, where: str) -> Solution:
    nodes = typed(value, list, where)
    if not nodes:
        raise RecordError(f"{where} is empty")
    return tuple(
        _parse_node(node, f"{where}[{number}]", range(number + 1, len(nodes)))
        for number, node in enumerate(nodes)
    )


def _parse_node(value: object, where: str, onward: range) -> Node:
    """A node; its answers lead only to nodes in ``onward``, so that every line ends."""
    node = typed(value, dict, where)
    if not node:
        raise RecordError(f"{where} accepts nothing")
    return {
        action: _parse_answer(typed(told, list, f"{where}.{action}"), f"{where}.{action}", onward)
        for action, told in node.items()
    }


def _parse_answer(told: list[Any], where: str, onward: range) -> Continuation:
    then = None
    if told and not isinstance(told[-1], str):
        *told, number = told
        then = whole_number(number, where, 0, MAX_SEED)
        if then not in onward:
            raise RecordError(f"{where} goes on at node {then}, which is not one of those after it")
    return Continuation(tuple(typed(reply, str, where) for reply in told), then)


def _matching(pattern: re.Pattern[str], value: object, where: str) -> str:
    text = typed(value, str, where)
    if not pattern.fullmatch(text):
        raise RecordError(f"{where} {text!r} is not written as it should be")
    return text
