"""AYA's screens for everybody: axe in light and dark, 320 pixels, German, and the live region."""

import pytest
from playwright.sync_api import expect

from tests.e2e.aya_player import Table, link
from tests.e2e.test_aya_play import PHONE
from tests.e2e.yala_player import has_no_overflow

THEMES = [{"color_scheme": "light"}, {"color_scheme": "dark"}]
NARROW = {"viewport": {"width": 320, "height": 640}}
THREE = link("aya-oye", "zoch", "human,human,human", seed=9)


def three(name):
    """The same cards for others, of whom nothing is kept on this page."""
    return f"{THREE}&names={name}"


@pytest.mark.running_page
@pytest.mark.parametrize("context_options", THEMES)
def test_no_violations_on_any_screen(open_ready, axe):
    for place in ("#/", "#/setup/aya", "#/rules/aya", "#/settings", "#/key-test"):
        open_ready(place)
        assert axe() == [], place


@pytest.mark.running_page
@pytest.mark.parametrize("context_options", THEMES)
def test_no_violations_at_the_table(open_ready, axe):
    page = open_ready(three("Table"))
    table = Table(page)
    assert axe() == [], "before a call"
    table.shout(1, "oye")
    table.expect_entries(1)
    assert axe() == [], "an OYE"
    table.shout(2, "aya")
    table.expect_entries(2)
    page.keyboard.press("3")
    expect(page.locator("[data-ball='3']")).to_have_attribute("aria-pressed", "true")
    assert axe() == [], "in the middle of a demonstration"


@pytest.mark.running_page
@pytest.mark.parametrize("context_options", THEMES)
def test_no_violations_in_what_all_have_missed_and_at_the_end(open_ready, axe):
    page = open_ready(three("Missed"))
    table = Table(page)
    for seat in (1, 2, 3):
        table.shout(seat, "oye")
        table.expect_entries(seat)
    table.expect_entries(4)
    expect(page.locator(".missed-match").first).to_be_visible()
    assert axe() == []


@pytest.mark.running_page
@pytest.mark.parametrize("context_options", THEMES)
def test_no_violations_in_the_solitaire(open_ready, axe):
    page = open_ready(link("tueftler", "reilly", "human", seed=3, cards=39))
    for _ in range(3):
        page.locator("[data-do=hint]").click()
    assert axe() == []


@pytest.mark.running_page
@pytest.mark.parametrize("context_options", [PHONE, {**PHONE, "color_scheme": "dark"}])
@pytest.mark.parametrize("seats", [2, 6])
def test_no_violations_round_a_phone(open_ready, axe, seats):
    page = open_ready(link("aya-oye", "zoch", ",".join(["human"] * seats), seed=1))
    page.locator("[data-shout=aya][data-seat='2']").tap()
    Table(page).expect_entries(1)
    assert axe() == []


@pytest.mark.running_page
@pytest.mark.parametrize("context_options", [NARROW, {**NARROW, "locale": "de-DE"}])
def test_nothing_is_cut_off_at_320_pixels(open_ready):
    places = ["#/setup/aya", "#/rules/aya", "#/settings", "#/key-test"]
    places += [
        link(variant, "reilly", seats, seed=1)
        for variant, seats in (
            ("aya-oye", "human,bot:1,bot:1,bot:1,bot:1,bot:1"),
            ("aya-oye", "human,human,human,human"),
            ("rumkugeln", "human,human,human,human,human,human"),
            ("turbo", "human,human,human,human,human,human"),
            ("kindergarten", "human,human,human"),
            ("tueftler", "human"),
        )
    ]
    for place in places:
        page = open_ready(place)
        assert has_no_overflow(page), place


@pytest.mark.parametrize("context_options", [{"locale": "de-DE"}])
def test_every_event_is_told_in_a_sentence(open_ready):
    page = open_ready(THREE)
    table = Table(page)
    live = page.locator("#live")
    table.shout(2, "oye")
    expect(live).to_contain_text("Spieler 2 ruft OYE. Kann jemand")
    table.shout(1, "oye")
    expect(live).to_contain_text("Spieler 1 sieht auch keinen Treffer.")
    table.shout(3, "oye")
    expect(live).to_contain_text("Das OYE von Spieler 2 zählt")
    expect(live).to_contain_text("Ausnahmezug von Spieler 3")
    expect(live).to_contain_text("Zone: ")
