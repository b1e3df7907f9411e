"""Against the computer, in a real browser: its moves, its help, and whatever may happen to it."""

import re

import pytest
from playwright.sync_api import Page, expect

from spieltisch.games import catalog
from spieltisch.play.record_link import encode_record
from spieltisch.table import parse_record
from tests.e2e import myra_player
from tests.e2e.conftest import SIZE
from tests.e2e.shown import expect_shown, note_shown
from tests.e2e.yala_player import Table, has_no_overflow, narrowing
from tests.records import keeping
from tests.sampling import sampled

pytestmark = [pytest.mark.spare_time, pytest.mark.running_page]

STRONG = "#/play/yala?seats=human,bot:6&seed={}"
"""A match of its own for each test: a link that is used twice goes on with its match."""

PEOPLE = "#/play/yala?seats=human,human&seed=42"


def legal(table: Table) -> str:
    """Some action that the person may play."""
    position = table.position
    return min(map(str, position.legal_actions(min(position.active_seats))))


def expect_moves(page: Page, count: int) -> None:
    """So many moves in the list; what is replied is seen as it comes."""
    page.wait_for_selector(f"#moves li >> nth={count - 1}", state="attached")
    expect(page.locator("#moves li")).to_have_count(count)


def move_and_see_it_think(page: Page) -> Table:
    """The person moves, and the computer is not done before the test goes on."""
    table = Table(page)
    note_shown(page, "#status")
    table.click(legal(table))
    expect_shown(page, "#status", re.compile("Vera is thinking"))
    return table


def said(page: Page) -> str:
    return " ".join(page.locator("#live p").all_inner_texts()).strip()


def hear(page: Page, text: str) -> None:
    page.wait_for_selector(f'#live:has-text("{text}")', state="attached")
    expect(page.locator("#live")).to_contain_text(text)


def written_move(page: Page) -> str:
    """The move of a hint, which is read as it is written and said in words alone."""
    found = re.search(r"\((.+?)\)", page.locator("#hint").inner_text())
    assert found is not None
    return found[1]


def go_to_the_board(page: Page) -> None:
    page.locator("svg#board [tabindex='0']").focus()


def test_a_match_to_its_end(open_ready):
    page = open_ready("#/play/yala?seats=human,bot:3&seed=3")
    table = Table(page)
    count = 0
    while not table.is_over:
        table.click(narrowing(table.position))
        count += 2
        page.wait_for_selector(f"[data-outcome], #move-{count}")
        assert count < 120
    outcome = page.locator("[data-outcome]")
    expect(outcome).to_contain_text(re.compile("You (win|are walled in): "))
    expect(table.board.locator("[data-target]")).to_have_count(0)
    hear(page, (outcome.text_content() or "").strip())


@pytest.mark.ci
def test_it_is_undone_left_come_back_to_and_loaded_again_while_it_thinks(open_ready):
    page = open_ready(STRONG.format(42))
    table = move_and_see_it_think(page)
    page.keyboard.press("Control+z")
    expect(page.locator("#status")).to_contain_text("Your turn")
    # What it was asked first is gone: it answers to what is played now.
    table = move_and_see_it_think(page)
    page.locator("a.brand").click()
    expect(page.locator(".menu")).to_be_visible()
    page.get_by_role("link", name="Continue").first.click()
    expect(page.locator("#status")).to_contain_text("Vera is thinking")
    expect_moves(page, 2)
    expect(page.locator("#status")).to_contain_text("Your turn")
    table = move_and_see_it_think(page)
    page.reload()
    expect_moves(page, 4)
    assert table.targets


ENDS = {
    "dies": (43, "() => self.close()"),
    "hangs": (45, "() => { setTimeout(() => { for (;;); }); }"),
}
"""The seed of a match, and what its worker does. Both are found out by silence; only what hangs has
to be ended."""


@pytest.mark.parametrize("end", sampled(ENDS, "hangs"))
@pytest.mark.ci
def test_a_worker_is_replaced_that(open_ready, end):
    seed, script = ENDS[end]
    page = open_ready(STRONG.format(seed))
    move_and_see_it_think(page)
    (first,) = page.workers
    note_shown(page, "#status")
    with first.expect_event("close"):
        first.evaluate(script)
        # It is given some seconds to say something.
        expect_moves(page, 2)
        expect(page.locator("#status")).to_contain_text("Your turn")
    # A worker may be there again sooner than Playwright looks.
    expect_shown(page, "#status", re.compile("sitting down"))
    assert len(page.workers) == 1


WATCH = """() => {
  window.longTasks = [];
  window.tasks = new PerformanceObserver(list => longTasks.push(...list.getEntries()));
  tasks.observe({type: "longtask"});
}"""

