"""How people come together: by codes that they send each other or that go over a relay, and by
spare lines, whose codes go over open ones, so that either end can call after a reload."""

from dataclasses import replace

from spieltisch.app.board.opening import put_on_table
from spieltisch.app.core.effects import Effect, Focus
from spieltisch.app.core.live import (
    AtRelay,
    Hosting,
    Invitation,
    Live,
    Visiting,
    goes_over_relay,
    role_at,
)
from spieltisch.app.core.notice import LiveNotice, LiveTrouble
from spieltisch.app.core.session import At, Result, Session
from spieltisch.app.keeping.writing import keep, with_settings
from spieltisch.app.match import by_link
from spieltisch.app.together.led_time import stop_time
from spieltisch.app.together.messages import (
    Accept,
    CarryLine,
    ClaimCode,
    Connect,
    HangUp,
    Invite,
    InviteByLink,
    OfferCode,
    OpenRoom,
    PlayLive,
    Rejoin,
    RelayHeard,
    TellRoom,
    sent,
)
from spieltisch.app.together.state import CodeUse, JoinScreen
from spieltisch.kit.scene import Role
from spieltisch.live.codes import (
    CLOSED,
    KNOCK,
    OVER,
    Code,
    LineNumber,
    Room,
    about,
    format_code,
    format_room,
    parse_code,
    parse_relay,
    parse_room,
)
from spieltisch.live.description import format_description, parse_description, parse_stun
from spieltisch.live.guest import Guest, seat_key
from spieltisch.live.host import NOBODY, Host, Line
from spieltisch.live.protocol import Leave, Spare
from spieltisch.live.site_file import parse_site_file
from spieltisch.play.codec import LinkError, is_sealed
from spieltisch.play.match import NO_ROOM, KnownRoom
from spieltisch.play.record_link import LinkedMatch, encode_match
from spieltisch.play.summary import MatchId

PATIENCE = 2
"""How many knocks an answer that is being tried is worth: whoever has given it may be gone."""

MOST_ASKED = 8
"""So many who ask for a line over the relay are waited for at once: the last ones."""


def invite(session: Session, message: PlayLive) -> Result:
    """The match on the table is played live from now on, and somebody is invited, perhaps again."""
    table, match = session.table, session.kept_match
    if table is None or match is None or not session.device.can_connect:
        return session, ()
    live = session.live
    is_led = isinstance(live, Hosting) and live.match_id == table.match_id
    has_part = bool(match.here) or message.is_table or is_led
    # Whoever was lost before they heard how a match has ended can come back for that.
    can_begin = is_led or not match.is_over
    if not match.is_by_link or not has_part or not can_begin or is_sealed(match.setup.start):
        return session, ()
    try:
        encode_match(LinkedMatch(match.setup, match.turns[: match.shown], table.match_id))
    except LinkError:
        return refused(session, LiveTrouble.TOO_LONG)
    effects: tuple[Effect, ...] = ()
    if not isinstance(live, Hosting) or not is_led:
        session, effects = leave(session)
        match_id = table.match_id
        match = session.matches[match_id]
        if match.setup.seed is None and match.is_led and not match.salt:
            salted = replace(match, salt=session.device.secret)
            session, kept = keep(session.with_match(match_id, salted), match_id)
            effects += kept
        live = Hosting(Host(match_id=match_id))
        if message.is_table:
            at = At(session, session.table or table, session.matches[match_id])
            session, more = by_link.reseated(at, replace(at.match, here=frozenset()))
            effects += more
    session, more = _inviting(session, live, message.line)
    return session, (*effects, *more, Focus("peers"))


def _inviting(session: Session, live: Hosting, line: LineNumber | None = None) -> Result:
    """Another invitation is out, in the place of the one that was."""
    over, line = tuple(map(HangUp, live.invited)), live.free_line if line is None else line
    live = replace(live, invitation=Invitation(line))
    return replace(session, live=live), (*over, Invite(line, session.servers))


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
    session, effects = _inviting(session, live)
    return session, (*effects, Focus("peers"))


