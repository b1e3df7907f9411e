"""The start: our page with a match on it against an empty PyScript page, interleaved in one run."""

import os
import platform
import time
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, Playwright, sync_playwright

from tools import site
from tools.bench import empty_page
from tools.bench.chromium import Chromium, fresh_chromium
from tools.bench.host import Line, serving
from tools.bench.visit import Times, fresh_profile, go, settle, visit, weigh
from tools.figures import Report

MATCH = "#/play/yala?seats=human,human&seed=42"
# In so many rounds the browsers are given the minute that they need until second visits are as
# quick as they will be. Then each page is loaded so often over each line.
SETTLED_ROUNDS = 3
WARM_LOADS = 6
BEGAN = time.monotonic()
# Seeds of the matches; with three, the slowest of 24 shouts alone would be the 95th percentile.
SEEDS = range(42, 47)
STEPS = 20
# Each shout costs the caller a card, of which there are ten.
SHOUTS = 8
# How long a finger stays down; the browser draws the pressed button meanwhile.
PRESS_MS = 80
# How long a person looks at the board before acting, and how often a hasty one presses at once.
# These presses are reported apart: Python is ready, but the browser still optimizes its code.
LOOK_S = 3.0
HASTY_STEPS = 5
# Resolves when all animations are over.
STILLNESS = "Promise.allSettled(document.getAnimations().map((one) => one.finished))"

# (what, of which visit, target)
TARGETS = (
    ("ready, cold", "plain cold", 0.22),
    ("ready, warm", "plain warm", 0.17),
    ("ready at 20 Mbit/s and 40 ms, cold", "slow cold", 0.56),
    ("ready at 20 Mbit/s and 40 ms, warm", "slow warm", 0.17),
)
BOARD_TARGET = 0.06
BYTES_TARGET = 1.06

# The 95th percentile of each kind of event, in ms.
ANSWER_TARGETS = {"click": 11.0, "click in the first second": 25.0, "key press": 8.0, "shout": 4.0}


def run(rounds: int, report: Report) -> None:
    """Measure and print."""
    with TemporaryDirectory(prefix="bench-") as folder, sync_playwright() as playwright:
        empty, ours = Path(folder) / "empty", Path(folder) / "ours"
        empty_page.build(empty)
        site.build(ours)
        line = Line()
        with serving(empty, line=line) as empty_url, serving(ours, line=line) as our_url:
            urls = {"empty": empty_url, "ours": our_url + MATCH}
            print_starts(measure_starts(urls, line, rounds), rounds, report)
            tell("bytes")
            print_weights(playwright, urls, report)
            measure_answers(playwright, our_url, report)
        with (
            serving(empty, compresses=False) as empty_url,
            serving(ours, compresses=False) as our_url,
        ):
            urls = {"empty": empty_url, "ours": our_url + MATCH}
            print_uncompressed(playwright, urls)


Starts = dict[tuple[str, str], list[Times]]
"""Visits, by the name of the page and the kind of visit."""


def measure_starts(urls: dict[str, str], line: Line, rounds: int) -> Starts:
    """Visit every page in every way, in turns, so that a busy second hits them alike."""
    starts: Starts = defaultdict(list)

    def take(chromium: Chromium, name: str, way: str) -> None:
        line.is_slow = way.startswith("slow")
        starts[name, way].append(visit(chromium, urls[name]))
        line.is_slow = False

    for number in range(rounds):
        tell(f"starts, round {number + 1} of {rounds}")
        for name in urls:
            with fresh_chromium() as chromium:
                take(chromium, name, "slow cold")
        with ExitStack() as open_browsers:
            browsers = {name: open_browsers.enter_context(fresh_chromium()) for name in urls}
            for name, chromium in browsers.items():
                take(chromium, name, "plain cold")
            if number >= SETTLED_ROUNDS:
                continue
            tell("waiting until the browsers have kept what they will")
            # Both at once: nothing is measured meanwhile.
            with ThreadPoolExecutor() as together:
                list(together.map(settle, browsers.values(), urls.values()))
            for _ in range(WARM_LOADS):
                for way in ("plain warm", "slow warm"):
                    for name, chromium in browsers.items():
                        take(chromium, name, way)
    return starts


def tell(what: str) -> None:
    """Say how far it is, and after how long."""
    print(f"[{time.monotonic() - BEGAN:4.0f} s] {what}", flush=True)


def middle(visits: Iterable[Times], figure: str) -> float:
    """Give the median of one figure."""
    return float(median(getattr(one, figure) for one in visits))


def print_starts(starts: Starts, rounds: int, report: Report) -> None:
    """Print the medians, and the ratios to reach."""
    warm = min(rounds, SETTLED_ROUNDS) * WARM_LOADS
    print(
        f"\nboot: ours on a YALA match against an empty PyScript page;"
        f" medians of {rounds} cold and {warm} warm loads, those with its worker"
    )
    print(f"{'':24}{'ready ms':>12}{'board ms':>12}{'longest ms':>12}")
    for (name, way), found in sorted(starts.items(), key=lambda item: item[0][::-1]):
        print(
            f"{way + ', ' + name:24}"
            f"{middle(found, 'ready_ms'):>12.0f}{middle(found, 'board_ms'):>12.0f}"
            f"{middle(found, 'longest_task_ms'):>12.0f}"
        )
    for name, way in (("empty", "cold"), ("ours", "cold"), ("empty", "warm"), ("ours", "warm")):
        ready_ms = middle(starts[name, f"plain {way}"], "ready_ms")
        report.seconds[f"{name} {way}"] = ready_ms / 1000
    print(f"\n{'ratio of ours to empty':44}{'is':>6}{'goal':>8}")
    for what, way, target in TARGETS:
        ratio = middle(starts["ours", way], "ready_ms") / middle(starts["empty", way], "ready_ms")
        report.ratio(what, ratio, target)
    board = middle(starts["ours", "plain cold"], "board_ms")
    empty = middle(starts["empty", "plain cold"], "ready_ms")
    report.ratio("first board, to the empty page's ready, cold", board / empty, BOARD_TARGET)


