"""Puzzles in a browser: solved by mouse, solved by keyboard, failed and shown, kept, of the day."""

import json
import re

import pytest
from playwright.sync_api import expect

from spieltisch.app.puzzle.contest import duel_of
from spieltisch.games import catalog
from spieltisch.kit.scene import Scene, as_table
from spieltisch.play.puzzle import START
from spieltisch.play.skill import puzzle_named
from tests.e2e import hands
from tests.e2e.conftest import go_to, reload
from tests.e2e.test_wrong_answers import WRONG_ANSWERS, answer_with
from tests.lessons import presses_for
from tests.puzzles import PUZZLED, pack
from tests.small_packs import HOLD, WIN, pack_text
from tools.names import find

each_game = pytest.mark.parametrize("name", PUZZLED)
MOST_STEPS = 80


@pytest.fixture
def small_packs(page):
    """The page fetches small packs, so that it is known which puzzle comes next."""
    page.route(
        "**/static/puzzles/yala.*json", lambda route: route.fulfill(body=pack_text(WIN, HOLD))
    )


def expect_puzzle(page, puzzle_id, state="open"):
    holder = page.locator("[data-puzzle]")
    expect(holder).to_have_attribute("data-puzzle", puzzle_id)
    expect(holder).to_have_attribute("data-puzzle-state", state)


def easiest(name):
    """The easiest puzzle of a game."""
    return min(pack(name), key=lambda one: (one.band, one.moves))


def own_turns(puzzle):
    """The solver's actions of the puzzle's line, and the positions in which they are chosen."""
    rules = catalog.game_of(puzzle.game).rules
    position, left = rules.parse_position(puzzle.position), list(puzzle.variation)
    while left:
        forced = rules.automatic_action(position)
        (seat,) = position.active_seats if forced is None else (forced[0],)
        action = rules.parse_action(left.pop(0)) if forced is None else forced[1]
        if forced is None and seat == puzzle.seat:
            yield position, rules.format_action(action)
        position = position.apply(seat, action)


def tokens_of(puzzle, position, text):
    return presses_for(catalog.game_of(puzzle.game), position, puzzle.seat, text)


def node_of(page, token):
    """What is pressed for a token: a place, or a button beside the board."""
    on_board = page.locator(f'[data-site="{token}"], #board [data-token="{token}"]')
    return (
        page.locator(f'#controls [data-token="{token}"]')
        if not on_board.count()
        else on_board.first
    )


def await_board(page, text):
    """The board as it shall be; replies take their time, and this sees them as they come."""
    page.wait_for_selector(f'svg[data-game][data-position="{text}"]')


def await_turn(page, name, position):
    """The board as it is when the next action is chosen, after the others have replied."""
    rules = catalog.game_of(name).rules
    await_board(page, rules.format_board(position))
    # Hints can be had when it is the solver's turn.
    expect(page.locator("[data-do=hint]:not([aria-disabled])")).to_be_visible()


@pytest.mark.running_page
@each_game
def test_the_easiest_is_solved_by_mouse(open_ready, axe, name):
    page = open_ready(f"#/setup/{name}")
    page.locator(f"a[href='#/puzzle/{name}']").click()
    expect(page.locator("[data-puzzle]")).to_be_visible()
    puzzle = easiest(name)
    go_to(page, f"#/puzzle/{name}/{puzzle.id}")
    expect_puzzle(page, puzzle.id)
    assert axe() == []
    for position, text in own_turns(puzzle):
        await_turn(page, name, position)
        for token in tokens_of(puzzle, position, text):
            hands.press(node_of(page, token))
    expect_puzzle(page, puzzle.id, "solved")
    assert axe() == []
    # What came of it is still known at the next visit.
    rating = page.locator("#puzzle-record dd").first.inner_text()
    assert int(rating) > START.value
    reload(page)
    expect_puzzle(page, puzzle.id)
    expect(page.locator("#puzzle-record dd").first).to_have_text(rating)
    go_to(page, "#/statistics")
    expect(page.locator(".of-puzzles")).to_contain_text(rating)


