"""The list of moves is scrolled to the move on screen, once for each move."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from spieltisch.app.board.messages import Show, TypeAction
from spieltisch.app.core.messages import Command, ImportFiles, Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.study.state import GoTo, SetGlyph, SetMode, StudyCommand, Vary
from spieltisch.play.study import StudyMode
from spieltisch.shell import move_list
from tests.unit.whole_step import whole_step

STUDY = """[Game "yala"]
[Seats "2"]
[Start "ld/dl/dl/ld/ld/ld/ld/dl/dl/dl/dl/ld d"]

1. a+ (1. e+) (1. f+) 2. a- (2. b+ {Why not?}) 3. d+

[Chapter "The end"]

1. d+ 2. b+
"""
MATCH = "#/play/yala?seats=human,human&seed=42"


class Sight:
    """A list of moves, and how often it was scrolled."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(move_list, "proxy", lambda listener: listener)
        self.scrolled = 0
        nothing = SimpleNamespace(observe=lambda _: None, disconnect=lambda: None)
        window = SimpleNamespace(
            document=SimpleNamespace(getElementById=lambda _: None),
            ResizeObserver=SimpleNamespace(new=lambda _: nothing),
            requestAnimationFrame=self._frame,
        )
        self.moves = move_list.MoveList(window)

    def _frame(self, _: object) -> None:
        self.scrolled += 1

    def is_scrolled(self, session: Session) -> bool:
        before = self.scrolled
        self.moves.follow(session.looked_at)
        return self.scrolled > before


@pytest.fixture
def sight(monkeypatch: pytest.MonkeyPatch) -> Sight:
    return Sight(monkeypatch)


def test_each_other_move_of_a_study_is_scrolled_to_wherever_it_stands(sight: Sight) -> None:
    session, _ = whole_step(Session(), ImportFiles((("", STUDY),), 0.0))
    assert sight.is_scrolled(session)
    for message, is_another in (
        (Command.LATER, True),
        (Vary(1), True),
        (Vary(1), True),
        (SetGlyph("!"), False),
        (Command.LATER, False),
        (GoTo(4), True),
        (GoTo(5), True),
        (GoTo(2), True),
        (StudyCommand.PROMOTE, False),
        (SetMode(StudyMode.READ), False),
        (SetMode(StudyMode.WRITE), False),
        (Command.FIRST, True),
        (StudyCommand.NEXT_CHAPTER, True),
        (StudyCommand.PREVIOUS_CHAPTER, True),
    ):
        session, _ = whole_step(session, message)
        assert sight.is_scrolled(session) == is_another, message
        assert not sight.is_scrolled(session)


def test_who_looks_round_in_a_match_is_scrolled_there_and_may_scroll_away(sight: Sight) -> None:
    session, _ = whole_step(Session(), Navigate(MATCH, 0.0))
    for message in (TypeAction("a+", 1.0), TypeAction("b+", 2.0), Show(1), Show(2)):
        session, _ = whole_step(session, message)
        assert sight.is_scrolled(session)
        assert not sight.is_scrolled(session)
    # Another move in the place of the one that was taken back.
    session, _ = whole_step(session, Command.TAKE_BACK)
    sight.is_scrolled(session)
    session, _ = whole_step(session, TypeAction("a-", 3.0))
    assert sight.is_scrolled(session)
