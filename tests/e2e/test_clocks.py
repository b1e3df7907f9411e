"""Matches with clocks, in a real browser."""

import re
from random import Random

from playwright.sync_api import expect

from tests.e2e.shown import expect_shown, note_shown
from tests.e2e.yala_player import Table, play_link


def play_somewhere(table, rng):
    """Play one turn by clicks."""
    before = table.board.get_attribute("data-position")
    table.site(rng.choice(table.targets)).click()
    expect(table.board.locator("[aria-pressed=true]")).to_have_count(1)
    table.site(rng.choice(table.targets)).click()
    expect(table.board).not_to_have_attribute("data-position", before)


def test_a_clock_runs_out(open_ready):
    page = open_ready(f"{play_link()}&clock=0+3")
    expect(page.locator("#clock-2")).to_have_text("3.0")
    note_shown(page, "#clock-2")
    note_shown(page, "#clock-2.is-running")
    play_somewhere(Table(page), Random(1))
    expect(page.locator("[data-outcome]")).to_have_attribute("data-outcome", "1")
    expect(page.locator("#clock-2")).to_have_text("0.0")
    expect(page.locator("#end")).to_contain_text("wins on time")
    expect_shown(page, "#clock-2", re.compile(r"^2\.\d$"), re.compile(r"^1\.\d$"), "0.0")
    expect_shown(page, "#clock-2.is-running", re.compile(r"^[012]\.\d$"))
    expect(page.locator("#moves li")).to_have_count(2)
    page.reload()
    expect(page.locator("[data-outcome]")).to_have_attribute("data-outcome", "1")


def test_a_match_with_increments_by_clicks(open_ready):
    page = open_ready("#/setup/yala")
    page.locator("#company-together").check()
    if not page.locator("#clock").is_visible():
        page.locator("#more > summary").click()
    page.locator("#clock").select_option("5+3")
    page.get_by_role("button", name="Start the game").click()
    expect(page).to_have_url(re.compile(re.escape("clock=5+3")))
    table, rng = Table(page), Random(3)
    play_somewhere(table, rng)
    expect(page.locator(".seat-clock.is-running")).to_have_id("clock-2")
    play_somewhere(table, rng)
    expect(page.locator(".seat-clock.is-running")).to_have_id("clock-1")
    # Whoever needs less than the increment has more than before.
    expect(page.locator("#clock-2")).to_have_text(re.compile(r"^5:0[123]$"))
    expect(page.locator("#clock-1")).to_have_text(re.compile(r"^4:5\d$"))
    while not table.is_over:
        play_somewhere(table, rng)
    expect(page.locator("[data-outcome]")).not_to_contain_text("on time")
    expect(page.locator(".seat-clock.is-running")).to_have_count(0)


def test_a_match_that_is_come_back_to_waits(open_ready):
    page = open_ready(f"{play_link()}&clock=10+0")
    play_somewhere(Table(page), Random(1))
    page.reload()
    expect(page.locator("[data-do=ready]")).to_be_visible()
    expect(page.locator("#clock-2")).to_have_text("10:00")
    expect(page.locator(".seat-clock.is-running")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#clock-2")).to_have_class(re.compile("is-running"))
    page.keyboard.press("p")
    expect(page.locator("[data-do=ready]")).to_be_visible()
    expect(page.locator(".seat-clock.is-running")).to_have_count(0)