@pytest.mark.running_page
@each_game
def test_the_easiest_is_solved_by_keyboard_alone(open_ready, name):
    page = open_ready(f"#/puzzle/{name}")
    expect(page.locator("[data-puzzle]")).to_be_visible()
    puzzle = easiest(name)
    page = open_ready(f"#/puzzle/{name}/{puzzle.id}")
    expect_puzzle(page, puzzle.id)
    page.locator("body").press("Tab")
    for position, text in own_turns(puzzle):
        await_turn(page, name, position)
        for token in tokens_of(puzzle, position, text):
            press_by_key(page, puzzle, position, token)
    expect_puzzle(page, puzzle.id, "solved")
    expect(page.locator("#live")).to_contain_text("Solved!")
    expect(page.locator("#puzzle-next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-puzzle]")).to_have_attribute("data-puzzle-state", "open")


def press_by_key(page, puzzle, position, token):
    """Go to what is to be pressed, with the keys that a person has, and press it."""
    view = catalog.game_of(puzzle.game).view
    if as_table(view) is not None:
        # On a whole table the keys work wherever the keyboard is.
        page.keyboard.press(token.lower())
        return
    node = node_of(page, token)
    if node.get_attribute("data-site") is None:
        tab_to(page, lambda: node.evaluate("node => node === document.activeElement"))
    else:
        tab_to(
            page, lambda: page.evaluate("!!document.activeElement?.closest('#board [data-site]')")
        )
        here = page.evaluate("document.activeElement.dataset.site")
        for key in keys_to(Scene(position, viewer=puzzle.seat), view, here, token):
            page.keyboard.press(key)
    page.keyboard.press("Enter")


def tab_to(page, is_there):
    for _ in range(MOST_STEPS):
        if is_there():
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab never came there")


def keys_to(scene, view, here, site):
    """The arrow keys from one site to another: a search over what each key leads to."""
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


@pytest.mark.usefixtures("small_packs")
def test_one_is_failed_shown_and_left_for_the_next(open_ready, axe):
    page = open_ready(f"#/puzzle/yala/{WIN.id}")
    expect_puzzle(page, WIN.id)
    page.locator("#typed").fill("f-")
    page.locator("#typing button[type=submit]").click()
    expect_puzzle(page, WIN.id, "failed")
    expect(page.locator("#puzzle-told")).to_contain_text("Not this one")
    expect(page.locator("#puzzle-again")).to_be_focused()
    assert axe() == []
    page.locator("[data-do=take-back]").click()
    expect_puzzle(page, WIN.id)
    page.locator("[data-do=hint]").click()
    expect(page.locator("#live")).to_contain_text("f")
    page.locator("[data-do=show-solution]").click()
    expect_puzzle(page, WIN.id, "failed")
    # The whole line is played, move by move, to its end.
    rules = catalog.game_of("yala").rules
    position = rules.parse_position(WIN.position)
    for text in WIN.variation:
        (seat,) = position.active_seats
        position = position.apply(seat, rules.parse_action(text))
    await_board(page, rules.format_board(position))
    assert int(page.locator("#puzzle-record dd").first.inner_text()) < START.value
    page.locator("#puzzle-next").click()
    expect_puzzle(page, HOLD.id)
    assert page.evaluate("location.hash") == f"#/puzzle/yala/{HOLD.id}"


@pytest.mark.usefixtures("small_packs")
@pytest.mark.parametrize(
    "context_options", [{"permissions": ["clipboard-read", "clipboard-write"]}]
)
def test_the_days_is_solved_and_its_result_is_given_to_others(open_ready):
    page = open_ready("#/puzzles")
    page.locator("a[href='#/daily/yala']").click()
    expect(page.locator("[data-puzzle]")).to_be_visible()
    puzzle = next(one for one in (WIN, HOLD) if page.locator(f"[data-puzzle={one.id}]").count())
    for position, text in own_turns(puzzle):
        await_turn(page, "yala", position)
        page.locator("#typed").fill(text)
        page.locator("#typing button[type=submit]").click()
    expect_puzzle(page, puzzle.id, "solved")
    page.locator("[data-do=share-result]").click()
    expect(page.locator("#toasts")).to_contain_text("Your result is copied.")
    today = page.evaluate("new Date().toLocaleDateString('sv')")
    title, task, result, link = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert title == f"Spieltisch · YALA · {today}"
    assert task.startswith("Dark to move: ")
    assert result.startswith("🟢" * puzzle.moves + " · ⏱ 0:")
    assert link.endswith(f"#/daily/yala/{today}")
    # It is known to be done, and can still be given.
    reload(page)
    expect_puzzle(page, puzzle.id)
    expect(page.locator("#puzzle-result")).to_be_visible()


