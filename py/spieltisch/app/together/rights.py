"""What one person may not do alone while others are connected."""

from spieltisch.app.message import Agreement, Message
from spieltisch.app.table.state import TableScreen
from spieltisch.app.together.state import Live, Visiting


def may_decide(live: Live | None, table: TableScreen, message: Message) -> bool:
    """Whether one person may do alone what a message to the table asks for.

    In live play the others have seen what was played, and know who sits where; and the host begins
    the next match. A variation concerns nobody else.
    """
    if live is None or live.match_id != table.match_id:
        return True
    match message.traits.agreement:
        case Agreement.NOBODY:
            return True
        case Agreement.HOST:
            return not isinstance(live, Visiting)
        case Agreement.SEATS:
            return False
        case Agreement.TURNS:
            return table.variation is not None
