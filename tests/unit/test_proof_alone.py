"""What one player alone can do: the prover finds what trying everything finds."""

from random import Random
from typing import NamedTuple

import pytest

from spieltisch.games import catalog
from spieltisch.games.aya.rules.cards import DECK
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.rules import RULES
from spieltisch.games.aya.rules.track import BALLS, format_track
from spieltisch.play.proving import Alone, NoPuzzleError, SolutionMoment, finished
from tests.unit.aya_table import tueftler, with_track

AYA = catalog.game_of("aya")


class Tried(NamedTuple):
    """What comes of a position when every run is played to its end."""

    shortest: int
    """Actions of the shortest run that clears everything; 0 if none does."""
    chance: float
    """That a run does, if it goes by chance among what does not end it in vain."""
    is_stuck: bool
    """Whether every action ends it in vain."""


def tried(position: AyaPosition) -> Tried:
    """Told by the rules alone, without knowing a position again."""
    lengths, chances, is_stuck = list[int](), list[float](), True
    for action in position.legal_actions(1):
        after = position.apply(1, action)
        if after.outcome is not None:
            if 1 in after.outcome.winners:
                lengths.append(1)
                chances.append(1.0)
                is_stuck = False
            continue
        is_stuck = False
        then = tried(after)
        if then.shortest:
            lengths.append(1 + then.shortest)
        if not then.is_stuck:
            chances.append(then.chance)
    chance = sum(chances) / len(chances) if chances else 0.0
    return Tried(min(lengths, default=0), chance, is_stuck)


def clearing(position: AyaPosition) -> set[str]:
    """The actions after which everything can still be cleared."""
    found = set()
    for action in position.legal_actions(1):
        after = position.apply(1, action)
        is_won = after.outcome is not None and 1 in after.outcome.winners
        if is_won or (after.outcome is None and tried(after).shortest):
            found.add(RULES.format_action(action))
    return found


def small_ones(edition: str, count: int) -> list[AyaPosition]:
    """Random rows of one to three cards, half of them such that the first can be matched."""
    rng, found = Random(edition), list[AyaPosition]()
    while len(found) < count:
        row = " ".join(map(str, rng.sample(DECK, rng.randint(1, 3))))
        balls = "".join(rng.sample(BALLS, len(BALLS)))
        position = with_track(tueftler(row, edition), format_track(balls))
        if len(found) % 2 == 0 or tried(position).shortest:
            found.append(position)
    return found


@pytest.mark.parametrize("edition", ["zoch", "reilly"])
def test_it_finds_what_trying_everything_finds(edition: str) -> None:
    seen = set()
    for position in small_ones(edition, 40):
        try:
            moment = finished(Alone(AYA, 1).moment(position))
        except NoPuzzleError:
            # Too much leads to the end.
            continue
        hold_equal(moment, position)
        seen.add(moment.distance)
    assert {0, 1, 2} <= seen


def hold_equal(moment: SolutionMoment, position: AyaPosition) -> None:
    """The moment, and all that follow from it, are what trying everything finds."""
    found = tried(position)
    assert (moment.distance, moment.is_broken) == (found.shortest, found.is_stuck), str(position)
    assert moment.chance == pytest.approx(found.chance)
    assert moment.ways.keys() == clearing(position)
    lengths = [1 if then is None else 1 + then.distance for _, then in moment.ways.values()]
    assert lengths == sorted(lengths), "the shortest first"
    for text, (replies, then) in moment.ways.items():
        assert replies == ()
        after = position.apply(1, RULES.parse_action(text))
        assert (then is None) == (after.outcome is not None)
        if then is not None:
            hold_equal(then, after)