NOTE_THOUGHT = """() => {
  const thought = window.thought = {};
  const noting = new MutationObserver(() => {
    if (document.getElementById("status").textContent.includes("thinking")) {
      // Drawing the person's move is not thinking.
      requestAnimationFrame(() => setTimeout(() => { thought.from ??= performance.now(); }));
      thought.isThinking = true;
    } else if (thought.isThinking) {
      noting.disconnect();
      thought.until = performance.now();
    }
  });
  noting.observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
"""Notes from when to when the computer thinks, from before it does."""

LONG_WHILE_IT_THOUGHT = """() => {
  const { from, until } = thought;
  return [...longTasks, ...tasks.takeRecords()]
    .filter(task => task.startTime > from && task.startTime + task.duration < until)
    .map(task => Math.round(task.duration));
}"""


def test_the_page_never_stutters_while_it_thinks(open_ready):
    """No task of more than 50 ms. A busy machine may hold up a short one: so it thinks again."""
    page = open_ready(STRONG.format(44))
    table = move_and_see_it_think(page)
    expect_moves(page, 2)
    page.evaluate(WATCH)
    found = []
    for count in (4, 6, 8):
        page.evaluate(NOTE_THOUGHT)
        table.click(legal(table))
        expect_moves(page, count)
        page.wait_for_function("() => thought.until")
        # What has been observed is told a little later.
        page.wait_for_timeout(200)
        found.append(page.evaluate(LONG_WHILE_IT_THOUGHT))
        if not found[-1]:
            return
    raise AssertionError(f"tasks of so many milliseconds: {found}")


def test_hints_and_analysis_by_keys(open_ready, axe):
    page = open_ready(PEOPLE)
    table = Table(page)
    go_to_the_board(page)
    page.keyboard.press("?")
    hear(page, "Look at the tower on")
    tower = said(page).split(" on ")[1][0]
    expect(table.board.locator(".is-hinted")).to_have_attribute("data-site", tower)
    page.keyboard.press("?")
    hear(page, "Just a hint – ")
    action = written_move(page)
    assert action[0] == tower
    expect(table.board.locator(".walks.is-hint")).to_be_visible()
    assert axe() == []
    # The line was found with the hint: nothing is thought about twice.
    page.keyboard.press("b")
    hear(page, "Best – ")
    way = {"+": "clockwise", "-": "counter-clockwise"}[action[1]]
    hear(page, f": {tower} {way} to")
    judgement = page.locator("#evaluation")
    expect(judgement).to_contain_text("Dark")
    table.key(action)
    expect(page.locator("#evaluation[data-final]")).to_be_visible()
    after_move = judgement.inner_text()
    page.keyboard.press("b")
    hear(page, "Best – ")
    assert axe() == []
    page.keyboard.press("Control+z")
    expect(judgement).not_to_have_text(after_move)
    expect(page.locator("#evaluation[data-final]")).to_be_visible()
    page.set_viewport_size({"width": 320, "height": 640})
    assert has_no_overflow(page)
    page.get_by_role("button", name="Analysis").click()
    expect(judgement).to_have_count(0)
    page.set_viewport_size(SIZE)


@pytest.mark.parametrize(
    "context_options", [{"color_scheme": "dark", "locale": "de-DE"}], ids=["dark, German"]
)
@pytest.mark.ci
def test_a_review_by_keys(open_ready, axe):
    record = parse_record(keeping.read("yala-shortest"))
    page = open_ready("#/record/" + encode_record(record))
    page.locator("[data-do=review]").focus()
    note_shown(page, "progress", "max")
    page.keyboard.press("Enter")
    expect_shown(page, "progress", re.compile("."))
    assert axe() == []
    hear(page, "Wendepunkt")
    expect(page.locator("progress")).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.do") == "review"
    numbers = page.locator("[data-do=turning-point]").evaluate_all(
        "nodes => nodes.map(node => Number(node.dataset.arg))"
    )
    assert numbers
    mistakes = page.locator(".turning .is-mistake, .turning .is-blunder").count()
    assert page.locator(".move .sign").count() == mistakes
    go_to_the_board(page)
    # It has opened at the first one.
    expect(page.locator(f"#turning-{numbers[0]}")).to_have_attribute("aria-current", "step")
    for number in numbers[1:]:
        page.keyboard.press("n")
        expect(page.locator(f"#turning-{number}")).to_have_attribute("aria-current", "step")
        hear(page, f"Zug {number}, ")
        expect(page.locator(f"#move-{number}")).to_have_attribute("aria-current", "step")
    page.keyboard.press("n")
    hear(page, "keinen weiteren Wendepunkt")
    for number in reversed(numbers[:-1]):
        page.keyboard.press("Shift+N")
        hear(page, f"Zug {number}, ")
    assert axe() == []
    page.set_viewport_size({"width": 320, "height": 640})
    assert has_no_overflow(page)
    page.locator(f"#turning-{numbers[-1]}").click()
    expect(page.locator(f"#move-{numbers[-1]}")).to_have_attribute("aria-current", "step")


def test_computers_are_watched_halted_and_moved_one_by_one(open_ready, axe):
    page = open_ready("#/play/yala?seats=bot:1,bot:2&seed=42")
    page.locator("#set-pace").select_option("fast")
    page.wait_for_selector("#move-2")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Continue")).to_be_focused()
    table = Table(page)
    count = len(table.moves)
    assert axe() == []
    for more in (1, 2):
        page.get_by_role("button", name="One move").click()
        expect_moves(page, count + more)
    page.get_by_role("button", name="Continue").click()
    page.wait_for_selector(f"#move-{count + 4}")
    page.locator("#set-pace").select_option("normal")


@pytest.mark.parametrize("seats", sampled([2, 3], 3))
def test_myra(open_ready, axe, seats):
    bots = ",bot:1" * (seats - 1)
    page = open_ready(f"#/play/myra?seats=human{bots}&seed=1")
    table = myra_player.Table(page, myra_player.start(seats))
    page.locator("svg#board [tabindex='0']").focus()
    page.keyboard.press("?")
    page.wait_for_selector(".hinted-pit", state="attached")
    expect(page.locator(".hinted-pit")).to_have_count(1)
    page.keyboard.press("?")
    hear(page, "Just a hint – ")
    assert axe() == []
    action = catalog.game_of("myra").rules.parse_action(written_move(page))
    table.press(str(action))
    expect_moves(page, seats)
    expect(page.locator("#status")).to_contain_text("Your turn")
    page.keyboard.press("Control+z")
    expect_moves(page, seats)
    expect(page.locator("#status")).to_contain_text("Your turn")
    page.get_by_role("button", name="Analysis").click()
    expect(page.locator("#evaluation[data-final]")).to_contain_text(str(action))
    assert axe() == []
    page.get_by_role("button", name="Analysis").click()
