"""What each message does to a match that is played live, whatever is on screen."""

from dataclasses import replace

from spieltisch.app.board.messages import LockChanged, PausePlay, Ready, Wake
from spieltisch.app.core.effects import (
    BrokenWord,
    Change,
    Decision,
    Effect,
    NextMatch,
    Proposal,
    Report,
    TakeOver,
    Wish,
)
from spieltisch.app.core.live import (
    AtRelay,
    Hosting,
    Invitation,
    Visiting,
    end_of,
    is_live,
    questions_of,
)
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command
from spieltisch.app.core.news import OnLines
from spieltisch.app.core.notice import LiveTrouble
from spieltisch.app.core.session import Result, Session
from spieltisch.app.core.table import TableScreen
from spieltisch.app.core.waiting import wait_here
from spieltisch.app.core.waits import OwnersFile
from spieltisch.app.together import exchange, joining, led_time, messages
from spieltisch.app.together.messages import ClaimCode, HangUp, sent
from spieltisch.app.together.welcomed import has_to_prove, hold
from spieltisch.live.codes import LineNumber
from spieltisch.live.protocol import (
    KeyProof,
    Refused,
    Sign,
    Spare,
    VersionError,
    Welcome,
    parse_message,
)
from spieltisch.play.codec import LinkError

PROOF_MS = 15_000.0
"""So long a host may take to show that it is the one whom people here have met."""

ASLEEP_MS = 2_000.0
"""A page that looks so much later whether it has was asleep: what came meanwhile is read after
that."""


def update(session: Session, message: messages.LiveMessage) -> Result:
    """The session after a message about live play; people who listen are told what has changed."""
    before = _heard_of(session)
    try:
        session, effects = _updated(session, message)
    except LinkError:
        # Whoever comes is told the whole match, and it has become too long for that.
        session, effects = joining.leave(session)
        session = exchange.telling(session, LiveTrouble.TOO_LONG)
    table, after = session.table, _heard_of(session)
    if table is None or after in (before, None) or not is_live(session.live, table.match_id):
        return session, effects
    return session.on(table.saying(OnLines.CHANGED)), effects


def _heard_of(session: Session) -> tuple[object, ...] | None:
    """What people who listen are told of: who is connected, and who wishes to take back."""
    live = session.live
    if live is None:
        return None
    here: object = live.guest.here if isinstance(live, Visiting) else ()
    if isinstance(live, Hosting):
        here = tuple(line.seats for line in live.host.open_lines.values())
    return live.state, here, end_of(live).asked, end_of(live).helped


def _updated(session: Session, message: messages.LiveMessage) -> Result:
    match message:
        case messages.LetBotsPlay(at_ms):
            return exchange.let_bots_play(session, at_ms)
        case messages.ComeAnew(at_ms):
            return exchange.come_anew(session, at_ms)
        case messages.LineSettled(line):
            return joining.settle(session, line)
        case (
            messages.InviteByLink()
            | messages.LiveCommand.ENTER_ROOM
            | messages.LiveCommand.WATCH_ROOM
            | messages.LiveCommand.RECONNECT
        ):
            if not session.device.is_owners:
                return _begin(session, message)
            # Anew each time: logins to servers end while a page is open.
            return wait_here(session, OwnersFile(), messages.OwnersFileRead(then=message))
        case messages.OwnersFileRead(text=text, then=then):
            return _begin(joining.with_owners_file(session, text), then)
        case messages.OpenRoom():
            return joining.open_room(session, message)
        case messages.LiveCommand.CLOSE_ROOM:
            return joining.close_room(session)
        case messages.RelayHeard():
            return joining.hear_relay(session, message)
        case messages.NoLineComes():
            return joining.go_over_relay(session)
        case messages.LineOpened(line, is_relayed, name):
            way = joining.relayed if is_relayed else joining.direct
            session, over = way(session, line)
            session, effects = _open(session, line, name)
            return session, (*over, *effects)
        case messages.LineShaky(line, is_shaky):
            return _shake(session, line, is_shaky=is_shaky), ()
        case messages.LineLost(line, at_ms, is_flooded, may_return):
            session, effects = _lose(session, line, at_ms, may_return=may_return)
            if is_flooded:
                session = exchange.telling(session, LiveTrouble.FLOODED)
            return session, effects
        case messages.TripMeasured(line, trip_ms) if isinstance(session.live, Hosting):
            return led_time.note_trip_below(session, session.live, line, trip_ms), ()
        case messages.NetworkChanged() if session.live is not None:
            return replace(session, live=replace(session.live, has_moved=True)), ()
        case messages.IncomingText():
            return _hear(session, message)
        case messages.TakeWelcome():
            return exchange.take_match(session, message)
        case messages.PlayLive():
            return joining.invite(session, message)
        case messages.LiveCommand.STOP_INVITING:
            return joining.stop_inviting(session)
        case messages.LiveCommand() | messages.SaidHere():
            return exchange.say_here(session, message)
        case messages.TakeCode(text):
            return joining.take(session, text)
        case messages.NameStun(text):
            return joining.name_stun(session, text)
        case messages.Described(line, description):
            return joining.described(session, line, description)
        case messages.CodeOffered(code):
            return joining.offered(session, code)
        case messages.CodeTaken(code, is_own):
            return joining.taken(session, code, is_own=is_own)
    return session, ()


