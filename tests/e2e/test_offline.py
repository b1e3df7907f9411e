"""Without a network, after one visit; and from one build of the site to the next."""

from __future__ import annotations

import functools
import gzip
import re
import shutil
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from http import HTTPStatus
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from spieltisch.games import catalog
from spieltisch.play.record_link import encode_record
from spieltisch.table import parse_record
from tests.e2e.conftest import OUR_ORIGINS, Trouble, follow, reload, wait_until
from tests.e2e.constants import milliseconds
from tests.e2e.exercises import watch_exercises
from tests.e2e.test_boot_snapshot import LIBRARY, START_PROGRAM, run_python
from tests.e2e.test_wrong_answers import ANSWERS, forgive_all_but_exceptions
from tests.e2e.yala_player import Table, narrowing
from tests.records import keeping
from tests.sampling import sampled
from tools import names, offline, serve
from tools.bench.host import COMPRESSED, LEVEL
from tools.project import ROOT

pytestmark = pytest.mark.spare_time

MATCH = "#/play/yala?seats=human,human&seed=42"
CHANGED = "static/sound/begin.js"
NEEDED = "static/boot/begin.js"
FALLBACK = "Starting without the snapshot"


@pytest.fixture(scope="module")
def browser(whole_browser: Browser) -> Browser:
    return whole_browser


@pytest.fixture
def context_options() -> dict[str, Any]:
    return {"service_workers": "allow"}


def publish(site: Path, folder: Path) -> None:
    """Have a host's folder hold another site, at once: a page may be asking for a file."""
    coming, gone = (folder.with_name(f"{folder.name}-{which}") for which in ("coming", "gone"))
    shutil.copytree(site, coming)
    folder.rename(gone)
    coming.rename(folder)
    shutil.rmtree(gone)


class Host:
    """A static host: what it serves can be exchanged, fail, or be out of reach."""

    def __init__(
        self, folder: Path, prefix: str, headers: dict[str, str], *, is_persistent: bool = False
    ) -> None:
        """Args:
        folder: what it serves.
        prefix: where on the host.
        headers: what it says of each answer; an empty text leaves the header out.
        is_persistent: whether it keeps connections, as by HTTP/1.1.
        """
        self.folder = folder
        self.failing: set[str] = set()
        self.headers = headers
        self.is_persistent = is_persistent
        self.has_worker = True
        """Whether it gives browsers the service worker; pages may read it all the same."""
        self.answers: list[tuple[str, int]] = []
        self._prefix = prefix
        self._port = 0
        self.connect()
        self.url = f"http://{serve.HOST}:{self._port}{prefix}"
        OUR_ORIGINS.add(f"http://{serve.HOST}:{self._port}")

    def connect(self) -> None:
        """Be within reach."""
        handler = functools.partial(
            _handler_of(self), directory=str(self.folder), prefix=self._prefix, live=None
        )
        self.server = serve.Server((serve.HOST, self._port), handler)
        self._port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def disconnect(self) -> None:
        """Be out of reach: for the browser there is no network."""
        self.server.shutdown()
        self.server.server_close()

    def publish(self, site: Path) -> None:
        """Serve another site from now on."""
        publish(site, self.folder)


def _handler_of(host: Host) -> type[serve.Handler]:
    class Handler(serve.Handler):
        protocol_version = "HTTP/1.1" if host.is_persistent else "HTTP/1.0"

        def send_head(self) -> Any:
            if self.path.removeprefix("/") in host.failing:
                self.send_error(HTTPStatus.INTERNAL_SERVER_ERROR)
                return None
            if self.headers.get("Service-Worker") and not host.has_worker:
                self.send_error(HTTPStatus.NOT_FOUND)
                return None
            return super().send_head()

        def end_headers(self) -> None:
            for name, value in host.headers.items():
                if value:
                    self.send_header(name, value)
            if "Cache-Control" in host.headers:
                # The base class would say another thing, too.
                super(serve.Handler, self).end_headers()
            else:
                super().end_headers()

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            host.answers.append((self.path, int(code)))

        def log_error(self, *_: object) -> None:
            """What fails is meant to."""

    return Handler


@pytest.fixture
def prefix() -> str:
    """Where on its host the site is."""
    return "/"


@pytest.fixture
def headers() -> dict[str, str]:
    """What the host says of each of its answers, beside what all hosts say."""
    return {}


@pytest.fixture
def host(built_site: Path, tmp_path: Path, prefix: str, headers: dict[str, str]) -> Iterator[Host]:
    """A host of the test's own, which serves the built site."""
    shutil.copytree(built_site, tmp_path / "host")
    host = Host(tmp_path / "host", prefix, headers)
    yield host
    host.disconnect()


@pytest.fixture
def other_build(built_site: Path, tmp_path: Path) -> Path:
    """The site with a change to one file, built."""
    return changed(built_site, tmp_path / "other", CHANGED)