def stop_inviting(session: Session) -> Result:
    """The invitation that is out is withdrawn; those who have come stay."""
    live = session.live
    if not isinstance(live, Hosting) or not live.host.open_lines:
        return session, ()
    return replace(session, live=replace(live, invitation=None)), tuple(map(HangUp, live.invited))


def leave(session: Session, *, is_ours: bool = True) -> Result:
    """Nobody plays live here any more; the others are told. Of a match that another tab plays
    (``is_ours`` is false) nothing is written."""
    match session.live:
        case Hosting(host):
            letters = tuple((line, Leave(host.match_id)) for line in host.open_lines)
        case Visiting(line, guest=Guest(match_id=str(match_id))):
            letters = ((line, Leave(match_id)),)
        case _:
            letters = ()
    left_id = None if session.live is None or not is_ours else session.live.match_id
    session, forgotten = forget_room(session, left_id)
    session, effects = hang_up(session)
    return session, (*sent(letters), *effects, *forgotten)


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
    """Where this browser is reached on a line is known: make the code to be sent. That of a spare
    line goes over the open one."""
    live = session.live
    try:
        endpoint = parse_description(description, has_asked=bool(session.servers))
    except ValueError:
        return unreachable(session, line)
    if isinstance(live, Hosting):
        code = format_code(Code(False, line, about(live.match_id), endpoint))
        if line in live.invited:
            return replace(
                session, live=replace(live, invitation=Invitation(line, "out", code))
            ), ()
        beside = tuple(one for one, spare in live.spares.items() if spare == line)
    elif isinstance(live, Visiting):
        code = format_code(Code(True, line, live.about, endpoint))
        if line == live.line:
            return replace(session, live=replace(live, code=code)), ()
        beside = (live.line,) if line == live.spare else ()
    else:
        return session, ()
    if live.common_id is None:
        return session, ()
    return session, sent(tuple((one, Spare(live.common_id, code)) for one in beside))


def unreachable(session: Session, line: LineNumber) -> Result:
    """No connection can be made: the browser says nothing of where it is, or reaches nobody."""
    live = session.live
    if isinstance(live, Hosting) and live.invitation is not None and live.invitation.line == line:
        failed = replace(live.invitation, state="failed")
        return replace(session, live=replace(live, invitation=failed)), (HangUp(line),)
    if isinstance(live, Visiting) and live.line == line:
        if live.relay is not None:
            # The next invitation comes by itself.
            if not live.code:
                session = replace(session, notice=LiveNotice(LiveTrouble.NO_ADDRESS))
            # Nor need there be one, where a browser can make no line at all.
            asks = live.relay.asks or not live.code
            relay = replace(live.relay, heard=None, sent=None, asks=asks)
            live = replace(live, line=NOBODY, code=None, is_shaky=bool(live.code), relay=relay)
            return replace(session, live=live), (HangUp(line),)
        # This browser waits no longer for whoever has the answer.
        notice = LiveNotice(LiveTrouble.OLD_ANSWER if live.code else LiveTrouble.NO_ADDRESS)
        return replace(session, live=None, notice=notice), (HangUp(line), Focus("notice"))
    # Nobody waits for it any more.
    return session, (HangUp(line),)


def take(session: Session, text: str) -> Result:
    """A person gives a code: the answer to the invitation that is out, or an invitation."""
    live = session.live
    try:
        code = parse_code(text)
    except LinkError as error:
        return refused(session, LiveTrouble[error.part.name])
    if not code.is_answer:
        is_own = _is_own(session, code)
        return refused(session, LiveTrouble.OWN_INVITATION) if is_own else visit(session, code)
    if _is_awaited(session, code):
        return _connected(session, code)
    if isinstance(live, Visiting):
        return refused(session, LiveTrouble.OWN_ANSWER)
    if _is_taken(session, code):
        is_in_vain = live is not None and code.line in live.invited and live.has_failed
        return refused(
            session, LiveTrouble.ANSWER_FAILED if is_in_vain else LiveTrouble.ANSWER_TAKEN
        )
    if live is None or code.line not in live.host.lines:
        return refused(session, LiveTrouble.OTHER_ANSWER)
    # Somebody has come by that invitation: for whoever has answered it, too, there is a new one.
    session, effects = refused(session, LiveTrouble.USED_INVITATION)
    if live.invitation is not None and live.invitation.state != "failed":
        return session, effects
    session, more = _inviting(session, live)
    return session, (*effects, *more)


