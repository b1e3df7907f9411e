"""A host that answers with errors, and a network that answers with its login page."""

from collections.abc import Callable
from itertools import product
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import Trouble, wait_until
from tests.e2e.constants import milliseconds
from tests.sampling import sampled

pytestmark = pytest.mark.first_visit

MATCH = "#/play/yala?seats=human,human&seed=42"
OpenReady = Callable[..., Page]
BOARD = "svg[data-game=yala]"
ADVICE = "Some networks want you to log in first"

ERROR = {"status": 500, "body": "Internal Server Error", "content_type": "text/plain"}
LOGIN = {"body": "<!doctype html><title>Log in</title>", "content_type": "text/html"}
ANSWERS = {"error": ERROR, "login": LOGIN}
WRONG_ANSWERS = tuple(ANSWERS.values())


def answer_with(page: Page, path: str, answer: dict[str, object]) -> None:
    page.route(f"**/{path}", lambda route: route.fulfill(**answer))


def play_a_move(page: Page) -> None:
    page.locator(f"{BOARD} [data-target]").first.click(force=True)
    page.locator(f"{BOARD} [data-target]:not(.is-chosen)").first.click(force=True)


def forgive_all_but_exceptions(trouble: Trouble) -> None:
    """What browsers, PyScript and Pyodide say of files that did not come is no news; an exception
    that nobody caught is."""
    uncaught = [line for line in trouble.found if "page error" in line or "Uncaught" in line]
    assert uncaught == []
    trouble.found.clear()


NOT_LOADED, NOT_STARTED = "A file of the game could not be loaded", "The game could not be started"
TOLD = {
    "static/vendor/pyscript/core.*js": NOT_LOADED,
    "static/made/**": NOT_STARTED,
}


@pytest.mark.parametrize(
    ("path", "answer"),
    sampled(
        product(TOLD, ANSWERS),
        ("static/vendor/pyscript/core.*js", "error"),
        ("static/made/**", "error"),
        ("static/made/**", "login"),
    ),
)
def test_a_start_that_gets_something_else_says_so_and_what_to_do(
    page: Page, site_url: str, trouble: Trouble, path: str, answer: str
) -> None:
    answer_with(page, path, ANSWERS[answer])
    page.goto(site_url)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(TOLD[path])
    expect(alert).to_contain_text(ADVICE)
    expect(alert.get_by_role("button", name="Try again")).to_be_visible()
    assert page.locator("html").get_attribute("data-state") == "error"
    forgive_all_but_exceptions(trouble)


NOT_NEEDED = (
    *(f"static/made/{name}.*" for name in ("snapshot", "pyodide", "script")),
    "static/vendor/zstddec/zstddec.*wasm",
)


@pytest.mark.parametrize(
    ("path", "answer"),
    sampled(product(NOT_NEEDED, ANSWERS), *((path, "login") for path in NOT_NEEDED[:3])),
)
def test_a_start_without_a_file_that_makes_it_fast_still_comes(
    page: Page, open_ready: OpenReady, trouble: Trouble, path: str, answer: str
) -> None:
    answer_with(page, path, ANSWERS[answer])
    open_ready(MATCH)
    expect(page.locator(BOARD)).to_be_visible()
    forgive_all_but_exceptions(trouble)


STALL_AT_ONCE = """{
    const wait = window.setTimeout;
    window.setTimeout = (what, ms, ...more) => wait(what, ms === STALL_MS ? 500 : ms, ...more);
}""".replace("STALL_MS", str(milliseconds("static/boot/status.js", "STALL_MS")))


@pytest.mark.parametrize("name", ["snapshot", "script"])
def test_a_start_that_comes_no_further_says_so_long_before_it_is_given_up(
    page: Page, site_url: str, trouble: Trouble, name: str
) -> None:
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.add_init_script(STALL_AT_ONCE)
    page.route(f"**/static/made/{name}.*", hold)
    page.goto(site_url, wait_until="commit")
    progress = page.locator("#boot-progress")
    expect(progress).to_contain_text("This is taking longer than usual")
    assert page.locator("html").get_attribute("data-state") == "loading"
    (file,) = waiting
    file.continue_()
    page.wait_for_selector("html[data-state=ready]", state="attached")
    expect(progress).to_have_count(0)
    forgive_all_but_exceptions(trouble)


LIMIT_MS = 3_000
SHORT_LIMIT = """{
    const wait = window.setTimeout;
    window.setTimeout = (what, ms, ...more) => wait(what, ms === LONG ? SHORT : ms, ...more);
}""".replace("LONG", str(milliseconds("static/boot/boot.js", "LIMIT_MS"))).replace(
    "SHORT", str(LIMIT_MS)
)
DRIP = """() => {
    const came = new CustomEvent("spieltisch:fetched", { detail: 0.3 });
    window.drip = setInterval(() => dispatchEvent(came), 100);
}"""


