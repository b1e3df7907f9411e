"""Puzzles of a game's own skill, each made from its name: nothing is shipped, and the same name
makes the same puzzle on every device and every day (docs/puzzles.md)."""

import hashlib
from random import Random

from spieltisch.games import catalog
from spieltisch.games.contract import Skill
from spieltisch.play.puzzle import (
    BANDS,
    FIRST_BAND,
    PER_BAND,
    Continuation,
    Puzzle,
    Solution,
)

_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LENGTH = 6
_NAMES = len(_SIGNS) ** _LENGTH


def skill_of(game: str) -> Skill | None:
    puzzles = catalog.game_of(game).puzzles
    return None if puzzles is None else puzzles.skill


def puzzle_named(game: str, name: str) -> Puzzle:
    """The puzzle that a name makes: six letters and digits, as of every puzzle."""
    skill, band = skill_of(game), band_of(name)
    assert skill is not None
    spot = skill.made(band, Random(f"{game} {skill.goal} {name}"))
    solution = tuple(
        {text: Continuation(then=then) for text, then in node.items()} for node in spot.nodes
    )
    goal, moves = skill.goal, _fewest(solution)
    return Puzzle(name, skill.setup, spot.position, 1, goal, moves, band, spot.effort, (), solution)


def _fewest(solution: Solution, number: int = 0) -> int:
    """How many actions the shortest way to the end has."""
    return 1 + min(
        0 if answer.then is None else _fewest(solution, answer.then)
        for answer in solution[number].values()
    )


def band_of(name: str) -> int:
    """The band of the puzzle that a name makes.

    >>> [band_of(name) for name in ("000000", "000003", "zzzzzz")]
    [1, 4, 1]
    """
    return 1 + int(name, len(_SIGNS)) % BANDS


def name_of(number: int, band: int) -> str:
    """A name of a band; another one for another number, as good as always.

    >>> name_of(1, 4) != name_of(2, 4), band_of(name_of(1, 4))
    (True, 4)
    """
    place = _drawn(f"{number}") % (_NAMES // BANDS - 1)
    return _signs(place * BANDS + band - 1)


def name_of_day(day: int) -> str:
    """The name of everybody's puzzle of a day, which is counted from 1 January 1970."""
    return _signs(_drawn(f"day {day}") % _NAMES)


def band_for(rating: float) -> int:
    """The band whose puzzles are nearest to a rating.

    >>> [band_for(rating) for rating in (0, 900, 1500, 5000)]
    [1, 1, 3, 5]
    """
    return max(1, min(BANDS, 1 + round((rating - FIRST_BAND) / PER_BAND)))


def _drawn(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def _signs(number: int) -> str:
    signs = []
    for _ in range(_LENGTH):
        number, digit = divmod(number, len(_SIGNS))
        signs.append(_SIGNS[digit])
    return "".join(reversed(signs))
