"""A first-time player's path through each game: a lesson, the weakest bot, an easy puzzle, the end
of a match, and looking back at it. By mouse, and by keyboard alone."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from spieltisch.games import catalog
from spieltisch.play.match import Match
from spieltisch.play.record_link import encode_record
from spieltisch.table import HUMAN, Bot, Player, Turn, parse_record
from tests.e2e import hands
from tests.e2e.conftest import go_to, new_profile
from tests.e2e.test_puzzles import await_turn, expect_puzzle, own_turns
from tests.lessons import TAUGHT
from tests.puzzles import pack
from tests.records import keeping
from tests.sampling import sampled

pytestmark = pytest.mark.spare_time

RECORDED = {
    "aya": "aya-kindergarten-reilly-2",
    "yala": "yala-shortest",
    "myra": "myra-two-seats",
}
"""A match of each game, of which the last move is played; what leads there is known."""


@dataclass
class Person:
    """Who walks the path."""

    page: Page
    """What is seen."""
    name: str
    """The game."""
    by_keyboard: bool
    """Whether no mouse is touched."""

    def act(self, position: Any, seat: int, text: str) -> None:
        """Play an action on the board."""
        play = hands.key if self.by_keyboard else hands.click
        play(self.page, self.name, position, seat, text)

    def press(self, node: Locator) -> None:
        """Follow a link, or press a button."""
        expect(node).to_be_visible()
        if not self.by_keyboard:
            node.click()
            return
        hands.tab_to(self.page, node)
        self.page.keyboard.press("Enter")


def first_lesson(person: Person) -> None:
    """The first step of the course."""
    page, step = person.page, catalog.game_of(person.name).lessons.steps[0]
    expect(page.locator("[data-step]")).to_have_attribute("data-step", step.name)
    rules = catalog.game_of(person.name).rules
    person.act(rules.parse_position(step.position), step.seat, step.solutions[0])
    expect(page.locator("[data-step]")).to_have_attribute("data-step-state", "solved")


def easy_puzzle(person: Person) -> None:
    """The puzzle that the page has for somebody who has solved none."""
    page = person.page
    go_to(page, f"#/puzzle/{person.name}")
    expect(page.locator("[data-puzzle]")).to_be_visible()
    puzzle_id = page.locator("[data-puzzle]").get_attribute("data-puzzle")
    puzzle = next(one for one in pack(person.name) if one.id == puzzle_id)
    assert puzzle.band <= 2
    for position, text in own_turns(puzzle):
        await_turn(page, person.name, position)
        person.act(position, puzzle.seat, text)
    expect_puzzle(page, puzzle.id, "solved")
    person.press(page.locator("#puzzle-next"))
    expect(page.locator("[data-puzzle]")).not_to_have_attribute("data-puzzle", puzzle.id)


def first_match(person: Person) -> None:
    """A match that is set up against the weakest bot, and begun."""
    page, name = person.page, person.name
    game = catalog.game_of(name)
    person.press(page.locator(f"a[href='#/setup/{name}']").last)
    expect(page.locator("#level-1")).to_be_attached()
    if person.by_keyboard:
        hands.tab_to(page, page.locator("[name=level]:checked"))
        page.keyboard.press("ArrowLeft")
    else:
        page.locator("#level-1").check()
    expect(page.locator("#level-1")).to_be_checked()
    person.press(page.get_by_role("button", name="Start the game"))
    expect(page).to_have_url(re.compile("seats=human,bot:1"))
    if game.shouts is not None:
        word = game.shouts.words[0]
        key = game.shouts.keys[word][0]
        shout = page.locator(f"[data-shout={word}][data-seat='1']")
        expect(shout).to_be_visible()
        page.keyboard.press(key) if person.by_keyboard else shout.click()
        page.wait_for_selector("#move-1")
        return
    board = page.locator("svg#board").get_attribute("data-position")
    position = game.rules.parse_position(board)
    person.act(position, 1, game.rules.format_action(position.legal_actions(1)[0]))
    page.wait_for_selector("#move-2")


def last_move(person: Person) -> Match:
    """The last move of a match against the weakest bot; gives the match."""
    page, match = person.page, Match.open(parse_record(keeping.read(RECORDED[person.name])))
    turn = match.turns[-1]
    seats = range(1, match.setup.seats + 1)
    controllers = (HUMAN if seat == turn.seat else Bot(1) for seat in seats)
    setup = replace(match.setup, players=tuple(Player("", one) for one in controllers))
    begun = replace(match.record.cut(len(match.turns) - 1), setup=setup)
    go_to(page, f"#/record/{encode_record(begun)}")
    expect(page.locator(f"#move-{len(begun.entries)}")).to_be_visible()
    person.act(turn.before, turn.seat, turn.entry.action)
    winners = ",".join(map(str, sorted(turn.after.outcome.winners)))
    expect(page.locator("[data-outcome]")).to_have_attribute("data-outcome", winners)
    return match


def look_back(person: Person, match: Match) -> None:
    """The match is looked back at; where bots can judge it, a mistake is told and mended."""
    page = person.page
    person.press(page.locator("[data-do=close-end]"))
    if match.game.search_bots is None:
        person.press(page.locator("[data-do=earlier]").first)
        expect(page.locator("#browsing")).to_be_visible()
        return
    person.press(page.locator("[data-do=review]"))
    # One's own mistake is told as soon as it is found; the rest need not be waited for.
    told = ".turning.is-own:has(.is-mistake, .is-blunder) [data-do=turning-point]"
    mistake = page.wait_for_selector(told)
    assert mistake is not None
    number = mistake.get_attribute("data-arg")
    assert number is not None
    person.press(page.locator(f"#turning-{number}"))
    expect(page.locator(".turning-told")).not_to_have_text("")
    better = page.locator("[data-do=better]").first.inner_text()
    person.press(page.locator("[data-do=try-mistake]"))
    expect(page.locator("[data-puzzle]")).to_have_attribute("data-puzzle-state", "open")
    turn = match.turns[int(number) - 1]
    person.act(turn.before, turn.seat, better)
    expect(page.locator("[data-puzzle]")).to_have_attribute("data-puzzle-state", "solved")
    expect(page.locator("#puzzle-next")).to_have_attribute("href", f"#/mistakes/{person.name}")
    hand_on_to_a_friend(person, turn, better)


def hand_on_to_a_friend(person: Person, turn: Turn, better: str) -> None:
    """Somebody who has nothing but the link tries the same turn."""
    page = person.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.press(page.locator("[data-do=share-puzzle]"))
    expect(page.locator("#notice")).to_contain_text("copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert page.context.browser is not None
    friends = new_profile(page.context.browser, has_spare_time=True)
    friend = replace(person, page=friends.new_page())
    friend.page.goto(link)
    puzzle, told = friend.page.locator("[data-puzzle]"), friend.page.locator("#puzzle-told")
    expect(puzzle).to_have_attribute("data-puzzle-state", "open")
    expect(told).not_to_contain_text(turn.entry.action)
    friend.act(turn.before, turn.seat, better)
    expect(puzzle).to_have_attribute("data-puzzle-state", "solved")
    expect(told).to_contain_text(f"({turn.entry.action})")
    friends.close()


WAYS = product(TAUGHT, ["mouse", "keyboard"])


@pytest.mark.parametrize(
    ("name", "hand"), sampled(WAYS, ("aya", "mouse"), ("yala", "keyboard"), ("myra", "mouse"))
)
def test_the_path_is_walked(open_ready, name, hand):
    person = Person(open_ready(f"#/learn/{name}"), name, hand == "keyboard")
    first_lesson(person)
    first_match(person)
    easy_puzzle(person)
    look_back(person, last_move(person))
