"""What a screen reader is given to say: what is new, each sentence once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

LISTEN = """() => {
    const regions = "[role=status], [role=alert], [aria-live]:not([aria-live=off])";
    const before = new Map();
    window.heard = [];
    const listen = () => {
        for (const node of document.querySelectorAll(regions)) {
            const text = node.textContent.trim();
            if (before.get(node) === text) continue;
            before.set(node, text);
            if (text) window.heard.push(text);
        }
    };
    listen();
    window.heard = [];
    new MutationObserver(listen).observe(document.documentElement, {
        subtree: true, childList: true, characterData: true, attributes: true,
    });
}"""
TARGET = "[data-site][data-target]:not([aria-pressed=true])"
SENTENCE = re.compile(r"(?<=[.!?]) ")
BOTS = ["yala", "myra"]
VERDICTS = ("Not this one", "Right!", "Solved!")
HAS_VERDICT = """(verdicts) =>
  window.heard.some((text) => verdicts.some((one) => text.startsWith(one)))"""


@pytest.fixture
def listening(open_ready: Callable[..., Page]) -> Callable[[str], Page]:
    """Open a place, and listen to what is said from then on."""

    def listening(place: str) -> Page:
        page = open_ready(place)
        page.evaluate(LISTEN)
        return page

    return listening


def heard(page: Page) -> list[str]:
    """What was said since this was asked last: no sentence twice."""
    told: list[str] = page.evaluate("window.heard.splice(0)")
    count = Counter(sentence for text in told for sentence in SENTENCE.split(text))
    assert [sentence for sentence, n in count.items() if n > 1] == [], told
    return told


def move(page: Page) -> None:
    """Play some move by clicks."""
    page.locator(TARGET).first.click()
    page.locator(TARGET).last.click()
    if page.locator("[data-do=play]").count():
        page.locator("[data-do=play]").click()


@pytest.mark.parametrize("game", BOTS)
def test_a_move_against_a_computer_and_its_answer_are_two_things(listening, game: str) -> None:
    page = listening(f"#/play/{game}?seats=human,bot:1&seed=11")
    for count in range(1, 6, 2):
        move(page)
        expect(page.locator("#moves li")).to_have_count(count + 1)
        if page.locator("[data-outcome]").count():
            return
        expect(page.locator(TARGET).first).to_be_attached()
        page.wait_for_function("() => window.heard.at(-1)?.endsWith('Your turn.')")
        told = heard(page)
        mine, answer = told[-2:]
        assert mine.startswith("You: ")
        assert mine.endswith("Ada to move.")
        assert answer.startswith("Ada")
        assert answer.endswith("Your turn.")
        assert not any(text.startswith(("You: ", "Ada")) for text in told[:-2])


def test_a_call_and_what_computers_make_of_it(listening) -> None:
    page = listening(
        "#/play/aya?seats=human,bot:4&seed=9&variant=aya-oye&edition=zoch"
        "&move-clock=off&refute-clock=off"
    )
    page.keyboard.press("a")
    for count in (1, 2, 3):
        expect(page.locator(f"#move-{count}")).to_be_attached()
        page.wait_for_function("() => window.heard.length > 0")
        heard(page)


def test_what_is_refused_is_spoken_each_time(listening) -> None:
    page = listening("#/play/yala?seats=human,bot:1&seed=3")
    for typed in ("zz", "zz", "zz", "q9"):
        page.locator("#typed").fill(typed)
        page.locator("#typed").press("Enter")
        page.wait_for_function("() => window.heard.length > 0")
        (told,) = heard(page)
        assert told.startswith(f"“{typed}” is not possible now.")


@pytest.mark.parametrize("game", ["yala", "myra", "aya"])
def test_a_verdict_is_spoken_once(listening, game: str) -> None:
    page = listening(f"#/puzzle/{game}")
    expect(page.locator("[data-puzzle-state=open]")).to_be_attached()
    told: list[str] = []
    page.locator(TARGET).first.click()
    page.locator(f"{TARGET}, [data-end][data-target]").last.click()
    expect(page.locator("[data-puzzle-state=open]")).to_have_count(0)
    if game != "aya" and page.locator("[data-puzzle-state=failed]").count():
        # The answer is found by the computers, and then played.
        expect(page.locator("#moves li, [data-do=take-back]").first).to_be_attached()
        page.wait_for_function("() => window.heard.length >= 3")
    page.wait_for_function(HAS_VERDICT, arg=VERDICTS)
    told = heard(page)
    verdicts = [text for text in told if text.startswith(VERDICTS)]
    assert len(verdicts) == 1
    page.locator("[data-do=take-back]").first.click()
    heard(page)
    page.locator("[data-do=show-solution]").first.click()
    expect(page.locator("#puzzle-next")).to_be_visible()
    heard(page)


@pytest.mark.parametrize("game", ["yala", "myra", "aya"])
def test_a_lesson_speaks_once(listening, game: str) -> None:
    page = listening(f"#/learn/{game}")
    for _ in range(3):
        page.locator("[data-do=show-solution]").first.click()
        expect(page.locator("[data-step-state=solved]")).to_be_attached()
        page.wait_for_function("() => window.heard.length > 0")
        heard(page)
        page.locator("#lesson-next").click()
        expect(page.locator("[data-step-state=open]")).to_be_attached()
        heard(page)
