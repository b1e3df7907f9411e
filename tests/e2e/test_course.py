"""The course of the workshop, as somebody goes through it who does not get on at once."""

import re

import pytest
from playwright.sync_api import expect

from spieltisch.app.workshop.course import goals_of
from spieltisch.app.workshop.course_view import solution_of
from tools.project import ROOT

ENDED_MS = 120_000
"""A worker starts slowly on a machine that runs many browsers."""


WATCH_SERIES = """() => {
  let hasBegun = false;
  window.seriesEnd = "";
  const watch = new MutationObserver(() => {
    const state = document.querySelector("[data-series]")?.dataset.series ?? "";
    if (["starting", "playing"].includes(state)) hasBegun = true;
    else if (hasBegun && state) {
      window.seriesEnd = state;
      watch.disconnect();
    }
  });
  const what = { attributeFilter: ["data-series"], childList: true, subtree: true };
  watch.observe(document.body, what);
}"""
"""A series that is over at once is never seen to be played by who looks now and then."""


def check(page):
    """Have the step checked that is next."""
    page.evaluate(WATCH_SERIES)
    page.locator("[data-do=check-step]").click()
    page.wait_for_function('() => window.seriesEnd !== ""', timeout=ENDED_MS)
    assert page.evaluate("window.seriesEnd") == "done"


def test_whoever_fails_twice_sees_where_and_how_it_is_done(page, open_ready, trouble):
    open_ready("#/workshop/yala")
    course, told = page.locator("[data-steps]"), page.locator("#course-told")
    check(page)
    expect(course).to_have_attribute("data-steps", "1")
    expect(told).to_have_text("Step 1 is done.")
    for _ in range(2):
        expect(page.locator("#course-solution")).to_have_count(0)
        check(page)
        expect(told).to_contain_text("Your bot can win at once here")
    expect(page.locator("#board-where")).to_have_text(re.compile("Move"))
    page.locator("#course-solution summary").click()
    page.locator("#course-solution [data-do=new-bot]").click()
    expect(page.locator("[data-editor]")).to_have_value(re.compile("outcome.winners"))
    check(page)
    expect(course).to_have_attribute("data-steps", "2")
    expect(told).to_have_text("Step 2 is done.")
    expect(page.locator("#course-solution")).to_have_count(0)


FILES = [
    (path.stem, path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "examples").glob("*.py"))
]


@pytest.mark.parametrize(
    "game", ["aya", *(pytest.param(one, marks=pytest.mark.soak) for one in ("yala", "myra"))]
)
def test_the_course_is_done_by_whoever_types_its_solutions(page, open_ready, trouble, game):
    open_ready(f"#/workshop/{game}")
    course, told = page.locator("[data-steps]"), page.locator("#course-told")
    for step in range(1, len(goals_of(game)) + 1):
        if step > 1:
            _, source = solution_of(FILES, game, step)
            page.locator("[data-editor]").fill(source)
        check(page)
        expect(course).to_have_attribute("data-steps", str(step))
        expect(told).to_have_text(f"Step {step} is done.")
    expect(page.locator("#course-end li")).to_have_count(3)
    expect(page.locator("[data-do=check-step]")).to_have_count(0)
