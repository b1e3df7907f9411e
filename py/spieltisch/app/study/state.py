"""The study on screen, and what can happen to it."""

from collections.abc import Mapping
from dataclasses import field, replace
from enum import Enum, StrEnum, auto
from typing import Self

from spieltisch.app.board.exercise import Exercise, Question
from spieltisch.app.board.thinking import MOST_PROSPECTS
from spieltisch.app.core.message import Frozen, Message, TimedMessage
from spieltisch.app.core.news import InExercise, LiveNews, ScreenState
from spieltisch.app.core.notice import Notice
from spieltisch.app.core.table import TableScreen
from spieltisch.app.keeping.own_things import ThingId
from spieltisch.app.study.proving import (
    MOST_CHECKED,
    Subject,
    TaskProof,
    asks_something,
    subject_of,
)
from spieltisch.play.match import Match
from spieltisch.play.study import ROOT, NodeId, Study, StudyMode, Task, TaskKind
from spieltisch.play.study_text import Chapter, format_chapters
from spieltisch.table import Bot, Evaluation, History, Player, Seat, Setup, Turn, seat_for
from spieltisch.table.fact import gettext_noop

MOST_CHANGES_UNDONE = 100
"""How many changes can be undone."""


class Told(Enum):
    """What is said of the study."""

    MOVE = auto()
    """The move that has come on screen."""
    REMARK = auto()
    """Its glyph, which was set or taken away."""
    DELETED = auto()
    CHAPTER_DELETED = auto()
    PROMOTED = auto()
    MAIN = auto()
    """What goes on from it has become the main line."""
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
    """What has happened among people elsewhere who play that match."""
    CHAPTER = auto()
    """Another chapter has come on screen."""
    MODE = auto()
    """It is to be written, read or practised from now on."""
    DRAWING = auto()
    """A press on the board draws from now on, or no longer; or the first site was pressed."""
    DRAWN = auto()
    """A ring or an arrow was drawn, or taken away."""
    PRACTISED = auto()
    """An answer was given to what it asks, or shown."""
    TASK = auto()
    """The chapter asks something else from now on."""
    CHECKED = auto()
    """The answers to its task have been looked at."""


class Score(StrEnum):
    """How the task of a chapter went, the first time that it was done."""

    ALONE = "a"
    HELPED = "h"
    """After a wrong answer, or with one that was shown."""
    DRAWN = "d"
    FAILED = "f"


_NOT_YET, _ONLY_HELPED = "-", "w"
"""What is noted of tasks that are not done, without and with help."""


class SetScores(Frozen):
    """How the tasks of a study went in this visit, by the numbers of its chapters.

    >>> scores = SetScores().with_help(1).with_help(2).with_score(1, Score.HELPED)
    >>> scores.text(4), SetScores.read("-hw-", 4) == scores, SetScores.read("-hw-", 3)
    ('-hw-', True, SetScores(helped=frozenset(), done={}))
    """

    helped: frozenset[int] = frozenset()
    """Those in which something was wrong, or shown, until they are done."""
    done: Mapping[int, Score] = field(default_factory=dict)

    def with_help(self, number: int) -> Self:
        return replace(self, helped=self.helped | {number})

    def with_score(self, number: int, score: Score) -> Self:
        """The scores with a chapter done; the first time counts."""
        return replace(self, done={number: score, **self.done})

    def text(self, chapters: int) -> str:
        """A letter for each chapter; nothing where nothing was done."""
        if not (self.helped or self.done):
            return ""
        helped = (_ONLY_HELPED if n in self.helped else _NOT_YET for n in range(chapters))
        return "".join(self.done.get(n, letter) for n, letter in enumerate(helped))

    @classmethod
    def read(cls, text: str, chapters: int) -> Self:
        """The inverse of ``text``; nothing for what is none."""
        scores = cls()
        for n, letter in enumerate(text if len(text) == chapters else ""):
            if letter in (Score.HELPED, _ONLY_HELPED):
                scores = scores.with_help(n)
            if letter in list(Score):
                scores = scores.with_score(n, Score(letter))
        return scores


class NotInStudy(Notice):
    """A move was played where a study is only read."""

    told = gettext_noop("This study does not have that move.")