def changed(site: Path, other: Path, name: str) -> Path:
    """Make another build of a site, in which one script has changed."""
    shutil.copytree(site, other)
    before = names.find(other, name)
    script = (other / before).read_bytes() + b"\n// Changed.\n"
    path = Path(name)
    after = (path.parent / names.hashed_name(path.stem, path.suffix, script)).as_posix()
    (other / before).unlink()
    (other / after).write_bytes(script)
    page = other / names.PAGE
    text = page.read_text(encoding="utf-8")
    assert before in text
    page.write_text(text.replace(before, after), encoding="utf-8")
    offline.seal(other)
    return other


HAS_ALL = """async () =>
    (await navigator.serviceWorker.getRegistration())?.active?.state === "activated"
"""
"""Whether the page's worker has all of its build."""

LOOK_FOR_UPDATE = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const told = document.documentElement.dataset;
    registration.addEventListener("updatefound", () => {
        const { installing } = registration;
        const tell = () => { told.newest = installing.state; };
        installing.addEventListener("statechange", tell);
        tell();
    });
    // Nobody waits for it: what comes of it is seen on the page.
    registration.update().catch(error => { console.error("no update:", error); });
}"""
"""Looks for a newer build. The page then says what state its worker is in."""

FINDS_UPDATE = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    if (!registration.installing) registration.update().catch(() => {});
    return registration.waiting !== null;
}"""
"""Looks for a newer build until it is there: the browser makes one of two looks at a time, and one
that is still going on may have met with what fails no more."""

IS_GONE = """async () =>
    !(await navigator.serviceWorker.getRegistration()) && !(await caches.keys()).length
"""
"""Whether there is neither a worker nor anything that it kept."""

TEXT_OF = """name => {
    const files = JSON.parse(document.getElementById("files").textContent);
    return fetch(files[name]).then(response => response.text());
}"""

CALM_MS = (
    milliseconds("static/runtime/later.js", "CALM_MS"),
    milliseconds("static/offline/register.js", "CALM_MS"),
)


def sooner(times_ms: tuple[int, ...], share: float) -> str:
    """A script: what waits for one of some times waits only for a share of it."""
    return f"""{{
    const wait = window.setTimeout;
    window.setTimeout = (what, ms, ...more) =>
        wait(what, {list(times_ms)}.includes(ms) ? ms * {share} : ms, ...more);
}}"""


CALM_AT_ONCE = sooner(CALM_MS, 0)
"""What is imported late is made ready after two seconds of calm, the worker comes after five; the
tests of the other engines wait for them."""

# Notes that the browser keeps a build's WebAssembly compiled: then nothing is done for that.
NOTE = """
    localStorage.setItem("spieltisch.compiled-build", document.documentElement.dataset.build)"""
HAS_NOTED = """() =>
    localStorage.getItem("spieltisch.compiled-build") === document.documentElement.dataset.build"""

Open = Callable[[str], Page]


def kept_by(page: Page) -> list[str]:
    """The names of what is kept, once the page's worker has all of its build."""
    wait_until(page, HAS_ALL)
    names: list[str] = page.evaluate("caches.keys()")
    return names


@pytest.fixture
def is_calm_at_once() -> bool:
    """Whether the worker comes as soon as the page is there."""
    return True


@pytest.fixture
def open_page(page: Page, host: Host, is_calm_at_once: bool) -> Iterator[Open]:
    """Load the site at an address, anew even where only the part from # on is another."""
    if is_calm_at_once:
        page.context.add_init_script(CALM_AT_ONCE)

    def open_page(place: str = "") -> Page:
        page.goto("about:blank")
        page.goto(host.url + place)
        page.wait_for_selector("html[data-state=ready]", state="attached")
        return page

    yield open_page
    # The host goes first: what the page still fetches would fail.
    page.goto("about:blank")


@pytest.fixture
def visited(page: Page, open_page: Open) -> Page:
    """A page that has been visited once, is open, and has come to the end of what it fetches."""
    open_page("")
    assert len(kept_by(page)) == 1
    page.evaluate(NOTE)
    return page


def build_of(page: Page) -> str:
    return page.locator("html").get_attribute("data-build") or ""


def has_worker(page: Page) -> bool:
    return page.evaluate("Boolean(navigator.serviceWorker.controller)")


def asked_by_pages(host: Host) -> list[str]:
    """What was asked for, without what the browser looks at to see whether the worker is newer."""
    of_worker = (f"/{names.WORKER_SCRIPT}", "/static/offline/worker.js")
    return [path for path, _ in host.answers if not names.plain(path).endswith(of_worker)]


def expect_offer(page: Page) -> None:
    """The newer build is offered, once it is fetched and nobody presses anything."""
    expect(page.locator("#toasts [data-do=update]")).to_be_visible()


# ------------------------------------------------------------ without a network


@pytest.mark.parametrize("prefix", ["/user/repo/"])
def test_a_whole_match_after_one_visit(visited: Page, host: Host, open_page: Open) -> None:
    host.disconnect()
    page = open_page("#/play/yala?seats=human,bot:3&seed=3")
    table = Table(page)
    count = 0
    while not table.is_over:
        table.click(narrowing(table.position))
        count += 2
        answered = page.locator(f"[data-outcome], #move-{count}").first
        expect(answered).to_be_visible()
        assert count < 120
    expect(page.locator("[data-outcome]")).to_contain_text(re.compile("You (win|are walled in): "))
    host.connect()


