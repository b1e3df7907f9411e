"""Lessons and puzzles by ear alone: nothing is known but what is said, and the names of what Tab
leads to."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from spieltisch.app.board.exercise import Exercise
from spieltisch.app.board.messages import Press
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import SetSetting
from spieltisch.app.puzzle.state import PuzzleScreen
from spieltisch.play.puzzle import Puzzle
from tests.lessons import STEPS
from tests.puzzles import pack
from tests.small_packs import ALONE, HOLD, PACKS, WIN, fetched, pack_came, pack_text
from tests.still import session_after
from tests.unit.ear import Ear
from tests.unit.markup_check import Node

MOST_PRESSES = 150
"""So many are enough to find out what is asked for."""

GUARD = pack("myra")[0]
"""A puzzle of Myra."""


KINDS = ("data-site", "data-token", "data-shout")


class Stop(NamedTuple):
    """What Tab leads to: what it is for, and what is read out of it."""

    kind: str
    token: str
    name: str


def is_free(node: Node) -> bool:
    """Whether Tab leads to a button, or a place on the board, that is not chosen yet."""
    said = node.attributes
    is_button = node.tag == "button" and "disabled" not in said
    is_chosen = said.get("aria-pressed") == "true" or "Chosen" in (said.get("aria-label") or "")
    return (is_button or said.get("tabindex") == "0") and not is_chosen


class Learner:
    """Tries what can be pressed, first what the task names, and hears whether that is right."""

    def __init__(self, link: str, *before: Message, is_puzzle: bool = False) -> None:
        self.ear = Ear(session_after([SetSetting("tab_stops", "on"), *before]))
        self.ear.follow(link)
        self.task = self.ear.said
        self.is_puzzle = is_puzzle
        self.is_early = True
        self.ask()
        self.here = self.stops()
        self.way: tuple[str, ...] = ()
        self.tried: set[tuple[str, ...]] = set()

    def ask(self) -> None:
        """Where to look, in a puzzle."""
        if self.is_puzzle:
            self.ear.come_to_the_board()
            self.task = self.ear.key("?")

    def stops(self) -> list[Stop]:
        """All that Tab leads to and that is not chosen; first what the task names."""
        nodes = [node for node in self.ear.page.walk() if is_free(node)]
        found = []
        for node in nodes:
            kind = next((kind for kind in KINDS if kind in node.attributes), None)
            if kind is not None:
                name = (
                    node.attributes.get("aria-label") or node.text or node.attributes.get("title")
                )
                found.append(Stop(kind, node.attributes[kind] or "", name))
        # Where places are told to be of use, others are of none.
        useful = [stop for stop in found if "can " in stop.name.lower()]
        if useful:
            found = [stop for stop in found if stop in useful or stop.kind != "data-site"]
        return sorted(found, key=self._place_in_task)

    def _place_in_task(self, stop: Stop) -> int:
        # A button beside the board says more than the word that it goes by.
        end = " " if stop.kind == "data-token" else "[:,]"
        name = re.escape(re.split(end, stop.name)[0])
        named = re.search(rf"\b{name}\b", self.task, re.IGNORECASE)
        return named.start() if named else len(self.task)

    def _is_named(self, stop: Stop) -> bool:
        return self._place_in_task(stop) < len(self.task)

    def learn(self) -> None:
        """Press until it is said that all of it was right."""
        for _ in range(MOST_PRESSES):
            stop = next(filter(self.is_worth_trying, self.here), None)
            if stop is None:
                self.give_up()
                continue
            told = self.press(stop)
            if "Solved!" in told or (told.startswith(("Right!", "Done.")) and not self.is_puzzle):
                return
        raise AssertionError(f"{self.task} {sorted(self.tried)}")

    def is_worth_trying(self, stop: Stop) -> bool:
        """What is chosen beside the board comes later, unless the task names it."""
        later = stop.kind == "data-token" and not self._is_named(stop)
        way = (*self.way, stop.token)
        return (
            stop.token not in self.way and way not in self.tried and not (later and self.is_early)
        )

    def press(self, stop: Stop) -> str:
        """Press it, and hear what comes of it until others have replied."""
        ear, before, way = self.ear, len(self.ear.heard), (*self.way, stop.token)
        if stop.kind == "data-shout":
            ear.shout(1, stop.token)
        else:
            ear.now_ms += 1
            ear.send(Press(stop.token, ear.now_ms))
        while ear.wait():
            pass
        told = " ".join(ear.heard[before:])
        assert told, f"nothing was said of {stop.name}"
        if told.startswith(("Not yet.", "Not this one:")):
            self.tried.add(way)
            self.way = ()
            if not self.is_puzzle:
                # A mistake in a lesson is explained.
                self.task += f" {told}"
            # A press on the board takes it back.
            ear.come_to_the_board()
            ear.key("Enter")
        elif told.startswith("Right!"):
            self.way, self.tried = (), set()
            self.ask()
        elif self.stops() == self.here:
            self.tried.add(way)
        else:
            self.way = way
        self.here = self.stops()
        return told

    def give_up(self) -> None:
        """What was chosen leads nowhere new: put it down."""
        assert self.way or self.is_early, f"nothing is left to be tried: {self.task}"
        if not self.way:
            self.is_early, self.tried = False, set()
        self.tried.add(self.way)
        for _ in self.way:
            self.ear.key("Backspace")
        self.way, self.here = (), self.stops()


@pytest.mark.parametrize(("game", "step"), [(game, step.name) for game, step in STEPS])
def test_every_step_of_every_lesson_is_solved(game: str, step: str) -> None:
    learner = Learner(f"#/learn/{game}/{step}")
    learner.learn()
    assert learner.ear.session.on_screen(Exercise) is not None
    assert learner.ear.session.screen.state == "solved"


@pytest.mark.parametrize("puzzle", [WIN, HOLD, ALONE, GUARD], ids=lambda one: one.id)
def test_a_puzzle_is_solved(puzzle: Puzzle) -> None:
    packs = fetched(*PACKS, pack_came(GUARD.game, pack_text(GUARD)))
    learner = Learner(f"#/puzzle/{puzzle.game}/{puzzle.id}", *packs, is_puzzle=True)
    learner.learn()
    assert learner.ear.session.on_screen(PuzzleScreen) is not None
    assert learner.ear.session.screen.state == "solved"
