"""What devices tell each other in a match that is played live: what the others say, at the host and
at a guest, and what people here say to them."""

from collections.abc import Collection
from dataclasses import replace
from typing import TypeAlias

from spieltisch.app.board import clocks
from spieltisch.app.board.opening import begin
from spieltisch.app.core.effects import BrokenWord, Decision, Effect, Focus, NextMatch, Proposal
from spieltisch.app.core.live import (
    IS_UP,
    Hosting,
    Live,
    PeerQuestionKind,
    Visiting,
    end_of,
    is_live,
    questions_of,
    seats_asking_again,
)
from spieltisch.app.core.messages import Command
from spieltisch.app.core.news import OnLines, OnTable, SignGiven
from spieltisch.app.core.notice import LiveNotice, LiveTrouble
from spieltisch.app.core.session import At, Result, Session
from spieltisch.app.core.waiting import read
from spieltisch.app.core.waits import Owner
from spieltisch.app.keeping.writing import keep
from spieltisch.app.match import by_link
from spieltisch.app.match.by_link import go_on
from spieltisch.app.match.update import say, take_call
from spieltisch.app.together import messages
from spieltisch.app.together.joining import forget_room, hang_up, is_elsewhere, leave
from spieltisch.app.together.led_time import at_live, note_ready, note_trip, stop_time
from spieltisch.app.together.messages import HangUp, Sending, TakeWelcome, sent, to_host
from spieltisch.app.together.welcomed import open_told
from spieltisch.live import protocol
from spieltisch.live.codes import LineNumber
from spieltisch.live.fair_calls import Trips, remote_call, verdict_of
from spieltisch.live.guest import MOST_CALLED, Guest, strays
from spieltisch.live.host import Host
from spieltisch.live.log import BackAsked, digest, is_meant, may_redo, wished
from spieltisch.live.protocol import LedMessage, PeerMessage, RemoteCall
from spieltisch.play.match import Match
from spieltisch.play.record_link import code_replay
from spieltisch.table import TABLE_ACTIONS, Bot, Entry, Gate, GateReason, Seat, TableAction
from spieltisch.table.record import MAX_SEATS

APART_MS = 1000.0
"""Signs of one seat that follow faster are dropped: passed on, they would flood the others."""

Said: TypeAlias = messages.SaidHere | messages.LiveCommand | Command

# ------------------------------------------------------------- both sides


def go_on_and_tell(
    session: Session, live: Live, match: Match, letters: Sending, at_ms: float | None = None
) -> Result:
    """Something has come, or been said here: the match goes on, and the others are told."""
    session, effects = _go_on_live(replace(session, live=live), live, match, at_ms)
    return session, (*effects, *letters)


def _go_on_live(session: Session, live: Live, match: Match, at_ms: float | None = None) -> Result:
    assert live.match_id is not None, "only what is here goes on"
    return go_on(session, live.match_id, match, at_ms)


def tell_turns(session: Session, live: Live, match: Match) -> Result:
    """The others are sent the turns that they lack."""
    last = match.last_turn
    if live.verdict and last is not None and last.seat not in live.verdict.seats[:1]:
        # Somebody else has acted since.
        live = replace(live, verdict=None)
    if isinstance(live, Hosting):
        host, letters = live.host.send_turns(match)
        return replace(session, live=replace(live, host=host)), sent(letters)
    guest, said = live.guest.send_turns(match)
    return replace(session, live=replace(live, guest=guest)), to_host(live, *said)


def telling(session: Session, what: LiveTrouble, number: int = 0) -> Session:
    """The session in which people are told what goes wrong; ``number`` is which turn, if one is."""
    return replace(session, notice=LiveNotice(what, number))


def _has_left(session: Session, match: Match | None) -> Session:
    """People are told that the other side has left: not every match can go on by link."""
    can_go_on = match is None or not (match.is_led or match.is_over)
    return telling(session, LiveTrouble.LEFT if can_go_on else LiveTrouble.LEFT_FOR_GOOD)


