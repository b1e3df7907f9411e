"""What a built site must do to be published: every game starts and takes a move.

`make smoke` runs this alone, on the very files that a release publishes.
"""

import json

import pytest
from playwright.sync_api import expect

from spieltisch.games import catalog
from tools.project import version

pytestmark = [pytest.mark.first_visit, pytest.mark.spare_time]

MOST_PRESSES = 6
"""So many presses make a move, at the most."""


@pytest.fixture(scope="module")
def browser(whole_browser):
    return whole_browser


def smallest_match(game: str) -> str:
    """The link to a match of the fewest people that a game can be played by."""
    counts = catalog.GAMES[game].info.seat_counts
    variant = min(counts, key=lambda name: counts[name][0])
    people = ",".join(["human"] * counts[variant][0])
    return f"#/play/{game}?seats={people}&variant={variant}&seed=1"


@pytest.mark.parametrize("game", catalog.GAMES)
def test_every_game_starts_and_takes_a_move(open_ready, game):
    page = open_ready(smallest_match(game))
    board, moves = page.locator(f"[data-game={game}]"), page.locator("#moves li")
    expect(moves).to_have_count(0)
    for _ in range(MOST_PRESSES):
        shown = page.locator("#app").inner_html()
        board.locator("[data-target]:not([aria-pressed=true])").first.click()
        page.wait_for_function("shown => app.innerHTML !== shown", arg=shown)
        if moves.count():
            break
    expect(moves).to_have_count(1)


def test_licences_of_this_version_are_a_press_away_from_the_settings(open_ready, axe):
    page = open_ready("#/settings")
    page.locator("a[href='licences.html']").click()
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("main")).to_contain_text(f"Spieltisch {version()}")
    page.locator("summary", has_text="pyodide").first.press("Enter")
    expect(page.locator("pre:visible")).to_contain_text("Mozilla Public License")
    assert axe() == []
    page.locator("main a[href='./']").click()
    expect(page.locator(".menu")).to_be_visible()


def test_the_bill_of_materials_is_served(page, site_url):
    answer = page.request.get(f"{site_url}sbom.cdx.json")
    bill = json.loads(answer.text())
    assert bill["metadata"]["component"]["version"] == version()
