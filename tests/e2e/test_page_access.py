"""For everybody: no axe violations, any size of window and of letters, forced colours."""

from itertools import product

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import SIZE, go_to, reload
from tests.e2e.yala_player import Table, has_no_overflow, play_link, recorded, recorded_link
from tests.sampling import sampled

SCREENS = ["#/", "#/setup/yala", "#/rules/yala", "#/learn/yala", "#/settings", play_link()]


def visit(page, link):
    """Follow a link and wait until its screen is there."""
    go_to(page, link)
    names = {"": "start", "learn": "exercise", "play": "match"}
    part = link.removeprefix("#/").partition("/")[0].partition("?")[0]
    page.wait_for_selector(f".screen-{names.get(part, part)}")


@pytest.mark.parametrize("language", sampled(["en", "de"], "en"))
def test_no_screen_has_a_violation_light_or_dark(open_ready, axe, language):
    page = open_ready()
    page.locator("#set-language").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    table = Table(page)
    found = {}
    for link, scheme in product(SCREENS, ("light", "dark")):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        visit(page, link)
        found[link, scheme] = axe()
    # A tower chosen, the match in another tab, a notice, an arranged ring, an end.
    table.site("b").click()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found["chosen", scheme] = axe()
    table.site("d").click()
    expect(page.locator("#moves li")).to_have_count(1)
    found["moved"] = axe()
    with page.context.new_page() as other:
        other.goto(page.url)
        other.wait_for_selector("html[data-state=ready]", state="attached")
        other.locator("[data-do='play-here']").click()
        expect(page.locator("#elsewhere")).to_be_visible()
        found["elsewhere"] = axe()
    go_to(page, "#/play/chess")
    expect(page.get_by_role("alert")).to_be_visible()
    found["wrong"] = axe()
    visit(page, "#/setup/yala")
    page.locator("#more > summary").click()
    page.locator("#start-arranged").check()
    expect(page.locator("#arranger-help")).to_be_visible()
    found["arranged"] = axe()
    assert {screen: lines for screen, lines in found.items() if lines} == {}


@pytest.mark.running_page
def test_the_end_of_a_match_has_no_violation(open_ready, axe):
    table = Table(open_ready(recorded_link(without=1)))
    table.click(recorded("yala-shortest")[1][-1])
    expect(table.page.locator("[data-outcome]")).to_be_visible()
    assert axe() == []


def board_fits(page) -> bool:
    """Whether the whole board can be seen at once."""
    box = page.locator("#board").bounding_box()
    size = page.viewport_size
    return box["width"] <= size["width"] and box["height"] <= size["height"]


class TestPhone:
    @pytest.fixture
    def context_options(self):
        return {
            "viewport": {"width": 320, "height": 568},
            "device_scale_factor": 2,
            "is_mobile": True,
            "has_touch": True,
        }

    @pytest.mark.running_page
    def test_a_match_is_played_by_touch_on_the_smallest_screen(self, open_ready, axe):
        start, actions = recorded("yala-shortest")
        page = open_ready(play_link(start))
        table = Table(page)
        assert board_fits(page)
        for action in actions:
            table.tap(action)
            assert has_no_overflow(page)
        expect(page.locator("[data-outcome]")).to_be_attached()
        sizes = page.evaluate(
            """() => [...document.querySelectorAll("button, a, input, select")]
                .filter(node => node.checkVisibility())
                .map(node => [node.outerHTML, node.getBoundingClientRect()])
                .filter(([, box]) => box.width < 24 || box.height < 24)
                .map(([html]) => html)"""
        )
        assert sizes == [], "too small for a finger"

    @pytest.mark.running_page
    def test_no_screen_is_wider_than_the_screen(self, open_ready):
        page = open_ready()
        for language, link in product(("en", "de"), SCREENS):
            page.locator("#set-language").select_option(language)
            visit(page, link)
            assert has_no_overflow(page), (language, link)
        go_to(page, "#/play/" + "x" * 300)
        expect(page.get_by_role("alert")).to_be_visible()
        assert has_no_overflow(page)
        visit(page, "#/setup/yala")
        page.locator("#more > summary").click()
        page.locator("#start-arranged").check()
        expect(page.locator("#arranger-help")).to_be_visible()
        assert has_no_overflow(page)
        names = "&names=Wolfgang-Amadeus-Theophi,WWWWWWWWWWWWWWWWWWWWWWWW"
        visit(page, play_link() + names)
        assert has_no_overflow(page)
        page.locator("#set-language").select_option("en")