def _is_awaited(session: Session, code: Code) -> bool:
    """Whether this tab waits for a code: the answer to its invitation, or another invitation to
    the match whose connection it has lost."""
    match session.live:
        case Hosting(invitation=Invitation(line, "out")):
            return code.is_answer and code.line == line
        case Visiting(about=known, state="lost"):
            return not code.is_answer and code.about == known
    return False


def _is_taken(session: Session, code: Code) -> bool:
    """Whether a code is an answer that this tab has taken: it was pasted, or followed, twice."""
    live = session.live
    return isinstance(live, Hosting) and live.answers.get(code.line) == code


def _is_late(session: Session, code: Code) -> bool:
    """Whether a code answers an invitation of this tab by which somebody else has come."""
    live = session.live
    return code.is_answer and isinstance(live, Hosting) and code.line in live.host.lines


def _is_own(session: Session, code: Code) -> bool:
    live = session.live
    return not code.is_answer and isinstance(live, Hosting) and code.line in live.invited


def follow(session: Session, text: str) -> Result:
    """The address has a code in it: it is for this tab, or for another one of this browser."""
    code, live = parse_code(text), session.live
    is_ours = _is_awaited(session, code) or _is_own(session, code) or _is_taken(session, code)
    is_ours = is_ours or _is_late(session, code)
    if isinstance(live, Hosting) and is_ours:
        session, effects = put_on_table(session, live.match_id)
        session, more = take(session, text)
        return session, (*effects, *more)
    if code.is_answer:
        return session.on(JoinScreen(text, CodeUse.ANSWERS)), (OfferCode(text),)
    # Another invitation may have the number of one that came to nothing, or of another match.
    match live:
        case Visiting(line, invitation=None) if line == code.line:
            is_known = live.about == code.about and not _is_awaited(session, code)
        case Visiting(line, invitation=known):
            is_known = line == code.line and known == format_code(code)
        case _:
            is_known = False
    if is_known:
        match_id = None if live is None else live.match_id
        if match_id is not None and match_id in session.matches:
            # People are there already.
            return put_on_table(session, match_id)
        return session.on(JoinScreen(text, CodeUse.INVITES)), ()
    is_other = not _is_awaited(session, code)
    session, effects = visit(session, code)
    return session, (*effects, OfferCode(text)) if is_other else effects


def visit(session: Session, code: Code) -> Result:
    """An invitation is answered."""
    text, before = format_code(code), session.live
    if not session.device.can_connect:
        return session.on(JoinScreen(text, CodeUse.INVITES)), ()
    # Who comes back is told what was chosen last, and has not come back yet, as a turn.
    is_same = isinstance(before, Visiting) and before.about == code.about
    called = before.guest.called if isinstance(before, Visiting) and is_same else ()
    session, effects = hang_up(session) if is_same else leave(session)
    guest = Guest(secret=session.device.secret, called=called)
    live = Visiting(code.line, code.about, guest, invitation=text)
    session, more = _answering(session.on(JoinScreen(text, CodeUse.INVITES)), live, code)
    return session, (*effects, *more)


def _answering(session: Session, live: Visiting, code: Code) -> Result:
    """This device, as a guest, makes a line to the one that has sent an invitation."""
    offer = format_description(code.endpoint, is_answer=False)
    made = Accept(code.line, offer, session.servers)
    return replace(session, live=replace(live, code=None)), (made,)


def name_stun(session: Session, text: str) -> Result:
    """A person names a STUN server, or none: keep that, and make the code to be sent anew."""
    try:
        stun = parse_stun(text) if text.strip() else ""
    except ValueError:
        return refused(session, LiveTrouble.STUN)
    settings, screen = replace(session.settings, stun=stun), session.screen
    session, effects = with_settings(replace(session, notice=None), settings)
    match session.live:
        case Hosting(invitation=Invitation(line, "preparing" | "out" | "failed")) as live:
            session, more = _inviting(session, replace(live, invitation=None), line)
            more += (Focus("peers"),)
        case Visiting(relay=None, has_been_open=False) as live if isinstance(screen, JoinScreen):
            session, more = _answering(session, live, parse_code(screen.code))
        case Visiting(relay=AtRelay(heard=heard) as at, has_been_open=False) as live if heard:
            live = replace(live, relay=replace(at, sent=None))
            session, more = _answering(session, live, parse_code(heard))
        case _:
            more = ()
    return session, (*effects, *more)


