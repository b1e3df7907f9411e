"""What each message does to a match that is played live, whatever is on screen."""

from dataclasses import replace

from spieltisch.app.effects import Effect, Focus
from spieltisch.app.keeping import keep
from spieltisch.app.message import Message
from spieltisch.app.notice import Notice
from spieltisch.app.reading import FROM_HOST, read
from spieltisch.app.session import Result, Session
from spieltisch.app.table.by_link import open_sent
from spieltisch.app.table.messages import PlayAgain
from spieltisch.app.table.opening import begin
from spieltisch.app.together import joining, refereeing, seating
from spieltisch.app.together.effects import HangUp, sent
from spieltisch.app.together.messages import (
    AnswerSeat,
    AskForSeat,
    CodeOffered,
    CodeTaken,
    Described,
    Heard,
    LetBotsPlay,
    LineLost,
    LineOpened,
    LiveMessage,
    NameStun,
    PlayLive,
    TakeCode,
    YieldSeats,
)
from spieltisch.app.together.state import Hosting, Visiting, is_live
from spieltisch.app.together.taken_on import taken_on
from spieltisch.live.guest import Guest, strays
from spieltisch.live.host import LineNumber
from spieltisch.live.protocol import (
    AnswerBack,
    Leave,
    PeerMessage,
    Refused,
    VersionError,
    Welcome,
    parse_message,
)
from spieltisch.play.match import Match
from spieltisch.play.record_link import LinkedMatch, LinkReplay, code_replay
from spieltisch.play.summary import MatchId
from spieltisch.table import bot_controller


def update(session: Session, message: LiveMessage) -> Result:
    """The session after a message about live play; people who listen are told what has changed."""
    before = _heard_of(session)
    session, effects = _updated(session, message)
    table, after = session.table, _heard_of(session)
    if table is None or after in (before, None) or not is_live(session.live, table.match_id):
        return session, effects
    return session.on(table.saying("live")), effects


def _heard_of(session: Session) -> tuple[object, ...] | None:
    """What people who listen are told of: who is connected, and who wishes to take back."""
    match session.live:
        case Hosting(host) as live:
            seats = tuple(line.seats for line in host.open_lines.values())
            return live.state, seats, host.asked
        case Visiting(guest=guest) as live:
            return live.state, guest.here, guest.asked
    return None


def _updated(session: Session, message: LiveMessage) -> Result:
    match message:
        case LetBotsPlay(at_ms):
            return let_bots_play(session, at_ms)
        case AskForSeat() | AnswerSeat() | YieldSeats():
            return seating.obey(session, message)
        case LineOpened(line):
            return _opened(session, line)
        case LineLost(line, is_flooded=is_flooded):
            session, effects = _lost(session, line)
            flooded = Notice("live", ("flooded",))
            return replace(session, notice=flooded) if is_flooded else session, effects
        case Heard():
            return _heard(session, message)
        case PlayLive():
            return joining.invite(session, message)
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


def leave(session: Session) -> Result:
    """Nobody plays live here any more; the others are told."""
    match session.live:
        case Hosting(host):
            letters = tuple((line, Leave(host.match_id)) for line in host.open_lines)
        case Visiting(line, guest=guest) if guest.match_id:
            letters = ((line, Leave(guest.match_id)),)
        case _:
            letters = ()
    session, effects = joining.hung_up(session)
    return session, (*sent(letters), *effects)


def followed(
    before: Session, session: Session, message: Message, effects: tuple[Effect, ...]
) -> Result:
    """After each message: tell the others what has been played, that another match has begun, and
    what the host's time is, if it matters. Takes the effects so far and returns all."""
    session, told = _followed(before, session, message)
    session, more = refereeing.followed(before, session, message)
    session, invited = seating.followed(_with_last_verdict(before, session))
    return session, (*effects, *told, *more, *invited)


