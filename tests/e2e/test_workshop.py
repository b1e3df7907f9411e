"""A person writes a bot, sees what is wrong with it, mends it, has it play, and gives it away."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import follow, reload, several_profiles, wait_until
from tools.project import ROOT

EDITOR = r"workshop/editor\.\w+\.js"
ENDED_MS = 120_000
"""A worker starts slowly on a machine that runs many browsers."""
WINS = (ROOT / "examples" / "minimax.py").read_text(encoding="utf-8")


def run(page, state, within_ms=ENDED_MS):
    """Have the bot on screen play, until it is over."""
    page.locator("#bot-run").click()
    over = re.compile("done|failed|time|flood|died")
    expect(page.locator("[data-series]")).to_have_attribute("data-series", over, timeout=within_ms)
    expect(page.locator("[data-series]")).to_have_attribute("data-series", state)


BEGUN = "def evaluate(position, seat):"
WRONG = "return len(position.legal_action(seat)) / 10"
"""Typed by a person, who is helped with indents and brackets; wins, once it is mended."""


def test_a_bot_is_typed_mended_played_against_and_given_away(page, open_ready, browser, trouble):
    open_ready("#/workshop/yala")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    field, error = page.locator("[data-editor]"), page.locator("[data-bot-error]")
    editor = page.locator("code-editor .cm-content")
    editor.focus()
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    page.keyboard.type(f"{BEGUN}\n{WRONG}")
    expect(field).to_have_value(f"{BEGUN}\n    {WRONG}")
    assert not any("/workshop/" in url for url in asked)
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.locator("[data-do=share-bot]")).to_be_focused()
    run(page, "failed")
    expect(error).to_contain_text("line 2")
    expect(error).to_contain_text("legal_action")
    expect(page.locator(".cm-wrong")).to_have_text(f"    {WRONG}")
    expect(editor).to_have_attribute("aria-invalid", "true")

    editor.focus()
    page.keyboard.press("Control+End")
    for _ in "(seat)) / 10":
        page.keyboard.press("ArrowLeft")
    page.keyboard.type("s")
    expect(page.locator(".cm-wrong")).to_have_count(0)
    mended = field.input_value()
    page.locator("#bot-limit").select_option("30")
    run(page, "done")
    expect(error).to_be_empty()
    told = page.locator("#series-told")
    won = int(re.match(r"\d+", told.inner_text())[0])
    assert won >= 8
    expect(page.locator("#bot-series li")).to_have_count(10)

    # The last match lies beside the file, and the bot is asked what it would play in it.
    where, answer = page.locator("#board-where"), page.locator("#board-answer code")
    expect(where).to_have_text(re.compile(r"Move (\d+) of \1$"))
    page.locator(".bot-board").focus()
    page.keyboard.press("Home")
    expect(where).to_have_text(re.compile("Move 0 of"))
    page.locator("#bot-ask").click()
    expect(answer).to_have_text(re.compile("^[a-l][+-]$"), timeout=ENDED_MS)
    page.keyboard.press("ArrowRight")
    expect(where).to_have_text(re.compile("Move 1 of"))
    expect(answer).to_have_count(0)

    # A match of the series is looked at, stays apart from the person's own until it is put on the
    # table, and the series is still there.
    page.locator("#bot-series button").first.click()
    expect(page.locator(".bot-board")).to_be_focused()
    expect(where).to_have_text(re.compile("Move 0 of"))
    page.keyboard.press("End")
    expect(where).to_have_text(re.compile(r"Move (\d+) of \1$"))
    follow(page, "#/matches")
    expect(page.locator(".screen-matches h1")).to_be_visible()
    expect(page.locator("[data-match]")).to_have_count(0)
    follow(page, "#/workshop/yala")
    page.locator("#bot-series button").first.click()
    page.locator("[data-do=open-played]").click()
    expect(page.locator("svg[data-game=yala]")).to_be_visible()
    expect(page.locator("[data-outcome]")).to_be_attached()
    page.go_back()
    expect(told).to_contain_text(f"{won} won")

    # It answers at the table.
    page.locator("[data-do=try-bot]").click()
    page.locator("#board [data-target]").first.click()
    page.locator("#board [data-target]").first.click()
    expect(page.locator("#moves li")).to_have_count(2, timeout=ENDED_MS)
    page.go_back()

    # It is still there after a reload, as it was written.
    reload(page)
    expect(field).to_have_value(mended)
    expect(told).to_contain_text(f"{won} won")
    expect(page.locator("#bot-series li")).to_have_count(10)

    # Somebody else opens it by its link: as text, of which nothing runs before it is wanted.
    page.evaluate(
        "() => { navigator.clipboard.writeText = async (text) => (window.copied = text) }"
    )
    page.locator("[data-do=share-bot]").click()
    wait_until(page, "'copied' in window")
    with several_profiles(browser, trouble) as profile:
        other = profile().new_page()
        other.goto(page.evaluate("copied"))
        expect(other.locator("[data-editor]")).to_have_value(mended)
        expect(other.locator("#bot-foreign")).to_be_visible()
        assert other.locator("iframe").count() == 0
        other.locator("#bot-matches").select_option("2")
        other.locator("#bot-limit").select_option("30")
        run(other, "done")
        expect(other.locator("#bot-foreign")).to_have_count(0)
        # That it came by link is told until it is changed or accepted; before a match it is asked.
        mark = other.locator("#bot-by-link")
        expect(mark).to_be_visible()
        other.locator("[data-do=try-bot]").click()
        expect(other.locator("#try-sure")).to_be_focused()
        expect(mark).to_contain_text("Do you want to play against it?")
        reload(other)
        expect(mark).to_be_visible()
        other.locator("[data-do=accept-bot]").click()
        expect(mark).to_have_count(0)
        other.locator("[data-do=try-bot]").click()
        expect(other.locator("#board [data-target]").first).to_be_visible()


def test_a_new_bot_stands_at_no_other_ones_address(page, open_ready):
    open_ready("#/workshop/yala")
    page.locator("[data-editor]").fill("# the first one")
    wait_until(page, "location.hash.split('/').length === 4")
    first = page.evaluate("location.hash")
    page.locator("[data-do=new-bot]").first.click()
    wait_until(page, "location.hash === '#/workshop/yala'")
    page.locator("[data-editor]").fill("# the second one")
    wait_until(page, "location.hash.split('/').length === 4")
    assert page.evaluate("location.hash") != first
    page.go_back()
    expect(page.locator("[data-editor]")).to_have_value("# the first one")
    assert page.evaluate("location.hash") == first


def test_keys_that_change_nothing_to_hear_are_told(page, open_ready):
    """Heard by Orca: Tab was silent in a file, however often it was pressed, as was Escape."""
    open_ready("#/workshop/yala")
    editor, told = page.locator("code-editor .cm-content"), page.locator(".cm-announced")
    editor.focus()
    page.keyboard.press("Control+Home")
    for key, spaces in (("Tab", 4), ("Tab", 8), ("Shift+Tab", 4)):
        page.keyboard.press(key)
        expect(told).to_have_text(f"Indented to {spaces}")
    page.keyboard.press("Escape")
    expect(told).to_have_text("Tab leaves the file now.")
    page.keyboard.press("Tab")
    expect(editor).not_to_be_focused()


def test_a_loop_without_end_is_stopped(page, open_ready):
    open_ready("#/workshop/myra")
    page.locator("[data-editor]").fill("def choose(position, seat):\n    while True: pass\n")
    run(page, "time")
    late = "line 2: It thought for longer than 5 seconds"
    expect(page.locator("[data-bot-error]")).to_contain_text(late)
    # The next one runs where this one stood.
    page.locator("[data-editor]").fill(
        "def choose(position, seat):\n    return position.legal_actions(seat)[10_000]\n"
    )
    run(page, "failed")
    before = page.locator("[data-editor]").input_value()
    page.locator("[data-do=take-test]").click()
    expect(page.locator("code-editor .cm-content")).to_be_focused()
    assert page.locator("[data-editor]").input_value().startswith(before.rstrip())
    run(page, "failed")


def test_prints_without_end_are_a_flood_and_the_page_goes_on(page, open_ready):
    open_ready("#/workshop/yala")
    page.locator("[data-editor]").fill(
        "def choose(position, seat):\n"
        "    for number in range(10**9):\n"
        "        print(number, position)\n"
        "    return position.legal_actions(seat)[0]\n"
    )
    run(page, "flood")
    expect(page.locator("[data-bot-error]")).to_contain_text("print")
    # The page answers, and the next one plays where this one stood.
    page.locator("[data-editor]").fill(
        "def choose(position, seat):\n    return position.legal_actions(seat)[0]\n"
    )
    page.locator("#bot-matches").select_option("2")
    run(page, "done")


def test_matches_of_an_aya_bot_that_is_always_wrong_come_to_an_end(page, open_ready):
    open_ready("#/workshop/aya")
    page.locator("[data-editor]").fill('def see(position, seat):\n    return "aya", ["1L"], 500\n')
    page.locator("#bot-matches").select_option("2")
    page.locator("#bot-rival").select_option(index=0)
    run(page, "done")
    expect(page.locator("[data-bot-error]")).to_have_text("")
    # One that never calls in time loses by rule, too, and nobody waits for it.
    page.locator("[data-editor]").fill('def see(position, seat):\n    return "oye", [], 60_000\n')
    run(page, "done")


FROM_THE_PAGE = {
    "yala": """\
