"""A screen that is the table, and the devices round it that are its seats."""

from dataclasses import replace

from spieltisch.app.effects import Focus
from spieltisch.app.match.by_link import go_on
from spieltisch.app.session import Result, Session
from spieltisch.app.together.effects import Invite, sent, to_host
from spieltisch.app.together.messages import AnswerSeat, AskForSeat, YieldSeats
from spieltisch.app.together.state import Hosting, Invitation, Visiting, role_at
from spieltisch.kit.scene import Role
from spieltisch.live.codes import LINES


def update(session: Session, message: AskForSeat | AnswerSeat | YieldSeats) -> Result:
    """A guest asks for a seat, or agrees to have none; the host gives one."""
    live = session.live
    match = session.matches.get(live.match_id) if live is not None else None
    match live, message:
        case Visiting(guest=guest), AskForSeat(seat) if match is not None and guest.has is not None:
            if match.here or seat not in match.shared or seat in guest.here:
                return session, ()
            guest, said = guest.ask_seat(seat)
            session = replace(session, live=replace(live, guest=guest))
            return session, to_host(live, *said)
        case Visiting(guest=guest), YieldSeats() if match is not None and guest.taken:
            guest, played = guest.yield_seats(match)
            session = replace(session, live=replace(live, guest=guest))
            return go_on(session, live.match_id, played)
        case Hosting(host), AnswerSeat(line, is_given) if match is not None:
            host, played, letters = host.answer_seat(match, line, is_given=is_given)
            session = replace(session, live=replace(live, host=host))
            session, effects = go_on(session, live.match_id, played)
            return session, (*effects, *sent(letters))
    return session, ()


def invite_next(session: Session) -> Result:
    """As long as a seat at the table is free, the next device is invited, so
    that devices come one after the other, and one that was lost can come back."""
    live = session.live
    if not isinstance(live, Hosting) or live.invitation is not None:
        return session, ()
    match, lines = session.matches[live.match_id], live.host.lines
    # A guest is given a seat only once it is known what they have seen.
    is_greeted = all(line.has is not None for line in live.host.open_lines.values())
    is_wanted = (
        role_at(live, live.match_id, match) is Role.TABLE and live.host.next_seat(match) is not None
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