def _with_last_verdict(before: Session, session: Session) -> Session:
    """The session without a decision about an earlier turn, once somebody else has acted."""
    live, was = session.live, before.live
    match = None if live is None else session.matches.get(live.match_id)
    known = None if was is None else before.matches.get(was.match_id)
    if live is None or match is None or known is None or match.shown <= known.shown:
        return session
    verdict = live.referee.verdict if isinstance(live, Hosting) else live.verdict
    last = match.last_turn
    if verdict is None or last is None or last.seat in verdict.seats[:1]:
        return session
    if isinstance(live, Visiting):
        return replace(session, live=replace(live, verdict=None))
    is_new = isinstance(was, Hosting) and verdict is not was.referee.verdict
    referee = replace(live.referee, verdict=verdict if is_new else None)
    return replace(session, live=replace(live, referee=referee))


def _followed(before: Session, session: Session, message: Message) -> Result:
    if isinstance(message, PlayAgain):
        session, effects = _played_again(before, session, message.kind)
        session, more = _told(before, session)
        return session, (*effects, *more)
    return _told(before, session)


def _played_again(before: Session, session: Session, kind: str) -> Result:
    live, old, new = session.live, before.table, session.table
    if not isinstance(live, Hosting) or old is None or new is None or session.match is None:
        return session, ()
    if old.match_id != live.match_id or new.match_id == old.match_id:
        return session, ()
    # Where everybody sits one seat further, their devices do.
    moved = 1 if kind == "swap-sides" else 0
    seats = session.match.setup.seats
    keys = {
        (seat - 1 + moved) % seats + 1: key
        for seat, key in before.matches[old.match_id].keys.items()
    }
    match = replace(session.match, keys=keys)
    session, kept = keep(session.with_match(new.match_id, match), new.match_id)
    host, letters = live.host.begun(match, new.match_id)
    return replace(session, live=replace(live, host=host)), (*kept, *sent(letters))


def _told(before: Session, session: Session) -> Result:
    live = session.live
    if live is None:
        return session, ()
    match = session.matches.get(live.match_id)
    table = session.table
    is_elsewhere = table is not None and table.match_id == live.match_id and table.home.is_elsewhere
    if is_elsewhere or (match is None and isinstance(live, Hosting)):
        # Another tab has taken it over, or it was deleted.
        return leave(session)
    if match is None:
        return session, ()
    if isinstance(live, Visiting) and live.guest.welcome is not None:
        return _joined(session, live, match, live.guest.welcome)
    if live is before.live and match is before.matches.get(live.match_id):
        return session, ()
    if isinstance(live, Visiting):
        return _with_guest(session, live, *live.guest.told(match))
    host, letters = live.host.told(match)
    return replace(session, live=replace(live, host=host)), sent(letters)


def _joined(session: Session, live: Visiting, match: Match, welcome: LinkedMatch) -> Result:
    """The host's match is on the table; if it has gone two ways, the person chooses one first."""
    is_asked = session.table is not None and session.table.fork is not None
    if is_asked or not strays(match, welcome.turns):
        return _with_guest(session, live, *live.guest.joined(match))
    return leave(session)


def _opened(session: Session, line: LineNumber) -> Result:
    match session.live:
        case Hosting(host, invitation) as live if invitation and invitation.line == line:
            host, letters = host.opened(session.matches[live.match_id], line)
            return replace(session, live=replace(live, host=host, invitation=None)), sent(letters)
        case Visiting(line=own, guest=guest) as live if own == line:
            live = replace(live, guest=guest.opened(), has_been_open=True)
            return replace(session, live=live), ()
    return session, ()


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
        replace(player, controller=bot_controller(level)) if seat in live.host.missing else player
        for seat, player in enumerate(match.setup.players, start=1)
    )
    setup = replace(match.setup, players=players)
    taken = replace(
        Match.of_turns(setup, match.turns[: match.shown]), here=match.here, keys=match.keys
    )
    session, effects = begin(session, taken, at_ms)
    assert session.table is not None
    host, letters = live.host.begun(taken, session.table.match_id)
    # A bot may now have the seat that the invitation was for.
    given_up = map(HangUp, live.invited)
    left = _if_any(replace(live, host=host, invitation=None))
    return replace(session, live=left), (*effects, *sent(letters), *given_up, Focus("board"))


