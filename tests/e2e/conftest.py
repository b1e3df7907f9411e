"""A real browser, the built site, and a page on which nothing may go wrong unnoticed."""

import os
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    Response,
    WebError,
    expect,
    sync_playwright,
)

from tests import failures
from tests.e2e import later_visit
from tests.e2e.later_visit import Unpacked
from tests.still import ADDRESS, AXE, RUN_AXE, empty, look_at, serve_stills, show_document
from tools import browser as chromium
from tools import serve, site
from tools.project import NODE_MODULES

AXE_SOURCE = NODE_MODULES / "axe-core" / "axe.min.js"
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Generous, for a busy machine: it only limits how long a failure takes.
LIMIT_MS = 90_000
expect.set_options(timeout=LIMIT_MS)


LONGEST = (
    "test_offline.py",
    "test_engines.py",
    "test_live.py",
    "test_every_screen.py",
    "test_boot_snapshot.py",
    "test_boot_damage.py",
)
"""The files whose tests take longest. One worker has all of a file, so these come first: else the
other workers would be done while one has hardly begun with them."""

FEW_MEET = (
    # Files, storage, hosts and processes that fail.
    "test_blocked_storage.py",
    "test_browser_kills.py",
    "test_boot_damage.py",
    "test_boot_snapshot.py",
    "test_damaged.py",
    "test_faults.py",
    "test_full_disk.py",
    "test_kept_game.py",
    "test_kills.py",
    "test_newer_build.py",
    "test_other_engines.py",
    "test_start_files.py",
    "test_storage.py",
    "test_update_kills.py",
    "test_wrong_answers.py",
    # The second visit, the third, and the next build.
    "test_as_people_have_it.py",
    "test_offline.py",
    "test_warmup.py",
    # Other browsers, networks, clocks and alphabets.
    "test_engines.py",
    "test_frames.py",
    "test_language_layout.py",
    "test_languages.py",
    "test_live_spares.py",
    "test_phones.py",
    "test_planes.py",
    "test_private_windows.py",
    "test_print.py",
    "test_rooms.py",
    "test_time_zones.py",
    # Other ways to hear, see and press; `test_every_screen.py` looks at all screens for these, too.
    "test_aya_access.py",
    "test_focus.py",
    "test_page_access.py",
    "test_single_switch.py",
    "test_sound.py",
    "test_sound_cues.py",
    "test_spoken_once.py",
    # Long lists, and clocks that run out.
    "test_all_that_is_kept.py",
    "test_clocks.py",
    "test_kept.py",
    # What bots of strangers may try; a game, and a source, that are not ours; tests of tests.
    "test_fourth_game.py",
    "test_sandbox.py",
    "test_boot_live.py",
    "test_failures.py",
    "test_limits.py",
    "test_file.py",
    "test_source.py",
)
"""Files of tests of what befalls few people and fewer changes. `make ci` runs them; `make test`
leaves them out, so that it takes ten minutes."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of this folder as `e2e`, those of `FEW_MEET` as `ci`, and those with stills as
    `running_page`; have the longest files first."""
    here = Path(__file__).parent
    ranks = {here / name: rank for rank, name in enumerate(LONGEST)}
    for_ci = {here / name for name in FEW_MEET}
    assert all(path.exists() for path in (*ranks, *for_ci))
    items.sort(key=lambda item: ranks.get(item.path, len(ranks)))
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.e2e)
            if item.path in for_ci:
                item.add_marker(pytest.mark.ci)
            if "still" in item.fixturenames:
                item.add_marker(pytest.mark.running_page)


SIZE = {"width": 1280, "height": 720}
"""Playwright's default, for tests that set none."""

HAS_PASSED = pytest.StashKey[bool]()

IS_START = "wanted => (document.querySelector('main.screen-start') !== null) === wanted"
"""Whether the start screen is shown, or gone, as wanted."""


NUMBERS = count(1)

KEEPS_ALL = """
  if (navigator.storage) navigator.storage.persist = navigator.storage.persisted = async () => true;
"""
"""A browser that promises to keep what pages keep: of others, tests/e2e/test_lasting.py tells."""

NEVER_IDLE = "window.requestIdleCallback = () => 0"
"""What a page prepares when idle costs as much as its start: only `spare_time` tests allow it."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell fixtures whether their test has passed, and keep what it leaves if it has not."""
    report = yield
    if call.when == "call":
        item.stash[HAS_PASSED] = report.passed
    trouble = getattr(item, "funcargs", {}).get("trouble")
    failures.keep_if_failed(item, report, *(trouble.found if trouble else ()))
    return report


