"""Plays the fourth game on the page, reading nothing but the page's contract."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests import fourth

PEOPLE = f"#/play/{fourth.NAME}?seats=human,human&seed=1"
START = "ddddllll. d"
LIGHT_WINS = "ahiahg"
"""A whole match, an action a letter: the site of the man that moves."""


class Table:
    """The board on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = page.locator(f"svg#board[data-game={fourth.NAME}]")

    @property
    def text(self) -> str:
        return self.board.get_attribute("data-position") or ""

    @property
    def targets(self) -> list[str]:
        nodes = self.board.locator("[data-site][data-target]")
        return nodes.evaluate_all("nodes => nodes.map(node => node.dataset.site)")

    @property
    def moves(self) -> str:
        """The moves listed, without their numbers."""
        nodes = self.page.locator("#moves li button")
        return nodes.evaluate_all(
            "nodes => nodes.map(n => n.lastChild.textContent.trim()).join('')"
        )

    @property
    def focused(self) -> str:
        return self.page.evaluate("document.activeElement?.dataset?.site ?? ''")

    def site(self, name: str) -> Locator:
        return self.board.locator(f'[data-site="{name}"]')

    def expect(self, text: str) -> None:
        expect(self.board).to_have_attribute("data-position", text)

    def click(self, actions: str) -> None:
        """Play actions by a click each."""
        for action in actions:
            before = self.text
            self.site(action).click()
            expect(self.board).not_to_have_attribute("data-position", before)

    def key(self, actions: str) -> None:
        """Play actions by the arrow keys and Enter."""
        for action in actions:
            before = self.text
            if action == "i":
                self.press_until("ArrowDown", "i")
            else:
                if self.focused == "i":
                    self.page.keyboard.press("ArrowUp")
                self.press_until("ArrowRight", action)
            self.page.keyboard.press("Enter")
            expect(self.board).not_to_have_attribute("data-position", before)

    def press_until(self, key: str, site: str) -> None:
        """Press an arrow key until a site has the focus."""
        for _ in range(8):
            if self.focused == site:
                return
            self.page.keyboard.press(key)
        assert self.focused == site
