"""The start: what is seen before Python is there, what is kept, what is said where it fails."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from spieltisch.app.core.keys import DEFAULT_KEYS
from spieltisch.games.catalog import GAMES
from tests.e2e.conftest import Trouble

pytestmark = pytest.mark.first_visit

MATCH = "#/play/yala?seats=human,human&seed=42"
OpenReady = Callable[..., Page]


GATED = "**/vendor/pyscript/core.*js"


class Gate:
    """Holds back PyScript itself, and so Python, until it is opened."""

    def __init__(self, page: Page) -> None:
        self._held: list[Route] = []
        self._is_open = False
        page.route(GATED, self._hold)

    def close(self) -> None:
        """Hold back the next start."""
        self._held.clear()
        self._is_open = False

    def _hold(self, route: Route) -> None:
        if self._is_open:
            route.continue_()
        else:
            self._held.append(route)

    def open(self) -> None:
        """Let Python come, now and at later starts."""
        self._is_open = True
        for route in self._held:
            route.continue_()


@pytest.fixture
def gate(page: Page) -> Iterator[Gate]:
    """A start that waits before Python."""
    yield Gate(page)
    page.unroute(GATED)


def store(page: Page, name: str, value: object) -> None:
    """Have something in the page's storage before it starts."""
    key, text = json.dumps(f"spieltisch.{name}"), json.dumps(json.dumps(value))
    page.add_init_script(f"localStorage.getItem({key}) ?? localStorage.setItem({key}, {text})")


def wait_for_state(page: Page, state: str) -> None:
    page.wait_for_selector(f"html[data-state={state}]", state="attached")


def test_it_becomes_ready(open_ready: OpenReady) -> None:
    page = open_ready()
    expect(page.locator("#app")).to_contain_text("YALA")
    expect(page.locator("#boot-progress")).to_have_count(0)


def test_it_becomes_ready_below_a_path(open_ready: OpenReady, sub_path_url: str) -> None:
    page = open_ready(MATCH, url=sub_path_url)
    expect(page.locator("svg[data-game=yala]")).to_be_visible()


def test_start_screen_is_there_before_python(page: Page, site_url: str, gate: Gate) -> None:
    page.goto(site_url)
    expect(page.locator("#app")).to_contain_text("YALA")
    assert page.locator("html").get_attribute("data-state") == "loading"
    before = page.locator("#app").inner_text()
    gate.open()
    wait_for_state(page, "ready")
    assert page.locator("#app").inner_text() == before


def test_the_line_creeps_whatever_is_counted(page: Page, site_url: str, gate: Gate) -> None:
    page.goto(site_url)
    expect(page.locator("#boot-progress")).not_to_be_empty()
    filled = """() => new DOMMatrix(
        getComputedStyle(document.querySelector("#boot-progress"), "::before").transform).a"""
    page.wait_for_function(f"early => ({filled})() > early", arg=page.evaluate(filled))


def test_board_is_there_before_python(page: Page, site_url: str, gate: Gate) -> None:
    page.goto(site_url + MATCH)
    board = page.locator("svg[data-game=yala]")
    expect(board).to_be_visible()
    assert page.locator("html").get_attribute("data-state") == "loading"
    place = board.bounding_box()
    gate.open()
    wait_for_state(page, "ready")
    assert board.bounding_box() == place


@pytest.mark.parametrize("game", GAMES)
def test_a_board_of_which_nothing_is_known_cannot_be_played_on(
    page: Page, site_url: str, gate: Gate, game: str
) -> None:
    page.goto(f"{site_url}#/play/{game}?seed=42")
    expect(page.locator("#boot-progress")).not_to_be_empty()
    expect(page.locator(f"svg[data-game={game}]")).to_be_visible()
    assert page.locator("[data-target], [data-position]").count() == 0
    page.locator("[data-site]").first.click(force=True)
    gate.open()
    wait_for_state(page, "ready")
    expect(page.locator(f"svg[data-game={game}][data-position]")).to_have_count(1)
    expect(page.locator("[aria-busy=true], [data-site].is-chosen, #move-1")).to_have_count(0)


@pytest.mark.parametrize("context_options", [{"locale": "de-AT"}])
def test_first_view_speaks_the_browsers_language(page: Page, site_url: str, gate: Gate) -> None:
    page.goto(site_url)
    expect(page.locator("#app")).to_contain_text("von Jacques Zeimet")
    expect(page.locator("#boot-progress")).to_contain_text(re.compile("Wird geladen|gedeckt"))
    # The line fills as the files come.
    share = page.locator("#boot-progress").evaluate("one => one.style.getPropertyValue('--share')")
    assert 0 <= float(share) <= 1
    assert page.locator("html").get_attribute("lang") == "de"
    gate.open()
    wait_for_state(page, "ready")


def test_first_view_speaks_the_chosen_language(page: Page, site_url: str, gate: Gate) -> None:
    store(page, "settings", {"language": "de", "theme": "dark"})
    page.goto(site_url)
    expect(page.locator("#app")).to_contain_text("von Jacques Zeimet")
    assert page.locator("html").get_attribute("data-theme") == "dark"
    gate.open()
    wait_for_state(page, "ready")


