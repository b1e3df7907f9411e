"""Plays Myra on the page: by clicks, taps, drags or keys, using nothing but the page's contract."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from spieltisch.games.myra.rules.actions import MyraAction
from spieltisch.games.myra.rules.hexagon import ROWS, SITES
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.games.myra.rules.rules import RULES, STARTS
from tests.e2e import hands

TWO_SEATS = (
    "b2<c3<d4<e5", "j10<i9<h8<g7", "c3>d4>e5", "+j10", "+b2", "2k10-k9", "2c2-b3", "1g7-f7",
    "3e5xh8", "1i9-h9", "3h8xj10", "1f7-e6", "3j10xk11",
)  # fmt: skip
"""A short match in which everything happens, played towards seat 1's win."""

THREE_SEATS = (
    "1a4-a3", "3h11-h8", "3j6-g4", "1a4-a3", "3h8-i6", "Qk6-j6", "1b3-a2", "3i6xj6",
    "3b2-b3", "3g4-d3", "Qa1-b2", "3d3xb2",
)  # fmt: skip
"""Seat 2 captures seat 3's queen, takes over its soldiers, and wins with one of its troops."""

CLOCKWISE = ("ArrowUp", "PageUp", "PageDown", "ArrowDown", "End", "Home")
WAYS = ((1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0), (0, 1))
"""The six keys as they lie round a pit, and the six steps in the same order."""


def link(seats: int = 2, seed: int = 1) -> str:
    return f"#/play/myra?seats={','.join(['human'] * seats)}&seed={seed}"


def start(seats: int = 2) -> MyraPosition:
    return RULES.parse_position(STARTS[seats])


def tokens_for(position: MyraPosition, action: MyraAction) -> list[str]:
    """What is pressed for an action, in order."""
    if action.kind in ("sow", "gather"):
        return [action.path[0], action.kind, *action.path[1:]]
    if action.kind not in ("move", "capture"):
        return [action.target]
    chosen = RULES.choose(position, position.to_act).press(action.site)
    number = [] if chosen.soldiers == action.soldiers else [str(action.soldiers)]
    return [action.site, *number, action.target]


class Table:
    """The board on a page, and the position that it should show."""

    def __init__(self, page: Page, position: MyraPosition) -> None:
        self.page = page
        self.position = position
        self.board = page.locator("svg#board[data-game=myra]")
        self.expect()

    def site(self, name: str) -> Locator:
        return self.board.locator(f'[data-site="{name}"]')

    def expect(self) -> None:
        text = RULES.format_board(self.position)
        expect(self.board).to_have_attribute("data-position", text)

    def played(self, text: str) -> None:
        """Expect the page to show the position after an action."""
        action = RULES.parse_action(text)
        self.position = self.position.apply(self.position.to_act, action)
        self.expect()

    def press(self, text: str, *, by_touch: bool = False) -> None:
        """Play an action by pressing pits and buttons."""
        action = RULES.parse_action(text)
        for token in tokens_for(self.position, action):
            if token[-1].isdigit() and token[0].isalpha():
                node = self.site(token)
                assert node.get_attribute("data-target") is not None, (text, token)
            else:
                node = self.page.locator(f'button[data-token="{token}"]')
            hands.tap(node) if by_touch else hands.press(node)
        self.finish(text)

    def finish(self, text: str) -> None:
        """Play a gathering that could go on as it is, and expect the action to be played."""
        play = self.page.locator("[data-do=play]")
        if RULES.parse_action(text).kind == "gather" and play.count():
            hands.press(play)
        self.played(text)

    def drag(self, *sites: str) -> None:
        """Go down on the first pit, over all others, and up on the last."""
        mouse = self.page.mouse
        mouse.move(*self.middle(sites[0]))
        mouse.down()
        for site in sites[1:]:
            mouse.move(*self.middle(site), steps=3)
        mouse.up()

    def middle(self, site: str) -> tuple[float, float]:
        box = self.site(site).locator(".pit-rim").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Listener:
    """Plays by keys, knowing only what a screen reader reads out: names, and what is said."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._turn = 0

    @property
    def label(self) -> str:
        """What the screen reader reads of the node that the keyboard is on."""
        return self.page.evaluate("document.activeElement?.getAttribute('aria-label') ?? ''")

    @property
    def here(self) -> str:
        """The pit that the keyboard is on; its name comes first in what is read."""
        return self.label.split(",")[0]

    @property
    def said(self) -> str:
        """What was said last."""
        return " ".join(self.page.locator("#live p").all_inner_texts()).strip()

    def key(self, key: str) -> str:
        """Press a key and listen until something new is said."""
        before = self._regions()
        self.page.keyboard.press(key)
        self.page.wait_for_function(f"before => {_REGIONS} !== before", arg=before)
        return self.said

    def _regions(self) -> str:
        return self.page.evaluate(_REGIONS)

    def come_to_the_board(self) -> None:
        """Press Tab until a pit is read out."""
        for _ in range(20):
            if self.here in SITES:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab never came to the board")

    def feel(self) -> None:
        """Find out by trying how the board lies: which key leads which way."""
        came_from = self.here
        for index, key in enumerate(CLOCKWISE):
            self.page.keyboard.press(key)
            here = self.here
            if here != came_from:
                self._turn = WAYS.index(_step(came_from, here)) - index
                return

    def go_to(self, site: str) -> str:
        """Feel the way to a pit by the names that are read out; gives what is read there."""
        while (here := self.here) != site:
            step = min(
                (way for way in WAYS if _beyond(here, way) in SITES),
                key=lambda way: _steps(_beyond(here, way), site),
            )
            self.page.keyboard.press(CLOCKWISE[(WAYS.index(step) - self._turn) % 6])
            assert self.here == _beyond(here, step)
        return self.label

    def play(self, text: str) -> str:
        """Play an action, hearing at every step that it can be done; gives what is said then."""
        action = RULES.parse_action(text)
        first, *others = action.path
        # The board may be rotated between two turns, but not within one.
        self.feel()
        if action.kind == "produce":
            assert "can bring in a soldier here" in self.go_to(first)
            return self.key("Enter")
        assert "You can choose this" in self.go_to(first)
        said = self.key("Enter")
        if action.kind in ("sow", "gather"):
            said = self.key("c")
            for site in others:
                assert "next" in self.go_to(site)
                said = self.key("Enter")
            return self.key("Enter") if "Play it, or add" in said else said
        if action.soldiers and not said.startswith(f"{action.soldiers} "):
            assert self.key(str(action.soldiers)).startswith(f"{action.soldiers} soldier")
        heard = self.go_to(others[-1])
        hoped = "Can be captured" if action.kind == "capture" else "Can go here|Can join"
        assert any(hope in heard for hope in hoped.split("|")), heard
        return self.key("Enter")


_REGIONS = "JSON.stringify([...document.querySelectorAll('#live p')].map(p => p.textContent))"


def _step(site: str, other: str) -> tuple[int, int]:
    return ROWS.index(other[0]) - ROWS.index(site[0]), int(other[1:]) - int(site[1:])


def _steps(one: str, other: str) -> int:
    """How many steps lie between two sites of an empty board: they run along three axes."""
    rows, numbers = _step(one, other)
    return max(abs(rows), abs(numbers), abs(rows - numbers))


def _beyond(site: str, way: tuple[int, int]) -> str:
    row = ROWS.index(site[0]) + way[0]
    return f"{ROWS[row]}{int(site[1:]) + way[1]}" if 0 <= row < len(ROWS) else ""
