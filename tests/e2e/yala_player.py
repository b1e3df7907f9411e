"""Plays YALA on the page: by clicks or by keys, reading nothing but the page's contract."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote

from playwright.sync_api import Page, expect

from spieltisch.games.yala.rules.position import YalaPosition
from spieltisch.games.yala.rules.rules import RULES
from spieltisch.play.record_link import encode_record
from spieltisch.table import Player, parse_record
from tests.e2e import hands
from tests.records import keeping

START = "dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d"


def play_link(start: str = START) -> str:
    return f"#/play/yala?seats=human,human&start={quote(start, safe='/')}"


def recorded(name: str) -> tuple[str, list[str]]:
    """A recorded match: its start and its actions."""
    record = parse_record(keeping.read(name))
    return record.setup.start, [entry.action for entry in record.entries]


def recorded_link(name: str = "yala-shortest", *, players: str = "", without: int = 0) -> str:
    """A link to a recorded match.

    Args:
        name: the record's.
        players: a name for all of its players instead, so that even a page that has kept other
            tests' matches does not know this one.
        without: how many of its last turns are left out, yet to be played.
    """
    record = parse_record(keeping.read(name))
    if players:
        others = tuple(Player(players) for _ in record.setup.all_players)
        record = replace(record, setup=replace(record.setup, players=others))
    return "#/record/" + encode_record(record.cut(len(record.entries) - without))


def landing(position: YalaPosition, action: str) -> str:
    return position.walk(RULES.parse_action(action)).path[-1]


def after(position: YalaPosition, action: str) -> YalaPosition:
    (seat,) = position.active_seats
    return position.apply(seat, RULES.parse_action(action))


def narrowing(position: YalaPosition) -> str:
    """The move that leaves the opponent the fewest moves, so that matches are short; no draw.

    Only a position that knows what went before knows a draw by repetition.
    """
    (seat,) = position.active_seats

    def rank(action: str) -> tuple[bool, int, str]:
        then = after(position, action)
        is_drawn = then.outcome is not None and not then.outcome.winners
        return is_drawn, _mobility(then), action

    return min(map(str, position.legal_actions(seat)), key=rank)


def _mobility(position: YalaPosition) -> int:
    return sum(len(position.legal_actions(seat)) for seat in position.active_seats)


class Table:
    """The board on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = page.locator("svg#board[data-game=yala]")

    @property
    def position(self) -> YalaPosition:
        return RULES.parse_position(self.board.get_attribute("data-position") or "")

    @property
    def targets(self) -> list[str]:
        nodes = self.board.locator("[data-site][data-target]")
        return nodes.evaluate_all("nodes => nodes.map(node => node.dataset.site)")

    @property
    def moves(self) -> list[str]:
        """The moves listed, without their numbers."""
        nodes = self.page.locator("#moves li button")
        return nodes.evaluate_all("nodes => nodes.map(node => node.lastChild.textContent.trim())")

    @property
    def is_over(self) -> bool:
        return self.page.locator("[data-outcome]").count() > 0

    def site(self, name: str):
        return self.board.locator(f'[data-site="{name}"]')

    def expect(self, position: YalaPosition | str) -> None:
        text = position if isinstance(position, str) else RULES.format_board(position)
        expect(self.board).to_have_attribute("data-position", text)

    def click(self, action: str) -> None:
        """Play an action by two clicks."""
        before = self.position
        hands.press(self.site(action[0]))
        expect(self.site(action[0])).to_have_attribute("aria-pressed", "true")
        hands.press(self.site(landing(before, action)))
        self.expect(after(before, action))

    def tap(self, action: str) -> None:
        """Play an action by two taps."""
        before = self.position
        hands.tap(self.site(action[0]))
        expect(self.site(action[0])).to_have_attribute("aria-pressed", "true")
        hands.tap(self.site(landing(before, action)))
        self.expect(after(before, action))

    def key_to(self, name: str) -> None:
        """Go round the ring with an arrow key until a tower has the focus."""
        for _ in range(12):
            if self.focused == name:
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"the arrow keys never came to {name}")

    @property
    def focused(self) -> str:
        return self.page.evaluate("document.activeElement?.dataset?.site ?? ''")

    def key(self, action: str) -> None:
        """Play an action by keys alone."""
        before = self.position
        self.key_to(action[0])
        self.page.keyboard.press("Enter")
        expect(self.site(action[0])).to_have_attribute("aria-pressed", "true")
        self.key_to(landing(before, action))
        self.page.keyboard.press("Enter")
        self.expect(after(before, action))


def has_no_overflow(page: Page) -> bool:
    """Whether the page is no wider than its window."""
    width = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    return width[0] <= width[1]
