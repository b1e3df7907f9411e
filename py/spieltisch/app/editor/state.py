"""A position that is being set up by hand, and what can happen to it."""

from collections.abc import Iterable
from dataclasses import field, replace
from enum import Enum
from typing import Self

from spieltisch.app.core.message import NEEDS_REST, Message
from spieltisch.app.core.news import News, ScreenState
from spieltisch.games import catalog
from spieltisch.kit.scene import Editor
from spieltisch.table import Setup

FROM, AWAY = "from:", "away"
"""What a dragged piece presses before the place where it is let go: where it comes from. The other
is where pieces are let go to be taken away."""

PIECE = "piece:"
"""The token of a piece of the palette, before its name."""

MOST_UNDONE = 1000
"""How many steps can be undone."""


class EditorScreen(ScreenState):
    draft: Setup
    piece: str
    """What the next press places on a place."""
    held: str | None = None
    """The place from which something is being carried to another one."""
    before: tuple[Setup, ...] = ()
    """The drafts that can be brought back, the latest last."""
    after: tuple[Setup, ...] = ()
    """Those that were undone, the latest last."""
    refused: str = ""
    """The text that was pasted last, if it is no position."""
    cursor: str | None = None
    """The place that the keyboard is on."""
    news: News[str] | None = field(default=None, kw_only=True)
    """What is to be heard: the token of what was changed or chosen."""

    @classmethod
    def of(cls, draft: Setup) -> Self:
        return cls(draft, editor_of(draft).pieces(draft)[0])

    @property
    def thing(self) -> str:
        return self.draft.game

    @property
    def editor(self) -> Editor:
        return editor_of(self.draft)

    def telling(self, token: str) -> Self:
        return replace(self, news=News(token, self.news.serial + 1 if self.news else 1))

    def with_draft(self, draft: Setup) -> Self:
        """The screen after a change, which can be undone."""
        if draft == self.draft:
            return replace(self, held=None, refused="")
        before = (*self.before, self.draft)[-MOST_UNDONE:]
        return self._at(draft, before, ())

    def with_start(self, start: str) -> Self:
        return self.with_draft(replace(self.draft, start=start))

    def undone(self) -> Self:
        if not self.before:
            return self
        *before, draft = self.before
        return self._at(draft, before, (*self.after, self.draft))

    def redone(self) -> Self:
        if not self.after:
            return self
        *after, draft = self.after
        return self._at(draft, (*self.before, self.draft), after)

    def _at(self, draft: Setup, before: Iterable[Setup], after: Iterable[Setup]) -> Self:
        pieces = editor_of(draft).pieces(draft)
        return replace(
            self,
            draft=draft,
            piece=self.piece if self.piece in pieces else pieces[0],
            held=None,
            before=tuple(before),
            after=tuple(after),
            refused="",
        )


def editor_of(draft: Setup) -> Editor:
    editor = catalog.game_of(draft.game).editor
    assert editor is not None
    return editor


class ChoosePiece(Message, do="choose-piece"):
    """The next press puts this piece."""

    piece: str


class IntoStudy(Message, do="study-into"):
    """The position is to be a chapter of that study."""

    study_id: str


class StepPiece(Message):
    """The piece so many places on in the palette is chosen."""

    by: int


class TakeAway(Message):
    """What lies on a place is taken away."""

    site: str


class EditorCommand(Message, Enum):
    """What needs no details. The values are those of ``data-do``."""

    USUAL_BOARD = "usual-board"
    """The board is to be as a match begins."""
    CLEAR_BOARD = "clear-board"
    PLAY = "play-position"
    """A match is to begin here: the form is filled in for it."""


class EditPosition(Message, do="edit-position", traits=NEEDS_REST):
    """The position that is looked at is to be changed."""