UNFOLDS_TABLES = """{
  const seen = new WeakSet();
  const look = () => {
    const more = document.getElementById("table-more");
    if (more && !seen.has(more)) {
      seen.add(more);
      more.open = true;
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}"""
"""Somebody who unfolds all that there is at a first table. Others are `newcomer` tests' matter: the
rest must not depend on whether a neighbour has played before, on the same page."""


# Playwright's own message on a page that stays open for longer, if service workers are blocked.
BLOCKED = "Service Worker registration blocked by Playwright"
UNUSED = "was preloaded using link preload but not used"
WORKER = "/static/offline/worker."
HOST_GONE = ("net::ERR_CONNECTION_RESET", "net::ERR_CONNECTION_REFUSED", "net::ERR_EMPTY_RESPONSE")


@dataclass
class Trouble:
    """What went wrong on a page. A test that provokes an error on purpose forgives it."""

    origins: set[str]
    found: list[str] = field(default_factory=list)
    leaves_early_script: bool = False
    """Whether a start does without the snapshot on purpose: it leaves the script unused that it had
    asked for early, and a browser may say so, if the start is slow."""

    def watch(self, context: BrowserContext) -> None:
        """Note what goes wrong in any page of a context, and any request to another host."""
        for event, note in self._notes().items():
            context.on(event, note)

    def look_away(self, context: BrowserContext) -> None:
        """Note nothing more of a context."""
        for event, note in self._notes().items():
            context.remove_listener(event, note)

    def _notes(self) -> dict[Any, Callable[[Any], None]]:
        """The method that notes each kind of event."""
        return {
            "console": self._console,
            "weberror": self._error,
            "request": self._request,
            "requestfailed": self._request_failed,
            "response": self._response,
        }

    def forgive(self, *parts: str) -> None:
        """Drop what a test provoked: lines that hold one of the parts. There must be one."""
        provoked = [line for line in self.found if any(part in line for part in parts)]
        assert provoked, f"expected trouble did not come: {parts}, but {self.found}"
        self.found = [line for line in self.found if line not in provoked]

    def _console(self, message: ConsoleMessage) -> None:
        is_early = self.leaves_early_script and UNUSED in message.text
        if message.type in ("error", "warning") and message.text != BLOCKED and not is_early:
            self.found.append(f"console {message.type}: {message.text}")

    def _error(self, error: WebError) -> None:
        self.found.append(f"page error: {error.error}")

    def _request(self, request: Request) -> None:
        url = urlsplit(request.url)
        is_local = url.scheme in ("data", "blob", "about")
        if not is_local and f"{url.scheme}://{url.netloc}" not in self.origins:
            self.found.append(f"request to another host: {request.url}")

    def _request_failed(self, request: Request) -> None:
        # A page that is left aborts what it was still fetching: that is no trouble. Nor is a host
        # that goes while the browser, at a moment of its own, looks for a newer worker, or that one
        # fetches what it is to keep.
        is_workers = WORKER in request.url or request.service_worker is not None
        looks = is_workers and request.failure in HOST_GONE
        if request.failure != "net::ERR_ABORTED" and not looks:
            self.found.append(f"request failed: {request.url} {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.found.append(f"{response.status} for {response.url}")


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make site` makes it: `make e2e` builds it once for all of its workers."""
    shared = os.environ.get("SPIELTISCH_TEST_SITE")
    if shared:
        return Path(shared)
    target = tmp_path_factory.mktemp("site")
    site.build(target)
    return target


OUR_ORIGINS: set[str] = set()


def serve_in_background(
    folder: Path, prefix: str = "/", *, unpacked: Unpacked | None = None
) -> Iterator[str]:
    """Serve a folder until the end of the run, with some files unpacked; gives its address, ending
    in the prefix."""
    server = later_visit.make_server(folder, prefix, unpacked or {})
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://{serve.HOST}:{server.server_port}"
    OUR_ORIGINS.add(origin)
    yield origin + prefix
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def first_visit_url(built_site: Path) -> Iterator[str]:
    """The address of the built site as it is published."""
    yield from serve_in_background(built_site)


@pytest.fixture(scope="session")
def later_visit_url(built_site: Path) -> Iterator[str]:
    """The address of the built site as a page has it at a later visit."""
    yield from serve_in_background(built_site, unpacked=later_visit.unpacked(built_site))


@pytest.fixture
def site_url(request: pytest.FixtureRequest) -> str:
    """The built site's address, at the root of its host."""
    is_first = request.node.get_closest_marker("first_visit") is not None
    url: str = request.getfixturevalue("first_visit_url" if is_first else "later_visit_url")
    return url


@pytest.fixture(scope="session")
def sub_path_url(built_site: Path) -> Iterator[str]:
    """The built site's address, as GitHub Pages would have it: below a path."""
    yield from serve_in_background(built_site, "/user/repo/")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright itself, for tests that start a browser of their own."""
    with sync_playwright() as playwright:
        yield playwright


def launch(
    playwright: Playwright,
    executable: Path,
    *more: str,
    without: tuple[str, ...] = (),
    is_optimised: bool = False,
) -> Browser:
    """A browser whose pages live for seconds.

    Optimising their WebAssembly, which V8 does in the background, would take a small machine longer
    than the tests themselves, so they run only its baseline code. Nor do threads gain anything
    where several browsers share two cores.

    Args:
        playwright: what drives it.
        executable: which browser it is.
        more: other arguments of its command line.
        without: the features of Chromium that it is to lack.
        is_optimised: whether it runs code as it does for people.
    """
    flags = [] if is_optimised else ["--js-flags=--liftoff-only --single-threaded"]
    arguments = [*chromium.launch_arguments(*without), *flags, *more]
    return playwright.chromium.launch(executable_path=executable, args=arguments)


def launch_shell(playwright: Playwright, *, without: tuple[str, ...] = ()) -> Browser:
    """The browser that most tests run in."""
    _, shell = chromium.executables()
    return launch(playwright, shell, *chromium.SHELL_ARGUMENTS, without=without)


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One browser for the run; every test has a profile of its own in it."""
    browser = launch_shell(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser as people have it, for tests of what is the browser's own part."""
    browser = launch(playwright, chromium.executable())
    yield browser
    browser.close()


def new_profile(
    browser: Browser,
    *,
    has_spare_time: bool = False,
    is_newcomer: bool = False,
    **options: Any,
) -> BrowserContext:
    """A fresh profile, nothing stored, nothing cached; see `context_options`."""
    defaults = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
    context = browser.new_context(**{**defaults, **options})
    failures.trace(context)
    context.set_default_timeout(LIMIT_MS)
    context.add_init_script(KEEPS_ALL)
    if not has_spare_time:
        context.add_init_script(NEVER_IDLE)
    if not is_newcomer:
        context.add_init_script(UNFOLDS_TABLES)
    return context


@contextmanager
def several_profiles(browser: Browser, trouble: Trouble) -> Iterator[Callable[..., BrowserContext]]:
    """Gives profiles, each with a storage of its own, on whose pages nothing may go wrong."""
    made = []

    def profile(**options: Any) -> BrowserContext:
        context = new_profile(browser, **options)
        trouble.watch(context)
        made.append(context)
        return context

    yield profile
    for context in made:
        context.close()
    assert not trouble.found, "trouble on a page:\n" + "\n".join(trouble.found)


@pytest.fixture
def context_options() -> dict[str, Any]:
    """What a test wants its browser profile to be; override it in a module or by parametrizing.

    For instance: {"viewport": {"width": 320, "height": 640}, "color_scheme": "dark",
    "reduced_motion": "no-preference", "locale": "de-DE", "has_touch": True}.
    """
    return {}


@pytest.fixture
def trouble() -> Trouble:
    """What went wrong on this test's page so far."""
    return Trouble(OUR_ORIGINS)


@pytest.fixture(scope="module")
def running(browser: Browser) -> Iterator[dict[str, BrowserContext]]:
    """The profiles, by their options, that tests of a module marked `running_page` go on with."""
    kept: dict[str, BrowserContext] = {}
    yield kept
    for context in kept.values():
        context.close()


@pytest.fixture
def is_running(request: pytest.FixtureRequest) -> bool:
    """Whether this test goes on with the page that one before it has started."""
    return request.node.get_closest_marker("running_page") is not None


@pytest.fixture
def context(
    request: pytest.FixtureRequest,
    browser: Browser,
    running: dict[str, BrowserContext],
    trouble: Trouble,
    context_options: dict[str, Any],
    is_running: bool,
) -> Iterator[BrowserContext]:
    """A fresh profile; or, if so marked, a running one."""
    has_spare_time = request.node.get_closest_marker("spare_time") is not None
    is_newcomer = request.node.get_closest_marker("newcomer") is not None
    key = f"{context_options} {has_spare_time} {is_newcomer}"
    used = running.pop(key, None) if is_running else None
    context = used or new_profile(
        browser, has_spare_time=has_spare_time, is_newcomer=is_newcomer, **context_options
    )
    trouble.watch(context)
    yield context
    trouble.look_away(context)
    if is_running and request.node.stash.get(HAS_PASSED, False):
        running[key] = context
    else:
        # What a failed test has left would fail others.
        context.close()


@pytest.fixture
def page(context: BrowserContext, trouble: Trouble) -> Iterator[Page]:
    """A page on which an error, a warning, a failed or a foreign request fails the test."""
    yield context.pages[0] if context.pages else context.new_page()
    assert not trouble.found, "trouble on the page:\n" + "\n".join(trouble.found)


@pytest.fixture
def still(page: Page, trouble: Trouble, context_options: dict[str, Any]) -> Page:
    """An empty page for screens that Python draws outside of the browser, see tests/still.py."""
    trouble.origins = {*trouble.origins, ADDRESS.rstrip("/")}
    if page.url.startswith(ADDRESS):
        empty(page)
        page.set_viewport_size(context_options.get("viewport", SIZE))
    else:
        serve_stills(page)
    return page


def wait_until(page: Page, condition: str) -> None:
    """Wait until what a script promises is true: `wait_for_function` takes any promise for true."""
    begun = time.monotonic()
    while not page.evaluate(condition):
        waited_ms = 1000 * (time.monotonic() - begun)
        assert waited_ms < LIMIT_MS, f"this never came true: {condition}"
        page.wait_for_timeout(100)


def go_to(page: Page, link: str) -> None:
    """Follow a link within a running page, as a person does who pastes it into the address."""
    page.evaluate("link => { location.hash = link }", link)


def reload(page: Page) -> None:
    """Load the page again, and wait until Python answers clicks."""
    page.reload()
    page.wait_for_selector("html[data-state=ready]", state="attached")


def follow(page: Page, place: str) -> None:
    """Go to a place within a running page, by the start screen: no earlier place stays in view."""
    for step in ("#/", place):
        go_to(page, step)
        page.wait_for_function(IS_START, arg=step == "#/")


@pytest.fixture
def own_name() -> str:
    """A player's name that no other test has: a link with it begins a match of its own, even on a
    page that has kept other tests' matches."""
    return f"Player{next(NUMBERS):03}"


@pytest.fixture
def open_ready(page: Page, site_url: str, is_running: bool) -> Callable[..., Page]:
    """Open the site at a hash ('' for the start) and wait until Python answers clicks."""

    def open_ready(hash: str = "", *, url: str = site_url) -> Page:  # noqa: A002
        target = url + hash
        if is_running and page.url.startswith(url):
            follow(page, hash or "#/")
            return page
        if page.url.split("#")[0] == target.split("#")[0]:
            # Going to another hash alone would not load the page again.
            page.goto("about:blank")
        page.goto(target)
        page.wait_for_selector("html:not([data-state=loading])", state="attached")
        state = page.locator("html").get_attribute("data-state")
        assert state == "ready", page.locator("body").inner_text()
        return page

    return open_ready


def have_axe(page: Page) -> None:
    """Put axe into the page, unless it is there already."""
    if not page.evaluate("'axe' in window"):
        # Over the debugger's protocol: the page's security policy would not let it in.
        page.evaluate(AXE_SOURCE.read_text(encoding="utf-8"))


def axe_options(*without_rules: str) -> dict[str, Any]:
    """What axe is to look for."""
    return {
        "runOnly": {"type": "tag", "values": AXE_TAGS},
        "rules": {rule: {"enabled": False} for rule in without_rules},
        "resultTypes": ["violations"],
    }


def axe_on_stills(page: Page, documents: Sequence[str], *without_rules: str) -> list[list[str]]:
    """Run axe on stills, in the page's window; gives a line for each violation, by still."""
    # What a page has is gone when it goes to its first still.
    show_document(page, documents[0])
    have_axe(page)
    assert page.viewport_size is not None
    size = page.viewport_size["width"], page.viewport_size["height"]
    return look_at(page, size, AXE, documents, [axe_options(*without_rules)] * len(documents))


@pytest.fixture
def axe(page: Page) -> Callable[..., list[str]]:
    """Run axe on the page as it is now, or on stills; gives a line for each violation."""

    def axe(*stills: str, without_rules: tuple[str, ...] = ()) -> list[str]:
        if stills:
            return [line for lines in axe_on_stills(page, stills, *without_rules) for line in lines]
        have_axe(page)
        found: list[str] = page.evaluate(RUN_AXE, axe_options(*without_rules))
        return found

    return axe
