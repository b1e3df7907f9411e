"""Games that are one folder and one line of the catalogue are whole games on the page."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from spieltisch.games import catalog
from tests import fourth
from tests.e2e.conftest import go_to, new_profile, reload, serve_in_background
from tests.e2e.fourth_player import HEX, LIGHT_WINS, MU_TORERE, PEOPLE, START, Played, Table
from tests.e2e.later_visit import unpacked
from tests.e2e.test_puzzles import expect_puzzle, own_turns
from tests.puzzles import pack

any_game = pytest.mark.parametrize("game", [MU_TORERE, HEX], ids=lambda game: game.name)
BEST, QUICK = "from_level(22,", "from_level(1,"


@pytest.fixture(scope="session")
def fourth_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site with further games, built as any other."""
    tree = fourth.make_tree(tmp_path_factory.mktemp("further_games"), *fourth.FURTHER)
    pack_quickly(tree / "tools/runtime.py")
    built = tree / "_site"
    done = subprocess.run(
        [sys.executable, "-m", "tools.site", "--out", built],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    yield from serve_in_background(built, unpacked=unpacked(built))


def pack_quickly(module: Path) -> None:
    """Compress as little as possible: that takes a quarter of a build, and nobody downloads it."""
    text = module.read_text(encoding="utf-8")
    assert BEST in text
    module.write_text(text.replace(BEST, QUICK), encoding="utf-8")


@pytest.fixture
def open_four(open_ready, fourth_url: str) -> Callable[..., Page]:
    """Open the site with further games at a hash."""
    return lambda hash_="": open_ready(hash_, url=fourth_url)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def hear(page: Page, text: str) -> None:
    expect(page.locator("#live")).to_contain_text(text)


def tab_to(page: Page, script: str) -> None:
    """Press Tab until the element that has the focus is the one that is looked for."""
    for _ in range(60):
        if page.evaluate(f"document.activeElement.{script}"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {script}")


@any_game
@pytest.mark.running_page
def test_it_is_set_up_and_played_by_mouse(open_four, game: Played):
    page = open_four()
    page.locator(f"a[href='#/setup/{game.name}']").click()
    page.locator("#company-together").check()
    page.locator("#name-1").fill("Anna")
    page.get_by_role("button", name="Start the game").click()
    table = Table(page, game.name)
    table.expect(game.start)
    expect(table.board).to_have_attribute("data-active-seat", "1")
    table.click(game.actions)
    expect(page.locator(f"[data-outcome='{game.winner}']")).to_contain_text(game.end)
    assert table.moves == game.moves
    assert table.targets == []
    hear(page, game.end)


@pytest.mark.running_page
def test_what_is_chosen_at_set_up_counts(open_four):
    page = open_four(f"#/setup/{fourth.NAME}")
    page.locator("#company-together").check()
    page.locator("#more > summary").click()
    page.locator("#begins-light").check()
    page.locator("#begins-dark").check()
    page.get_by_role("button", name="Start the game").click()
    table = Table(page)
    table.expect(START)
    assert sorted(table.targets) == ["a", "d"]


def test_it_is_set_up_and_played_by_keyboard_alone(open_four, axe):
    page = open_four()
    tab_to(page, f"matches(\"a[href='#/setup/{fourth.NAME}']\")")
    page.keyboard.press("Enter")
    expect(page.locator("#setup")).to_be_visible()
    assert axe() == []
    tab_to(page, "matches('#company-alone')")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#company-together")).to_be_checked()
    tab_to(page, "matches('#name-1')")
    page.keyboard.type("Anna")
    page.keyboard.press("Enter")
    table = Table(page)
    expect(table.board).to_be_visible()
    tab_to(page, "matches('[data-site]')")
    table.key(LIGHT_WINS[:3])
    for key, answer in (
        ("h", "i: empty"),
        ("r", "a: light; b: dark"),
        ("l", "Anna moves from i to h"),
    ):
        page.keyboard.press(key)
        hear(page, answer)
    assert axe() == []
    table.key(LIGHT_WINS[3:])
    expect(page.locator("[data-outcome='2']")).to_be_visible()
    assert axe() == []


@any_game
def test_it_is_played_against_a_bot(open_four, game: Played):
    page = open_four(f"#/play/{game.name}?seats=human,bot:1&seed=42")
    table, rng, count = Table(page, game.name), Random(1), 0
    while not page.locator("[data-outcome]").count():
        table.click([rng.choice(sorted(table.targets))])
        count += 2
        answered = page.locator(f"[data-outcome], #move-{count}").first
        expect(answered).to_be_visible()
        assert count < 400
    assert page.locator("[data-outcome]").get_attribute("data-outcome") in ("1", "2", "draw")


@any_game
@pytest.mark.running_page
def test_moves_are_taken_back_and_redone(open_four, game: Played):
    page = open_four(game.people.replace("seed=1", "seed=2"))
    table, last = Table(page, game.name), len(game.actions)
    texts = [table.text]
    for action in game.actions:
        table.click([action])
        texts.append(table.text)
    press(page, "Take back")
    table.expect(texts[last - 1])
    page.keyboard.press("Control+z")
    table.expect(texts[last - 2])
    press(page, "Back to the start")
    table.expect(game.start)
    press(page, "Next move")
    table.expect(texts[1])
    press(page, "To the current position")
    table.expect(texts[last - 2])
    for _ in range(2):
        press(page, "Redo")
    expect(page.locator(f"[data-outcome='{game.winner}']")).to_be_visible()
    page.locator("#move-3").click()
    table.expect(texts[3])
    page.locator("[data-do=branch-off]").click()
    expect(page.locator("[data-outcome]")).to_have_count(0)
    other = next(site for site in sorted(table.targets) if site != game.actions[3])
    table.click([other])
    assert table.moves == "".join((*game.actions[:3], other))


@any_game
def test_hints_and_evaluations_come_from_the_search(open_four, axe, game: Played):
    page = open_four(game.people)
    table, win = Table(page, game.name), game.actions[-1]
    side = {"1": "Dark", "2": "Light"}[game.winner]
    table.click(game.actions[:-1])
    table.site(win).focus()
    page.keyboard.press("?")
    expect(page.locator("#live")).to_contain_text(f"Look at {win}.")
    expect(table.board.locator(".is-hinted")).to_have_attribute("data-site", win)
    page.keyboard.press("?")
    hear(page, f"Just a hint – {side} ")
    page.keyboard.press("b")
    expect(page.locator("#evaluation[data-final]")).to_contain_text(f"{side} wins in 1 move")
    assert axe() == []


def test_a_hint_shows_where_a_man_goes(open_four):
    page = open_four(PEOPLE)
    table = Table(page)
    table.click(LIGHT_WINS[:5])
    page.keyboard.press("?")
    expect(page.locator("#live")).to_contain_text("Look at g.")
    page.keyboard.press("?")
    hear(page, "Just a hint – Light moves from g to h.")
    expect(table.board.locator(".is-hinted")).to_have_count(2)


@any_game
def test_it_is_kept_and_comes_back_after_a_reload(
    open_four, context: BrowserContext, fourth_url, game: Played
):
    page = open_four(game.people)
    table, so_far = Table(page, game.name), game.actions[:4]
    table.click(so_far)
    text = table.text
    reload(page)
    table.expect(text)
    assert table.moves == "".join(so_far)
    page.close(run_before_unload=False)
    again = context.new_page()
    again.goto(fourth_url)
    again.wait_for_selector("html[data-state=ready]", state="attached")
    again.get_by_role("link", name="Continue").click()
    table = Table(again, game.name)
    table.expect(text)
    table.click(game.actions[4:])
    expect(again.locator(f"[data-outcome='{game.winner}']")).to_be_visible()


class TestSharing:
    @pytest.fixture
    def context_options(self):
        return {"permissions": ["clipboard-read", "clipboard-write"]}

    @any_game
    def test_a_shared_link_opens_elsewhere_and_is_replayed(
        self, open_four, browser, trouble, game: Played
    ):
        page = open_four(game.people)
        Table(page, game.name).click(game.actions)
        press(page, "Share")
        expect(page.locator("#notice")).to_contain_text("copied")
        link = page.evaluate("navigator.clipboard.readText()")
        assert "#/record/" in link
        elsewhere = new_profile(browser)
        trouble.watch(elsewhere)
        other = elsewhere.new_page()
        other.goto(link)
        other.wait_for_selector("html[data-state=ready]", state="attached")
        table = Table(other, game.name)
        expect(other.locator(f"[data-outcome='{game.winner}']")).to_be_visible()
        assert table.moves == game.moves
        press(other, "Back to the start")
        table.expect(game.start)
        for number in range(1, len(game.actions) + 1):
            press(other, "Next move")
            expect(other.locator(f"#move-{number}")).to_have_attribute("aria-current", "step")
        expect(other.locator(f"[data-outcome='{game.winner}']")).to_be_visible()
        elsewhere.close()


@pytest.mark.soak
def test_bots_play_each_other_and_the_match_is_reviewed(open_four):
    page = open_four(f"#/play/{fourth.NAME}?seats=bot:1,bot:1&seed=3")
    page.locator("#set-pace").select_option("fast")
    page.locator("#end [data-do=look-back]").click()
    expect(page.locator("progress")).to_have_count(0)
    hear(page, "turning point")


@pytest.mark.running_page
def test_its_rules_and_keys_are_shown(open_four, axe):
    page = open_four()
    page.locator("[data-nav] a[href='#/learn']").click()
    page.locator(f"a[href='#/rules/{fourth.NAME}']").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mū tōrere: the rules")
    expect(page.locator(".prose p")).to_have_count(3)
    expect(page.locator(".key-list").first).to_contain_text("round the ring")
    assert axe() == []


@pytest.mark.running_page
def test_a_puzzle_that_the_hunt_beside_it_has_found_is_solved(open_four):
    with fourth.in_catalogue(HEX.name):
        puzzle = pack(HEX.name)[0]
        format_board = catalog.game_of(HEX.name).rules.format_board
        turns = [(format_board(position), text) for position, text in own_turns(puzzle)]
    page = open_four(f"#/rules/{HEX.name}")
    page.locator(f"a[href='#/puzzle/{HEX.name}']").first.click()
    expect(page.locator("[data-puzzle]")).to_be_visible()
    go_to(page, f"#/puzzle/{HEX.name}/{puzzle.id}")
    expect_puzzle(page, puzzle.id)
    table = Table(page, HEX.name)
    for board, site in turns:
        table.expect(board)
        expect(page.locator("[data-do=hint]:not([aria-disabled])")).to_be_visible()
        table.site(site).click()
    expect_puzzle(page, puzzle.id, "solved")


@pytest.mark.running_page
def test_its_style_sheet_is_one_of_the_sites(open_four):
    page = open_four(PEOPLE)
    maple = "rgb(240, 219, 178)"
    expect(Table(page).board.locator(".is-l .mutorere-face").first).to_have_css("fill", maple)


@pytest.mark.running_page
def test_a_screen_that_is_one_folder_and_one_line_is_a_whole_screen(open_four):
    page = open_four("#/tally")
    tally = page.locator("#tally")
    expect(tally).to_have_text("0")
    expect(page).to_have_title("Tally")
    press(page, "+5")
    press(page, "+1")
    expect(tally).to_have_text("6")
    page.get_by_role("link", name="Back to the games").click()
    expect(page.locator(".screen-start")).to_be_visible()
    page.go_back()
    expect(tally).to_have_text("0")