LAST = {
    "hash": MATCH,
    "language": "en",
    # A style that a script had set: markup may not, and it must not be taken for trouble.
    "html": '<main id="last" style="color: red">As it was</main>',
}


@pytest.mark.parametrize(
    ("kept", "is_shown"),
    [
        (LAST, True),
        ({**LAST, "hash": "#/"}, False),
        ({**LAST, "language": "de"}, False),
        ({**LAST, "html": None}, False),
        (["no view"], False),
    ],
)
def test_last_view_is_shown_where_it_fits(
    page: Page, site_url: str, gate: Gate, kept: object, is_shown: bool
) -> None:
    store(page, "last-view", kept)
    page.goto(site_url + MATCH)
    # Pressing something proves that the script that chooses the view has run.
    expect(page.locator("#boot-progress")).not_to_be_empty()
    assert page.locator("#last").count() == (1 if is_shown else 0)
    gate.open()
    wait_for_state(page, "ready")
    expect(page.locator("svg[data-game=yala]")).to_be_visible()


@pytest.fixture
def return_early(page: Page, open_ready: OpenReady, gate: Gate, own_name: str) -> Callable[[], str]:
    """Comes back to a match that was on screen before, ahead of Python; gives its position."""

    def come_back() -> str:
        gate.open()
        open_ready(f"{MATCH}&names={own_name}")
        board = page.locator("svg[data-game=yala]")
        position = board.get_attribute("data-position") or ""
        gate.close()
        page.reload()
        expect(page.locator("#boot-progress")).not_to_be_empty()
        expect(board).to_have_attribute("data-position", position)
        return position

    return come_back


def press_early(page: Page, position: str) -> None:
    """Press a dark stone of the first position, and the place it goes to."""
    # All towers are two high: a dark stone on top goes two places on.
    towers = position.split(" ")[0].split("/")
    site = next(index for index, tower in enumerate(towers) if tower[-1] == "d")
    for index in (site, (site + 2) % 12):
        page.locator(f"svg[data-game=yala] [data-site={'abcdefghijkl'[index]}]").click(force=True)


@pytest.mark.running_page
def test_early_click_is_kept_and_done(
    page: Page, gate: Gate, return_early: Callable[[], str]
) -> None:
    return_early()
    page.locator("svg[data-game=yala] [data-site=a]").click(force=True)
    early = page.evaluate("performance.now()")
    kept = page.locator("[data-kept]")
    expect(kept).to_have_attribute("data-site", "a")
    expect(kept).to_have_attribute("aria-busy", "true")
    # What Python is told of it, seen from the side.
    page.evaluate(
        "addEventListener('click', e => { document.body.dataset.told ="
        " `${e.isTrusted} ${e.timeStamp} ${e.target.closest('[data-site]').dataset.site}` }, true)"
    )
    gate.open()
    wait_for_state(page, "ready")
    expect(page.locator("body")).to_have_attribute("data-told", re.compile("^false .* a$"))
    told = (page.locator("body").get_attribute("data-told") or "").split()
    assert 0 < float(told[1]) < early
    expect(page.locator("[data-kept], [aria-busy]")).to_have_count(0)


@pytest.mark.running_page
def test_early_clicks_change_the_match(
    page: Page, gate: Gate, return_early: Callable[[], str]
) -> None:
    start = return_early()
    press_early(page, start)
    gate.open()
    wait_for_state(page, "ready")
    board = page.locator("svg[data-game=yala]")
    expect(board).to_have_attribute("data-position", re.compile(" l$"))
    expect(board).not_to_have_attribute("data-position", start)


@pytest.mark.running_page
def test_early_clicks_on_another_position_are_not_done(
    page: Page, gate: Gate, return_early: Callable[[], str]
) -> None:
    start = return_early()
    board = page.locator("svg[data-game=yala]")
    # As if the match had gone on in another tab since the page was last seen in this one.
    board.evaluate("board => { board.dataset.position = 'of yesterday' }")
    press_early(page, start)
    gate.open()
    wait_for_state(page, "ready")
    expect(board).to_have_attribute("data-position", start)
    expect(page.locator("svg[data-game=yala] .is-chosen")).to_have_count(0)


@pytest.mark.running_page
def test_early_key_is_kept_and_done(
    page: Page, gate: Gate, return_early: Callable[[], str]
) -> None:
    return_early()
    stop = page.locator("svg[data-game=yala] [tabindex='0']").first
    first = stop.get_attribute("data-site")
    stop.focus()
    page.keyboard.press("ArrowRight")
    gate.open()
    wait_for_state(page, "ready")
    focused = page.locator("svg[data-game=yala] :focus")
    expect(focused).to_have_count(1)
    assert focused.get_attribute("data-site") != first


