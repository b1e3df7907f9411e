"""What the parts of the screen with a match are drawn from, each worked out once."""

from dataclasses import dataclass, replace
from functools import cached_property

from spieltisch.app.match.browsing import answered
from spieltisch.app.match.clocks import SeatClocks, seat_clocks
from spieltisch.app.match.review import can_review
from spieltisch.app.match.scene import scene_of
from spieltisch.app.message import Frozen
from spieltisch.app.names import own_seat
from spieltisch.app.session import At
from spieltisch.app.together.state import is_live
from spieltisch.games.contract import Game
from spieltisch.kit.scene import GameView, Scene
from spieltisch.kit.words import Words
from spieltisch.play.match import may_browse, may_take_back
from spieltisch.table import Evaluation, Review, Seat, TurningPoint


class Going(Frozen):
    """Which moment of a match is on screen, and what can be done from there."""

    shown: int = 0
    """How many turns had been played at the moment that is looked at."""
    present: int = 0
    """How many turns count now."""
    length: int = 0
    """How many were played in all, what was taken back included."""
    meanwhile: int = 0
    """How many have been played since the person began to look at another moment."""
    may_browse: bool = True
    """Whether other moments may be looked at."""
    may_take_back: bool = True
    """Whether the match may go on from an earlier moment."""

    @property
    def is_browsing(self) -> bool:
        """Whether another moment than the present is looked at."""
        return self.shown != self.present


@dataclass(frozen=True)
class Shown:
    at: At
    words: Words
    is_waiting: bool = False
    """Whether it is not known yet which match is wanted, so that the board is inert."""

    @property
    def game(self) -> Game:
        return self.at.match.game

    @property
    def view(self) -> GameView:
        return self.at.match.game.view

    @cached_property
    def scene(self) -> Scene:
        """What lies on the table at the moment that is looked at."""
        scene = scene_of(self.at.session, self.at.table, self.at.match, self.words)
        return replace(scene, keys={}, can_pause=False) if self.is_waiting else scene

    @cached_property
    def present(self) -> Scene:
        if self.at.table.browsing is None:
            return self.scene
        table = replace(self.at.table, browsing=None)
        return scene_of(self.at.session, table, self.at.match, self.words)

    @cached_property
    def going(self) -> Going:
        at, table, match = self.at, self.at.table, self.at.match
        browsing, is_tried = table.browsing, table.variation is not None
        # In a live match nobody takes back what others have seen.
        is_others = table.is_elsewhere or is_live(at.session.live, table.match_id)
        return Going(
            shown=at.seen.shown,
            present=len(match.turns) if is_tried else match.shown,
            length=len(match.turns),
            meanwhile=match.shown - browsing.since if browsing else 0,
            may_browse=may_browse(match),
            may_take_back=may_take_back(match) and not is_tried and not is_others,
        )

    @cached_property
    def clocks(self) -> SeatClocks | None:
        return seat_clocks(self.at.table, self.at.match)

    @cached_property
    def evaluation(self) -> Evaluation | None:
        seen = self.at.seen
        outcome = seen.position.outcome
        if outcome is None:
            return self.at.table.analysis.evaluation(seen, seen.shown)
        # Nothing is uncertain in a match that is over: a winner has 1, in a draw each has a half.
        seat = min(outcome.winners, default=1)
        return Evaluation(seen.position, seat, 1.0 if outcome.winners else 0.5, None, ())

    @cached_property
    def review(self) -> Review | None:
        """The review of the match, as far as it has come; None if none was asked for."""
        home = self.at.table.home
        return home.analysis.review_on(self.at.played) if home.analysis.is_reviewed else None

    @cached_property
    def curve(self) -> Review | None:
        """The review that the curve at the end is drawn from, as far as it has come."""
        match = self.at.match
        return self.at.table.analysis.curve_on(match) if can_review(match) else None

    @property
    def is_reviewing(self) -> bool:
        return self.at.table.home.analysis.is_reviewing and self.at.table.variation is None

    @property
    def is_answered(self) -> bool:
        """Whether the bots of the match answer in the variation on screen."""
        return self.at.match.setup == answered(self.at.played.setup)

    @property
    def own_seat(self) -> Seat:
        return own_seat(self.at.played.people)

    @property
    def ply(self) -> int:
        """How many turns of the match itself led to the moment on screen; during a variation, to
        where that leaves the match."""
        variation, home = self.at.table.variation, self.at.table.home
        return home.looked_at(self.at.played).shown if variation is None else variation.branch

    @property
    def turning_point(self) -> TurningPoint | None:
        """The turning point on screen, or the one that a variation replaces."""
        number = self.ply if self.at.table.variation is None else self.ply + 1
        points = self.review.points if self.review is not None else ()
        return next((one for one in points if one.number == number), None)

    @property
    def mistakes(self) -> tuple[TurningPoint, ...]:
        """The mistakes among the moves that are listed, in order."""
        found = () if self.review is None or not self.has_aids else self.review.points
        variation = self.at.table.variation
        last = None if variation is None else variation.branch
        return tuple(
            one for one in found if one.is_mistake and (last is None or one.number <= last)
        )

    @property
    def has_aids(self) -> bool:
        """Whether the game's bots help on request: those that look ahead do, if nobody plays on
        another device."""
        return self.game.search_bots is not None and not self.at.played.is_contested
