"""Playing: choosing on the board, taking back, and what other tabs did."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.shouts import meaning
from spieltisch.play.match import Match, format_match, parse_match
from spieltisch.play.timing import TIE_MS, Call, PlannedAction, is_contested
from spieltisch.session.messages import Animate, Effect, Keep, Press, Shout
from spieltisch.session.session import Notice, Result, Session, people_to_act
from spieltisch.session.solitaire import helped, note_run
from spieltisch.session.takeback import may_play, may_show
from spieltisch.table import Seat, Status


def press(session: Session, pressed: Press) -> Result:
    """A token of the board was chosen; a complete choice is played at once.

    Where several people may act, or a bot is about to, a press with its seat is a call: it is held
    for a moment, until it can be told who was first. What was due before happens before.
    """
    if session.match is None or session.asked is not None or not may_play(session.match):
        return session, ()
    session, effects = _catch_up(session, pressed)
    match = session.match
    if match is None or _came_up_ms(session, match) > pressed.at_ms:
        return session, effects
    is_close = len(people_to_act(match)) > 1 or session.tempo.is_close(pressed.at_ms)
    if pressed.seat is not None and is_contested(match) and is_close:
        return _call(session, match, pressed), effects
    session, more = _choose(session, match, pressed)
    return session, (*effects, *more)


def _catch_up(session: Session, pressed: Press) -> Result:
    """A slow page sees a press late: what time had brought before it comes first."""
    match, tempo = session.match, session.tempo
    if match is None:
        return session, ()
    if tempo.held:
        # The caller goes on to play before his call was decided; another call must wait with it.
        is_later = pressed.at_ms > max(call.at_ms for call in tempo.held) + TIE_MS
        is_call = pressed.seat is not None
        return _settle_calls(session, match) if is_later and not is_call else (session, ())
    margin_ms = TIE_MS if pressed.seat is not None and is_contested(match) else 0.0
    plan = tempo.due(match, pressed.at_ms - margin_ms)
    return (session, ()) if plan is None else _carry_out(session, match, plan)


def _came_up_ms(session: Session, match: Match) -> float:
    """When the position on screen came up, by the page's clock: no press of before is for it."""
    entry = match.last_turn
    if session.zero_ms is None or entry is None or not match.is_at_end:
        return -inf
    return session.zero_ms + entry.at_ms - 1  # entries are rounded


def _call(session: Session, match: Match, pressed: Press) -> Session:
    seat, token = pressed.seat, pressed.token
    if seat is None or token not in match.rules.choose(match.position, seat).targets:
        return session
    call = Call(seat, token, pressed.at_ms)
    return replace(session, tempo=session.tempo.with_call(call, pressed.now_ms))


def _choose(session: Session, match: Match, pressed: Press) -> Result:
    choice, seat = session.choice, pressed.seat
    if choice is None or (seat is not None and seat != choice.seat):
        return session, ()
    choice = choice.press(pressed.token)
    if choice.status is Status.COMPLETE:
        return _play(session, match, choice.seat, choice.action, pressed.at_ms)
    kind = "dropped" if choice == choice.back() else "chosen"
    return replace(session, choice=choice).saying(kind), ()


def shout(session: Session, shouted: Shout) -> Result:
    """A seat's word was shouted: it is pressed for what it means now."""
    match = session.match
    if match is None or not isinstance(match.position, AyaPosition):
        return session, ()
    seat = shouted.seat
    if not match.is_human(seat):
        return session, ()
    token = meaning(match.position, seat, shouted.shout)
    if token is None:
        return session, ()
    return press(session, Press(token, shouted.at_ms, seat, shouted.now_ms))


def play_chosen(session: Session, at_ms: float) -> Result:
    """What is chosen is played as it is; nothing happens while it cannot be."""
    match, choice = session.match, session.choice
    if match is None or choice is None or choice.action is None or session.asked is not None:
        return session, ()
    return _play(session, match, choice.seat, choice.action, at_ms)


def wake(session: Session, at_ms: float) -> Result:
    """Time has passed: one thing that was due happens."""
    match, tempo = session.match, session.tempo
    wanted_ms = session.next_wake_ms
    if match is None or wanted_ms is None or at_ms < wanted_ms:
        return session, ()
    if tempo.held:
        return _settle_calls(session, match)
    if tempo.planned_for is not match.position:
        return replace(session, tempo=tempo.planned(match, at_ms)), ()
    plan = tempo.due(match, at_ms)
    return (session, ()) if plan is None else _carry_out(session, match, plan)


