"""Every file that a start needs, wrong in every way, from every kind of host.

Whatever comes in the place of a file, at a first visit or from what was kept of one before, the
page starts, or says what is wrong and what to do: it never waits without an end.
"""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.e2e.conftest import Trouble
from tests.e2e.test_offline import CALM_AT_ONCE, Host, kept_by
from tests.e2e.test_wrong_answers import play_a_move
from tests.sampling import sampled
from tools import serve

pytestmark = pytest.mark.spare_time

MATCH = "#/play/yala?seats=human,human&seed=42"
AGAINST_BOT = "#/play/yala?seats=human,bot:1&seed=4"

FILES = (
    "./",
    "boot/guard.",
    "boot/begin.",
    "boot/page.",
    "boot/shared.",
    "styles/main.",
    "runtime/interpreter.",
    "runtime/python.",
    "vendor/pyscript/core.",
    "vendor/pyscript/core-",
    "vendor/zstddec/",
    "made/snapshot.",
    "made/pyodide.",
    "made/script.",
    "made/spieltisch.",
    "made/words-de.",
    "made/plain.",
    "py/bot_worker.",
)
"""The beginnings of the names of what a start, or a computer's first move, asks for."""

WRONG: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "half": lambda content: content[: len(content) // 2],
    "spoiled": lambda content: content[:-2000:-1] + content[2000:],
    "a bit": lambda content: (
        content[: len(content) // 2]
        + bytes([content[len(content) // 2] ^ 1])
        + content[len(content) // 2 + 1 :]
    ),
    "a page": lambda _: b"<!doctype html><title>Log in</title><p>Welcome to the hotel.</p>",
    "of another type": lambda content: content,
}
"""What may come in the place of a file's content."""

AT_FIRST = ("missing", "refused", *WRONG, "half, and no end", "no answer")
KEPT_WRONG = ("missing", "spoiled", "of another type")
"""What is kept has digests: to be empty, half or another file is to be spoiled."""

HOSTS = ("there", "gone", "slow", "silent")
WHAT_TO_DO = re.compile("verbunden|Internet|connected")


PLAYED = "played"


class UnkindHost(Host):
    """A host that has one file wrong, or is out of reach in one way or the other."""

    def __init__(self, folder: Path) -> None:
        self.file, self.way, self.kind = "", "", "there"
        self.over = threading.Event()
        super().__init__(folder, "/", {})

    def is_wrong(self, path: str) -> bool:
        path = path.partition("?")[0]
        return bool(self.way) and (path == "/" if self.file == "./" else self.file in path)

    def become(self, kind: str) -> None:
        self.kind = kind
        if kind == "gone":
            self.disconnect()

    def connect(self) -> None:
        host = self

        class Handler(serve.Handler):
            def do_GET(self) -> None:  # noqa: N802 - the base's name
                if host.kind == "slow":
                    host.over.wait(0.7)
                silent = host.kind == "silent"
                wrong = host.is_wrong(self.path)
                if silent or (wrong and host.way == "no answer"):
                    host.over.wait()
                    return
                if wrong:
                    self.answer_wrongly()
                    return
                super().do_GET()

            def answer_wrongly(self) -> None:
                if host.way in ("missing", "refused"):
                    self.send_error(404 if host.way == "missing" else 500)
                    return
                path = self.translate_path(self.path)
                content = Path(path, "index.html" if self.path == "/" else "").read_bytes()
                is_page = host.way == "a page"
                kind = "text/html" if is_page else self.guess_type(path)
                if self.path == "/":
                    kind = "text/html"
                if host.way == "of another type":
                    kind = "text/plain"
                sent = WRONG.get(host.way, WRONG["half"])(content)
                has_end = host.way != "half, and no end"
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(sent if has_end else content)))
                self.end_headers()
                self.wfile.write(sent)
                if not has_end:
                    self.wfile.flush()
                    host.over.wait()

            def log_message(self, *_: object) -> None:
                """What fails is meant to."""

            log_error = log_message

        handler = lambda *args, **more: Handler(  # noqa: E731
            *args, directory=str(self.folder), prefix="/", live=None, **more
        )
        self.server = serve.Server((serve.HOST, self._port), handler)
        self._port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture(scope="module")
def browser(whole_browser: Browser) -> Browser:
    return whole_browser


@pytest.fixture
def context_options() -> dict[str, Any]:
    return {"service_workers": "allow", "locale": "de-AT"}


@pytest.fixture
def host(built_site: Path, tmp_path: Path) -> Iterator[UnkindHost]:
    shutil.copytree(built_site, tmp_path / "host")
    host = UnkindHost(tmp_path / "host")
    yield host
    host.over.set()
    if host.kind != "gone":
        host.disconnect()


# Puts something else into the place of kept files, whose addresses have a part of a name in them.
PUT = """async ([part, way]) => {
    const [name] = await caches.keys();
    const shelf = await caches.open(name);
    for (const { url } of await shelf.keys()) {
        if (part === "./" ? !url.endsWith("/") : !url.includes(part)) continue;
        const kept = await shelf.match(url);
        await shelf.delete(url);
        if (way === "missing") continue;
        const headers = new Headers(kept.headers);
        let bytes = new Uint8Array(await kept.arrayBuffer());
        if (way === "spoiled") bytes = bytes.map((byte, i) => i < 2000 ? bytes.at(-i) ^ 7 : byte);
        else headers.set("Content-Type", "text/plain");
        await shelf.put(url, new Response(bytes, { headers }));
    }
}"""

HAS_ENDED = """() => {
    const { dataset: { state } } = document.documentElement;
    const told = [...document.querySelectorAll("[role=alert]")].some(
        node => node.innerText.trim() && node.checkVisibility({ visibilityProperty: true }));
    return state === "ready" || told;
}"""


def end_of(page: Page, address: str) -> str:
    """Open the page; tells that it started and is played, or what it says instead."""
    page.goto(address, wait_until="commit")
    for _ in range(4):
        try:
            page.wait_for_function(HAS_ENDED)
            # What was damaged may be mended, and the page loaded anew.
            page.wait_for_timeout(1_000)
            if page.locator("html").get_attribute("data-state") == "ready":
                play_a_move(page)
                expect(page.locator("#move-1")).to_be_attached()
                if "bot" in address:
                    expect(page.locator("#move-2")).to_be_attached()
                return PLAYED
            if told := page.locator("[role=alert]:visible").all_inner_texts():
                return "\n".join(told)
        except Error:
            continue
    raise AssertionError(page.content()[:2000])


def address_for(file: str) -> str:
    """What is to be opened, so that a file is asked for."""
    return AGAINST_BOT if file in ("runtime/python.", "py/bot_worker.") else MATCH


def expect_an_end(page: Page, host: UnkindHost, file: str) -> None:
    """The page is played, or says what to do."""
    end = end_of(page, host.url + address_for(file))
    assert end == PLAYED or WHAT_TO_DO.search(end), end


@pytest.mark.parametrize(
    ("file", "way"),
    sampled(product(FILES[1:], AT_FIRST), ("boot/page.", "half"), ("styles/main.", "no answer")),
)
def test_a_first_visit_starts_or_says_what_to_do(
    page: Page, host: UnkindHost, trouble: Trouble, file: str, way: str
) -> None:
    host.file, host.way = file, way
    expect_an_end(page, host, file)
    trouble.found.clear()


@pytest.mark.parametrize(
    ("file", "way", "kind"),
    sampled(
        product(FILES, KEPT_WRONG, HOSTS),
        ("./", "spoiled", "gone"),
        ("boot/page.", "spoiled", "gone"),
        ("runtime/python.", "missing", "gone"),
        ("made/pyodide.", "spoiled", "gone"),
    ),
)
def test_a_later_visit_starts_or_says_what_to_do(
    page: Page, host: UnkindHost, trouble: Trouble, file: str, way: str, kind: str
) -> None:
    page.add_init_script(CALM_AT_ONCE)
    page.goto(host.url)
    page.wait_for_selector("html[data-state=ready]", state="attached")
    kept_by(page)
    page.evaluate(PUT, [file, way])
    page.goto("about:blank")
    host.become(kind)
    expect_an_end(page, host, file)
    trouble.found.clear()
