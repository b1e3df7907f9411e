"""A host answers a guest who asks for a long match in time that is proportional to its length."""

import pytest

from spieltisch.live.log import tail, with_turns
from spieltisch.play.match import Match, format_match, parse_kept
from tests.front_doors import parse_match
from tests.unit.kept import KEPT_ID
from tests.unit.test_importing import calls_in
from tools.bench.long_matches import long_match

LENGTH = 1_000
MOST_TIMES = 2.3
"""How much more work twice the turns may be."""


def works(game: str, length: int) -> tuple[int, ...]:
    """How much the answer to a guest, the last turns of a guest, and keeping a match cost."""
    match = long_match(game, length)
    kept = format_match(match)
    match = parse_match(kept)
    last = tail(match, KEPT_ID, 0, length - 100)[0]
    short = Match.of_turns(match.setup, match.turns[: length - 100])
    fresh = parse_match(kept)
    return (
        calls_in(lambda: tail(fresh, KEPT_ID, 0, 0)),
        calls_in(lambda: with_turns(short, last, (1, 2))),
        calls_in(lambda: format_match(fresh)),
        calls_in(lambda: parse_kept(kept)),
    )


@pytest.mark.parametrize("game", ["myra", "yala"])
def test_twice_the_turns_are_twice_the_work(game: str) -> None:
    for few, many in zip(works(game, LENGTH), works(game, 2 * LENGTH), strict=True):
        assert many <= MOST_TIMES * few