def test_every_game_is_played_with_bots_and_explained_and_heard(
    visited: Page, host: Host, open_page: Open
) -> None:
    host.disconnect()
    for game in catalog.GAMES:
        play_and_explain(host, open_page, game)
    write_a_bot(open_page)
    for language in ("de", "en"):
        visited.locator("#set-language").select_option(language)
        visited.wait_for_selector(f"html[lang|={language}]", state="attached")
        visited.reload()
        visited.wait_for_selector(f"html[data-state=ready][lang|={language}]", state="attached")
    assert "AudioContext" in visited.evaluate(TEXT_OF, "static/sound/begin.js")
    host.connect()


def play_and_explain(host: Host, open_page: Open, game: str) -> None:
    """See bots move, and read the rules."""
    page = open_page(f"#/play/{game}?seats=bot:4,bot:4&seed=4")
    if page.locator("[data-do=ready]").count():
        page.locator("[data-do=ready]").first.click()
    expect(page.locator("#move-2")).to_be_attached()
    page.goto(f"{host.url}#/rules/{game}")
    expect(page.locator("main h2").first).to_be_visible()


def write_a_bot(open_page: Open) -> None:
    """The workshop has its editor, and runs what was written."""
    page = open_page("#/workshop/yala")
    expect(page.locator("code-editor .cm-content")).to_be_visible()
    page.locator("#bot-matches").select_option("2")
    page.locator("#bot-run").click()
    expect(page.locator("[data-series]")).to_have_attribute("data-series", "done")


VARYING = ("Accept", "Origin", "User-Agent", "*", "Accept-Encoding", "Accept-Language, Cookie")


@pytest.mark.parametrize(
    "headers",
    sampled([{"Vary": vary} for vary in VARYING], {"Vary": "Origin"}, {"Vary": "*"}),
)
def test_a_host_may_say_that_its_answers_vary(
    visited: Page, host: Host, open_page: Open, other_build: Path
) -> None:
    page = open_page(MATCH)
    host.answers.clear()
    page = open_page(MATCH)
    assert asked_by_pages(host) == [], "all comes from what is kept"
    # A page of the old build gets nothing of the new one.
    host.publish(other_build)
    page = open_page(MATCH)
    table = Table(page)
    table.click(narrowing(table.position))
    assert "Changed." not in page.evaluate(TEXT_OF, CHANGED)
    # What the new build's worker still fetched would fail.
    wait_until(page, FINDS_UPDATE)
    host.disconnect()
    table = Table(open_page(MATCH))
    table.click(narrowing(table.position))
    host.connect()


# Tells when a page has read the standard library that the worker has kept.
TELL_READ = """(() => {
    const { arrayBuffer } = Response.prototype;
    Response.prototype.arrayBuffer = async function () {
        const bytes = await arrayBuffer.call(this);
        if (this.url.includes("python_stdlib")) document.documentElement.dataset.read = "stdlib";
        return bytes;
    };
})()"""


def test_modules_that_are_imported_late_come_without_a_network(
    visited: Page, host: Host, open_page: Open
) -> None:
    visited.add_init_script(TELL_READ)
    host.disconnect()
    page = open_page("")
    page.wait_for_selector("html[data-read=stdlib]", state="attached")
    code = "import colorsys, zipfile\nsay((colorsys.rgb_to_hls(1, 0, 0), zipfile.ZIP_STORED))"
    assert run_python(page, code) == "((0.0, 0.5, 1.0), 0)"
    host.connect()


@pytest.mark.parametrize("is_calm_at_once", [False])
def test_one_that_is_imported_too_soon_comes_at_the_next_try(
    page: Page, host: Host, open_page: Open, trouble: Trouble
) -> None:
    """A first visit has no worker yet when it looks for the library, two seconds after it began."""
    page.add_init_script(TELL_READ)
    open_page("")
    assert len(kept_by(page)) == 1
    host.disconnect()
    code = "try:\n    import colorsys\nexcept OSError as error:\n    say(error)"
    assert LIBRARY.search(run_python(page, code))
    trouble.forgive("could not be fetched", "python_stdlib", "CONNECTION_REFUSED")
    page.wait_for_selector("html[data-read=stdlib]", state="attached")
    assert run_python(page, "import colorsys\nsay(colorsys.rgb_to_hls(1, 0, 0))") == (
        "(0.0, 0.5, 1.0)"
    )
    host.connect()


NEVER_IDLE_BUT_LATE = """
    window.requestIdleCallback = (run, { timeout: ms } = {}) => ms && setTimeout(run, ms)"""


