"""Stills: does the page look as it did? `make -f lab/Makefile stills SINCE=main` lays out every
screen, and each of AYA's tables, as this tree draws it and as that commit did, in windows of many
kinds, and tells what differs.

A still is a screen's markup with the styles of its tree (tests/still.py): no page has to start. All
come from fixed seeds and nothing moves. Painting is what takes time: so what is compared of each is
where every node lies and all that decides how it is painted, and pixels where any of that differs,
or of one in so many (PIXELS=10; 1 for all). Pictures of what differs are in dist/stills.
"""

import argparse
import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from spieltisch.app.board.messages import Ready, Shout, Wake
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Navigate
from spieltisch.games import catalog
from tests import language_screens
from tests.e2e import test_phones_layout
from tests.lessons import STEPS
from tests.small_packs import ALONE, FETCHED
from tests.still import ADDRESS, EXCHANGE, HAS_ITS_SIZE, document_of, session_after
from tools import browser
from tools.project import ROOT, ToolError
from tools.styles import one_sheet

FOLDER = ROOT / "dist" / "stills"


@dataclass(frozen=True)
class Window:
    """What a person looks through."""

    name: str
    size: tuple[int, int]
    """In CSS pixels."""
    is_touched: bool = False
    scheme: str = "light"
    is_forced: bool = False
    """Whether the system chooses the colours."""


TABLES = (
    Window("phone", (390, 844), is_touched=True),
    Window("phone-flat", (844, 390), is_touched=True),
    Window("small-phone", (320, 568), is_touched=True),
    Window("tablet", (768, 1024), is_touched=True),
    Window("tablet-flat", (1024, 768), is_touched=True),
    Window("desk", (1440, 900), scheme="dark"),
    Window("small-desk", (1024, 600)),
    Window("narrow", (420, 800)),
    Window("magnified", (320, 256)),
    Window("magnified-twice", (640, 512)),
    Window("large-letters", (230, 460)),
    Window("wall", (2560, 1440)),
    Window("forced", (1024, 768), is_forced=True),
)
"""For what is seen at a table."""
SCREENS = (
    Window("phone", (390, 844), is_touched=True),
    Window("phone-flat", (844, 390), is_touched=True),
    Window("narrow", (320, 640), scheme="dark"),
    Window("desk", (1280, 800)),
    Window("forced", (1024, 768), is_forced=True),
)
"""For all else."""


def name_of(text: str) -> str:
    """A file's name for what is shown; two things never have one name."""
    short = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:80]
    return f"{short}-{hashlib.sha256(text.encode()).hexdigest()[:6]}"


def tables() -> Iterator[tuple[str, str]]:
    """AYA's layouts and their documents: each variant and number of seats, whoever sits there; of
    some also another edition, before it begins, as AYA is called, and once a match is missed."""
    begun: list[Message] = [Ready(0.0), Wake(0.0), Wake(9_000.0)]
    for variant, counts in catalog.GAMES["aya"].info.seat_counts.items():
        for seats, people in product(counts, (1, 2, 3, 4, 5, 6)):
            if people not in (1, min(2, seats), seats):
                continue
            sitting = ",".join("human" if seat < people else "bot:2" for seat in range(seats))
            states: dict[str, list[Message]] = {"": begun}
            if seats in (1, 3, 6):
                oye = [
                    Shout(seat, "oye", 9_500.0 + seat, 9_500.0 + seat)
                    for seat in range(1, seats + 1)
                ]
                states["called"] = [*begun, Shout(1, "aya", 9_500.0, 9_500.0), Wake(9_900.0)]
                states |= {"before": [], "oye": [*begun, *oye, Wake(9_900.0)], "reilly": begun}
            for state, messages in states.items():
                edition = "reilly" if state == "reilly" else "zoch"
                query = f"seats={sitting}&variant={variant}&edition={edition}&seed=1"
                begin = Navigate(f"#/play/aya?{query}", 0.0)
                shown = f"{variant} {seats} people {people} {state}".strip()
                yield shown, document_of(session_after([begin, *messages]))
    steps = [f"#/learn/aya/{step.name}" for name, step in STEPS if name == "aya"]
    alone = [f"#/play/aya?seats=human&variant=tueftler&cards={cards}&seed=1" for cards in (20, 39)]
    alone += [
        f"#/play/aya?seats={people}&variant=kindergarten&open-cards={cards}&seed=1"
        for cards, people in product((8, 10), ("human,bot:2", "human,human,human,human"))
    ]
    fetched = session_after(FETCHED)
    for link in (*alone, *steps[::4], f"#/puzzle/aya/{ALONE.id}"):
        yield link, document_of(session_after([Navigate(link, 0.0)], fetched))


