"""What is heard of every game's turns, though no game knows of sounds."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from spieltisch.app.board.sounds import Cue, turn_sounds
from spieltisch.play.match import Match
from spieltisch.table import HUMAN, Bot, Player, Setup
from tests.conformance.matches import SETUPS, match_of, over

pytestmark = over(SETUPS)

ENDS = {"win", "loss", "draw"}


@cache
def match_with(setup: Setup, people: frozenset[int]) -> Match:
    """A whole match, with people on these seats and bots on the others."""
    players = tuple(
        Player(controller=HUMAN if seat in people else Bot(1)) for seat in range(1, setup.seats + 1)
    )
    record = match_of(setup)
    return Match.open(replace(record, setup=replace(record.setup, players=players)))


def everybody(setup: Setup) -> frozenset[int]:
    return frozenset(range(1, setup.seats + 1))


def heard(match: Match):
    return [turn_sounds(match, turn) for turn in match.turns]


def test_no_turn_is_silent_and_every_cue_is_known(setup):
    for sounds in heard(match_with(setup, frozenset({1}))):
        played = [*sounds.way, *filter(None, (sounds.landing, sounds.close))]
        assert sounds.way or sounds.landing
        assert {sound.cue for sound in played} <= set(Cue)
        assert all(0 <= sound.seat <= setup.seats and sound.number >= 0 for sound in played)


def test_the_end_is_heard_from_each_ones_side_and_only_then(setup):
    winners = match_with(setup, everybody(setup)).position.outcome.winners
    for people in (everybody(setup), *(frozenset({seat}) for seat in everybody(setup))):
        *before, last = heard(match_with(setup, people))
        assert not ENDS & {sounds.close.cue for sounds in before if sounds.close}
        if winners:
            assert last.close.cue == ("win" if people & winners else "loss")
        else:
            assert last.close.cue == ("draw" if setup.seats > 1 else "loss")


def test_whoever_watches_hears_that_somebody_has_won(setup):
    match = match_with(setup, frozenset())
    last = heard(match)[-1]
    if setup.seats > 1 and match.position.outcome.winners:
        assert last.close.cue == "win"


def test_people_among_themselves_are_not_told_whose_turn_it_is(setup):
    closes = [sounds.close for sounds in heard(match_with(setup, everybody(setup)))]
    assert not [close for close in closes if close and close.cue == "turn"]


def test_a_person_is_told_when_a_bot_has_acted_and_it_is_the_persons_turn(setup):
    match = match_with(setup, frozenset({1}))
    told = [
        turn
        for turn, sounds in zip(match.turns, heard(match), strict=True)
        if sounds.close and sounds.close.cue == "turn"
    ]
    for turn in told:
        assert turn.seat > 1
        assert turn.after.active_seats - {0} == {1}
        assert turn.after.outcome is None
        assert match.rules.automatic_action(turn.after) is None


def test_what_was_taken_matched_or_called_is_heard_as_that(setup):
    match = match_with(setup, everybody(setup))
    for turn, sounds in zip(match.turns, heard(match), strict=True):
        kinds = {event.kind for event in turn.events}
        if "captured" in kinds:
            assert sounds.landing.cue == "capture"
        elif "matched" in kinds:
            assert sounds.landing.cue == "match"
        elif "missed" in kinds:
            assert sounds.landing.cue == "miss"
        elif "built" in kinds:
            assert sounds.landing.cue == "build"
        if "called" in kinds:
            (call,) = sounds.way
            assert (call.cue, call.seat) == ("call", turn.seat)
            assert 1 <= call.number <= len(match.game.shouts.words)


def test_of_a_turn_that_is_only_looked_at_it_is_not_told_what_it_means(setup):
    match = match_with(setup, everybody(setup))
    for turn in match.turns:
        new, seen = turn_sounds(match, turn), turn_sounds(match, turn, is_new=False)
        assert (seen.way, seen.landing, seen.close) == (new.way, new.landing, None)