def _begin(session: Session, message: messages.LiveMessage) -> Result:
    """What needs to know what the site's file names, if there is one."""
    match message:
        case messages.InviteByLink():
            return joining.invite_by_link(session, message)
        case messages.LiveCommand.ENTER_ROOM | messages.LiveCommand.WATCH_ROOM:
            return joining.enter_room(session, watches=message is messages.LiveCommand.WATCH_ROOM)
    return joining.reconnect(session)


def answer(
    before: Session, session: Session, message: Message, effects: tuple[Effect, ...]
) -> Result:
    """After each message: the others are told of what it has done, as its reports say, and time and
    invitations are kept going. None of the reports is left."""
    session, effects = _answered(session, effects)
    if session.live is None:
        return session, effects
    was, table = before.table, session.table
    is_gone = was is not None and (table is None or table.match_id != was.match_id)
    session, more = _answered(*_kept_going(session, message, was if is_gone else None))
    session, noted = _answered(*joining.note_room(session, before.live))
    return session, (*effects, *more, *noted)


def _answered(session: Session, effects: tuple[Effect, ...]) -> Result:
    others: list[Effect] = [one for one in effects if not isinstance(one, Report)]
    for report in effects:
        if isinstance(report, Report):
            session, more = _answer(session, report)
            if more:
                session, more = _answered(session, more)
            others += more
    return session, tuple(others)


def _answer(session: Session, report: Report) -> Result:
    live = session.live
    match live, report:
        case Hosting() | Visiting(), Change(match_id) if match_id == live.match_id:
            return exchange.tell_turns(session, live, session.matches[match_id])
        case Hosting(), Decision():
            return exchange.tell_decision(session, live, report)
        case Hosting(), NextMatch():
            return exchange.begin_next(session, live, report)
        case Visiting(), Proposal():
            return exchange.propose(session, live, report)
        case Visiting(), BrokenWord():
            return joining.hang_up(session)
        case _, Wish(Ready() | PausePlay() as wanted):
            return led_time.ready_or_pause(session, wanted)
        case _, Wish(Command.TAKE_BACK | Command.REDO as wanted):
            return exchange.say_here(session, wanted)
    return session, ()


def _kept_going(session: Session, message: Message, left: TableScreen | None) -> Result:
    """What follows from the session as it is: who is greeted, told the time and invited next."""
    live, table = session.live, session.table
    effects: tuple[Effect, ...] = ()
    assert live is not None
    if isinstance(live, Visiting):
        session = hold(session)
        live = session.live
        assert isinstance(live, Visiting)
        session, effects = _taken_over(session, live, message)
        live = session.live
        assert isinstance(live, Visiting)
    is_ours = table is None or table.match_id != live.match_id or not table.is_elsewhere
    if isinstance(message, LockChanged) and message.match_id == live.match_id:
        # It is played here though something else may be on screen.
        is_on_table = table is not None and table.match_id == live.match_id
        is_ours = is_ours if is_on_table else message.is_ours
    is_here = live.match_id in (None, session.awaited) or live.match_id in session.matches
    if isinstance(live, Visiting) and not is_ours and live.tab == "plays":
        # Another tab has it, perhaps over a line of its own: these people have not left.
        return joining.hang_up(session)
    if isinstance(live, Hosting) and is_here and not is_ours and live.relay is not None:
        # Its people go on in another tab, which can enter the room: nobody has left.
        return joining.hang_up(session)
    if not (is_ours or isinstance(live, Visiting)) or not is_here:
        # Another tab has taken it over, and keeps what belongs to it; or it was deleted, or nobody
        # waits for it any more.
        return joining.leave(session, is_ours=is_ours)
    if isinstance(live, Visiting) and is_ours:
        session, more = exchange.join(session, live)
        effects = (*effects, *more)
    if isinstance(live, Visiting) and (is_ours or live.guest.is_held):
        session, asked = _proven(session, message)
        effects = (*effects, *asked)
    session, timed = led_time.keep_time(session, message, left)
    session, invited = joining.invite_next(session)
    session, told = joining.tell_room(session)
    return _questioned(session), (*effects, *timed, *invited, *told)


