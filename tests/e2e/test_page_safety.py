"""What must not be lost: matches, whatever links, tabs and storage do."""

import base64
import re
import zlib
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import go_to, new_profile, reload
from tests.e2e.test_wrong_answers import MATCH, play_a_move
from tests.e2e.yala_player import Table, play_link, recorded

OTHER = "#/play/yala?seats=human,human&seed=7"


def playing(open_ready, *actions, name="Somebody"):
    """A match of its own, on a page that may have kept those of other tests."""
    table = Table(open_ready(f"{play_link()}&names={name}"))
    for action in actions:
        table.click(action)
    return table


@pytest.mark.running_page
def test_another_match_leaves_the_one_in_progress_as_it_is(open_ready):
    table = playing(open_ready, "b+", "a-", name="First")
    page, position = table.page, table.position
    go_to(page, OTHER)
    expect(page.locator("#moves li")).to_have_count(0)
    assert "seed=7" in page.url
    page.go_back()
    table.expect(position)
    table.click("d+")
    assert table.moves == ["b+", "a-", "d+"]


@pytest.mark.running_page
def test_the_form_begins_another_and_the_way_back_leads_to_the_first(open_ready):
    first = OTHER + "&names=Form"
    page = open_ready(first)
    table = Table(page)
    for _ in range(2):
        table.board.locator("[data-target]").first.click()
    expect(page.locator("#moves li")).to_have_count(1)
    position = table.position
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#moves li")).to_have_count(0)
    go_to(page, first)
    table.expect(position)


WRONG = {
    "#/play/chess": "chess",
    "#/nowhere": "nowhere",
    "#/play/yala?seats=human,human&seed=tomorrow": "tomorrow",
    "#/play/yala?seats=" + ",".join(["human"] * 9) + "&seed=1": "9 cannot play this",
    "#/record/eJyrVkrLL8pNLFGyMtRRKk4tKS1QsqpWSk": "damaged or incomplete",
    "#/play/%3Cimg%20src=x%20onerror=alert(1)%3E": "which is not on this table",
    "#/play/yala?seats=human,human&start=dl": "rules do not allow the start",
}


@pytest.mark.running_page
def test_wrong_links_end_in_a_message_and_the_match_is_kept(open_ready):
    table = playing(open_ready, "b+", "a-", name="Links")
    page, position = table.page, table.board.get_attribute("data-position")
    for link, text in WRONG.items():
        go_to(page, link)
        notice = page.locator("#notice")
        expect(notice).to_contain_text(text)
        expect(page.locator("#notice")).to_be_focused()
        assert page.url.endswith("#/")
    notice.get_by_role("button", name="Close").click()
    expect(page.locator("#notice")).to_have_count(0)
    page.get_by_role("link", name="Continue").first.click()
    table.expect(position)
    assert table.moves == ["b+", "a-"]


def test_a_wrong_link_on_arrival_is_told_too(open_ready):
    page = open_ready("#/play/chess")
    expect(page.locator("#notice")).to_contain_text("chess")
    expect(page.locator("a[href='#/setup/yala']")).to_be_visible()


@pytest.mark.running_page
def test_what_was_under_way_does_not_lead_back_from_a_link_that_was_followed(open_ready):
    page = playing(open_ready, "b+", name="Following").page
    # The browser tells of a new address a moment later: before that, a button is heard.
    page.get_by_role("button", name="New game").evaluate(
        "button => { location.hash = '#/rules/myra'; button.click() }"
    )
    expect(page.get_by_role("heading", level=1)).to_have_text("Myra: the rules")
    assert page.url.endswith("#/rules/myra")


@pytest.mark.running_page
def test_back_and_forth_in_the_browsers_history(open_ready):
    page = open_ready("#/")
    page.locator("a[href='#/setup/yala']").click()
    page.get_by_role("button", name="Start the game").click()
    table = Table(page)
    expect(table.board).to_be_visible()
    position = table.board.get_attribute("data-position")
    page.go_back()
    expect(page.locator("#setup")).to_be_visible()
    page.go_back()
    expect(page.locator(".menu")).to_be_visible()
    page.go_forward()
    page.go_forward()
    table.expect(position)


class TestSharing:
    @pytest.fixture
    def context_options(self):
        return {"permissions": ["clipboard-read", "clipboard-write"]}

    def test_a_shared_link_opens_the_record_elsewhere(self, open_ready, browser, trouble):
        start, actions = recorded("yala-shortest")
        page = open_ready(play_link(start) + "&names=Anna,Zo%C3%AB")
        table = Table(page)
        for action in actions[:3]:
            table.click(action)
        page.get_by_role("button", name="Share").click()
        expect(page.get_by_role("status").filter(has_text="copied")).to_contain_text("3 moves")
        link = page.evaluate("navigator.clipboard.readText()")
        assert "#/record/" in link
        with new_profile(browser) as elsewhere:
            trouble.watch(elsewhere)
            other = elsewhere.new_page()
            other.goto(link)
            shared = Table(other)
            shared.expect(table.position)
            assert shared.moves == actions[:3]
            expect(other.locator(".player-name").nth(1)).to_have_text("Zoë")
            shared.click(actions[3])
        assert table.moves == actions[:3]


NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
REFUSING = """Object.defineProperty(navigator, "clipboard", { value: {
    writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) } });"""
NO_SHEET = """navigator.share =
    () => Promise.reject(new DOMException("no", "NotAllowedError"));"""
