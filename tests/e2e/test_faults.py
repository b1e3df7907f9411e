"""A mistake in the program costs a notice: never a turn, and nobody is left without a way out."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Trouble
from tests.e2e.test_boot_snapshot import run_python
from tests.e2e.test_kills import kill_processes

OpenReady = Callable[..., Page]

BREAK = """\
from dataclasses import replace
from spieltisch.app.screens import SCREENS
def broken(screen):
    def view(session, *rest):
        if {when}:
            raise IndexError("on purpose")
        return screen.view(session, *rest)
    return replace(screen, view=view)
for state, screen in list(SCREENS.items()):
    if state.__name__ == "{state}":
        SCREENS[state] = broken(screen)
say("broken")
"""
YALA = "svg[data-game=yala]"
ON_PURPOSE = "IndexError: on purpose"


def play_a_move(page: Page) -> None:
    page.locator(f"{YALA} [data-target]").first.click(force=True)
    page.locator(f"{YALA} [data-target]:not(.is-chosen)").first.click(force=True)


def test_a_turn_is_kept_though_its_page_cannot_be_drawn_and_is_killed(
    open_ready: OpenReady, page: Page, trouble: Trouble
) -> None:
    open_ready("#/play/yala?seats=human,human&seed=42")
    play_a_move(page)
    expect(page.locator("#move-1")).to_be_attached()
    run_python(page, BREAK.format(state="TableScreen", when="len(session.match.turns) > 1"))
    play_a_move(page)
    expect(page.locator("#notice")).to_contain_text("mistake in the program")
    expect(page.locator(YALA)).to_be_visible()
    trouble.forgive(ON_PURPOSE)
    address = page.url
    kill_processes(page)
    later = page.context.new_page()
    later.goto(address)
    expect(later.locator("#move-2")).to_be_attached()


def test_a_place_that_cannot_be_shown_says_so_and_loading_again_leads_there(
    open_ready: OpenReady, page: Page, trouble: Trouble
) -> None:
    open_ready("#/rules/aya")
    expect(page.locator(".screen-rules")).to_be_visible()
    open_page = page.url
    run_python(page, BREAK.format(state="RulesScreen", when="True"))
    page.get_by_role("link", name="Settings").click()
    expect(page.locator(".screen-settings")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="This page cannot be shown")).to_be_visible()
    assert page.url == open_page
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save a report").click()
    report = saved.value.path().read_text(encoding="utf-8")
    assert ON_PURPOSE in report
    page.get_by_role("link", name="All games").click()
    expect(page.locator(".screen-start")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Load again").click()
    expect(page.locator(".screen-rules")).to_be_visible()
    assert page.url == open_page
    trouble.forgive(ON_PURPOSE)


BEHIND = {
    "a task": """\
import asyncio
async def fail_1():
    raise IndexError("on purpose")
kept = asyncio.ensure_future(fail_1())
say("begun")
""",
    "a timer": """\
from spieltisch.shell.dom import proxy
def fail_2(*_):
    raise IndexError("on purpose")
listener = proxy(fail_2)
for wait_ms in (0, 1, 2):
    window.setTimeout(listener, wait_ms)
say("begun")
""",
    "a promise": """\
from spieltisch.shell.dom import ignored, proxy
def fail_3(*_):
    raise IndexError("on purpose")
window.Promise.resolve(1).then(proxy(fail_3), ignored())
say("begun")
""",
    "a callback of storage": """\
from pyscript.js_modules.page import kept
from spieltisch.shell.dom import once
def fail_4(*_):
    raise IndexError("on purpose")
kept.read("matches", "none", once(fail_4))
say("begun")
""",
}
"""Where an error comes to the console alone, unless somebody listens: no message has led to it."""

THROWN = {
    "by a script": "setTimeout({thrower}, 0)",
    "by a promise of a script": "Promise.resolve().then({thrower})",
}
OF_OURS = "//# sourceURL={site}static/boot/thrown.js"


def told_once(page: Page) -> None:
    notice = page.locator("#notice")
    expect(notice).to_contain_text("mistake in the program")
    notice.locator("[data-do=dismiss]").click()
    expect(notice).to_have_count(0)
    # A mouse that rests where the next notice comes would not mean that one.
    page.mouse.move(1, 1)


def test_what_fails_behind_the_page_is_told_once_and_kept_for_the_report(
    open_ready: OpenReady, page: Page, trouble: Trouble
) -> None:
    open_ready("#/play/yala?seats=human,human&seed=42")
    address = page.url
    for code in BEHIND.values():
        page.evaluate("() => { delete document.body.dataset.said }")
        run_python(page, code)
        told_once(page)
    play_a_move(page)
    expect(page.locator("#move-1")).to_be_attached()
    expect(page.locator("#notice")).to_have_count(0)
    assert page.url == address
    kept = page.evaluate("Object.entries(localStorage).find(([name]) => name.endsWith('faults'))")
    assert kept[1].count(ON_PURPOSE) == len(BEHIND)
    trouble.forgive(ON_PURPOSE)
    page.reload()
    expect(page.locator("#move-1")).to_be_attached()


def test_what_a_script_of_ours_does_not_catch_is_told_and_what_another_does_is_not(
    open_ready: OpenReady, page: Page, site_url: str, trouble: Trouble
) -> None:
    open_ready("#/rules/aya")
    for how, of_ours in ((how, of_ours) for how in THROWN.values() for of_ours in (False, True)):
        source = OF_OURS.format(site=site_url) if of_ours else ""
        thrower = "() => { throw new TypeError('thrown on purpose') }"
        page.evaluate(f"() => {{ {how.format(thrower=thrower)} }}\n{source}")
        if of_ours:
            told_once(page)
        else:
            page.evaluate("() => new Promise(done => setTimeout(() => setTimeout(done, 0), 0))")
            expect(page.locator("#notice")).to_have_count(0)
    trouble.forgive("thrown on purpose")
