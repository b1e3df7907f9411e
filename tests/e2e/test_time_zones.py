"""When a match was played, where clocks change."""

import pytest
from playwright.sync_api import expect

from tests.e2e import yala_player


@pytest.mark.parametrize(
    ("context_options", "played", "seen", "day", "told"),
    [
        # The clocks go back between the two moments.
        ({"timezone_id": "Europe/Berlin"}, "2026-10-24T22:30:00Z", "2026-10-25T10:00:00Z",
         "2026-10-25", "today, 00:30"),
        # Forward, in the south, by half an hour.
        ({"timezone_id": "Australia/Lord_Howe"}, "2026-10-03T13:45:00Z", "2026-10-04T01:00:00Z",
         "2026-10-04", "today, 00:15"),
        ({"timezone_id": "America/St_Johns"}, "2026-03-08T03:40:00Z", "2026-03-08T15:00:00Z",
         "2026-03-08", "today, 00:10"),
    ],
    indirect=["context_options"],
)  # fmt: skip
def test_a_match_has_the_day_on_which_it_was_played(page, open_ready, played, seen, day, told):
    page.clock.set_fixed_time(played)
    open_ready(yala_player.play_link())
    page.locator("[data-site][data-target]").first.click()
    page.locator("[data-site][data-target]:not([aria-pressed=true])").first.click()
    expect(page.locator("#moves li")).to_have_count(1)
    page.clock.set_fixed_time(seen)
    page.goto(page.url.split("#")[0] + "#/matches?show=going")
    expect(page.locator("[data-match]")).to_contain_text(told)
    address = page.url.split("#")[0]
    page.goto(f"{address}#/matches?show=going&since={day}&until={day}")
    expect(page.locator("[data-match]")).to_have_count(1)
    page.reload()
    expect(page.locator("[data-match]")).to_contain_text(told)


@pytest.fixture
def context_options(request):
    return request.param