THROWING_SHEET = "navigator.share = () => { throw new TypeError('no') };"


def expect_to_copy(page, start):
    """What could not be handed on is in a field, chosen, and it is said so."""
    expect(page.locator("#notice")).to_contain_text("could not be sent or copied")
    field = page.locator("#to-copy")
    expect(field).to_have_value(re.compile("^" + re.escape(start)))
    expect(field).to_be_focused()
    assert page.evaluate("getSelection().toString()") == field.input_value()


@pytest.mark.parametrize("script", [NO_CLIPBOARD, REFUSING])
@pytest.mark.ci
def test_without_a_clipboard_the_link_is_shown(page, open_ready, script):
    page.add_init_script(script)
    table = playing(open_ready, "b+")
    page.get_by_role("button", name="Share").click()
    expect_to_copy(page, page.url.split("#")[0])
    page.locator("#notice").get_by_role("button", name="Close").click()
    table.click("a-")


@pytest.mark.parametrize("script", [NO_SHEET, THROWING_SHEET])
@pytest.mark.ci
def test_where_sharing_is_refused_the_link_is_shown(page, open_ready, script):
    page.add_init_script(NO_CLIPBOARD + script)
    open_ready("#/play/yala?seats=human,link&names=Anna,Bo&seed=7")
    page.locator("[data-site][data-target]").first.click()
    page.locator("[data-site][data-target]:not([aria-pressed=true])").first.click()
    page.locator("[data-do='send-turn']").click()
    expect_to_copy(page, page.url.split("#")[0])


BLOCKED = """
    const refuse = () => { throw new DOMException("Access is denied", "SecurityError"); };
    Object.defineProperty(window, "localStorage", { get: refuse });
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name, ...rest) {
        return name === "spieltisch" ? refuse() : open.call(this, name, ...rest);
    };
"""
FULL = """
    const full = () => { throw new DOMException("There is no room.", "QuotaExceededError"); };
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...what) {
        return this.name === "summaries" ? full() : put.apply(this, what);
    };
    Storage.prototype.setItem = full;
"""


@pytest.mark.parametrize(
    ("script", "text"),
    [(BLOCKED, "allow storage for this site"), (FULL, "no room left")],
    ids=["blocked", "full"],
)
@pytest.mark.ci
def test_without_storage_the_match_goes_on_and_the_person_is_told_once(
    page, open_ready, script, text
):
    page.add_init_script(script)
    table = Table(open_ready(play_link()))
    table.click("b+")
    expect(page.locator("#notice")).to_contain_text(text)
    page.locator("#notice").get_by_role("button", name="Close").click()
    for action in ("a-", "d+"):
        table.click(action)
    expect(page.locator("#notice")).to_have_count(0)
    page.get_by_role("button", name="Take back", exact=True).click()
    assert table.moves == ["b+", "a-", "d+"]
    page.get_by_role("button", name="Share").click()
    page.locator("#set-language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")


NEWER_DATABASE = """() => new Promise((resolve, reject) => {
    const opening = indexedDB.open("spieltisch", 99);
    opening.onupgradeneeded = () => opening.result.createObjectStore("matches");
    opening.onsuccess = () => { opening.result.close(); resolve(); };
    opening.onerror = reject;
})"""


@pytest.mark.ci
def test_a_database_of_a_newer_version_is_told_as_soon_as_there_is_something_to_keep(
    page, open_ready, site_url
):
    page.goto(site_url + "licences.html")
    page.evaluate(NEWER_DATABASE)
    open_ready(MATCH)
    play_a_move(page)
    expect(page.locator("#move-1")).to_be_attached()
    expect(page.locator("#notice")).to_contain_text("newer version")


@pytest.mark.ci
def test_a_newer_version_of_the_page_takes_the_database_and_that_is_told(open_ready):
    table = playing(open_ready, "b+")
    page = table.page
    page.evaluate(
        """() => new Promise((resolve, reject) => {
            const opening = indexedDB.open("spieltisch", 9);
            opening.onsuccess = resolve;
            opening.onerror = opening.onblocked = reject;
        })"""
    )
    table.click("a-")
    expect(page.locator("#notice")).to_contain_text("newer version")
    table.click("d+")
    assert table.moves == ["b+", "a-", "d+"]


def test_a_record_that_would_overrun_the_stack_is_refused(open_ready):
    """In the browser the stack is smaller than Python believes: such a link ended the page."""
    deep = zlib.compress(b"[" * 1_000_000)
    page = open_ready("#/record/" + base64.urlsafe_b64encode(deep).decode().rstrip("="))
    expect(page.locator("#notice")).to_contain_text("damaged or incomplete")


@pytest.mark.running_page
def test_names_are_only_names(open_ready):
    name = "<img src=x onerror=alert(1)>"
    page = open_ready(play_link() + f"&names={quote(name)},%7B0%7D%22%27")
    expect(page.locator(".player-name").first).to_have_text(name[:24])
    expect(page.locator(".player-name").nth(1)).to_have_text("{0}\"'")
    assert page.locator("img").count() == 0
    Table(page).click("b+")
    expect(page.locator("#last")).to_contain_text(name[:24])


def test_the_site_works_below_a_path(open_ready, sub_path_url):
    page = open_ready(play_link(), url=sub_path_url)
    table = Table(page)
    table.click("b+")
    reload(page)
    assert table.moves == ["b+"]
