"""What comes into the page by any door takes memory in proportion to its length: WebAssembly's
memory never shrinks, and a telephone ends a page that has taken too much. What each reader takes of
Python's heap is measured in tests/unit/test_hostile_texts.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import go_to
from tests.e2e.test_damaged import FAULT
from tests.e2e.test_leaks import DOOR
from tests.hostile import DOORS
from tests.sampling import sampled

LETTERS = 192_000
"""An address of so many made the page 2.4 GB large."""
MOST_BYTES = 96_000_000
"""By which the memory may grow: it does so by steps of a fifth."""

TAKEN = "window.pythonOfTest._module.HEAPU8.length"

ADDRESSES = [name.removeprefix("address ") for name in DOORS if name.startswith("address ")]
"""Where an address leads that has something in it."""

FIELDS = {
    "pasted": ("#/", None),
    "import field": ("#/import", "[data-pasted]"),
    "own cards": ("#/deck/aya", "#deck-text"),
    "position": ("#/editor/yala", "#position"),
    "name": ("#/workshop/yala", "#bot-name"),
}
"""Where a text is pasted or typed, and into which field."""

FILL = """([selector, text]) => {
    if (selector === null) {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text", text);
        const pasted = new ClipboardEvent("paste", { clipboardData, bubbles: true });
        document.querySelector("#main").dispatchEvent(pasted);
        return;
    }
    const field = document.querySelector(selector);
    field.value = text;
    if (field.matches("[data-pasted]")) {
        // Nothing reads it before it is sent.
        field.form.requestSubmit();
        return;
    }
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
}"""


PARTS = ("see #/record/ ", "#/study/", "{", '["', "bbbyy ", "b*", "dl/", "\n", "x ")
OF_NO_USE = {"pasted": ("bbbyy ", "b*", "dl/", "\n", "x "), "import field": ("\n",)}
"""What is left alone: neither games nor a link, nor as few cards as make a deck, or nothing."""


def comes_of(name: str, part: str) -> str | None:
    """What tells that a text of such parts has been read; None where it is read at once, as it is
    typed, or not at all."""
    if part in OF_NO_USE.get(name, PARTS):
        return None
    return ".screen-start #notice" if part == "#/study/" else "#import-said:text('Imported: 0.')"


AWAY = (("#/settings", ".screen-settings"), ("#/keys", ".screen-all-keys"))
"""Where an address does not lead, and the other such place for what may lead to the first."""


@pytest.fixture
def taken(page: Page, open_ready: Callable[..., Page]) -> Callable[[], int]:
    """How much memory the page's Python has taken."""
    page.add_init_script(DOOR)
    open_ready("#/")
    return lambda: page.evaluate(TAKEN)


def repeated(part: str) -> str:
    return part * (LETTERS // len(part))


@pytest.mark.parametrize("place", sampled(ADDRESSES, "#/record/", rest="ci"))
def test_an_address_takes_no_more_memory_than_its_letters(
    page: Page, taken: Callable[[], int], place: str
) -> None:
    away, shown = AWAY[place == "#/settings"]
    go_to(page, place + "x")
    go_to(page, away)
    expect(page.locator(shown)).to_be_visible()
    before = taken()
    for part in (place, place.removeprefix("#"), "x", "%", "&a=", "/"):
        go_to(page, place + repeated(part))
        # Wherever it leads, or that there is no such place: it has been read.
        expect(page.locator(shown)).to_have_count(0)
        expect(page.locator("main:not(.screen-awaited)")).to_be_visible()
        go_to(page, away)
        expect(page.locator(shown)).to_be_visible()
        expect(page.locator(FAULT)).to_have_count(0)
    assert taken() - before < MOST_BYTES


@pytest.mark.parametrize("name", sampled(FIELDS, "pasted", "import field", rest="ci"))
def test_a_text_takes_no_more_memory_than_its_letters(
    page: Page, taken: Callable[[], int], name: str
) -> None:
    place, selector = FIELDS[name]
    go_to(page, place)
    expect(page.locator(selector or "#main").first).to_be_visible()
    page.evaluate(FILL, [selector, "x"])
    before = taken()
    for part in PARTS:
        go_to(page, "#/settings")
        expect(page.locator(".screen-settings")).to_be_visible()
        go_to(page, place)
        expect(page.locator(selector or "#main").first).to_be_visible()
        what_comes = comes_of(name, part)
        if what_comes is not None:
            expect(page.locator(what_comes)).to_have_count(0)
        page.evaluate(FILL, [selector, repeated(part)])
        if what_comes is not None:
            expect(page.locator(what_comes)).to_be_visible()
        expect(page.locator(FAULT)).to_have_count(0)
    assert taken() - before < MOST_BYTES


def test_what_takes_more_is_seen(page: Page, taken: Callable[[], int]) -> None:
    before = taken()
    page.evaluate(f"void window.pythonOfTest.runPython('kept = bytearray({2 * MOST_BYTES})')")
    assert taken() - before >= MOST_BYTES
