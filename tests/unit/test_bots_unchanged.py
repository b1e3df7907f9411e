"""At equal seeds and levels bots play as they did: matches that were begun go on alike, and a
change that is to make them faster is seen to do no more.

What they do is in tests/positions/bots.txt. Where it is meant to change, write it anew in the
folder above: ``PYTHONPATH=py python -m tests.unit.test_bots_unchanged``
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.search import Level, think
from spieltisch.table import Setup

FILE = Path(__file__).parents[1] / "positions" / "bots.txt"
KINDS = {
    "yala": [Setup("yala"), Setup("yala", options=(("repetition", "no-repeat"),)),
             Setup("yala", options=(("ring", "9"),))],
    "myra": [Setup("myra"), Setup("myra", seats=3), Setup("myra", options=(("edge", "5"),))],
    "aya": [Setup("aya", "aya-oye", "zoch", seats=2), Setup("aya", "rumkugeln", "reilly", seats=3),
            Setup("aya", "turbo", "zoch", seats=3), Setup("aya", "kindergarten", "zoch", seats=2)],
}  # fmt: skip
PLIES = {"yala": (2, 15, 21), "myra": (4, 25, 60), "aya": (0, 7, 19)}
"""After how many random turns they are asked."""

LEVELS: list[int | Level] = [1, 3, Level(nodes=2_500)]
"""Of bots that look ahead; the last plays without noise."""


def positions(game: Game, setup: Setup) -> Iterator[Any]:
    """Some positions of a random match."""
    rng = Random(f"{setup.variant} {setup.options} {setup.seats}")
    for plies in PLIES[setup.game]:
        position = game.begin(rng.randrange(1_000), setup)
        for _ in range(plies):
            seats = sorted(position.active_seats)
            seat = rng.choice(seats)
            after = position.apply(seat, rng.choice(position.legal_actions(seat)))
            if after.outcome is not None:
                break
            position = after
        yield position


def searched(game: Game, position: Any) -> Iterator[str]:
    """What the bots that look ahead find at each level: the action, its score, and after how many
    positions, that far deep."""
    assert game.search_bots is not None
    (seat,) = position.active_seats
    for level in LEVELS:
        search = game.search_bots.search_for(position)
        found = think(search, position, seat, level, Random(1))
        name = f"nodes={level.nodes}" if isinstance(level, Level) else str(level)
        yield f"{name} {found.action} {found.score} {found.depth} {found.nodes}"


def reacted(game: Game, position: Any) -> Iterator[str]:
    """What each seat does at each level, and after how many milliseconds."""
    bots = game.reaction_bots
    assert bots is not None
    for seat in sorted(position.active_seats):
        seen = position.observe(seat)
        yield f"{seat} chance {bots.chance(seen, seat):.4f}"
        for level in bots.levels:
            made = bots.react(seen, seat, level, Random(7))
            told = "nothing" if made is None else f"{made.action} {made.delay_ms:.0f}"
            yield f"{seat} {level} {told}"


def told(name: str) -> Iterator[str]:
    """A line for each position, and below it what the bots do there."""
    game = catalog.game_of(name)
    for setup in KINDS[name]:
        for position in positions(game, setup):
            yield f"{name} {game.rules.format_board(position)}"
            ask = reacted if game.search_bots is None else searched
            yield from (f"  {line}" for line in ask(game, position))


def of_game(name: str, lines: list[str]) -> list[str]:
    starts = [number for number, line in enumerate(lines) if line[0] != " "]
    blocks = zip(starts, [*starts[1:], len(lines)], strict=True)
    return [
        line
        for begin, end in blocks
        if lines[begin].startswith(f"{name} ")
        for line in lines[begin:end]
    ]


@pytest.mark.parametrize("name", KINDS)
def test_bots_play_as_they_did(name: str) -> None:
    before = of_game(name, FILE.read_text(encoding="utf-8").splitlines())
    assert len(before) > 20
    assert [*told(name)] == before


def test_every_game_is_asked() -> None:
    assert KINDS.keys() == catalog.GAMES.keys()


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for name in KINDS for line in told(name)), encoding="utf-8")