def choose(position, seat):
    fewest, best = 99, None
    for action in position.legal_actions(seat):
        after = position.apply(seat, action)
        if after.outcome and seat in after.outcome.winners:
            return action
        left = sum(len(after.legal_actions(one)) for one in after.active_seats)
        if left < fewest:
            fewest, best = left, action
    return best""",
    "myra": """\
def evaluate(position, seat):
    mine = 0
    for site, piece in position.pieces.items():
        if piece.seat == seat:
            mine += piece.soldiers
        else:
            mine -= piece.soldiers
    return mine / 5""",
    "aya": """\
def see(position, seat):
    for end in "LR":
        for balls in "12345":
            if position.try_move(balls + end).cards:
                return "aya", [balls + end], 2000
    return "oye", [], 6000""",
}
"""Bots of somebody who knows Python, and of the house what the workshop lists."""


@pytest.mark.soak
@pytest.mark.parametrize("game", FROM_THE_PAGE)
def test_a_bot_is_typed_line_by_line_by_who_knows_the_page_alone(page, open_ready, game):
    open_ready(f"#/workshop/{game}")
    page.locator("code-editor .cm-content").focus()
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    depth, source = 0, FROM_THE_PAGE[game]
    for number, line in enumerate(source.splitlines()):
        if number:
            page.keyboard.press("Enter")
        wanted = (len(line) - len(line.lstrip())) // 4
        for _ in range(depth - wanted):
            page.keyboard.press("Backspace")
        page.keyboard.type(line.lstrip())
        depth = wanted + line.endswith(":")
    expect(page.locator("[data-editor]")).to_have_value(source)
    page.locator("#bot-rival").select_option(index=0)
    page.locator("#bot-matches").select_option("2")
    run(page, "done")
    expect(page.locator("[data-bot-error]")).to_be_empty()


@pytest.mark.soak
def test_ten_long_matches_of_myra_do_not_end_python(page, open_ready):
    """Who always plays the first action needs thousands of turns, and memory for all of them."""
    open_ready("#/workshop/myra")
    page.locator("[data-editor]").fill(
        "def choose(position, seat):\n    return position.legal_actions(seat)[0]\n"
    )
    page.locator("#bot-rival").select_option(index=0)
    page.locator("#bot-matches").select_option("10")
    run(page, "done", within_ms=10 * ENDED_MS)
    expect(page.locator("#bot-series button")).to_have_count(10)


@pytest.mark.ci
def test_files_are_bots_where_the_editor_does_not_come(page, open_ready, trouble):
    page.route(re.compile(EDITOR), lambda route: route.abort())
    open_ready("#/workshop/yala")
    expect(page.locator("[data-editor]")).to_be_editable()
    expect(page.locator("[data-do=new-bot][data-arg=minimax]")).to_be_visible()
    field = page.locator("[data-files]")
    field.set_input_files({"name": "mine.py", "mimeType": "text/x-python", "buffer": WINS.encode()})
    expect(page.locator("#bot-name")).to_have_value("mine")
    expect(page.locator("[data-editor]")).to_have_value(WINS)
    with page.expect_download() as download:
        page.locator("[data-do=save-bot]").click()
    assert download.value.suggested_filename == "mine.py"
    page.locator("[data-do=new-bot][data-arg=minimax]").click()
    expect(page.locator("#bot-name")).to_have_value("minimax")
    page.locator("[data-do=check-step]").click()
    expect(page.locator("[data-steps]")).to_have_attribute("data-steps", "1", timeout=ENDED_MS)
    league_of(page)
    page.locator("[data-do=delete-bot]").click()
    page.locator("#restore-bot").click()
    expect(page.locator("#bot-name")).to_have_value("minimax")
    trouble.forgive("workshop/editor.", "net::ERR_FAILED")


def league_of(page):
    """All that were written play each other and chance, and what they played is looked at."""
    page.locator("[data-do=enter-level][data-arg=random]").click()
    page.locator("#league-run").click()
    league = page.locator("[data-league]")
    expect(league).to_have_attribute("data-league", "done", timeout=ENDED_MS)
    expect(page.locator(".league-table tbody tr")).to_have_count(3)
    pair = "mine – Random moves"
    # By its names: who stands where in the table is decided by what they played.
    page.get_by_title(f"{pair}: ").click()
    expect(page.locator(".series-names")).to_have_text(pair)
    page.locator("#bot-series button").first.click()
    page.locator("[data-do=open-played]").click()
    expect(page.locator("[data-outcome]")).to_be_attached()
    page.go_back()
    expect(league).to_have_attribute("data-league", "done")
    reload(page)
    expect(league).to_have_attribute("data-league", "done")
    page.locator("#kept-series button").last.click()
    expect(page.locator(".series-names")).to_have_text("minimax – Random moves")
    expect(page.locator("#bot-series li")).to_have_count(2)


def test_two_tabs_on_the_same_bot_go_on_with_each_others_text(open_ready, context, site_url):
    pages = [open_ready("#/workshop/yala"), context.new_page()]

    def write(page, text):
        page.bring_to_front()
        page.locator("code-editor .cm-content").focus()
        page.keyboard.press("Control+A")
        page.keyboard.press("Delete")
        page.keyboard.type(text)
        expect(page.locator("[data-editor]")).to_have_value(text)

    write(pages[0], "first")
    wait_until(pages[0], "location.hash.split('/').length === 4")
    pages[1].goto(pages[0].url)
    for page, other, text in ((*reversed(pages), "second"), (*pages, "third")):
        write(page, text)
        expect(other.locator("code-editor .cm-content")).to_have_text(text)


@pytest.mark.ci
def test_a_bot_plays_at_the_table(page, open_ready):
    open_ready("#/workshop/yala")
    page.locator("#bot-name").fill("Zeno")
    editor = page.locator("[data-editor]")
    editor.fill("import time\ndef choose(position, seat): raise ValueError(time.time_ns())\n")
    page.locator("[data-do=try-bot]").click()
    expect(page.locator("svg[data-game=yala]")).to_be_visible()
    page.locator("#board [data-target]").first.click()
    page.locator("#board [data-target]").first.click()
    expect(page.locator("#notice")).to_contain_text("Zeno.py, line 2", timeout=ENDED_MS)
    expect(page.locator("#moves li")).to_have_count(1)

    # Asked again, it fails again (the time that it tells is another), and the ways on stay when
    # the notice is closed.
    failed = page.locator("#notice").inner_text()
    page.locator("#notice [data-do=ask-again]").click()
    expect(page.locator("#notice")).not_to_have_text(failed, use_inner_text=True)
    expect(page.locator("#notice")).to_contain_text("Zeno.py, line 2", timeout=ENDED_MS)
    page.locator("#notice [data-do=dismiss]").click()
    expect(page.locator("#bot-failed")).to_contain_text("Zeno.py, line 2")

    # It is mended, and goes on with the same match.
    page.locator("#bot-failed a").click()
    editor.fill("def choose(position, seat):\n    return position.legal_actions(seat)[-1]\n")
    page.go_back()
    expect(page.locator("#moves li")).to_have_count(2, timeout=ENDED_MS)
    expect(page.locator("#app")).to_contain_text("Zeno")

    # It is among the players of the form.
    follow(page, "#/setup/yala")
    expect(page.locator("#controller-2")).to_have_value(re.compile("own:."))
    expect(page.locator("#controller-2 option[value='bot:3']")).to_be_attached()

    # One that says what it sees plays where the faster one acts.
    follow(page, "#/workshop/aya")
    page.locator("[data-do=new-bot][data-arg=aya_reader]").click()
    page.locator("[data-do=try-bot]").click()
    page.locator("[data-do=ready]").click()
    expect(page.locator("#app")).to_contain_text("aya_reader.py")
    expect(page.locator("#moves li").nth(2)).to_be_attached(timeout=ENDED_MS)


def test_the_computer_plays_on_for_a_bot_that_fails_or_a_person_resigns_for_it(page, open_ready):
    open_ready("#/workshop/yala")
    page.locator("[data-editor]").fill("def choose(position, seat):\n    return 'nothing'\n")
    page.locator("[data-do=try-bot]").click()
    for way in ("stand-in", "resign"):
        page.locator("#board [data-target]").first.click()
        page.locator("#board [data-target]").first.click()
        expect(page.locator("#notice")).to_contain_text("It may play", timeout=ENDED_MS)
        page.locator(f"#notice [data-do={way}]").click()
        expect(page.locator("#notice")).to_have_count(0)
        if way == "stand-in":
            expect(page.locator("#moves li")).to_have_count(2, timeout=ENDED_MS)
            # A page that is loaded again asks the bot itself.
            reload(page)
    expect(page.locator("[data-outcome]")).to_be_attached()


NOTE_LEAGUES = """() => {
  const look = () => {
    const [, game] = /The league of (\\w+) is over/.exec(document.body.textContent) ?? [];
    if (game) document.documentElement.dataset.toldLeague = game;
  };
  const all = { childList: true, subtree: true, characterData: true };
  new MutationObserver(look).observe(document.body, all);
}"""
"""What is told of it may be gone before anybody looks."""


def test_a_league_is_played_while_one_reads_the_rules(page, open_ready):
    open_ready("#/workshop/yala")
    page.locator("[data-editor]").fill("def choose(position, seat):\n    return 'z9'\n")
    page.locator("#bot-name").fill("Zeno")
    page.locator("[data-do=enter-level][data-arg=random]").click()
    page.locator("#bot-matches").select_option("2")
    expect(page.locator("#league-run")).to_be_enabled()
    page.evaluate(NOTE_LEAGUES)
    # Gone before the first match can be over, which is lost at once.
    page.evaluate("document.querySelector('#league-run').click(); location.hash = '#/rules/yala'")
    expect(page.locator("main.screen-rules")).to_be_attached()
    expect(page.locator("html")).to_have_attribute("data-told-league", "YALA", timeout=ENDED_MS)
    expect(page.locator("main.screen-rules")).to_be_attached()
    follow(page, "#/workshop/yala")
    expect(page.locator("#bot-league")).to_have_attribute("data-league", "failed")
    expect(page.locator(".league-failure")).to_contain_text("Zeno.py, line 1")


SIX = {
    "Ahead": (ROOT / "examples" / "turns_step_3.py").read_text(encoding="utf-8"),
    "First": "def choose(position, seat):\n    return position.legal_actions(seat)[0]\n",
    "Last": (
        "def choose(position, seat):\n    print('at', position)\n"
        "    return position.legal_actions(seat)[-1]\n"
    ),
    "Fewest": (ROOT / "examples" / "fewest_moves.py").read_text(encoding="utf-8"),
    "Crasher": (
        "asked = 0\ndef choose(position, seat):\n    global asked\n    asked += 1\n"
        "    return position.legal_actions(seat)[30 * (asked > 2)]\n"
    ),
    "Silent": (
        "def choose(position, seat):\n    for action in position.legal_actions(seat):\n"
        "        if position.apply(seat, action).outcome:\n            return action\n"
    ),
}
"""Two of them fail: one at its third move, the other at its first."""


@pytest.mark.soak
def test_a_league_of_six_with_two_that_fail(page, open_ready):
    open_ready("#/workshop/yala")
    files = [
        {"name": f"{name}.py", "mimeType": "text/x-python", "buffer": source.encode()}
        for name, source in SIX.items()
    ]
    page.locator("[data-files]").set_input_files(files)
    expect(page.locator("#bot-name")).to_have_value("Silent")
    page.locator("#bot-matches").select_option("2")
    page.locator("#league-run").click()
    league, rows = page.locator("[data-league]"), page.locator(".league-table tbody tr")
    expect(league).to_have_attribute(
        "data-league", re.compile("done|failed"), timeout=10 * ENDED_MS
    )
    expect(page.locator("#bot-league")).to_contain_text("Games played: 30 of 30")
    expect(rows).to_have_count(6)
    # Each has met each, and who fails is last, though it has played all of its games.
    expect(rows.locator("td:nth-child(3)")).to_have_text([re.compile(r"/10$")] * 6)
    expect(rows.locator("th").nth(4)).to_have_text("Crasher")
    expect(rows.locator("th").nth(5)).to_have_text("Silent")
    expect(rows.nth(5).locator("td:nth-child(3)")).to_have_text("0/10")
    crashed, silent = page.locator(".league-failure").all()
    expect(crashed).to_contain_text("Crasher.py, line 5: IndexError: tuple index out of range. It")
    expect(silent).to_contain_text("Silent.py, line 1: choose returned nothing.")
    others = [one.inner_text() for one in rows.locator("th").all()][:4]
    expect(crashed).to_contain_text(f"It has lost games by that, to {', '.join(others)}.")
    expect(silent).to_contain_text(f"by that, to {', '.join(others)}, Crasher.")
    # The pair is looked at, with the position in which one of the two has failed.
    page.get_by_title("Crasher – Last: ").or_(page.get_by_title("Last – Crasher: ")).first.click()
    expect(page.locator("[data-bot-error]")).to_contain_text("Crasher.py, line 5")
    expect(page.locator("[data-bot-error]")).to_contain_text("at move ")
    # Another visit finds it.
    reload(page)
    expect(rows).to_have_count(6)
    expect(page.locator(".league-failure")).to_have_count(2)