def offered(session: Session, text: str) -> Result:
    """Another tab was opened with a code, or a link to a room; this one goes on with it, if it
    waits for it or has made it itself."""
    live = session.live
    if isinstance(live, Hosting) and live.relay and format_room(live.relay.room) == text:
        return session, (ClaimCode(text, is_own=True),)
    try:
        code = parse_code(text)
    except LinkError:
        return session, ()
    if _is_own(session, code):
        return session, (ClaimCode(text, is_own=True),)
    if _is_taken(session, code):
        return session, (ClaimCode(text),)
    if _is_late(session, code):
        session, effects = take(session, text)
        return session, (ClaimCode(text), *effects)
    if not _is_awaited(session, code):
        return session, ()
    session, effects = _connected(session, code) if code.is_answer else visit(session, code)
    return session, (ClaimCode(text), *effects)


def taken(session: Session, text: str, *, is_own: bool) -> Result:
    """Another tab goes on with the code that this one was opened with."""
    screen = session.screen
    if not isinstance(screen, JoinScreen) or screen.code != text:
        return session, ()
    session, effects = hang_up(session)
    return session.on(JoinScreen(text, CodeUse.OWN if is_own else CodeUse.TAKEN)), effects


def _connected(session: Session, code: Code) -> Result:
    """The invitation that is out has been answered."""
    live = session.live
    assert isinstance(live, Hosting)
    assert live.invitation is not None
    answered = replace(live.invitation, state="answered")
    relay = None if live.relay is None else replace(live.relay, knocks=0)
    answers = {**live.answers, code.line: code}
    live = replace(live, invitation=answered, answers=answers, relay=relay)
    answer = format_description(code.endpoint, is_answer=True)
    return replace(session, live=live, notice=None), (Connect(code.line, answer),)


def refused(session: Session, what: LiveTrouble) -> Result:
    """A person is told why nothing comes of what they have given."""
    return replace(session, notice=LiveNotice(what)), (Focus("notice"),)


# ------------------------------------------------------------- by a relay


def open_room(session: Session, message: OpenRoom) -> Result:
    """People are invited by a relay; by the same link as before, if the page was loaded anew."""
    try:
        relay = parse_relay(message.relay)
    except ValueError:
        return refused(session, LiveTrouble.RELAY)
    settings = replace(session.settings, relay=relay)
    session, kept = with_settings(session, settings)
    session, effects = _open_room(session, Room(relay, message.secret), PlayLive(message.line))
    return session, (*kept, *effects)


def invite_by_link(session: Session, message: InviteByLink) -> Result:
    """As open_room, by the relay that the site's file names."""
    relay, wanted = session.device.site_relay, PlayLive(message.line, message.is_table)
    if not session.device.may_ask(relay):
        session, effects = refused(session, LiveTrouble.SITE_FILE)
        # Phones come by codes then: they are shown in the same place.
        return invite(session, wanted) if message.is_table else (session, effects)
    return _open_room(session, Room(relay, f"{message.number:032x}"), wanted)


def with_owners_file(session: Session, text: str | None) -> Session:
    """The session that knows what the site's file names; as it is, if that cannot be read."""
    try:
        found = parse_site_file(text or "")
    except ValueError:
        return session
    servers = "\n".join(found.servers)
    device = replace(session.device, site_relay=found.relay, site_servers=servers)
    return replace(session, device=device)


def _open_room(session: Session, room: Room, wanted: PlayLive) -> Result:
    relay = room.relay
    session, effects = invite(replace(session, notice=None), wanted)
    live, known = session.live, session.room_here
    if not isinstance(live, Hosting) or not effects:
        return session, effects
    if known is not None and session.leads_room and known.relay == relay:
        room = known
    return replace(session, live=replace(live, relay=AtRelay(room))), effects