def pause(session: Session, at_ms: float) -> Result:
    """Nobody looks: clocks and bots stop."""
    return replace(session, tempo=session.tempo.paused(at_ms)), ()


def resume(session: Session, at_ms: float) -> Result:
    """The page is seen again: all goes on where it stopped, as if no time had passed."""
    paused_at_ms = session.tempo.paused_at_ms
    if paused_at_ms is None:
        return session, ()
    zero_ms = None if session.zero_ms is None else session.zero_ms + at_ms - paused_at_ms
    return replace(session, tempo=session.tempo.resumed(at_ms), zero_ms=zero_ms), ()


def _carry_out(session: Session, match: Match, plan: PlannedAction) -> Result:
    return _play(session, match, plan.seat, plan.action, plan.at_ms)


def _settle_calls(session: Session, match: Match) -> Result:
    """Held calls, and bots' of the same time, count in the order they were made, each as far as it
    is still legal."""
    calls, tie = session.tempo.settled(match)
    plan = session.tempo.ran_out(match)
    session = replace(session, tempo=replace(session.tempo, held=()))
    effects: list[Effect] = []
    if plan is not None:
        session, more = _carry_out(session, match, plan)
        effects += more
        tie = None
    for call in calls:
        now = session.match
        if now is None or call.seat not in now.position.active_seats:
            continue
        if isinstance(call, PlannedAction):
            if call.action in now.position.legal_actions(call.seat):
                session, more = _carry_out(session, now, call)
                effects += more
            continue
        choice = now.rules.choose(now.position, call.seat).press(call.token)
        if choice.status is Status.COMPLETE:
            session, more = _play(session, now, call.seat, choice.action, call.at_ms)
            effects += more
    return replace(session, tempo=replace(session.tempo, tie=tie)), tuple(effects)


def type_action(session: Session, text: str, at_ms: float) -> Result:
    """An action typed in the game's notation is played, or the reason it cannot be is told."""
    match, choice = session.match, session.choice
    if match is None or choice is None or session.asked is not None:
        return session, ()
    try:
        action = match.rules.parse_action(text.strip())
        return _play(replace(session, notice=None), match, choice.seat, action, at_ms)
    except ValueError:
        example = match.rules.format_action(match.position.legal_actions(choice.seat)[0])
        return replace(session, notice=Notice("action", (text, example))), ()


def _play(session: Session, match: Match, seat: Seat, action: Any, at_ms: float) -> Result:
    last, zero_ms = match.last_turn, session.zero_ms
    if zero_ms is None:
        zero_ms = at_ms - (last.at_ms if last else 0)
    played = match.play(seat, action, max(0, round(at_ms - zero_ms)))
    tempo = replace(session.tempo, tie=None, is_stepping=False)
    session = replace(session.with_match(played), zero_ms=zero_ms, tempo=tempo).saying("played")
    effects = (Keep(match.setup.game, format_match(played)), _animation(played))
    session, more = note_run(session, played)
    return session, (*effects, *more)


def _animation(match: Match) -> Animate:
    turn = match.turns[match.shown - 1]
    return Animate(turn)


def cancel(session: Session) -> Result:
    """One step of the choice is dropped; an open question is answered with no."""
    if session.asked is not None:
        return replace(session, asked=None, tempo=session.tempo.afresh()), ()
    if session.choice is None or session.choice == session.choice.back():
        return session, ()
    return replace(session, choice=session.choice.back()).saying("dropped"), ()


def show(session: Session, shown: int) -> Result:
    """Entries are taken back or played again."""
    match = session.match
    if match is None or not may_show(match):
        return session, ()
    moved = match.show(shown)
    if moved.shown == match.shown:
        return session, ()
    if moved.shown < match.shown:
        moved = helped(moved)
    kind = "taken-back" if moved.shown < match.shown else "played"
    session = session.with_match(moved).saying(kind)
    keep = Keep(match.setup.game, format_match(moved))
    if moved.shown == match.shown + 1:
        return session, (keep, _animation(moved))
    return session, (keep,)


def restore(session: Session, game: str, text: str) -> Result:
    """A kept match is taken up, or another tab went on with it.

    One that cannot be read is left where it is and named; it is overwritten only by a new match.
    """
    try:
        match = parse_match(text)
    except ValueError as error:
        return replace(session, notice=Notice("damaged", (game, str(error)))), ()
    if match.setup.game != game:
        return replace(session, notice=Notice("damaged", (game, match.setup.game))), ()
    is_on_screen = session.match is not None and session.link.game == game
    session = replace(session, matches={**session.matches, game: match})
    if not is_on_screen:
        return session, ()
    return session.with_match(match).saying("resumed"), ()
