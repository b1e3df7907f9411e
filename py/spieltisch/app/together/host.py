"""The host's side of a match that is played live: what guests say, and what they are told."""

from dataclasses import replace

from spieltisch.app.effects import Decision, Focus, NextMatch
from spieltisch.app.keeping import keep
from spieltisch.app.match import clocks
from spieltisch.app.match.by_link import go_on
from spieltisch.app.match.opening import begin
from spieltisch.app.match.update import say, take_call
from spieltisch.app.notice import LiveNotice, LiveTrouble, Notice
from spieltisch.app.session import At, Result, Session
from spieltisch.app.together import led_time
from spieltisch.app.together.effects import HangUp, SendTo, sent
from spieltisch.app.together.state import Hosting, Live
from spieltisch.live import protocol
from spieltisch.live.fair_calls import Trips, remote_call, verdict_of
from spieltisch.live.host import LineNumber
from spieltisch.live.log import digest, is_meant
from spieltisch.live.protocol import AnswerBack, PeerMessage, Refused
from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId
from spieltisch.table import TABLE_ACTIONS, Bot, Entry
from spieltisch.table.record import MAX_SEATS


def hear(
    session: Session, live: Hosting, line: LineNumber, message: PeerMessage, at_ms: float
) -> Result:
    """A guest has sent a message."""
    match = session.matches[live.match_id]
    if line not in live.host.open_lines:
        return session, ()
    if isinstance(message, protocol.LedMessage):
        is_due = message.match_id == live.match_id and line in live.greeted
        is_led = is_due and match.is_led
        return _hear_of_led(session, live, match, line, message, at_ms) if is_led else (session, ())
    if isinstance(message, Refused):
        return refused_by_other(session, message), ()
    elapsed_ms = _elapsed_ms(session, live.match_id, at_ms)
    host, played, letters = live.host.hear(match, line, message, elapsed_ms)
    session = _with_guests(session, live, replace(live, host=host), at_ms)
    session, effects = go_on(session, live.match_id, played, at_ms)
    if line not in host.open_lines:
        session = replace(session, notice=has_left(match))
    if live.host.helped & match.people and not host.helped:
        session = replace(session, notice=LiveNotice(LiveTrouble.HELP_DECLINED))
    if live.host.asked is not None and live.host.asked.seat in match.here and host.asked is None:
        session = told_if_declined(session, message)
    # A device that comes back over another line needs its old one no more.
    before, after = live.host, host.open_lines
    over = [
        one
        for one in before.lines
        if one not in after and (one in before.open_lines or one not in host.lines)
    ]
    return session, (*effects, *sent(letters), *map(HangUp, over))


def went_on(
    session: Session,
    live: Live,
    match: Match,
    letters: tuple[SendTo, ...],
    at_ms: float | None = None,
) -> Result:
    """Something has come, or been said here: the match goes on, and the others are told."""
    session, effects = go_on(replace(session, live=live), live.match_id, match, at_ms)
    return session, (*effects, *letters)


def open_line(session: Session, live: Hosting, line: LineNumber) -> Result:
    """A guest is connected, for the first time or again, and told of the match."""
    host, letters = live.host.open_line(session.matches[live.match_id], line)
    left = None if line in live.invited else live.invitation
    live = replace(live, host=host, invitation=left, shaky=live.shaky - {line})
    return replace(session, live=live), sent(letters)


def lose_line(session: Session, live: Hosting, line: LineNumber, at_ms: float) -> Result:
    """The connection to a guest is lost."""
    host, letters = live.host.lose_line(session.matches[live.match_id], line)
    session = _with_guests(session, live, replace(live, host=host), at_ms)
    return session, sent(letters)


def _with_guests(session: Session, before: Hosting, live: Hosting, at_ms: float) -> Session:
    """The session with these guests: without any, and nobody invited, it plays live no more."""
    left = live.if_any()
    session = replace(session, live=left)
    return led_time.stop_time(session, before, at_ms) if left is None else session


def tell_turns(session: Session, live: Hosting, match: Match) -> Result:
    """All guests are sent the turns that they lack."""
    host, letters = live.host.send_turns(match)
    verdict, last = live.verdict, match.last_turn
    if verdict is not None and last is not None and last.seat not in verdict.seats[:1]:
        # Somebody else has acted since.
        live = replace(live, referee=replace(live.referee, verdict=None))
    return replace(session, live=replace(live, host=host)), sent(letters)


def tell_decision(session: Session, live: Hosting, decision: Decision) -> Result:
    """It is decided who was first: if several had called, all devices are told."""
    if not session.matches[live.match_id].is_led or len(decision.acts) < 2:
        return session, ()
    verdict = verdict_of(decision.acts, decision.tie)
    behind = tuple(min(round(ms), protocol.MOST_BEHIND_MS) for ms in verdict.behind_ms)
    told = protocol.TieBreak(
        live.match_id, verdict.seats, behind, verdict.is_drawn, verdict.is_corrected
    )
    session = replace(session, live=replace(live, referee=replace(live.referee, verdict=verdict)))
    return session, sent(tuple((line, told) for line in live.greeted))


def begin_next(session: Session, live: Hosting, begun: NextMatch) -> Result:
    """Another match has begun after the one that is over: the guests come along."""
    if begun.after != live.match_id:
        return session, ()
    match = session.matches[begun.match_id]
    # Where everybody sits one seat further, their devices do.
    before = session.matches[begun.after]
    keys = {
        (seat - 1 + begun.moved) % match.setup.seats + 1: key for seat, key in before.keys.items()
    }
    match = replace(match, keys=keys, salt=before.salt)
    session, kept = keep(session.with_match(begun.match_id, match), begun.match_id)
    host, letters = live.host.begin(match, begun.match_id)
    return replace(session, live=replace(live, host=host)), (*kept, *sent(letters))


