"""Positions a second of the search: in the browser and in CPython, today's and that of a459788.

All four search the same positions in turn, so that a busy second hits them alike. In the browser
Python runs as Pyodide ships it, without our start.
"""

import json
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Playwright, sync_playwright

from lab.ladder import rivals
from lab.ladder.parts import RIVAL
from lab.ladder.rivals.player import older_text
from lab.ladder.series import start_of
from spieltisch.games import catalog
from spieltisch.table import Setup
from tools import bundle
from tools.bench.host import serving
from tools.bench.visit import fresh_profile, go
from tools.project import NODE_MODULES

Search = Callable[[str, str, int], list[float]]
"""Takes a game, a position's text and how many positions to search; gives how many it searched, and
the seconds."""

SEARCHER = Path(__file__).parent / "searcher.py"
PACKAGES = ("today", RIVAL)
NODES = 40_000
STARTS = range(1, 11)
TARGET = 1.3

PAGE = """\
<!doctype html>
<html lang="en" data-state="loading">
<head>
<meta charset="utf-8">
<title>Positions a second</title>
<link rel="icon" href="data:,">
<script type="module">
import { loadPyodide } from "./pyodide/pyodide.mjs";
const pyodide = await loadPyodide();
const fetched = async (name) => (await fetch(name)).arrayBuffer();
pyodide.FS.writeFile("/package.zip", new Uint8Array(await fetched("package.zip")));
pyodide.runPython("import sys; sys.path.insert(0, '/package.zip')");
pyodide.runPython(new TextDecoder().decode(await fetched("searcher.py")), { filename: "searcher" });
window.search = (...what) => pyodide.globals.get("search")(...what).toJs();
document.documentElement.dataset.state = "ready";
</script>
</head>
</html>
"""


def run(rounds: int) -> None:
    """Measure and print."""
    games = {name: game for name, game in catalog.GAMES.items() if game.search_bots}
    print(
        f"\npositions a second of the strongest level, medians of {rounds * len(STARTS)} searches"
    )
    with TemporaryDirectory(prefix="bench-") as folder, ExitStack() as open_ones:
        playwright = open_ones.enter_context(sync_playwright())
        searches: dict[str, Search] = {}
        for package, archive in packages(Path(folder)).items():
            search = open_ones.enter_context(in_cpython(archive))
            searches[f"CPython, {package}"] = search
            page = Path(folder) / f"page-{package}"
            search = open_ones.enter_context(in_browser(playwright, page, archive))
            searches[f"browser, {package}"] = search
        for game in games:
            print_speeds(game, measure(searches, game, rounds))


def packages(folder: Path) -> dict[str, Path]:
    """Today's package and the older one, as archives."""
    today = folder / "today.zip"
    today.write_bytes(bundle.pack())
    return dict(zip(PACKAGES, (today, rivals.HERE / f"{RIVAL}.zip"), strict=True))


@contextmanager
def in_cpython(archive: Path) -> Iterator[Search]:
    """Search in a Python of its own."""
    process = subprocess.Popen(
        [sys.executable, SEARCHER],
        env={"PYTHONPATH": str(archive)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    to, answers = process.stdin, process.stdout
    assert to is not None
    assert answers is not None

    def search(*what: object) -> list[float]:
        print(json.dumps(what), file=to, flush=True)
        found: list[float] = json.loads(answers.readline())
        return found

    yield search
    to.close()
    process.wait()


@contextmanager
def in_browser(playwright: Playwright, folder: Path, archive: Path) -> Iterator[Search]:
    """Search in a page of its own."""
    shutil.copytree(NODE_MODULES / "pyodide", folder / "pyodide")
    shutil.copy(SEARCHER, folder / "searcher.py")
    shutil.copy(archive, folder / "package.zip")
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    with serving(folder) as url, fresh_profile(playwright) as context:
        page = context.new_page()
        go(page, url)

        def search(*what: object) -> list[float]:
            found: list[float] = page.evaluate("what => search(...what)", what)
            return found

        yield search


def measure(searches: dict[str, Search], game: str, rounds: int) -> dict[str, list[float]]:
    """Search starts of matches in turn; gives positions a second."""
    found: dict[str, list[float]] = defaultdict(list)
    rules = catalog.game_of(game).rules
    for turn in range(rounds + 1):
        for seed in STARTS:
            text = rules.format_position(rules.initial_position(start_of(Setup(game), seed)))
            for name, search in searches.items():
                written = older_text(game, text) if name.endswith(RIVAL) else text
                nodes, seconds = search(game, written, NODES)
                if turn:
                    found[name].append(nodes / seconds)
    return found


def print_speeds(game: str, found: dict[str, list[float]]) -> None:
    """Print each speed, and its ratio to the older package's and to CPython's."""
    speeds = {name: median(all_of) for name, all_of in found.items()}
    for name, speed in speeds.items():
        print(f"{game:6}{name:20}{speed:>10,.0f}")
    for where in ("CPython", "browser"):
        ratio = speeds[f"{where}, today"] / speeds[f"{where}, {RIVAL}"]
        print(f"{game:6}{where}: {ratio:.2f} of {RIVAL} (target {TARGET} in the browser)")
    ratio = speeds["browser, today"] / speeds["CPython, today"]
    print(f"{game:6}browser: {ratio:.2f} of CPython", flush=True)
