"""A first visit in Firefox or WebKit: our page with a match on it against an empty one."""

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tools import drivers, engines, offline, site
from tools.bench import empty_page
from tools.bench.boot import MATCH
from tools.bench.host import serving
from tools.bench.visit import PROBE
from tools.figures import Report

# The most time that a first visit may take, as a share of the empty page's.
NAMES = {"firefox": "Firefox", "webkit": "WebKit"}
TARGETS = {"firefox": 0.40, "webkit": 0.30}
PROBE_FILE = "probe.js"
HEAD = "<head>"
IS_READY = "globalThis.__seen?.ready ?? 0"


def run(name: str, rounds: int, report: Report) -> None:
    """Measure and print; ToolError where the engine is not there."""
    engine = next(one for one in engines.ENGINES if one.name == name)
    engines.program(engine)
    with TemporaryDirectory(prefix="bench-") as folder:
        empty, ours = Path(folder) / "empty", Path(folder) / "ours"
        empty_page.build(empty)
        site.build(ours)
        watch(empty)
        watch(ours)
        offline.seal(ours)
        found: dict[str, list[float]] = {"empty": [], "ours": []}
        with serving(empty) as empty_url, serving(ours) as our_url:
            for _ in range(rounds):
                found["empty"].append(ready_ms(engine, empty_url))
                found["ours"].append(ready_ms(engine, our_url + MATCH))
    print(f"\nboot in {name}: ready, medians of {rounds} first visits")
    for page, times in found.items():
        print(f"{page:8}{median(times):>8.0f} ms   ({min(times):.0f} to {max(times):.0f})")
    ratio = median(found["ours"]) / median(found["empty"])
    report.ratio(f"ready at a first visit in {NAMES[name]}", ratio, TARGETS[name])


def watch(page: Path) -> None:
    """Put the probe into a page's own markup: not every engine runs scripts in a page for us."""
    (page / PROBE_FILE).write_text(PROBE, encoding="utf-8")
    index = page / "index.html"
    text = index.read_text(encoding="utf-8")
    script = f'{HEAD}<script src="{PROBE_FILE}"></script>'
    index.write_text(text.replace(HEAD, script, 1), encoding="utf-8")


def ready_ms(engine: engines.Engine, url: str) -> float:
    """Load a page in a browser with a fresh profile until Python answers in it."""
    with drivers.started(engine) as page:
        page.open(url)
        return float(drivers.until(lambda: page.ask(IS_READY), "the page to be ready"))
