"""What was played is there again: in other tabs, from before the database, beside damage."""

import re
import time
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from spieltisch.play.codec import parse_setup
from spieltisch.play.match import Match
from spieltisch.play.record_link import encode_record
from spieltisch.table import Record, parse_record
from tests.e2e.conftest import LIMIT_MS, follow, go_to, reload, wait_until
from tests.e2e.constants import milliseconds
from tests.e2e.database import OPEN, in_database
from tests.e2e.yala_player import Table, play_link
from tests.records import keeping

PLAYS = {
    "yala": "seats=human,human&seed={seed}",
    "myra": "seats=human,human&seed={seed}",
    "aya": "seats=human&variant=tueftler&seed={seed}",
}
SPOIL = in_database(
    """const store = database.transaction(name, "readwrite").objectStore(name);
        store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
            if (!cursor) return;
            cursor.update(value ?? { ...cursor.value, text: "{" });
            cursor.continue();
        };
        await ended(store.transaction);""",
    "[name, value]",
)


running_page = pytest.mark.running_page


def ready(page, url):
    page.goto(url)
    page.wait_for_selector("html[data-state=ready]", state="attached")
    return page


# Keeps all others from the database until it is told not to.
HOLD = f"""async () => {{
    const database = await ({OPEN})();
    const names = [...database.objectStoreNames];
    const store = database.transaction(names, "readwrite").objectStore(names[0]);
    return new Promise((resolve) => {{
        const go_on = () => {{
            if (window.isFree) database.close();
            else store.get("nothing").onsuccess = go_on;
            resolve();
        }};
        store.get("nothing").onsuccess = go_on;
    }});
}}"""
# Tells when the page has waited for the database for as long as it does, which is soon here.
WAITED_MS = milliseconds("static/storage/kept.js", "LIMIT_MS")
TELL_WAITED = f"""(() => {{
    const {{ setTimeout }} = window;
    window.setTimeout = (call, ms, ...all) => setTimeout((...told) => {{
        if (ms === {WAITED_MS}) document.documentElement.dataset.waited = "yes";
        call(...told);
    }}, ms === {WAITED_MS} ? 300 : ms, ...all);
}})()"""
KEEP_RUNS = in_database(
    """const writing = database.transaction("values", "readwrite");
        writing.objectStore("values").put(text, "runs");
        await ended(writing);""",
    "text",
)
READ_ALL = in_database(
    """const names = [...database.objectStoreNames];
        await told(database.transaction(names).objectStore(names[0]).getAll());"""
)


def test_what_a_slow_database_tells_late_is_there_all_the_same(open_ready, page, site_url):
    open_ready("#/settings")
    page.evaluate(KEEP_RUNS, '{"zoch/10": [[0, 1, 60000]]}')
    page.reload()
    go_to(page, play_link())
    table = Table(page)
    table.click("b+")
    position = table.position
    go_to(page, "#/settings")
    for is_python_slow in (False, True):
        expect_told_late(page, site_url, position, is_python_slow)


def expect_told_late(page, site_url, position, is_python_slow):
    """A page that has to wait for its database shows what is in it, once it comes."""
    page.evaluate("() => { window.isFree = false; }")
    page.evaluate(HOLD)
    other = page.context.new_page()
    other.add_init_script(TELL_WAITED)
    waiting = []
    if is_python_slow:
        other.route("**/made/snapshot.*", lambda route: waiting.append(route))
    other.goto(site_url + play_link())
    other.wait_for_selector("html[data-waited]", state="attached")
    if not is_python_slow:
        other.wait_for_selector("html[data-state=ready]", state="attached")
    page.evaluate("() => { window.isFree = true; }")
    other.evaluate(READ_ALL)
    for route in waiting:
        route.continue_()
    other.wait_for_selector("html[data-state=ready]", state="attached")
    Table(other).expect(position)
    expect(other.locator("#moves li")).to_have_count(1)
    go_to(other, "#/play/aya?" + PLAYS["aya"].format(seed=1))
    expect(other.locator("body")).to_contain_text("1:00")
    other.close()


