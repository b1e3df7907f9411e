"""What the lesson on screen remembers."""

from dataclasses import dataclass, replace
from typing import Any, Self

from spieltisch.games import catalog
from spieltisch.play.match import Match
from spieltisch.session.screens.table.state import News, fresh_choice
from spieltisch.table import Choice, Player, Seat
from spieltisch.table.lesson import Step

OPEN, SOLVED, WRONG = "open", "solved", "wrong"
"""How a step is: ``data-step-state``."""


@dataclass(frozen=True)
class LessonScreen:
    """One step on a board of its own; of what is done there nothing is kept but that it was solved.

    Attributes:
        game: which game is taught.
        step: the step.
        match: its position, and what has been played there since.
        state: ``open``, ``solved`` or ``wrong``.
        told: what is to be done, or what was said to what has been done; not translated.
        choice: what is being chosen on the board; None where nothing can be.
        replies: what the others are still to do, as texts of actions.
        wake_ms: when the next of them acts, by the page's clock; None if nobody does.
        cursor: the site that the keyboard is on.
        news: what is to be heard.
    """

    game: str
    step: Step
    match: Match
    state: str
    told: str
    choice: Choice[Any] | None = None
    replies: tuple[str, ...] = ()
    wake_ms: float | None = None
    cursor: str | None = None
    news: News | None = None

    @classmethod
    def at(cls, game: str, step: Step, before: "LessonScreen | None" = None) -> Self:
        """A step as it begins, perhaps after another one."""
        screen = cls(game, step, match_of(game, step), OPEN, step.task)
        screen = replace(screen, news=before.news if before is not None else None)
        return replace(screen, choice=fresh_choice(screen.match)).saying("step")

    def saying(self, kind: str, key: str = "") -> Self:
        """The lesson with something new to say; see News, and ``step``, ``judged``, ``replied``."""
        serial = self.news.serial + 1 if self.news else 1
        return replace(self, news=News(kind, serial, key))


def match_of(game: str, step: Step) -> Match:
    """A step's position as a match: the learner is its one person."""
    info, rules = catalog.game_of(game).info, catalog.game_of(game).rules
    seats = range(1, step.seats + 1)
    players = tuple(Player("", "human" if seat == step.seat else "bot:1") for seat in seats)
    setup = replace(info.default_setup(), seats=step.seats, players=players)
    return Match(setup, rules.parse_position(step.position))


def other_seat(screen: LessonScreen) -> Seat:
    """Who replies: the first that may act beside the learner, or else the learner."""
    seats = sorted(seat for seat in screen.match.position.active_seats if seat > 0)
    return next((seat for seat in seats if seat != screen.step.seat), seats[0])