def _proven(session: Session, message: Message) -> Result:
    """Whoever is at the other end of a guest's line is asked to show that they are the host, and
    has some time for that where they have to."""
    live = session.live
    if not isinstance(live, Visiting):
        return session, ()
    session, effects = exchange.ask_proof(session, live)
    live = session.live
    assert isinstance(live, Visiting)
    guest = live.guest
    if not guest.is_held or not isinstance(message, Wake):
        return session, effects
    at_ms, by_ms = message.at_ms, guest.proof_by_ms
    if by_ms is None:
        guest = replace(guest, proof_by_ms=at_ms + PROOF_MS)
    elif at_ms >= by_ms + ASLEEP_MS and not guest.has_more_time:
        guest = replace(guest, proof_by_ms=at_ms + ASLEEP_MS, has_more_time=True)
    elif at_ms >= by_ms:
        session, more = _not_host(session, live, at_ms)
        return session, (*effects, *more)
    return replace(session, live=replace(live, guest=guest)), effects


def _not_host(session: Session, live: Visiting, at_ms: float) -> Result:
    """Whoever is at the other end is not the host, or does not show it: people are told, and the
    host may come yet."""
    guest = replace(live.guest, welcome=None, held=None)
    session = replace(session, live=replace(live, guest=guest, is_doubted=True))
    session, effects = _lose(session, live.line, at_ms)
    return exchange.telling(session, LiveTrouble.NOT_HOST), effects


def _taken_over(session: Session, live: Visiting, message: Message) -> Result:
    """A match that has come over a line is taken from the tab that has it, once: when it comes on
    the table. That it is ours may be told while something else is there."""
    table, tab, effects = session.table, live.tab, tuple[Effect, ...]()
    if tab == "plays" or live.match_id is None or live.guest.is_held:
        # From the tab that is connected with the host, nobody takes it who may not be.
        return session, ()
    on_table = table if table is not None and table.match_id == live.match_id else None
    match = None if on_table is None else session.matches[on_table.match_id]
    if tab == "due" and match is not None and match.keys.keys() - match.here:
        # This device gave seats away: the tab that has it may be the host's own.
        tab = "plays"
    if tab == "due" and match is not None:
        tab, effects = "asked", (TakeOver(live.match_id),)
    if isinstance(message, LockChanged) and message.match_id == live.match_id and tab != "due":
        # Once it was ours, a third tab may take it in turn.
        tab = "granted" if message.is_ours else "plays" if tab == "granted" else tab
    if tab == "granted" and on_table is not None and not on_table.is_elsewhere:
        tab = "plays"
    return replace(session, live=replace(live, tab=tab)), effects


def _questioned(session: Session) -> Session:
    """The session in which it is known in which order its people were asked what they are."""
    live = session.live
    match = session.live_match
    if live is None or match is None:
        return session
    questions = questions_of(live, match)
    if questions == live.questions:
        return session
    return replace(session, live=replace(live, questions=questions))


def _open(session: Session, line: LineNumber, name: str) -> Result:
    live, match = session.live, session.live_match
    if live is not None:
        relay = AtRelay.tried(live.relay, is_in_vain=False)
        if relay is not None:
            # Once a direct line has come, the next one is tried directly, too.
            asks = relay.asks and line in live.relayed
            relay = replace(relay, asks=asks, is_closed=False)
        live = replace(live, has_moved=False, relay=relay)
    match live:
        case Hosting(host, spares=spares) as live:
            host, letters = host.open_line(session.matches[live.match_id], line, name)
            invitation = None if line in live.invited else live.invitation
            spares = {one: spare for one, spare in spares.items() if spare != line}
            live = replace(live, host=host, invitation=invitation, spares=spares)
            return replace(session, live=replace(live, shaky=live.shaky - {line})), sent(letters)
        case Visiting(line=own, spare=spare) as live if line in (own, spare):
            # On the spare line the host has called: its page was loaded anew, or it has moved.
            over: tuple[Effect, ...] = ()
            if line == spare:
                over, spare = (HangUp(own),), None
            if live.invitation is not None and not live.has_been_open:
                # Another tab may have answered the same invitation, and would wait for ever.
                over = (*over, ClaimCode(live.invitation))
            guest = live.guest.opened(name)
            live = replace(live, line=line, spare=spare, guest=guest, is_shaky=False)
            is_held = match is not None and has_to_prove(session, live, match)
            live = replace(live, guest=replace(guest, is_held=is_held))
            return replace(session, live=replace(live, has_been_open=True)), over
    return session, (HangUp(line),)


