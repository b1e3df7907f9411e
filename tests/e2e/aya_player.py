"""Plays AYA on the page with real keys and taps; scripts choose the actions, by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from spieltisch.app.core.keys import DEFAULT_KEYS
from spieltisch.games.aya.rules.choice import SHOUTS, meaning
from spieltisch.games.aya.rules.duties import Attempt, Calling, ExceptionalMove, Oye
from spieltisch.games.aya.rules.matches import matches
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.rules import RULES
from spieltisch.games.aya.rules.solver import solution
from spieltisch.games.aya.rules.track import format_track
from tests.front_doors import parse_link

EXERCISES = 3
"""A script matches cards so many times, and fails once, before it only heads for the end."""

MOST_TRIED = 400
"""So many positions are tried to find a long chain of matches."""

HAS_NODE = "id => document.getElementById(id) !== null"

IS_OPEN = "() => document.querySelector('#board:not(.is-gated)') !== null"
"""Whether the board is there, and no gate holds the match back."""


def link(
    variant: str = "aya-oye", edition: str = "zoch", seats: str = "human,human", **options: object
) -> str:
    """A link to a match, with clocks that do not run out even in a slow test."""
    fields = {"seed": 1, **{name.replace("_", "-"): value for name, value in options.items()}}
    if variant in ("aya-oye", "turbo"):
        fields = {"move-clock": 25, "refute-clock": 100, **fields}
    query = "&".join(f"{name}={value}" for name, value in fields.items())
    return f"#/play/aya?seats={seats}&variant={variant}&edition={edition}&{query}"


def start_of(hash: str) -> AyaPosition:  # noqa: A002 - the address's own word
    """The first position of the match that a link leads to."""
    setup = parse_link(hash).setup
    assert setup is not None
    return RULES.initial_position(setup)


@dataclass
class Script:
    """Chooses the actions of all seats so that everything happens and the match ends soon."""

    position: AyaPosition
    done: int = 0
    matched: int = 0

    def steps(self) -> Iterator[tuple[int, str]]:
        """Every action with its seat, up to the end; `position` is the one before the action."""
        while self.position.outcome is None:
            seat, action = self._next()
            yield seat, action
            self.position = self.position.apply(seat, action)
            self.done += 1

    def _next(self) -> tuple[int, str]:
        duty = self.position.duty
        if isinstance(duty, ExceptionalMove):
            return duty.seat, "X"
        if isinstance(duty, Calling):
            return self._call(duty)
        if isinstance(duty, Oye):
            return self.position.owing_seats[-1], "concede"
        assert isinstance(duty, Attempt)
        return duty.seat, self._move()

    def _call(self, duty: Calling) -> tuple[int, str]:
        position = self.position
        if "oye" not in duty.calls:
            return max(
                (len(chain(position.apply(seat, "aya"))), seat) for seat in position.owing_seats
            )[1], "aya"
        found = matches(position)
        variant = position.variant
        is_for_cards = variant.edition.takes_won_cards and variant.name == "turbo"
        if found and (is_for_cards or self.matched < EXERCISES):
            self.matched += 1
            owners = {card.owner for card in found[0].cards}
            others = [seat for seat in position.owing_seats if seat not in owners]
            return (others or list(position.owing_seats))[self.matched % len(others or [0])], "aya"
        caller = max(position.owing_seats, key=lambda seat: (position.scores[seat - 1], -seat))
        return caller, "oye"

    def _move(self) -> str:
        position = self.position
        if position.seats == 1:
            run = solution(position)
            assert run
            return run[0][0]
        if not position.variant.is_timed:
            return (chain(position) or ("1L",))[0]
        found = matches(position)
        return found[0].moves[0] if found else "1L"


def chain(position: AyaPosition) -> tuple[str, ...]:
    """The moves of a long chain of matches, as far as a quick look finds one."""
    best: tuple[int, tuple[str, ...]] = (0, ())
    tried = 0

    def look(position: AyaPosition, seat: int, moves: tuple[str, ...], matched: int) -> None:
        nonlocal best, tried
        worth = matched + 100 * (position.outcome is not None)
        if worth > best[0]:
            best = (worth, moves)
        duty = position.duty
        if tried > MOST_TRIED or not isinstance(duty, Attempt) or duty.seat != seat:
            return
        for match in matches(position):
            tried += 1
            after = position
            for move in match.moves:
                after = after.apply(seat, move)
            look(after, seat, moves + match.moves, matched + len(match.cards))

    if isinstance(position.duty, Attempt):
        look(position, position.duty.seat, (), 0)
    return best[1]


class Table:
    """The table on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = page.locator("svg[data-game=aya]")

    @property
    def moves(self) -> list[str]:
        """The actions listed, without their numbers."""
        nodes = self.page.locator("#moves li button")
        return nodes.evaluate_all("nodes => nodes.map(node => node.lastChild.textContent.trim())")

    def begin(self) -> None:
        """Say that everybody is ready, and wait for the end of the countdown."""
        self.page.locator("[data-do=ready]").click()
        self.page.wait_for_function(IS_OPEN)

    def shout(self, seat: int, word: str) -> None:
        """Press a seat's key."""
        self.page.keyboard.press(DEFAULT_KEYS[f"{seat}:{word}"])

    def tap_shout(self, seat: int, word: str) -> None:
        """Tap a seat's button."""
        self.page.locator(f"[data-shout={word}][data-seat='{seat}']").tap()

    def expect_entries(self, count: int) -> None:
        """Wait until the page lists so many entries.

        Checked at every frame: expect() waits longer after each look, and a match has many waits.
        """
        self.page.wait_for_function(HAS_NODE, arg=f"move-{count}")

    def expect(self, position: AyaPosition) -> None:
        """Wait until the page shows a position."""
        expect(self.board).to_have_attribute("data-position", format_track(position.track))
        active = " ".join(str(seat) for seat in sorted(position.active_seats) if seat)
        if active:
            expect(self.board).to_have_attribute("data-active-seat", active)

    def play(self, script: Script, *, taps: bool = False) -> None:
        """Play a script to the end, and wait for each action to show on the page."""
        for seat, action in script.steps():
            self._do(script.position, seat, action, taps=taps)
            self.expect_entries(script.done + 1)
        self.expect(script.position)
        expect(self.page.locator("[data-outcome]")).to_be_attached()

    def _do(self, position: AyaPosition, seat: int, action: str, *, taps: bool) -> None:
        if action == "X":
            return  # the table plays it
        if len(action) == 2:
            if taps:
                self.page.locator(f"[data-ball='{action[0]}']").tap()
                self.page.locator(f"[data-end={action[1]}]").tap()
            else:
                self.page.keyboard.press(action[0])
                self.page.keyboard.press({"L": "ArrowLeft", "R": "ArrowRight"}[action[1]])
            return
        (word,) = [shout for shout in SHOUTS if meaning(position, seat, shout) == action]
        if taps:
            self.tap_shout(seat, word)
        else:
            self.shout(seat, word)