def rooms() -> Iterator[tuple[str, str]]:
    """A screen that is the table, and the phones that are its seats."""
    room = test_phones_layout.link
    for variant in ("aya-oye", "turbo", "rumkugeln"):
        for seats in (2, 3, 4, 5, 6):
            *_, devices = test_phones_layout.at_table(
                room("aya", seats, f"&variant={variant}"), seats, "en"
            )
            for place, session in (("table", 0), ("seat", 1)):
                yield f"{variant} {seats} {place}", document_of(devices.sessions[session])


def screens() -> Iterator[tuple[str, str]]:
    """Every kind of screen, and its document."""
    for number, (name, session) in enumerate(language_screens.screens("en")):
        yield f"{number:03} {name}", document_of(session)


LAID_OUT = """({ sheets, pairs, paints, exchange }) => {
  const show = eval(exchange);
  const round = (length) => Math.round(length * 10) / 10;
  const said = (style) => paints.map((name) => style.getPropertyValue(name)).join("|");
  const marks = () => {
    const found = [];
    for (const node of document.body.querySelectorAll("*")) {
      if (node.closest("defs, option")) continue;
      const kind = `${node.localName}#${node.id}.${node.getAttribute("class") ?? ""}`;
      if (!node.checkVisibility()) {
        found.push([kind, "unseen"]);
        continue;
      }
      const { left, top, width, height } = node.getBoundingClientRect();
      const at = [left, top, width, height].map(round).join(" ");
      found.push([kind, `${at}|${said(getComputedStyle(node))}`]);
      for (const pseudo of ["::before", "::after"]) {
        const style = getComputedStyle(node, pseudo);
        if (style.content === "none" || style.content === "normal") continue;
        const size = `${style.content} ${style.width} ${style.height}`;
        found.push([kind + pseudo, `${size}|${said(style)}`]);
      }
    }
    return found;
  };
  const laid = sheets.map((text, side) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
    return pairs.map((pair) => {
      show(pair[side]);
      return marks();
    });
  });
  return pairs.map((_, index) => {
    const [before, after] = laid.map((side) => side[index]);
    if (before.length !== after.length)
      return `${before.length} nodes were there, now ${after.length}`;
    const differing = [...before.keys()].filter((at) => before[at][1] !== after[at][1]);
    if (differing.length === 0) return "";
    const [old, now] = [before, after].map((side) => side[differing[0]][1].split("|"));
    const changed = ["at", ...paints].map((name, at) => [name, old[at], now[at]]);
    const told = changed.filter(([, one, other]) => one !== other).map(([name, ...was]) =>
      `${name}: ${was.join(" -> ")}`);
    return `${differing.length} nodes differ, first ${after[differing[0]][0]} ${told.join("; ")}`;
  });
}"""
"""What differs in how two documents are laid out, each by styles of its own: where each node lies,
and what decides how it is painted."""

PAINTS = tuple(
    """display visibility opacity position z-index color background-color background-image
background-size border-top-color border-top-style border-top-width border-right-width
border-bottom-width border-bottom-color border-left-width border-left-color border-left-style
border-top-left-radius border-top-right-radius border-bottom-left-radius border-bottom-right-radius
box-shadow outline-color outline-style outline-width outline-offset font-family font-size
font-weight font-style font-variant-numeric letter-spacing line-height text-align text-decoration
text-shadow text-transform white-space text-overflow overflow-x overflow-y padding-top padding-left
transform translate rotate scale fill fill-opacity stroke stroke-width stroke-dasharray
stroke-opacity stroke-linecap clip-path filter object-fit animation-name cursor touch-action
pointer-events
user-select transition-property transition-duration""".split()  # noqa: SIM905 - read as a list of names
)

