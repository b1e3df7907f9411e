"""Draws the site's icons and the preview picture of shared links, from the page's own drawings.

The pictures are committed (`static/icons/`), so a build needs no browser. Run it again, by `make
pictures`, when the mark or a board has changed.
"""

import sys
from dataclasses import dataclass

from playwright.sync_api import Browser, sync_playwright

from spieltisch.app.core.frame import paint_of_all
from spieltisch.games import catalog
from spieltisch.kit.frame import brand_mark
from spieltisch.kit.markup import Markup, el, whole
from spieltisch.kit.scene import Scene
from tools import browser
from tools.project import STATIC, ToolError
from tools.styles import one_sheet

ICONS = STATIC / "icons"
SHARE_SIZE = (1200, 630)
"""The size that programs which preview links ask for, in pixels."""

GROUND = "#1d6b57"
MARK_STYLE = (
    ".mark-table{fill:#d9b37f;stroke:#f2dcb4;stroke-width:1}"
    ".mark-legs{fill:none;stroke:#b98a54;stroke-width:3;stroke-linecap:round}"
    ".mark-stone{fill:#43281a}"
    ".mark-gem{fill:#3d6486}"
    ".mark-ball{fill:#fff4da;stroke:#43281a;stroke-width:.8}"
)
"""An icon's file has no access to the page's colours."""

SHARE_STYLE = """
html { color-scheme: light; }
body { display: grid; grid-template-rows: 1fr auto; width: 1200px; height: 630px; margin: 0;
  padding: 44px 56px; box-sizing: border-box; background: var(--paper); }
.boards { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; gap: 36px; min-height: 0; }
.boards > * { width: 100%; height: 100%; min-height: 0; }
.words { display: flex; align-items: center; gap: 28px; padding-top: 30px; }
.words .brand-mark { width: 104px; height: 104px; }
.words h1 { font-size: 76px; }
.words p { font-size: 30px; color: var(--ink-soft); }
"""


@dataclass(frozen=True)
class Icon:
    """An icon to draw."""

    name: str
    """Of its file."""
    size: int
    """In pixels."""
    scale: float = 0.88
    """The size of the mark, as a share of the icon's."""
    radius: float = 7
    """Of its corners, in 32nds of its size; 0 where a system cuts the corners itself."""

    def svg(self) -> str:
        """The icon as an SVG file."""
        offset = 16 * (1 - self.scale)
        mark = el("g", {"transform": f"translate({offset} {offset}) scale({self.scale})"}, *_mark())
        return el(
            "svg",
            {"xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 32 32"},
            el("style", None, MARK_STYLE),
            el("rect", {"width": 32, "height": 32, "rx": self.radius, "fill": GROUND}),
            mark,
        )


SCALABLE = Icon("icon.svg", 32)
DRAWN = (
    Icon("icon-32.png", 32, scale=0.94),
    Icon("icon-180.png", 180, scale=0.8, radius=0),
    Icon("icon-192.png", 192),
    Icon("icon-512.png", 512),
    # Systems cut their own shape out of it: only the inner four fifths are sure to be seen.
    Icon("icon-maskable-512.png", 512, scale=0.62, radius=0),
)


def _mark() -> tuple[Markup, ...]:
    """The mark's elements, without the `svg` element around them."""
    _, _, inside = brand_mark().partition(">")
    return (Markup(inside.removesuffix("</svg>")),)


def share_page() -> str:
    """The document whose screenshot is the preview picture of shared links."""
    boards = [
        game.view.board(Scene(position=game.view.picture_position(), is_picture=True))
        for game in catalog.GAMES.values()
    ]
    titles = " · ".join(game.info.title for game in catalog.GAMES.values())
    words = el("div", None, el("h1", None, "Spieltisch"), el("p", None, titles))
    body = el(
        "body",
        None,
        el("div", {"class": "boards"}, boards),
        el("div", {"class": "words"}, brand_mark(), words),
    )
    style = f"<style>{one_sheet()}{SHARE_STYLE}</style>"
    return f"<!doctype html><html lang=en><head>{style}</head>{body}{whole(paint_of_all())}</html>"


def draw_all(chromium: Browser) -> None:
    """Write all files of `static/icons/`."""
    ICONS.mkdir(exist_ok=True)
    (ICONS / SCALABLE.name).write_text(SCALABLE.svg() + "\n", encoding="utf-8")
    page = chromium.new_page()
    for icon in DRAWN:
        page.set_viewport_size({"width": icon.size, "height": icon.size})
        page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{icon.svg()}")
        page.screenshot(path=ICONS / icon.name, omit_background=True)
    width, height = SHARE_SIZE
    page.set_viewport_size({"width": width, "height": height})
    page.set_content(share_page())
    page.screenshot(path=ICONS / "share.png")


def main() -> int:
    """Run the command line."""
    try:
        executable = browser.executable()
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=executable, args=browser.launch_arguments()
        )
        draw_all(chromium)
        chromium.close()
    print(f"drew {ICONS.relative_to(STATIC.parent)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