def test_a_start_is_given_up_only_when_it_comes_no_further(
    page: Page, site_url: str, trouble: Trouble
) -> None:
    page.add_init_script(SHORT_LIMIT)
    page.route("**/static/made/script.*", lambda _: None)
    page.goto(site_url, wait_until="commit")
    state = page.locator("html")
    page.wait_for_selector("#boot-progress:not(:empty)")
    page.evaluate(DRIP)
    wait_until(page, f"performance.now() > {3 * LIMIT_MS}")
    expect(state).to_have_attribute("data-state", "loading")
    page.evaluate("clearInterval(window.drip)")
    expect(state).to_have_attribute("data-state", "error")
    expect(page.get_by_role("alert")).to_contain_text("unusually long")
    forgive_all_but_exceptions(trouble)


KNOWN_TO_ALL = (".html", ".css", ".js", "/")
UNKNOWN = "application/octet-stream"


def test_a_host_that_knows_few_types_starts_the_ordinary_way_too(
    page: Page, open_ready: OpenReady, trouble: Trouble
) -> None:
    def answer(route: Route) -> None:
        found = route.fetch()
        is_known = urlsplit(route.request.url).path.endswith(KNOWN_TO_ALL)
        more = {} if is_known else {"content-type": UNKNOWN}
        route.fulfill(response=found, headers={**found.headers, **more})

    page.route("**/*", answer)
    answer_with(page, "static/made/snapshot.*", ERROR)
    open_ready(MATCH)
    play_a_move(page)
    expect(page.locator("#move-1")).to_be_attached()
    forgive_all_but_exceptions(trouble)


@pytest.mark.parametrize("answer", sampled(ANSWERS, "error"))
def test_a_page_whose_own_script_does_not_come_says_so(
    page: Page, site_url: str, trouble: Trouble, answer: str
) -> None:
    answer_with(page, "static/boot/page.*js", ANSWERS[answer])
    page.goto(site_url)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(NOT_LOADED)
    expect(alert).to_contain_text(ADVICE)
    expect(alert.get_by_role("button", name="Try again")).to_be_visible()
    # What came with the page can still be read.
    expect(page.locator("#app")).to_contain_text("YALA")
    forgive_all_but_exceptions(trouble)


def test_a_page_that_gets_none_of_its_scripts_says_so(
    page: Page, site_url: str, trouble: Trouble
) -> None:
    """Not even the one that would say so sooner."""
    answer_with(page, "static/boot/*.js", ERROR)
    page.goto(site_url)
    missing = page.locator("#boot-missing")
    expect(missing).to_be_hidden()
    page.evaluate("document.getAnimations().forEach(waiting => waiting.finish())")
    expect(missing).to_be_visible()
    expect(missing).to_contain_text("a file of it did not come")
    expect(page.get_by_role("link", name="in a tab of its own")).to_be_visible()
    expect(page.locator("#app")).to_contain_text("YALA")
    forgive_all_but_exceptions(trouble)


@pytest.mark.parametrize("answer", sampled(ANSWERS, "login"))
def test_a_page_without_its_styles_says_so_and_is_played(
    page: Page, open_ready: OpenReady, trouble: Trouble, answer: str
) -> None:
    answer_with(page, "static/styles/main.*css", ANSWERS[answer])
    open_ready(MATCH)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("A file of the game could not be loaded")
    expect(alert).to_contain_text(ADVICE)
    play_a_move(page)
    expect(page.locator("#move-1")).to_be_attached()
    page.unroute("**/static/styles/main.*css")
    alert.get_by_role("button", name="Try again").click()
    expect(page.locator("#boot-warning")).to_have_count(0)
    page.wait_for_selector("html[data-state=ready]", state="attached")
    expect(page.get_by_role("alert")).to_have_count(0)
    forgive_all_but_exceptions(trouble)


def test_what_was_played_before_such_a_start_is_there_after_it(
    page: Page, open_ready: OpenReady, trouble: Trouble, site_url: str
) -> None:
    open_ready(MATCH)
    board = page.locator(BOARD)
    before = board.get_attribute("data-position") or ""
    play_a_move(page)
    expect(board).not_to_have_attribute("data-position", before)
    played = board.get_attribute("data-position") or ""
    for answer in WRONG_ANSWERS:
        answer_with(page, "static/made/**", answer)
        page.reload()
        expect(page.get_by_role("alert")).to_contain_text(ADVICE)
        page.unroute("**/static/made/**")
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector("html[data-state=ready]", state="attached")
    expect(board).to_have_attribute("data-position", played)
    forgive_all_but_exceptions(trouble)


@pytest.mark.parametrize(
    ("path", "answer"),
    sampled(
        [
            ("py/bot_worker.*py", "error"),
            ("py/bot_worker.*py", "login"),
            ("static/sound/begin.*js", "error"),
        ],
        ("py/bot_worker.*py", "error"),
        ("static/sound/begin.*js", "error"),
    ),
)
def test_what_comes_later_may_not_come_and_bots_play_all_the_same(
    page: Page, open_ready: OpenReady, trouble: Trouble, path: str, answer: str
) -> None:
    answer_with(page, path, ANSWERS[answer])
    open_ready("#/play/yala?seats=human,bot:1&seed=4")
    play_a_move(page)
    expect(page.locator("#move-2")).to_be_attached()
    forgive_all_but_exceptions(trouble)
