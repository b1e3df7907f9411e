"""Make tests/positions/yala_wins.txt: YALA positions whose fastest win exhaustive search has found.

``python -m lab.once.yala_wins`` plays random matches, steps back from their ends and asks of
every position in how few actions the side to move can force the end. Nothing is estimated, and
nothing skipped but what was asked before; the bots' search is not used.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random

from spieltisch.games.yala.rules.core import CORE, Ring, pack
from spieltisch.games.yala.rules.position import SEAT_OF, YalaPosition
from spieltisch.games.yala.rules.rules import RULES
from spieltisch.table import Setup
from tools.project import ROOT

TARGET = ROOT / "tests" / "positions" / "yala_wins.txt"
MOST_MOVES = 7
"""Wins in 1 to this many moves of the winner."""

EACH = 8
"""Positions for every number of moves."""

STEPS_BACK = 14
"""How far from the end of a random match positions are taken."""

MOST_ASKED = 150_000
"""A match is given up after so many questions: its positions are too open to try everything."""

Asked = dict[tuple[Ring, int], bool]


class TooOpenError(Exception):
    """More than MOST_ASKED questions."""


def is_won(ring: Ring, actions: int, asked: Asked) -> bool:
    """Whether the side to move can force the end within an odd number of actions."""
    return any(is_lost(CORE.child(ring, move), actions - 1, asked) for move in CORE.moves(ring))


def is_lost(ring: Ring, actions: int, asked: Asked) -> bool:
    """Whether the side to move loses within an even number of actions, whatever it does."""
    key = (ring, actions)
    if key not in asked:
        if len(asked) >= MOST_ASKED:
            raise TooOpenError
        found = CORE.moves(ring)
        asked[key] = not found or (
            actions > 0
            and all(is_won(CORE.child(ring, move), actions - 1, asked) for move in found)
        )
    return asked[key]


def fastest_win(ring: Ring, asked: Asked) -> int | None:
    """The fewest actions in which the side to move wins; None if it takes more than are tried."""
    for actions in range(1, 2 * MOST_MOVES, 2):
        if is_won(ring, actions, asked):
            return actions
    return None


def find(rng: Random) -> dict[int, list[str]]:
    """Positions by the number of actions that the win takes."""
    found: dict[int, list[str]] = {actions: [] for actions in range(1, 2 * MOST_MOVES, 2)}
    while any(len(texts) < EACH for texts in found.values()):
        asked: Asked = {}
        taken: set[int] = set()
        with suppress(TooOpenError):
            for position in _random_match(rng)[-STEPS_BACK:][::-1]:
                actions = fastest_win(pack(position.towers, position.to_move), asked)
                if actions and actions not in taken and len(found[actions]) < EACH:
                    taken.add(actions)
                    found[actions].append(RULES.format_board(position))
    return found


def _random_match(rng: Random) -> list[YalaPosition]:
    setup = Setup("yala")
    start = RULES.parse_position(RULES.deal(setup, rng.shuffle))
    positions = [start]
    while not positions[-1].outcome:
        position = positions[-1]
        seat = SEAT_OF[position.to_move]
        positions.append(position.apply(seat, rng.choice(position.legal_actions(seat))))
    return positions[:-1]


def main() -> None:
    """Write the file."""
    lines = [f"{actions} {text}" for actions, texts in find(Random(6)).items() for text in texts]
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{TARGET.name}: {len(lines)} positions")


if __name__ == "__main__":
    main()
