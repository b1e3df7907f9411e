"""Resigning, and draws that the players agree on.

This is a rule of the table, the same for every game (docs/rules.md, Resigning and draws). What may
be said follows from the turns alone, so that a replay and a take-back restore it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Self

from spieltisch.table.game import AnyPosition, AnyRules
from spieltisch.table.position import CLOCK, Ended, IllegalActionError, Outcome, Seat, TableEnd

if TYPE_CHECKING:
    from spieltisch.table.turn import Turn

MOST_TO_RESIGN = 2
"""A seat resigns only where no more than so many are in the match: then it is clear who wins."""


class TableAction(Enum):
    """What a seat may say at any time, whoever is to act: an action of the table, not of a game.
    The values are their texts in records."""

    RESIGN = "resign"
    OFFER = "offer-draw"
    ACCEPT = "accept-draw"
    DECLINE = "decline-draw"

    def __str__(self) -> str:
        return self.value


TABLE_ACTIONS = {one.value: one for one in TableAction}
"""By text. No game has actions of these names."""


@dataclass(frozen=True)
class Offers:
    """Which offer of a draw is open, who has agreed to it, and who may make another one.

    >>> Offers().by, Offers().agreed
    (None, frozenset())
    """

    by: Seat | None = None
    """Whose offer is open; None if none is."""
    agreed: frozenset[Seat] = frozenset()
    """Who has agreed to it, the one who made it included."""
    spent: frozenset[Seat] = frozenset()
    """The seats that have made an offer and have not acted in the game since: they make no other
    one before that."""
    said: int = 0
    """How many turns of the table there were."""

    def asked(self, rules: AnyRules, position: AnyPosition) -> frozenset[Seat]:
        """The seats that have yet to answer the open offer; none if there is no such offer."""
        if self.by is None or position.outcome is not None:
            return frozenset()
        return rules.playing(position) - self.agreed

    def legal_actions(
        self, rules: AnyRules, position: AnyPosition, seat: Seat
    ) -> tuple[TableAction, ...]:
        """What a seat may say, in an order that never changes, as links store indices into it."""
        playing = rules.playing(position)
        if position.outcome is not None or seat not in playing:
            return ()
        may_resign = len(playing) <= MOST_TO_RESIGN
        may_offer = self.by is None and seat not in self.spent and len(playing) > 1
        is_asked = self.by is not None and seat not in self.agreed
        return (
            *((TableAction.RESIGN,) if may_resign else ()),
            *((TableAction.OFFER,) if may_offer else ()),
            *((TableAction.ACCEPT, TableAction.DECLINE) if is_asked else ()),
        )

    def said_by(
        self, rules: AnyRules, position: AnyPosition, seat: Seat, action: TableAction
    ) -> tuple[Self, AnyPosition]:
        """The offers and the position after a seat has said something; raises IllegalActionError.
        The position stays as it is, unless the match is over."""
        if action not in self.legal_actions(rules, position, seat):
            why = self._why_not(rules, position, seat, action)
            raise IllegalActionError(seat, str(action), why)
        after = replace(self, said=self.said + 1)
        playing = rules.playing(position)
        match action:
            case TableAction.RESIGN:
                return after._closed(), Ended(
                    position, Outcome(playing - {seat}, TableEnd.RESIGNED)
                )
            case TableAction.OFFER:
                agreed, spent = frozenset((seat,)), self.spent | {seat}
                return replace(after, by=seat, agreed=agreed, spent=spent), position
            case TableAction.ACCEPT if playing - self.agreed == {seat}:
                return after._closed(), Ended(position, Outcome(frozenset(), TableEnd.AGREED))
            case TableAction.ACCEPT:
                return replace(after, agreed=self.agreed | {seat}), position
            case TableAction.DECLINE:
                return after._closed(), position

    def after(self, turn: Turn) -> Self:
        """The offers after a turn of the game. An offer lapses when somebody else has acted, and
        when a seat is out; what nobody chooses changes nothing."""
        rules, before = turn.rules, turn.before
        if turn.seat == CLOCK or rules.automatic_action(before) == (turn.seat, turn.action):
            return self
        offers = replace(self, spent=self.spent - {turn.seat})
        is_answered = turn.seat != self.by
        has_fallen = rules.playing(before) != rules.playing(turn.after)
        return offers._closed() if is_answered or has_fallen else offers

    def _closed(self) -> Self:
        return replace(self, by=None, agreed=frozenset())

    def _why_not(
        self, rules: AnyRules, position: AnyPosition, seat: Seat, action: TableAction
    ) -> str:
        playing = rules.playing(position)
        if position.outcome is not None:
            return "the match is over"
        if seat not in playing:
            return "it is not in the match"
        match action:
            case TableAction.RESIGN:
                return f"{len(playing)} seats are in the match, and a seat resigns only against one"
            case TableAction.OFFER if self.by is not None:
                return f"the offer of seat {self.by} is open"
            case TableAction.OFFER if len(playing) == 1:
                return "it plays alone"
            case TableAction.OFFER:
                return "it has not acted since its last offer"
            case _ if self.by is None:
                return "no offer is open"
            case _:
                return "it has agreed to the offer"
