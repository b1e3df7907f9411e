"""Every step of every course, laid out: it fits, and what is to be done is seen with its board."""

from dataclasses import replace

import pytest

from spieltisch.session.messages import Navigate, ShowSolution
from spieltisch.session.session import Session
from spieltisch.views.words import LANGUAGES
from tests.lessons import STEPS, TAUGHT
from tests.still import session_after, show_still

SIZES = [(320, 568), (390, 844), (844, 390), (1440, 900)]


BOXES = """() => {
    const box = (id) => document.getElementById(id).getBoundingClientRect().toJSON();
    return { wide: document.documentElement.scrollWidth, told: box("lesson-told"),
             onward: box("lesson-next"), board: box("board") };
}"""
"""Where things are, in CSS pixels."""

HAS_FIRST_LINE = """() => {
    const news = document.querySelector(".news");
    if (!news?.innerText.trim()) return true;
    const text = document.createRange();
    text.selectNodeContents(news.querySelector("p"));
    return text.getClientRects()[0].bottom <= news.getBoundingClientRect().bottom + 0.5;
}"""
"""Whether a table that tells of the last turn tells it in a line that is whole."""


def shown(name, step, language, *messages):
    session = Session()
    session = replace(session, settings=session.settings.with_field("language", language))
    return session_after([Navigate(f"#/learn/{name}/{step.name}"), *messages], session)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TAUGHT)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_task_the_way_on_and_the_board_are_seen_together(still, size, name, language):
    width, height = size
    still.set_viewport_size({"width": width, "height": height})
    for number, step in enumerate(step for game, step in STEPS if game == name):
        # What is said to what has been done, at every other step.
        messages = (ShowSolution(0.0),) if number % 2 else ()
        show_still(still, shown(name, step, language, *messages))
        seen = still.evaluate(BOXES)
        assert seen["wide"] <= width, step.name
        assert seen["onward"]["bottom"] <= height, step.name
        assert seen["board"]["height"] <= height, step.name
        assert still.evaluate(HAS_FIRST_LINE), step.name
        # Nothing lies over the words.
        is_below = seen["board"]["top"] >= seen["told"]["bottom"]
        is_beside = seen["board"]["right"] <= seen["told"]["left"] + 1
        assert is_below or is_beside, step.name
