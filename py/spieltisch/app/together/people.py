"""What people here say to the others: they take back, give and take seats, let computers help, and
give each other a few signs, as nobody can write anything of their own."""

from dataclasses import replace
from typing import TypeAlias

from spieltisch.app.effects import Effect
from spieltisch.app.match import by_link
from spieltisch.app.match.by_link import go_on
from spieltisch.app.messages import Command
from spieltisch.app.news import SignGiven
from spieltisch.app.session import At, Result, Session
from spieltisch.app.together.effects import sent, to_host
from spieltisch.app.together.host import went_on
from spieltisch.app.together.messages import (
    AllowHelp,
    AnswerSeat,
    AskForSeat,
    GiveSign,
    LiveCommand,
)
from spieltisch.app.together.state import IS_UP, Hosting, Live, Visiting, is_live, open_wish
from spieltisch.live.host import LineNumber
from spieltisch.live.log import BackAsked, may_redo, wished
from spieltisch.live.protocol import SIGNS, AskSeat, HelpAllowed, PeerMessage, SeatsYielded, Sign
from spieltisch.play.match import Match

APART_MS = 1000.0
"""Signs of one seat that follow faster are dropped: passed on, they would flood the others."""

Said: TypeAlias = AskForSeat | AnswerSeat | AllowHelp | GiveSign | LiveCommand | Command


def update(session: Session, said: Said) -> Result:
    """A person here says something."""
    live = session.live
    match = session.matches.get(live.match_id) if live is not None else None
    if live is None or match is None:
        return session, ()
    wish, may_go_back = open_wish(live, match), not match.is_led
    is_up = live.state in IS_UP
    match said:
        case LiveCommand.MUTE:
            talk = replace(live.talk, is_muted=not live.talk.is_muted, last=None)
            return replace(session, live=replace(live, talk=talk)), ()
        case GiveSign():
            return _give_sign(session, live, match, said)
        case Command.REDO if may_go_back and is_up and may_redo(match):
            # The others are told as of any turn.
            return go_on(session, live.match_id, match.show(match.shown + 1))
        case Command.TAKE_BACK if may_go_back and is_up and wish is None:
            wish = wished(match, match.here)
        case Command.GRANT_BACK | Command.DECLINE_BACK if (
            may_go_back and wish is not None and wish.seat not in match.here
        ):
            pass
        case Command():
            return session, ()
    if isinstance(live, Visiting):
        return _say_to_host(session, live, match, said, wish)
    return _say_to_guests(session, live, match, said, wish)


def _say_to_host(
    session: Session, live: Visiting, match: Match, said: Said, wish: BackAsked | None
) -> Result:
    guest = live.guest
    letters: tuple[PeerMessage, ...] = ()
    match said:
        case Command.TAKE_BACK if wish is not None:
            guest, letters = guest.ask_back(wish)
        case Command.GRANT_BACK | Command.DECLINE_BACK:
            guest, letters = guest.answer_back(is_granted=said is Command.GRANT_BACK)
        case AskForSeat(seat) if guest.has is not None and not match.here:
            if seat in match.shared and seat not in guest.here:
                guest, letters = replace(guest, wants=seat), (AskSeat(guest.match_id, seat),)
        case LiveCommand.YIELD_SEATS if guest.has is not None:
            letters = () if guest.taken else (SeatsYielded(guest.match_id),)
            guest = replace(guest, taken=guest.taken or tuple(match.here))
            guest, match = guest.yield_seats(match)
        case AllowHelp(allowed) if match.here:
            letters = (HelpAllowed(guest.match_id, allowed),)
        case LiveCommand.WATCH:
            guest = replace(guest, watches=True)
    return went_on(session, replace(live, guest=guest), match, to_host(live, *letters))


def _say_to_guests(
    session: Session, live: Hosting, match: Match, said: Said, wish: BackAsked | None
) -> Result:
    host, effects = live.host, tuple[Effect, ...]()
    match said:
        case Command.TAKE_BACK if wish is not None:
            host, match, letters = host.ask_back(match, wish, None)
        case Command.GRANT_BACK | Command.DECLINE_BACK:
            is_granted = said is Command.GRANT_BACK
            host, match, letters = host.answer_back(match, None, is_granted=is_granted)
        case LiveCommand.YIELD_SEATS if session.table and session.kept_match is match:
            at = At(session, session.table, match)
            session, effects = by_link.reseated(at, replace(at.match, here=frozenset()))
            left = session.matches[live.match_id]
            host, match, letters = host.allow_help(left, (), is_allowed=False)
        case AllowHelp(allowed) if match.people:
            host, match, letters = host.allow_help(match, match.people, is_allowed=allowed)
        case AnswerSeat(line, is_given):
            host, match, letters = host.answer_seat(match, line, is_given=is_given)
        case _:
            return session, ()
    session, more = went_on(session, replace(live, host=host), match, sent(letters))
    return session, (*effects, *more)


# ------------------------------------------------------------- signs


def _give_sign(session: Session, live: Live, match: Match, said: GiveSign) -> Result:
    seat = min(match.here, default=None)
    is_due = isinstance(live, Hosting) or live.greeted
    if said.sign not in SIGNS or seat is None or not is_due:
        return session, ()
    return _shown(session, live, None, Sign(live.common_id, seat, said.sign), said.at_ms)


def hear(session: Session, live: Live, line: LineNumber, given: Sign, at_ms: float) -> Result:
    """Somebody else has given a sign. Nobody gives one for another."""
    match, seat = session.matches.get(live.match_id), given.seat
    last_ms = live.talk.at_ms.get(seat, at_ms - APART_MS)
    if match is None or at_ms - last_ms < APART_MS or seat not in match.shared:
        return session, ()
    if line not in live.greeted or given.match_id != live.common_id:
        return session, ()
    if isinstance(live, Hosting) and seat not in live.host.lines[line].seats:
        return session, ()
    return _shown(session, live, line, given, at_ms)


def _shown(
    session: Session, live: Live, line: LineNumber | None, given: Sign, at_ms: float
) -> Result:
    """A sign from a line, or from here, is shown and said, unless the people here want none, and
    goes to all who do not know it."""
    talk = replace(live.talk, at_ms={**live.talk.at_ms, given.seat: at_ms})
    if not talk.is_muted:
        talk = replace(talk, last=(given.seat, given.sign))
        if session.table is not None and is_live(live, session.table.match_id):
            session = session.on(session.table.saying(SignGiven(given.seat, given.sign)))
    session = replace(session, live=replace(live, talk=talk))
    return session, sent(tuple((one, given) for one in live.greeted if one != line))
