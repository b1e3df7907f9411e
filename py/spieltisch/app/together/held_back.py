"""Positions that come up on the host only after they were sent to guests who are far away, so that
calls arrive in time: docs/fair_calls.md.

What a message has led to is put aside, and the table stays as it was; guests who are far away are
sent it first. If nobody is that far away, none of this happens.
"""

from dataclasses import replace

from spieltisch.app.effects import Animate, Effect
from spieltisch.app.messages import Message, Wake
from spieltisch.app.session import Result, Session
from spieltisch.app.table.state import TableScreen
from spieltisch.app.together import calls
from spieltisch.app.together.effects import sent
from spieltisch.app.together.state import Ahead, Coming, Hosting, coming_of
from spieltisch.app.together.taken_on import come_up
from spieltisch.live import led_messages as led
from spieltisch.live.fair_calls import Network, Verdict
from spieltisch.live.host import LineNumber
from spieltisch.play.match import Match
from spieltisch.play.timing import is_contested


def network(live: Hosting) -> Network[LineNumber]:
    """The devices on which somebody may call; those that only watch are not waited for."""
    lines, trips = live.host.open_lines, live.referee.trips
    return Network({line: trips[line] for line in trips if line in lines and lines[line].seats})


def verdict_told(live: Hosting, verdict: Verdict) -> led.Told:
    """What guests are told of a decision."""
    behind = tuple(min(round(ms), led.MOST_BEHIND_MS) for ms in verdict.behind_ms)
    return led.Told(live.match_id, verdict.seats, behind, verdict.is_drawn, verdict.is_corrected)


def begun(
    before: Session, session: Session, message: Message, effects: tuple[Effect, ...]
) -> Result:
    """After each message: hold back what it has led to, if that is necessary. None of it is shown
    then, but it is kept, so that it survives a reload of the page. Takes the effects of the message
    and returns those that remain."""
    live, was, after = session.live, before.table, session.table
    hold_ms, now_ms = _hold_ms(before, session), _now_ms(message)
    if not hold_ms or not isinstance(live, Hosting) or was is None or after is None:
        return session, effects
    if now_ms is None:
        return session, effects
    match_id = live.match_id
    verdict = live.referee.verdict
    old = before.live.referee.verdict if isinstance(before.live, Hosting) else None
    near = network(live)
    coming = Coming(
        match_id,
        session.matches[match_id],
        session.library.summaries[match_id],
        due_ms=now_ms + hold_ms,
        sends_ms={line: now_ms + near.held_back_ms(line) for line in near.trips},
        verdict=verdict if verdict is not old else None,
        tie=after.timing.tie,
    )
    referee = replace(live.referee, verdict=old, coming=coming)
    timing = replace(was.timing, held=(), plans=(), tells_ms=()).paused(now_ms)
    session = replace(
        session,
        live=replace(live, referee=referee),
        matches=before.matches,
        library=before.library,
        screen=replace(was, timing=timing),
    )
    return session, tuple(effect for effect in effects if not isinstance(effect, Animate))


def _hold_ms(before: Session, session: Session) -> float:
    """For how long what a message has led to is held back; 0 for not at all."""
    live, was, table = session.live, before.table, session.table
    if not isinstance(live, Hosting) or was is None or table is None:
        return 0.0
    is_there = was.match_id == table.match_id == live.match_id and table.variation is None
    if not is_there or was.variation is not None or table.timing.gate is not None:
        return 0.0
    old, match = before.matches[live.match_id], session.matches[live.match_id]
    is_new = match.is_led and match.shown > old.shown and table.timing.paused_at_ms is None
    if not is_new or not is_contested(match) or not _is_heard(match):
        return 0.0
    return network(live).host_held_back_ms


def _is_heard(match: Match) -> bool:
    """Whether somebody elsewhere may act."""
    return any(map(match.is_elsewhere, match.position.active_seats))


def followed(before: Session, session: Session, message: Message) -> Result:
    """After each message: the held-back position is sent, and comes up here, when it is due; at
    once if the match has left the table here, or no time passes."""
    coming, at_ms = coming_of(session.live), _now_ms(message)
    if coming is None:
        lost = coming_of(before.live)
        session, effects = (session, ()) if lost is None else _up(session, lost, at_ms)
        return _waking(session), effects
    is_due = isinstance(message, Wake) and at_ms is not None and at_ms >= coming.due_ms
    if is_due or not _goes_on(session, coming):
        session, effects = _up(session, coming, at_ms)
    elif at_ms is not None:
        session, effects = _sent(session, coming, at_ms)
    else:
        effects = ()
    return _waking(session), effects


