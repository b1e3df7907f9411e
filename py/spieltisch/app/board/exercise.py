"""The state of an exercise: of a lesson's step or a puzzle."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, Self

from spieltisch.app.core.message import Frozen
from spieltisch.app.core.news import ExerciseNews, InExercise, News, ScreenState
from spieltisch.app.core.table import fresh_choice
from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId
from spieltisch.table import Choice, Seat


class ExerciseState(StrEnum):
    """How far a person has come with an exercise."""

    OPEN = "open"
    SOLVED = "solved"
    WRONG = "wrong"
    """Something wrong was done in a lesson."""
    FAILED = "failed"
    """Something wrong was done in a puzzle."""


OPEN, SOLVED, WRONG, FAILED = ExerciseState

REPLY_MS = 1100.0
"""How long after an action the reply comes: once the action has been seen."""


class Question(Frozen):
    """What the bots are asked about the position of an exercise."""

    about: object = None
    """What it is asked about, where the same position may be asked about elsewhere."""
    nodes: int = 0
    """As in SearchRequest, like what follows."""
    wanted: int = 1
    level: int = 0
    """That of the bot which is to act; 0 where it is not asked for an action."""
    seat: Seat | None = None
    """Whose action it is; None for whoever acts there."""
    ply: int | None = None
    """After how many turns the position comes; None for the one on screen."""


class Exercise(ScreenState, kw_only=True):
    """Something to do on a board of its own, of which no match is kept."""

    game: str
    match: Match
    """The position, and what has been played there since."""
    seat: Seat
    state: ExerciseState = OPEN
    choice: Choice[Any] | None = None
    """What is being chosen on the board; None where nothing can be."""
    replies: tuple[str, ...] = ()
    """What the others are still to do, as texts of actions."""
    wake_ms: float | None = None
    """When the next of these replies comes, by the page's clock; None if none does."""
    cursor: str | None = None
    news: News[ExerciseNews] | None = None

    @property
    def next_wake_ms(self) -> float | None:
        """When the next thing happens, by the page's clock; None for never."""
        return self.wake_ms

    def match_in(self, matches: Mapping[MatchId, Match]) -> Match:
        return self.match

    @property
    def is_wrong(self) -> bool:
        """Whether something was done that does not solve it."""
        return self.state not in (OPEN, SOLVED)

    @property
    def question(self) -> Question | None:
        return None

    def choosing(self) -> Self:
        """The exercise with an empty choice, if it is the person's turn."""
        return replace(self, choice=fresh_choice(self.match))

    def awaiting(self, at_ms: float) -> Self:
        """The exercise with the moment of the next reply, if there is one."""
        match = self.match
        is_forced = match.rules.automatic_action(match.position) is not None
        has_reply = not match.is_over and (is_forced or bool(self.replies))
        return replace(self, wake_ms=at_ms + REPLY_MS if has_reply else None)

    def after_reply(self) -> Self:
        """The exercise after the next reply: automatic actions come first."""
        match, replies = self.match, self.replies
        forced = match.rules.automatic_action(match.position)
        if forced is not None:
            match = match.play(*forced)
        else:
            action = match.rules.parse_action(replies[0])
            # The reply is another seat's if one is to act, or else the person's own.
            seats = sorted(seat for seat in self.match.position.active_seats if seat > 0)
            match, replies = (
                match.play(next((seat for seat in seats if seat != self.seat), seats[0]), action),
                replies[1:],
            )
        return replace(self, match=match, replies=replies).saying(InExercise.REPLIED)
