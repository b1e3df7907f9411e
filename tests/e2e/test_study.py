"""A match is studied: moves by mouse and by keys, signs, a comment, the best lines. The study is
kept, given away as a file and as a link, and comes back from both."""

import pytest
from playwright.sync_api import expect

from spieltisch.play.code_text import pack_text
from tests.e2e.conftest import go_to, reload, wait_until
from tests.e2e.hands import once_seen, press_keys
from tests.e2e.test_files import drop
from tests.e2e.yala_player import has_no_overflow

pytestmark = pytest.mark.running_page


@pytest.fixture
def context_options():
    return {"permissions": ["clipboard-read", "clipboard-write"]}


def said(page):
    return page.locator("#live")


def tree(page):
    """The moves as they are seen."""
    texts = page.locator("#moves .move button").all_inner_texts()
    return [" ".join(text.split()) for text in texts]


def test_a_match_is_studied_kept_and_given_away(open_ready, axe):
    page = open_ready("#/play/yala?seats=human,human&seed=42")
    page.fill("#typed", "a+")
    press_keys(page, "Enter")
    page.locator("[data-do=study]").click()
    expect(page.locator("[data-study]")).to_be_visible()
    expect(said(page)).to_contain_text("Move 1. Dark: a clockwise to c, now 3 high.")

    # One move by mouse, another in its place by keys.
    page.locator("#board [data-site=b]").click()
    page.locator("#board [data-site=d]").click()
    expect(page.locator("#moves .move")).to_have_count(2)
    page.locator("#moves").focus()
    press_keys(page, "ArrowLeft")
    page.locator("#site-h").focus()
    press_keys(page, "Enter")
    page.locator("#site-j").focus()
    press_keys(page, "Enter")
    expect(page.locator("#moves .move")).to_have_count(3)
    other = tree(page)[-1]

    # What is said of it: by a key, and in words.
    page.locator("#moves").focus()
    press_keys(page, "6")
    expect(said(page)).to_contain_text("Dubious move.")
    page.locator("[data-edit=comment]").fill("Too slow: {look} at b")
    page.locator("#moves").focus()
    press_keys(page, "ArrowUp", "ArrowDown")
    expect(said(page)).to_contain_text("Comment: Too slow: {look} at b. Variation 1 of 1.")
    press_keys(page, "Home", "ArrowRight")
    expect(said(page)).to_contain_text("now 3 high. 1 variation.")

    # The variation becomes the main line: by mouse, and undone, by a key.
    main = tree(page)
    press_keys(page, "ArrowRight", "ArrowDown")
    page.locator("[data-do=make-main]").click()
    expect(page.locator("#moves .move").nth(1)).to_contain_text(other.split()[-1])
    expect(page.locator("[data-do=make-main]")).to_be_disabled()
    page.locator("[data-do=take-back]").click()
    wait_until(page, "!document.querySelector('[data-do=make-main]').disabled")
    assert tree(page) == main
    page.locator("#moves").focus()
    press_keys(page, "9")
    expect(said(page)).to_contain_text("Now the main line.")
    press_keys(page, "Control+z")
    expect(said(page)).to_contain_text("Undone.")
    press_keys(page, "ArrowLeft")

    # The best lines go into it, are taken out, and brought back.
    page.locator("[data-do=analyse]").click()
    expect(page.locator("#evaluation .lines > li")).to_have_count(3)
    expect(page.locator("#evaluation .depth")).to_be_visible()
    page.locator("#evaluation .lines > li").nth(0).locator("[data-do=line]").nth(1).click()
    wait_until(page, "document.querySelectorAll('#moves .move').length >= 4")
    page.locator("[data-do=analyse]").click()
    known = tree(page)
    page.locator("#moves").focus()
    press_keys(page, "Delete")
    expect(said(page)).to_contain_text("Deleted.")
    expect(page.locator("#moves .move")).to_have_count(len(known) - 1)
    press_keys(page, "Control+z")
    expect(page.locator("#moves .move")).to_have_count(len(known))

    # All of it is there after a reload, at any size.
    reload(page)
    expect(page.locator("#moves .move")).to_have_count(len(known))
    assert tree(page) == known
    assert f"{other} ?!" in known
    for width, height in ((320, 568), (844, 390), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        assert has_no_overflow(page)
        assert not axe()

    # As a file and as a link it is the same study.
    with page.expect_download() as caught:
        page.locator("[data-do=save-study]").click()
    assert caught.value.suggested_filename == "Dark – Light.study.txt"
    text = caught.value.path().read_text(encoding="utf-8")
    page.locator("[data-do=share-study]").click()
    expect(page.locator("#toasts")).to_contain_text("The link to the study is copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    address = page.evaluate("location.hash")
    for bring in (lambda: drop(page, text), lambda: page.goto(link)):
        once_seen(page.locator("[data-do=delete-study]")).click()
        expect(page.locator("#restore-study")).to_be_focused()
        bring()
        wait_until(page, f"location.hash.length > 8 && location.hash !== '{address}'")
        expect(page.locator("#moves .move")).to_have_count(len(known))
        assert tree(page) == known
        address = page.evaluate("location.hash")
    once_seen(page.locator("[data-do=delete-study]")).click()
    press_keys(page, "Enter")
    go_to(page, "#/matches")
    expect(page.locator(".studies a")).to_have_text(["Dark – Light"])


def test_two_tabs_that_go_on_with_one_study_lose_nothing_of_it(open_ready, context):
    link = "#/play/yala?seats=human,human&names=One,Other&seed=42"
    page, other = open_ready(link), context.new_page()
    page.fill("#typed", "a+")
    press_keys(page, "Enter")
    page.locator("[data-do=study]").click()
    expect(page.locator("[data-study]")).to_be_visible()
    other.goto(page.url)
    wait_until(other, "document.documentElement.dataset.state === 'ready'")
    expect(other.locator("#moves .move")).to_have_count(1)
    for count, (here, there) in enumerate(((page, other), (other, page)), start=2):
        here.locator("#board [data-site][data-target]").first.click()
        here.locator("#board [data-site][data-target]").last.click()
        expect(here.locator("#moves .move")).to_have_count(count)
        expect(there.locator("#moves .move")).to_have_count(count)
    assert tree(page) == tree(other)


LESSON = """[Event "An evening at the club"]
[Game "yala"]
[Name "Two endings"]
[Start "ld/dl/dl/ld/ld/ld/ld/dl/dl/dl/dl/ld d"]

{Dark begins.} 1. a+ $14 {Well begun.} (1. e+ $2 {Too early}) 2. a- 3. d+

[Chapter "The end"]

1. d+ {[%csl Ga] [%cal Gd-f] Look.} 2. b+ 3. e+ *
"""


def test_a_study_of_another_hand_is_read_and_practised_by_a_guest(open_ready, browser):
    page = open_ready("#/")
    drop(page, LESSON)
    expect(page.locator("[data-study]")).to_be_visible()
    # The tree is as tall as what else there is lets it be, and all of it is read at once.
    height = page.locator("#moves").evaluate("moves => moves.clientHeight")
    assert height > 200
    assert page.locator("#moves").evaluate("moves => moves.scrollHeight <= moves.clientHeight")
    page.locator("#moves").focus()
    press_keys(page, "PageDown")
    expect(said(page)).to_contain_text("2. The end.")
    page.locator("#chapter").select_option("1")
    expect(page.locator("#moves")).to_contain_text("Dark begins.")
    page.locator("[data-do=practise-study]").click()
    expect(page.locator("#practise")).to_contain_text("What would you play for Dark?")
    page.locator("[data-do=share-study]").click()
    expect(page.locator("#toasts")).to_contain_text("The link to the study is copied.")
    link = page.evaluate("navigator.clipboard.readText()")

    # A fresh profile practises it: by mouse, and by the move's name.
    context = browser.new_context(service_workers="block")
    guest = context.new_page()
    guest.goto(link)
    wait_until(guest, "document.documentElement.dataset.state === 'ready'")
    asked = guest.locator("#practise")
    expect(asked).to_have_attribute("data-practise", "asked")
    expect(guest.locator("#moves .move")).to_have_count(0)
    guest.fill("#typed", "e+")
    press_keys(guest, "Enter")
    expect(asked).to_contain_text("e+: Too early. Look for another move.")
    guest.locator("#board [data-site=a]").click()
    guest.locator("#board [data-site=c]").click()
    expect(guest.locator("#moves")).to_contain_text("Well begun.")
    expect(guest.locator("#moves .move")).to_have_count(2)
    expect(asked).to_contain_text("What would you play for Dark?")
    guest.locator("[data-do=show-answer]").click()
    expect(asked).to_contain_text("Found at once: 0 of 2.")
    guest.locator("#practise [data-do=next-chapter]").click()
    expect(asked).to_have_attribute("data-practise", "asked")
    guest.locator("[data-do=read-study]").click()
    expect(guest.locator("[data-do=sign]")).to_have_count(0)
    guest.locator("#moves").focus()
    press_keys(guest, "End")
    expect(guest.locator("#moves .move")).to_have_count(3)
    for width in (320, 1280):
        guest.set_viewport_size({"width": width, "height": 720})
        assert has_no_overflow(guest)
    context.close()


@pytest.mark.parametrize(("game", "start", "goal"), [("yala", "a", "c"), ("myra", "a1", "c3")])
def test_rings_and_arrows_are_drawn_by_mouse_and_by_keys_and_printed(open_ready, game, start, goal):
    page = open_ready(f"#/editor/{game}")
    page.locator("[data-do=study]").click()
    expect(page.locator("[data-study]")).to_be_visible()
    page.locator("[data-do=draw-marks]").click()
    expect(page.locator("[data-do=draw-marks]")).to_have_attribute("aria-pressed", "true")
    page.locator(f"#board [data-site={start}]").click()
    expect(said(page)).to_contain_text(f"From {start}.")
    page.locator(f"#board [data-site={goal}]").click()
    expect(said(page)).to_contain_text(f"Arrow from {start} to {goal}.")
    page.locator(f"#site-{goal}").focus()
    press_keys(page, "Enter", "Enter")
    expect(said(page)).to_contain_text(f"Ring on {goal}.")
    expect(page.locator("#sketches .sketch")).to_have_count(2)
    # Their colours tell them from the wood, and paper has them, too.
    page.emulate_media(media="print")
    expect(page.locator("#sketches circle")).to_be_visible()
    page.emulate_media(media="screen")
    reload(page)
    expect(page.locator("#sketches .sketch")).to_have_count(2)
    expect(page.locator("#moves .move")).to_have_count(0)
    page.locator("#moves").focus()
    press_keys(page, "0")
    expect(page.locator("[data-do=draw-marks]")).to_have_attribute("aria-pressed", "true")


EVENINGS = """[Game "yala"]
[Name "Five evenings"]
[Mode "practise"]
[Start "ld/dl/dl/ld/ld/ld/ld/dl/dl/dl/dl/ld d"]

{Dark begins.} 1. a+ {Well begun.} (1. e+ $2 {Too early}) 2. a- 3. d+

[Chapter "The end"]

1. d+ {[%csl Ga] [%cal Gd-f] Look.} 2. b+ 3. e+

[Chapter "Two ways"]

1. a+ (1. f+ $1 {As good}) 2. b+

[Chapter "One move"]

1. f+ $3

[Chapter "Light begins"]
[Start "l/dl/dld/ld/ld/ld/ld/dl/dl/dl/dl/ld l"]

1. b+ $6 {Slow} (1. a- {Better.} 2. d+ 3. h+)
"""


def test_a_fresh_profile_practises_a_study_of_five_chapters_that_came_by_link(open_ready, browser):
    page = open_ready("#/")
    link = page.url.partition("#")[0] + f"#/study/{pack_text(EVENINGS)}"
    context = browser.new_context(service_workers="block")
    guest = context.new_page()
    guest.goto(link)
    wait_until(guest, "document.documentElement.dataset.state === 'ready'")
    asked, moves = guest.locator("#practise"), guest.locator("#moves .move")
    expect(guest.locator("#chapter option")).to_have_text(
        ["Chapter 1", "2. The end", "3. Two ways", "4. One move", "5. Light begins"]
    )

    def play(move, count):
        """Play a right move, after which there are so many, with the others' answer."""
        guest.fill("#typed", move)
        press_keys(guest, "Enter")
        expect(moves).to_have_count(count)

    def miss(move, told):
        guest.fill("#typed", move)
        press_keys(guest, "Enter")
        expect(asked).to_contain_text(told)
        expect(asked).to_have_attribute("data-practise", "wrong")

    def go_on(told):
        """The chapter is at its end, and the next one asks."""
        expect(asked).to_contain_text(told)
        expect(asked).to_have_attribute("data-practise", "done")
        guest.locator("#practise [data-do=next-chapter]").click()
        expect(asked).to_have_attribute("data-practise", "asked")
        expect(moves).to_have_count(0)

    miss("e+", "e+: Too early. Look for another move.")
    play("a+", 2)
    play("d+", 3)
    go_on("Found at once: 1 of 2.")
    play("d+", 2)
    expect(guest.locator("#moves")).to_contain_text("Look.")
    guest.locator("[data-do=show-answer]").click()
    go_on("Found at once: 1 of 2.")
    play("f+", 1)
    expect(guest.locator("#moves")).to_contain_text("As good")
    go_on("Found at once: 1 of 1.")
    miss("a+", "a+ is not in this study. Look for another move.")
    play("f+", 1)
    go_on("Found at once: 0 of 1.")
    expect(asked).to_contain_text("What would you play for Light?")
    miss("b+", "b+: Slow. Look for another move.")
    play("a-", 2)
    play("h+", 3)
    expect(asked).to_contain_text("Found at once: 1 of 2.")
    expect(guest.locator("#practise [data-do=next-chapter]")).to_have_count(0)

    # Then it is read: all of each chapter, by keys, and nothing of it can be changed.
    guest.locator("[data-do=read-study]").click()
    expect(moves).to_have_count(4)
    for count in (1, 3, 3, 4):
        guest.locator("#moves").focus()
        press_keys(guest, "PageUp")
        expect(moves).to_have_count(count)
    expect(guest.locator("[data-edit=comment], [data-do=sign], [data-do=take-back]")).to_have_count(
        0
    )
    # It is kept, and asks again when it is come back to.
    guest.locator("[data-do=practise-study]").click()
    expect(asked).to_contain_text("What would you play for Dark?")
    go_to(guest, "#/matches")
    guest.locator(".studies a", has_text="Five evenings").click()
    expect(asked).to_contain_text("What would you play for Dark?")
    context.close()


def test_a_variation_far_down_is_scrolled_to_where_the_number_of_its_move_is_the_same(open_ready):
    said_of_each = "Word after word of what is to be said of this move. " * 12
    first, *others = (f"1. {move} {{{said_of_each}}}" for move in ("a+", "d+", "e+", "f+", "g+"))
    page = open_ready("#/")
    head = EVENINGS.partition("{")[0].replace('[Mode "practise"]\n', "")
    drop(page, f"{head}{first} {' '.join(f'({one})' for one in others)}\n")
    expect(page.locator("#moves .move")).to_have_count(5)
    assert page.locator("#moves").evaluate("moves => moves.scrollHeight > 2 * moves.clientHeight")
    page.locator("#moves").focus()
    in_sight = """(() => {
        const list = document.querySelector("#moves").getBoundingClientRect();
        const move = document.querySelector("#moves [aria-current]")?.getBoundingClientRect();
        return !!move && move.top >= list.top && move.bottom <= list.bottom;
    })()"""
    press_keys(page, "ArrowRight")
    for key, move in (
        ("ArrowUp", "g+"),
        ("ArrowUp", "f+"),
        ("ArrowDown", "g+"),
        ("ArrowDown", "a+"),
    ):
        press_keys(page, key)
        expect(page.locator("#moves [aria-current]")).to_contain_text(move)
        wait_until(page, in_sight)