def print_weights(playwright: Playwright, urls: dict[str, str], report: Report) -> None:
    """Print what a first visit brings over the line of a host that compresses."""
    weights = {name: weigh(playwright, url) for name, url in urls.items()}
    ratio = weights["ours"].received_bytes / weights["empty"].received_bytes
    report.ratio("compressed bytes of a start", ratio, BYTES_TARGET)
    for name, weight in weights.items():
        print(
            f"first visit, {name}: {weight.received_bytes / 1000:.0f} KB"
            f" in {weight.requests} requests"
        )


def measure_answers(playwright: Playwright, url: str, report: Report) -> None:
    """Print how long events take to change the document, and the memory of the page."""
    delays: dict[str, list[float]] = defaultdict(list)
    for number, seed in enumerate(SEEDS):
        tell(f"answers, match {number + 1} of {len(SEEDS)}")
        yala = f"{url}#/play/yala?seats=human,human&seed={seed}"
        with fresh_profile(playwright) as context:
            page = context.new_page()
            go(page, yala)
            delays["click in the first second"] += click_delays(page, HASTY_STEPS, is_hasty=True)
        with fresh_profile(playwright) as context:
            page = context.new_page()
            go(page, yala)
            if seed == SEEDS[0]:
                print(f"\nmemory once ready: {memory_text(page)}")
            time.sleep(LOOK_S)
            delays["click"] += click_delays(page, STEPS)
            # Keyboard users move on the board by the arrow keys, which after a click browse.
            page.evaluate("document.activeElement.blur()")
            page.locator("svg[data-game] [tabindex='0']").first.focus()
            for key in ["Enter", "ArrowRight"] * (STEPS // 2):
                page.keyboard.press(key, delay=PRESS_MS)
                delays["key press"] += take_delays(page)
        with fresh_profile(playwright) as context:
            place = f"#/play/aya?seats=human,human&seed={seed}&move-clock=off"
            page = context.new_page()
            go(page, url + place)
            time.sleep(LOOK_S)
            for _ in range(SHOUTS):
                # Both may call.
                page.wait_for_selector("svg[data-active-seat='1 2']")
                page.keyboard.press("q", delay=PRESS_MS)
                page.wait_for_selector("svg[data-active-seat='1']")
                delays["shout"] += take_delays(page)[:1]
                # One move, or two where a light card lies open; what they match does not matter.
                while page.locator("svg[data-active-seat='1']").count():
                    page.keyboard.press("1")
                    page.keyboard.press("ArrowLeft")
                take_delays(page)
    for what, found in delays.items():
        most = quantiles(found, n=20)[-1]
        report.answer(what, len(found), median(found), most, ANSWER_TARGETS.get(what))


def click_delays(page: Page, steps: int, *, is_hasty: bool = False) -> list[float]:
    """Press towers and the places they can go to, and give how long each answer took.

    Unless hasty, it lets the towers come to rest: a moving one glides away from under a finger that
    stays down, and the press hits nothing.
    """
    found: list[float] = []
    targets = page.locator("svg[data-game] [data-target]")
    for step in range(steps):
        if not is_hasty:
            page.evaluate(STILLNESS)
        targets.nth(step % targets.count()).click(force=True, delay=PRESS_MS)
        answers = take_delays(page)
        if not answers and not is_hasty:
            raise RuntimeError(f"press {step} on the board was not answered")
        found += answers
    return found


def take_delays(page: Page) -> list[float]:
    """Give the delays measured since the last time."""
    found: list[float] = page.evaluate("__seen.takeDelays()")
    return found


def memory_text(page: Page) -> str:
    """Tell the page's JavaScript heap and, where the system tells it, the renderer's memory."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    metrics = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
    text = f"JavaScript heap {metrics['JSHeapUsedSize'] / 1e6:.0f} MB"
    if platform.system() == "Linux" and (private := renderer_memory()):
        text += f", renderer process {private / 1e6:.0f} MB private"
    return text


def renderer_memory() -> int:
    """Give the private bytes of the largest renderer process that we started, 0 if unknown."""
    found = [0]
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
            if b"--type=renderer" not in command or b"bench-" not in command + parent_line(process):
                continue
            lines = (process / "smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        private = sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))
        found.append(private * 1024)
    return max(found)


def parent_line(process: Path) -> bytes:
    """Give the command lines of a process and of its ancestors below this process, joined."""
    line = b""
    pid = process.name
    while pid not in ("0", "1", str(os.getpid())):
        line += Path(f"/proc/{pid}/cmdline").read_bytes()
        status = Path(f"/proc/{pid}/status").read_text()
        pid = next(row.split()[1] for row in status.splitlines() if row.startswith("PPid:"))
    return line


def print_uncompressed(playwright: Playwright, urls: dict[str, str]) -> None:
    """Print what a host that compresses nothing sends."""
    sizes = {name: weigh(playwright, url).received_bytes for name, url in urls.items()}
    print(
        f"\na host that compresses nothing sends {sizes['ours'] / 1e6:.1f} MB for ours,"
        f" {sizes['empty'] / 1e6:.1f} MB for the empty page: {sizes['ours'] / sizes['empty']:.2f}"
    )
