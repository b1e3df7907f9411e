"""Every button that copies: where the browser does not, the text is shown, and chosen."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

WAYS = {
    "none": "undefined",
    "refused": "{ writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }",
    "throws": "{ writeText() { throw new DOMException('no', 'NotAllowedError'); } }",
    "silent": "{ writeText: () => new Promise(() => {}) }",
}
"""No clipboard, as on an insecure address; one that refuses; one that never answers."""

HAVE = "way => Object.defineProperty(navigator, 'clipboard', {{ configurable: true, value: {} }})"

BUTTONS = {
    "share": ("#/play/yala?seats=human,human&seed=4", ()),
    "share-bot": ("#/workshop/yala", ()),
    "share-position": ("#/editor/yala", ()),
    "share-study": ("#/editor/yala", ("study",)),
    "share-puzzle": ("#/daily/yala", ()),
    "copy-code": ("#/play/yala?seats=human,link&seed=4", ("play-live",)),
}


@pytest.mark.parametrize("do", BUTTONS)
def test_each_button_that_copies_shows_what_cannot_be_copied(
    do: str, open_ready: Callable[..., Page]
) -> None:
    link, before = BUTTONS[do]
    page = open_ready(link)
    for first in before:
        page.locator(f"[data-do={first}]").first.click()
    button = page.locator(f"[data-do={do}]").first
    for clipboard in WAYS.values():
        expect(button).to_be_enabled()
        page.evaluate(HAVE.format(clipboard))
        button.click()
        notice = page.locator("#notice")
        expect(notice).to_contain_text("could not be sent or copied")
        field = notice.locator("#to-copy")
        expect(field).to_have_value(re.compile("^" + re.escape(page.url.partition("#")[0])))
        expect(field).to_be_focused()
        assert page.evaluate("getSelection().toString()") == field.input_value()
        notice.locator("[data-do=dismiss]").click()
        expect(field).to_have_count(0)
