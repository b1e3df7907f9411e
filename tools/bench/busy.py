"""How long the page itself is kept busy by what can be sent to it.

A built site is opened in Chromium as people have it. For each door the longest input of a length
and one twice as long are given, and a heartbeat tells the longest pause between two answers of the
page, and how long all took. The least of some rounds counts, as a busy machine only adds; what the
page's longest pause was while nothing was asked of it is told beside it, from the same rounds.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zlib import compress

from playwright.sync_api import FilePayload, Page, sync_playwright

from spieltisch.play.archive_file import ArchivedMatch, format_archive
from spieltisch.play.digits import to_letters
from spieltisch.play.match import Match
from spieltisch.play.record_link import LinkedMatch, encode_match
from spieltisch.table import format_record
from tools import site
from tools.bench.host import serving
from tools.bench.hostile import TEXTS
from tools.bench.long_matches import long_match
from tools.bench.visit import fresh_profile, go
from tools.project import ToolError

BEAT = (Path(__file__).parent / "beat.js").read_text(encoding="utf-8")
AFTER_S = 2.0
"""So long a page is watched once it has what was given: something may be done later."""
LOOK_AGAIN_S = 0.1
LIMIT_S = 180.0
GAME = "myra"
"""Its turns take longest."""
TURNS = 1_500
MATCHES = 1_000
LETTERS = 90_000
MATCH_ID = "busy00000000"

ADDRESSES = ("letters", "an escaped quote each", "equal names", "boards")
"""Texts of ``hostile.py`` that take the doors of addresses longest."""

Give = Callable[[Page], None]


class Busy(NamedTuple):
    """What one input cost the page, in milliseconds: the longest pause, and all until it was taken
    in."""

    longest: float
    total: float


@dataclass(frozen=True)
class Door:
    """A way in: what is given, by its size, and the size of the smaller one."""

    size: int
    give: Callable[[int], Give]
    done: str = "true"
    """A script's condition, with SIZE for the size, that holds once it has been taken in."""


def run(rounds: int) -> None:
    """Measure and print."""
    with TemporaryDirectory(prefix="bench-") as folder, sync_playwright() as playwright:
        site.build(Path(folder))
        with serving(Path(folder), compresses=False) as url:
            print(f"\nbusy: longest pause and time for all, ms, least of {rounds}; twice as much")
            for name, door in doors().items():
                found: dict[int, list[Busy]] = {}
                idle: list[float] = []
                for _ in range(rounds):
                    for size in (door.size, 2 * door.size):
                        with fresh_profile(playwright) as context:
                            page = context.new_page()
                            go(page, url + "#/")
                            page.evaluate(BEAT)
                            idle.append(measured(page, lambda _: None, "true").longest)
                            done = door.done.replace("SIZE", str(size))
                            found.setdefault(size, []).append(measured(page, door.give(size), done))
                cells = "".join(
                    f"{size:>9}: {min(one.longest for one in busy):5.0f}"
                    f" of {min(one.total for one in busy):6.0f}"
                    for size, busy in found.items()
                )
                print(f"  {name:32}{cells}   idle: {min(idle):.0f}", flush=True)


def measured(page: Page, give: Give, done: str) -> Busy:
    """Give something to a page, wait until that is done, and a little longer."""
    page.evaluate("__beat.begin()")
    give(page)
    # Asked from outside: the page's policy forbids scripts that are made from text.
    began = time.monotonic()
    while not page.evaluate(done):
        if time.monotonic() - began > LIMIT_S:
            raise ToolError(f"the page does not come to: {done}")
        time.sleep(LOOK_AGAIN_S)
    total = page.evaluate("__beat.passed()")
    time.sleep(AFTER_S)
    return Busy(page.evaluate("__beat.longest"), total)


def doors() -> dict[str, Door]:
    """The doors of the page by their names."""
    matches: dict[int, Match] = {}

    def match(turns: int) -> Match:
        return matches.setdefault(turns, long_match(GAME, turns))

    def link(turns: int) -> str:
        one = match(turns)
        return f"#/record/{encode_match(LinkedMatch(one.setup, tuple(one.turns)))}"

    def old_link(turns: int) -> str:
        return f"#/record/{to_letters(compress(format_record(match(turns).record).encode(), 9))}"

    def files(count: int) -> str:
        short = match(TURNS).record.cut(3)
        many = (ArchivedMatch(f"m{n:011}", "", 1, 1, 3, 0, short) for n in range(count))
        return format_archive(many)

    def one_line(count: int) -> str:
        return json.dumps(json.loads(files(count)))

    def one_match(turns: int) -> str:
        record = match(turns).record
        return format_archive([ArchivedMatch(MATCH_ID, "", 1, 1, turns, 0, record)])

    drawn = "document.querySelectorAll('#moves li').length === SIZE"
    imported = "document.querySelector('progress') === null && location.hash === '#/import'"
    addresses = {f"an address: {n}": Door(LETTERS, partial(gone_to_text, n)) for n in ADDRESSES}
    return {
        "a link, turns": Door(TURNS, lambda size: gone_to(link(size)), drawn),
        "an old link, turns": Door(TURNS // 2, lambda size: gone_to(old_link(size)), drawn),
        "a file, matches": Door(MATCHES, lambda size: imported_file(files(size)), imported),
        "a file of one line, matches": Door(
            MATCHES, lambda size: imported_file(one_line(size)), imported
        ),
        "a file of one match, turns": Door(
            TURNS, lambda size: imported_file(one_match(size)), imported
        ),
        "pasted text, letters": Door(LETTERS, lambda size: pasted("quotes", size)),
        "another tab's message, letters": Door(LETTERS, told_by_another_tab),
        **addresses,
    }


def gone_to(link: str) -> Give:
    return lambda page: page.evaluate("link => { location.hash = link }", link)


def gone_to_text(name: str, letters: int) -> Give:
    return gone_to("#/record/" + TEXTS[name](letters))


def imported_file(text: str) -> Give:
    file: FilePayload = {
        "name": "all.json",
        "mimeType": "application/json",
        "buffer": text.encode(),
    }

    def give(page: Page) -> None:
        page.evaluate("location.hash = '#/import'")
        page.wait_for_selector("[data-files]", state="attached")
        page.locator("[data-files]").set_input_files(files=[file])
        time.sleep(0.5)

    return give


def pasted(name: str, size: int) -> Give:
    script = """text => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    }"""
    return lambda page: page.evaluate(script, TEXTS[name](size))


def told_by_another_tab(size: int) -> Give:
    """A value that our tabs do not send, on every channel that the page may listen to."""
    script = """async size => {
      for (const { name } of await indexedDB.databases())
        for (const channel of [name, `${name}-tabs`]) {
          const sender = new BroadcastChannel(channel);
          sender.postMessage("a".repeat(size));
          sender.postMessage(Array(size).fill({ id: "a" }));
          sender.close();
        }
    }"""
    return lambda page: page.evaluate(script, size)
