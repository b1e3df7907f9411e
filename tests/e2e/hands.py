"""Plays an action on a page as a person does: with the mouse, or with the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

from spieltisch.games import catalog
from spieltisch.table import Seat
from spieltisch.views.scene import Scene, as_table
from tests.lessons import presses_for

MOST_TABS = 300
"""A long list of moves is gone through, too."""


def node_of(page: Page, name: str, position: Any, seat: Seat, token: str) -> Locator:
    """What is pressed for a token: a word's button, a place, or a button beside the board."""
    word = word_of(name, position, seat, token)
    if word is not None:
        return page.locator(f"[data-shout={word}][data-seat='{seat}']")
    on_board = page.locator(f'[data-site="{token}"], #board [data-token="{token}"]')
    beside = page.locator(f'#controls [data-token="{token}"]')
    return beside if on_board.count() == 0 else on_board.first


def word_of(name: str, position: Any, seat: Seat, token: str) -> str | None:
    """The word that stands for a token."""
    game = catalog.game_of(name)
    for word in game.shouts.words if game.shouts is not None else ():
        assert game.shouts is not None
        action = game.shouts.meaning(position, seat, word)
        if action is not None and game.rules.format_action(action) == token:
            return word
    return None


def click(page: Page, name: str, position: Any, seat: Seat, text: str) -> None:
    """Play an action with the mouse."""
    for token in presses_for(catalog.game_of(name), position, seat, text):
        node_of(page, name, position, seat, token).click()


def key(page: Page, name: str, position: Any, seat: Seat, text: str) -> None:
    """Play an action with the keyboard alone."""
    for token in presses_for(catalog.game_of(name), position, seat, text):
        _key_token(page, name, position, seat, token)


def _key_token(page: Page, name: str, position: Any, seat: Seat, token: str) -> None:
    game = catalog.game_of(name)
    word = word_of(name, position, seat, token)
    if word is not None:
        assert game.shouts is not None
        page.keyboard.press(game.shouts.keys[word][seat - 1])
        return
    if as_table(game.view) is not None:
        # On a whole table the keys work wherever the keyboard is.
        page.keyboard.press(token.lower())
        return
    node = node_of(page, name, position, seat, token)
    if node.get_attribute("data-site") is None:
        tab_to(page, node)
    else:
        tab_until(
            page, lambda: page.evaluate("!!document.activeElement?.closest('#board [data-site]')")
        )
        here = page.evaluate("document.activeElement.dataset.site")
        for arrow in _arrows(Scene(position, viewer=seat), game.view, here, token):
            page.keyboard.press(arrow)
    page.keyboard.press("Enter")


def tab_to(page: Page, node: Locator) -> None:
    """Go to a node by Tab."""
    tab_until(page, lambda: node.evaluate("node => node === document.activeElement"))


def tab_until(page: Page, is_there: Callable[[], bool]) -> None:
    for _ in range(MOST_TABS):
        if is_there():
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab never came there")


def _arrows(scene: Scene, view: Any, here: str, site: str) -> tuple[str, ...]:
    """The arrow keys from one site to another: a search over what each key leads to."""
    found: dict[str, tuple[str, ...]] = {here: ()}
    todo = [here]
    while todo:
        place = todo.pop(0)
        if place == site:
            return found[place]
        for arrow in ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"):
            goal = view.neighbour(scene, place, arrow)
            if goal is not None and goal not in found:
                found[goal] = (*found[place], arrow)
                todo.append(goal)
    raise AssertionError(f"no way from {here} to {site}")
