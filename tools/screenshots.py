"""Takes the README's pictures of the built site, as a person sees it: `make pictures`.

The same matches every time, played by the bots from fixed seeds, so that a picture changes only
when the page does. What can be read on them is noted beside them, and `tests/unit/test_pictures.py`
tells when the page says it no more.
"""

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import Browser, Page, sync_playwright

from spieltisch.games import catalog
from spieltisch.play.bots import parse_bot, play_matches
from spieltisch.play.record_link import encode_record
from spieltisch.table import HUMAN, Bot, Player, Setup
from tools import browser
from tools.project import ROOT, SITE, ToolError

PICTURES = ROOT / "docs" / "pictures"
TEXTS = PICTURES / "texts.json"
"""What can be read on each picture, by its file's name."""

READABLE = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const inside = ({ left, right, top, bottom, width, height }) =>
    width > 2 && height > 2 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim(), range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const seen = walker.currentNode.parentElement.checkVisibility({ visibilityProperty: true });
    if (/\\p{L}{3}/u.test(text) && seen && inside(range.getBoundingClientRect())) found.push(text);
  }
  return [...new Set(found)].sort();
}"""
"""Every text of more than two letters that is seen in the window."""

QUALITY = 88
"""Of the JPEGs, in percent: a quarter of the size of PNGs, and letters stay clean."""


@dataclass(frozen=True)
class Picture:
    """A picture to take."""

    name: str
    """Of its file."""
    hash: str
    """The address of what it shows."""
    size: tuple[int, int]
    """Of the window, in CSS pixels."""
    scheme: str
    """``light`` or ``dark``."""
    is_touched: bool = False
    """Whether it is a phone's: several people press its screen."""


def match_under_way(game: str, level: int, seed: int, turns: int) -> str:
    """The address of a match of bots after so many turns, with a person on the first seat."""
    played = catalog.GAMES[game]
    setup: Setup = played.info.default_setup()
    bots = [parse_bot(f"search:{level}", played)] * setup.seats
    (match,) = play_matches(played, setup, bots, seed, 1)
    players = (Player("", HUMAN), *[Player("", Bot(4))] * (setup.seats - 1))
    record = match.record.cut(turns)
    record = replace(record, setup=replace(record.setup, players=players))
    return f"#/record/{encode_record(record)}"


def pictures() -> tuple[Picture, ...]:
    """The pictures of the README."""
    return (
        Picture(
            "aya-phone.jpg",
            "#/play/aya?seats=human,human,human,human&names=Ada,Ben,Cleo,Dan&seed=8",
            (390, 844),
            "light",
            is_touched=True,
        ),
        Picture("yala.jpg", match_under_way("yala", 3, seed=5, turns=16), (1160, 690), "light"),
        Picture("myra.jpg", match_under_way("myra", 3, seed=2, turns=20), (1160, 690), "dark"),
    )


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves the site without a line for each request."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        pass


@contextmanager
def served() -> Iterator[str]:
    """The built site's address while it is needed."""
    handler = partial(QuietHandler, directory=str(SITE))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def take(page: Page, address: str, picture: Picture) -> list[str]:
    """Take one picture, once all that moves has come to rest; give what can be read on it."""
    page.goto(address + picture.hash)
    page.wait_for_selector("html[data-state=ready] #board")
    if picture.is_touched:
        page.tap("[data-do=ready]")
        page.wait_for_selector("#board:not(.is-gated)")
    page.wait_for_selector("body:not([data-moving])")
    page.evaluate("document.fonts.ready")
    page.screenshot(path=PICTURES / picture.name, quality=QUALITY, animations="disabled")
    texts: list[str] = page.evaluate(READABLE)
    return texts


def take_all(chromium: Browser) -> None:
    """Write all files of `docs/pictures/`."""
    PICTURES.mkdir(exist_ok=True)
    texts = {}
    with served() as address:
        for picture in pictures():
            width, height = picture.size
            context = chromium.new_context(
                viewport={"width": width, "height": height},
                has_touch=picture.is_touched,
                is_mobile=picture.is_touched,
                color_scheme="dark" if picture.scheme == "dark" else "light",
                reduced_motion="reduce",
                service_workers="block",
                locale="en",
            )
            texts[picture.name] = take(context.new_page(), address, picture)
            context.close()
    TEXTS.write_text(json.dumps(texts, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> int:
    """Run the command line."""
    try:
        if not (SITE / "index.html").exists():
            raise ToolError("There is no built site: run `make site` first.")
        executable = browser.executable()
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=executable, args=browser.launch_arguments()
        )
        take_all(chromium)
        chromium.close()
    print(f"drew {PICTURES.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
