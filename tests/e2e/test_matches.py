"""The kept matches in a real browser: the list, finding, names, deleting, opening, playing back,
going another way, and a review that outlives the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from spieltisch.table import parse_record
from tests.e2e.conftest import follow, go_to, reload
from tests.e2e.shown import expect_shown, note_shown
from tests.e2e.yala_player import Table
from tests.records import keeping
from tests.still import session_after, show_still
from tests.unit.archived import NOW_MS, library

CURRENT = "#moves [aria-current]"
"""The move that is shown."""

RECORDS = ("yala-dark-wins", "myra-two-seats", "yala-shortest", "aya-kindergarten-reilly-2")


def link_to(name: str) -> str:
    return keeping.json_link(parse_record(keeping.read(name)))


def items(page: Page) -> Locator:
    return page.locator("main [data-match]")


@pytest.fixture
def with_matches(open_ready):
    """A page that has kept some matches, on their list: one goes on, the others are over.

    Tests after the first find what it has left: all of them, one with a name.
    """
    page = open_ready(link_to("yala-not-over"))
    for name in RECORDS:
        # By the start screen, lest the outcome of the match before be taken for this one.
        follow(page, link_to(name))
        expect(page.locator("[data-outcome]")).to_be_attached()
    go_to(page, "#/matches")
    expect(items(page)).to_have_count(1 + len(RECORDS))
    return page


@pytest.mark.running_page
def test_matches_are_found_named_deleted_and_brought_back(with_matches, axe):
    page = with_matches
    assert axe() == []
    expect(items(page).first).to_contain_text("YALA")
    expect(page.locator("#going-title")).to_have_text("In progress")

    # What is typed narrows the list as it is typed, and is in the address.
    page.locator("#find").press_sequentially("myra")
    expect(items(page)).to_have_count(1)
    expect(page).to_have_url(re.compile(r"#/matches\?text=myra$"))
    expect(page.locator("#find")).to_be_focused()
    reload(page)
    expect(items(page)).to_have_count(1)
    expect(page.locator("#find")).to_have_value("myra")
    page.get_by_role("link", name="Show all").click()
    expect(items(page)).to_have_count(1 + len(RECORDS))

    # The choices are folded out by a press.
    page.locator("#finder-more summary").click()
    page.locator("#filter-game").select_option("yala")
    expect(items(page)).to_have_count(3)
    page.get_by_role("link", name="Ended").click()
    expect(items(page)).to_have_count(2)
    page.go_back()
    expect(items(page)).to_have_count(3)
    page.get_by_role("link", name="Show all").click()

    # A name is given by keys alone.
    expect(items(page)).to_have_count(1 + len(RECORDS))
    page.locator("#ended-title + p").wait_for()
    first = page.locator(".kept-list.is-ended [data-match]").first
    match_id = first.get_attribute("data-match")
    first.locator("[data-do=edit-name]").press("Enter")
    expect(page.locator(f"#name-{match_id}")).to_be_focused()
    page.keyboard.type("Sunday")
    page.keyboard.press("Enter")
    expect(page.locator(f"#open-{match_id}")).to_have_text("Sunday")
    expect(page.locator(f"#edit-name-{match_id}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(f"#name-{match_id}")).to_be_focused()
    page.keyboard.type(" morning")
    page.keyboard.press("Escape")
    expect(page.locator(f"#open-{match_id}")).to_have_text("Sunday")

    # What is deleted is gone, and comes back as it was.
    page.locator(f"[data-match='{match_id}'] [data-do=delete]").click()
    expect(page.locator(f"[data-match='{match_id}']")).to_have_count(0)
    expect(page.locator("#ended-title")).to_be_focused()
    page.locator("[data-do=undo-delete]").click()
    expect(page.locator(f"#open-{match_id}")).to_have_text("Sunday")
    reload(page)
    expect(page.locator(f"#open-{match_id}")).to_have_text("Sunday")
    assert axe() == []


@pytest.mark.running_page
def test_a_match_is_opened_played_back_and_another_way_is_gone_from_it(with_matches):
    page = with_matches
    entries = len(parse_record(keeping.read("yala-shortest")).entries)
    shortest = page.locator("[data-match]", has_text=f"{entries} moves")
    match_id = shortest.get_attribute("data-match")
    # All of it opens the match, also its board.
    shortest.locator(".kept-picture").click(force=True)
    page.wait_for_selector("#move-1")
    table, last = Table(page), Table(page).position

    # Its moments come by themselves and stop at the end.
    page.locator("#playback-speed").select_option("fast")
    note_shown(page, CURRENT, "id")
    page.locator("[data-do=play-back]").click()
    expect_shown(page, CURRENT, "move-2")
    expect(page.locator("#playback-slider")).not_to_have_value("0")
    # A press stops it; what is left is played back from there.
    page.locator(f"#move-{entries - 2}").click()
    expect(page.locator("[data-do=play-back]")).to_have_text("Play back")
    note_shown(page, "[data-do=play-back]")
    page.locator("[data-do=play-back]").click()
    expect_shown(page, "[data-do=play-back]", re.compile("^(?!Play back$)"), "Play back")
    table.expect(last)
    expect(page.locator("#browsing")).to_have_count(0)

    # A key starts it as well; any press stops it where it is.
    page.locator("#playback-speed").select_option("slow")
    page.locator("#main").focus()
    note_shown(page, CURRENT, "id")
    page.keyboard.press("k")
    expect_shown(page, CURRENT, "move-1")
    page.locator("#move-4").click()
    expect(page.locator("[data-do=play-back]")).to_have_text("Play back")
    expect(page.locator("#move-4[aria-current]")).to_be_attached()
    page.locator("#main").focus()
    note_shown(page, CURRENT, "id")
    page.keyboard.press("Space")
    expect_shown(page, CURRENT, "move-5")
    page.keyboard.press("Space")
    expect(page.locator("[data-do=play-back]")).to_have_text("Play back")

    # From here another match goes on; this one stays.
    page.locator("#move-4").click()
    moment = table.position
    page.locator("[data-do=branch-off]").click()
    expect(page.locator("[data-outcome]")).to_have_count(0)
    table.expect(moment)
    expect(page.locator("#moves .move")).to_have_count(4)
    go_to(page, "#/matches")
    expect(items(page)).to_have_count(2 + len(RECORDS))
    expect(page.locator(f"[data-match='{match_id}']")).to_contain_text(f"{entries} moves")
    go_to(page, "#/")
    expect(page.locator(".latest [data-match]")).to_have_count(2)
    page.get_by_role("link", name="Continue").first.click()
    table.expect(moment)


@pytest.mark.running_page
def test_a_review_is_there_again_without_being_thought_about(open_ready):
    page = open_ready(link_to("yala-shortest"))
    page.locator("[data-do=review]").click()
    page.wait_for_selector("#accuracies", timeout=120_000)
    page.wait_for_selector("[data-do=review]", timeout=120_000)
    expect(page.locator("progress")).to_have_count(0)
    # The review has opened at its first turning point; a reload leads to the present.
    page.locator("#steps [data-do=present]").click()
    expect(page.locator(".turning.is-shown")).to_have_count(0)
    told = page.locator("#review").inner_text()
    reload(page)
    expect(page.locator("#review")).to_have_text(told, use_inner_text=True)
    expect(page.locator("[data-do=stop-review]")).to_have_count(0)


SIZES = [(320, 568), (390, 844), (844, 390), (768, 1024), (1440, 900), (2560, 1440)]

FAULTS = """() => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push("wider than the screen");
  const seen = node => node.checkVisibility() && node.getBoundingClientRect().width > 0.5;
  for (const node of document.querySelectorAll("main :is(a, button, select, input, summary)")) {
    if (!seen(node)) continue;
    // All of an item opens it: the link itself is only its name.
    if (node.closest(".kept-title")) continue;
    const { width, height, left, right } = node.getBoundingClientRect();
    const name = node.id || node.textContent || node.ariaLabel;
    if (width < 43.5 || height < 43.5) found.push(`${name}: ${width} x ${height}`);
    if (left < -0.5 || right > innerWidth + 0.5) found.push(`${name}: off the screen`);
  }
  for (const node of document.querySelectorAll(".kept-picture"))
    if (seen(node) && node.firstElementChild?.getBoundingClientRect().height < 20)
      found.push("a board that cannot be seen");
  return found;
}"""


def kept_session(link, language, size=60):
    """A session with many matches, on a screen."""
    from spieltisch.app.core.messages import Navigate, SetClock, SetSetting
    from spieltisch.app.matches.state import LibraryChanged
    from spieltisch.play.summary import format_summary

    texts = tuple(map(format_summary, library(size, seed=2).values()))
    return session_after(
        [SetClock(float(NOW_MS)), SetSetting("language", language), LibraryChanged(texts),
         Navigate(link, 0.0)]
    )  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    "link",
    ["#/matches", "#/matches?show=ended&game=aya&result=won", "#/matches?text=nobody", "#/"],
)
def test_all_that_is_listed_can_be_seen_and_pressed(still, link, language):
    show_still(still, kept_session(link, language))
    for width, height in SIZES:
        still.set_viewport_size({"width": width, "height": height})
        assert still.evaluate(FAULTS) == [], f"{width}x{height}"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390)], ids=str)
def test_the_latest_matches_leave_all_games_on_one_screen_of_a_phone(still, size, language):
    show_still(still, kept_session("#/", language))
    still.set_viewport_size({"width": size[0], "height": size[1]})
    expect(still.locator(".latest [data-match]")).to_have_count(3)
    bottoms = still.evaluate(
        "[...document.querySelectorAll('.card')].map(one => one.getBoundingClientRect().bottom)"
    )
    assert max(bottoms) <= size[1]
