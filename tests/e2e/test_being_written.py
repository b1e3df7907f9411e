"""What is being written in a field while the screen moves on by itself: nothing of it is lost, all
of it goes to the thing and the move that it was written for, and none of it presses a button."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import go_to, reload, wait_until

OpenReady = Callable[..., Page]

MATCH = "#/play/yala?seats=human,human&names=One,Other&seed=42"
WITH_BOT = "#/play/yala?seats=human,bot:2&seed=42"
COMMENT = "[data-edit=comment]"

# Gives what a page of ours does with a field while something else comes on screen.
TRY = """async ([before, after, written]) => {
    const { patch } = await import(document.querySelector("script[src*='boot/page']").src);
    const root = document.body.appendChild(document.createElement("div"));
    const told = [];
    root.addEventListener("change", ({ target: { dataset, value } }) => {
        told.push([dataset.thing, value]);
    });
    patch(root, `\\0${before}`);
    const field = root.querySelector("#field");
    field.focus();
    field.value = written;
    for (const page of after) patch(root, `\\0${page}`);
    const now = root.querySelector("#field");
    const { id, localName } = document.activeElement;
    root.remove();
    return { told, value: now && now.value, focused: id || localName };
}"""


def shown(value: str, thing: str = "one", more: str = "", name: str = "field") -> str:
    field = f'<input id="{name}" data-edit="name" data-thing="{thing}" value="{value}"{more}>'
    return f'<main class="x" tabindex="-1"><p>{field}<button id="next">x</button></p></main>'


GONE = '<main class="x" tabindex="-1"><p><button id="next">x</button></p></main>'


@pytest.mark.running_page
@pytest.mark.parametrize(
    ("after", "told", "value", "focused"),
    [
        # What changes elsewhere is no reason to tell anything.
        ([shown("a") + "<p>more</p>"], [], "wri", "field"),
        ([shown("a", more=' placeholder="x"')], [], "wri", "field"),
        # Somebody else has changed it.
        ([shown("b")], [["one", "wri"]], "wri", "field"),
        ([shown("b"), shown("wri")], [["one", "wri"]], "wri", "field"),
        ([shown("wri")], [], "wri", "field"),
        # Another thing comes, whether it looks the same or not.
        ([shown("b", "two")], [["one", "wri"]], "b", "field"),
        ([shown("a", "two")], [["one", "wri"]], "a", "field"),
        # The field goes: what is typed on presses nothing.
        ([shown("b", "two", name="other")], [["one", "wri"]], None, "other"),
        ([GONE], [["one", "wri"]], None, "main"),
    ],
)
def test_a_field_tells_what_was_written_before_it_is_of_something_else(
    open_ready: OpenReady, after: list[str], told: list[list[str]], value: str | None, focused: str
) -> None:
    found = open_ready("#/").evaluate(TRY, [shown("a"), after, "wri"])
    # Some browsers tell it themselves as well, as the field goes.
    assert [one for at, one in enumerate(found["told"]) if one not in found["told"][:at]] == told
    assert (found["value"], found["focused"]) == (value, focused)


LEFT = {
    "bot": ("#/workshop/yala", "#bot-name", "[data-do=new-bot]"),
    "deck": ("#/deck/aya", "#deck-name", "[data-do=new-deck]"),
}
AWAY: dict[str, Callable[[Page], Any]] = {
    "another screen": lambda page: page.evaluate("location.hash = '#/settings'"),
    "back": lambda page: page.evaluate("history.back()"),
    "a form that is alike": lambda page: page.evaluate("location.hash = '#/workshop/myra'"),
    "a deck": lambda page: page.evaluate("location.hash = '#/deck/aya'"),
}


@pytest.mark.parametrize("away", AWAY)
@pytest.mark.parametrize("kind", LEFT)
def test_a_name_that_is_being_written_is_kept_whatever_comes(
    open_ready: OpenReady, kind: str, away: str
) -> None:
    place, field, button = LEFT[kind]
    page = open_ready("#/rules/yala")
    go_to(page, place)
    page.locator(button).first.click()
    page.locator("[data-editor]").fill("bbbyy")
    wait_until(page, "location.hash.split('/').length === 4")
    address = page.evaluate("location.hash")
    page.locator(field).focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("Mine ")
    AWAY[away](page)
    wait_until(page, f"location.hash !== '{address}'")
    go_to(page, "#/settings")
    go_to(page, address)
    expect(page.locator(field)).to_have_value("Mine")
    expect(page.locator("[data-editor]")).to_have_value("bbbyy")
    others = {"bot": ["#/workshop/myra", "#/deck/aya"], "deck": ["#/workshop/yala"]}[kind]
    for other in others:
        go_to(page, other)
        expect(page.locator("#bot-name, #deck-name")).not_to_have_value("Mine")


NEVER_KEPT = [(kind, away) for kind in LEFT for away in AWAY if (kind, away) != ("deck", "a deck")]


@pytest.mark.parametrize(("kind", "away"), NEVER_KEPT)
def test_the_name_of_a_thing_that_was_never_kept_is_kept_as_its_screen_is_left(
    open_ready: OpenReady, kind: str, away: str
) -> None:
    place, field, button = LEFT[kind]
    page = open_ready("#/rules/yala")
    go_to(page, place)
    page.locator(field).focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("Mine ")
    AWAY[away](page)
    wait_until(page, f"location.hash !== '{place}'")
    reload(page)
    go_to(page, place)
    page.locator(button).first.click()
    kept = page.locator(f"a[href^='{place}/']").get_by_text("Mine", exact=True)
    expect(kept).to_have_count(1)


def renaming(page: Page, name: str) -> None:
    """Write a name for the only match in the list, and do not send it."""
    go_to(page, "#/matches")
    page.locator("[data-match] [data-do=edit-name]").click()
    expect(page.locator("[data-name]")).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(name)


RENAMED: dict[str, Callable[[Page], Any]] = {
    "an address": lambda page: go_to(page, "#/settings"),
    "a step back": lambda page: page.evaluate("history.back()"),
    "a press on a link": lambda page: page.locator("[data-nav] a").nth(1).click(),
    "a search": lambda page: go_to(page, "#/matches?show=going"),
    "a reload": reload,
    "an end": lambda page: page.goto("about:blank"),
}


@pytest.mark.parametrize("away", RENAMED)
def test_a_matchs_name_that_was_not_sent_is_kept_as_the_list_is_left(
    open_ready: OpenReady, site_url: str, away: str
) -> None:
    page = open_ready(MATCH)
    page.fill("#typed", "a+")
    page.keyboard.press("Enter")
    expect(page.locator("#move-1")).to_be_attached()
    go_to(page, "#/settings")
    renaming(page, "Final №1 “דנה”")
    RENAMED[away](page)
    if away == "an end":
        page.goto(site_url)
        page.wait_for_selector("html[data-state=ready]", state="attached")
    named = page.locator("[data-match]").get_by_text("Final №1")
    go_to(page, "#/settings")
    expect(page.locator(".screen-settings")).to_be_visible()
    go_to(page, "#/matches")
    expect(named).to_be_visible()
    # Who does not want it says so.
    renaming(page, "Other")
    page.locator("[data-match] [data-do=cancel]").click()
    expect(page.locator("[data-name]")).to_have_count(0)
    RENAMED["a reload"](page)
    go_to(page, "#/matches")
    expect(named).to_be_visible()


def studied(page: Page) -> None:
    page.fill("#typed", "a+")
    page.keyboard.press("Enter")
    page.locator("[data-do=study]").click()
    expect(page.locator("[data-study]")).to_be_visible()


def test_a_comment_goes_on_while_another_tab_adds_moves_and_names_the_study(
    open_ready: OpenReady, context: BrowserContext
) -> None:
    page, other = open_ready(MATCH), context.new_page()
    studied(page)
    # Moves that were added and deleted leave numbers here that the other tab does not have.
    for text in ("b+", "b-"):
        page.fill("#typed", text)
        page.keyboard.press("Enter")
        expect(page.locator("#moves .move")).to_have_count(2)
        page.locator("[data-do=delete-move]").click()
        expect(page.locator("#moves .move")).to_have_count(1)
    page.fill("#typed", "a-")
    page.keyboard.press("Enter")
    expect(page.locator("#moves .move")).to_have_count(2)
    other.goto(page.url)
    expect(other.locator("#moves .move")).to_have_count(2)
    page.bring_to_front()
    page.locator(COMMENT).focus()
    page.keyboard.type("It is")
    expect(other.locator(".study-comment")).to_have_text("It is")
    other.fill("#study-name", "Theirs")
    other.locator("#moves .move button").first.click()
    expect(page.locator("#study-name")).to_have_value("Theirs")
    other.fill("#typed", "b+")
    other.keyboard.press("Enter")
    expect(page.locator("#moves .move")).to_have_count(3)
    page.keyboard.type(" so 1!")
    expect(page.locator(COMMENT)).to_be_focused()
    expect(page.locator(COMMENT)).to_have_value("It is so 1!")
    for one in (page, other):
        expect(one.locator("#moves li", has_text="a-").locator(".study-comment")).to_have_text(
            "It is so 1!"
        )


def test_a_comment_that_is_being_written_is_not_led_away_from_by_a_computer(
    open_ready: OpenReady,
) -> None:
    page = open_ready(WITH_BOT)
    page.locator("[data-do=try-out]").click()
    expect(page.locator("#variation")).to_be_visible()
    page.fill("#typed", "a+")
    page.keyboard.press("Enter")
    page.locator(COMMENT).focus()
    page.keyboard.type("1 a")
    moved = page.locator("#moves .move").count()
    for letter in "nd on it goes":
        page.keyboard.type(letter)
        page.wait_for_function("() => new Promise((done) => setTimeout(() => done(true), 60))")
    expect(page.locator(COMMENT)).to_be_focused()
    text = page.locator(COMMENT).input_value()
    # Where the answer has come before the first letter, all is said of that.
    assert text.endswith("and on it goes")
    assert page.locator("#moves .move").count() == moved
    page.locator("#moves").focus()
    expect(page.locator("#moves .move")).to_have_count(2)
    expect(page.locator(".study-comment")).to_have_count(1)


COMPOSED = {
    "a bot": ("#/workshop/yala", "code-editor .cm-content"),
    "a bot's name": ("#/workshop/yala", "#bot-name"),
    "a deck": ("#/deck/aya", "#deck-text"),
    "a move": ("#/play/yala?seats=human,human&seed=42", "#typed"),
    "what is imported": ("#/import", "#import-text"),
}
WRITTEN = """() => {
    const field = document.activeElement.shadowRoot?.activeElement ?? document.activeElement;
    return field.value ?? field.textContent;
}"""


@pytest.mark.running_page
@pytest.mark.parametrize("kind", COMPOSED)
def test_what_is_composed_is_written_once_and_its_keys_do_nothing_else(
    open_ready: OpenReady, kind: str
) -> None:
    place, css = COMPOSED[kind]
    page = open_ready(place)
    page.locator(css).focus()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.press("Delete")
    keyboard = page.context.new_cdp_session(page)

    def press(key: str) -> None:
        """As keyboards tell that compose."""
        down = {"type": "rawKeyDown", "key": key, "windowsVirtualKeyCode": 229}
        keyboard.send("Input.dispatchKeyEvent", down)

    for text in ("k", "か", "かんj", "漢字"):
        press("Process")
        at = len(text)
        keyboard.send(
            "Input.imeSetComposition", {"text": text, "selectionStart": at, "selectionEnd": at}
        )
        assert page.evaluate(WRITTEN) == text
        # The page is drawn anew meanwhile.
        page.evaluate("() => document.querySelector('[data-do=sound]')?.click()")
        page.evaluate("() => new Promise(requestAnimationFrame)")
        assert page.evaluate(WRITTEN) == text
    for key in ("Escape", "Enter"):
        press(key)
    keyboard.send("Input.insertText", {"text": "漢字"})
    assert page.evaluate(WRITTEN) == "漢字"
    page.keyboard.type("x")
    assert page.evaluate(WRITTEN) == "漢字x"
    assert page.evaluate("() => location.hash").startswith(place)
    expect(page.locator("#notice")).to_have_count(0)
