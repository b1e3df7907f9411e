"""What the browser does to storage: connections are lost, reading fails, several tabs write, and
several copies of the site are on one host."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from spieltisch.app.core.routes import MatchLink
from spieltisch.play.match import format_match
from spieltisch.play.summary import format_summary, summary_of
from tests.e2e import hands
from tests.e2e.conftest import go_to, reload, wait_until
from tests.e2e.constants import milliseconds
from tests.e2e.database import READ_STORE, in_database
from tests.e2e.test_kept import ready, some_match, without_python
from tests.e2e.yala_player import Table, landing, play_link
from tests.records import keeping

# Gives a test the page's own connections, and lets it have storage fail.
HANDLES = """(() => {
    window.handles = [];
    window.failing = { open: 0, transaction: 0, name: "UnknownError" };
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...all) {
        if (failing.open-- > 0) throw new DOMException("provoked", failing.name);
        const asked = open.apply(this, all);
        asked.addEventListener("success", () => handles.push(asked.result));
        return asked;
    };
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...all) {
        if (this.name.startsWith("spieltisch") && failing.transaction-- > 0)
            throw new DOMException("provoked", failing.name);
        return transaction.apply(this, all);
    };
})()"""
CLOSE = "() => { for (const one of handles) if (one.name.startsWith('spieltisch')) one.close(); }"
FAIL_AT_ONCE = """(() => {{
    const key = "failed-once";
    const {{ transaction }} = IDBDatabase.prototype;
    let failed = sessionStorage.getItem(key) ? {times} : 0;
    IDBDatabase.prototype.transaction = function (...all) {{
        const isFirst = this.name.startsWith("spieltisch") && [].concat(all[0]).includes("pending");
        if (isFirst && !all[1] && failed < {times}) {{
            sessionStorage.setItem(key, ++failed);
            throw new DOMException("provoked", "UnknownError");
        }}
        return transaction.apply(this, all);
    }};
}})()"""
VALUE = in_database(
    """const asked = database.transaction("values").objectStore("values").get(name);
        return (await told(asked)) ?? null;""",
    "name",
)


def notice(page):
    return page.locator("#notice")


def value(page, name):
    text = page.evaluate(VALUE, name)
    return None if text is None else json.loads(text)


def test_a_connection_that_is_closed_without_a_word_loses_nothing(open_ready, page):
    page.add_init_script(HANDLES)
    table = Table(open_ready(play_link()))
    for number, action in enumerate(("b+", "a-", "d+", "c-")):
        if number % 2:
            page.evaluate(CLOSE)
        table.click(action)
    assert table.moves == ["b+", "a-", "d+", "c-"]
    expect(notice(page)).to_have_count(0)
    position = table.position
    reload(page)
    table.expect(position)
    assert table.moves == ["b+", "a-", "d+", "c-"]


@pytest.mark.parametrize("name", ["UnknownError", "InvalidStateError", "AbortError"])
def test_what_cannot_be_kept_for_a_while_is_kept_later_and_the_notice_goes_away(
    open_ready, page, name
):
    page.add_init_script(HANDLES)
    table = Table(open_ready(play_link()))
    table.click("b+")
    page.evaluate(f"failing.name = {name!r}")
    page.evaluate("failing.transaction = 1e9")
    page.evaluate("failing.open = 1e9")
    table.click("a-")
    expect(notice(page)).to_contain_text("stopped saving")
    table.click("d+")
    page.evaluate("failing.transaction = failing.open = 0")
    expect(notice(page)).to_have_count(0)
    reload(page)
    expect(page.locator("#moves li")).to_have_count(3)
    assert table.moves == ["b+", "a-", "d+"]


def show_solution(page, game):
    """Open a game's next puzzle, and have its solution shown: an attempt that counts."""
    go_to(page, f"#/puzzle/{game}")
    expect(page.locator("[data-puzzle-state=open]")).to_be_visible()
    page.locator("[data-do=show-solution]").click()
    expect(page.locator("[data-puzzle-state=failed]")).to_be_visible()
    go_to(page, "#/")
    expect(page.locator("main.screen-start")).to_be_visible()


