"""Codes: making, opening and answering invitations."""

from dataclasses import replace

from spieltisch.app.effects import Effect, Focus
from spieltisch.app.keeping import keep
from spieltisch.app.match import by_link
from spieltisch.app.match.opening import put_on_table
from spieltisch.app.messages import Command
from spieltisch.app.notice import LiveNotice, LiveTrouble
from spieltisch.app.session import At, Result, Session
from spieltisch.app.settings.update import with_settings
from spieltisch.app.together import spares
from spieltisch.app.together.effects import (
    Accept,
    ClaimCode,
    Connect,
    HangUp,
    Invite,
    OfferCode,
    sent,
)
from spieltisch.app.together.led_time import stop_time
from spieltisch.app.together.messages import PlayLive
from spieltisch.app.together.state import CodeUse, Hosting, Invitation, JoinScreen, Visiting
from spieltisch.live.codes import Code, CodeError, about, format_code, parse_code
from spieltisch.live.description import format_description, parse_description, parse_stun
from spieltisch.live.guest import Guest
from spieltisch.live.host import NOBODY, Host, LineNumber
from spieltisch.live.protocol import Leave
from spieltisch.play.codec import LinkError, is_sealed
from spieltisch.play.record_link import LinkedMatch, encode_match


def invite(session: Session, message: PlayLive) -> Result:
    """The match on the table is played live from now on, and somebody is invited to it; also used
    to invite again after a connection was lost."""
    table, match, line = session.table, session.kept_match, message.line
    if table is None or match is None or not session.device.can_connect:
        return session, ()
    live = session.live
    is_led = isinstance(live, Hosting) and live.match_id == table.match_id
    has_part = bool(match.here) or message.is_table or is_led
    if not match.is_by_link or not has_part or match.is_over or is_sealed(match.setup.start):
        return session, ()
    try:
        encode_match(LinkedMatch(match.setup, match.turns[: match.shown], table.match_id))
    except LinkError:
        return refused(session, LiveTrouble.TOO_LONG)
    effects: tuple[Effect, ...] = ()
    if not isinstance(live, Hosting) or not is_led:
        session, effects = hang_up(session)
        if match.setup.seed is None and match.is_led and not match.salt:
            salted = replace(match, salt=session.device.secret)
            session, kept = keep(session.with_match(table.match_id, salted), table.match_id)
            effects += kept
        live = Hosting(Host(table.match_id))
        if message.is_table:
            at = At(session, session.table or table, match)
            session, more = by_link.update(at, Command.GIVE_UP_SEAT)
            effects += more
    effects += tuple(map(HangUp, live.invited))
    live = replace(live, invitation=Invitation(line))
    return replace(session, live=live), (
        *effects,
        Invite(line, session.settings.stun),
        Focus("peers"),
    )


def stop_inviting(session: Session) -> Result:
    """The invitation that is out is withdrawn; those who have come stay."""
    live = session.live
    if not isinstance(live, Hosting) or not live.host.open_lines:
        return session, ()
    return replace(session, live=replace(live, invitation=None)), tuple(map(HangUp, live.invited))


def leave(session: Session) -> Result:
    """Nobody plays live here any more; the others are told."""
    match session.live:
        case Hosting(host):
            letters = tuple((line, Leave(host.match_id)) for line in host.open_lines)
        case Visiting(line, guest=guest) if guest.match_id:
            letters = ((line, Leave(guest.match_id)),)
        case _:
            letters = ()
    session, effects = hang_up(session)
    return session, (*sent(letters), *effects)


def hang_up(session: Session, at_ms: float | None = None) -> Result:
    """Close every line; ``at_ms`` is when, by the page's clock, if that is known."""
    live = session.live
    match live:
        case Hosting(host):
            lines: tuple[LineNumber, ...] = (*host.lines, *live.invited, *live.spares.values())
        case Visiting(line, spare=spare):
            lines = (line,) if spare is None else (line, spare)
        case None:
            return session, ()
    return stop_time(replace(session, live=None), live, at_ms), tuple(map(HangUp, lines))


def described(session: Session, line: LineNumber, description: str) -> Result:
    """The browser has found out where it can be reached on a line: make the code to be sent."""
    try:
        endpoint = parse_description(description, has_asked=bool(session.settings.stun))
    except ValueError:
        return unreachable(session, line)
    match session.live:
        case Hosting(invitation=Invitation(line=own)) as live if own == line:
            code = format_code(Code(False, line, about(live.match_id), endpoint))
            return replace(session, live=replace(live, invitation=Invitation(line, code))), ()
        case Visiting(line=own) as live if own == line:
            code = format_code(Code(True, line, live.about, endpoint))
            return replace(session, live=replace(live, code=code)), ()
    return spares.described(session, line, endpoint)


def unreachable(session: Session, line: LineNumber) -> Result:
    """No connection can be made: the device is in no network, or not in the same."""
    live = session.live
    if isinstance(live, Hosting) and live.invitation is not None and live.invitation.line == line:
        failed = replace(live.invitation, has_failed=True)
        return replace(session, live=replace(live, invitation=failed)), (HangUp(line),)
    if isinstance(live, Visiting) and live.line == line:
        if live.relay is not None:
            # The next invitation comes by itself.
            relay = replace(live.relay, heard="", told="")
            live = replace(live, line=NOBODY, code="", is_shaky=True, relay=relay)
            return replace(session, live=live), (HangUp(line),)
        # This browser waits no longer for whoever has the answer.
        notice = LiveNotice(LiveTrouble.OLD_ANSWER if live.code else LiveTrouble.NO_NETWORK)
        return replace(session, live=None, notice=notice), (HangUp(line), Focus("notice"))
    return session, ()