def test_a_match_that_takes_long_to_read_is_said_to_be_read(page, site_url):
    table = Table(ready(page, site_url + play_link()))
    table.click("b+")
    position = table.position
    go_to(page, "#/settings")
    other = page.context.new_page()
    ready(other, site_url + "#/rules/yala")
    page.evaluate("() => { window.isFree = false; }")
    page.evaluate(HOLD)
    go_to(other, play_link())
    expect(other.get_by_text("Reading the game …")).to_be_visible()
    expect(other).to_have_title(re.compile("^YALA, "))
    page.evaluate("() => { window.isFree = true; }")
    Table(other).expect(position)


def without_python(page, site_url):
    """Where storage can be filled before the page itself is there."""
    empty = '<!doctype html><link rel="icon" href="data:,">'
    page.route(site_url, lambda route: route.fulfill(body=empty, content_type="text/html"))
    page.goto(site_url)
    page.unroute(site_url)


def some_match(game, turns=3):
    match = Match.open(Record(parse_setup(game, PLAYS[game].format(seed=7))))
    for number in range(turns):
        seat = min(match.position.active_seats)
        match = match.play(seat, match.position.legal_actions(seat)[0], number)
    return match


@pytest.fixture
def two_tabs(open_ready, context, site_url, own_name):
    """A match that is played in the first tab and shown in the second."""
    link = f"{play_link()}&names={own_name}"
    table = Table(open_ready(link))
    table.click("b+")
    others = context.pages[1:]
    if others:
        go_to(others[0], "#/matches")
        # It hears of what is kept by another tab a moment later.
        expect(others[0].locator("main [data-match]", has_text=own_name)).to_be_visible()
        go_to(others[0], link)
    other = Table(others[0] if others else ready(context.new_page(), site_url + link))
    other.expect(table.position)
    expect(other.page.locator("#moves li")).to_have_count(1)
    return table, other


def elsewhere(table):
    return table.page.locator("#elsewhere")


@running_page
def test_one_tab_plays_and_the_other_shows_it(two_tabs):
    table, other = two_tabs
    expect(elsewhere(other)).to_contain_text("in another tab")
    expect(elsewhere(table)).to_have_count(0)
    assert not other.targets
    table.click("a-")
    other.expect(table.position)
    assert other.moves == ["b+", "a-"]
    other.page.get_by_role("button", name="Play here").click()
    expect(elsewhere(other)).to_have_count(0)
    expect(elsewhere(table)).to_be_visible()
    other.click("d+")
    table.expect(other.position)
    other.page.get_by_role("button", name="Take back", exact=True).click()
    table.expect(other.position)
    assert table.moves == ["b+", "a-", "d+"]


PRESS_AT = """at => setTimeout(() => {
    document.querySelector('[data-do=play-here]')?.click();
    window.pressed = (window.pressed ?? 0) + 1;
}, at - Date.now())"""
HAS_PRESSED = "count => window.pressed === count"
HOLDS_ONE = "navigator.locks.query().then(({ held }) => held.length === 1)"
PLAYS_HERE = "() => !document.querySelector('#elsewhere')"


@running_page
def test_one_tab_plays_even_if_both_take_the_match_at_once(two_tabs):
    table, other = two_tabs
    expect(elsewhere(other)).to_be_visible()
    for one in (table, other):
        one.page.evaluate("window.pressed = 0")
    for round_, apart in enumerate((0, 1, 3, 8, 20), 1):
        now = table.page.evaluate("Date.now()")
        # The one that plays is told first to leave the match to the other.
        for number, one in enumerate((other, table, other, table)):
            one.page.evaluate(PRESS_AT, now + 150 + number * apart)
        for one in (table, other):
            one.page.wait_for_function(HAS_PRESSED, arg=2 * round_)
            wait_until(one.page, HOLDS_ONE)
        # In the end just one plays, and the other one knows.
        expect_one_player(table.page, other.page)


def expect_one_player(*pages):
    begun = time.monotonic()
    while True:
        players = sum(page.evaluate(PLAYS_HERE) for page in pages)
        targets = sum(page.locator("[data-target]").count() > 0 for page in pages)
        if (players, targets) == (1, 1):
            return
        is_late = 1000 * (time.monotonic() - begun) > LIMIT_MS
        assert not is_late, f"{players} tabs play, {targets} can be pressed"
        pages[0].wait_for_timeout(20)