def _told_if_declined(
    session: Session, was: Host | Guest, now: Host | Guest, match: Match, message: PeerMessage
) -> Session:
    """If others have declined help or a takeback that people here had asked for or agreed to, these
    are told."""
    ours = match.people if isinstance(was, Host) else match.here
    if ours & was.helped and not now.helped:
        session = telling(session, LiveTrouble.HELP_DECLINED)
    is_ours = was.asked is not None and was.asked.seat in match.here
    is_declined = isinstance(message, protocol.AnswerBack) and not message.is_granted
    is_declined = is_declined and now.asked is None
    # Of two wishes that have crossed, the host's is open.
    has_crossed = isinstance(message, protocol.AskBack) and now.asked != was.asked
    if is_ours and (is_declined or (has_crossed and isinstance(now, Guest))):
        session = telling(session, LiveTrouble.BACK_DECLINED)
    return session


# ------------------------------------------------------------- at the host


def hear_guest(
    session: Session, live: Hosting, line: LineNumber, message: PeerMessage, at_ms: float
) -> Result:
    match, table, before = session.matches[live.match_id], session.table, live.host
    if isinstance(message, LedMessage):
        is_due = match.is_led and message.match_id == live.match_id and line in live.greeted
        return _hear_of_led(session, live, line, message, at_ms) if is_due else (session, ())
    last = match.last_turn
    elapsed_ms = 0 if last is None else last.at_ms
    if table and table.match_id == live.match_id and table.zero_ms is not None:
        elapsed_ms = max(elapsed_ms, round(at_ms - table.zero_ms))
    host, played, letters = before.hear(match, line, message, elapsed_ms)
    session = _with_guests(session, live, replace(live, host=host), at_ms)
    session, effects = go_on(session, live.match_id, played, at_ms)
    if line not in host.open_lines:
        session = _has_left(session, match)
    session = _told_if_declined(session, before, host, match, message)
    # A device that comes back over another line needs its old one no more.
    over = [
        one
        for one in before.lines
        if one not in host.open_lines and (one in before.open_lines or one not in host.lines)
    ]
    return session, (*effects, *sent(letters), *map(HangUp, over))


def lose_line(session: Session, live: Live, line: LineNumber, at_ms: float) -> Result:
    """The connection to a guest, or to the host, is lost."""
    if isinstance(live, Hosting):
        host, letters = live.host.lose_line(session.matches[live.match_id], line)
        return _with_guests(session, live, replace(live, host=host), at_ms), sent(letters)
    guest = live.guest.without_line()
    # What was on its way may not have come: people can ask for another match anew.
    left = replace(live, guest=guest, talk=replace(live.talk, again=frozenset()))
    return stop_time(replace(session, live=left), live, at_ms), ()


def _with_guests(session: Session, before: Hosting, live: Hosting, at_ms: float) -> Session:
    """The session with these guests: without any, and nobody invited, it plays live no more."""
    left = live.if_any()
    session = replace(session, live=left)
    return stop_time(session, before, at_ms) if left is None else session


def tell_decision(session: Session, live: Hosting, decision: Decision) -> Result:
    """It is decided who was first: if several had called, all devices are told."""
    if not session.matches[live.match_id].is_led or len(decision.acts) < 2:
        return session, ()
    told = verdict_of(live.match_id, decision.acts, decision.tie)
    session = replace(session, live=replace(live, verdict=told))
    return session, sent(tuple((line, told) for line in live.greeted))


def begin_next(session: Session, live: Hosting, begun: NextMatch) -> Result:
    """Another match has begun after the one that is over: the guests come along."""
    if begun.after != live.match_id:
        return session, ()
    match, before = session.matches[begun.match_id], session.matches[begun.after]
    match = match.following(before, begun.moved)
    session, kept = keep(session.with_match(begun.match_id, match), begun.match_id)
    host, letters = live.host.begin(match, begun.match_id)
    return replace(session, live=replace(live, host=host)), (*kept, *sent(letters))