SHOW = """([text, made, exchange]) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [sheet];
  eval(exchange)(made);
}"""

EMPTY = '<!doctype html><meta name="viewport" content="width=device-width"><link rel="stylesheet">'
"""The document that stills are shown in; it has styles by other means than this link."""

BATCH = 24
"""So many stills are sent to a page at once."""


@dataclass(frozen=True)
class Stills:
    """What a tree draws."""

    sheet: str
    """All of its styles."""
    tables: dict[str, str]
    """AYA's tables: their names and their documents."""
    screens: dict[str, str]


def take(target: Path) -> None:
    """Write down what the tree that is imported draws."""
    drawn = {
        "sheet": one_sheet(),
        "tables": dict([*tables(), *rooms()]),
        "screens": dict(screens()),
    }
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(drawn), encoding="utf-8")


def take_of(tree: Path, target: Path) -> None:
    """Have a tree's own code draw its stills, in a process that imports it; ToolError if it
    cannot."""
    # Without -P, modules beside this file would hide others of the same name.
    command = [sys.executable, "-P", str(Path(__file__)), "take", str(target.resolve())]
    surroundings = {**os.environ, "PYTHONPATH": f"{tree / 'py'}{os.pathsep}{tree}"}
    done = subprocess.run(command, cwd=tree, env=surroundings, check=False)
    if done.returncode:
        raise ToolError(f"The stills of {tree} could not be drawn.")


def read(path: Path) -> Stills:
    return Stills(**json.loads(path.read_text(encoding="utf-8")))


def open_page(chromium: Browser, window: Window) -> Page:
    """A page for stills, of one window; it has no styles yet."""
    width, height = window.size
    options: dict[str, Any] = {"forced_colors": "active"} if window.is_forced else {}
    page = chromium.new_context(
        viewport={"width": width, "height": height},
        has_touch=window.is_touched,
        is_mobile=window.is_touched,
        color_scheme="dark" if window.scheme == "dark" else "light",
        reduced_motion="reduce",
        **options,
    ).new_page()
    page.route(f"{ADDRESS}**", lambda route: route.fulfill(body=EMPTY, content_type="text/html"))
    page.goto(ADDRESS)
    page.wait_for_function(HAS_ITS_SIZE, arg=page.viewport_size)
    return page


def compare(
    before: Stills, after: Stills, chromium: Browser, target: Path, only: str, pixels: int
) -> list[str]:
    """What looks different, in words; `target` gets a picture of each whose pixels differ.

    Args:
        only: a regular expression found in the names of those that are compared.
        pixels: of one in so many stills the pixels are compared though its layout is equal; of none
            if 0.
    """
    told, counts = [], Counter[str]()
    for part, windows in (("tables", TABLES), ("screens", SCREENS)):
        olds, news = getattr(before, part), getattr(after, part)
        told += [f"{name}: drawn by one of the two alone" for name in olds.keys() ^ news.keys()]
        for window in windows:
            labels = {name: f"{part} {window.name}, {name}" for name in olds if name in news}
            names = [name for name, label in labels.items() if re.search(only, label)]
            if not names:
                continue
            page = open_page(chromium, window)
            sheets = [before.sheet, after.sheet]
            for batch in batches(names):
                pairs = [[olds[name], news[name]] for name in batch]
                given = {"sheets": sheets, "pairs": pairs, "paints": PAINTS, "exchange": EXCHANGE}
                for name, pair, difference in zip(
                    batch, pairs, page.evaluate(LAID_OUT, given), strict=True
                ):
                    counts["stills"] += 1
                    if not difference and not (pixels and counts["stills"] % pixels == 0):
                        continue
                    label = labels[name]
                    shots = [shot(page, window, *side) for side in zip(sheets, pair, strict=True)]
                    counts["compared by pixels"] += 1
                    seen = differing(page, shots, target / f"{name_of(label)}.png")
                    if difference or seen:
                        told.append(f"{label}: {seen or 'the same pixels'}; {difference}")
            page.context.close()
    print(", ".join(f"{count} {what}" for what, count in counts.items()), f"{len(told)} differ")
    return told


