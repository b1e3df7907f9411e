"""Every turn tells what it brought about (docs/rules.md has each game's events)."""

import re

from tests.conformance.matches import SETUPS, over, turns

pytestmark = over(SETUPS)

ENDINGS = ("won", "drawn", "lost")


def test_every_turn_tells_something_well_formed(setup):
    seats = range(setup.seats + 1)
    for turn in turns(setup):
        assert isinstance(turn.events, tuple)
        assert turn.events
        for event in turn.events:
            assert re.fullmatch("[a-z]+(-[a-z]+)*", event.kind)
            assert event.seat in seats
            assert event.target is None or event.target in seats
            assert all(isinstance(site, str) and site for site in event.sites)
            assert event.count >= 0
            hash(event)


def test_the_end_is_told_last_and_only_then(setup):
    *before, last = turns(setup)
    for turn in before:
        assert turn.after.outcome is None
        assert not {event.kind for event in turn.events} & set(ENDINGS)
    outcome = last.after.outcome
    told = [event for event in last.events if event.kind in ENDINGS]
    assert told == list(last.events[-len(told) :])
    winners = [event.seat for event in told if event.kind == "won"]
    assert winners == sorted(outcome.winners)
    others = [event.kind for event in told if event.kind != "won"]
    assert len(others) == outcome.is_draw
    assert set(others) <= ({"lost"} if setup.seats == 1 else {"drawn"})


def test_the_same_turn_tells_the_same(setup):
    for turn in turns(setup)[:: len(turns(setup)) // 20 or 1]:
        assert turn.rules.events(turn) == turn.events
