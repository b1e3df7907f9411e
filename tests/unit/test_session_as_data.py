"""A session is data: it can be compared by what it is and printed, whatever is on screen and
whatever it waits for. The machines (test_session_machine, test_between) look at each step, too."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from importlib import import_module
from threading import Lock

import pytest

from spieltisch.app.board.dealt_links import link_to_next
from spieltisch.app.board.messages import TypeAction
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command, ImportFiles, Navigate, ReadOn, TellWait
from spieltisch.app.core.news import ScreenState
from spieltisch.app.core.session import Session
from spieltisch.app.fault.state import failed
from spieltisch.app.lesson.state import LessonScreen
from spieltisch.app.puzzle.contest import BeginContest, StopContest
from spieltisch.app.screens import FOLDERS, LATE
from spieltisch.app.study.state import StudyScreen
from spieltisch.app.workshop.course import goals_of
from spieltisch.app.workshop.state import (
    BeginTrial,
    Lapsed,
    SkillNotShown,
    WorkshopCommand,
    WorkshopScreen,
)
from spieltisch.games import catalog
from spieltisch.play import replaying
from spieltisch.play.replaying import Recipe, Stages, replay_of
from tests.small_packs import PACKS
from tests.unit.as_data import oddities
from tests.unit.slow_page import Page, link_of, long_match
from tests.unit.test_between import LONG_STUDY
from tests.unit.test_dealt_puzzles import ALIKE
from tests.unit.test_deck import OWN
from tests.unit.test_session_machine import LESSONS, LINKED, PLACES, PLAYS, STUDY

PLAY = "#/play/yala?seats=human,human&seed=7"
BEYOND: dict[str, tuple[Message, ...]] = {
    "a run": (Navigate("#/run/yala", 0.0), BeginContest(is_calm=False, at_ms=0.0)),
    "a run that is over": (
        Navigate("#/run/yala", 0.0),
        BeginContest(is_calm=True, at_ms=0.0),
        StopContest(9.0),
    ),
    "a series": (Navigate("#/workshop/yala", 0.0), BeginTrial(3)),
    "what is tried out": (Navigate(PLAY, 0.0), Command.TRY_OUT),
    "a study": (Navigate(PLAY, 0.0), Command.STUDY),
    "a review": (Navigate(LINKED, 0.0), Command.REVIEW),
    "help": (Navigate("#/play/yala?seats=human,bot:2&seed=7", 0.0), Command.HINT),
    "files": (ImportFiles((("a.json", "{}"), ("", "nothing")), 0.0),),
    "no deal": (Navigate(link_to_next("aya", "0", OWN.start_of(ALIKE)), 0.0),),
    "a sheet": (
        ImportFiles((("a.pgn", STUDY), ("b.pgn", STUDY)), 0.0),
        Navigate("#/sheet/thispage0000", 0.0),
    ),
    "to print": (Navigate("#/club/yala", 0.0),),
    "all keys": (Navigate("#/keys", 0.0),),
    "a choice": (Navigate(PLAY, 0.0), TypeAction("a", 1.0)),
}


def page_after(*messages: Message) -> Page:
    page = Page()
    for message in messages:
        page.send(message)
        for pack in PACKS:
            page.send(pack)
        page.settle()
    return page


def before_all_has_come() -> Page:
    page = Page()
    page.session = replace(page.session, visit=replace(page.session.visit, is_whole=False))
    page.send(Navigate("#/rules/yala", 0.0))
    return page


def after_a_fault() -> Page:
    page = Page()
    page.session = failed(page.session, Navigate("#/rules/yala", 0.0))
    return page


WAYS: dict[str, Callable[[], Page]] = {
    **{link: lambda link=link: page_after(Navigate(link, 0.0)) for link in PLACES},
    **{link: lambda link=link: page_after(Navigate(link, 0.0)) for link in (*PLAYS[::7], *LESSONS)},
    **{name: lambda sent=sent: page_after(*sent) for name, sent in BEYOND.items()},
    "a wait": before_all_has_come,
    "a fault": after_a_fault,
}


def check(session: Session) -> None:
    """It is data all through, equal to another one that is made of the same, and can be printed."""
    assert oddities(session) == []
    assert deepcopy(session) == session
    assert not re.search(r" at 0x[0-9a-f]+", repr(session))


@pytest.mark.parametrize("way", WAYS)
def test_a_session_is_data_whatever_is_on_screen(way: str) -> None:
    first, second = WAYS[way]().session, WAYS[way]().session
    assert first == second
    check(first)


def test_every_kind_of_screen_was_looked_at() -> None:
    kinds = {
        one.state
        for folder in (*FOLDERS, *LATE)
        for one in import_module(f"spieltisch.app.{folder}.screen").SCREENS
    }
    reached: set[type[ScreenState]] = {type(make().session.screen) for make in WAYS.values()}
    assert kinds - reached == set()


@pytest.mark.parametrize(
    "sent",
    [
        (Navigate(link_of(long_match(450)), 0.0),),
        (Navigate(link_of(long_match(60)), 0.0), ReadOn(7), TellWait()),
        (Navigate("#/matches", 0.0), ImportFiles((("a.json", "[{}, {}]"),), 0.0)),
        (ImportFiles((("a.pgn", LONG_STUDY), ("b.pgn", LONG_STUDY)), 0.0), ReadOn(3)),
    ],
    ids=["a long match", "one that is half read", "files", "studies"],
)
def test_a_session_that_waits_is_data(sent: tuple[Message, ...]) -> None:
    """What is being replayed was a generator, and two sessions that wait for it were unequal."""
    pages = Page(), Page()
    for page in pages:
        page.send(*sent)
    one, other = (page.session for page in pages)
    assert one == other
    assert {each.need for each in one.waits} == {each.need for each in other.waits}
    check(one)
    # From an equal one the same comes, though nothing that was done is shared.
    copied = deepcopy(one)
    for page, session in zip(pages, (one, copied), strict=True):
        page.session = session
        page.settle()
    assert pages[0].session == pages[1].session


def test_a_lapse_names_its_step_and_a_lesson_its_own() -> None:
    """Both held functions: those that look at a turn."""
    page = page_after(Navigate("#/workshop/aya", 0.0), BeginTrial(3), WorkshopCommand.STOP)
    screen = page.session.screen
    assert isinstance(screen, WorkshopScreen)
    assert screen.played is not None
    for step in range(1, len(goals_of("aya")) + 1):
        lapsed = replace(screen.played, verdict=Lapsed(1, 1, SkillNotShown(step)))
        check(page.session.on(replace(screen, played=lapsed)))
    for game in catalog.GAMES.values():
        for one in () if game.lessons is None else game.lessons.steps:
            lesson = LessonScreen.at(game.info.name, one)
            assert lesson.step is one
            assert oddities(lesson) == []


def test_what_lives_is_found() -> None:
    """The test would else say yes to anything."""
    odd = [lambda: None, iter(()), (one for one in ()), Lock(), object(), replaying, page_after]
    for one in odd:
        assert len(oddities({"a": (1, [one])})) == 1, one
    screen = page_after(Navigate(PLAY, 0.0), Command.STUDY).session.screen
    assert isinstance(screen, StudyScreen)
    assert oddities(screen) == []


# ------------------------------------------------------------------- stages


@dataclass(frozen=True)
class Counting(Recipe[int]):
    most: int

    def things(self):
        return iter(range(self.most))


def test_stages_are_what_they_are_made_by_and_how_far_they_have_come() -> None:
    begun = Stages(Counting(5))
    assert begun.on(2) == Stages(Counting(5)).on(2) == deepcopy(begun).on(1).on(1)
    assert begun.on(2) != begun
    assert begun.on(2) != Stages(Counting(6)).on(2)
    for count in range(8):
        for one in (begun.on(count), deepcopy(begun.on(count))):
            assert one.is_over == (count >= 5)
            assert one.at == min(count, 5)
            assert one.on(9).items == (0, 1, 2, 3, 4)


def test_what_was_done_is_held_no_longer_than_what_it_was_done_by() -> None:
    gc.collect()
    before = len(replaying._all_begun)
    matches = [replay_of(long_match(60, seed).record).on(30) for seed in range(1, 4)]
    later = [one.on(5) for one in matches]
    assert len(replaying._all_begun) == before + 3
    del matches
    gc.collect()
    assert len(replaying._all_begun) == before + 3
    del later
    gc.collect()
    assert len(replaying._all_begun) == before