class OpenChapter(Chapter, Frozen):
    """A chapter as it was left, with the turns of its moves."""

    turns: Mapping[NodeId, Turn]
    at: NodeId = ROOT


def with_chapter(
    chapters: tuple[OpenChapter, ...], number: int, chapter: OpenChapter
) -> tuple[OpenChapter, ...]:
    """Chapters with another one in the place of one of them."""
    return (*chapters[:number], chapter, *chapters[number + 1 :])


class Version(Frozen):
    """A study that can be brought back, with the move on screen."""

    study: Study
    at: NodeId
    chapters: tuple[OpenChapter, ...] = ()
    """All of them, and which one is on screen, where that is what was changed; else empty."""
    number: int = 0


class StudyScreen(Exercise, kw_only=True):
    """A study on a board of its own. Its match has the moves that lead through the one on screen,
    and is shown as far as that one. Where moves are tried out in a match (``home``), it is not
    kept, and the bots of that match may answer."""

    study_id: ThingId
    """Empty where moves are tried out."""
    name: str
    study: Study
    turns: Mapping[NodeId, Turn]
    """The turn of each move, and of those that may come back."""
    chapters: tuple[OpenChapter, ...] = ()
    """All chapters; the one on screen as it was opened, see ``whole``. Empty where moves are tried
    out."""
    number: int = 0
    """Which of them is on screen."""
    mode: StudyMode = StudyMode.WRITE
    missed: frozenset[NodeId] = frozenset()
    """Where it is practised, the moves after which no right answer was found at once."""
    wrong: tuple[str, NodeId | None] | None = None
    """There, the last answer, if it was wrong, and which move it is if the study has it."""
    found: frozenset[NodeId] = frozenset()
    """There, where each of the first moves that are good is asked for, those that were found."""
    scores: SetScores = SetScores()
    proofs: Mapping[Subject, TaskProof] = field(default_factory=dict)
    """What has been proved of tasks in this visit, as they were then."""
    checking: Subject | None = None
    """The answers that are being looked at, to which task of which position."""
    at: NodeId = ROOT
    """The move on screen."""
    is_drawing: bool = False
    """Whether a press on the board draws a ring or an arrow."""
    drawn_from: str | None = None
    """The site from which an arrow is drawn."""
    drawn: str = ""
    """The mark that was drawn or taken away last."""
    before: tuple[Version, ...] = ()
    """What can be brought back, the latest last: changes of the chapter on screen, and of the list
    of chapters."""
    after: tuple[Version, ...] = ()
    """Those that were undone, the latest last."""
    is_typing: bool = False
    """Whether the last change was made to the comment on screen."""
    told: Told = Told.MOVE
    """What is said of it."""
    is_led_away: bool = False
    """Whether the last step back or forward has brought another chapter on screen, or changed the
    list of them."""
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
    def live_news(self) -> LiveNews | None:
        is_told = self.news is not None and isinstance(self.news.what, InExercise)
        is_tables = is_told and self.told is Told.AT_TABLE
        return self.home.live_news if self.home is not None and is_tables else None

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
        """A study of one chapter."""
        return cls.of_chapters(study_id, name, (OpenChapter("", study, turns, at),))

    @classmethod
    def of_chapters(
        cls,
        study_id: ThingId,
        name: str,
        chapters: tuple[OpenChapter, ...],
        number: int = 0,
        mode: StudyMode = StudyMode.WRITE,
    ) -> Self:
        setup = chapters[number].study.setup
        screen = cls(
            game=setup.game,
            match=Match.of_turns(setup, ()),
            seat=1,
            study_id=study_id,
            name=name,
            study=Study(setup),
            turns={},
            mode=mode,
        )
        return screen.in_chapter(number, chapters)

    @property
    def whole(self) -> tuple[OpenChapter, ...]:
        """All chapters as they are now."""
        if not self.chapters:
            return (OpenChapter("", self.study, self.turns, self.at),)
        name = self.chapters[self.number].name
        now = OpenChapter(name, self.study, self.turns, self.at)
        return with_chapter(self.chapters, self.number, now)

    @property
    def task(self) -> Task | None:
        """What the chapter on screen asks; None where it is not practised, or cannot be done."""
        is_asked = self.mode is StudyMode.PRACTISE and self.home is None
        return self.study.task if is_asked and asks_something(self.study) else None

    @property
    def is_played_out(self) -> bool:
        """Whether its position is played out against a bot: then its match has its own moves."""
        return self.task is not None and self.task.kind is TaskKind.PLAY

    def _setup_to_play_out(self) -> Setup:
        setup, bots = self.study.setup, self.match.game.search_bots
        position = self.match.rules.initial_position(setup)
        person, level = seat_for(position), 0 if self.task is None else self.task.level
        if bots is None:
            return setup
        bot = Bot(min(level, bots.levels[-1]))
        players = tuple(
            player if seat == person else Player(player.name, bot)
            for seat, player in enumerate(setup.all_players, 1)
        )
        return replace(setup, players=players)

    @property
    def tasks(self) -> tuple[int, ...]:
        """The numbers of the chapters that ask something."""
        return tuple(n for n, one in enumerate(self.whole) if asks_something(one.study))

    @property
    def is_checking(self) -> bool:
        """Whether the answers to the task on screen are being looked at."""
        return self.checking is not None and self.checking == subject_of(self.study)

    @property
    def proof(self) -> TaskProof | None:
        """What has been proved of the task on screen."""
        return self.proofs.get(subject_of(self.study))

    @property
    def gone(self) -> tuple[int, str] | None:
        """Which chapter was deleted, counted from 0, and its name, if that was the last change."""
        version = self.before[-1] if self.before else None
        if version is None or len(version.chapters) <= len(self.chapters):
            return None
        # Not by the number on screen: a change that is redone may have another one there.
        was = [(one.name, one.study) for one in version.chapters]
        now = [(one.name, one.study) for one in self.whole]
        number = next((n for n, one in enumerate(now) if one != was[n]), len(now))
        # After a name was changed, the way back would lead to the old one.
        return (number, was[number][0]) if was[number + 1 :] == now[number:] else None

    def text(self) -> str:
        """All of it as text."""
        return format_chapters(self.name, self.whole, mode=self.mode)

    def in_chapter(self, number: int, chapters: tuple[OpenChapter, ...]) -> Self:
        """The study with another chapter on screen."""
        shown = chapters[number]
        match = Match.of_turns(shown.study.setup, ())
        screen = replace(self, chapters=chapters, number=number, study=shown.study, match=match)
        screen = replace(screen, turns=shown.turns, evaluations={}, checking=None)
        return screen.going_to(shown.at)

    def rearranged(self, chapters: tuple[OpenChapter, ...], number: int) -> Self:
        """The study with other chapters than before, which can be undone."""
        before = (*self.before, self._version(has_chapters=True))[-MOST_CHANGES_UNDONE:]
        return replace(self.in_chapter(number, chapters), before=before, after=())

    def _version(self, *, has_chapters: bool = False) -> Version:
        chapters = self.whole if has_chapters else ()
        return Version(self.study, self.at, chapters, self.number)

    def _restored(self, version: Version) -> Self:
        if version.chapters:
            return self.in_chapter(version.number, version.chapters)
        return replace(self, study=version.study).going_to(version.at)

    def _where(self, version: Version) -> Self:
        """The study with the chapter on screen that a version is of."""
        if version.chapters or version.number == self.number:
            return self
        return self.in_chapter(version.number, self.whole)

    def going_to(self, at: NodeId) -> Self:
        """The study with another move on screen."""
        if self.is_played_out:
            match = Match.of_turns(self._setup_to_play_out(), ())
        else:
            # Of a study of its own nothing of a match that was played out is left.
            is_same = self.home is not None or self.match.setup == self.study.setup
            before = self.match if is_same else Match.of_turns(self.study.setup, ())
            moves, shown = self.study.moves_through(at), len(self.study.path(at))
            turns = History([self.turns[one] for one in moves])
            match = replace(before, turns=turns, shown=shown)
        screen = replace(self, at=at, match=match, is_typing=False, is_awaited=False)
        # What is found of other answers, or of another task, is no answer to this one.
        checking = self.checking if self.is_checking else None
        screen = replace(screen, drawn_from=None, checking=checking)
        return replace(screen, replies=(), wake_ms=None).choosing()

    def telling(self, told: Told, *, is_led_away: bool = False) -> Self:
        return replace(self, told=told, is_led_away=is_led_away).saying(InExercise.SHOWN)

    def changed(self, study: Study, at: NodeId, *, is_typing: bool = False) -> Self:
        """The screen after a change, which can be undone; letters of one comment together."""
        goes_on = is_typing and self.is_typing
        before = self.before if goes_on else (*self.before, self._version())[-MOST_CHANGES_UNDONE:]
        screen = replace(self, study=study, before=before, after=())
        return replace(screen.going_to(at), is_typing=is_typing)

    def undone(self) -> Self:
        if not self.before:
            return self
        *before, version = self.before
        there = self._where(version)
        after = (*self.after, there._version(has_chapters=bool(version.chapters)))
        screen = replace(there._restored(version), before=tuple(before), after=after)
        return screen.telling(
            Told.UNDONE, is_led_away=there.number != self.number or bool(version.chapters)
        )

    def redone(self) -> Self:
        if not self.after:
            return self
        *after, version = self.after
        there = self._where(version)
        before = (*self.before, there._version(has_chapters=bool(version.chapters)))
        screen = replace(there._restored(version), before=before, after=tuple(after))
        return screen.telling(
            Told.REDONE, is_led_away=there.number != self.number or bool(version.chapters)
        )

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
        has_line = bool(self.study.nodes[self.at].children) and not self.is_played_out
        if has_line or match.is_over:
            return None
        seats = sorted(match.position.active_seats)
        return next((seat for seat in seats if match.bot_level(seat) is not None), None)

    @property
    def question(self) -> Question | None:
        found, bot = self.evaluation, self.bot_to_answer
        if self.is_checking:
            return Question("task", wanted=MOST_CHECKED, ply=0)
        if bot is not None:
            level = self.match.bot_level(bot) or 0
            # Who says something of the move on screen is not led away from it by an answer.
            is_held = bool(self.replies) or self.is_typing
            return None if is_held else Question(level=level, seat=bot)
        is_known = self.match.is_over or (found is not None and found.is_final)
        is_hidden = not self.is_open or self.mode is StudyMode.PRACTISE
        if is_hidden or is_known or self.match.game.search_bots is None:
            return None
        return Question(self.at, wanted=MOST_PROSPECTS)


