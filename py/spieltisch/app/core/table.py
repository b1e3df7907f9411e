"""What the table on screen remembers beside the match itself."""

import json
from collections.abc import Mapping
from dataclasses import field, replace
from math import inf
from typing import Any, Self, TypeAlias
from zlib import crc32

from spieltisch.app.core.message import Frozen
from spieltisch.app.core.news import LiveNews, News, ScreenState, TableNews
from spieltisch.games.contract import Advice, Undecided
from spieltisch.kit.scene import PhotoFinish
from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId
from spieltisch.play.timing import Timing
from spieltisch.table import (
    Choice,
    Evaluation,
    Fact,
    Review,
    Seat,
    Setup,
    TableAction,
    Turn,
    TurningPoint,
    review_of,
)
from spieltisch.table.codec import codec, parse
from spieltisch.table.record import MAX_LENGTH

CHUNK = 60
"""How many moves of a list are drawn together. Any number of seats up to six divides it, so that
every chunk begins with the same seat."""

DRAWN_AT_ONCE = 300
"""Of more moves, so many of the last are drawn at once, and the others bit by bit, by ``DrawOn``:
nobody plays so many, but a link may hold them."""


class Help(Frozen):
    """What a person was told, on request, about the position on screen."""

    step: int
    """How much of it. To somebody who plays alone: 1 there is a card, 2 this card, 3 this action; 0
    only whether it can be done. Elsewhere: 1 what to look at, 2 the action."""
    advice: Advice | Undecided | str | None
    """The solver's advice, or an action's text; None if there is no way any more, and while it is
    awaited."""
    is_awaited: bool = False
    """Whether the bots still think about it."""
    warning: tuple[Fact, ...] = ()
    """What threatens there, as far as it is proved (play/reasons.py)."""


class ForcedWin(Frozen):
    """The win that a bot has seen, which it is to announce."""

    position: Any
    action: str
    """The text of the action that it plays at that position, or has played there."""
    left: int
    """How many actions of all seats come after that one, at most."""


class Analysis(Frozen):
    is_open: bool = False
    """Whether the position on screen is evaluated."""
    is_awaited: bool = False
    """Whether the evaluation is to be said as soon as it is known."""
    is_reviewing: bool = False
    """Whether every position of the match is evaluated, one after the other."""
    is_reviewed: bool = False
    """Whether a review has been asked for, so that what was found is shown."""
    evaluations: Mapping[int, Evaluation] = field(default_factory=dict)
    """What was found, by how many turns had been played."""
    review: Review | None = None

    def evaluation(self, match: Match, ply: int) -> Evaluation | None:
        """What was found about the position after ``ply`` turns."""
        found = self.evaluations.get(ply)
        # After taking back, another position may come at the same ply.
        if found and found.position == match.position_at(ply):
            return found
        # Where something was said, the position is still the one before.
        is_said = 0 < ply <= len(match.turns) and match.turns[ply - 1].is_table_action
        is_same = is_said and match.position_at(ply).outcome is None
        return self.evaluation(match, ply - 1) if is_same else None

    def final(self, match: Match, ply: int) -> Evaluation | None:
        """What was found about a position, if the search for it is complete."""
        found = self.evaluation(match, ply)
        return found if found and found.is_final else None

    def with_evaluation(self, ply: int, found: Evaluation) -> Self:
        """The analysis with a new evaluation, unless a final one of the position is known."""
        known = self.evaluations.get(ply)
        if known and known.is_final and not found.is_final and known.position == found.position:
            return self
        return replace(self, evaluations={**self.evaluations, ply: found})

    def without_review(self) -> Self:
        """The analysis when a match that was over goes another way."""
        return replace(self, is_reviewing=False, is_reviewed=False, review=None)

    def review_on(self, match: Match) -> Review | None:
        """The review of a match that is over; None if there is none yet. It is made when an
        evaluation comes, not when it is shown, so that no press has to wait."""
        return self.review if self.review and self.review.turns == match.turns else None

    def review_so_far(self, match: Match) -> Review:
        found = [self.evaluation(match, ply) for ply in range(len(match.turns))]
        return review_of(match.turns, found, match.setup.seats)

    def curve_on(self, match: Match) -> Review:
        """The review that the curve is drawn from, made now if there is none yet: the curve is
        shown as soon as the match is over."""
        return self.review_on(match) or self.review_so_far(match)

    def turning_points(self, match: Match) -> tuple[TurningPoint, ...]:
        """The actions at which a match turned, as far as it has been evaluated, in order."""
        review = self.review_on(match) if self.is_reviewed else None
        return review.points if review else ()


class Browsing(Frozen):
    """Another moment of the match is looked at, while the match goes on as if nobody did."""

    ply: int
    """How many turns had been played then."""
    since: int
    """How many turns counted when the person began to look."""

    def in_match(self, match: Match) -> Self | None:
        """The same once the match is in another state; None if the moment is gone or is where the
        match is."""
        if self.ply > len(match.turns) or self.ply == match.shown:
            return None
        return replace(self, since=min(self.since, match.shown))


