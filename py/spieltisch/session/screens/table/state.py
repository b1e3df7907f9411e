"""What the table on screen remembers beside the match itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from spieltisch.games.contract import Advice
from spieltisch.play.match import Match
from spieltisch.play.timing import Timing
from spieltisch.table import Choice, Evaluation, Seat


@dataclass(frozen=True)
class News:
    """What has just happened, for those who listen.

    Attributes:
        kind: ``played``, ``taken-back``, ``started``, ``resumed``, ``chosen``, ``dropped``,
            ``helped``, ``evaluated``, ``reviewing``, ``reviewed``, ``turning-point``,
            ``no-turning-point``, ``sound`` or ``asked``.
        serial: counts up, so that the same words are said again.
        key: what was asked.
    """

    kind: str
    serial: int
    key: str = ""


@dataclass(frozen=True)
class Help:
    """What a person was told, on request, about the position on screen.

    Attributes:
        step: how much of it. To somebody who plays alone: 1 there is a card, 2 this card, 3 this
            action; 0 only whether it can be done. Elsewhere: 1 what to look at, 2 the action.
        advice: what leads on: the solver's, or an action's text; None if there is no way any more,
            and while it is awaited.
        is_awaited: whether the bots still think about it.
    """

    step: int
    advice: Advice | str | None
    is_awaited: bool = False


@dataclass(frozen=True)
class ForcedWin:
    """The win that a bot has seen, which it is to announce.

    Attributes:
        position, action: where, and the text of what it is about to play or has played there.
        left: how many actions of all seats come after that one, at most.
    """

    position: Any
    action: str
    left: int


@dataclass(frozen=True)
class Analysis:
    """Attributes:
    is_open: whether the position on screen is evaluated.
    is_awaited: whether the evaluation is to be said as soon as it is there.
    is_reviewing: whether every position of the match is evaluated, one after the other.
    is_reviewed: whether that has been asked for, so that what was found is shown.
    evaluations: what was found, by how many turns had been played.
    """

    is_open: bool = False
    is_awaited: bool = False
    is_reviewing: bool = False
    is_reviewed: bool = False
    evaluations: Mapping[int, Evaluation] = field(default_factory=dict)

    def evaluation(self, match: Match, ply: int) -> Evaluation | None:
        """What was found about the position after so many turns."""
        found = self.evaluations.get(ply)
        # Compared as the object that it is: after taking back, others may come at that number.
        return found if found and found.position is match.position_at(ply) else None

    def final(self, match: Match, ply: int) -> Evaluation | None:
        """The same, if as much was thought as can be."""
        found = self.evaluation(match, ply)
        return found if found and found.is_final else None

    def with_evaluation(self, ply: int, found: Evaluation) -> Self:
        """One thing more is known, or the same better."""
        known = self.evaluations.get(ply)
        if known and known.is_final and not found.is_final and known.position is found.position:
            return self
        return replace(self, evaluations={**self.evaluations, ply: found})


@dataclass(frozen=True)
class TableScreen:
    """Attributes:
    game: whose match is on the table.
    choice: what is being chosen on the board; None where no person may act.
    cursor: the site that the keyboard is on.
    replacement: the match that would replace the one in progress, while the person is asked.
    news: what is to be heard.
    zero_ms: when the match began, by the page's clock; None until something is played.
    timing: what time will bring to it.
    help: what a person was told on request.
    forced_win: the last win that a bot has seen.
    analysis: what has been found out about the match.
    """

    game: str
    choice: Choice[Any] | None = None
    cursor: str | None = None
    replacement: Match | None = None
    news: News | None = None
    zero_ms: float | None = None
    timing: Timing = field(default_factory=Timing)
    help: Help | None = None
    forced_win: ForcedWin | None = None
    analysis: Analysis = field(default_factory=Analysis)

    def saying(self, kind: str, key: str = "") -> Self:
        """The table with something new to say."""
        serial = self.news.serial + 1 if self.news else 1
        return replace(self, news=News(kind, serial, key))

    def for_match(self, match: Match) -> Self:
        """The table when another position of its match comes on it: nothing is half chosen."""
        return replace(
            self,
            choice=fresh_choice(match),
            help=None,
            analysis=replace(self.analysis, is_awaited=False),
        )


def people_to_act(match: Match) -> list[Seat]:
    """The seats of people that may act now, in order."""
    return [seat for seat in sorted(match.position.active_seats) if match.is_human(seat)]


def fresh_choice(match: Match) -> Choice[Any] | None:
    """The empty choice of the person who is to act; None where no person is."""
    people = people_to_act(match)
    return match.rules.choose(match.position, people[0]) if people else None