def _lost(session: Session, line: LineNumber) -> Result:
    """A connection is lost, but nothing of the match. Another invitation restores it."""
    match session.live:
        case Hosting(host) as live if line in host.lines:
            host, letters = host.lost(session.matches[live.match_id], line)
            live = replace(live, host=host)
            return replace(session, live=_if_any(live)), (HangUp(line), *sent(letters))
        case Visiting(line=own, guest=guest) as live if own == line and guest.is_open:
            return replace(session, live=replace(live, guest=guest.lost())), (HangUp(line),)
    return joining.unreachable(session, line)


def _if_any(live: Hosting) -> Hosting | None:
    """The live match, or None if it has neither a guest nor an invitation."""
    return live if live.host.lines or live.invitation is not None else None


def _heard(session: Session, heard: Heard) -> Result:
    live = session.live
    try:
        message = parse_message(heard.text)
    except VersionError:
        return _not_understood(session, heard.line)
    except ValueError:
        return session, ()
    of_time = (
        None if live is None else refereeing.hear(session, live, heard.line, message, heard.at_ms)
    )
    if live is None or of_time is not None:
        return of_time or (session, ())
    if isinstance(live, Hosting) and heard.line in live.host.lines:
        return _heard_from_guest(session, live, heard, message)
    if isinstance(live, Visiting) and heard.line == live.line and live.guest.is_open:
        return _heard_from_host(session, live, heard, message)
    return session, ()


def _not_understood(session: Session, line: LineNumber) -> Result:
    """The page at the other end is older or newer: nothing can be played with it."""
    match session.live:
        case Hosting(host) if line in host.open_lines:
            pass
        case Visiting(line=own, guest=guest) if own == line and guest.is_open:
            pass
        case _:
            return session, ()
    session, effects = _lost(session, line)
    return replace(session, notice=Notice("live", ("other-version",))), effects


def _heard_from_guest(
    session: Session, live: Hosting, heard: Heard, message: PeerMessage
) -> Result:
    match = session.matches[live.match_id]
    elapsed_ms = _elapsed_ms(session, live.match_id, heard.at_ms)
    host, played, letters = live.host.heard(match, heard.line, message, elapsed_ms)
    left = _if_any(replace(live, host=host))
    if host is live.host and played is match and not letters:
        return _told_of_refusal(session, message)
    session, effects = taken_on(replace(session, live=left), live.match_id, played, heard.at_ms)
    if heard.line not in host.open_lines:
        session = replace(session, notice=_left(match))
    if live.host.asked is not None and live.host.asked.seat in match.here:
        session = _if_declined(session, message, is_over=host.asked is None)
    # A device that comes back over another line needs its old one no more.
    over = [HangUp(line) for line in live.host.open_lines if line not in host.open_lines]
    return session, (*effects, *sent(letters), *over)


def _heard_from_host(
    session: Session, live: Visiting, heard: Heard, message: PeerMessage
) -> Result:
    if isinstance(message, Welcome):
        return _welcomed(session, heard, message)
    if isinstance(message, Leave) and message.match_id == live.guest.match_id:
        session, effects = joining.hung_up(session)
        return replace(session, notice=_left(session.matches.get(live.match_id))), effects
    match = session.matches.get(live.match_id)
    if match is None:
        return session, ()
    guest, played, letters = live.guest.heard(match, message)
    if guest is live.guest and played is match and not letters:
        return _told_of_refusal(session, message)
    session, effects = taken_on(session, live.match_id, played, heard.at_ms)
    session, more = _with_guest(session, live, guest, letters)
    if live.guest.asked is not None and live.guest.asked.seat in match.here:
        session = _if_declined(session, message, is_over=guest.asked is None)
    refusals = [letter.why for letter in letters if isinstance(letter, Refused)]
    if "sealed" in refusals:
        # The host has dealt anew in the middle of a match: stop playing with it.
        session, over = leave(session)
        session = replace(session, notice=Notice("live", ("refused-sealed",)))
        return session, (*effects, *more, *over)
    if refusals:
        session = replace(session, notice=Notice("live", ("refused-theirs",)))
    return session, (*effects, *more)