SIZES = [(640, 360), (360, 640), (768, 1024), (1280, 720), (1920, 1080), (3840, 2160)]
"""Windows, in CSS pixels; the first is one of 1280 by 720 at 200 per cent."""


@pytest.mark.running_page
def test_the_whole_board_is_seen_in_any_window(open_ready):
    page = open_ready()
    for link, (width, height) in product(SCREENS, SIZES):
        page.set_viewport_size({"width": width, "height": height})
        visit(page, link)
        assert has_no_overflow(page), (link, width)
        if link == SCREENS[-1]:
            assert board_fits(page), (width, height)
    # Of a match that no other test on this page has played.
    visit(page, play_link() + "&names=Window")
    Table(page).click("b+")
    page.set_viewport_size(SIZE)


@pytest.mark.running_page
def test_letters_of_twice_the_size_fit(open_ready):
    page = open_ready()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for link in SCREENS:
        visit(page, link)
        assert has_no_overflow(page), link
    visit(page, play_link() + "&names=Letters")
    Table(page).click("b+")
    page.evaluate("document.documentElement.style.fontSize = ''")


LINED = """(selector) => [...document.querySelectorAll(selector)].map(
  (node) => getComputedStyle(node).outlineStyle)"""


class TestForcedColours:
    @pytest.fixture
    def context_options(self):
        return {"forced_colors": "active"}

    def test_the_board_can_be_read_and_played(self, open_ready, axe):
        page = open_ready(play_link())
        table = Table(page)
        table.site("b").click()
        expect(table.site("b")).to_have_attribute("aria-pressed", "true")
        faces = [
            page.locator(f"#board .stone-{colour} .stone-face").first.evaluate(
                "node => getComputedStyle(node).fill"
            )
            for colour in "dl"
        ]
        assert faces[0] != faces[1], "dark and light look the same"
        stroke = table.site("b").locator(".tower-outline")
        assert stroke.evaluate("node => getComputedStyle(node).stroke") != "none"
        assert axe(without_rules=("color-contrast",)) == []
        # Whose turn it is, and what is chosen, have a line of their own.
        assert page.evaluate(LINED, ".player.is-active") == ["solid"]
        assert page.evaluate(LINED, ".player:not(.is-active)") == ["none"]
        page.locator("[data-do=analyse]").click()
        expect(page.locator("[data-do=analyse][aria-pressed=true]")).to_be_visible()
        assert page.evaluate(LINED, ".aids [aria-pressed=true]") == ["solid"]
        assert page.evaluate(LINED, ".aids [data-do=hint]") == ["none"]
        page.locator("[data-do=analyse]").click()
        table.site("d").click()
        expect(page.locator("#moves li")).to_have_count(1)


def test_the_theme_can_be_chosen_against_the_system(open_ready):
    page = open_ready("#/settings")
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator("#theme-dark").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert dark != light
    reload(page)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark


@pytest.mark.running_page
def test_what_happens_is_spoken(open_ready):
    page = open_ready(play_link() + "&names=Anna,Bo")
    table = Table(page)
    live = page.locator("#live")
    expect(live).to_contain_text("YALA. Anna and Bo play. Anna to move.")
    table.site("b").click()
    expect(live).to_contain_text("The stone on b goes 2 steps.")
    table.site("d").click()
    expect(live).to_contain_text("Anna: b clockwise to d, now 3 high. Bo to move.")
    page.keyboard.press("Control+z")
    expect(live).to_contain_text("Taken back: 1 move. Anna to move.")
