"""A page that is open for days: nothing is left of a screen that was gone to and left a hundred
times, nor of two hundred matches. Each test tells its figures."""

import os
import sys
from dataclasses import replace
from time import monotonic

import pytest
from playwright.sync_api import expect

from spieltisch.app.keeping.kinds import PUZZLES
from spieltisch.games import catalog
from spieltisch.play.archive_file import ArchivedMatch
from spieltisch.play.bots import parse_bot, play_matches
from tests.e2e.conftest import LIMIT_MS, follow, reload
from tests.e2e.test_course import WATCH_SERIES
from tests.e2e.test_damaged import write
from tests.front_doors import format_archive
from tests.long_matches import long_match
from tests.unit.test_damaged_storage import VALUES_READ

pytestmark = [pytest.mark.soak, pytest.mark.running_page]

VISITS = int(os.environ.get("SPIELTISCH_VISITS", "100"))
WARM = 12
"""Visits after which all caches are as full as they get."""
MOST_GROWTH = 1.05
MOST_DOCUMENTS = 2
"""The page's own, and the empty one that Chromium has beside it."""

DOOR = """Object.defineProperty(Object.prototype, "on_fatal", {
    configurable: true,
    set(told) {
        delete Object.prototype.on_fatal;
        this.on_fatal = told;
        window.pythonOfTest = this.public_api;
    },
})"""
"""A test's own door to Python: the page says to Pyodide, once, what happens when it ends."""

HEAP = """
import gc, sys
def heap():
    # What a start and long work have made is set apart from what is collected.
    gc.unfreeze()
    for _ in range(3):
        gc.collect()
    seen, total = set(), 0
    for one in gc.get_objects():
        for held in (one, *gc.get_referents(one)):
            if id(held) not in seen and not issubclass(type(held), (type, type(sys))):
                seen.add(id(held))
                total += sys.getsizeof(held)
    return total
heap()
"""
"""Bytes of all that Python holds, but for types and modules, some of which come once they are asked
for anything."""

SCREENS = [
    "#/workshop/yala", "#/deck/aya", "#/editor/yala", "#/matches", "#/settings", "#/statistics",
    "#/rules/aya", "#/setup/aya", "#/learn/yala", "#/puzzles/yala", "#/keys", "#/import",
    "#/play/yala?seats=human,human&seed=5", "#/play/aya?seats=human,human&seed=5",
    "#/play/myra?seats=human,human&seed=5", "#/", "#/puzzle/yala", "#/daily/myra",
    "#/mistakes/yala", "#/run/yala", "#/duel/aya", "#/key-test", "#/setup/yala/elsewhere",
    "#/editor/myra", "#/play/yala?seats=human,link&seed=5", "#/spot/aya",
]  # fmt: skip


@pytest.fixture
def open_measured(context, page, open_ready):
    """Open a page whose Python can be asked; gives what measures it: how many nodes and listeners
    there are, and how large JavaScript’s and Python’s heaps are, without what may be collected.
    Two collections: what the first one ends may hold more."""
    if "about:blank" in page.url:
        context.add_init_script(DOOR)
    open_ready("#/")
    session = context.new_cdp_session(page)
    session.send("Performance.enable")
    session.send("HeapProfiler.enable")

    def figures():
        python = page.evaluate("text => window.pythonOfTest.runPython(text)", HEAP)
        for _ in range(2):
            session.send("HeapProfiler.collectGarbage")
        told = session.send("Performance.getMetrics")["metrics"]
        values = {one["name"]: one["value"] for one in told}
        names = ("Nodes", "JSEventListeners", "JSHeapUsedSize")
        return {**{name: values[name] for name in names}, "Python": python}

    yield figures
    session.detach()


@pytest.fixture
def compare(capsys):
    def compare(what, before, after, count):
        with capsys.disabled():
            each = {name: round((after[name] - before[name]) / count, 1) for name in before}
            sys.stdout.write(f"\n{what}: {before} -> {after}; each: {each}\n")
        grown = {name: after[name] / before[name] for name in before}
        assert all(growth <= MOST_GROWTH for growth in grown.values()), grown

    return compare


def study_of(page):
    """The address of a study, made of a match."""
    follow(page, "#/play/yala?seats=human,human&seed=42")
    page.locator("[data-do=study]").click()
    expect(page.locator("[data-study]")).to_be_visible()
    page.wait_for_function("() => location.hash.startsWith('#/study/')")
    return page.evaluate("location.hash")


@pytest.mark.parametrize("place", [*SCREENS, "study"])
def test_nothing_is_left_of_a_screen(page, open_measured, compare, place):
    if place == "#/mistakes/yala":
        # There must be one.
        write(page, "values", [[PUZZLES, VALUES_READ[PUZZLES][0]]])
        reload(page)
    address = study_of(page) if place == "study" else place
    for _ in range(WARM):
        follow(page, address)
    follow(page, "#/rules/myra")
    before = open_measured()
    for _ in range(VISITS):
        follow(page, address)
    follow(page, "#/rules/myra")
    compare(place, before, open_measured(), VISITS)


