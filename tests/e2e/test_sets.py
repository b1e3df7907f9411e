"""A trainer makes a set of five tasks and sends it; a fresh profile does it, and its result comes
back; the trainer prints it."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import go_to, reload, wait_until
from tests.e2e.hands import press_keys
from tests.e2e.yala_player import has_no_overflow

pytestmark = pytest.mark.running_page

CLIPBOARD = ["clipboard-read", "clipboard-write"]

# Each with its position, its first move with what is said of it, and its task.
MADE = (
    ("/ll/lddd/dlld/l//dldll/ld/d/dldld// l", "b+", "That is it", "win"),
    ("dldll///dl/dl/ld/ldld//dld/ld//ldld d", "i-", "Nothing else", "defend"),
    ("/d///dldl/dld//dlldl//ldld/ldldl/ld d", "b+", "At once", "all"),
    ("/ldl/dld//ldld/ld/dldl/dld///ldldl/ d", "h-", "Go on", "play:1"),
    ("ld/dl/dl/ld/ld/ld/ld/dl/dl/dl/dl/ld d", "a+", "Mine", "move"),
)


@pytest.fixture
def context_options():
    return {"permissions": CLIPBOARD}


def said(page):
    return page.locator("#live")


def play(page, move):
    page.fill("#typed", move)
    press_keys(page, "Enter")


def make(page):
    """The set, made from positions of the editor, in one study."""
    for number, (position, move, told, task) in enumerate(MADE):
        go_to(page, f"#/editor/yala?position={position}")
        page.locator("[data-do=study-into]" if number else "[data-do=study]").click()
        expect(page.locator("[data-study]")).to_be_visible()
        expect(page.locator("#chapter option")).to_have_count(number + 1 if number else 0)
        play(page, move)
        expect(page.locator("#moves .move")).to_have_count(1)
        page.locator("[data-edit=comment]").fill(told)
        page.locator("#moves").focus()
        expect(page.locator("#moves .study-comment")).to_have_text(told)
        page.locator("#task").select_option(task)
        expect(page.locator("#task-proof")).to_be_visible()


def test_a_set_of_five_is_made_sent_done_printed_and_its_result_comes_back(
    open_ready, browser, axe
):
    page = open_ready("#/")
    make(page)
    page.locator("#study-name").fill("Five for Thursday")
    page.locator("#study-name").press("Enter")
    # The third has a second answer: without it, the check says that something is left out.
    page.locator("#chapter").select_option("3")
    page.locator("[data-do=check-task]").click()
    proof = page.locator("#task-proof")
    expect(proof).to_contain_text("Not proved: what wins fastest is b+, b-.")
    expect(proof).to_have_attribute("data-proved", "no")
    page.locator("#moves").focus()
    press_keys(page, "Home")
    play(page, "b-")
    expect(page.locator("#moves .move")).to_have_count(2)
    page.locator("[data-do=check-task]").click()
    expect(proof).to_have_attribute("data-proved", "yes")
    expect(said(page)).to_contain_text("Proved, a win at once: b+, b-. Nothing else wins at once.")
    for number, told in ((1, "Proved, a win within 2 moves: b+."), (2, "every other move loses.")):
        page.locator("#chapter").select_option(str(number))
        page.locator("[data-do=check-task]").click()
        expect(proof).to_contain_text(told)
    for number in (4, 5):
        page.locator("#chapter").select_option(str(number))
        expect(proof).to_contain_text("Nothing is proved here")
    # Marks on the board, and words to begin with.
    page.locator("#chapter").select_option("1")
    page.locator("#moves").focus()
    press_keys(page, "Home")
    page.locator("[data-edit=comment]").fill("Look at b.")
    page.locator("[data-do=draw-marks]").click()
    page.locator("#site-b").click()
    page.locator("#site-b").click()
    expect(page.locator("#sketches .sketch")).to_have_count(1)
    page.locator("[data-do=practise-study]").click()
    page.locator("[data-do=share-study]").click()
    expect(page.locator("#toasts")).to_contain_text("The link to the study is copied.")
    link = page.evaluate("navigator.clipboard.readText()")

    # A fresh profile does it, by its keys: what is right is seen of nothing before it was tried.
    context = browser.new_context(service_workers="block", permissions=CLIPBOARD)
    guest = context.new_page()
    guest.goto(link)
    wait_until(guest, "document.documentElement.dataset.state === 'ready'")
    asked, moves = guest.locator("#practise"), guest.locator("#moves")
    title = guest.locator("#practise h2")
    expect(title).to_have_text("Task 1 of 5: Find the winning move")
    expect(said(guest)).to_contain_text("Comment: Look at b. Ring on b. Task 1 of 5")
    expect(moves).not_to_contain_text("That is it")
    expect(asked).to_have_attribute("data-tasks", "5")
    play(guest, "e-")
    expect(asked).to_contain_text("e- is not in this study. Look for another move.")
    play(guest, "b+")
    expect(moves).to_contain_text("That is it")
    expect(asked).to_have_attribute("data-practise", "done")
    guest.locator("#practise [data-do=next-chapter]").click()
    expect(title).to_have_text("Task 2 of 5: Find the defence")
    play(guest, "i-")
    expect(asked).to_have_attribute("data-practise", "done")
    # A reload leaves nobody at the beginning.
    reload(guest)
    guest.locator("#chapter").select_option("3")
    expect(title).to_have_text("Task 3 of 5: Find all good moves")
    expect(asked).to_contain_text("Solved: 2 of 5, 1 with help.")
    play(guest, "b-")
    expect(asked).to_contain_text("find all good moves. Found: 1 of 2.")
    play(guest, "b+")
    expect(asked).to_contain_text("Found: 2 of 2.")
    guest.locator("#practise [data-do=next-chapter]").click()
    expect(title).to_contain_text("Task 4 of 5: Play it out against Ada")
    play(guest, "h-")
    expect(guest.locator("#moves .move")).to_have_count(2)
    play(guest, "h-")
    expect(asked).to_have_attribute("data-practise", "done")
    expect(asked).to_contain_text("You win")
    for width, height in ((320, 568), (844, 390), (1280, 720)):
        guest.set_viewport_size({"width": width, "height": height})
        assert has_no_overflow(guest)
    guest.locator("#practise [data-do=next-chapter]").click()
    expect(asked).to_contain_text("What would you play for Dark?")
    guest.locator("[data-do=show-answer]").click()
    expect(moves).to_contain_text("Mine")
    guest.locator("[data-do=share-set-result]").click()
    expect(guest.locator("#toasts, #notice")).to_contain_text(["Your result is copied."])
    assert guest.evaluate("navigator.clipboard.readText()") == (
        "Five for Thursday: Solved: 5 of 5, 2 with help.\n1 (✓) · 2 ✓ · 3 ✓ · 4 ✓ · 5 (✓)"
    )
    context.close()

    # On paper: a diagram for each task, and what is right on a page of its own.
    page.locator("a[href^='#/sheet/']").click()
    diagrams = page.locator(".sheet-diagram")
    expect(diagrams).to_have_count(5)
    expect(diagrams.first.locator("svg.board")).to_be_visible()
    expect(diagrams.first).to_contain_text("Light to move: find the winning move.")
    expect(diagrams.first).to_contain_text("Look at b.")
    expect(page.locator(".sheet-solutions li")).to_have_count(5)
    expect(page.locator(".sheet-solutions")).to_contain_text("1. b+ At once (1. b-)")
    assert not axe()
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 720})
        assert has_no_overflow(page)
    paper = page.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", paper)) == 2