def let_bots_play(session: Session, at_ms: float) -> Result:
    """Bots act for those who are missing. Who plays is part of the set-up, so this is another match
    with the same turns; the guests who are connected come along."""
    live = session.live
    if not isinstance(live, Hosting) or not live.host.missing:
        return session, ()
    match = session.matches[live.match_id]
    if match.game.bots is None:
        return session, ()
    levels = tuple(match.game.bots.levels)
    bot = Bot(levels[len(levels) // 2])
    players = tuple(
        replace(player, controller=bot) if seat in live.host.missing else player
        for seat, player in enumerate(match.setup.players, start=1)
    )
    setup = replace(match.setup, players=players)
    taken = Match.of_turns(setup, match.turns[: match.shown]).carrying(match)
    session, effects = begin(session, taken, at_ms)
    assert session.table is not None
    host, letters = live.host.begin(taken, session.table.match_id)
    # A bot may now have the seat that the invitation was for.
    given_up = map(HangUp, live.invited)
    left = replace(live, host=host, invitation=None).if_any()
    return replace(session, live=left), (*effects, *sent(letters), *given_up, Focus("board"))


def _hear_of_led(
    session: Session, live: Hosting, line: LineNumber, message: LedMessage, at_ms: float
) -> Result:
    at = at_live(session, live)
    match message:
        case protocol.Pong(number=number):
            return note_trip(session, live, line, number, at_ms), ()
        case _ if at is None or at.table.is_elsewhere:
            return session, ()
        case protocol.GuestReady():
            return note_ready(at, live, line, at_ms)
        case protocol.GuestPause() if live.host.lines[line].seats:
            return clocks.pause(at, at_ms)
        case RemoteCall() if message.action in TABLE_ACTIONS:
            return _said(at, live, line, message, at_ms)
        case RemoteCall():
            return _called(at, live, line, message, at_ms)
    return session, ()


def _called(at: At, live: Hosting, line: LineNumber, called: RemoteCall, at_ms: float) -> Result:
    """A guest says what somebody has chosen. What is about a position that is gone came too late:
    it is dropped, not refused."""
    match = at.match
    is_due = called.round == live.host.round and called.start == match.shown
    if not is_due or called.before != digest(match, match.shown):
        return at.session, ()
    why, token = "seat", ""
    if called.seat in live.host.lines[line].seats:
        try:
            action = match.rules.parse_action(called.action)
            token = match.rules.format_action(action)
            why = "" if action in match.position.legal_actions(called.seat) else "action"
        except ValueError:
            why = "action"
    if why:
        return at.session, sent(((line, protocol.Refused(live.match_id, match.shown + 1, why)),))
    if not at.table.timing.is_planned_for(match):
        at = at.on(clocks.brought_up(at, at_ms))
    trips, shown_ms = live.trips.get(line, Trips()), at.table.timing.shown_ms
    call = remote_call(trips, shown_ms, called.seat, token, float(called.since), at_ms)
    return take_call(at, call, at_ms)


def _said(at: At, live: Hosting, line: LineNumber, called: RemoteCall, at_ms: float) -> Result:
    """A guest says something to all. It is about no position, so it may have crossed some turns;
    what can be said no more is dropped."""
    action, match, seat = TABLE_ACTIONS[called.action], at.match, called.seat
    if seat not in live.host.lines[line].seats:
        return at.session, sent(((line, protocol.Refused(live.match_id, match.shown + 1, "seat")),))
    is_due = called.round == live.host.round and 0 <= match.shown - called.start < MAX_SEATS
    is_due = is_due and action in match.table_actions(seat)
    if not is_due or not is_meant(match, Entry(seat, called.action), called.start):
        return at.session, ()
    return say(at, seat, action, at_ms)


# ------------------------------------------------------------- at a guest


def hear_host(session: Session, live: Visiting, message: PeerMessage, at_ms: float) -> Result:
    match, before = session.live_match, live.guest
    if isinstance(message, protocol.Welcome):
        return _welcome(session, live, message, at_ms)
    if message.match_id != live.common_id:
        return session, ()
    if isinstance(message, protocol.Leave):
        session, forgotten = forget_room(session, live.match_id)
        session, effects = hang_up(session, at_ms)
        return _has_left(session, match), (*forgotten, *effects)
    if match is None:
        return session, ()
    if isinstance(message, LedMessage):
        return _hear_of_time(session, live, message, at_ms) if match.is_led else (session, ())
    guest, played, letters = before.hear(match, message)
    answers = to_host(live, *letters)
    session, effects = go_on_and_tell(session, replace(live, guest=guest), played, answers, at_ms)
    if isinstance(message, protocol.Presence) and message.is_declined and before.wants is not None:
        session = telling(session, LiveTrouble.SEAT_DECLINED)
    session = _told_if_declined(session, before, guest, match, message)
    refusals = [letter.why for letter in letters if isinstance(letter, protocol.Refused)]
    if "sealed" in refusals:
        # The host has dealt anew in the middle of a match: stop playing with it.
        session, over = leave(session)
        return telling(session, LiveTrouble.REFUSED_SEALED), (*effects, *over)
    return telling(session, LiveTrouble.REFUSED_THEIRS) if refusals else session, effects


def join(session: Session, live: Visiting) -> Result:
    """The host is greeted once its match is on the table, and it is clear which way counts."""
    match, welcome = session.live_match, live.guest.welcome
    if match is None or welcome is None or live.guest.is_held:
        return session, ()
    if strays(match, welcome.turns, live.guest.called):
        is_asked = session.table is not None and session.table.fork is not None
        return (session, ()) if is_asked else leave(session)
    guest, letters = live.guest.greet(match, welcome)
    return replace(session, live=replace(live, guest=guest)), to_host(live, *letters)


def ask_proof(session: Session, live: Visiting) -> Result:
    """In a room anybody may say that they lead the match: they are asked for what the host alone
    can answer."""
    match = session.live_match
    if match is None or live.relay is None or not live.guest.is_open:
        return session, ()
    guest, letters = live.guest.ask_proof(match)
    return replace(session, live=replace(live, guest=guest)), to_host(live, *letters)


def has_proven(session: Session, live: Visiting, at_ms: float) -> Result:
    """Whoever is at the other end is the host: what they have told of the match counts."""
    guest, key = live.guest, live.guest.asked_key
    # By it they know this device in another match, too, that they lead by now.
    guest = replace(guest, proven=key, key=guest.key or key)
    return _heeded(session, replace(live, guest=guest), at_ms)


def come_anew(session: Session, at_ms: float) -> Result:
    """People here take whoever leads the match in the room for their host, as they know more of
    that than this page. They come as somebody new: the key that was not shown is told to nobody."""
    live, match = session.live, session.live_match
    if not isinstance(live, Visiting) or not live.is_doubted or match is None:
        return session, ()
    if live.match_id is None or is_elsewhere(session, live.match_id):
        return session, ()
    session = session.with_match(live.match_id, replace(match, keys={}, is_proven=False))
    session, kept = keep(session, live.match_id)
    live = replace(live, guest=live.guest.anew(match))
    session, effects = _heeded(session, live, at_ms)
    return session, (*kept, *effects, Focus("peers"))


def _heeded(session: Session, live: Visiting, at_ms: float) -> Result:
    """What was told by whoever is at the other end counts from now on, if it did not."""
    guest = live.guest
    live = replace(live, guest=guest.without_doubt(), is_doubted=False)
    session = replace(session, live=live)
    if session.notice == LiveNotice(LiveTrouble.NOT_HOST):
        session = replace(session, notice=None)
    if guest.held is not None:
        return _welcome(session, live, guest.held, at_ms)
    if guest.welcome is None or not guest.is_held:
        return session, ()
    return open_told(session, guest.welcome, at_ms)


def _welcome(session: Session, live: Visiting, message: protocol.Welcome, at_ms: float) -> Result:
    """The host tells what is played: every turn of it is played by our own rules."""
    if live.guest.is_held:
        held = replace(live, guest=replace(live.guest, held=message))
        return replace(session, live=held), ()
    try:
        told = code_replay(message.code)
    except ValueError:
        return _refuse(session, at_ms, LiveTrouble.REFUSED_MATCH)

    then = TakeWelcome(live.line, message, told, at_ms)
    return read(session, told.replay, then, take_match, Owner.LINE)


def _refuse(session: Session, at_ms: float, why: LiveTrouble) -> Result:
    session, effects = hang_up(session, at_ms)
    return telling(session, why), effects


def take_match(session: Session, then: TakeWelcome) -> Result:
    """The host's match comes on the table, together with what is kept here."""
    live, at_ms = session.live, then.at_ms
    if not isinstance(live, Visiting) or live.line != then.line:
        return session, ()
    try:
        guest = live.guest.read_welcome(then.welcome, then.told.match())
    except ValueError:
        return _refuse(session, at_ms, LiveTrouble.REFUSED_MATCH)
    assert guest.welcome is not None
    old = session.live_match
    goes_on = old is not None and guest.match_id != live.guest.match_id and guest.goes_on(old)
    if old is not None and goes_on and guest.takes_over(old):
        return _refuse(session, at_ms, LiveTrouble.REFUSED_SEAT)
    gone_back: tuple[Effect, ...] = ()
    length = None if old is None else live.guest.back_in(old, guest)
    if old is not None and length is not None:
        session, gone_back = _go_on_live(session, live, old.show(length), at_ms)
    live = replace(live, guest=guest)
    before = session.table.match_id if session.table is not None else None
    session, effects = open_told(replace(session, live=live), guest.welcome, at_ms)
    effects = (*gone_back, *effects)
    if any(isinstance(effect, BrokenWord) for effect in effects):
        return session, effects
    table = session.table
    on_table = table.match_id if table is not None else None
    # Who comes by a line plays in the tab that it leads to, whatever other tab has the match.
    is_new_here = session.awaited is not None or table is None or before != table.match_id
    tab = "due" if is_new_here or (table is not None and table.is_elsewhere) else live.tab
    live = replace(live, match_id=session.awaited or on_table, tab=tab)
    session = replace(session, live=live)
    if table is not None and session.awaited is None and before != table.match_id:
        # Whose time it follows was not known yet when it came on the table.
        is_led = session.matches[table.match_id].needs_others
        timing = replace(table.timing, gate=live.gate) if is_led else table.timing
        session = session.on(replace(table, timing=timing))
    begun = session.live_match
    if old is None or begun is None or not goes_on or begun.here:
        return session, effects
    # The seats here stay ours in the match that goes on, whatever the host says next.
    session, more = _go_on_live(session, live, begun.claiming(old.here))
    return session, (*effects, *more)


def _hear_of_time(session: Session, live: Visiting, message: LedMessage, at_ms: float) -> Result:
    match message:
        case protocol.Ping(number=number):
            return session, to_host(live, protocol.Pong(message.match_id, number))
        case protocol.TieBreak(seats=seats, behind=behind) if len(seats) == len(behind):
            return replace(session, live=replace(live, verdict=message)), ()
        case protocol.TimeGate():
            return _held_back(session, live, message, at_ms), ()
    return session, ()


def _held_back(session: Session, live: Visiting, held: protocol.TimeGate, at_ms: float) -> Session:
    """What holds time back has changed."""
    opens_at_ms = None if held.opens is None else at_ms + held.opens
    gate = None if held.reason == "none" else Gate(GateReason(held.reason), opens_at_ms)
    session = replace(session, live=replace(live, gate=gate, is_ready=False))
    at = at_live(session, live)
    if at is None:
        return session
    table, timing = at.table, at.table.timing
    if gate is None:
        table = clocks.past_gate(at, at_ms)
    else:
        timing = timing.paused(at_ms) if timing.gate is None else timing
        table = replace(table, timing=replace(timing, gate=gate).counted(at_ms))
        table = table.saying(OnTable.PAUSED if held.opens is None else OnTable.READY)
    if held.passed is not None:
        table = clocks.having_run(table, at.match, at_ms, held.passed)
    return session.on(table)


def propose(session: Session, live: Visiting, wanted: Proposal) -> Result:
    """A person here has chosen what to do: tell the host, which decides whether it counts."""
    at = at_live(session, live)
    if at is None or not live.greeted:
        return session, ()
    match, timing, is_said = at.match, at.table.timing, isinstance(wanted.action, TableAction)
    if timing.gate is not None and not is_said:
        return session, ()
    since_ms = wanted.at_ms - timing.shown_ms if timing.is_planned_for(match) else 0.0
    called = RemoteCall(
        live.guest.common_id,
        live.guest.round,
        match.shown,
        digest(match, match.shown),
        wanted.seat,
        str(wanted.action) if is_said else match.rules.format_action(wanted.action),
        min(max(0, round(since_ms)), protocol.MOST_SINCE_MS),
    )
    # It may come back as a turn for some time.
    guest = replace(live.guest, called=(*live.guest.called, called)[-MOST_CALLED:])
    return replace(session, live=replace(live, guest=guest)), to_host(live, called)


# ------------------------------------------------------------- what people here say


def say_here(session: Session, said: Said) -> Result:
    """A person here says something."""
    live = session.live
    match = session.live_match
    if live is None or match is None:
        return session, ()
    wish, may_go_back = end_of(live).wish(match), not match.is_led
    is_up = live.state in IS_UP
    match said:
        case messages.LiveCommand.MUTE:
            talk = replace(live.talk, is_muted=not live.talk.is_muted, last=None)
            return replace(session, live=replace(live, talk=talk)), ()
        case messages.GiveSign():
            return _give_sign(session, live, match, said)
        case Command.REDO if may_go_back and may_redo(match):
            if not is_up:
                return _not_now(session, LiveTrouble.NOT_CONNECTED)
            # The others are told as of any turn.
            return _go_on_live(session, live, match.show(match.shown + 1))
        case Command.TAKE_BACK if may_go_back and wish is None:
            wish = wished(match, match.here)
            if not is_up:
                is_due = wish is not None
                return _not_now(session, LiveTrouble.NOT_CONNECTED) if is_due else (session, ())
        case messages.AnswerWish(wish=name) if (
            may_go_back
            and wish is not None
            and wish.seat not in match.here
            and name in ("", end_of(live).named(wish))
        ):
            pass
        case messages.AllowHelp(question=name) if name and name not in {
            one.name for one in questions_of(live, match) if one.kind is PeerQuestionKind.HELP
        }:
            # It was an answer to another question than the one that is open now.
            return session, ()
        case Command() | messages.AnswerWish():
            return session, ()
    if isinstance(live, Visiting):
        return _say_to_host(session, live, match, said, wish)
    return _say_to_guests(session, live, match, said, wish)


def _not_now(session: Session, why: LiveTrouble) -> Result:
    return telling(session, why), (Focus("notice"),)


def _say_to_host(
    session: Session, live: Visiting, match: Match, said: Said, wish: BackAsked | None
) -> Result:
    guest = live.guest
    letters: tuple[PeerMessage, ...] = ()
    match said:
        case (
            Command.TAKE_BACK
            | messages.AskForSeat()
            | messages.AllowHelp()
            | messages.LiveCommand.YIELD_SEATS
        ) if guest.has is None:
            return _not_now(session, LiveTrouble.UNSETTLED)
        case Command.TAKE_BACK if wish is not None:
            guest, letters = guest.ask_back(wish)
        case messages.AnswerWish(is_granted):
            guest, letters = guest.answer_back(is_granted=is_granted)
        case messages.AskForSeat(seat) if guest.wants is None and not match.here:
            if seat in match.shared and seat not in guest.here:
                guest, letters = (
                    replace(guest, wants=seat),
                    (protocol.AskSeat(guest.common_id, seat),),
                )
        case messages.LiveCommand.YIELD_SEATS:
            letters = (protocol.SeatsYielded(guest.common_id),)
            guest, match = _watching(guest, match, ())
        case messages.AllowHelp(allowed) if match.here:
            question = guest.help_question if guest.names else None
            letters = (protocol.HelpAllowed(guest.common_id, allowed, question),)
        case messages.LiveCommand.WATCH if guest.taken or not match.here:
            guest, match = _watching(guest, match, match.here - set(guest.taken))
    return go_on_and_tell(session, replace(live, guest=guest), match, to_host(live, *letters))


def _watching(guest: Guest, match: Match, left: Collection[Seat]) -> tuple[Guest, Match]:
    """The people here give up all seats but those that are left."""
    keys = {seat: key for seat, key in match.keys.items() if seat in left}
    match = replace(match, here=frozenset(left), keys=keys)
    # Who has no seat any more wishes nothing, and is asked nothing.
    asked = guest.asked if left else None
    return replace(guest, asked=asked, taken=(), watches=not left), match


def _say_to_guests(
    session: Session, live: Hosting, match: Match, said: Said, wish: BackAsked | None
) -> Result:
    host, effects = live.host, tuple[Effect, ...]()
    match said:
        case Command.TAKE_BACK if wish is not None:
            asked, match, letters = host.ask_back(match, wish, None)
            if asked == host:
                # Somebody may be asked which way the match has gone counts.
                return _not_now(session, LiveTrouble.UNSETTLED)
            host = asked
        case messages.AnswerWish(is_granted):
            host, match, letters = host.answer_back(match, None, is_granted=is_granted)
        case messages.LiveCommand.YIELD_SEATS if at := at_live(session, live):
            session, effects = by_link.reseated(at, replace(at.match, here=frozenset()))
            left = session.matches[live.match_id]
            host, declined = host.decline()
            host, match, letters = host.allow_help(left, (), is_allowed=False)
            letters = (*declined, *letters)
        case messages.AllowHelp(allowed) if match.people:
            host, match, letters = host.allow_help(match, match.people, is_allowed=allowed)
        case messages.AnswerSeat(line, is_given, seat):
            if line in host.lines and seat not in (0, host.lines[line].asks):
                return session, ()
            host, match, letters = host.answer_seat(match, line, is_given=is_given)
        case _:
            return session, ()
    session, more = go_on_and_tell(session, replace(live, host=host), match, sent(letters))
    return session, (*effects, *more)


def _give_sign(session: Session, live: Live, match: Match, said: messages.GiveSign) -> Result:
    seat = min(match.here, default=None)
    is_due = said.sign in protocol.SIGNS and (isinstance(live, Hosting) or live.greeted)
    if live.common_id is None or seat is None or not is_due:
        return session, ()
    sign = protocol.Sign(live.common_id, seat, said.sign)
    return _show_sign(session, live, None, sign, said.at_ms)


def hear_sign(
    session: Session, live: Live, line: LineNumber, given: protocol.Sign, at_ms: float
) -> Result:
    """Somebody else has given a sign. Nobody gives one for another."""
    match, seat = session.live_match, given.seat
    last_ms = live.talk.at_ms.get(seat, at_ms - APART_MS)
    if match is None or seat not in match.shared:
        return session, ()
    # A wish for another match counts, whatever they have said just before.
    is_wish = (
        given.sign == protocol.AGAIN
        and match.is_over
        and seat not in seats_asking_again(live, match)
    )
    if at_ms - last_ms < APART_MS and not is_wish:
        return session, ()
    if line not in live.greeted or given.match_id != live.common_id:
        return session, ()
    if isinstance(live, Hosting) and seat not in live.host.lines[line].seats:
        return session, ()
    return _show_sign(session, live, line, given, at_ms)


def _show_sign(
    session: Session, live: Live, line: LineNumber | None, given: protocol.Sign, at_ms: float
) -> Result:
    """A sign from a line, or from here, is shown and said, unless the people here want none, and
    goes to all who do not know it."""
    talk = replace(live.talk, at_ms={**live.talk.at_ms, given.seat: at_ms})
    match, is_wish = session.live_match, False
    if given.sign == protocol.AGAIN and match is not None and match.is_over:
        is_wish = True
        again, after = seats_asking_again(live, match) | {given.seat}, (given.match_id, match.shown)
        talk = replace(talk, again=again, after=after)
    if not talk.is_muted:
        talk = replace(talk, last=(given.seat, given.sign))
        if session.table is not None and is_live(live, session.table.match_id):
            session = session.on(session.table.saying(SignGiven(given.seat, given.sign)))
    table = session.table
    if is_wish and isinstance(live, Hosting) and table and is_live(live, table.match_id):
        # Its people are asked, also those who want no signs.
        session = session.on(table.saying(OnLines.CHANGED))
    session = replace(session, live=replace(live, talk=talk))
    return session, sent(tuple((one, given) for one in live.greeted if one != line))