def test_a_pack_that_cannot_be_had_is_told_and_fetched_again(open_ready, axe, trouble):
    page = open_ready("#/settings")
    page.route("**/static/puzzles/*", lambda route: route.abort())
    go_to(page, "#/puzzle/yala")
    told = page.locator("#puzzle-told")
    expect(told).to_contain_text("could not be fetched")
    assert axe() == []
    for answer in WRONG_ANSWERS:
        page.unroute("**/static/puzzles/*")
        answer_with(page, "static/puzzles/*", answer)
        with page.expect_response("**/static/puzzles/*"):
            page.locator("[data-do=fetch-again]").click()
        expect(told).to_contain_text("could not be fetched")
    trouble.forgive("static/puzzles/yala.", "net::ERR_FAILED", "500")
    page.unroute("**/static/puzzles/*")
    page.locator("[data-do=fetch-again]").click()
    expect(page.locator("[data-puzzle]")).to_be_visible()


@each_game
def test_packs_are_kept_with_the_site_to_work_without_a_network(built_site, name):
    told = (built_site / "service-worker.js").read_text(encoding="utf-8")
    kept = json.loads(told[told.index("run(") + 4 : told.rindex(")")])
    assert find(built_site, f"static/puzzles/{name}.json") in kept["files"]


@pytest.mark.usefixtures("small_packs")
def test_an_earlier_day_is_solved_by_keyboard_and_marked(open_ready, axe):
    page = open_ready("#/puzzles/yala")
    expect(page.locator(".calendar-day.is-today a")).to_be_visible()
    assert axe() == []
    page.get_by_role("link", name="Earlier").press("Enter")
    expect(page.locator(".calendar-day.is-today")).to_have_count(0)
    day = page.locator(".calendar-day a").first
    expect(day).to_have_text("1")
    day.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-puzzle]")).to_be_visible()
    puzzle = next(one for one in (WIN, HOLD) if page.locator(f"[data-puzzle={one.id}]").count())
    for position, text in own_turns(puzzle):
        await_turn(page, "yala", position)
        page.locator("#typed").fill(text)
        page.locator("#typed").press("Enter")
    expect_puzzle(page, puzzle.id, "solved")
    page.get_by_role("link", name="All puzzles").click()
    page.get_by_role("link", name="Earlier").click()
    expect(page.locator(".calendar-day.is-solved").first).to_contain_text("1")


@pytest.mark.usefixtures("small_packs")
def test_a_run_against_the_clock_ends_with_the_third_mistake(open_ready, axe):
    page = open_ready("#/run/yala")
    page.get_by_role("button", name="Against the clock").press("Enter")
    clock, told = page.locator("#contest-clock"), page.locator("#puzzle-told")
    expect(clock).to_be_visible()
    expect(clock).not_to_have_text("3:00")
    assert axe() == []
    for mistake in range(1, 4):
        here = page.locator("[data-puzzle][data-puzzle-state=open]").get_attribute("data-puzzle")
        puzzle = next(one for one in (WIN, HOLD) if one.id == here)
        page.locator("#typed").fill({WIN.id: "f-", HOLD.id: "b+"}[puzzle.id])
        page.locator("#typed").press("Enter")
        expect(told).to_contain_text(f"0 solved, {mistake} mistake")
        # The right answer is played, while the clock stands.
        expect(told).to_contain_text("This is how.")
        expect(page.locator("#contest-clock.is-running")).to_have_count(0)
        onward = page.get_by_role("button", name="Next")
        expect(onward).to_be_focused()
        onward.press("Enter")
    result = page.locator("#contest-told")
    expect(result).to_have_text("The run is over: you solved 0 puzzles.")
    expect(result).to_be_focused()
    expect(page.locator("#contest-results")).to_be_visible()
    assert axe() == []
    page.locator("#contest-missed a").first.click()
    expect(page.locator("[data-puzzle-state=open]")).to_be_visible()
    expect(page.locator("#puzzle-next")).to_have_attribute("href", re.compile("among="))


