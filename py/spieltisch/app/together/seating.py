"""A screen that is the table, and the devices round it that are its seats."""

from dataclasses import replace

from spieltisch.app.effects import Focus
from spieltisch.app.session import Result, Session
from spieltisch.app.together.effects import Invite, sent
from spieltisch.app.together.messages import AnswerSeat, AskForSeat, YieldSeats
from spieltisch.app.together.state import Hosting, Invitation, Live, Visiting, is_live
from spieltisch.app.together.taken_on import taken_on
from spieltisch.live.codes import LINES
from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId


def role_at(live: Live | None, match_id: MatchId, match: Match) -> str:
    """What the screen of this device is to a match: ``table`` on the host of a live match if all
    who play have devices of their own, ``seat`` on one of these; else empty."""
    match live:
        case _ if not is_live(live, match_id):
            return ""
        case Hosting() if not match.people:
            return "table"
        case Visiting(guest=guest) if guest.at_table and match.here:
            return "seat"
    return ""


def obey(session: Session, message: AskForSeat | AnswerSeat | YieldSeats) -> Result:
    """A guest asks for a seat, or agrees to have none; the host gives one."""
    live = session.live
    match = session.matches.get(live.match_id) if live is not None else None
    match live, message:
        case Visiting(guest=guest), AskForSeat(seat) if match is not None and guest.has is not None:
            if match.here or seat not in match.shared or seat in guest.here:
                return session, ()
            guest, said = guest.wishing(seat)
            session = replace(session, live=replace(live, guest=guest))
            return session, sent(tuple((live.line, letter) for letter in said))
        case Visiting(guest=guest), YieldSeats() if match is not None and guest.taken:
            guest, played = guest.yielding(match)
            session = replace(session, live=replace(live, guest=guest))
            return taken_on(session, live.match_id, played)
        case Hosting(host), AnswerSeat(line, is_given) if match is not None:
            host, played, letters = host.answered_seat(match, line, is_given=is_given)
            session = replace(session, live=replace(live, host=host))
            session, effects = taken_on(session, live.match_id, played)
            return session, (*effects, *sent(letters))
    return session, ()


def followed(session: Session) -> Result:
    """After each message: as long as a seat at the table is free, the next device is invited, so
    that devices come one after the other, and one that was lost can come back."""
    live = session.live
    if not isinstance(live, Hosting) or live.invitation is not None:
        return session, ()
    match, lines = session.matches[live.match_id], live.host.lines
    # A guest is given a seat only once it is known what they have seen.
    is_greeted = all(line.has is not None for line in live.host.open_lines.values())
    is_wanted = (
        role_at(live, live.match_id, match) == "table" and live.host.next_seat(match) is not None
    )
    if not is_wanted or not is_greeted or match.is_over or not lines:
        return session, ()
    number = next(
        one % LINES for one in range(max(lines) + 1, 2 * LINES) if one % LINES not in lines
    )
    live = replace(live, invitation=Invitation(number))
    return replace(session, live=live), (
        Invite(number, session.settings.stun),
        Focus("peers"),
    )