class Fork(Frozen):
    """A match by link has gone on in two ways, here and elsewhere."""

    setup: Setup
    turns: tuple[Turn, ...]
    common: int
    """How many of them both ways have."""

    @property
    def name(self) -> str:
        """What tells it from other forks of the match; an answer repeats it."""
        entries = [turn.entry for turn in self.turns[self.common :]]
        return f"{self.common}.{crc32(repr(entries).encode())}"


class TableScreen(ScreenState):
    match_id: MatchId
    choice: Choice[Any] | None = None
    """What is being chosen on the board; None where no person may act."""
    browsing: Browsing | None = None
    """Which other moment of the match is looked at; None for where the match is."""
    asks: TableAction | None = None
    """What somebody is about to say, and is asked to confirm."""
    shows_end: bool = False
    """Whether the card that tells how the match ended lies over the board."""
    cursor: str | None = None
    """The site that the keyboard is on."""
    is_elsewhere: bool = False
    """Whether another tab plays the match: here it is only looked at."""
    fork: Fork | None = None
    """The other way that the match has gone, while the person is asked which way counts."""
    news: News[TableNews] | None = field(default=None, kw_only=True)
    zero_ms: float | None = None
    """When the match began, by the page's clock; None until something is played."""
    timing: Timing = field(default_factory=Timing)
    heard_ms: float = -inf
    """When all that was said so far will have been heard, by the page's clock, where computers wait
    for that (board/hearing.py); infinite until somebody says that it was."""
    questions: int = 0
    """How often a person has asked about the board."""
    finish: PhotoFinish | None = None
    """The last one of people at this device."""
    help: Help | None = None
    forced_win: ForcedWin | None = None
    analysis: Analysis = field(default_factory=Analysis)
    playback_ms: float | None = None
    """When the moment on screen came there in a playback, by the page's clock; None while the match
    is not played back."""
    stand_ins: frozenset[Seat] = frozenset()
    """Seats of people's own bots for which the computer plays on."""

    @property
    def live_news(self) -> LiveNews | None:
        what = None if self.news is None else self.news.what
        return what if isinstance(what, LiveNews) else None

    @property
    def subject(self) -> object:
        return self.match_id

    def match_in(self, matches: Mapping[MatchId, Match]) -> Match | None:
        return matches[self.match_id]

    def for_match(self, match: Match, *, is_said: bool = False) -> Self:
        """The table when its match is in another state. The choice is empty, unless it was begun in
        the position that is there; what was told stays only if all that happened ``is_said``.

        Somebody who looks at another moment stays there, as long as it is one.
        """
        return replace(
            self,
            browsing=None if self.browsing is None else self.browsing.in_match(match),
            choice=None if self.is_elsewhere else fresh_choice(match, self.choice),
            asks=None if self.asks is None or match.is_over else self.asks,
            shows_end=False,
            help=self.help if is_said and not match.is_over else None,
            analysis=replace(self.analysis, is_awaited=False),
            playback_ms=None,
        )

    def looked_at(self, match: Match) -> Match:
        return match if self.browsing is None else match.show(self.browsing.ply)

    def looking_at(self, match: Match, ply: int) -> Self:
        """The table when the moment after ``ply`` turns is looked at."""
        browsing = None
        if ply != match.shown:
            since = self.browsing.since if self.browsing else match.shown
            browsing = Browsing(ply, since)
        return replace(
            self,
            browsing=browsing,
            shows_end=False,
            analysis=replace(self.analysis, is_awaited=False),
        )


def people_to_act(match: Match) -> list[Seat]:
    return [seat for seat in sorted(match.position.active_seats) if match.is_human(seat)]


def fresh_choice(match: Match, begun: Choice[Any] | None = None) -> Choice[Any] | None:
    """The empty choice of the person who is to act; or the one that was begun, if it is about this
    very position and this person. None where no person is to act."""
    people = people_to_act(match)
    fresh = match.rules.choose(match.position, people[0]) if people else None
    empty = begun
    while empty is not None and (before := empty.back()) != empty:
        empty = before
    return fresh if empty != fresh else begun


def shouted(match: Match, seat: Seat, word: str) -> str | None:
    """The text of the action that a word of a person's seat means now; None if it means none."""
    shouts = match.game.shouts
    if shouts is None or word not in shouts.words or not 1 <= seat <= match.setup.seats:
        return None
    action = shouts.meaning(match.position, seat, word) if match.is_human(seat) else None
    return None if action is None else match.rules.format_action(action)


MOST_TRIED = 8
"""In so many matches, the latest ones, what is tried out is noted."""

Tried: TypeAlias = Mapping[str, str]
"""What is tried out, as text, the latest last: by the id of the match, or by its link if it is not
kept, as its id is a new one after a reload."""


_TRIED = codec(Mapping[str, str])


def format_tried(tried: Tried) -> str:
    return json.dumps(dict(tried))


def parse_tried(text: str | None) -> Tried:
    """The inverse of format_tried; nothing for a damaged text, as what is tried out is no match."""
    try:
        return parse(text or "{}", MOST_TRIED * MAX_LENGTH, _TRIED, "what is tried out")
    except ValueError:
        return {}
