"""Each file that we make for a start is taken away, or damaged in one place after another.

What a start can do without is what it does without: then Python starts from Pyodide's own files.
Of the page's own scripts there is one copy alone; where that is damaged, the page says so.
"""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import Trouble
from tests.e2e.test_wrong_answers import play_a_move
from tests.sampling import sampled

MATCH = "#/play/yala?seats=human,human&seed=42"
AGAINST_BOT = "#/play/yala?seats=human,bot:1&seed=4"
PARTS = 8
"""Into how many ranges of bytes a file is divided; one of them is damaged."""

DAMAGES = {
    "cut": lambda content, _: content[: len(content) // 2],
    "zeroed": lambda content, at: content[: at.start] + bytes(len(at)) + content[at.stop :],
    "inverted": lambda content, at: (
        content[: at.start] + bytes(byte ^ 0xFF for byte in content[at.start : at.stop])
        + content[at.stop :]
    ),
}  # fmt: skip
WAYS = [
    "missing",
    "cut 0",
    *(f"{how} {part}" for how in ("zeroed", "inverted") for part in range(PARTS)),
]
NOT_NEEDED = (
    *("made/snapshot", "made/pyodide", "made/script"),
    *("made/spieltisch", "made/words-de", "vendor/zstddec/zstddec"),
)
"""What a page starts without."""

SCRIPTS = ("boot/begin", "boot/page", "boot/shared", "runtime/interpreter", "vendor/pyscript/core")


@pytest.fixture
def context_options() -> dict[str, object]:
    return {"locale": "de-AT"}


def damage(page: Page, file: str, way: str) -> list[str]:
    """Have a file of the site come damaged; gives the list of what was asked for so far."""
    how, _, part = way.partition(" ")
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if how == "missing":
            route.fulfill(status=404)
            return
        found = route.fetch()
        content = found.body()
        size = -(-len(content) // PARTS)
        at = range(size * int(part), min(size * (int(part) + 1), len(content)))
        wrong = DAMAGES[how](content, at)
        route.fulfill(response=found, body=wrong)

    page.route(f"**/static/{file}*", answer)
    return asked


def expect_played(page: Page) -> None:
    """Wait until the page takes presses, and play a move."""
    page.wait_for_selector("html:not([data-state=loading])", state="attached")
    assert page.locator("html").get_attribute("data-state") == "ready", page.content()[:2000]
    play_a_move(page)
    expect(page.locator("#move-1")).to_be_attached()


SAMPLE = [
    ("made/snapshot", "inverted 4"),
    ("made/pyodide", "zeroed 5"),
    ("vendor/zstddec/zstddec", "inverted 5"),
]


@pytest.mark.first_visit
@pytest.mark.parametrize(("file", "way"), sampled(product(NOT_NEEDED, WAYS), *SAMPLE))
def test_a_first_visit_goes_without_a_damaged_file(
    page: Page, site_url: str, trouble: Trouble, file: str, way: str
) -> None:
    asked = damage(page, file, way)
    page.goto(site_url + MATCH)
    expect_played(page)
    assert bool(asked) == (file != "made/spieltisch")
    trouble.found.clear()


KEPT = ("made/snapshot", "made/pyodide", "made/script")


@pytest.mark.parametrize(
    ("file", "way"),
    sampled(product(KEPT, WAYS), ("made/snapshot", "inverted 7"), ("made/pyodide", "inverted 3")),
)
def test_a_later_visit_goes_without_a_damaged_file_that_was_kept(
    page: Page, site_url: str, trouble: Trouble, file: str, way: str
) -> None:
    """What is kept unpacked has no checksum of its own."""
    asked = damage(page, file, way)
    page.goto(site_url + MATCH)
    expect_played(page)
    assert asked
    trouble.found.clear()


@pytest.mark.parametrize(
    ("file", "way"), sampled(product(KEPT, ("missing", "inverted 4")), ("made/script", "missing"))
)
def test_a_computer_thinks_without_a_damaged_file(
    page: Page, site_url: str, trouble: Trouble, file: str, way: str
) -> None:
    damage(page, file, way)
    page.goto(site_url + AGAINST_BOT)
    expect_played(page)
    expect(page.locator("#move-2")).to_be_attached()
    trouble.found.clear()


@pytest.mark.first_visit
@pytest.mark.parametrize(
    ("file", "way"),
    sampled(
        product(SCRIPTS, WAYS), ("boot/begin", "missing"), ("runtime/interpreter", "inverted 3")
    ),
)
def test_a_page_whose_own_scripts_are_damaged_starts_or_says_so(
    page: Page, site_url: str, trouble: Trouble, file: str, way: str
) -> None:
    damage(page, file, way)
    page.goto(site_url + MATCH)
    # Long before that a page that goes on has begun to.
    page.wait_for_function(
        """() => document.documentElement.dataset.state !== "loading"
            || (document.getElementById("boot-missing") && performance.now() > 20_000)"""
    )
    if page.locator("html").get_attribute("data-state") == "ready":
        play_a_move(page)
        expect(page.locator("#move-1")).to_be_attached()
    else:
        # What is in the page from the beginning is shown after a while.
        page.evaluate("document.getAnimations().forEach(waiting => waiting.finish())")
        expect(page.locator("#boot-failure, #boot-missing")).to_be_visible()
    trouble.found.clear()