def attempts(page, game):
    log = value(page, "puzzles") or {}
    return len(log.get(game, {}).get("attempts", {}))


def expect_attempts(page, **wanted):
    for game, count in wanted.items():
        for _ in range(100):
            if attempts(page, game) == count:
                break
            page.evaluate("new Promise(done => setTimeout(done, 50))")
        assert attempts(page, game) == count, game


@pytest.mark.parametrize("times", [1, 2, 5])
def test_a_first_read_that_fails_is_done_again_and_nothing_is_written_over(
    open_ready, page, context, site_url, times
):
    open_ready("#/")
    show_solution(page, "myra")
    expect_attempts(page, myra=1)
    go_to(page, play_link())
    table = Table(page)
    table.click("b+")
    other = context.new_page()
    other.add_init_script(FAIL_AT_ONCE.format(times=times))
    ready(other, site_url)
    show_solution(other, "yala")
    expect_attempts(other, yala=1, myra=1)
    assert other.evaluate("sessionStorage.getItem('failed-once')") == str(times)
    expect(other.locator(".latest-match")).to_have_count(1)
    expect(notice(other)).to_have_count(0)


def test_that_nothing_can_be_read_is_told_until_it_can(open_ready, page):
    table = Table(open_ready(play_link()))
    table.click("b+")
    page.add_init_script(HANDLES + "; failing.transaction = 1e9")
    page.goto("about:blank")
    open_ready("#/matches")
    expect(notice(page)).to_contain_text("has not given")
    page.evaluate("failing.transaction = 0")
    expect(notice(page)).to_have_count(0)
    expect(page.locator("main [data-match]")).to_have_count(1)


RECORD = keeping.read("yala-shortest")
SILENT_MS = milliseconds("static/storage/kept.js", "SILENT_MS")
SILENT = """{
    const { open } = IDBFactory.prototype;
    const held = open.call(indexedDB, "other", 1);
    held.onsuccess = () => { window.held = held.result; };
    // Waits for the first one to be closed, and is never told.
    const wait = open.call(indexedDB, "other", 2);
    IDBFactory.prototype.open = () => wait;
    const { setTimeout } = window;
    window.setTimeout = (what, ms, ...more) => setTimeout(what, ms === LONG ? 500 : ms, ...more);
}""".replace("LONG", str(SILENT_MS))


def test_a_database_that_never_answers_is_told_and_what_is_here_is_in_a_file(
    open_ready, page, context, site_url
):
    Table(open_ready(play_link())).click("b+")
    silent = context.new_page()
    silent.add_init_script(SILENT)
    ready(silent, site_url)
    expect(notice(silent)).to_contain_text("has not given")
    go_to(silent, "#/play/yala?seats=human,human&seed=9")
    silent.fill("#typed", "a+")
    silent.keyboard.press("Enter")
    expect(silent.locator("#move-1")).to_be_attached()
    go_to(silent, "#/workshop/yala")
    silent.locator("#bot-source").fill("# typed in silence")
    go_to(silent, "#/import")
    with silent.expect_download() as caught:
        silent.get_by_role("button", name="Export everything").click()
    file = json.loads(caught.value.path().read_text("utf-8"))
    assert len(file["matches"]) == 1
    assert "typed in silence" in json.dumps(file["others"])
    expect(notice(silent)).to_contain_text("1 game is in the file. The browser has not given")
    # Nor does an import wait for ever.
    record = {"name": "m.json", "mimeType": "application/json", "buffer": RECORD.encode()}
    silent.locator("[data-files]").set_input_files(files=[record])
    expect(silent.locator("#import-said")).to_contain_text("Imported: 1.")
    silent.close()
    # The next visit has what both have made.
    reload(page)
    go_to(page, "#/matches")
    expect(page.locator("main [data-match]")).to_have_count(3)
    go_to(page, "#/workshop/yala")
    expect(page.locator("#bot-source")).to_have_value("# typed in silence")


