"""Every turn tells what it brought about (docs/rules.md has each game's events)."""

import re

from spieltisch.table import EVENT_KINDS
from tests.conformance.matches import SETUPS, over, rules_of, turns

pytestmark = over(SETUPS)

ENDINGS = ("won", "drawn", "lost")


def test_every_turn_tells_something_well_formed(setup):
    seats = range(setup.seats + 1)
    for turn in turns(setup):
        assert isinstance(turn.events, tuple)
        assert turn.events
        for event in turn.events:
            assert event.seat in seats
            assert event.target is None or event.target in seats
            assert all(isinstance(site, str) and site for site in event.sites)
            assert event.count >= 0
            hash(event)


def test_every_kind_is_a_shared_one_or_one_of_the_games_own(setup):
    own = rules_of(setup).event_kinds
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", kind) for kind in own), "small letters and hyphens"
    assert not set(own) & set(EVENT_KINDS), "a shared kind is not listed again"
    assert len(set(own)) == len(own)
    told = {event.kind for turn in turns(setup) for event in turn.events}
    unknown = told - {*EVENT_KINDS, *own}
    assert not unknown, f"add {sorted(unknown)} to event_kinds of the game's rules"


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