class GoTo(Message, do="go-to"):
    """A move is to come on screen."""

    node: NodeId


class Vary(Message, do="vary"):
    """The variation so many places on is to come on screen."""

    by: int


class SetMode(Message, do={f"{mode}-study": {"mode": mode} for mode in StudyMode}):
    """It is to be written, read or practised."""

    mode: StudyMode


class ShowMove(TimedMessage, do="show-answer"):
    """The move that is asked for where the study is practised is to be seen."""

    at_ms: float


class SetGlyph(Message, do="sign"):
    """The move on screen gets a glyph, or loses the one that it has."""

    glyph: str


class StudyCommand(Message, Enum):
    """What needs no details. The values are those of ``data-do``."""

    DELETE_MOVE = "delete-move"
    """The move on screen is to go, with all that follows it."""
    PROMOTE = "promote"
    """The variation on screen is to change places with the moves that it is an alternative to."""
    MAKE_MAIN = "make-main"
    SHARE = "share-study"
    """The link is to be copied."""
    DRAW = "draw-marks"
    """Presses on the board are to draw rings and arrows, or to do so no longer."""
    SHARE_RESULT = "share-set-result"
    """How the tasks went is to be sent, as text."""
    MAKE_SET = "make-set"
    """Every chapter is to ask something."""
    CHECK = "check-task"
    """It is to be proved that the answers to the task are right, and no others."""
    CLONE = "clone-study"
    """A copy is kept beside it, and comes on screen."""
    NEW_CHAPTER = "new-chapter"
    """One begins with the position on screen."""
    DELETE_CHAPTER = "delete-chapter"
    PREVIOUS_CHAPTER = "previous-chapter"
    NEXT_CHAPTER = "next-chapter"
    SAVE = "save-study"
    DELETE = "delete-study"
