"""What is undone is a change of the very thing on screen: work is never lost to an undo."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import follow, go_to, reload, wait_until
from tests.e2e.hands import press_keys

UNDO, REDO = "Control+z", "Control+Shift+z"
FILE = "code-editor .cm-content"


def write(page, text, where=FILE):
    """Write a text in the place of the one that is in a field."""
    page.locator(where).focus()
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(text)


def name_it(page, name):
    page.locator("#bot-name").fill(name)
    expect(page.locator("#bot-name")).to_have_value(name)


@pytest.fixture
def source(page):
    return page.locator("[data-editor]")


def test_each_file_has_a_history_of_its_own(page, open_ready, source):
    open_ready("#/workshop/yala")
    write(page, "# ALPHA")
    name_it(page, "Alpha")
    page.locator("[data-do=new-bot]").first.click()
    expect(source).not_to_have_value("# ALPHA")
    begun = source.input_value()
    assert "ALPHA" not in begun
    # Nothing was typed into the new one yet.
    page.locator(FILE).focus()
    press_keys(page, UNDO, UNDO, UNDO)
    expect(source).to_have_value(begun)
    write(page, "# BETA")
    name_it(page, "Beta")
    page.locator(FILE).focus()
    page.keyboard.type("1")

    # Back to the first one: its own changes are undone, and the other's stay as they are.
    follow_bot(page, "Alpha")
    expect(source).to_have_value("# ALPHA")
    page.locator(FILE).focus()
    press_keys(page, UNDO)
    expect(source).not_to_have_value("# ALPHA")
    assert "BETA" not in source.input_value()
    press_keys(page, REDO, REDO, REDO)
    expect(source).to_have_value("# ALPHA")
    follow_bot(page, "Beta")
    expect(source).to_have_value("# BETA1")
    page.locator(FILE).focus()
    press_keys(page, UNDO)
    expect(source).not_to_have_value("# BETA1")
    press_keys(page, UNDO, UNDO, UNDO)
    expect(source).to_have_value(begun)
    press_keys(page, REDO, REDO, REDO)
    expect(source).to_have_value("# BETA1")

    # After a reload nothing was typed into any of them.
    wait_until(page, "location.hash.split('/').length === 4")
    reload(page)
    for name, text in (("Alpha", "# ALPHA"), ("Beta", "# BETA1"), ("Alpha", "# ALPHA")):
        follow_bot(page, name)
        page.locator(FILE).focus()
        press_keys(page, UNDO, UNDO)
        expect(source).to_have_value(text)


def follow_bot(page, name):
    shown = page.locator("#bot-name")
    if shown.input_value() != name:
        page.locator("a[href*='#/workshop/']").get_by_text(name, exact=True).click()
    expect(shown).to_have_value(name)


def test_two_new_bots_that_begin_alike_share_no_history(page, open_ready, source):
    open_ready("#/workshop/myra")
    begun = source.input_value()
    page.locator(FILE).focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("# one")
    press_keys(page, UNDO)
    expect(source).to_have_value(begun)
    page.locator("[data-do=new-bot]").first.click()
    expect(source).to_have_value(begun)
    page.locator(FILE).focus()
    press_keys(page, REDO)
    expect(source).to_have_value(begun)


@pytest.mark.parametrize("way", ["deleted", "game", "file", "link"])
def test_no_way_to_another_file_brings_the_former_ones_text(page, open_ready, source, way):
    open_ready("#/workshop/yala")
    write(page, "# FORMER")
    wait_until(page, "location.hash.split('/').length === 4")
    if way == "deleted":
        page.locator("[data-do=delete-bot]").click()
        expect(source).to_have_value("# FORMER")
        page.locator("[data-do=new-bot]").first.click()
    elif way == "game":
        follow(page, "#/workshop/myra")
    elif way == "file":
        text = {"name": "given.py", "mimeType": "text/x-python", "buffer": b"# GIVEN"}
        page.locator("[data-files]").set_input_files(text)
    else:
        go_to(page, "#/workshop/yala")
        page.locator("[data-do=new-bot]").last.click()
    expect(source).not_to_have_value("# FORMER")
    now = source.input_value()
    page.locator(FILE).focus()
    press_keys(page, UNDO, UNDO, UNDO)
    expect(source).to_have_value(now)
    press_keys(page, REDO)
    expect(source).to_have_value(now)


def test_what_another_tab_has_written_is_not_undone_here(open_ready, context, source):
    page = open_ready("#/workshop/yala")
    write(page, "# HERE")
    wait_until(page, "location.hash.split('/').length === 4")
    other = context.new_page()
    other.goto(page.url)
    write(other, "x = 1  # THERE")
    expect(source).to_have_value("x = 1  # THERE")
    page.bring_to_front()
    page.locator(FILE).focus()
    press_keys(page, UNDO, UNDO)
    expect(source).to_have_value("x = 1  # THERE")
    # What is only added at the end leaves one's own history whole.
    page.keyboard.type("!")
    expect(other.locator("[data-editor]")).to_have_value("!x = 1  # THERE")
    other.bring_to_front()
    other.locator(FILE).focus()
    other.keyboard.press("Control+End")
    other.keyboard.insert_text("\n# end")
    expect(source).to_have_value("!x = 1  # THERE\n# end")
    page.bring_to_front()
    page.locator(FILE).focus()
    press_keys(page, UNDO)
    expect(source).to_have_value("x = 1  # THERE\n# end")


def test_a_text_too_long_to_keep_is_cut_and_can_be_undone(page, open_ready, source):
    open_ready("#/workshop/yala")
    write(page, "# MINE")
    page.locator(FILE).focus()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text("#" + "long " * 25_000)
    wait_until(page, "document.getElementById('bot-source').value.length === 100000")
    press_keys(page, UNDO)
    expect(source).to_have_value("# MINE")


TYPED_IN_A_MOMENT = """letter => {
  const file = document.querySelector("code-editor").shadowRoot.activeElement;
  document.execCommand("insertText", false, letter);
  const tab = { key: "Tab", keyCode: 9, bubbles: true, cancelable: true, composed: true };
  file.dispatchEvent(new KeyboardEvent("keydown", tab));
}"""


def test_enter_ends_the_line_and_tab_takes_a_suggestion(page, open_ready, source):
    open_ready("#/workshop/yala")
    # While the editor asks what fits the last letter, its list is there, and Enter takes none.
    shown = page.locator(".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)")

    def begin():
        write(page, "")
        page.keyboard.type("import re\nx = prin")
        expect(shown).to_contain_text("print")

    begin()
    press_keys(page, "Enter")
    expect(source).to_have_value("import re\nx = prin\n")
    begin()
    press_keys(page, "Tab")
    expect(source).to_have_value("import re\nx = print")
    begin()
    press_keys(page, "ArrowDown", "Enter")
    expect(source).to_have_value("import re\nx = print")
    # Tab takes of the list that comes, if it is pressed in the same moment as a letter.
    begin()
    page.evaluate(TYPED_IN_A_MOMENT, "t")
    expect(source).to_have_value("import re\nx = print")
    expect(shown).to_have_count(0)
    # Where nothing is suggested, Tab indents.
    write(page, "x")
    press_keys(page, "Escape", "Home", "ArrowLeft", "Tab")
    expect(source).to_have_value("    x")


def test_what_replaces_coloured_words_brings_no_styles_and_brackets_close_round_them(
    page, open_ready, source
):
    open_ready("#/workshop/yala")
    write(page, "return")
    press_keys(page, "Control+A", "(")
    expect(source).to_have_value("(return)")
    press_keys(page, "Control+A", "#")
    expect(source).to_have_value("#")


LONG = "".join(f"line_{number} = {number}\n" for number in range(1, 300))
SEARCHES = (
    "dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true }))",
    "dispatchEvent(new KeyboardEvent('keydown', { key: 'F3', bubbles: true }))",
    "dispatchEvent(new Event('blur'))",
)
FOUND = "text => { getSelection().removeAllRanges(); return window.find(text) }"


def test_all_of_a_file_is_found_and_printed(page, open_ready, source):
    open_ready("#/workshop/yala")
    source.fill(LONG)
    expect(page.locator(".cm-line")).to_have_count(300)
    for number in (1, 150, 290, 299):
        assert page.evaluate(FOUND, f"line_{number} = {number}")
    page.locator("[data-do=new-bot]").first.click()
    expect(page.locator(".cm-line").first).to_have_text("import random")
    # Of a longer one, as much as is in sight, so that typing stays fast; all of it where it is
    # printed.
    source.fill(LONG * 2)
    lines = page.locator(".cm-line")
    expect(page.locator(".cm-content")).to_contain_text("line_299 = 299")
    expect(lines.nth(200)).not_to_be_attached()
    # All of it once somebody searches, by whatever way, until something is written.
    for number, search in enumerate(SEARCHES, 290):
        page.evaluate(search)
        expect(lines).to_have_count(599)
        assert page.evaluate(FOUND, f"line_{number} = {number}")
        page.locator(FILE).focus()
        page.keyboard.type("#")
        expect(lines.nth(200)).not_to_be_attached()
    pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A5")))
    assert pages > 12
    page.emulate_media(media="print")
    box = "document.querySelector('code-editor').getBoundingClientRect().height"
    inside = "document.querySelector('code-editor').shadowRoot.querySelector('.cm-content')"
    wait_until(page, f"{box} >= {inside}.scrollHeight")
    page.emulate_media(media="screen")
    expect(lines).not_to_have_count(599)


TYPED_FIELDS = [
    ("#/deck/aya", "#deck-text", "[data-do=new-deck]"),
    ("#/deck/aya", "#deck-name", "[data-do=new-deck]"),
    ("#/workshop/yala", "#bot-name", "[data-do=new-bot]"),
]


@pytest.mark.parametrize(("place", "where", "button"), TYPED_FIELDS)
def test_a_field_that_shows_another_thing_undoes_nothing_of_the_former(
    page, open_ready, place, where, button
):
    open_ready(place)
    field = page.locator(where)
    write(page, "bbbyy", where)
    expect(field).to_have_value("bbbyy")
    page.keyboard.press("Tab")
    page.locator(button).first.click()
    expect(field).not_to_have_value("bbbyy")
    now = field.input_value()
    field.focus()
    press_keys(page, UNDO, UNDO, UNDO)
    expect(field).to_have_value(now)
    expect(field).to_be_focused()


def test_a_field_forgets_what_was_typed_for_a_thing_that_looks_the_same(page, open_ready):
    open_ready("#/deck/aya")
    field = page.locator("#deck-text")
    field.focus()
    page.keyboard.type("bbb")
    for _ in range(3):
        page.keyboard.press("Backspace")
    page.locator("[data-do=new-deck]").first.click()
    expect(field).to_have_value("")
    field.focus()
    press_keys(page, UNDO, UNDO)
    expect(field).to_have_value("")


PLAYED = [
    ("#/play/yala?seats=human,human&seed=11", "#/play/yala?seats=human,human&seed=12"),
    ("#/play/yala?seats=human,human&seed=13", "#/play/myra?seats=human,human&seed=13"),
    ("#/play/myra?seats=human,human&seed=14", "#/puzzle/yala"),
    ("#/learn/yala", "#/learn/yala/height"),
    ("#/puzzle/myra", "#/learn/myra"),
]


@pytest.mark.parametrize(("place", "other"), PLAYED)
def test_a_move_that_is_being_typed_is_of_the_match_that_it_is_typed_in(
    page, open_ready, place, other
):
    open_ready(place)
    field = page.locator("#typed")
    thing = field.get_attribute("data-thing")
    field.press_sequentially("a")
    # What changes in the same match leaves it, also where something is tried out.
    page.locator("[data-do=sound]").first.click()
    expect(field).to_have_value("a")
    go_to(page, other)
    expect(field).not_to_have_attribute("data-thing", thing)
    expect(field).to_have_value("")
    field.focus()
    press_keys(page, UNDO, UNDO)
    expect(field).to_have_value("")


def test_comments_of_two_studies_share_no_history(page, open_ready):
    comment = page.locator("[data-edit=comment]")
    for place, text in (("yala", "first"), ("myra", "second")):
        open_ready(f"#/play/{place}?seats=human,human&seed=42")
        page.locator("[data-do=study]").click()
        expect(page.locator("[data-study]")).to_be_visible()
        page.locator("#moves").focus()
        page.keyboard.press("Home")
        comment.focus()
        press_keys(page, UNDO)
        expect(comment).to_have_value("")
        page.keyboard.type(text)
        expect(comment).to_have_value(text)


EDITED = json.dumps("#/editor/yala?position=d///////////l%20d")


def test_a_position_that_has_come_by_its_address_undoes_nothing_of_the_former(page, open_ready):
    open_ready("#/editor/yala")
    page.locator("[data-do=clear-board]").click()
    page.evaluate(f"location.hash = {EDITED}")
    field = page.locator("#position")
    expect(field).to_have_value("d///////////l d")
    expect(page.locator("[data-do=take-back]")).to_be_disabled()
    page.locator("[data-editing] [data-site][tabindex='0']").focus()
    press_keys(page, UNDO)
    field.focus()
    press_keys(page, UNDO, UNDO)
    expect(field).to_have_value("d///////////l d")