def _goes_on(session: Session, coming: Coming) -> bool:
    """Whether the match is still live and on the table here, and time passes."""
    live, table = session.live, session.table
    if live is None or live.match_id != coming.match_id or table is None:
        return False
    return table.match_id == coming.match_id and table.timing.gate is None


def _sent(session: Session, coming: Coming, at_ms: float) -> Result:
    """Send the held-back position to the guests whose time has come."""
    live = session.live
    assert isinstance(live, Hosting)
    lines = [line for line, ms in _unsent(live, coming).items() if ms <= at_ms]
    if not lines:
        return session, ()
    host, letters = live.host.told(coming.match, lines)
    if coming.verdict is not None:
        told = verdict_told(live, coming.verdict)
        letters = (*letters, *((line, told) for line in lines))
    # For a guest who has asked for it again, the first time counts.
    sent_ms = {**dict.fromkeys(lines, at_ms), **coming.sent_ms}
    referee = replace(live.referee, coming=replace(coming, sent_ms=sent_ms))
    return replace(session, live=replace(live, host=host, referee=referee)), sent(letters)


def _unsent(live: Hosting, coming: Coming) -> dict[LineNumber, float]:
    """The guests still to be sent the position before it comes up here, and when each is."""
    lines = live.host.open_lines
    length = coming.match.shown
    return {
        line: ms
        for line, ms in coming.sends_ms.items()
        if line in lines and (has := lines[line].has) is not None and has < length
    }


def _up(session: Session, coming: Coming, at_ms: float | None) -> Result:
    """The held-back position comes up here; nobody is ahead if time has stopped meanwhile."""
    live, is_on = session.live, _goes_on(session, coming)
    letters: tuple[Effect, ...] = ()
    if isinstance(live, Hosting):
        sent_ms = coming.sent_ms if is_on else {}
        leads = {} if at_ms is None else {line: at_ms - ms for line, ms in sent_ms.items()}
        ahead = Ahead(coming.match.position, leads)
        verdict = coming.verdict or live.referee.verdict
        live = replace(
            live, referee=replace(live.referee, coming=None, ahead=ahead, verdict=verdict)
        )
        if live.match_id == coming.match_id:
            host, told = live.host.told(coming.match)
            live, letters = replace(live, host=host), sent(told)
        session = replace(session, live=live)
    if coming.match_id not in session.matches:
        return session, letters
    turns = coming.match.shown - session.matches[coming.match_id].shown
    news = ("played",) if turns == 1 else ("played", str(turns))
    session = replace(session, library=session.library.with_summaries((coming.summary,)))
    session, motion = come_up(session, coming.match_id, coming.match, at_ms, news)
    table = session.table
    if table is not None and table.match_id == coming.match_id:
        session = session.on(_going_on(table, coming, at_ms, is_on=is_on))
    return session, (*letters, *motion)


def _going_on(
    table: TableScreen, coming: Coming, at_ms: float | None, *, is_on: bool
) -> TableScreen:
    """The table after the position came up; time had stopped on it while that was held back."""
    timing = replace(table.timing, tie=coming.tie)
    if at_ms is not None:
        timing = timing.resumed(at_ms)
        timing = timing if is_on else timing.paused(at_ms)
    return replace(table, timing=timing)


def _waking(session: Session) -> Session:
    """The session with the moment at which it wants to be woken for the next of these events."""
    live = session.live
    if not isinstance(live, Hosting):
        return session
    coming, wake_ms = live.referee.coming, calls.next_ms(session, live)
    if coming is not None:
        wake_ms = min((coming.due_ms, *_unsent(live, coming).values()))
    if wake_ms == live.referee.wake_ms:
        return session
    return replace(session, live=replace(live, referee=replace(live.referee, wake_ms=wake_ms)))


def _now_ms(message: Message) -> float | None:
    """When a message arrived here, if it tells; a press was made a little earlier."""
    at_ms: float | None = getattr(message, "at_ms", None)
    return None if at_ms is None else max(at_ms, getattr(message, "now_ms", at_ms))