def close_room(session: Session) -> Result:
    """People are invited by codes from now on: by the invitation that is out, or by a new one."""
    live = session.live
    if not isinstance(live, Hosting) or live.relay is None or goes_over_relay(live):
        # Those who are connected by it alone would be left behind.
        return session, ()
    live = replace(live, relay=None)
    session, effects = forget_room(replace(session, live=live), live.match_id)
    if live.invitation is None:
        session, more = _inviting(session, live)
        effects = (*effects, *more)
    # Whoever waits there would wait for ever.
    return session, (TellRoom(CLOSED), *effects, Focus("peers"))


def note_room(session: Session, before: Live | None) -> Result:
    """The room is kept beside its match, so that any page of this device leads back there. When
    the people in it go on to another match, it is that one's."""
    live, match, effects = session.live, session.live_match, tuple[Effect, ...]()
    if live is None or live.relay is None or live.match_id is None or match is None:
        return session, ()
    if (isinstance(live, Visiting) and not live.greeted) or is_elsewhere(session, live.match_id):
        # It is not clear yet which match that is, or another tab has it.
        return session, ()
    if before is not None and before.relay is not None and before.match_id != live.match_id:
        is_same = before.relay.room == live.relay.room
        session, effects = forget_room(session, before.match_id) if is_same else (session, ())
    watches = isinstance(live, Visiting) and live.guest.watches
    known = KnownRoom(format_room(live.relay.room), isinstance(live, Hosting), watches)
    # Whether its host can show that they are is kept longer: as long as the seat's key.
    is_shown = isinstance(live, Visiting) and live.guest.proven == seat_key(match) != ""
    is_proven = match.is_proven or is_shown
    if (match.room, match.is_proven) == (known, is_proven):
        return session, effects
    match = replace(match, room=known, is_proven=is_proven)
    roomed = session.with_match(live.match_id, match)
    session, kept = keep(roomed, live.match_id)
    return session, (*effects, *kept)


def forget_room(session: Session, match_id: MatchId | None) -> Result:
    """Nobody is to come back to the room of a match: somebody has left for good."""
    match = None if match_id is None else session.matches.get(match_id)
    if match_id is None or match is None or match.room == NO_ROOM:
        return session, ()
    if is_elsewhere(session, match_id):
        return session, ()
    return keep(session.with_match(match_id, replace(match, room=NO_ROOM)), match_id)


def is_elsewhere(session: Session, match_id: MatchId) -> bool:
    """Whether another tab plays a match, so that this one writes nothing of it."""
    home = session.home
    return home is not None and home.match_id == match_id and home.is_elsewhere


def follow_room(session: Session, text: str) -> Result:
    """The address leads to a room: this tab, or another one, may be there already."""
    room, live = parse_room(text), session.live
    is_in_room = live is not None and live.relay is not None and live.relay.room == room
    match_id = None if live is None or not is_in_room else live.match_id
    if match_id is not None and match_id in session.matches:
        return put_on_table(session, match_id)
    return session.on(JoinScreen(format_room(room), CodeUse.ROOM)), (OfferCode(text),)


def enter_room(session: Session, *, watches: bool = False) -> Result:
    """A person agrees to go where a link with a room leads, perhaps only to watch."""
    screen = session.screen
    if not isinstance(screen, JoinScreen) or screen.use is not CodeUse.ROOM:
        return session, ()
    session, effects = leave(session)
    asks = not session.device.can_connect
    room = AtRelay(parse_room(screen.code), asks=asks)
    guest = Guest(secret=session.device.secret, watches=watches)
    return replace(session, live=Visiting(NOBODY, NOBODY, guest, relay=room)), effects