def test_a_page_that_is_never_told_to_be_idle_prepares_itself_all_the_same(
    page: Page, open_page: Open
) -> None:
    """Chromium told of no idle moment for as long as nothing was drawn."""
    page.add_init_script(NEVER_IDLE_BUT_LATE)
    with page.context.expect_event("serviceworker"):
        open_page("")


def test_a_page_prepares_what_the_browser_is_to_keep_compiled(
    visited: Page, open_page: Open
) -> None:
    watch_exercises(visited, event_ms=4.0)
    visited.evaluate("localStorage.removeItem('spieltisch.compiled-build')")
    assert not visited.evaluate(HAS_NOTED)
    page = open_page("#/play/yala?seats=human,human&seed=1")
    page.wait_for_function(HAS_NOTED)
    assert page.evaluate("exercises.done") == 2


def test_the_page_is_found_by_its_other_addresses(
    visited: Page, host: Host, open_page: Open
) -> None:
    host.disconnect()
    for address in ("?from=elsewhere", "index.html", "?x=1#/rules/yala"):
        expect(open_page(address).locator("#app")).to_contain_text("YALA")
    host.connect()


def test_nothing_that_the_page_has_fetched_is_fetched_again_or_unpacked_at_another_visit(
    visited: Page, open_page: Open, host: Host
) -> None:
    full = Counter(path.split("?")[0] for path, status in host.answers if status == HTTPStatus.OK)
    big = {path: count for path, count in full.items() if "/made/" in path or "/vendor/" in path}
    assert {name.split("/made/")[-1].split(".")[0] for name in big} >= {"pyodide", "snapshot"}
    # The worker fetches its own scripts past the browser's cache, and what they need with them.
    twice = {path for path, count in big.items() if count > 1}
    assert {names.plain(path) for path in twice} <= {"/static/vendor/zstddec/zstddec.wasm"}
    host.answers.clear()
    page = open_page(MATCH)
    assert has_worker(page)
    # Some scripts are told the names of compressed files in their query.
    script = "performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname)"
    paths = page.evaluate(script)
    packed = {path.split("/")[-1].split(".")[0] for path in paths if path.endswith(".zst")}
    assert packed == {"pyodide", "snapshot"}
    assert not any("zstddec" in path for path in paths)
    assert not [path for path, _ in host.answers if "/made/" in path]


def test_the_manifest_and_its_icons_are_right(visited: Page) -> None:
    session = visited.context.new_cdp_session(visited)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/manifest.webmanifest")
    # A profile of a test counts as one in which nothing may be installed.
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in found} <= {"in-incognito"}


# ------------------------------------------------------------------- another build


@pytest.mark.parametrize("prefix", sampled(["/", "/user/repo/"], "/user/repo/"))
def test_an_update_is_offered_in_a_match_and_taken_when_asked(
    visited: Page, host: Host, open_page: Open, other_build: Path
) -> None:
    page = open_page(MATCH)
    table = Table(page)
    table.click(narrowing(table.position))
    before, old = table.position, build_of(page)
    host.publish(other_build)
    host.answers.clear()
    page.evaluate(LOOK_FOR_UPDATE)
    expect_offer(page)
    assert any(names.plain(path).endswith(CHANGED) for path, _ in host.answers)
    assert not any("/made/" in path for path, _ in host.answers), "unchanged files are taken over"
    # The page has all of its files from its own build, and may be loaded again without a change.
    assert "Changed." not in page.evaluate(TEXT_OF, CHANGED)
    reload(page)
    assert build_of(page) == old
    table.expect(before)
    table.click(narrowing(table.position))
    before = table.position
    page.locator("#toasts [data-do=update]").click()
    page.wait_for_selector(f"html[data-state=ready]:not([data-build='{old}'])", state="attached")
    assert "Changed." in page.evaluate(TEXT_OF, CHANGED)
    table.expect(before)
    expect(page.locator("#moves li")).to_have_count(2)
    expect(page.locator("#toasts [data-do=update]")).to_have_count(0)
    assert len(kept_by(page)) == 1


def test_an_offer_stays_from_screen_to_screen_until_it_is_closed(
    visited: Page, host: Host, open_page: Open, other_build: Path
) -> None:
    page = open_page("")
    host.publish(other_build)
    page.evaluate(LOOK_FOR_UPDATE)
    expect_offer(page)
    expect(page.locator("#notice")).to_contain_text("A new version is ready.")
    page.locator("a[href='#/settings']").first.click()
    expect(page.locator(".screen-settings")).to_be_visible()
    expect(page.locator("#notice [data-do=update]")).to_be_visible()
    page.locator("#notice [data-do=dismiss]").click()
    expect(page.locator("#notice")).to_have_count(0)


def test_an_update_waits_while_another_tab_is_open(
    context: BrowserContext, visited: Page, host: Host, open_page: Open, other_build: Path
) -> None:
    page = open_page("")
    old = build_of(page)
    other = context.new_page()
    other.goto(host.url + MATCH)
    other.wait_for_selector("html[data-state=ready]", state="attached")
    host.publish(other_build)
    page.evaluate(LOOK_FOR_UPDATE)
    expect_offer(page)
    page.locator("#notice [data-do=update]").click()
    expect(page.locator("#notice")).to_contain_text("Close the other tab")
    assert build_of(page) == build_of(other) == old
    assert "Changed." not in other.evaluate(TEXT_OF, CHANGED)
    other.close()
    page.locator("#notice [data-do=update]").click()
    page.wait_for_selector(f"html[data-state=ready]:not([data-build='{old}'])", state="attached")


