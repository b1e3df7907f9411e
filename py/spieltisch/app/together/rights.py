"""What one person may not do alone while others are connected."""

from spieltisch.app.messages import ClaimSeat, Command, Message, PlayAgain, PlayFrom
from spieltisch.app.table.state import TableScreen
from spieltisch.app.together.state import Live, Visiting

ABOUT_TURNS = frozenset({Command.TAKE_BACK, Command.REDO})
ABOUT_SEATS = frozenset({Command.GIVE_UP_SEAT})


def may_decide(live: Live | None, table: TableScreen, message: Message) -> bool:
    """Whether one person may do alone what a message to the table asks for.

    In live play the others have seen what was played, and know who sits where; and the host begins
    the next match. A variation concerns nobody else.
    """
    if live is None or live.match_id != table.match_id:
        return True
    if isinstance(message, PlayAgain):
        return not isinstance(live, Visiting)
    if message in ABOUT_SEATS or isinstance(message, ClaimSeat):
        return False
    is_about_turns = message in ABOUT_TURNS or isinstance(message, PlayFrom)
    return not is_about_turns or table.variation is not None