@pytest.mark.usefixtures("small_packs")
def test_a_run_that_is_left_with_its_page_counts_as_far_as_it_came(open_ready):
    page = open_ready("#/run/yala")
    page.get_by_role("button", name="Untimed").click()
    here = page.locator("[data-puzzle]").get_attribute("data-puzzle")
    page.locator("#typed").fill({WIN.id: "f-", HOLD.id: "b+"}[here or ""])
    page.locator("#typed").press("Enter")
    expect(page.locator("#puzzle-told")).to_contain_text("1 mistake")
    reload(page)
    expect(page.locator("#contest-results")).to_contain_text("Untimed")


@pytest.mark.parametrize("is_touched", [False, True])
def test_the_duel_of_the_day_is_cleared_by_keys_and_by_touch(open_ready, axe, is_touched):
    page = open_ready("#/duel/aya")
    today = page.evaluate("new Date().toLocaleDateString('sv')")
    hands.press(page.get_by_role("button", name="Untimed"))
    puzzle = duel_of("aya", today)
    game = catalog.game_of("aya")
    position = game.rules.parse_position(puzzle.position)
    while position.outcome is None:
        await_board(page, game.rules.format_board(position))
        expect(page.locator("[data-puzzle-state=open]")).to_be_visible()
        for move in game.solver.advise(position).actions[:1]:
            for token in move:
                if is_touched:
                    hands.press(node_of(page, token))
                else:
                    page.keyboard.press(token.lower())
            position = position.apply(1, move)
    expect(page.locator("#contest-told")).to_have_text("All cards cleared without a miss.")
    expect(page.locator(".rolled").first).to_be_visible()
    assert axe() == []
    reload(page)
    expect(page.locator("#contest-results")).to_contain_text("Untimed")


AYA_KEYS = {"aya": "q", "oye": "a"}


@pytest.mark.parametrize("is_touched", [False, True])
def test_aya_or_oye_is_answered_by_keys_and_by_touch(open_ready, axe, is_touched):
    page = open_ready("#/spot/aya")
    assert axe() == []
    hands.press(page.get_by_role("button", name="Untimed"))
    before = ""
    for number in range(1, 4):
        board = page.locator(f"[data-puzzle-state=open]:not([data-puzzle='{before}'])")
        expect(board).to_be_visible()
        before = board.get_attribute("data-puzzle")
        call, *moves = puzzle_named("aya", before).variation
        if is_touched:
            hands.press(page.locator(f"[data-shout={call}]"))
        else:
            page.keyboard.press(AYA_KEYS[call])
        for move in moves:
            # Who has called may move, and not call again.
            expect(page.locator("[data-shout=oye]")).to_be_disabled()
            for token in move:
                if is_touched:
                    hands.press(node_of(page, token))
                else:
                    page.keyboard.press(token.lower())
        expect(page.locator("#puzzle-told")).to_contain_text(f"{number} solved, 0 mistakes.")
    hands.press(page.get_by_role("button", name="Stop", exact=True))
    expect(page.locator("#contest-told")).to_have_text("The run is over: you solved 3 puzzles.")
    reload(page)
    expect(page.locator("#contest-results")).to_contain_text("Untimed")
    hands.press(page.get_by_role("link", name="Next puzzle"))
    expect(page.locator("[data-puzzle-state=open]")).to_be_visible()
    name = page.locator("[data-puzzle]").get_attribute("data-puzzle")
    wrong = {"aya": "oye", "oye": "aya"}[puzzle_named("aya", name).variation[0]]
    hands.press(page.locator(f"[data-shout={wrong}]"))
    expect(page.locator("#puzzle-told")).to_contain_text("Not this one: there is")
    assert axe() == []
    expect(page).to_have_url(re.compile(f"#/spot/aya/{name}$"))