def test_a_build_is_offered_without_what_no_match_needs(
    visited: Page, host: Host, open_page: Open, other_build: Path, trouble: Trouble
) -> None:
    """Somebody's blocker may refuse it for good: the old build is not what they want instead."""
    page = open_page(MATCH)
    old = build_of(page)
    host.publish(other_build)
    failing = names.find(other_build, CHANGED)
    host.failing.add(failing)
    page.evaluate(LOOK_FOR_UPDATE)
    expect_offer(page)
    page.locator("#toasts [data-do=update]").click()
    page.wait_for_selector(f"html[data-state=ready]:not([data-build='{old}'])", state="attached")
    Table(page).click(narrowing(Table(page).position))
    host.failing.clear()
    forgive_all_but_exceptions(trouble)


def test_a_broken_build_leaves_the_old_one(
    visited: Page, host: Host, open_page: Open, built_site: Path, tmp_path: Path, trouble: Trouble
) -> None:
    page = open_page(MATCH)
    old, kept = build_of(page), kept_by(page)
    broken = changed(built_site, tmp_path / "broken", NEEDED)
    failing = names.find(broken, NEEDED)
    host.publish(broken)
    host.failing.add(failing)
    page.evaluate(LOOK_FOR_UPDATE)
    page.wait_for_selector("html[data-newest=redundant]", state="attached")
    assert page.evaluate("caches.keys()") == kept
    host.disconnect()
    page = open_page(MATCH)
    assert build_of(page) == old
    Table(page).click(narrowing(Table(page).position))
    host.connect()
    # Once it is whole it is taken.
    host.failing.clear()
    wait_until(page, FINDS_UPDATE)
    expect_offer(page)
    trouble.forgive(f"500 for {host.url}{failing}")


def test_the_kill_switch_ends_the_worker_and_all_it_has(
    visited: Page, host: Host, open_page: Open, built_site: Path, tmp_path: Path
) -> None:
    page = open_page(MATCH)
    assert has_worker(page)
    ended = tmp_path / "ended"
    shutil.copytree(built_site, ended)
    offline.end(ended)
    host.publish(ended)
    page.evaluate(LOOK_FOR_UPDATE)
    wait_until(page, IS_GONE)
    # The match goes on, and the next page comes from the network.
    table = Table(page)
    table.click(narrowing(table.position))
    host.answers.clear()
    page = open_page(MATCH)
    assert build_of(page) == ""
    assert not has_worker(page)
    assert host.answers


# ------------------------------------------------------ what goes wrong, and what is kept

# Damages the kept files whose addresses have a part of a name in them.
DAMAGE = """async ([part, how]) => {
    const [name] = await caches.keys();
    const shelf = await caches.open(name);
    let count = 0;
    for (const { url } of await shelf.keys()) {
        if (part ? !url.includes(part) : !url.endsWith("/")) continue;
        const kept = await shelf.match(url);
        const bytes = new Uint8Array(await kept.arrayBuffer());
        const middle = bytes.length >> 1;
        const damaged = {
            spoiled: () => "spoiled",
            "cut short": () => bytes.slice(0, middle),
            "a bit": () => bytes.fill(bytes[middle] ^ 1, middle, middle + 1),
            "500 bytes": () => new Uint8Array(bytes).fill(7, middle, middle + 500),
            "a half": () => bytes.map((byte, i) => i < middle ? byte : ~byte),
        }[how]();
        await shelf.put(url, new Response(damaged, { headers: kept.headers }));
        count += 1;
    }
    return count;
}"""
HOWS = ("spoiled", "cut short", "a bit", "500 bytes", "a half")
PAGE, STYLES = "", "styles/main."
PARTS = (
    "made/snapshot",
    "made/pyodide",
    "boot/page.",
    "boot/shared.",
    "boot/begin.",
    "runtime/interpreter.",
    "pyscript/core.",
    STYLES,
    PAGE,
)

IS_MENDED = """async () => {
    const script = await (await fetch("service-worker.js", { cache: "no-store" })).text();
    const { files } = JSON.parse(script.slice(script.indexOf("run(") + 4, script.lastIndexOf(")")));
    const [name] = await caches.keys();
    const shelf = await caches.open(name);
    for (const [path, digest] of Object.entries(files)) {
        const kept = await shelf.match(new URL(path, document.baseURI).href.split("#")[0]);
        if (!kept) return false;
        if (path.endsWith(".zst")) continue;
        const content = await kept.arrayBuffer();
        const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
        if (`sha256-${btoa(String.fromCharCode(...hash))}` !== digest) return false;
    }
    return true;
}"""
"""Whether what the worker keeps is what its build lists, compressed files aside."""
IS_READY = "html[data-state=ready]"
FIRST_TARGET = "[data-target]:not(.is-chosen)"


