"""Rulebooks, lessons and fixed words as files: how they are read, and that all are translated."""

import pytest

from spieltisch.games import catalog
from spieltisch.kit.scene import TextView
from spieltisch.table import text_files
from spieltisch.table.lesson import read_course
from tools.catalogues import extract

STEP = """
farewell = "Bye."
[names]
start = "ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl"
dark = "{start} d"
[[step]]
name = "move"
title = "A move"
task = '''
Two
lines {start}.
'''
position = "{dark}"
goal = "GOAL"
solutions = "a+ a-"
praise = "Good."
otherwise = "No."
"""


@pytest.fixture
def file(monkeypatch):
    def put(text: str) -> None:
        monkeypatch.setattr(text_files, "get_data", lambda module, name: text.encode())

    return put


def test_a_position_may_name_another_and_a_paragraph_is_one_line(file):
    file(STEP.replace("GOAL", "leaves a"))
    (step,) = read_course("anywhere").steps
    assert step.position == "ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl d"
    assert step.task == "Two lines {start}."
    assert step.solutions == ("a+", "a-")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (STEP.replace("GOAL", "wins big"), KeyError),
        (STEP.replace("GOAL", "leaves a").replace("{dark}", "{light}"), KeyError),
        (STEP.replace("GOAL", "leaves a").replace("praise", "prize"), TypeError),
        (STEP.replace("[[step]]", "[[step]"), ValueError),
    ],
)
def test_a_slip_in_a_file_is_found_when_it_is_read(file, text, error):
    file(text)
    with pytest.raises(error):
        read_course("anywhere")


def test_all_that_a_person_reads_of_the_files_is_to_be_translated():
    known = {message.id for message in extract()}
    for game in catalog.GAMES.values():
        view, course = game.view, game.lessons
        assert isinstance(view, TextView)
        assert course is not None
        for section in view.rulebook:
            captions = {picture.caption for picture in section.pictures}
            assert {section.heading, *section.sentences} | captions <= known
            assert {*section.rulings, *section.departures} <= known
        for step in course.steps:
            answers = {one.answer for one in step.mistakes}
            assert {step.title, step.task, step.praise, step.otherwise} | answers <= known
        assert {course.farewell, view.fixed_words["tagline"]} <= known
        assert set(view.fixed_words["questions"].values()) <= known
        for option in view.fixed_words["options"].values():
            texts = {*option["choices"].values(), *option.get("notes", {}).values()}
            assert {option["label"], *(one for one in texts if not one.isdigit())} <= known