def test_of_two_tabs_neither_erases_what_the_other_has_done(open_ready, page, context, site_url):
    open_ready("#/")
    other = ready(context.new_page(), site_url)
    for tab, game in ((page, "yala"), (other, "myra"), (page, "yala"), (other, "yala")):
        show_solution(tab, game)
    expect_attempts(page, yala=3, myra=1)
    for tab in (page, other):
        go_to(tab, "#/statistics")
        expect(tab.locator("main")).to_contain_text("of 3")
        reload(tab)
        expect(tab.locator("main")).to_contain_text("of 3")


def choose(page, setting, choice):
    page.locator(f"#{setting}-{choice}").evaluate("node => node.click()")


def test_settings_of_two_tabs_are_both_kept_and_each_follows(open_ready, page, context, site_url):
    open_ready("#/settings")
    other = ready(context.new_page(), site_url + "#/settings")
    choose(page, "theme", "dark")
    choose(other, "pace", "slow")
    choose(page, "place_names", "on")
    kept = json.loads(page.evaluate("localStorage.getItem('spieltisch.settings')"))
    assert (kept["theme"], kept["pace"], kept["place_names"]) == ("dark", "slow", "on")
    expect(page.locator("#pace-slow")).to_be_checked()
    expect(other.locator("#place_names-on")).to_be_checked()
    go_to(other, "#/import")
    other.locator("[data-pasted]").fill("half of a te")
    page.locator("#set-language").select_option("de")
    expect(other.locator("html[data-theme=dark]")).to_have_attribute("lang", "de")
    expect(other.locator("#notice")).to_have_count(0)
    expect(other.locator("[data-pasted]")).to_have_value("half of a te")


SUMMARY = f"""async () =>
    (await ({READ_STORE})("summaries")).map(({{ text }}) => JSON.parse(text).length)"""


def test_a_match_is_named_in_one_tab_while_another_plays_it(open_ready, page, context, site_url):
    table = Table(open_ready(play_link()))
    table.click("b+")
    other = ready(context.new_page(), site_url + "#/matches")
    entry = other.locator("main [data-match]")
    expect(entry).to_have_count(1)
    for number, action in enumerate(("a-", "d+", "c-"), start=2):
        entry.locator("[data-do=edit-name]").click()
        field = entry.locator("[data-name]")
        field.fill(f"Name {number}")
        at = page.evaluate("Date.now()") + 300
        # Both at once: an Enter in the field, and the last press of a move.
        position = table.position
        hands.press(table.site(action[0]))
        expect(table.site(action[0])).to_have_attribute("aria-pressed", "true")
        page.evaluate(
            """([site, at]) => setTimeout(() => document.querySelector(
                `[data-site="${site}"][data-target]`).dispatchEvent(
                    new MouseEvent("click", { bubbles: true, detail: 1 })), at - Date.now())""",
            [landing(position, action), at],
        )
        other.evaluate(
            """at => setTimeout(() => {
                document.querySelector("[data-name]").form.requestSubmit();
            }, at - Date.now())""",
            at,
        )
        expect(page.locator("#moves li")).to_have_count(number)
        expect(entry).to_contain_text(f"Name {number}")
        assert page.evaluate(SUMMARY) == [number]
        reload(other)
        expect(entry).to_contain_text(f"Name {number}")


NAME_WHILE_READ = """([store, name]) => {
    const { get } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.get = function (key) {
        const asked = get.call(this, key);
        if (this.name !== store) return asked;
        IDBObjectStore.prototype.get = get;
        const field = document.querySelector("[data-name]");
        field.value = name;
        field.form.requestSubmit();
        return asked;
    };
}"""


@pytest.mark.parametrize("store", ["summaries", "names"])
def test_a_match_is_named_while_the_list_reads_what_another_tab_has_played(
    open_ready, page, context, site_url, store
):
    table = Table(open_ready(play_link()))
    table.click("b+")
    other = ready(context.new_page(), site_url + "#/matches")
    entry = other.locator("main [data-match]")
    for number, action in enumerate(("a-", "d+", "c-"), start=2):
        entry.locator("[data-do=edit-name]").click()
        expect(entry.locator("[data-name]")).to_be_focused()
        other.evaluate(NAME_WHILE_READ, [store, f"Name {number}"])
        table.click(action)
        # The move has come, and the name has stayed.
        expect(entry).to_contain_text(f"{number} moves")
        expect(entry).to_contain_text(f"Name {number}")
        assert page.evaluate(SUMMARY) == [number]