def play_at_last(page: Page, host: Host) -> None:
    """Play a move, on a page that may be loaded anew by itself meanwhile."""
    # The page itself may be what is damaged: then the browser shows whatever comes of it.
    page.goto("about:blank")
    page.goto(host.url + MATCH)
    moved = page.locator("#move-1")

    def is_played() -> bool:
        try:
            page.wait_for_selector(IS_READY, state="attached", timeout=60_000)
            page.locator(FIRST_TARGET).first.click(force=True, timeout=15_000)
            page.locator(FIRST_TARGET).first.click(force=True, timeout=15_000)
            expect(moved).to_be_attached(timeout=15_000)
        except (Error, AssertionError):
            return False
        return True

    assert any(is_played() for _ in range(4)), page.locator("body").inner_text()


@pytest.mark.parametrize(
    ("part", "how"),
    sampled(
        product(PARTS, HOWS),
        ("made/snapshot", "500 bytes"),
        ("boot/page.", "a half"),
        (STYLES, "500 bytes"),
        (PAGE, "spoiled"),
    ),
)
def test_what_is_damaged_after_it_was_kept_is_noticed_and_fetched_anew(
    visited: Page, host: Host, trouble: Trouble, part: str, how: str
) -> None:
    assert visited.evaluate(DAMAGE, [part, how]) == 1
    play_at_last(visited, host)
    wait_until(visited, IS_MENDED)
    assert len(kept_by(visited)) == 1
    trouble.found.clear()
    # The next start is as ever: from the snapshot, by the worker. It is a reload, as Chromium would
    # take scripts that it got a moment ago from its memory.
    visited.reload()
    visited.wait_for_selector(IS_READY, state="attached")
    assert has_worker(visited)
    assert not trouble.found


WITHOUT_SNAPSHOT = ("made/snapshot", "made/pyodide", "made/script")
"""What a page does without by starting from Pyodide's own files."""


def play_with_damage(page: Page, host: Host, open_page: Open, part: str) -> None:
    """Play with a file damaged and its host out of reach. The browser still takes itself to be
    online, as in a network that leads nowhere."""
    assert page.evaluate(DAMAGE, [part, "spoiled"])
    host.disconnect()
    page = open_page(MATCH)
    assert page.evaluate("navigator.onLine")
    Table(page).click(narrowing(Table(page).position))
    host.connect()


@pytest.mark.parametrize(
    "part",
    sampled(("made/words-de", "zstddec/", "python_stdlib", STYLES, "sound/begin"), "python_stdlib"),
)
def test_what_is_damaged_with_its_host_out_of_reach_is_done_without(
    visited: Page, host: Host, open_page: Open, trouble: Trouble, part: str
) -> None:
    play_with_damage(visited, host, open_page, part)
    trouble.found.clear()


@pytest.mark.parametrize(
    "part", sampled((*WITHOUT_SNAPSHOT, "made/spieltisch"), "made/snapshot", "made/script")
)
def test_where_something_was_damaged_before_a_start_does_without_its_snapshot_and_a_network(
    visited: Page, host: Host, open_page: Open, trouble: Trouble, part: str
) -> None:
    assert not visited.evaluate(DAMAGE, ["made/spieltisch", "spoiled"]), "none has needed it"
    assert visited.evaluate(DAMAGE, ["made/snapshot", "a bit"])
    open_page(MATCH)
    wait_until(visited, IS_MENDED)
    play_with_damage(visited, host, open_page, part)
    trouble.found.clear()


@pytest.mark.parametrize("part", sampled(WITHOUT_SNAPSHOT, "made/pyodide"))
def test_what_to_do_is_told_where_a_start_is_damaged_for_the_first_time_without_a_network(
    visited: Page, host: Host, open_page: Open, trouble: Trouble, part: str
) -> None:
    assert visited.evaluate(DAMAGE, [part, "spoiled"])
    host.disconnect()
    visited.goto("about:blank")
    visited.goto(host.url + MATCH)
    told = visited.get_by_role("alert")
    expect(told).to_contain_text("damaged or missing")
    expect(told).to_contain_text("Connect to the internet")
    host.connect()
    visited.get_by_role("button", name="Try again").click()
    visited.wait_for_selector(IS_READY, state="attached")
    trouble.found.clear()


