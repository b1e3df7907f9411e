"""A mistake packed into the letters of a link, for somebody else to find a better move."""

import json
from dataclasses import replace

from spieltisch.games import catalog
from spieltisch.play.mistake import MISTAKE, WIN, Mistake, puzzle_of
from spieltisch.play.packed_text import damaged, pack_text, unpack_text
from spieltisch.table import play
from spieltisch.table.codec import parse

_MAX_BYTES = 400_000
"""A position has its past: of the longest match that a link may hold, so much."""


def encode_mistake(mistake: Mistake) -> str:
    return pack_text(json.dumps(MISTAKE.write(mistake), separators=(",", ":")))


def decode_mistake(code: str, game: str) -> Mistake:
    """The inverse of encode_mistake, for a game; how often it has been found is not told. Raises
    LinkError for anything that no match of the game can have led to."""
    text = unpack_text(code, _MAX_BYTES)
    try:
        sent = parse(text, _MAX_BYTES, MISTAKE, "mistake")
        setup, seat = sent.puzzle.setup, sent.puzzle.seat
        if setup.game != game:
            raise ValueError(f"is of {setup.game}")
        info, rules = catalog.game_of(game).info, catalog.game_of(game).rules
        info.check(setup)
        position = rules.parse_position(sent.puzzle.position)
        if rules.count_seats(position) != setup.seats:
            raise ValueError(f"is not for {setup.seats} players")
        is_made = sent.puzzle.goal == WIN
        given = sent.puzzle.solutions[:1] if is_made else (sent.puzzle.solutions[0], sent.played)
        best, *played = (
            rules.format_action(play(rules, position, seat, rules.parse_action(action)).action)
            for action in given
        )
    except ValueError as error:
        raise damaged(code, str(error)) from None
    puzzle = puzzle_of(setup, rules.format_position(position), seat, best)
    if is_made:
        return Mistake(replace(puzzle, goal=WIN, moves=sent.puzzle.moves), "", 1.0)
    return Mistake(puzzle, played[0], sent.chance)