def test_early_shout_is_kept_and_its_key_can_be_pressed_again(
    page: Page, site_url: str, gate: Gate
) -> None:
    page.goto(site_url + "#/play/aya?seats=human,human&variant=turbo&seed=1&move-clock=off")
    expect(page.locator("#boot-progress")).not_to_be_empty()
    page.keyboard.press(DEFAULT_KEYS["2:aya"])
    gate.open()
    wait_for_state(page, "ready")
    board = page.locator("svg[data-game=aya]")
    expect(page.locator("#move-1")).to_be_attached()
    expect(board).to_have_attribute("data-active-seat", "2")
    # With light cards on the table an attempt is two moves; then everybody may call again.
    for number in (2, 3):
        page.keyboard.press("1")
        page.keyboard.press("ArrowLeft")
        expect(page.locator(f"#move-{number}")).to_be_attached()
    expect(board).to_have_attribute("data-active-seat", "1 2")
    calls = page.locator("#moves li", has_text="aya")
    page.keyboard.press(DEFAULT_KEYS["2:aya"])
    expect(calls).to_have_count(2)


def test_missing_webassembly_is_said(page: Page, site_url: str, trouble: Trouble) -> None:
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(site_url)
    expect(page.get_by_role("alert")).to_contain_text("This browser has no WebAssembly")
    assert page.locator("html").get_attribute("data-state") == "error"
    # What came with the page can still be read.
    expect(page.locator("#app")).to_contain_text("YALA")
    # Pyodide's script is in the page's own file, and finds out for itself.
    trouble.forgive("WebAssembly is not defined")


REFUSED = """
    const refuse = async () => { throw new WebAssembly.CompileError("disallowed by embedder"); };
    for (const name of ["compile", "compileStreaming", "instantiate", "instantiateStreaming"]) {
        WebAssembly[name] = refuse;
    }"""


def test_that_nothing_may_be_compiled_is_told_as_the_reason(
    page: Page, site_url: str, trouble: Trouble
) -> None:
    page.add_init_script(REFUSED)
    page.goto(site_url)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("This browser has no WebAssembly, or it is switched off")
    expect(alert).not_to_contain_text("connected")
    trouble.found.clear()


@pytest.mark.parametrize("context_options", [{"java_script_enabled": False}])
@pytest.mark.parametrize("width", [320, 1280])
def test_where_scripts_are_switched_off_the_page_says_so(
    page: Page, site_url: str, width: int, trouble: Trouble
) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    page.goto(site_url)
    expect(page.get_by_role("alert")).to_contain_text("This game needs scripts")
    expect(page.locator("#boot-missing")).to_be_hidden()
    # What came with the page can still be read.
    expect(page.locator("#app")).to_contain_text("YALA")
    trouble.forgive("request failed")
    box = page.locator("#no-scripts").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width


NOT_LOADED = "A file of the game could not be loaded"


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("vendor/pyscript/core.*js", NOT_LOADED),
        ("runtime/interpreter.*js", "The game could not be started"),
    ],
)
def test_missing_script_is_said_and_can_be_tried_again(
    page: Page, site_url: str, trouble: Trouble, file: str, message: str
) -> None:
    visits = []

    def answer(route: Route) -> None:
        # Missing as long as the visit lasts: a browser may ask for a script a second time.
        if len(visits) == 1:
            route.fulfill(status=404)
        else:
            route.continue_()

    page.on("request", lambda request: request.is_navigation_request() and visits.append(request))
    page.route(f"**/{file}*", answer)
    page.goto(site_url)
    expect(page.get_by_role("alert")).to_contain_text(message)
    page.get_by_role("button", name="Try again").click()
    wait_for_state(page, "ready")
    trouble.forgive("404", "Failed to fetch dynamically imported module")


def test_missing_python_is_said(page: Page, site_url: str, trouble: Trouble) -> None:
    page.route("**/static/made/**", lambda route: route.fulfill(status=404))
    page.goto(site_url)
    expect(page.get_by_role("alert")).to_contain_text("The game could not be started")
    trouble.forgive(
        "404", "wasm instantiation failed", "Starting without the snapshot", "Failed to"
    )


def test_error_in_python_is_said(page: Page, site_url: str, trouble: Trouble) -> None:
    def answer(route: Route) -> None:
        text, count = re.subn(r"\bApp\(window.*\)", "1 / 0", route.fetch().text())
        assert count == 1
        route.fulfill(body=text, content_type="text/html")

    page.route(site_url, answer)
    page.goto(site_url)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The game could not be started")
    expect(alert).to_contain_text("ZeroDivisionError")
    trouble.forgive("ZeroDivisionError")


def test_second_visit_needs_nothing_new(page: Page, open_ready: OpenReady) -> None:
    open_ready(MATCH)
    first = fetched(page)
    open_ready(MATCH)
    second = fetched(page)
    assert first == second
    assert len(first) == len(set(first)), "something was fetched twice"


def fetched(page: Page) -> list[str]:
    """The names of the files that the page fetched, but for what comes when it is idle."""
    script = "performance.getEntriesByType('resource').map(entry => entry.name.split('?')[0])"
    names: list[Any] = page.evaluate(script)
    return sorted(name for name in names if not re.search("/static/(sound|offline)/", name))