JUNK = """() => {
    const names = ["spieltisch", "spieltisch?codes"];
    const values = [
        null, undefined, 5, 5n, "x", NaN, [], {}, [["a"], ["b"]], new Date(), /a/, new Error("x"),
        { changed: [null], gone: [null] }, { changed: "abc", gone: [] }, { changed: [5], gone: [] },
        { changed: new Map(), gone: new Set() }, { changed: ["abc"] }, { gone: ["abc"] },
        new Blob(["x"]), new Uint8Array(3), { taken: null }, { taken: 5n }, { offered: {} },
        { offered: [null] }, { taken: "x", isOwn: 5 }, { changed: ["no such match"], gone: ["x"] },
    ];
    for (const name of names) {
        const channel = new BroadcastChannel(name);
        for (const value of values) channel.postMessage(value);
        channel.close();
    }
    return values.length;
}"""


@running_page
def test_what_others_post_on_our_channels_does_nothing(two_tabs):
    table, other = two_tabs
    assert table.page.evaluate(JUNK) > 20
    # What is told after it is heard all the same, and nothing has gone wrong.
    table.click("a-")
    other.expect(table.position)


@running_page
def test_a_match_that_is_left_can_be_played_in_the_other_tab(two_tabs):
    table, other = two_tabs
    expect(elsewhere(other)).to_be_visible()
    link = "#" + table.page.url.partition("#")[2]
    go_to(table.page, "#/rules/yala")
    expect(elsewhere(other)).to_have_count(0)
    other.click("a-")
    go_to(table.page, link)
    table.expect(other.position)
    expect(elsewhere(table)).to_be_visible()
    other.page.close()
    expect(elsewhere(table)).to_have_count(0)
    table.click("d+")


def test_playing_goes_on_where_the_browser_has_no_locks(page, open_ready):
    page.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })"
    )
    table = Table(open_ready(play_link()))
    table.click("b+")
    reload(page)
    table.click("a-")
    assert table.moves == ["b+", "a-"]


@running_page
def test_a_match_begun_in_another_tab_is_on_the_menu(two_tabs, open_ready):
    table, other = two_tabs
    go_to(other.page, "#/")
    resume = other.page.locator(".latest-match")
    expect(resume.filter(has_text="YALA")).not_to_have_count(0)
    expect(resume.filter(has_text="Myra")).to_have_count(0)
    go_to(table.page, "#/play/myra?" + PLAYS["myra"].format(seed=3))
    for _ in range(3):
        table.page.locator("svg[data-game=myra] [data-target]").first.click()
    expect(resume.filter(has_text="Myra")).to_have_count(1)


def test_a_damaged_match_is_told_of_and_all_others_are_played(open_ready):
    table = Table(open_ready(play_link()))
    table.click("b+")
    for seed, store, value in ((4, "matches", "{"), (5, "summaries", None)):
        expect(table.page.locator("#notice")).to_have_count(0)
        table.page.evaluate(SPOIL, [store, value])
        reload(table.page)
        expect(table.page.locator("#notice")).to_contain_text("it was set aside")
        follow(table.page, "#/play/yala?" + PLAYS["yala"].format(seed=seed))
        expect(table.page.locator("#moves li")).to_have_count(0)
        expect(table.board).to_be_visible()
        table.board.locator("[data-target]").first.click()
        table.board.locator("[data-target]").first.click()
        expect(table.page.locator("#moves li")).to_have_count(1)
        position = table.position
        reload(table.page)
        table.expect(position)


@running_page
def test_a_match_that_is_over_is_there_after_a_reload_and_another_begun_alike_is_too(open_ready):
    record = parse_record(keeping.read("yala-shortest"))
    record = replace(record, setup=replace(record.setup, seed=None))
    page = open_ready("#/record/" + encode_record(record))
    table = Table(page)
    expect(page.locator("[data-outcome]")).to_be_visible()
    reload(page)
    expect(page.locator("[data-outcome]")).to_be_visible()
    assert table.moves == [entry.action for entry in record.entries]
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Start the game").click()
    table.expect(record.setup.start)
    reload(page)
    table.expect(record.setup.start)
    assert not table.moves