def _shake(session: Session, line: LineNumber, *, is_shaky: bool, is_lost: bool = False) -> Session:
    """A line has gone silent, or is heard again (``is_shaky`` is false); or it takes long to
    connect, if it was not lost."""
    match session.live:
        case Hosting(host=hosted, shaky=shaky) as live if line in hosted.lines:
            shaky = shaky | {line} if is_shaky else shaky - {line}
            return replace(session, live=replace(live, shaky=shaky))
        case Hosting(invitation=Invitation(own, "answered") as answered) as live if own == line:
            slow, relay = (
                replace(answered, state="slow"),
                AtRelay.tried(live.relay, is_in_vain=True),
            )
            return replace(session, live=replace(live, invitation=slow, relay=relay))
        case Visiting(line=own, relay=relay) as live if own == line:
            if is_shaky and not live.guest.is_open and not is_lost:
                relay = AtRelay.tried(relay, is_in_vain=True)
            return replace(session, live=replace(live, is_shaky=is_shaky, relay=relay))
    return session


def _lose(session: Session, line: LineNumber, at_ms: float, *, may_return: bool = False) -> Result:
    """A connection is lost, but nothing of the match. If it does not come back by itself, another
    invitation restores it."""
    live, effects = session.live, tuple[Effect, ...]()
    match live:
        case Hosting(host) if line in host.lines:
            pass
        case Visiting(line=own, has_been_open=True) if line == own:
            pass
        case _:
            return joining.unreachable(session, line)
    if line in live.open_lines:
        session, effects = exchange.lose_line(session, live, line, at_ms)
        session = _heard_anew(session, line)
    session = _shake(session, line, is_shaky=may_return, is_lost=True)
    left = session.live
    if isinstance(left, Hosting) and left.relay is not None and line not in left.host.lines:
        # Who only watched is forgotten, and comes back to the room, over another line.
        may_return = False
    return session, effects if may_return else (HangUp(line), *effects)


def _heard_anew(session: Session, line: LineNumber) -> Session:
    """Where a direct line was lost, how long another one takes counts from when the host is heard
    again: their page may be closed."""
    live = session.live
    if not isinstance(live, Visiting) or live.relay is None or line in live.relayed:
        return session
    return replace(session, live=replace(live, relay=replace(live.relay, heard=None, sent=None)))


def _hear_proof(session: Session, live: Visiting, told: KeyProof, at_ms: float) -> Result:
    is_shown = live.guest.is_shown(told)
    if is_shown:
        return exchange.has_proven(session, live, at_ms)
    is_refused = is_shown is False and live.guest.is_held
    return _not_host(session, live, at_ms) if is_refused else (session, ())


def _hear(session: Session, heard: messages.IncomingText) -> Result:
    live = session.live
    if live is None or heard.line not in live.open_lines:
        return session, ()
    try:
        message = parse_message(heard.text)
    except VersionError:
        # The page at the other end is older or newer: nothing can be played with it.
        session, effects = _lose(session, heard.line, heard.at_ms)
        return exchange.telling(session, LiveTrouble.OTHER_VERSION), effects
    except ValueError:
        return session, ()
    if isinstance(live, Visiting):
        if isinstance(message, KeyProof):
            return _hear_proof(session, live, message, heard.at_ms)
        if live.guest.is_held and not isinstance(message, Welcome):
            # It is not known yet that they are the host.
            return session, ()
    if isinstance(message, Spare):
        return joining.hear_spare(session, live, heard.line, message)
    if isinstance(message, Sign):
        return exchange.hear_sign(session, live, heard.line, message, heard.at_ms)
    if isinstance(message, Refused):
        # A turn that was played here does not count elsewhere.
        is_ours = message.match_id == live.common_id and live.match_id in session.matches
        told = exchange.telling(session, LiveTrouble.REFUSED_OURS, message.number)
        return told if is_ours else session, ()
    if isinstance(live, Hosting):
        return exchange.hear_guest(session, live, heard.line, message, heard.at_ms)
    return exchange.hear_host(session, live, message, heard.at_ms)
