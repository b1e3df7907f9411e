"""Tab and Enter alone, on a real page: settings, a match of each game set up and played, a hint,
moves taken back. The keyboard is never lost, and where it is can be seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from spieltisch.games import catalog
from tests.e2e.hands import MOST_TABS

pytestmark = pytest.mark.running_page

MOST_CHOICES = 8
"""No group of choices has more."""

LOST_MS = 30_000
"""By then another screen has come; a keyboard that is nowhere then is lost."""

VARIANTS = {"aya": "kindergarten"}
"""Where a game has a variant that is taken in turns, and others in which the faster one acts."""

HAS_KEYBOARD = "() => document.activeElement !== document.body"

FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""A browser takes the keyboard from what is disabled when it next draws."""

UNSEEN = """() => {
  const node = document.activeElement, { left, top, width, height } = node.getBoundingClientRect();
  // The screen itself is gone to when it is opened; at the page's end is nothing.
  if (node.localName === "main" || node === document.body) return "";
  const isOf = (one) => one && (node.contains(one) || one.closest("label")?.control === node
    || node.closest("svg")?.contains(one));
  const parts = [0.5, 0.1, 0.9];
  const isSeen = parts.some((x) => parts.some((y) =>
    isOf(document.elementFromPoint(left + width * x, top + height * y))));
  return isSeen && node.matches(":focus-visible") ? "" : node.outerHTML.slice(0, 120);
}"""


@dataclass
class Switch:
    """Somebody who has two keys."""

    page: Page

    def press(self, key: str) -> None:
        """Press a key, and look where the keyboard is after that."""
        self.page.keyboard.press(key)
        if key == "Enter":
            self.page.evaluate(FRAMES)
            self.page.wait_for_function(HAS_KEYBOARD, timeout=LOST_MS)
        assert self.page.evaluate(UNSEEN) == ""

    def is_on(self, wanted: str) -> bool:
        """Whether the keyboard is on one of what a selector says."""
        found: bool = self.page.evaluate("(css) => document.activeElement.matches(css)", wanted)
        return found

    def tab_to(self, wanted: str) -> None:
        """Go to what a selector says."""
        for _ in range(MOST_TABS):
            self.press("Tab")
            if self.is_on(wanted):
                return
        raise AssertionError(f"Tab never came to {wanted}")

    def enter(self, wanted: str) -> None:
        """Go there, and press it."""
        self.tab_to(wanted)
        self.press("Enter")

    def choose(self, name: str, value: str) -> None:
        """Choose in a group, by Enter until it is what is wanted."""
        self.tab_to(f"[name='{name}']:checked")
        for _ in range(MOST_CHOICES):
            if self.is_on(f"[value='{value}']:checked"):
                return
            self.press("Enter")
        raise AssertionError(f"Enter never came to {value}")

    def move(self) -> None:
        """Press what may be pressed on the board until a turn is over."""
        turns = self.turns
        while self.turns == turns:
            expect(self.page.locator("[data-site][data-target]").first).to_be_attached()
            self.enter("[data-site][data-target]:not([aria-pressed=true])")

    def be_told_a_hint(self) -> None:
        """Ask for one, and wait until it is spoken."""
        before = self.page.locator("#live").inner_text()
        self.enter("[data-do=hint]")
        expect(self.page.locator("#live")).not_to_have_text(before)

    @property
    def turns(self) -> int:
        """How many there are in the list."""
        return self.page.locator("#moves [id^='move-']").count()


def test_settings_a_set_up_and_a_hint_without_having_asked_for_anything(open_ready: Any) -> None:
    switch = Switch(open_ready())
    page = switch.page
    switch.enter("a[href='#/settings']")
    switch.choose("theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    switch.choose("theme", "auto")
    switch.enter("a[href='#/']")
    switch.enter("a[href='#/setup/yala']")
    switch.enter("[name=level]:checked")
    expect(page.locator("#board")).to_be_visible()
    switch.be_told_a_hint()


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_match_is_set_up_played_and_taken_back(open_ready: Any, game: str) -> None:
    switch = Switch(open_ready())
    page = switch.page
    switch.enter("a[href='#/settings']")
    switch.enter("#keyboard-and-reader > summary")
    switch.choose("tab_stops", "on")
    switch.enter("a[href='#/']")
    switch.enter(f"a[href='#/setup/{game}']")
    switch.choose("company", "together")
    if game in VARIANTS:
        switch.choose("variant", VARIANTS[game])
    switch.enter(".setup [type=submit]")
    expect(page.locator("#board")).to_be_visible()
    for _ in range(3):
        switch.move()
    if catalog.game_of(game).search_bots is not None:
        switch.be_told_a_hint()
    switch.tab_to("[data-do=take-back]")
    for _ in range(switch.turns):
        if switch.is_on("[data-do=take-back]"):
            switch.press("Enter")
    # With nothing left to be taken back, the keyboard goes on beside it.
    expect(page.locator("[data-do=take-back]")).to_be_disabled()
    assert switch.is_on("[data-do=redo]")
    switch.press("Enter")
    expect(page.locator("[data-do=take-back]")).to_be_enabled()
    switch.enter("a[href='#/settings']")
    switch.enter("#keyboard-and-reader > summary")
    switch.choose("tab_stops", "off")
