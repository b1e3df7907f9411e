"""What may stand in the messages that connected browsers send each other."""

import re
from typing import Annotated

from spieltisch.play.summary import MATCH_ID, MatchId
from spieltisch.play.turn_digits import MAX_TURNS
from spieltisch.table import Seat
from spieltisch.table.marks import Between, Length, Matching, MisfitError, Named, Then
from spieltisch.table.record import MAX_SEATS

MAX_ACTION = 200
MAX_ROUND = 1_000_000


def _in_order(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    if list(seats) != sorted(set(seats)):
        raise MisfitError("are not in order, each once")
    return seats


def each_once(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    if len(set(seats)) < len(seats):
        raise MisfitError("are not there once each")
    return seats


MessageMatch = Annotated[MatchId, MATCH_ID, Named("match")]
Round = Annotated[int, Between(0, MAX_ROUND)]
TurnCount = Annotated[int, Between(0, MAX_TURNS)]
PlayingSeat = Annotated[Seat, Between(1, MAX_SEATS)]
OrderedSeats = Annotated[
    tuple[PlayingSeat, ...], Length(0, MAX_SEATS), Then(_in_order, {"uniqueItems": True})
]
Digest = Annotated[str, Matching(re.compile("[0-9a-f]{16}"))]
ActionText = Annotated[str, Length(1, MAX_ACTION)]