def _left(match: Match | None) -> Notice:
    """What people are told when the other side has left: not every match can go on by link."""
    can_go_on = match is None or not (match.is_led or match.is_over)
    return Notice("live", ("left" if can_go_on else "left-for-good",))


def _if_declined(session: Session, message: PeerMessage, *, is_over: bool) -> Session:
    """Whoever has asked to take back is told if the others would rather not."""
    if not is_over or not isinstance(message, AnswerBack) or message.is_granted:
        return session
    return replace(session, notice=Notice("live", ("back-declined",)))


def _told_of_refusal(session: Session, message: PeerMessage) -> Result:
    if not isinstance(message, Refused):
        return session, ()
    return replace(session, notice=Notice("live", ("refused-ours", str(message.number)))), ()


def _welcomed(session: Session, heard: Heard, message: Welcome) -> Result:
    """The host tells what is played: every turn of it is played by our own rules."""
    try:
        told = code_replay(message.code)
    except ValueError:
        return _match_refused(session)
    return read(session, FROM_HOST, told.replay, lambda later: _comes(later, heard, message, told))


def _match_refused(session: Session) -> Result:
    session, effects = joining.hung_up(session)
    return replace(session, notice=Notice("live", ("refused-match",))), effects


def _comes(session: Session, heard: Heard, message: Welcome, told: LinkReplay) -> Result:
    """The host's match comes on the table, together with what is kept here."""
    live = session.live
    if not isinstance(live, Visiting) or live.line != heard.line:
        return session, ()
    try:
        guest = live.guest.welcomed(message, told.match())
    except ValueError:
        return _match_refused(session)
    assert guest.welcome is not None
    old = session.matches.get(live.match_id)
    goes_on = old is not None and guest.match_id != live.guest.match_id and guest.goes_on(old)
    if old is not None and goes_on and guest.is_refused(old):
        session, effects = joining.hung_up(session)
        return replace(session, notice=Notice("live", ("refused-seat",))), effects
    live = replace(live, guest=guest)
    session, effects = open_sent(replace(session, live=live), guest.welcome, heard.at_ms)
    if session.live is None:
        return session, effects
    on_table = session.table.match_id if session.table is not None else ""
    live = replace(live, match_id=session.awaited or on_table)
    session = replace(session, live=live)
    begun = session.matches.get(live.match_id)
    if old is None or begun is None or not goes_on or begun.here:
        return session, effects
    # The seats here stay ours in the match that goes on, whatever the host says next.
    session, more = taken_on(session, live.match_id, begun.claiming(old.here))
    return session, (*effects, *more)


def _with_guest(
    session: Session, live: Visiting, guest: Guest, letters: tuple[PeerMessage, ...]
) -> Result:
    if guest is live.guest:
        return session, ()
    effects = sent(tuple((live.line, letter) for letter in letters))
    return replace(session, live=replace(live, guest=guest)), effects


def _elapsed_ms(session: Session, match_id: MatchId, at_ms: float) -> int:
    """A moment of the page's clock, by the clock of the match."""
    last, table = session.matches[match_id].last_turn, session.table
    least = last.at_ms if last is not None else 0
    if table is None or table.match_id != match_id or table.home.zero_ms is None:
        return least
    return max(least, round(at_ms - table.home.zero_ms))
