"""Compares built sites, loaded in turns, to tell how much a change to the start gains.

    .venv/bin/python -m tools.site --out /tmp/before
    (change something)
    .venv/bin/python -m tools.site --out /tmp/after
    make bench PART=turns SITES="/tmp/before /tmp/after"

Every turn loads each site once, in an order that changes, so that a busy second hits them alike.
It prints each site's ratio to the first one in the same turn: the median over all turns, and the
interval that holds the true median 19 times out of 20.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from math import comb
from pathlib import Path
from statistics import median

from tools.bench.chromium import BrowserError, Chromium, fresh_chromium
from tools.bench.host import serving
from tools.bench.visit import settle, visit
from tools.project import ToolError

START = "#/"
# Warm loads in one profile, after others that let the browser fill its caches.
WARM_LOADS = 10
SURE = 0.95
CRASHES = 2


def run(sites: Sequence[Path], loads: int) -> None:
    """Measure and print; ToolError where there are not two sites or more."""
    names = [site.name for site in sites]
    if len(sites) < 2 or len(set(names)) < len(names):
        raise ToolError("Name two built folders or more, each called differently: SITES='a b'")
    for site in sites:
        if not (site / "index.html").exists():
            raise ToolError(f"{site} is no built site: python -m tools.site --out {site}")
    with ExitStack() as servers:
        urls = {site.name: servers.enter_context(serving(site)) + START for site in sites}
        print(f"\nturns: ready in ms, median of {loads} loads; ratio to {names[0]} turn by turn")
        for way, measure in (("cold", cold_turns), ("warm", warm_turns)):
            print_ratios(way, measure(urls, loads))


Ready = dict[str, list[float]]
"""The milliseconds until each site was ready, turn by turn."""


def in_turns(urls: dict[str, str], turn: int) -> list[tuple[str, str]]:
    """The sites in this turn's order: each is first as often as the others."""
    order = list(urls.items())
    first = turn % len(order)
    return order[first:] + order[:first]


def cold_turns(urls: dict[str, str], loads: int) -> Ready:
    """Load every site in a browser with a fresh profile, so many times."""
    found: Ready = {name: [] for name in urls}
    for turn in range(loads):
        for name, url in in_turns(urls, turn):
            with fresh_chromium() as chromium:
                found[name].append(ready_ms(chromium, url))
    return found


def warm_turns(urls: dict[str, str], loads: int) -> Ready:
    """Load every site in a browser that has been there before, so many times."""
    found: Ready = {name: [] for name in urls}
    for begin in range(0, loads, WARM_LOADS):
        with ExitStack() as open_browsers:
            browsers = {name: open_browsers.enter_context(fresh_chromium()) for name in urls}
            for name, url in urls.items():
                settle(browsers[name], url)
            for turn in range(begin, min(begin + WARM_LOADS, loads)):
                for name, url in in_turns(urls, turn):
                    found[name].append(ready_ms(browsers[name], url))
    return found


def ready_ms(chromium: Chromium, url: str) -> float:
    """Load a page. The browser's renderer crashes once in some hundreds of loads, whatever the
    page: such a load is reported and repeated."""
    for _ in range(CRASHES):
        try:
            return visit(chromium, url).ready_ms
        except BrowserError as error:
            print(f"  {url}: {error}", flush=True)
    return visit(chromium, url).ready_ms


def print_ratios(way: str, found: Ready) -> None:
    """Print each site's median, and its ratio to the first."""
    first, *_ = found.values()
    for name, times in found.items():
        ratios = sorted(time / other for time, other in zip(times, first, strict=True))
        low, high = (ratios[rank] for rank in sure_ranks(len(ratios)))
        print(
            f"  {way} {name:24}{median(times):>8.0f}{median(ratios):>8.3f}"
            f"   ({low:.3f} to {high:.3f})",
            flush=True,
        )


def sure_ranks(count: int) -> tuple[int, int]:
    """The ranks between which the true median lies 19 times out of 20, of so many sorted values.

    How many of them are below the median is binomial, whatever their distribution is.
    """
    outside, rank = 0.0, 0
    while rank < count // 2:
        outside += 2 * comb(count, rank) / 2**count
        if outside > 1 - SURE:
            break
        rank += 1
    rank = max(0, rank - 1)
    return rank, count - 1 - rank
