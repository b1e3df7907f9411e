"""Visits a page with a real browser: measures the time, counts what came over the line, or keeps
the page open."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import BrowserContext, Page, Playwright

from tools import browser
from tools.bench.chromium import Chromium

PROBE = (Path(__file__).parent / "probe.js").read_text(encoding="utf-8")
SETTLE_S = 0.7
# Browsers keep compiled WebAssembly once they have optimized its busy parts, which they do in idle
# threads; and the page's service worker has to fetch all of the site.
STAY_S = 10.0
# Ours has the browser optimize more of it, in idle moments (TO_KEEP in shell/warmup.py).
WHOLE_STAY_S = 35.0
LIMIT_MS = 60_000


@dataclass(frozen=True)
class Times:
    """Times of one visit, in milliseconds; ready and board count from the navigation's start."""

    ready_ms: float
    board_ms: float
    longest_task_ms: float


@dataclass(frozen=True)
class Weight:
    """What came over the line in one visit."""

    received_bytes: int
    requests: int


def visit(chromium: Chromium, url: str, *, stay_s: float = SETTLE_S) -> Times:
    """Open a page until Python answers in it, stay, and leave it."""
    seen = chromium.load(url, PROBE, stay_s)
    return Times(ready_ms=seen["ready"], board_ms=seen["board"], longest_task_ms=seen["longest"])


def settle(chromium: Chromium, url: str) -> None:
    """Visit a page until the browser has kept all that it will: first the page's service worker,
    which answers from the next visit on, then the compiled form of what the worker answers."""
    for stay_s in (STAY_S, WHOLE_STAY_S, STAY_S):
        visit(chromium, url, stay_s=stay_s)


def weigh(playwright: Playwright, url: str) -> Weight:
    """Count the bytes and requests of a first visit."""
    with fresh_profile(playwright) as context:
        page = context.new_page()
        session = context.new_cdp_session(page)
        sizes: list[int] = []

        def finished(event: dict[str, float]) -> None:
            if event["encodedDataLength"] > 0:
                sizes.append(int(event["encodedDataLength"]))

        session.on("Network.loadingFinished", finished)
        session.send("Network.enable")
        go(page, url)
        return Weight(received_bytes=sum(sizes), requests=len(sizes))


@contextmanager
def fresh_profile(playwright: Playwright) -> Iterator[BrowserContext]:
    """Start a browser with a fresh profile, whose pages can be clicked."""
    with TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True) as profile:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=browser.executable(),
            args=browser.launch_arguments(),
            viewport={"width": 1280, "height": 800},
            locale="en-GB",
        )
        context.set_default_timeout(LIMIT_MS)
        context.add_init_script(PROBE)
        # Let the browser finish its own start.
        time.sleep(SETTLE_S)
        yield context
        context.close()


def go(page: Page, url: str) -> None:
    """Load a page until Python answers in it."""
    page.goto(url)
    page.wait_for_selector("html[data-state=ready]", state="attached")
    time.sleep(SETTLE_S)
