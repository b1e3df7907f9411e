"""What each message does to a match that is played live, whatever is on screen."""

from dataclasses import replace

from spieltisch.app.effects import (
    BrokenWord,
    Change,
    Decision,
    Effect,
    Focus,
    NextMatch,
    Proposal,
    Report,
    Wish,
)
from spieltisch.app.match.messages import PausePlay, Ready
from spieltisch.app.match.state import TableScreen
from spieltisch.app.message import Message
from spieltisch.app.messages import Command
from spieltisch.app.news import OnTable
from spieltisch.app.notice import LiveNotice, LiveTrouble
from spieltisch.app.session import Result, Session
from spieltisch.app.together import guest, host, joining, led_time, people
from spieltisch.app.together.effects import HangUp
from spieltisch.app.together.messages import (
    AllowHelp,
    AnswerSeat,
    AskForSeat,
    CodeOffered,
    CodeTaken,
    Described,
    GiveSign,
    IncomingText,
    LetBotsPlay,
    LineLost,
    LineOpened,
    LineSettled,
    LineShaky,
    LiveCommand,
    LiveMessage,
    NameStun,
    NetworkChanged,
    OpenRoom,
    PlayLive,
    RelayTold,
    TakeCode,
)
from spieltisch.app.together.state import Hosting, Visiting, is_live
from spieltisch.live.host import LineNumber
from spieltisch.live.protocol import Sign, Spare, VersionError, parse_message
from spieltisch.play.codec import LinkError


def update(session: Session, message: LiveMessage) -> Result:
    """The session after a message about live play; people who listen are told what has changed."""
    before = _heard_of(session)
    try:
        session, effects = _updated(session, message)
    except LinkError:
        # Whoever comes is told the whole match, and it has become too long for that.
        session, effects = joining.leave(session)
        session = replace(session, notice=LiveNotice(LiveTrouble.TOO_LONG))
    table, after = session.table, _heard_of(session)
    if table is None or after in (before, None) or not is_live(session.live, table.match_id):
        return session, effects
    return session.on(table.saying(OnTable.LIVE)), effects


def _heard_of(session: Session) -> tuple[object, ...] | None:
    """What people who listen are told of: who is connected, and who wishes to take back."""
    match session.live:
        case Hosting(hosted) as live:
            given = tuple(line.seats for line in hosted.open_lines.values())
            return live.state, given, hosted.asked, hosted.helped
        case Visiting(guest=visitor) as live:
            return live.state, visitor.here, visitor.asked, visitor.helped
    return None


def _updated(session: Session, message: LiveMessage) -> Result:
    match message:
        case LetBotsPlay(at_ms):
            return host.let_bots_play(session, at_ms)
        case LineSettled(line):
            return joining.settle(session, line)
        case LiveCommand.RECONNECT:
            return joining.reconnect(session)
        case OpenRoom():
            return joining.open_room(session, message)
        case LiveCommand.ENTER_ROOM:
            return joining.enter_room(session)
        case LiveCommand.CLOSE_ROOM if isinstance(session.live, Hosting):
            return replace(session, live=replace(session.live, relay=None)), (Focus("peers"),)
        case RelayTold():
            return joining.hear_relay(session, message)
        case LineOpened(line):
            return _open(session, line)
        case LineShaky(line, is_shaky):
            return _shake(session, line, is_shaky=is_shaky), ()
        case LineLost(line, at_ms, is_flooded, may_return):
            session, effects = _lose(session, line, at_ms, may_return=may_return)
            flooded = LiveNotice(LiveTrouble.FLOODED)
            return replace(session, notice=flooded) if is_flooded else session, effects
        case NetworkChanged() if session.live is not None:
            return replace(session, live=replace(session.live, has_moved=True)), ()
        case IncomingText():
            return _hear(session, message)
        case PlayLive():
            return joining.invite(session, message)
        case LiveCommand.STOP_INVITING:
            return joining.stop_inviting(session)
        case LiveCommand() | GiveSign() | AskForSeat() | AnswerSeat() | AllowHelp():
            return people.update(session, message)
        case TakeCode(text):
            return joining.take(session, text)
        case NameStun(text):
            return joining.name_stun(session, text)
        case Described(line, description):
            return joining.described(session, line, description)
        case CodeOffered(code):
            return joining.offered(session, code)
        case CodeTaken(code, is_own):
            return joining.taken(session, code, is_own=is_own)
    return session, ()


def answer(
    before: Session, session: Session, message: Message, effects: tuple[Effect, ...]
) -> Result:
    """After each message: the others are told of what it has done, as its reports say, and time and
    invitations are kept going. None of the reports is left."""
    session, effects = _answered(session, effects)
    if session.live is None:
        return session, effects
    session, more = _answered(*_kept_going(session, message, _left(before, session)))
    return session, (*effects, *more)