def let_bots_play(session: Session, at_ms: float) -> Result:
    """Bots act for those who are missing. Who plays is part of the set-up, so this is another match
    with the same turns; the guests who are connected come along."""
    live, bots = session.live, None
    if isinstance(live, Hosting):
        bots = session.matches[live.match_id].game.bots
    if not isinstance(live, Hosting) or bots is None or not live.host.missing:
        return session, ()
    match, levels = session.matches[live.match_id], tuple(bots.levels)
    level = levels[len(levels) // 2]
    players = tuple(
        replace(player, controller=Bot(level)) if seat in live.host.missing else player
        for seat, player in enumerate(match.setup.players, start=1)
    )
    setup = replace(match.setup, players=players)
    taken = Match.of_turns(setup, match.turns[: match.shown])
    taken = replace(taken, here=match.here, keys=match.keys, salt=match.salt)
    session, effects = begin(session, taken, at_ms)
    assert session.table is not None
    host, letters = live.host.begin(taken, session.table.match_id)
    # A bot may now have the seat that the invitation was for.
    given_up = map(HangUp, live.invited)
    left = replace(live, host=host, invitation=None).if_any()
    return replace(session, live=left), (*effects, *sent(letters), *given_up, Focus("board"))


# ------------------------------------------------------------- what both sides are told


def has_left(match: Match | None) -> Notice:
    """What people are told when the other side has left: not every match can go on by link."""
    can_go_on = match is None or not (match.is_led or match.is_over)
    return LiveNotice(LiveTrouble.LEFT if can_go_on else LiveTrouble.LEFT_FOR_GOOD)


def told_if_declined(session: Session, message: PeerMessage) -> Session:
    """Whoever has asked to take back is told if the others would rather not."""
    if not isinstance(message, AnswerBack) or message.is_granted:
        return session
    return replace(session, notice=LiveNotice(LiveTrouble.BACK_DECLINED))


def refused_by_other(session: Session, message: Refused) -> Session:
    """People here are told that their turn does not count elsewhere."""
    return replace(session, notice=LiveNotice(LiveTrouble.REFUSED_OURS, message.number))


# ------------------------------------------------------------- matches that the host leads


def _hear_of_led(
    session: Session,
    live: Hosting,
    match: Match,
    line: LineNumber,
    message: protocol.LedMessage,
    at_ms: float,
) -> Result:
    table = session.table
    is_there = table is not None and table.match_id == live.match_id and not table.is_elsewhere
    match message:
        case protocol.Pong(number=number):
            return led_time.note_trip(session, live, line, number, at_ms), ()
        case protocol.GuestReady() if is_there:
            return led_time.note_ready(session, live, line, at_ms)
        case protocol.GuestPause() if (
            is_there and table is not None and live.host.lines[line].seats
        ):
            return clocks.pause(At(session, table, match), at_ms)
        case protocol.RemoteCall() if is_there:
            return _called(session, live, match, line, message, at_ms)
    return session, ()


def _called(
    session: Session,
    live: Hosting,
    match: Match,
    line: LineNumber,
    called: protocol.RemoteCall,
    at_ms: float,
) -> Result:
    """A guest says what somebody has chosen. What is about a position that is gone came too late:
    it is dropped, not refused."""
    if called.action in TABLE_ACTIONS:
        return _said(session, live, match, line, called, at_ms)
    is_due = called.round == live.host.round and called.start == match.shown
    table = session.table
    if table is None or not is_due or called.before != digest(match, match.shown):
        return session, ()
    why = _refusal(match, live, line, called)
    if why:
        return session, sent(((line, Refused(live.match_id, match.shown + 1, why)),))
    if not table.timing.is_planned_for(match) and table.variation is None:
        table = clocks.brought_up(At(session, table, match), at_ms)
        session = session.on(table)
    token = match.rules.format_action(match.rules.parse_action(called.action))
    trips = live.referee.trips.get(line, Trips())
    call = remote_call(trips, table.timing.shown_ms, called.seat, token, float(called.since), at_ms)
    return take_call(At(session, table, match), call, at_ms)


def _said(
    session: Session,
    live: Hosting,
    match: Match,
    line: LineNumber,
    called: protocol.RemoteCall,
    at_ms: float,
) -> Result:
    """A guest says something to all. It is about no position, so it may have crossed some turns;
    what can be said no more is dropped."""
    action, table = TABLE_ACTIONS[called.action], session.table
    is_due = called.round == live.host.round and 0 <= match.shown - called.start < MAX_SEATS
    if called.seat not in live.host.lines[line].seats:
        return session, sent(((line, Refused(live.match_id, match.shown + 1, "seat")),))
    if table is None or not is_due or action not in match.table_actions(called.seat):
        return session, ()
    if not is_meant(match, Entry(called.seat, called.action), called.start):
        return session, ()
    return say(At(session, table, match), called.seat, action, at_ms)


def _refusal(match: Match, live: Hosting, line: LineNumber, called: protocol.RemoteCall) -> str:
    """Why a call is refused, as in ``Refused.why``; empty if it is legal."""
    if called.seat not in live.host.lines[line].seats:
        return "seat"
    try:
        action = match.rules.parse_action(called.action)
    except ValueError:
        return "action"
    return "" if action in match.position.legal_actions(called.seat) else "action"


def _elapsed_ms(session: Session, match_id: MatchId, at_ms: float) -> int:
    """A moment of the page's clock, by the clock of the match."""
    last, table = session.matches[match_id].last_turn, session.table
    least = last.at_ms if last is not None else 0
    if table is None or table.match_id != match_id or table.home.zero_ms is None:
        return least
    return max(least, round(at_ms - table.home.zero_ms))
