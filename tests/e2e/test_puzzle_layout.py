"""Puzzles laid out: the task, the way on and the board are seen together, and the start screen has
room for those of the day."""

from dataclasses import dataclass, replace

import pytest

from spieltisch.app.board.messages import ShowSolution, TypeAction
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.core.waiting import leave_for, missed
from spieltisch.app.core.waits import Modules, PuzzlePack
from spieltisch.app.puzzle.dealt import Deals, NoDeal
from spieltisch.kit.words import LANGUAGES
from spieltisch.play.replaying import LongWork, Recipe
from tests.small_packs import ALONE, FETCHED, HOLD, WIN
from tests.still import document_of, look_at, session_after, show_still

SIZES = [(320, 568), (390, 844), (844, 390), (768, 1024), (1440, 900), (2560, 1440)]
STATES = {
    "open": (),
    "hinted": (Command.HINT, Command.HINT),
    "shown": (ShowSolution(0.0),),
}

BOXES = """() => {
    const box = (id) => document.getElementById(id).getBoundingClientRect().toJSON();
    return { wide: document.documentElement.scrollWidth, told: box("puzzle-told"),
             onward: box("puzzle-next"), board: box("board"),
             rows: new Set([...document.querySelectorAll(".task-buttons > *")]
                 .map((node) => node.getBoundingClientRect().top)).size };
}"""
"""Where things are, in CSS pixels."""


def shown(language, *messages):
    session = Session()
    session = replace(session, settings=session.settings.with_field("language", language))
    return session_after([*FETCHED, *messages], session)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_task_the_way_on_and_the_board_are_seen_together(still, language):
    documents = {
        (puzzle.id, state): document_of(
            shown(language, Navigate(f"#/puzzle/{puzzle.game}/{puzzle.id}", 0.0), *messages)
        )
        for puzzle in (WIN, HOLD, ALONE)
        for state, messages in STATES.items()
    }
    for size in SIZES:
        width, height = size
        found = look_at(still, size, BOXES, [*documents.values()])
        for (puzzle, state), seen in zip(documents, found, strict=True):
            case = (size, puzzle, state)
            assert seen["wide"] <= width, case
            assert seen["rows"] == 1, case
            assert seen["onward"]["bottom"] <= height, case
            assert seen["board"]["height"] <= height, case
            # Nothing lies over the words.
            is_below = seen["board"]["top"] >= seen["told"]["bottom"]
            is_beside = seen["board"]["right"] <= seen["told"]["left"] + 1
            assert is_below or is_beside, case


PLACES = """() => [...document.querySelectorAll(".task-buttons > *")]
    .map((node) => node.getBoundingClientRect())
    .map(({ left, right, top, bottom }) => [left, right, top, bottom].map(Math.round))"""

DEEDS = {
    **STATES,
    "wrong": (TypeAction("a+", 0.0),),
    "solved": (TypeAction(next(iter(HOLD.solution[0])), 0.0),),
}
"""All that may happen on one board."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_stay_in_their_places_whatever_is_done(still, language):
    link = Navigate(f"#/puzzle/{HOLD.game}/{HOLD.id}", 0.0)
    sessions = {state: shown(language, link, *deeds) for state, deeds in DEEDS.items()}
    assert {one.screen.state for one in sessions.values()} == {"open", "failed", "solved"}
    for size in SIZES:
        places = look_at(still, size, PLACES, [*map(document_of, sessions.values())])
        assert len({str(one) for one in places}) == 1, (size, places)


LINKS = """() => [...document.querySelectorAll("main a")]
    .map((node) => node.getBoundingClientRect())
    .map(({ left, right, top, bottom }) => [left, right, top, bottom].map(Math.round))"""


def away(need, language):
    """The wait for where an address leads, and how it ends in vain."""
    session, _ = leave_for(shown(language), need, Navigate("#/", 0.0))
    return session, missed(session, need)


@dataclass(frozen=True)
class NothingToDo(Recipe[None]):
    def things(self):
        return iter(())


def of_deals(language):
    session = shown(language)
    work = LongWork(NothingToDo(), "aya")
    waiting, _ = leave_for(session, Deals(work), Navigate("#/", 0.0))
    return waiting, waiting.on(NoDeal("aya", "#/dealt/aya/code"))


WAITS = (
    lambda language: away(PuzzlePack("yala"), language),
    lambda language: away(Modules(), language),
    of_deals,
)
"""Waits, and how each ends in vain."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wait_that_ends_in_vain_moves_no_button(still, language):
    for size in SIZES:
        for ends in WAITS:
            waits = [document_of(one) for one in ends(language)]
            before, after = look_at(still, size, LINKS, waits)
            assert before, ends
            assert after[: len(before)] == before, size


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_screen_is_no_longer_than_a_phone(still, language):
    still.set_viewport_size({"width": 390, "height": 844})
    show_still(still, shown(language, Navigate("#/", 0.0)))
    assert still.locator(".card .today").count() > 0
    assert still.evaluate("document.documentElement.scrollHeight") <= 844
