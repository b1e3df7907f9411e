"""One person's side of the table: what is on screen, what is half chosen, what was said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from spieltisch.games.contract import Advice
from spieltisch.play.match import Match
from spieltisch.play.timing import Timing
from spieltisch.session.draft import Draft
from spieltisch.session.link import Link
from spieltisch.session.messages import Effect
from spieltisch.session.rehearsal import Rehearsal
from spieltisch.session.runs import Runs
from spieltisch.session.settings import Settings
from spieltisch.session.study import Study
from spieltisch.table import Choice, Seat


@dataclass(frozen=True)
class Notice:
    """Something went wrong or was refused; views put it into words.

    Attributes:
        kind: ``link``, ``setup``, ``damaged``, ``storage-full``, ``storage-blocked``, ``copied``,
            ``copy``, ``action``, ``key-taken`` or ``key-reserved``.
        facts: what the words need, such as the part of the link and its value.
    """

    kind: str
    facts: tuple[str, ...] = ()


@dataclass(frozen=True)
class News:
    """What has just happened, for those who listen.

    Attributes:
        kind: ``played``, ``taken-back``, ``started``, ``resumed``, ``chosen``, ``dropped``,
            ``helped``, ``judged``, ``reviewing``, ``reviewed``, ``turned``, ``no-turning`` or
            ``asked``.
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
        step: how much of it. To a solitaire player: 1 there is a card, 2 this card, 3 this ball and
            end; 0 only whether it can be done. Elsewhere: 1 what to look at, 2 the action.
        advice: what leads on: a solitaire's, or an action's text; None if the cards cannot be
            cleared any more, and while it is awaited.
        is_awaited: whether the bots still think about it.
    """

    step: int
    advice: Advice | str | None
    is_awaited: bool = False


@dataclass(frozen=True)
class Foreseen:
    """The win that a bot has seen, which it is to announce.

    Attributes:
        position, action: where, and what it is about to play or has played there.
        left: how many actions of all seats come after that one, at most.
    """

    position: Any
    action: str
    left: int


START = Link("start")


@dataclass(frozen=True)
class Session:
    """Attributes:
    link: where the person is.
    settings: what was chosen for the site.
    draft: the match being set up.
    matches: the match of each game, by name; one game's match does not end another's.
    choice: what is being chosen on the board.
    cursor: the site that the keyboard is on.
    asked: the match that would replace the one in progress, while the person is asked.
    notice, news: what is to be read and heard.
    zero_ms: when, by the page's clock, the shown match began.
    tempo: what time will bring to it.
    bots: how the worker of the bots that look ahead is; see BotsAre.
    help: what a person was told on request.
    foreseen: the last win that a bot has seen.
    study: what has been found out about the match on screen.
    runs: the best solitaires.
    binding: the slot that the next key is for.
    layout: what is printed on keys, as the keyboard tells.
    rehearsal: who holds a key to try it.
    """

    link: Link = START
    settings: Settings = field(default_factory=Settings)
    draft: Draft | None = None
    matches: Mapping[str, Match] = field(default_factory=dict)
    choice: Choice[Any] | None = None
    cursor: str | None = None
    asked: Match | None = None
    notice: Notice | None = None
    news: News | None = None
    zero_ms: float | None = None
    tempo: Timing = field(default_factory=Timing)
    bots: str = "starting"
    foreseen: Foreseen | None = None
    help: Help | None = None
    study: Study = field(default_factory=Study)
    runs: Runs = field(default_factory=dict)
    binding: str | None = None
    layout: Mapping[str, str] = field(default_factory=dict)
    rehearsal: Rehearsal = field(default_factory=Rehearsal)

    @property
    def match(self) -> Match | None:
        """The match on screen."""
        if self.link.screen != "play" or self.link.game is None:
            return None
        return self.matches.get(self.link.game)

    @property
    def next_wake_ms(self) -> float | None:
        """When the session wants a ``Wake``, by the page's clock; None for never."""
        if self.match is None or self.asked is not None:
            return None
        return self.tempo.next_wake_ms(self.match)

    def with_match(self, match: Match) -> Self:
        """The session with a game's match replaced and nothing half chosen."""
        game = match.setup.game
        matches = {**self.matches, game: match}
        study = replace(self.study, is_asked=False)
        choice = fresh_choice(match)
        return replace(self, matches=matches, choice=choice, help=None, study=study)

    def saying(self, kind: str, key: str = "") -> Self:
        """The session with something new to say."""
        serial = self.news.serial + 1 if self.news else 1
        return replace(self, news=News(kind, serial, key))


def announced(session: Session, match: Match) -> int | None:
    """How many actions are left at most, if the one before this moment was that of a bot which has
    seen its win; None otherwise, and where it has won."""
    seen = session.foreseen
    if seen is None or not seen.left or not match.shown:
        return None
    turn = match.turns[match.shown - 1]
    is_here = turn.before is seen.position and turn.entry.action == seen.action
    return seen.left if is_here else None


Result = tuple[Session, tuple[Effect, ...]]


def people_to_act(match: Match) -> list[Seat]:
    """The seats of people that may act now, in order."""
    return [seat for seat in sorted(match.position.active_seats) if match.is_human(seat)]


def fresh_choice(match: Match) -> Choice[Any] | None:
    """The empty choice of the person who is to act; None where no person is."""
    people = people_to_act(match)
    return match.rules.choose(match.position, people[0]) if people else None
