"""Plays an action on a page as a person does: with the mouse, or with the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

from spieltisch.games import catalog
from spieltisch.kit.scene import Scene, as_table
from spieltisch.table import Seat
from tests.lessons import presses_for

MOST_TABS = 300
"""Enough to go through a long list of moves, too."""


HAS_BEEN_SEEN = """(node) => {
  const { seenSince = performance.now() } = node;
  node.seenSince = seenSince;
  return performance.now() - seenSince > 500;
}"""
"""Whether a node has been there for longer than the moment in which no press on it counts
(static/boot/arrivals.js)."""


def once_seen(node: Locator) -> Locator:
    """What has come by itself, once one has had time to see it."""
    handle = node.element_handle()
    # The same node may have been seen as a part of another screen.
    handle.evaluate("(node) => { delete node.seenSince; }")
    node.page.wait_for_function(HAS_BEEN_SEEN, arg=handle)
    return node


def tap_once_seen(node: Locator) -> None:
    tap(once_seen(node))


SPOT = """(node) => {
  // What moves is not where it is seen to be by the time of the click.
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) return null;
  const inSight = (at, end) => at > 0 && at < end;
  const middle = () => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  let [x, y] = middle();
  if (!inSight(x, innerWidth) || !inSight(y, innerHeight)) {
    node.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    [x, y] = middle();
  }
  const isOff = node.closest(":disabled, [aria-disabled=true]");
  return !isOff && node.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}"""
"""The middle of a node, if that is what lies there and can be pressed."""


def press(node: Locator) -> None:
    """Click on the middle of a node with the real mouse.

    A locator's own click compares two frames to be sure that a node does not move. On a page
    without motion one look is enough. If that does not find the node, the locator's own click waits
    for it, and tells what is in the way.
    """
    spot = node.evaluate(SPOT)
    if spot is None:
        node.click()
    else:
        node.page.mouse.click(*spot)


def tap(node: Locator) -> None:
    """Tap on the middle of a node with a finger; see `press`."""
    spot = node.evaluate(SPOT)
    if spot is None:
        node.tap()
    else:
        node.page.touchscreen.tap(*spot)


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
        press(node_of(page, name, position, seat, token))


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
        # On a whole table the keys work wherever the focus is.
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


def press_keys(page: Page, *keys: str) -> None:
    """Press keys, one after the other."""
    for key in keys:
        page.keyboard.press(key)


IS_THERE = "node => node.isConnected ? node === document.activeElement : null"
"""Whether a node has the focus; null if the page no longer has the node."""


def tab_to(page: Page, node: Locator) -> None:
    """Go to a node by Tab. It is looked up once, and again if the page has replaced it."""
    wanted = node.element_handle()

    def is_there() -> bool:
        nonlocal wanted
        found = wanted.evaluate(IS_THERE)
        if found is None:
            wanted = node.element_handle()
            found = wanted.evaluate(IS_THERE)
        return bool(found)

    tab_until(page, is_there)


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