def test_two_copies_on_one_host_do_not_meet(page, context, sub_path_url):
    # The host's other copies are played by this one's rules: only their paths differ.
    first = sub_path_url
    second = first.replace("/user/repo/", "/other/")
    context.route(
        second + "**", lambda route: route.continue_(url=route.request.url.replace(second, first))
    )
    ready(page, first)
    go_to(page, play_link())
    table = Table(page)
    table.click("b+")
    go_to(page, "#/settings")
    choose(page, "theme", "dark")
    other = ready(context.new_page(), second + "#/matches")
    expect(other.locator("main [data-match]")).to_have_count(0)
    assert other.locator("html").get_attribute("data-theme") == "auto"
    go_to(other, play_link())
    expect(other.locator("#elsewhere")).to_have_count(0)
    expect(other.locator("#moves li")).to_have_count(0)
    names = page.evaluate("indexedDB.databases().then(all => all.map(one => one.name))")
    assert {"spieltisch/user/repo", "spieltisch/other"} <= set(names)
    reload(page)
    go_to(page, play_link())
    table.expect(table.position)
    expect(page.locator("#moves li")).to_have_count(1)


KEEP_AS_BEFORE = """([id, match, row, values]) => new Promise((resolve, reject) => {
    const opening = indexedDB.open("spieltisch", 1);
    opening.onerror = reject;
    opening.onupgradeneeded = () => {
        for (const name of ["matches", "summaries", "reviews", "values"])
            opening.result.createObjectStore(name);
        const store = (name) => opening.transaction.objectStore(name);
        store("matches").put(match, id);
        store("summaries").put(row, id);
        for (const [name, text] of Object.entries(values)) store("values").put(text, name);
        localStorage.setItem("spieltisch.settings", '{"theme": "dark"}');
    };
    opening.onsuccess = () => { opening.result.close(); resolve(); };
})"""


def keep_as_before(page, url):
    """What a copy of the site kept wherever it was, before names had paths."""
    match = some_match("yala")
    summary = summary_of(match, "abcdefghijkl", begun_ms=5, played_ms=6)
    row = {
        "id": summary.id,
        "link": MatchLink(match.setup).text,
        "played": 6,
        "text": format_summary(summary),
    }
    without_python(page, url)
    values = {"lessons": '{"yala": ["a", "b"]}'}
    page.evaluate(KEEP_AS_BEFORE, [summary.id, format_match(match), row, values])
    page.goto("about:blank")


def expect_as_before(page):
    expect(page.locator("main [data-match]")).to_have_count(1)
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.locator("#open-abcdefghijkl").click()
    expect(page.locator("#moves li")).to_have_count(3)


def test_what_was_kept_before_names_had_paths_is_there_at_the_root(page, site_url):
    keep_as_before(page, site_url)
    for _ in range(2):
        expect_as_before(ready(page, site_url + "#/matches"))
        page.goto("about:blank")
    assert value(ready(page, site_url), "lessons") == {"yala": ["a", "b"]}


HOLD_OLDER = """() => new Promise((resolve, reject) => {
    const opening = indexedDB.open("spieltisch", 1);
    opening.onerror = reject;
    opening.onupgradeneeded = () => {
        for (const name of ["matches", "summaries", "reviews", "values"])
            opening.result.createObjectStore(name);
    };
    // It does not give way to a newer one, as a page that is frozen cannot.
    opening.onsuccess = () => { window.held = opening.result; resolve(); };
})"""


def test_a_page_plays_while_an_older_tab_holds_the_database_and_keeps_all_once_it_is_gone(
    open_ready, page, context, site_url
):
    older = context.new_page()
    older.goto(site_url + "licences.html")
    older.evaluate(HOLD_OLDER)
    table = Table(open_ready(play_link()))
    for action in ("b+", "a-"):
        table.click(action)
    older.evaluate("held.close()")
    expect(notice(page)).to_have_count(0)
    wait_until(page, f"() => ({SUMMARY})().then(all => all.join() === '2')")
    older.close()
    reload(page)
    expect(page.locator("#moves li")).to_have_count(2)


