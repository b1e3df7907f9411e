"""How a tab that is loaded anew finds those again with whom it was connected."""

from dataclasses import dataclass
from typing import Annotated

from spieltisch.live.codes import LINES, LineNumber
from spieltisch.live.description import MAX_DESCRIPTION
from spieltisch.play.summary import MATCH_ID, MatchId
from spieltisch.table import Seat
from spieltisch.table.marks import Between, Length
from spieltisch.table.record import MAX_SEATS


@dataclass(frozen=True)
class KnownLine:
    """A spare line whose other end may still wait, after this page was loaded anew."""

    line: Annotated[LineNumber, Between(0, LINES - 1)]
    match_id: Annotated[MatchId, MATCH_ID]
    is_host: bool
    """Whether the match was led here."""
    seats: Annotated[tuple[Annotated[Seat, Between(1, MAX_SEATS)], ...], Length(0, MAX_SEATS)]
    """The guest's seats."""
    own: Annotated[str, Length(1, MAX_DESCRIPTION)]
    """This end's session description, and the other's."""
    theirs: Annotated[str, Length(1, MAX_DESCRIPTION)]