def batches(names: list[str]) -> Iterator[list[str]]:
    for begin in range(0, len(names), BATCH):
        yield names[begin : begin + BATCH]


def shot(page: Page, window: Window, sheet: str, document: str) -> str:
    """A picture of a still: all of it, however long it is, but of a touched screen what is in sight
    (to be longer it would be laid out for a mouse)."""
    page.evaluate(SHOW, [sheet, document, EXCHANGE])
    is_whole = not window.is_touched
    taken = page.screenshot(full_page=is_whole, animations="disabled", caret="hide")
    return base64.b64encode(taken).decode()


DIFFERENCE = """async ([before, after]) => {
  const read = async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    return image;
  };
  const images = [await read(before), await read(after)];
  const width = Math.max(...images.map((one) => one.width));
  const height = Math.max(...images.map((one) => one.height));
  const [old, now] = images.map((image) => {
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, width, height);
  });
  let count = 0;
  const box = { left: width, top: height, right: 0, bottom: 0 };
  const shown = new ImageData(width, height);
  for (let at = 0; at < old.data.length; at += 4) {
    const isEqual = [0, 1, 2, 3].every((one) => old.data[at + one] === now.data[at + one]);
    const grey = 190 + (now.data[at] + now.data[at + 1] + now.data[at + 2]) / 12;
    shown.data.set(isEqual ? [grey, grey, grey, 255] : [220, 0, 60, 255], at);
    if (isEqual) continue;
    const x = (at / 4) % width, y = Math.floor(at / 4 / width);
    count += 1;
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
  }
  const beside = Object.assign(document.createElement("canvas"), { width: width * 3 + 20, height });
  const context = beside.getContext("2d");
  context.drawImage(images[0], 0, 0);
  context.drawImage(images[1], width + 10, 0);
  context.putImageData(shown, 2 * width + 20, 0);
  const picture = beside.toDataURL("image/png").split(",")[1];
  return { count, size: images.map((one) => `${one.width}x${one.height}`), box, picture };
}"""
"""How many pixels differ, in which box, and a picture: before, after, and where they differ."""


def differing(page: Page, shots: list[str], path: Path) -> str:
    """How many pixels of two pictures differ, and where, in words; empty if none does."""
    if shots[0] == shots[1]:
        return ""
    found = page.context.new_page().evaluate(DIFFERENCE, shots)
    if found["count"] == 0 and found["size"][0] == found["size"][1]:
        return ""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(base64.b64decode(found["picture"]))
    box = "{left},{top} to {right},{bottom}".format(**found["box"])
    return f"{found['count']} pixels differ, from {box}, {path}"


def since(commit: str) -> Stills:
    """What a commit draws."""
    with tempfile.TemporaryDirectory() as folder:
        tree, drawn = Path(folder) / "tree", Path(folder) / "drawn.json"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            take_of(tree, drawn)
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)
        return read(drawn)


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m lab.stills", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    taking = commands.add_parser("take", help="write down what the tree that is imported draws")
    taking.add_argument("file", type=Path)
    comparing = commands.add_parser("compare", help="what differs from how it was")
    comparing.add_argument("before", help="a commit, or what was written by `take`")
    comparing.add_argument("--only", default="", help="a regular expression found in the names")
    comparing.add_argument("--pixels", type=int, default=10, help="of one in so many, as well")
    given = parser.parse_args()
    if given.command == "take":
        take(given.file)
        return 0
    shutil.rmtree(FOLDER, ignore_errors=True)
    try:
        old = read(Path(given.before)) if Path(given.before).is_file() else since(given.before)
        take_of(ROOT, FOLDER / "after.json")
        new = read(FOLDER / "after.json")
        with sync_playwright() as playwright:
            _, shell = browser.executables()
            chromium = playwright.chromium.launch(
                executable_path=shell, args=browser.launch_arguments()
            )
            told = compare(old, new, chromium, FOLDER, given.only, given.pixels)
            chromium.close()
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(told))
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
