"""What is deleted comes back, from whatever screen one looks at meanwhile, and beside whatever
other tabs do."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import follow, reload, wait_until

TARGET = "[data-site][data-target]"
UNDO = "[data-do=undo-delete]"


def made(page, kind, name):
    """Make a thing of a kind by hand; gives the address at which it is seen."""
    follow(page, {"bot": "#/workshop/yala", "deck": "#/deck/aya"}.get(kind, "#/"))
    begun = page.evaluate("location.hash")
    if kind in ("bot", "deck"):
        page.locator(f"[data-do=new-{kind}]").first.click()
        if kind == "deck":
            page.locator("#deck-text").fill("bbbyy")
        page.locator(f"#{kind}-name").fill(name)
        page.keyboard.press("Tab")
    else:
        follow(page, f"#/play/yala?seats=human,human&names={name},B&seed=7")
        page.locator(TARGET).first.click()
        page.locator(TARGET).first.click()
        expect(page.locator("#move-1")).to_be_visible()
        if kind == "match":
            return "#/matches"
        begun = page.evaluate("location.hash")
        page.locator("[data-do=study]").click()
        page.locator("[data-edit=comment]").fill(name)
    wait_until(page, f"location.hash !== '{begun}'")
    expect(page.locator(f"[data-do=delete-{kind}]")).to_be_enabled()
    address = page.evaluate("location.hash")
    assert address.count("/") >= 2
    return address


def delete(page, kind, address):
    follow(page, address)
    button = "[data-match] [data-do=delete]" if kind == "match" else f"[data-do=delete-{kind}]"
    page.locator(button).first.click()
    expect(page.locator("#deleted")).to_be_visible()


def is_there(page, kind, name, *, is_there=True):
    """Whether a thing is in the list of its kind."""
    place = {"bot": "#/workshop/yala", "deck": "#/deck/aya"}.get(kind, "#/matches")
    follow(page, place)
    if kind in ("bot", "deck"):
        # One that is shown is not listed beside itself.
        page.locator(f"[data-do=new-{kind}]").first.click()
        found = page.locator(f"a[href*='{place}/']").get_by_text(name, exact=True)
    else:
        found = page.locator("[data-match]" if kind == "match" else ".studies a")
    expect(found).to_have_count(1 if is_there else 0)


ELSEWHERE = [
    ("bot", "#/rules/yala"),
    ("deck", "#/settings"),
    ("match", "#/workshop/myra"),
    ("study", "#/play/myra?seats=human,human&seed=3"),
]


@pytest.mark.parametrize(("kind", "place"), ELSEWHERE)
def test_it_comes_back_from_another_screen(page, open_ready, kind, place):
    open_ready("#/")
    address = made(page, kind, "Mine")
    delete(page, kind, address)
    follow(page, place)
    expect(page.locator("#deleted")).to_be_visible()
    page.locator(UNDO).click()
    expect(page.locator("#deleted")).to_have_count(0)
    # Where one is stays where it was.
    assert page.evaluate("location.hash").startswith(place.split("?")[0])
    is_there(page, kind, "Mine")
    reload(page)
    is_there(page, kind, "Mine")


@pytest.mark.parametrize("kind", ["bot", "study", "match"])
def test_it_stays_deleted_once_its_notice_is_closed_elsewhere(page, open_ready, kind):
    open_ready("#/")
    address = made(page, kind, "Mine")
    delete(page, kind, address)
    follow(page, "#/rules/aya")
    page.locator("[data-do=let-go]").click()
    expect(page.locator("#deleted")).to_have_count(0)
    reload(page)
    is_there(page, kind, "Mine", is_there=False)


@pytest.fixture
def two_tabs(open_ready, context, site_url):
    page = open_ready("#/")

    def open_other():
        other = context.new_page()
        other.goto(site_url)
        wait_until(other, "document.documentElement.dataset.state === 'ready'")
        return other

    return page, open_other


def test_two_tabs_delete_one_thing_each_and_bring_both_back(two_tabs):
    page, open_other = two_tabs
    first, second = made(page, "bot", "First"), made(page, "deck", "Second")
    other = open_other()
    delete(page, "bot", first)
    delete(other, "deck", second)
    is_there(page, "deck", "Second", is_there=False)
    is_there(other, "bot", "First", is_there=False)
    for tab in (page, other):
        follow(tab, "#/rules/yala")
        tab.locator(UNDO).click()
    for tab in (page, other):
        is_there(tab, "bot", "First")
        is_there(tab, "deck", "Second")


def test_two_tabs_delete_the_same_thing(two_tabs):
    page, open_other = two_tabs
    address = made(page, "bot", "Mine")
    other = open_other()
    follow(other, address)
    expect(other.locator("#bot-name")).to_have_value("Mine")
    delete(page, "bot", address)
    # The other tab has it on screen still, as deleted, and can keep it again.
    expect(other.locator("[data-do=keep-again]")).to_be_visible()
    follow(page, "#/rules/yala")
    other.locator("[data-do=keep-again]").click()
    # What the first tab offers is needless now.
    expect(page.locator("#deleted")).to_have_count(0)
    is_there(page, "bot", "Mine")
    delete(other, "bot", address)
    is_there(page, "bot", "Mine", is_there=False)
    other.locator(UNDO).click()
    is_there(page, "bot", "Mine")


def test_a_match_that_one_tab_deletes_is_not_brought_back_by_another(two_tabs):
    page, open_other = two_tabs
    made(page, "match", "Mine")
    other = open_other()
    is_there(other, "match", "Mine")
    delete(page, "match", "#/matches")
    # Until it is gone for good, the other tab may delete it, too.
    delete(other, "match", "#/matches")
    page.locator(UNDO).click()
    is_there(page, "match", "Mine")
    page.locator("[data-match] [data-do=delete]").first.click()
    page.locator("[data-do=let-go]").click()
    # Gone for good: there is nothing to bring back in the other tab.
    expect(other.locator("#deleted")).to_have_count(0)
    is_there(other, "match", "Mine", is_there=False)