def hear_relay(session: Session, told: RelayHeard) -> Result:
    """How it is going with the relay, or what somebody in the room has said."""
    live = session.live
    if live is None or live.relay is None:
        return session, ()
    if not told.text:
        # What was said before the room was entered again may not have been heard.
        relay = replace(live.relay, state=told.state, sent=None)
        return replace(session, live=replace(live, relay=relay)), ()
    if told.text == KNOCK:
        return _knocked(session, live, live.relay) if isinstance(live, Hosting) else (session, ())
    if told.text == CLOSED:
        # They may come back to it, and whoever has the link may have said so: this page stays.
        is_guest = isinstance(live, Visiting) and not live.guest.is_open
        closed = replace(live, relay=replace(live.relay, is_closed=True))
        return replace(session, live=closed) if is_guest else session, ()
    if OVER.fullmatch(told.text):
        if not isinstance(live, Hosting):
            return session, ()
        return _asked_over(session, live, live.relay, told.text)
    try:
        code = parse_code(told.text)
    except LinkError:
        return session, ()
    if isinstance(live, Visiting):
        return _invited(session, live, live.relay, code, told.text)
    is_due = code.is_answer and _is_awaited(session, code)
    return _connected(session, code) if is_due else (session, ())


def _knocked(session: Session, live: Hosting, at: AtRelay) -> Result:
    """A guest waits: they are told of the invitation that is out, or of a new one."""
    invitation = live.invitation
    state = "failed" if invitation is None else invitation.state
    if state in ("preparing", "out"):
        return replace(session, live=replace(live, relay=replace(at, sent=None))), ()
    if state == "answered" and at.knocks < PATIENCE:
        at = replace(at, knocks=at.knocks + 1)
        return replace(session, live=replace(live, relay=at)), ()
    return _inviting(session, replace(live, relay=replace(at, sent=None, knocks=0)))


def go_over_relay(session: Session) -> Result:
    """No direct line comes: the match is to go over the relay itself."""
    live = session.live
    if not isinstance(live, Visiting) or live.relay is None or live.guest.is_open:
        return session, ()
    return replace(session, live=replace(live, relay=replace(live.relay, asks=True))), ()


def _asked_over(session: Session, live: Hosting, at: AtRelay, text: str) -> Result:
    """A guest to whom no direct line comes asks for one over the relay, perhaps once more."""
    line = dict(at.asked).get(text)
    if line is None:
        line = live.free_line
        at = replace(at, asked=(*at.asked, (text, line))[-MOST_ASKED:])
    return replace(session, live=replace(live, relay=at)), (CarryLine(line, text),)


def relayed(session: Session, line: LineNumber) -> Result:
    """A line over the relay is about to open: it takes the place of the direct one that was
    tried."""
    live = session.live
    if isinstance(live, Visiting) and live.relay is not None and not live.guest.is_open:
        over = tuple(map(HangUp, {live.line, live.spare or NOBODY} - {line, NOBODY}))
        at = replace(live.relay, heard=None, sent=None, asks=True)
        live = replace(live, line=line, spare=None, code=None, relay=at)
        return replace(session, live=replace(live, relayed=frozenset({line}))), over
    if not isinstance(live, Hosting) or live.relay is None:
        return session, ()
    asked = next((text for text, one in live.relay.asked if one == line), "")
    at = replace(live.relay, asked=tuple(one for one in live.relay.asked if one[1] != line))
    kept = live.relayed.intersection(live.host.lines)
    live = replace(live, relay=at, relayed=kept | {line})
    tried = tuple(one for one in live.invited if asked.split(" ")[1:2] == [str(one)])
    if tried:
        live = replace(live, invitation=None)
    return replace(session, live=live), tuple(map(HangUp, tried))


def direct(session: Session, line: LineNumber) -> Result:
    """A line from device to device is about to open: it may have the number of one over the relay
    that is gone."""
    live = session.live
    if live is None or line not in live.relayed:
        return session, ()
    return replace(session, live=replace(live, relayed=live.relayed - {line})), ()