def _left(before: Session, session: Session) -> TableScreen | None:
    """The table that is no longer on screen; None if none was, or it still is."""
    was, table = before.table, session.table
    is_gone = was is not None and (table is None or table.match_id != was.match_id)
    return was if is_gone else None


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
        case Hosting(), Change(match_id) if match_id == live.match_id:
            return host.tell_turns(session, live, session.matches[match_id])
        case Visiting(), Change(match_id) if match_id == live.match_id:
            return guest.tell_turns(session, live, session.matches[match_id])
        case Hosting(), Decision():
            return host.tell_decision(session, live, report)
        case Hosting(), NextMatch():
            return host.begin_next(session, live, report)
        case Visiting(), Proposal():
            return guest.propose(session, live, report)
        case Visiting(), BrokenWord():
            return joining.hang_up(session)
        case _, Wish(Ready() | PausePlay() as wanted):
            return led_time.ready_or_pause(session, wanted)
        case _, Wish(Command.TAKE_BACK | Command.REDO as wanted):
            return people.update(session, wanted)
    return session, ()


def _kept_going(session: Session, message: Message, left: TableScreen | None) -> Result:
    """What follows from the session as it is: who is greeted, told the time and invited next."""
    live, table = session.live, session.table
    effects: tuple[Effect, ...] = ()
    assert live is not None
    is_ours = table is None or table.match_id != live.match_id or not table.home.is_elsewhere
    if not is_ours or (isinstance(live, Hosting) and live.match_id not in session.matches):
        # Another tab has taken it over, or it was deleted.
        return joining.leave(session)
    if isinstance(live, Visiting):
        session, effects = guest.join(session, live)
    session, timed = led_time.keep_time(session, message, left)
    session, invited = joining.invite_next(session)
    session, told = joining.tell_room(session)
    return session, (*effects, *timed, *invited, *told)


def _open(session: Session, line: LineNumber) -> Result:
    live = session.live
    match None if live is None else replace(live, has_moved=False):
        case Hosting(spares=spares) as live:
            left = {one: spare for one, spare in spares.items() if spare != line}
            return host.open_line(session, replace(live, spares=left), line)
        case Visiting(spare=spare) as live if spare == line:
            # The host's page was loaded anew, and has called.
            opened = live.guest.open_line()
            over = HangUp(live.line)
            live = replace(live, line=line, spare=None, guest=opened, is_shaky=False)
            return replace(session, live=live), (over,)
        case Visiting(line=own) as live if own == line:
            opened = live.guest.open_line()
            live = replace(live, guest=opened, has_been_open=True, is_shaky=False)
            return replace(session, live=live), ()
    return session, (HangUp(line),)


def _shake(session: Session, line: LineNumber, *, is_shaky: bool) -> Session:
    """On a line nothing comes any more, or something again; or connecting it takes its time."""
    match session.live:
        case Hosting(host=hosted, shaky=shaky) as live if line in hosted.lines:
            shaky = shaky | {line} if is_shaky else shaky - {line}
            return replace(session, live=replace(live, shaky=shaky))
        case Hosting(invitation=invitation) as live if invitation and invitation.line == line:
            slow = replace(invitation, is_slow=invitation.is_answered)
            return replace(session, live=replace(live, invitation=slow))
        case Visiting(line=own) as live if own == line:
            return replace(session, live=replace(live, is_shaky=is_shaky))
    return session


def _lose(session: Session, line: LineNumber, at_ms: float, *, may_return: bool = False) -> Result:
    """A connection is lost, but nothing of the match. If it does not come back by itself, another
    invitation restores it."""
    effects: tuple[Effect, ...] = ()
    match session.live:
        case Hosting(host=hosted) as live if line in hosted.lines:
            if hosted.lines[line].is_open:
                session, effects = host.lose_line(session, live, line, at_ms)
        case Visiting(line=own, has_been_open=True) as live if own == line:
            if live.guest.is_open:
                session, effects = guest.lose_line(session, live, at_ms), ()
        case _:
            return joining.unreachable(session, line)
    session = _shake(session, line, is_shaky=may_return)
    return session, effects if may_return else (HangUp(line), *effects)


def _hear(session: Session, heard: IncomingText) -> Result:
    live = session.live
    match live:
        case Hosting() if heard.line in live.host.open_lines:
            pass
        case Visiting() if heard.line == live.line and live.guest.is_open:
            pass
        case _:
            return session, ()
    try:
        message = parse_message(heard.text)
    except VersionError:
        # The page at the other end is older or newer: nothing can be played with it.
        session, effects = _lose(session, heard.line, heard.at_ms)
        return replace(session, notice=LiveNotice(LiveTrouble.OTHER_VERSION)), effects
    except ValueError:
        return session, ()
    if isinstance(message, Spare):
        return joining.hear_spare(session, live, heard.line, message)
    if isinstance(message, Sign):
        return people.hear(session, live, heard.line, message, heard.at_ms)
    if isinstance(live, Hosting):
        return host.hear(session, live, heard.line, message, heard.at_ms)
    return guest.hear(session, live, message, heard.at_ms)
