"""A screen that is the table, and the devices round it that are its seats."""

from dataclasses import replace

from spieltisch.app.effects import Focus
from spieltisch.app.match import by_link
from spieltisch.app.match.by_link import go_on
from spieltisch.app.messages import Command
from spieltisch.app.session import At, Result, Session
from spieltisch.app.together.effects import Invite, sent, to_host
from spieltisch.app.together.messages import (
    AllowHelp,
    AnswerSeat,
    AskForSeat,
    LiveCommand,
)
from spieltisch.app.together.state import Hosting, Invitation, Visiting, role_at
from spieltisch.kit.scene import Role
from spieltisch.live import protocol


def update(session: Session, message: AskForSeat | AnswerSeat | AllowHelp | LiveCommand) -> Result:
    """A guest asks for a seat, gives it up or agrees to have none or to watch; the host gives one;
    or people agree that computers help."""
    live = session.live
    match = session.matches.get(live.match_id) if live is not None else None
    match live, message:
        case Visiting(guest=guest), AskForSeat(seat) if match is not None and guest.has is not None:
            if match.here or seat not in match.shared or seat in guest.here:
                return session, ()
            guest, said = guest.ask_seat(seat)
            session = replace(session, live=replace(live, guest=guest))
            return session, to_host(live, *said)
        case Visiting(guest=guest), LiveCommand.YIELD_SEATS if (
            match is not None and guest.has is not None
        ):
            said = () if guest.taken else (protocol.SeatsYielded(guest.match_id),)
            guest = replace(guest, taken=guest.taken or tuple(match.here))
            guest, played = guest.yield_seats(match)
            session = replace(session, live=replace(live, guest=guest))
            session, effects = go_on(session, live.match_id, played)
            return session, (*effects, *to_host(live, *said))
        case Hosting(host), LiveCommand.YIELD_SEATS if (
            session.table is not None and session.kept_match
        ):
            at = At(session, session.table, session.kept_match)
            session, effects = by_link.update(at, Command.GIVE_UP_SEAT)
            left = session.matches[live.match_id]
            host, left, letters = host.allow_help(left, (), is_allowed=False)
            session = replace(session, live=replace(live, host=host))
            session, more = go_on(session, live.match_id, left)
            return session, (*effects, *more, *sent(letters))
        case Visiting(guest=guest), AllowHelp(allowed) if match is not None and match.here:
            return session, to_host(live, protocol.HelpAllowed(guest.match_id, allowed))
        case Hosting(host), AllowHelp(allowed) if match is not None and match.people:
            host, played, letters = host.allow_help(match, match.people, is_allowed=allowed)
            session = replace(session, live=replace(live, host=host))
            session, effects = go_on(session, live.match_id, played)
            return session, (*effects, *sent(letters))
        case Visiting(guest=guest), LiveCommand.WATCH:
            return replace(session, live=replace(live, guest=replace(guest, watches=True))), ()
        case Hosting(host), AnswerSeat(line, is_given) if match is not None:
            host, played, letters = host.answer_seat(match, line, is_given=is_given)
            session = replace(session, live=replace(live, host=host))
            session, effects = go_on(session, live.match_id, played)
            return session, (*effects, *sent(letters))
    return session, ()


def invite_next(session: Session) -> Result:
    """As long as a seat is free, the next device is invited once somebody has come; one whose
    connection is lost only at a table."""
    live = session.live
    if not isinstance(live, Hosting) or live.invitation is not None:
        return session, ()
    match, lines = session.matches[live.match_id], live.host.lines
    seat = live.host.next_seat(match)
    # Who has left a seat at the table comes back; elsewhere the people at the host decide.
    is_table = role_at(live, live.match_id, match) is Role.TABLE
    is_wanted = seat is not None and (is_table or seat not in live.host.missing)
    # A guest is given a seat only once it is known what they have seen.
    is_greeted = all(line.has is not None for line in live.host.open_lines.values())
    if not is_wanted or not is_greeted or match.is_over or not lines:
        return session, ()
    number = live.free_line
    live = replace(live, invitation=Invitation(number))
    return replace(session, live=live), (
        Invite(number, session.settings.stun),
        Focus("peers"),
    )
