"""Small packs of puzzles, for tests of the page that are to know which puzzle comes."""

from __future__ import annotations

import json

from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.waits import Came, PuzzlePack
from spieltisch.play.puzzle import PUZZLE, Puzzle

_DUEL = {"game": "yala", "variant": "standard", "edition": "standard", "options": {}, "seats": 2}
_ALONE = {
    "game": "aya", "variant": "tueftler", "edition": "zoch", "options": {"cards": "10"}, "seats": 1,
}  # fmt: skip

WIN = PUZZLE.read(
    {
        "id": "aaaaaa", "setup": _DUEL, "position": "ldl/dll///ld/d/ldll/dl/dd/ld//dlldd d",
        "seat": 1, "goal": "win", "moves": 2, "band": 1, "effort": 10, "themes": [],
        "solution": [{"f+": ["h+", 1]}, {"h+": []}],
    }
)  # fmt: skip
"""Dark wins in two."""

HOLD = PUZZLE.read(
    {
        "id": "aaaaab", "setup": _DUEL, "position": "/dldd//l/ld//dlld/ldll/dld//l/ldddl d",
        "seat": 1, "goal": "do-not-lose", "moves": 1, "band": 2, "effort": 20, "themes": [],
        "solution": [{"i-": []}],
    }
)  # fmt: skip
"""Dark has one move after which it has not lost."""

ALONE = PUZZLE.read(
    {
        "id": "aaaaac", "setup": _ALONE,
        "position": "bb|bbyby|yy ; tueftler zoch seats=1 size=10 ; move seat=1 ; table bbyyy bbbyy",
        "seat": 1, "goal": "clear", "moves": 2, "band": 1, "effort": 10, "themes": [],
        "solution": [{"4L": [1]}, {"1R": []}],
    }
)  # fmt: skip
"""Two cards to be cleared by somebody who plays alone."""


def pack_text(*puzzles: Puzzle) -> str:
    """The pack of some puzzles, as it is fetched."""
    return json.dumps({"format": 1, "puzzles": [PUZZLE.write(puzzle) for puzzle in puzzles]})


def pack_came(game: str, text: str | None, at_ms: float = 0.0) -> Came:
    """A game's puzzles have come, or could not be fetched."""
    return Came(PuzzlePack(game), text, at_ms)


PACKS = (
    pack_came("yala", pack_text(WIN, HOLD)),
    pack_came("aya", pack_text(ALONE)),
)
"""What comes when the packs of two games are fetched."""


def fetched(*packs: Came) -> tuple[Message, ...]:
    """The packs are wanted, and come."""
    messages = list[Message]()
    for pack in packs:
        assert isinstance(pack.need, PuzzlePack)
        messages += [Navigate(f"#/puzzles/{pack.need.game}", 0.0), pack]
    return tuple(messages)


FETCHED = fetched(*PACKS)
