"""The study on screen, and what can happen to it."""

from collections.abc import Mapping
from dataclasses import field, replace
from enum import Enum, auto
from typing import Self

from spieltisch.app.board.exercise import Exercise, Question
from spieltisch.app.board.thinking import MOST_LINES
from spieltisch.app.core.message import Message
from spieltisch.app.core.news import InExercise, ScreenState
from spieltisch.app.core.table import TableScreen
from spieltisch.app.keeping.own_things import ThingId
from spieltisch.play.match import Match
from spieltisch.play.study import ROOT, NodeId, Study
from spieltisch.table import Evaluation, History, Seat, Turn

MOST_STEPS = 100
"""How many changes can be undone."""


class Told(Enum):
    """What is said of the study."""

    MOVE = auto()
    """The move that has come on screen."""
    REMARK = auto()
    """Its sign, which was set or taken away."""
    DELETED = auto()
    PROMOTED = auto()
    MAIN = auto()
    """Its line has become the main one."""
    UNDONE = auto()
    REDONE = auto()
    EVALUATED = auto()
    TRIED = auto()
    """Something is tried out: where that leaves the match."""
    ANSWERING = auto()
    """Bots answer what is tried out from now on, or no longer."""
    MEANWHILE = auto()
    """The match in which it is tried out has gone on elsewhere."""
    AT_TABLE = auto()
    """What was said at the table of that match."""


class StudyScreen(Exercise, kw_only=True):
    """A study on a board of its own. Its match is the line that is looked at, shown as far as the
    move on screen. Where moves are tried out in a match (``home``), it is not kept, and the bots of
    that match may answer."""

    study_id: ThingId
    """Empty where moves are tried out."""
    name: str
    study: Study
    turns: Mapping[NodeId, Turn]
    """The turn of each move, and of those that may come back."""
    at: NodeId = ROOT
    """The move on screen."""
    before: tuple[tuple[Study, NodeId], ...] = ()
    """The studies that can be brought back, the latest last, each with the move on screen."""
    after: tuple[tuple[Study, NodeId], ...] = ()
    """Those that were undone, the latest last."""
    is_typing: bool = False
    """Whether the last change was made to the comment on screen."""
    told: Told = Told.MOVE
    """What is said of it."""
    is_open: bool = False
    """Whether positions are evaluated."""
    is_awaited: bool = False
    """Whether the evaluation is to be said as soon as it is known."""
    evaluations: Mapping[NodeId, Evaluation] = field(default_factory=dict)
    """What the bots have found."""
    is_deleted: bool = False
    """Whether it was deleted, here or in another tab; see ``DeckScreen``."""
    home: TableScreen | None = None
    """The table of the match in which moves are tried out; None for a study of its own."""
    begun: int = 0
    """With how many moves of that match it began."""
    since: int = 0
    """How many turns of the match counted when it was begun to be tried out in it."""

    @property
    def thing(self) -> str:
        return self.study_id if self.home is None else f"in {self.home.match_id}"

    @property
    def deleted_thing(self) -> ThingId:
        return self.study_id if self.is_deleted else ""

    @property
    def beneath(self) -> ScreenState:
        return self.home or self

    @property
    def subject(self) -> object:
        return (StudyScreen, self.study_id) if self.home is None else self.home.subject

    @classmethod
    def of(
        cls,
        study_id: ThingId,
        name: str,
        study: Study,
        turns: Mapping[NodeId, Turn],
        at: NodeId = ROOT,
    ) -> Self:
        match = Match.of_turns(study.setup, ())
        screen = cls(
            game=study.setup.game,
            match=match,
            seat=1,
            study_id=study_id,
            name=name,
            study=study,
            turns=turns,
        )
        return screen.going_to(at)

    def going_to(self, at: NodeId) -> Self:
        """The study with another move on screen."""
        line, shown = self.study.line(at), len(self.study.path(at))
        turns = History([self.turns[one] for one in line])
        match = replace(self.match, turns=turns, shown=shown)
        screen = replace(self, at=at, match=match, is_typing=False, is_awaited=False)
        return replace(screen, replies=(), wake_ms=None).choosing()

    def telling(self, told: Told) -> Self:
        return replace(self, told=told).saying(InExercise.SHOWN)

    def changed(self, study: Study, at: NodeId, *, is_typing: bool = False) -> Self:
        """The screen after a change, which can be undone; letters of one comment together."""
        goes_on = is_typing and self.is_typing
        before = self.before if goes_on else (*self.before, (self.study, self.at))[-MOST_STEPS:]
        screen = replace(self, study=study, before=before, after=())
        return replace(screen.going_to(at), is_typing=is_typing)

    def undone(self) -> Self:
        if not self.before:
            return self
        *before, (study, at) = self.before
        after = (*self.after, (self.study, self.at))
        screen = replace(self, study=study, before=tuple(before), after=after)
        return screen.going_to(at).telling(Told.UNDONE)

    def redone(self) -> Self:
        if not self.after:
            return self
        *after, (study, at) = self.after
        before = (*self.before, (self.study, self.at))
        screen = replace(self, study=study, before=before, after=tuple(after))
        return screen.going_to(at).telling(Told.REDONE)

    @property
    def evaluation(self) -> Evaluation | None:
        """What the bots have found about the position on screen."""
        found = self.evaluations.get(self.at)
        # After a change was undone, another move may have the same id.
        return found if found and found.position == self.match.position else None

    @property
    def bot_to_answer(self) -> Seat | None:
        """The seat of a bot that is to move now, as nothing follows the move on screen yet."""
        match = self.match
        if self.study.nodes[self.at].children or match.is_over:
            return None
        seats = sorted(match.position.active_seats)
        return next((seat for seat in seats if match.bot_level(seat) is not None), None)

    @property
    def question(self) -> Question | None:
        found, bot = self.evaluation, self.bot_to_answer
        if bot is not None:
            level = self.match.bot_level(bot) or 0
            # Who says something of the move on screen is not led away from it by an answer.
            is_held = bool(self.replies) or self.is_typing
            return None if is_held else Question("bot", level=level, seat=bot)
        is_known = self.match.is_over or (found is not None and found.is_final)
        if not self.is_open or is_known or self.match.game.search_bots is None:
            return None
        return Question(f"study {self.at}", lines=MOST_LINES)


class GoTo(Message, do="go-to"):
    """A move is to come on screen."""

    node: NodeId


class Vary(Message, do="vary"):
    """The variation so many places on is to come on screen."""

    by: int


class SignMove(Message, do="sign"):
    """The move on screen gets a sign, or loses the one that it has."""

    sign: str


class StudyCommand(Message, Enum):
    """What needs no details. The values are those of ``data-do``."""

    DELETE_MOVE = "delete-move"
    """The move on screen is to go, with all that follows it."""
    PROMOTE = "promote"
    """The variation on screen is to change places with the line that it is one of."""
    MAKE_MAIN = "make-main"
    SHARE = "share-study"
    """The link is to be copied."""
    SAVE = "save-study"
    DELETE = "delete-study"