def _invited(session: Session, live: Visiting, at: AtRelay, code: Code, text: str) -> Result:
    """The host has told an invitation, perhaps once more."""
    if code.is_answer or live.guest.is_open:
        return session, ()
    at = replace(at, is_closed=False)
    if not session.device.can_connect:
        # It is known that the host is there.
        return replace(session, live=replace(live, relay=replace(at, heard=text))), ()
    if text == at.heard:
        return replace(session, live=replace(live, relay=replace(at, sent=None))), ()
    session, over = hang_up(session)
    live = Visiting(
        code.line,
        code.about,
        # The match may be another by now: the host knows this device by the key that it has told.
        Guest(
            secret=session.device.secret,
            key=live.guest.key,
            called=live.guest.called,
            watches=live.guest.watches,
        ),
        match_id=live.match_id,
        has_been_open=live.has_been_open,
        talk=live.talk,
        relay=replace(at, heard=text, sent=None),
        # A match that nobody has shown to be theirs was not taken from another tab yet.
        tab="due" if live.tab == "due" else "plays",
        is_doubted=live.is_doubted,
    )
    session, effects = _answering(session, live, code)
    return session, (*over, *effects)


def tell_room(session: Session) -> Result:
    """The code that the others wait for goes over the relay, once for each time it is wanted."""
    live = session.live
    at = None if live is None else live.relay
    code = None if live is None else live.code
    if live is None or at is None or at.state != "open" or code is None or code == at.sent:
        return session, ()
    if isinstance(live, Visiting) and live.guest.is_open:
        return session, ()
    told = replace(live, relay=replace(at, sent=code))
    return replace(session, live=told), (TellRoom(code),)


# ------------------------------------------------------------- spare lines


def settle(session: Session, line: LineNumber) -> Result:
    """A line has been open for a while, for the first time or again: the host makes a spare one
    beside it, in the place of one whose ends may have moved meanwhile. None stands beside a line
    over the relay, where there is no way for it."""
    live = session.live
    if not isinstance(live, Hosting) or line not in live.greeted or line in live.relayed:
        return session, ()
    over = tuple(HangUp(one) for beside, one in live.spares.items() if beside == line)
    spare = live.free_line
    live = replace(live, spares={**live.spares, line: spare})
    made = Invite(spare, session.servers, live.match_id)
    return replace(session, live=live), (*over, made)


def hear_spare(session: Session, live: Live, line: LineNumber, told: Spare) -> Result:
    """The other end tells where it listens on a spare line."""
    try:
        code = parse_code(told.code)
    except LinkError:
        return session, ()
    match_id = live.match_id
    if told.match_id != live.common_id or match_id is None:
        return session, ()
    description = format_description(code.endpoint, is_answer=code.is_answer)
    if isinstance(live, Hosting):
        seats, is_due = live.host.lines[line].seats, live.spares.get(line) == code.line
        made = Connect(code.line, description, seats)
        return session, (made,) if code.is_answer and is_due else ()
    if code.is_answer or code.line == line or not live.greeted:
        return session, ()
    over = () if live.spare is None else (HangUp(live.spare),)
    accept = Accept(code.line, description, session.servers, match_id)
    return replace(session, live=replace(live, spare=code.line)), (*over, accept)


def reconnect(session: Session) -> Result:
    """The page was loaded anew: the other ends of its lines are called, as if those were lost, and
    the room at the relay is entered again."""
    table, match = session.table, session.kept_match
    if table is None or match is None or session.live is not None:
        return session, ()
    match_id, stun = table.match_id, session.servers
    room = session.room_here if session.may_enter_room else None
    known = [one for one in session.known_lines if one.match_id == match_id]
    if not known and room is None:
        return session, ()
    is_host = known[-1].is_host if known else session.leads_room
    known = [one for one in known if one.is_host] if is_host else known[-1:]
    if is_host:
        lines = {one.line: Line(one.seats, is_open=False) for one in known}
        live: Live = Hosting(Host(match_id=match_id, lines=lines), shaky=frozenset(lines))
    else:
        line = known[0].line if known else NOBODY
        # If the others have begun another match, the host knows this device by its key in this one.
        watches = match.room.watches and not match.here
        guest = Guest(secret=session.device.secret, key=seat_key(match), watches=watches)
        live = Visiting(
            line, about(match_id), guest, match_id=match_id, has_been_open=True, is_shaky=True
        )
    if room is not None and session.leads_room == is_host:
        live = replace(live, relay=AtRelay(room, asks=not session.device.can_connect))
    left = tuple(one for one in session.known_lines if one not in known)
    session = replace(session, live=live, known_lines=left)
    return session, (*(Rejoin(one, stun) for one in known), Focus("peers"))
