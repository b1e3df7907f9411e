"""Who shouted first: real keys on a busy page, ties, held and dropped keys, fingers, bindings."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from playwright.async_api import async_playwright
from playwright.sync_api import expect

from tests.e2e.aya_player import Table, link
from tests.e2e.conftest import IS_START, LIMIT_MS, go_to
from tests.e2e.test_aya_play import PHONE
from tools import browser as chromium


def three(seed):
    """A race of three: on a running page each test has a deal of its own."""
    return link("aya-oye", "zoch", "human,human,human", seed=seed)


P, Q, C = (
    {"code": f"Key{letter}", "key": letter.lower(), "windowsVirtualKeyCode": ord(letter)}
    for letter in "PQC"
)

BLOCK = (
    "ms => { const end = performance.now() + ms; document.body.dataset.busy = 'yes';"
    " while (performance.now() < end); }"
)

SAY = """keys => {
  const now = performance.now();
  for (const [code, agoMs] of keys) {
    const key = code.at(-1).toLowerCase();
    const event = new KeyboardEvent("keydown", { code, key, bubbles: true });
    Object.defineProperty(event, "timeStamp", { value: now - agoMs });
    document.body.dispatchEvent(event);
  }
  for (const [code] of keys)
    document.body.dispatchEvent(new KeyboardEvent("keyup", { code, bubbles: true }));
}"""
"""Tells keys in some order, each with how long ago it fell; then they are let go."""

OLDEST_MS = 250


def stand(page):
    """Have the table there for longer than any key that a test tells of: it must have been seen."""
    now_ms = page.evaluate("performance.now()")
    page.wait_for_function(f"from => performance.now() - from > {OLDEST_MS}", arg=now_ms)


async def fall_on_busy_page(url, keys_by_seed, *, gap_ms=20, busy_ms=300):
    """Let keys fall one after the other while the page does nothing else for a time.

    In a browser of its own: the ordinary calls wait for the page, which is busy, and only
    Playwright's asynchronous side can have several under way. Gives what the page then shows, for
    each match.
    """
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=chromium.executable(), args=chromium.launch_arguments()
        )
        page = await browser.new_page()
        errors = []
        page.on("console", lambda told: errors.append(told.text) if told.type == "error" else None)
        await page.goto(url)
        await page.wait_for_selector("html[data-state=ready]", state="attached", timeout=LIMIT_MS)
        debugger = await page.context.new_cdp_session(page)
        found = []
        for seed, keys in keys_by_seed.items():
            for place in ("#/", three(seed)):
                await page.evaluate("place => { location.hash = place }", place)
                await page.wait_for_function(IS_START, arg=place == "#/", timeout=LIMIT_MS)
            busy = debugger.send("Runtime.evaluate", {"expression": f"({BLOCK})({busy_ms})"})
            under_way = [asyncio.ensure_future(busy)]
            await asyncio.sleep(0.06)
            began = time.time()
            for number, (kind, key) in enumerate(product(("keyDown", "keyUp"), keys)):
                # When it fell is told with it: on a busy machine it may be handed over later.
                fell = {"type": kind, "timestamp": began + number * gap_ms / 1000, **key}
                told = debugger.send("Input.dispatchKeyEvent", fell)
                under_way.append(asyncio.ensure_future(told))
            await asyncio.gather(*under_way)
            await page.wait_for_selector("#move-1", timeout=LIMIT_MS)
            found.append(
                {
                    "keys": "".join(key["key"] for key in keys),
                    "seat": await page.get_attribute("[data-active-seat]", "data-active-seat"),
                    "moves": await page.locator(".move").count(),
                    "ties": await page.locator(".news-tie").count(),
                    "errors": errors,
                }
            )
        await browser.close()
        return found


def test_on_a_busy_page_the_first_of_two_keys_is_first(site_url):
    # A thread of its own: this one runs Playwright's other side.
    fallen = {1: (P, Q), 2: (Q, P), 3: (C, P)}
    with ThreadPoolExecutor() as threads:
        shown = threads.submit(asyncio.run, fall_on_busy_page(site_url, fallen)).result()
    clean = {"moves": 1, "ties": 0, "errors": []}
    assert shown == [
        {"keys": "pq", "seat": "2", **clean},
        {"keys": "qp", "seat": "1", **clean},
        {"keys": "cp", "seat": "3", **clean},
    ]


@pytest.mark.running_page
def test_the_earlier_one_is_first_though_it_is_told_last(open_ready):
    page = open_ready(three(1))
    stand(page)
    page.evaluate(SAY, [["KeyP", 200], ["KeyC", 190], ["KeyQ", 220]])
    expect(Table(page).board).to_have_attribute("data-active-seat", "1")


@pytest.mark.running_page
def test_a_tie_is_shown_with_its_margin(open_ready):
    page = open_ready(three(2))
    stand(page)
    page.evaluate(SAY, [["KeyP", 204], ["KeyQ", 200]])
    table = Table(page)
    table.expect_entries(1)
    expect(page.locator(".news-tie")).to_contain_text("Player 1, Player 2 tied, 4 ms apart")
    assert table.board.get_attribute("data-active-seat") in ("1", "2")


@pytest.mark.running_page
def test_a_key_that_repeats_is_one_shout(open_ready):
    page = open_ready(three(3))
    table = Table(page)
    page.keyboard.down("KeyA")
    for _ in range(5):
        page.keyboard.down("KeyA")
    table.expect_entries(1)
    page.keyboard.up("KeyA")
    assert table.moves == ["oye"]
    # Held on, it does not concede either; nor does it when the page comes back.
    page.keyboard.down("KeyQ")
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    page.keyboard.down("KeyQ")
    page.keyboard.up("KeyQ")
    assert table.moves == ["oye"]


@pytest.mark.running_page
def test_after_a_shout_the_caller_alone_acts(open_ready):
    page = open_ready(three(4))
    table = Table(page)
    table.shout(2, "aya")
    expect(table.board).to_have_attribute("data-active-seat", "2")
    for code in ("KeyQ", "KeyA", "KeyC", "Semicolon"):
        page.keyboard.press(code)
    assert table.moves == ["aya"]
    # Marked as heard until it was known who was first.
    expect(page.locator("[data-heard]")).to_have_count(0)
    expect(page.locator("#call .call-seconds.is-move")).to_have_count(1)
    page.keyboard.press("5")
    page.keyboard.press("ArrowLeft")
    table.expect_entries(2)
    assert table.moves[1] == "5L"


@pytest.mark.running_page
def test_keys_work_wherever_the_focus_is_but_in_a_field(open_ready):
    page = open_ready(three(5))
    table = Table(page)
    page.locator("#typed").fill("q")
    page.locator("#typed").press("KeyP")
    assert table.moves == []
    page.locator(".actions .button").last.focus()
    table.shout(3, "oye")
    table.expect_entries(1)
    assert table.moves == ["oye"]


def test_a_hidden_page_lets_no_time_pass(page, open_ready):
    page.clock.install()
    page = open_ready(link("aya-oye", "zoch", "human,human", seed=1, move_clock=5))
    table = Table(page)
    hide = (
        "state => { Object.defineProperty(document, 'visibilityState',"
        " { value: state, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')) }"
    )
    table.shout(1, "aya")
    expect(table.board).to_have_attribute("data-active-seat", "1")
    page.evaluate(hide, "hidden")
    page.clock.run_for(5500)
    assert table.moves == ["aya"]
    page.evaluate(hide, "visible")
    assert table.moves == ["aya"]
    page.clock.run_for(5500)
    table.expect_entries(2)
    assert table.moves[1] == "expire"


@pytest.mark.running_page
class TestFingers:
    @pytest.mark.parametrize("context_options", [PHONE])
    def test_six_fingers_at_once_are_one_call(self, open_ready):
        page = open_ready(link("aya-oye", "zoch", ",".join(["human"] * 6), seed=1))
        table = Table(page)
        boxes = [
            page.locator(f"[data-shout=aya][data-seat='{seat}']").bounding_box()
            for seat in range(1, 7)
        ]
        points = [
            {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": number}
            for number, box in enumerate(boxes)
        ]
        session = page.context.new_cdp_session(page)
        for count in range(1, 7):
            session.send(
                "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:count]}
            )
        session.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
        table.expect_entries(1)
        assert table.moves == ["aya"]
        assert table.board.get_attribute("data-active-seat") in set("123456")

    @pytest.mark.parametrize("context_options", [PHONE])
    def test_every_seat_has_its_buttons_at_its_own_edge(self, open_ready):
        page = open_ready(link("aya-oye", "zoch", ",".join(["human"] * 6), seed=2))
        middle = page.locator("svg.track").bounding_box()
        centre = (middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2)

        def side(seat):
            box = page.locator(f"[data-shout=aya][data-seat='{seat}']").bounding_box()
            x, y = box["x"] + box["width"] / 2 - centre[0], box["y"] + box["height"] / 2 - centre[1]
            return ("left" if x < -80 else "right" if x > 80 else "", "up" if y < 0 else "down")

        assert [side(seat) for seat in range(1, 7)] == [
            ("", "down") if side(1)[0] == "" else ("left", "down"),
            ("left", "down"),
            ("left", "up"),
            side(4),
            ("right", "up"),
            ("right", "down"),
        ]
        assert side(4)[1] == "up"
        for seat in range(1, 7):
            for word in ("aya", "oye"):
                box = page.locator(f"[data-shout={word}][data-seat='{seat}']").bounding_box()
                assert box["width"] >= 40
                assert box["height"] >= 40
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= 390


class TestBindings:
    def bind(self, page, slot, code):
        button = page.locator(f"[id='bind-{slot}']")
        if not button.is_visible():
            page.locator("#keyboard-and-reader > summary").click()
        button.click()
        page.keyboard.press(code)

    # On a page of its own: what is bound is kept.
    def test_a_key_is_bound_anew_and_remembered(self, open_ready):
        page = open_ready("#/settings")
        self.bind(page, "2:aya", "KeyN")
        expect(page.locator("[id='bind-2:aya'] kbd")).to_have_text("N")
        page = open_ready(three(6))
        table = Table(page)
        page.keyboard.press("KeyP")
        assert table.moves == []
        expect(page.locator("#shout-2-aya kbd")).to_have_text("N")
        page.keyboard.press("KeyN")
        table.expect_entries(1)
        expect(table.board).to_have_attribute("data-active-seat", "2")

    @pytest.mark.running_page
    def test_duplicates_are_refused(self, open_ready):
        page = open_ready("#/settings")
        self.bind(page, "2:aya", "KeyQ")
        expect(page.locator("#notice")).to_contain_text("is already player 1's key for AYA")
        assert page.evaluate("scrollY") > 0
        expect(page.locator("#notice")).to_be_in_viewport()
        page.keyboard.press("Digit3")
        expect(page.locator("#notice")).to_contain_text("already has a use")
        page.keyboard.press("Escape")
        expect(page.locator("[id='bind-2:aya'] kbd")).to_have_text("P")

    @pytest.mark.running_page
    def test_the_rehearsal_shows_what_arrives_together(self, open_ready):
        page = open_ready("#/settings")
        page.locator("#keyboard-and-reader > summary").click()
        page.get_by_role("link", name="Try them together").click()
        page.get_by_role("button", name="3", exact=True).click()
        verdict = page.locator("#verdict")
        page.keyboard.press("KeyC")
        page.keyboard.down("KeyQ")
        page.keyboard.down("KeyP")
        expect(page.locator(".pad.is-held")).to_have_count(2)
        expect(verdict).to_have_text("Together: Q, P. Dropped: C. Give that seat another key.")
        page.keyboard.down("KeyC")
        expect(verdict).to_have_text("All 3 arrive together, so you can play.")
        for code in ("KeyQ", "KeyP", "KeyC"):
            page.keyboard.up(code)
        expect(page.locator(".pad.is-held")).to_have_count(0)
        page.get_by_role("button", name="Once more").click()
        expect(verdict).to_have_text("No key yet.")


def test_a_link_followed_while_a_call_is_held_leads_where_it_should(open_ready):
    """A call is held for some milliseconds, in which nothing is drawn; the table left behind took
    that with it, once, and the page was frozen for good."""
    page = open_ready(three(7))
    page.evaluate(
        """() => {
          const key = new KeyboardEvent("keydown", { code: "KeyQ", key: "q", bubbles: true });
          document.body.dispatchEvent(key);
          location.hash = "#/rules/aya";
        }"""
    )
    expect(page.locator("main.screen-rules")).to_be_visible()
    go_to(page, "#/settings")
    expect(page.locator("main.screen-settings")).to_be_visible()
