"""What a page has shown, be it for a moment alone: the page notes it, so that no test has to look
in time."""

from __future__ import annotations

import re

from playwright.sync_api import Page

NOTE = """([selector, attribute]) => {
  const { shown = {} } = window;
  window.shown = shown;
  shown[selector]?.noting.disconnect();
  const texts = [];
  const note = () => {
    const node = document.querySelector(selector);
    if (node === null) return;
    const text = attribute ? node.getAttribute(attribute) ?? "" : node.textContent.trim();
    if (text !== texts.at(-1)) texts.push(text);
  };
  const noting = new MutationObserver(note);
  const changes = { childList: true, characterData: true, attributes: attribute !== "" };
  noting.observe(document.documentElement, { subtree: true, ...changes });
  shown[selector] = { texts, noting };
  note();
}"""

HAS_SHOWN = """([selector, patterns]) => {
  const left = [...patterns];
  for (const text of window.shown[selector].texts)
    if (left.length && new RegExp(left[0], "s").test(text)) left.shift();
  return left.length === 0;
}"""


def note_shown(page: Page, selector: str, attribute: str = "") -> None:
    """Have the page note, from now on and until it is loaded again, each text, or each value of an
    attribute, that the first node of a selector has."""
    page.evaluate(NOTE, [selector, attribute])


def expect_shown(page: Page, selector: str, *texts: str | re.Pattern[str]) -> None:
    """Wait until what is noted of a selector has held these, one after the other; it may have shown
    others between them, and be gone by now."""
    patterns = [one.pattern if isinstance(one, re.Pattern) else re.escape(one) for one in texts]
    page.wait_for_function(HAS_SHOWN, arg=[selector, patterns])
