"""Every moment of every game as a strip of pictures, to be watched: `make -f lab/Makefile watch`.

A move, a wall, a capture, a call, the board that turns, the last move and what tells the end: each
in two windows, light and dark, with motion and without. Timers, frames and animations are stepped
by hand (tests/moments.py), so that a strip is the same on any machine. Strips are in dist/watch.
"""

import argparse
import base64
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from re import search

from playwright.sync_api import Browser, Page, sync_playwright

from tests.moments import Moment, moments
from tools import browser
from tools.project import ROOT, SITE, ToolError
from tools.screenshots import served

FOLDER = ROOT / "dist" / "watch"
SIZES = {"phone": (390, 844), "desk": (1440, 900)}
SCHEMES = ("light", "dark")
MOTIONS = {"moving": "no-preference", "still": "reduce"}
WIDTH = 1800
"""Of a strip, in pixels."""
FRAME = {"phone": 195, "desk": 450}
"""How wide a picture is on its strip, in pixels."""


@dataclass(frozen=True)
class Look:
    """How a moment is looked at."""

    size: str
    scheme: str
    motion: str

    @property
    def name(self) -> str:
        return f"{self.size}-{self.scheme}-{self.motion}"


LOOKS = tuple(Look(*each) for each in product(SIZES, SCHEMES, MOTIONS))


def pictures(page: Page, moment: Moment, step_ms: float) -> Iterator[tuple[float, bytes]]:
    """The frames that differ from those before them, as JPEGs, and when they are, in ms."""
    before = b""
    for at_ms in moment.frames(page, step_ms):
        found = page.screenshot(type="jpeg", quality=80, scale="css", caret="initial")
        if found != before:
            yield at_ms, found
        before = found


def strip(page: Page, width: int, frames: list[tuple[float, bytes]], target: Path) -> None:
    """Write the frames as one picture, in rows, each with its time."""
    figures = "".join(
        f'<figure><img src="data:image/jpeg;base64,{base64.b64encode(one).decode()}">'
        f"<figcaption>{at_ms:.0f}</figcaption></figure>"
        for at_ms, one in frames
    )
    page.set_content(
        "<style>body{margin:0;display:flex;flex-wrap:wrap;gap:4px;background:#888}"
        f"figure{{margin:0;position:relative;width:{width}px}}img{{width:100%;display:block}}"
        "figcaption{position:absolute;top:0;color:red;font:11px sans-serif}</style>" + figures
    )
    page.screenshot(path=target, full_page=True)


def take(chromium: Browser, address: str, moment: Moment, look: Look, step_ms: float) -> None:
    """Write the strip of a moment."""
    width, height = SIZES[look.size]
    is_phone = look.size == "phone"
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        has_touch=is_phone,
        is_mobile=is_phone,
        color_scheme="dark" if look.scheme == "dark" else "light",
        reduced_motion="reduce" if MOTIONS[look.motion] == "reduce" else "no-preference",
        service_workers="block",
        locale="en",
    )
    page = context.new_page()
    moment.open(page, address)
    moment.begin(page)
    frames = list(pictures(page, moment, step_ms))
    context.close()
    sheet = chromium.new_page(viewport={"width": WIDTH, "height": 100})
    strip(sheet, FRAME[look.size], frames, FOLDER / f"{moment.name}-{look.name}.png")
    sheet.close()


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="of the strips whose names match this alone")
    parser.add_argument("--rate", type=float, default=60.0, help="so many pictures a second")
    given = parser.parse_args()
    try:
        if not (SITE / "index.html").exists():
            raise ToolError("There is no built site: run `make site` first.")
        executable = browser.executable()
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        arguments = browser.launch_arguments()
        chromium = playwright.chromium.launch(executable_path=executable, args=arguments)
        for moment, look in product(moments(), LOOKS):
            name = f"{moment.name}-{look.name}"
            if search(given.only, name):
                take(chromium, address, moment, look, 1000 / given.rate)
                print(FOLDER / f"{name}.png", flush=True)
        chromium.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
