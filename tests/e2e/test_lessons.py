"""The lessons in a browser: each course from its first step to its last, by mouse, by keyboard."""

import pytest
from playwright.sync_api import expect

from spieltisch.games import catalog
from spieltisch.kit.scene import Scene, as_table
from tests.e2e import hands
from tests.e2e.conftest import reload
from tests.lessons import TAUGHT, presses_for

pytestmark = pytest.mark.running_page

each_game = pytest.mark.parametrize("name", TAUGHT)


def holder(page):
    return page.locator("[data-step]")


def expect_step(page, step, state="open"):
    expect(holder(page)).to_have_attribute("data-step", step.name)
    expect(holder(page)).to_have_attribute("data-step-state", state)


def tokens_of(name, step):
    game = catalog.game_of(name)
    position = game.rules.parse_position(step.position)
    return presses_for(game, position, step.seat, step.solutions[0])


def node_of(page, name, step, token):
    """What is pressed for a token: a place, a button beside the board, or a word's button."""
    shouts, position = catalog.game_of(name).shouts, None
    if shouts is not None:
        rules = catalog.game_of(name).rules
        position = rules.parse_position(step.position)
        for word in shouts.words:
            action = shouts.meaning(position, step.seat, word)
            if action is not None and rules.format_action(action) == token:
                return page.locator(f"[data-shout={word}][data-seat='{step.seat}']")
    on_board = page.locator(f'[data-site="{token}"], #board [data-token="{token}"]')
    beside = page.locator(f'#controls [data-token="{token}"]')
    return beside if on_board.count() == 0 else on_board.first


def a_mistake(name, step):
    """An action that does not solve a step."""
    game = catalog.game_of(name)
    position = game.rules.parse_position(step.position)
    texts = map(game.rules.format_action, position.legal_actions(step.seat))
    return next(text for text in texts if text not in step.solutions)


@each_game
def test_a_course_is_walked_by_mouse(open_ready, axe, name):
    steps = catalog.game_of(name).lessons.steps
    page = open_ready()
    page.locator("[data-nav] a[href='#/learn']").click()
    page.locator(f".card a[href='#/learn/{name}']").click()
    for number, step in enumerate(steps):
        expect_step(page, step)
        if number == 1:
            assert axe() == []
            page.locator("#typed").fill(a_mistake(name, step))
            page.locator("#typing button[type=submit]").click()
            expect_step(page, step, "wrong")
            assert axe() == []
            page.locator("[data-do=take-back]").click()
            expect_step(page, step)
        for token in tokens_of(name, step):
            hands.press(node_of(page, name, step, token))
        expect_step(page, step, "solved")
        if step is not steps[-1]:
            hands.press(page.locator("#lesson-next"))
    expect(page.locator(".lesson-farewell")).to_be_visible()
    assert axe() == []
    # What has been learnt is still known at the next visit.
    reload(page)
    expect(page.locator(".step.is-solved")).to_have_count(len(steps))
    page.evaluate("name => { location.hash = `#/setup/${name}` }", name)
    link = page.locator(f"a[href='#/learn/{name}']")
    expect(link).to_have_text("Lessons")
    link.click()
    page.locator(f"a.step[href='#/learn/{name}/{steps[-1].name}']").click()
    page.locator("[data-do=show-solution]").click()
    page.locator("#lesson-next").click()
    expect(page.locator("svg[data-game]")).to_be_visible()
    expect(page.locator("[data-step]")).to_have_count(0)


@each_game
def test_a_course_is_walked_by_keyboard_alone(open_ready, name):
    steps = catalog.game_of(name).lessons.steps
    page = open_ready(f"#/learn/{name}")
    page.locator("body").press("Tab")
    for step in steps:
        expect_step(page, step)
        expect(page.locator("#live")).to_contain_text(step.task)
        for token in tokens_of(name, step):
            press_by_key(page, name, step, token)
        expect_step(page, step, "solved")
        expect(page.locator("#live")).to_contain_text(step.praise)
        expect(page.locator("#lesson-next")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator("[data-step]")).to_have_count(0)


def press_by_key(page, name, step, token):
    """Go to what is to be pressed, with the keys that a person has, and press it."""
    node = node_of(page, name, step, token)
    shout = node.get_attribute("data-shout")
    if shout is not None:
        page.keyboard.press(catalog.game_of(name).shouts.keys[shout][step.seat - 1])
        return
    if as_table(catalog.game_of(name).view) is not None:
        # On a whole table the keys work wherever the keyboard is.
        page.keyboard.press(token.lower())
        return
    if node.get_attribute("data-site") is None:
        # A button beside the board, on which the keyboard is left: on by Tab.
        for _ in range(60):
            if node.evaluate("node => node === document.activeElement"):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        return
    focus_board(page)
    walk_to(page, token)
    page.keyboard.press("Enter")


def focus_board(page):
    """Tab to the board, whose one tab stop is where the keyboard was."""
    for _ in range(80):
        if page.evaluate("!!document.activeElement?.closest('#board [data-site]')"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab never came to the board")


def walk_to(page, site):
    """Go over the board by arrow keys: a search over what each key leads to."""
    here = page.evaluate("document.activeElement.dataset.site")
    for key in keys_to(page, here, site):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.site") == site


def keys_to(page, here, site):
    """The keys from one site to another, by the game's own view."""
    name = page.locator("svg[data-game]").get_attribute("data-game")
    view, rules = catalog.game_of(name).view, catalog.game_of(name).rules
    shown = holder(page).get_attribute("data-step")
    step = next(one for one in catalog.game_of(name).lessons.steps if one.name == shown)
    scene = Scene(rules.parse_position(step.position), viewer=step.seat)
    found, todo = {here: ()}, [here]
    while todo:
        place = todo.pop(0)
        if place == site:
            return found[place]
        for key in ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"):
            goal = view.neighbour(scene, place, key)
            if goal is not None and goal not in found:
                found[goal] = (*found[place], key)
                todo.append(goal)
    raise AssertionError(f"no way from {here} to {site}")
