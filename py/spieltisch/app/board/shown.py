"""What the parts of the screen with a match are drawn from, each worked out once."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from spieltisch.app.board.clocks import SeatClocks, seat_clocks
from spieltisch.app.board.review import can_review
from spieltisch.app.board.scene import scene_of
from spieltisch.app.core.message import Frozen
from spieltisch.app.core.names import own_seat, player_names
from spieltisch.app.core.session import At
from spieltisch.app.keeping.solitaires import solitaire_of
from spieltisch.games.contract import Game
from spieltisch.kit.names import Names
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
    ending: Scene | None = None
    """The board on which the turn that has ended the match is seen; all else is as it was before
    that turn."""

    def before_end(self) -> Self:
        """What is shown while the last turn is seen; the same, if the match is not over or another
        moment is looked at."""
        at, match = self.at, self.at.match
        if not match.is_over or at.table.browsing is not None:
            return self
        cut = replace(match, turns=match.turns.cut(match.shown - 1), shown=match.shown - 1)
        return replace(self, at=At(at.session, at.table.for_match(cut), cut), ending=self._ending)

    @property
    def _ending(self) -> Scene:
        """The board of the last turn, beside the best solitaires as they were before it."""
        before, own = list(self.scene.solitaires), solitaire_of(self.at.match)
        if own in before:
            before.remove(own)
        return replace(self.scene, solitaires=tuple(before))

    @property
    def game(self) -> Game:
        return self.at.match.game

    @property
    def view(self) -> GameView:
        return self.at.match.game.view

    @cached_property
    def names(self) -> Names:
        """The players' names, as every scene of the match has them."""
        return player_names(self.at.match.setup, self.words, self.at.match.people)

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

    @property
    def has_card(self) -> bool:
        """Whether the card of the end is there: until it is closed, or another moment is shown."""
        return self.at.table.shows_end and self.present.position.outcome is not None

    @cached_property
    def going(self) -> Going:
        at, table, match = self.at, self.at.table, self.at.match
        browsing = table.browsing
        # In a live match nobody takes back what others have seen.
        is_others = table.is_elsewhere or at.meeting.is_on
        return Going(
            shown=at.seen.shown,
            present=match.shown,
            length=len(match.turns),
            meanwhile=match.shown - browsing.since if browsing else 0,
            may_browse=may_browse(match),
            may_take_back=may_take_back(match) and not is_others,
        )

    @cached_property
    def clocks(self) -> SeatClocks | None:
        return seat_clocks(self.at.table, self.at.match)

    @cached_property
    def evaluation(self) -> Evaluation | None:
        seen = self.at.seen
        if seen.position.outcome is not None:
            return Evaluation.of_end(seen.position)
        return self.at.table.analysis.evaluation(seen, seen.shown)

    @cached_property
    def review(self) -> Review | None:
        """The review of the match, as far as it has come; None if none was asked for."""
        analysis = self.at.table.analysis
        return analysis.review_on(self.at.match) if analysis.is_reviewed else None

    @cached_property
    def curve(self) -> Review | None:
        """The review that the curve at the end is drawn from, as far as it has come."""
        match = self.at.match
        return self.at.table.analysis.curve_on(match) if can_review(match) else None

    @property
    def is_reviewing(self) -> bool:
        return self.at.table.analysis.is_reviewing

    @property
    def own_seat(self) -> Seat:
        return own_seat(self.at.match.people)

    @property
    def ply(self) -> int:
        """How many turns led to the moment on screen."""
        return self.at.seen.shown

    @property
    def turning_point(self) -> TurningPoint | None:
        """The turning point on screen."""
        points = self.review.points if self.review is not None else ()
        return next((one for one in points if one.number == self.ply), None)

    @property
    def mistakes(self) -> tuple[TurningPoint, ...]:
        """The mistakes among the moves that are listed, in order."""
        found = () if self.review is None or not self.has_aids else self.review.points
        return tuple(one for one in found if one.is_mistake)

    @property
    def has_aids(self) -> bool:
        """Whether the game's bots help on request: those that look ahead do, if nobody plays on
        another device."""
        return self.game.search_bots is not None and not self.at.match.is_contested
