"""The figures of docs/fair_calls.md: who is first when people call on several devices."""

import pytest

from lab import fair_calls as simulation
from spieltisch.live.fair_calls import MOST_GRACE_MS
from tools.project import ROOT

NEAR = [one for one in simulation.ALL if not one.is_far]


@pytest.mark.parametrize("conditions", NEAR, ids=lambda one: one.name)
def test_the_faster_person_is_first_unless_somebody_is_far_away(conditions):
    told = simulation.simulated(conditions)
    assert told.faster_won >= 0.99
    assert told.by_arrival < told.faster_won
    assert told.waited_ms <= MOST_GRACE_MS
    assert told.told <= 0.02, "honest people are told off seldom, also on a bad line"


@pytest.mark.soak
def test_the_page_about_it_has_the_figures_of_today():
    page = (ROOT / "docs" / "fair_calls.md").read_text(encoding="utf-8")
    for row in simulation.rows():
        assert row in page
