"""Plays a further game on the page, reading nothing but the page's contract."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

from tests import fourth


class Played(NamedTuple):
    """A game, and a whole match of it."""

    name: str
    title: str
    start: str
    """The text of the board."""
    actions: tuple[str, ...]
    """Those of the match; each is the site that is pressed for it."""
    winner: str
    """The number of its seat."""
    end: str
    """How Anna, who has seat 1, is told to have ended the match."""

    @property
    def people(self) -> str:
        """The address of a match of two people."""
        return f"#/play/{self.name}?seats=human,human&seed=1"

    @property
    def moves(self) -> str:
        """The match as the list of moves has it, without numbers."""
        return "".join(self.actions)


MU_TORERE = Played(
    fourth.NAME, "Mū tōrere", "ddddllll. d", tuple("ahiahg"), "2", "Anna cannot move, and loses."
)
HEX = Played(
    fourth.FIFTH,
    "Hex 5×5",
    "...../...../...../...../..... d",
    ("c1", "a1", "c2", "b1", "c3", "a2", "c4", "b5", "c5"),
    "1",
    "Anna joins two sides, and wins.",
)
PEOPLE, START, LIGHT_WINS = MU_TORERE.people, MU_TORERE.start, MU_TORERE.moves


class Table:
    """The board on a page."""

    def __init__(self, page: Page, name: str = fourth.NAME) -> None:
        self.page = page
        self.board = page.locator(f"svg#board[data-game={name}]")

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

    def click(self, actions: Iterable[str]) -> None:
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
