"""Every step of every course, laid out: it fits, and what is to be done is seen with its board."""

from dataclasses import replace

import pytest

from spieltisch.app.board.messages import ShowSolution
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.kit.words import LANGUAGES
from tests.lessons import STEPS, TAUGHT
from tests.still import document_of, look_at, session_after

SIZES = [(320, 568), (390, 844), (844, 390), (1440, 900)]


SEEN = """() => {
    const box = (id) => document.getElementById(id).getBoundingClientRect().toJSON();
    return { wide: document.documentElement.scrollWidth, told: box("lesson-told"),
             onward: box("lesson-next"), board: box("board"), hasFirstLine: hasFirstLine() };

    // Whether a table that tells of the last turn tells it in a line that is whole.
    function hasFirstLine() {
        const news = document.querySelector(".news");
        if (!news?.innerText.trim()) return true;
        const text = document.createRange();
        text.selectNodeContents(news.querySelector("p"));
        return text.getClientRects()[0].bottom <= news.getBoundingClientRect().bottom + 0.5;
    }
}"""
"""Where things are, in CSS pixels."""


def shown(name, step, language, *messages):
    session = Session()
    session = replace(session, settings=session.settings.with_field("language", language))
    return session_after([Navigate(f"#/learn/{name}/{step.name}", 0.0), *messages], session)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TAUGHT)
def test_the_task_the_way_on_and_the_board_are_seen_together(still, name, language):
    steps = [step for game, step in STEPS if game == name]
    # What is said to what has been done, at every other step.
    documents = [
        document_of(shown(name, step, language, *((ShowSolution(0.0),) if number % 2 else ())))
        for number, step in enumerate(steps)
    ]
    for size in SIZES:
        width, height = size
        for step, seen in zip(steps, look_at(still, size, SEEN, documents), strict=True):
            case = (size, step.name)
            assert seen["wide"] <= width, case
            assert seen["onward"]["bottom"] <= height, case
            assert seen["board"]["height"] <= height, case
            assert seen["hasFirstLine"], case
            # Nothing lies over the words.
            is_below = seen["board"]["top"] >= seen["told"]["bottom"]
            is_beside = seen["board"]["right"] <= seen["told"]["left"] + 1
            assert is_below or is_beside, case