def test_a_page_whose_python_ends_starts_again_without_its_snapshot(
    visited: Page, open_page: Open, host: Host, trouble: Trouble
) -> None:
    trouble.leaves_early_script = True
    page = open_page(MATCH)
    table = Table(page)
    table.click(narrowing(table.position))
    position = table.position
    page.evaluate("document.documentElement.dataset.old = 1")
    die(page)
    page.wait_for_selector(f"{IS_READY}:not([data-old])", state="attached")
    table.expect(position)
    table.click(narrowing(table.position))
    expect(page.locator("#move-2")).to_be_attached()
    fetched = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert not any("made/snapshot." in name for name in fetched)
    # It does so once. Then it says that it has stopped, rather than go on for ever.
    die(page)
    expect(page.get_by_role("alert")).to_contain_text("What you have played is saved")
    assert page.locator("html").get_attribute("data-state") == "error"
    # Nothing calls it any more: it might never return.
    shown = page.locator("#app").inner_html()
    page.locator("#app [data-site]").evaluate_all(f"sites => sites.forEach({PRESS})")
    assert page.locator("#app").inner_html() == shown
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector(IS_READY, state="attached")
    expect(page.locator("#move-2")).to_be_attached()
    trouble.forgive("Aborted", "fatal", "RuntimeError", "unreachable")


# What fails in every start from a snapshot, and nowhere else, as if the browser could not do it.
NO_SNAPSHOTS = """
    const { setUint32 } = DataView.prototype;
    DataView.prototype.setUint32 = function (at, value, ...how) {
        if (at === 4 && value === this.byteLength) throw new Error("no snapshots here");
        return setUint32.call(this, at, value, ...how);
    };"""


def test_a_snapshot_that_does_not_work_here_is_tried_once(
    page: Page, open_page: Open, trouble: Trouble, host: Host
) -> None:
    """What it starts from instead is kept from then on, and what is kept stays where it is."""
    trouble.leaves_early_script = True
    page.add_init_script(NO_SNAPSHOTS)
    open_page("")
    trouble.forgive(FALLBACK)
    kept = kept_by(page)
    wait_until(page, IS_MENDED)
    host.disconnect()
    for _ in range(2):
        open_page(MATCH)
        assert has_worker(page)
        assert kept_by(page) == kept
        assert not any(FALLBACK in line for line in trouble.found)
    Table(page).click(narrowing(Table(page).position))
    host.connect()


HAS_SOUND = """() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("sound/begin."))
"""
LONG = {"Cache-Control": "public, max-age=2592000"}


@pytest.mark.parametrize("headers", [LONG])
@pytest.mark.parametrize("context_options", [{"service_workers": "block"}])
def test_a_new_page_gets_new_scripts_whatever_a_host_says_of_caching(
    page: Page, open_page: Open, host: Host, other_build: Path
) -> None:
    """Somebody without the worker, who has been here before."""
    open_page(MATCH)
    old = build_of(page)
    # What it gets late would be missing from the other build.
    page.wait_for_function(HAS_SOUND)
    host.publish(other_build)
    # The page itself is asked for anew, as by a reload; all it needs may come from the cache.
    page.reload()
    page.wait_for_selector(f"{IS_READY}:not([data-build='{old}'])", state="attached")
    assert "Changed." in page.evaluate(TEXT_OF, CHANGED)
    Table(page).click(narrowing(Table(page).position))


SAVE_DATA = """
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type, ...more) {
        if (type === "appinstalled") document.documentElement.dataset.waits = "yes";
        return add.call(this, type, ...more);
    };"""


def test_where_data_is_saved_only_an_installed_game_is_kept(page: Page, open_page: Open) -> None:
    page.add_init_script(SAVE_DATA)
    open_page("")
    page.wait_for_selector("html[data-waits]", state="attached")
    assert page.evaluate("navigator.serviceWorker.getRegistration()") is None
    page.evaluate("dispatchEvent(new Event('appinstalled'))")
    assert len(kept_by(page)) == 1


JUNK = """() => {
    const deep = {};
    let at = deep;
    for (let i = 0; i < 1000; i++) at = at.next = {};
    const values = [null, undefined, 5, 7n, NaN, "", "x".repeat(100_000), [], [null], {}, deep,
        new Map(), new Set([1]), new Date(), new Uint8Array(9), new ArrayBuffer(3), /x/, true,
        new Error("e"),
        { changed: [null], gone: [null] }, { changed: 5 }, { offered: 5, taken: [] },
        { taken: "x" }, { taken: "x", isOwn: null },
        { offered: "x" }, { offered: "" }, { said: "mended" }, { said: "mended", mended: null },
        { kept: [1], gone: {} }, new Blob(["x"])];
    for (const name of [...channels]) {
        const channel = new BroadcastChannel(name);
        for (const value of values) channel.postMessage(value);
    }
    for (const value of values) {
        window.postMessage(value, "*");
        navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: value }));
        navigator.serviceWorker.controller?.postMessage(value);
    }
    return new Promise(done => setTimeout(done));
}"""

# Notes the channels that a page listens to.
NOTE_CHANNELS = """
    window.channels = [];
    window.BroadcastChannel = class extends BroadcastChannel {
        constructor(name) {
            super(name);
            if (name.startsWith("spieltisch")) channels.push(name);
        }
    };"""


