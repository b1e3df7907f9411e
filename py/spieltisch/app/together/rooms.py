"""A room at a relay that a person has named: codes go over it, so that one link is all that people
send each other, and whoever is lost comes back by it."""

from dataclasses import replace

from spieltisch.app.effects import Effect, Focus
from spieltisch.app.match.opening import put_on_table
from spieltisch.app.notice import LiveTrouble
from spieltisch.app.session import Result, Session
from spieltisch.app.settings.update import with_settings
from spieltisch.app.together import joining
from spieltisch.app.together.effects import HangUp, Invite, OfferCode, TellRoom
from spieltisch.app.together.messages import (
    LiveCommand,
    OpenRoom,
    PlayLive,
    RelayTold,
)
from spieltisch.app.together.state import (
    AtRelay,
    CodeUse,
    Hosting,
    Invitation,
    JoinScreen,
    Visiting,
)
from spieltisch.live.codes import CodeError, parse_code
from spieltisch.live.guest import Guest
from spieltisch.live.host import NOBODY
from spieltisch.live.relays import KNOCK, Room, format_room, parse_relay, parse_room

PATIENCE = 2
"""How many knocks an answer that is being tried is worth: whoever has given it may be gone."""


def update(session: Session, message: OpenRoom | RelayTold | LiveCommand) -> Result:
    """A person opens a room, goes there or leaves it, or the relay has told something."""
    live, screen = session.live, session.screen
    at = None if live is None else live.relay
    match message:
        case OpenRoom():
            return _open(session, message)
        case LiveCommand.ENTER_ROOM if (
            isinstance(screen, JoinScreen) and screen.use is CodeUse.ROOM
        ):
            session, effects = joining.hang_up(session)
            room = AtRelay(parse_room(screen.code))
            guest = Guest(session.device.secret)
            return replace(session, live=Visiting(NOBODY, NOBODY, guest, relay=room)), effects
        case LiveCommand.CLOSE_ROOM if isinstance(live, Hosting):
            return replace(session, live=replace(live, relay=None)), (Focus("peers"),)
        case RelayTold(text=text) if text and live is not None and at is not None:
            heard = _knocked if text == KNOCK else _heard
            return heard(session, live, at, text)
        case RelayTold(state) if live is not None and at is not None:
            # What was said before the room was entered again may not have been heard.
            return replace(session, live=replace(live, relay=replace(at, state=state, told=""))), ()
    return session, ()


def _open(session: Session, message: OpenRoom) -> Result:
    """People are invited by a relay; by the same link as before, if the page was loaded anew."""
    try:
        relay = parse_relay(message.relay)
    except ValueError:
        return joining.refused(session, LiveTrouble.RELAY)
    settings = replace(session.settings, relay=relay)
    session, kept = with_settings(replace(session, notice=None), settings)
    session, effects = joining.invite(session, PlayLive(message.line))
    live, known = session.live, session.known_room
    if not isinstance(live, Hosting) or not effects:
        return session, kept
    room = Room(relay, message.secret)
    if known is not None and known.is_host and known.match_id == live.match_id:
        before = parse_room(known.room)
        room = before if before.relay == relay else room
    return replace(session, live=replace(live, relay=AtRelay(room))), (*kept, *effects)


def follow(session: Session, text: str) -> Result:
    """The address leads to a room: this tab may be there already, or another one of this browser
    may have opened it."""
    room, live = parse_room(text), session.live
    if live is not None and live.relay is not None and live.relay.room == room and live.match_id:
        return put_on_table(session, live.match_id)
    return session.on(JoinScreen(format_room(room), CodeUse.ROOM)), (OfferCode(text),)


def is_ours(session: Session, text: str) -> bool:
    """Whether a link leads to the room that was opened here."""
    live = session.live
    if not isinstance(live, Hosting) or live.relay is None:
        return False
    return format_room(live.relay.room) == text


def _knocked(session: Session, live: Hosting | Visiting, at: AtRelay, _: str) -> Result:
    """A guest waits: they are told of the invitation that is out, or of a new one."""
    if not isinstance(live, Hosting):
        return session, ()
    invitation, over = live.invitation, tuple(map(HangUp, live.invited))
    if invitation is not None and not invitation.has_failed:
        if not invitation.is_answered:
            return replace(session, live=replace(live, relay=replace(at, told=""))), ()
        if not invitation.is_slow and at.knocks < PATIENCE:
            at = replace(at, knocks=at.knocks + 1)
            return replace(session, live=replace(live, relay=at)), ()
    line = live.free_line
    live = replace(live, invitation=Invitation(line), relay=replace(at, told="", knocks=0))
    return replace(session, live=live), (*over, Invite(line, session.settings.stun))


def _heard(session: Session, live: Hosting | Visiting, at: AtRelay, text: str) -> Result:
    """A code has come: the answer to the invitation that is out, or an invitation."""
    try:
        code = parse_code(text)
    except CodeError:
        return session, ()
    if isinstance(live, Hosting):
        if not code.is_answer or not joining.is_awaited(session, code):
            return session, ()
        return joining.connected(session, code)
    if code.is_answer or live.guest.is_open:
        return session, ()
    if text == at.heard:
        return replace(session, live=replace(live, relay=replace(at, told=""))), ()
    session, over = joining.hang_up(session)
    live = Visiting(
        code.line,
        code.about,
        Guest(session.device.secret, called=live.guest.called),
        match_id=live.match_id,
        has_been_open=live.has_been_open,
        talk=live.talk,
        relay=replace(at, heard=text, told=""),
    )
    return replace(session, live=live), (*over, joining.accepting(session, code))


def tell(session: Session) -> Result:
    """The code that the others wait for goes over the relay, once for each time it is wanted."""
    live = session.live
    at = None if live is None else live.relay
    if live is None or at is None or at.state != "open" or live.code in ("", at.told):
        return session, ()
    if isinstance(live, Visiting) and live.guest.is_open:
        return session, ()
    effects: tuple[Effect, ...] = (TellRoom(live.code),)
    return replace(session, live=replace(live, relay=replace(at, told=live.code))), effects