def take(session: Session, text: str) -> Result:
    """A person gives a code: the answer to the invitation that is out, or an invitation."""
    try:
        code = parse_code(text)
    except CodeError as error:
        return refused(session, LiveTrouble[error.kind.name])
    if code.is_answer:
        if not is_awaited(session, code):
            return _not_awaited(session, code)
        return connected(session, code)
    if _is_own(session, code):
        return refused(session, LiveTrouble.OWN_INVITATION)
    return visit(session, code)


def _not_awaited(session: Session, code: Code) -> Result:
    """An answer to another invitation. If somebody has come by that, there is a new one for whoever
    has answered it, too."""
    live = session.live
    if not isinstance(live, Hosting) or code.line not in live.host.lines:
        return refused(session, LiveTrouble.OTHER_ANSWER)
    session, effects = refused(session, LiveTrouble.USED_INVITATION)
    if live.invitation is not None and not live.invitation.has_failed:
        return session, effects
    line = live.free_line
    session = replace(session, live=replace(live, invitation=Invitation(line)))
    return session, (*effects, Invite(line, session.settings.stun))


def is_awaited(session: Session, code: Code) -> bool:
    """Whether this tab waits for a code: the answer to its invitation, or another invitation to
    the match whose connection it has lost."""
    match session.live:
        case Hosting(invitation=Invitation(line=line, is_answered=False)):
            return code.is_answer and code.line == line
        case Visiting(about=known, state="lost"):
            return not code.is_answer and code.about == known
    return False


def follow(session: Session, text: str) -> Result:
    """The address has a code in it: it is for this tab, or for another one of this browser."""
    code = parse_code(text)
    live = session.live
    if isinstance(live, Hosting) and (is_awaited(session, code) or _is_own(session, code)):
        session, effects = put_on_table(session, live.match_id)
        session, more = take(session, text)
        return session, (*effects, *more)
    if code.is_answer:
        return session.on(JoinScreen(text, CodeUse.ANSWERS)), (OfferCode(text),)
    if isinstance(live, Visiting) and live.line == code.line:
        return session.on(JoinScreen(text, CodeUse.INVITES)), ()
    is_other = not is_awaited(session, code)
    session, effects = visit(session, code)
    return session, (*effects, OfferCode(text)) if is_other else effects


def visit(session: Session, code: Code) -> Result:
    """An invitation is answered."""
    text = format_code(code)
    if not session.device.can_connect:
        return session.on(JoinScreen(text, CodeUse.INVITES)), ()
    before = session.live
    # Who comes back is told what was chosen last, and has not come back yet, as a turn.
    is_same = isinstance(before, Visiting) and before.about == code.about
    called = before.guest.called if isinstance(before, Visiting) and is_same else ()
    session, effects = hang_up(session)
    live = Visiting(code.line, code.about, Guest(session.device.secret, called=called))
    session = replace(session, live=live).on(JoinScreen(text, CodeUse.INVITES))
    return session, (*effects, accepting(session, code))


def name_stun(session: Session, text: str) -> Result:
    """A person names a STUN server, or none: keep that, and make the code to be sent anew."""
    try:
        stun = parse_stun(text) if text.strip() else ""
    except ValueError:
        return refused(session, LiveTrouble.STUN)
    session = replace(session, notice=None)
    session, effects = with_settings(session, replace(session.settings, stun=stun))
    screen = session.screen
    match session.live:
        case Hosting(invitation=Invitation(line=line, is_answered=False)) as live:
            session = replace(session, live=replace(live, invitation=Invitation(line)))
            return session, (*effects, Invite(line, stun), Focus("peers"))
        case Visiting(line=line, has_been_open=False) as live if isinstance(screen, JoinScreen):
            session = replace(session, live=replace(live, code=""))
            return session, (*effects, accepting(session, parse_code(screen.code)))
    return session, effects


def accepting(session: Session, code: Code) -> Accept:
    """The effect that makes a line to the device that has sent an invitation."""
    offer = format_description(code.endpoint, is_answer=False)
    return Accept(code.line, offer, session.settings.stun)


def offered(session: Session, text: str) -> Result:
    """Another tab was opened with a code; this one goes on with it, if it waits for it."""
    try:
        code = parse_code(text)
    except CodeError:
        return session, ()
    if _is_own(session, code):
        return session, (ClaimCode(text, is_own=True),)
    if not is_awaited(session, code):
        return session, ()
    session, effects = connected(session, code) if code.is_answer else visit(session, code)
    return session, (ClaimCode(text), *effects)


def taken(session: Session, text: str, *, is_own: bool) -> Result:
    """Another tab goes on with the code that this one was opened with."""
    screen = session.screen
    if not isinstance(screen, JoinScreen) or screen.code != text:
        return session, ()
    session, effects = hang_up(session)
    return session.on(JoinScreen(text, CodeUse.OWN if is_own else CodeUse.TAKEN)), effects


def connected(session: Session, code: Code) -> Result:
    """The invitation that is out has been answered."""
    live = session.live
    assert isinstance(live, Hosting)
    assert live.invitation is not None
    answered = replace(live.invitation, is_answered=True)
    answer = format_description(code.endpoint, is_answer=True)
    relay = None if live.relay is None else replace(live.relay, knocks=0)
    live = replace(live, invitation=answered, relay=relay)
    session = replace(session, live=live, notice=None)
    return session, (Connect(code.line, answer),)


def _is_own(session: Session, code: Code) -> bool:
    live = session.live
    if code.is_answer or not isinstance(live, Hosting) or live.invitation is None:
        return False
    return live.invitation.line == code.line


def refused(session: Session, what: LiveTrouble) -> Result:
    """A person is told why nothing comes of what they have given."""
    return replace(session, notice=LiveNotice(what)), (Focus("notice"),)