def test_junk_that_other_pages_of_the_host_send_is_no_news(
    visited: Page, open_page: Open, trouble: Trouble
) -> None:
    visited.add_init_script(NOTE_CHANNELS)
    page = open_page(MATCH)
    table = Table(page)
    position = table.position
    assert len(page.evaluate("channels")) == 1
    page.evaluate(JUNK)
    table.expect(position)
    table.click(narrowing(position))
    expect(page.locator("#move-1")).to_be_attached()
    # Tabs in which somebody plays live hear each other on a channel of their own.
    follow(page, "#/play/yala?seats=human,link&seed=42")
    page.locator("[data-do=play-live]").click()
    wait_until(page, "new Set(channels).size === 2")
    page.evaluate(JUNK)
    page.locator("#peers [data-do=stop-live]").click()
    expect(page.locator("[data-do=play-live]")).to_be_visible()
    assert not trouble.found


PRESS = "site => site.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))"


def die(page: Page) -> None:
    """End Python by what Pyodide calls a fatal error, such as damaged memory leads to."""
    page.evaluate(START_PROGRAM, "import os\nos.abort()")


def test_a_browser_that_keeps_nothing_plays_all_the_same(page: Page, open_page: Open) -> None:
    page.add_init_script(
        "if (navigator.serviceWorker) navigator.serviceWorker.register ="
        " () => Promise.reject(new DOMException('forbidden'))"
    )
    with page.expect_console_message(lambda said: "forbidden" in said.text):
        open_page(MATCH)
    Table(page).click(narrowing(Table(page).position))


@pytest.mark.parametrize(
    ("path", "answer"),
    sampled(
        product(("static/offline/register.*js", "service-worker.js"), ANSWERS),
        ("static/offline/register.*js", "error"),
        ("service-worker.js", "login"),
    ),
)
def test_without_what_keeps_the_site_it_plays_all_the_same(
    page: Page, open_page: Open, trouble: Trouble, path: str, answer: str
) -> None:
    page.context.route(f"**/{path}", lambda route: route.fulfill(**ANSWERS[answer]))
    with page.expect_console_message(lambda said: "without a network" in said.text):
        open_page(MATCH)
    Table(page).click(narrowing(Table(page).position))
    forgive_all_but_exceptions(trouble)


def test_the_browser_is_asked_once_to_let_nothing_go(page: Page, open_page: Open) -> None:
    page.add_init_script(
        "if (navigator.storage) navigator.storage.persist = async () => {"
        " const { dataset } = document.documentElement;"
        " dataset.asked = Number(dataset.asked ?? 0) + 1; }"
    )
    record = parse_record(keeping.read("yala-shortest"))
    last = record.cut(len(record.entries) - 1)
    asked = page.locator("html")
    open_page(f"#/record/{encode_record(last)}")
    table = Table(page)
    expect(asked).not_to_have_attribute("data-asked", "1")
    table.click(record.entries[-1].action)
    expect(page.locator("[data-outcome]")).to_be_attached()
    expect(asked).to_have_attribute("data-asked", "1")
    open_page(f"#/record/{encode_record(record)}")
    open_page(f"#/record/{encode_record(last)}")
    if page.locator("[data-do=confirm]").count():
        page.locator("[data-do=confirm]").click()
    table.click(record.entries[-1].action)
    expect(page.locator("[data-outcome]")).to_be_attached()
    assert asked.get_attribute("data-asked") is None


COST = re.compile(
    r"A first visit fetches ([\d.]+) MB until it is ready, and ([\d.]+) MB in all until it can be"
    r" played without a network \(([\d.]+) MB where a host does not compress\)"
)


def megabytes_of(host: Host, answers: list[tuple[str, int]]) -> tuple[float, float]:
    """How many megabytes some answers of a host are: as GitHub's compresses, and as files are."""
    found = [path.removeprefix("/").partition("?")[0] for path, _ in answers]
    files = [host.folder / (name or offline.PAGE) for name in found]
    contents = [(path, path.read_bytes()) for path in files]
    compressed = (
        gzip.compress(content, LEVEL) if path.suffix in COMPRESSED else content
        for path, content in contents
    )
    return sum(map(len, compressed)) / 1e6, sum(len(content) for _, content in contents) / 1e6


@pytest.mark.parametrize("headers", [{"Cache-Control": "max-age=600"}])
def test_a_visit_costs_what_the_readme_tells(host: Host, open_page: Open) -> None:
    """On a host that lets browsers keep its answers for ten minutes, as GitHub's does."""
    kept_by(open_page(""))
    # A calm page, which is ready, asks for the worker, and the worker for all else.
    calm = host.answers.index((f"/{offline.SCRIPT}", HTTPStatus.OK))
    ready, _ = megabytes_of(host, host.answers[:calm])
    kept, plain = megabytes_of(host, host.answers)
    before = len(host.answers)
    open_page("")
    # A browser looks whether there is a newer build, and asks for nothing else.
    assert {path for path, _ in host.answers[before:]} <= {f"/{offline.SCRIPT}"}
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (told,) = COST.findall(" ".join(text.split()))
    measured = ready, kept, plain
    for is_now, was in zip(measured, map(float, told), strict=True):
        assert abs(is_now - was) <= 0.05 * was + 0.1, f"README tells {told}, it is {measured}"