def test_two_tabs_give_way_to_a_newer_database_and_say_so(open_ready, page, context, site_url):
    table = Table(open_ready(play_link()))
    table.click("b+")
    other = ready(context.new_page(), site_url + "#/workshop/yala")
    newer = context.new_page()
    newer.goto(site_url + "licences.html")
    wait_until(page, f"() => ({SUMMARY})().then(all => all.join() === '1')")
    was_blocked = newer.evaluate(
        """() => new Promise((resolve, reject) => {
            const opening = indexedDB.open("spieltisch", 99);
            let isBlocked = false;
            opening.onblocked = () => { isBlocked = true; };
            opening.onsuccess = () => { opening.result.close(); resolve(isBlocked); };
            opening.onerror = reject;
        })"""
    )
    assert not was_blocked
    table.click("a-")
    go_to(other, "#/deck/aya")
    other.locator("#deck-text").fill("bbbyy")
    for tab in (page, other):
        expect(notice(tab)).to_contain_text("newer version")
    # All is there as it was, for as long as the tabs are open.
    assert table.moves == ["b+", "a-"]
    expect(other.locator("#deck-text")).to_have_value("bbbyy")


def test_what_a_frozen_tab_has_is_gone_on_with_in_another_and_not_written_over(
    open_ready, page, context, site_url
):
    table = Table(open_ready(play_link()))
    table.click("b+")
    wait_until(page, f"() => ({SUMMARY})().then(all => all.join() === '1')")
    session = context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    other = ready(context.new_page(), site_url + play_link())
    there = Table(other)
    expect(other.locator("#moves li")).to_have_count(1)
    other.locator("[data-do=play-here]").click()
    # The board is this tab's once the other one has been told.
    expect(other.locator("[data-do=play-here]")).to_have_count(0)
    there.click("a-")
    session.send("Page.setWebLifecycleState", {"state": "active"})
    page.bring_to_front()
    expect(page.locator("#moves li")).to_have_count(2)
    for tab in (page, other):
        reload(tab)
        expect(tab.locator("#moves li")).to_have_count(2)


STUDIED = "#/play/yala?seats=human,human&seed=42"
WRITTEN = {
    "a deck": ("decks", "#/deck/aya", "#deck-text"),
    "a deck's name": ("decks", "#/deck/aya", "#deck-name"),
    "a bot": ("bots", "#/workshop/myra", "#bot-source"),
    "a bot's name": ("bots", "#/workshop/myra", "#bot-name"),
    "a study's name": ("studies", STUDIED, "#study-name"),
    "a comment": ("studies", STUDIED, "[data-edit=comment]"),
}
HIDDEN = """() => {
  Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
LEFT = {
    "closed": lambda page: page.close(),
    # A telephone tells of this before it ends a page, and of nothing more.
    "put away": lambda page: page.evaluate(HIDDEN),
}


@pytest.mark.parametrize(
    ("what", "left"),
    # Of a name a browser that is closed at once may not let the page keep what it was told last.
    [(what, "put away" if "name" in what else "closed") for what in WRITTEN],
)
def test_what_is_being_written_is_kept_as_the_page_is_left(open_ready, context, what, left):
    """A browser tells of a change once its field is left, and of none if the page is."""
    kind, place, where = WRITTEN[what]
    page = open_ready(place)
    if place == STUDIED:
        page.locator("[data-do=study]").click()
        expect(page.locator("[data-study]")).to_be_visible()
    else:
        page.locator("[data-editor]").fill("bbbyy")
    page.wait_for_function("() => /[/][a-z0-9]{12}$/.test(location.hash)")
    address = page.url
    while address[-12:] not in (value(page, kind) or ""):
        page.wait_for_timeout(50)
    page.locator(where).focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("gyrb b")
    LEFT[left](page)
    other = ready(context.new_page(), address)
    expect(other.locator(where)).to_have_value("gyrb b")