@pytest.mark.parametrize("place", ["#/play/yala?seats=human,bot:1&seed=5", "#/workshop/yala"])
def test_nothing_is_left_of_pages_that_were_loaded_again(
    context, page, open_measured, compare, place
):
    """Chromium collects what they were late, if they follow fast upon each other: it is not
    reachable any more."""
    follow(page, place)
    for _ in range(2):
        reload(page)
    before = open_measured()
    count = VISITS // 2
    for _ in range(count):
        reload(page)
    session = context.new_cdp_session(page)
    begun = monotonic()
    while session.send("Memory.getDOMCounters")["documents"] > MOST_DOCUMENTS:
        assert monotonic() - begun < LIMIT_MS / 1000, "a page before is held"
        session.send("HeapProfiler.collectGarbage")
    session.detach()
    compare(f"{place}, loaded again", before, open_measured(), count)


def archived(match, number):
    return ArchivedMatch(
        f"match{number:07}", f"No. {number}", 10, 20, len(match.turns), 0, match.record
    )


def take_in(page, matches):
    """Import matches."""
    text = format_archive(matches)
    follow(page, "#/import")
    file = {"name": "m.json", "mimeType": "application/json", "buffer": text.encode()}
    page.locator("[data-files]").first.set_input_files(file)
    told = f"Imported: {len(matches)}."
    expect(page.locator("#import-said")).to_contain_text(told, timeout=4 * LIMIT_MS)


def look_at(page, one):
    follow(page, f"#/match/{one.id}")
    # What waits for a node itself would hold it.
    expect(page.locator("[data-position]")).to_be_visible()


def test_nothing_is_left_of_two_hundred_matches(page, open_measured, compare):
    game = catalog.game_of("yala")
    bots = [parse_bot("random", game)] * 2
    setup = replace(game.info.default_setup(), players=())
    played = play_matches(game, setup, bots, 1, VISITS * 2)
    matches = [archived(match, number) for number, match in enumerate(played)]
    take_in(page, matches)
    # What is drawn of towers and moves is remembered, too.
    warm = matches[:VISITS]
    for one in warm:
        look_at(page, one)
    follow(page, "#/rules/myra")
    before = open_measured()
    for one in [*matches[len(warm) :], *warm]:
        look_at(page, one)
    follow(page, "#/rules/myra")
    compare("200 matches", before, open_measured(), len(matches))


def test_nothing_is_left_of_a_thousand_plies(page, open_measured, compare):
    first, long = (archived(long_match("yala", 1_000, seed), 990 + seed) for seed in (1, 2))
    game = catalog.game_of("yala")
    bots = [parse_bot("random", game)] * 2
    setup = replace(game.info.default_setup(), players=())
    others = [
        archived(match, 900 + number)
        for number, match in enumerate(play_matches(game, setup, bots, 500, 30))
    ]
    take_in(page, [first, long, *others])

    def visit(one):
        look_at(page, one)
        for _ in range(100):
            page.keyboard.press("ArrowLeft")
        for other in others:
            look_at(page, other)
        follow(page, "#/rules/myra")

    visit(first)
    before = open_measured()
    visit(long)
    compare("1,000 plies", before, open_measured(), 1)


RUNS, MATCHES_A_RUN = 3, 10


def test_nothing_is_left_of_matches_of_bots_that_were_looked_at(page, open_measured, compare):
    """What is kept of a run has a bound of its own (tests/unit/test_played_series.py)."""
    follow(page, "#/workshop/yala")
    source = "def choose(position, seat):\n    return position.legal_actions(seat)[0]\n"
    page.locator("[data-editor]").fill(source)

    def play():
        follow(page, "#/workshop/yala")
        page.locator("#bot-matches").select_option(str(MATCHES_A_RUN))
        # What was played last is there as it ended, until this has begun.
        page.evaluate(WATCH_SERIES)
        page.locator("#bot-run").click()
        page.wait_for_function('() => window.seriesEnd !== ""', timeout=4 * LIMIT_MS)
        assert page.evaluate("window.seriesEnd") == "done"
        matches = page.locator("#bot-series button")
        expect(matches).to_have_count(MATCHES_A_RUN)
        for number in range(MATCHES_A_RUN):
            matches.nth(number).click()
            expect(page.locator(".bot-board")).to_be_focused()
        follow(page, "#/rules/myra")

    for _ in range(RUNS):
        play()
    before = open_measured()
    for _ in range(RUNS):
        play()
    compare(f"{RUNS} runs of {MATCHES_A_RUN} matches", before, open_measured(), RUNS)
