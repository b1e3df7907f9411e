"""Playing: choosing on the board, calling first, what time brings."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any

from spieltisch.app.effects import Animate, Clear, Decision, Effect, Focus, Keep, Proposal
from spieltisch.app.keeping import keep, keep_value
from spieltisch.app.match import clocks, ready
from spieltisch.app.match.browsing import back_to_present
from spieltisch.app.match.messages import Press, Shout
from spieltisch.app.match.state import TableScreen, people_to_act, shouted
from spieltisch.app.news import Chosen, Dropped, OnTable, Played
from spieltisch.app.notice import BadAction, Held, NotYours
from spieltisch.app.runs import category_of, run_of, with_run
from spieltisch.app.session import At, Result, Session
from spieltisch.kit.scene import PhotoFinish
from spieltisch.play.match import Match
from spieltisch.play.reviews import KeptReview
from spieltisch.play.timing import TIE_MS, Call, PlannedAction, is_contested, seen_at_ms
from spieltisch.table import Seat, Status, TableAction, parse_typed

CLOSE_MS = 300.0
"""Who calls so much later than another was all but first: people are told by how much."""


def press(at: At, pressed: Press) -> Result:
    """A token of the board was chosen; a complete choice is played at once.

    Where several people may act, or a bot is about to, a press with its seat is a call: it is held
    for a moment, until it can be told who was first. What was due before the press happens first.
    """
    if at.table.browsing is not None:
        return back_to_present(at)
    if at.table.is_elsewhere:
        return at.session, ()
    if at.table.timing.gate is not None:
        at = at.on(ready.opened_by(at, pressed.token, pressed.seat, pressed.at_ms))
        if at.table.timing.gate is not None:
            return at.session, ()
    at, effects = _catch_up(at, pressed)
    if _came_up_ms(at.table, at.match) > pressed.at_ms:
        return at.session, effects
    if pressed.seat is not None and _is_call(at, pressed):
        return at.session.on(_called(at.table, at.match, pressed)), effects
    session, more = _choose(at, pressed)
    return session, (*effects, *more)


def _is_call(at: At, pressed: Press) -> bool:
    """Whether the press of a seat is held until it can be told who was first."""
    match, timing = at.match, at.table.timing
    if not is_contested(match):
        return False
    is_many = len(people_to_act(match)) > 1 or timing.grace_ms(match) > 0
    return is_many or timing.is_close(pressed.at_ms)


def _catch_up(at: At, pressed: Press) -> tuple[At, tuple[Effect, ...]]:
    """A slow page sees a press late: what was due before the press happens first."""
    match, timing, is_by_seat = at.match, at.table.timing, pressed.seat is not None
    # For how long after a call it stays open who was first.
    open_ms = max(TIE_MS, timing.grace_ms(match))
    if timing.held:
        # A press later than that decides the held calls first; another call must wait with them.
        is_later = pressed.at_ms > max(call.at_ms for call in timing.held) + open_ms
        if is_by_seat or not is_later:
            return at, ()
        session, effects = _decide_calls(at)
    else:
        margin_ms = open_ms if is_by_seat and is_contested(match) else 0.0
        plan = timing.due(match, pressed.at_ms - margin_ms)
        if plan is None:
            return at, ()
        session, effects = _carry_out(at, plan)
    return at.after(session), effects


def _came_up_ms(table: TableScreen, match: Match) -> float:
    """When the position on screen came up, by the page's clock: no earlier press is about it."""
    turn = match.last_turn
    if table.zero_ms is None or turn is None or not match.is_at_end:
        return -inf
    return table.zero_ms + turn.at_ms - 1  # times in a record are rounded


def take_call(at: At, call: Call, now_ms: float) -> Result:
    """Somebody on another device has chosen what to do: it is treated as if it had been pressed
    here. What was due before it happens first. The token is a legal action's text."""
    table, match = at.table, at.match
    pressed = Press(call.token, call.at_ms, call.seat, now_ms)
    is_open = table.timing.gate is None and table.timing.paused_at_ms is None
    if not is_open or table.is_elsewhere or table.variation is not None:
        return at.session, ()
    at, effects = _catch_up(at, pressed)
    if at.match.shown != match.shown:
        return at.session, effects
    if is_contested(match):
        timing = at.table.timing.with_call(match, call, now_ms)
        return at.session.on(replace(at.table, timing=timing)), effects
    session, more = _play(at, call.seat, match.rules.parse_action(call.token), call.at_ms)
    return session, (*effects, *more)


def _called(table: TableScreen, match: Match, pressed: Press) -> TableScreen:
    seat, token = pressed.seat, pressed.token
    if seat is None or token not in match.rules.choose(match.position, seat).targets:
        return table
    call = Call(seat, token, pressed.at_ms)
    return replace(table, timing=table.timing.with_call(match, call, pressed.now_ms))


def _choose(at: At, pressed: Press) -> Result:
    before, seat = at.table.choice, pressed.seat
    if before is None or (seat is not None and seat != before.seat):
        return at.session, ()
    choice = before.press(pressed.token)
    if choice.status is Status.COMPLETE:
        return _play(at, choice.seat, choice.action, pressed.at_ms)
    kind = Dropped if choice == choice.back() else Chosen
    in_vain = None if pressed.token in before.targets else pressed.token
    return at.session.on(replace(at.table, choice=choice).saying(kind(in_vain))), ()


def shout(at: At, call: Shout) -> Result:
    """A seat's word was called: press the action that it means now."""
    at = at.on(_photographed(at, call))
    token = shouted(at.match, call.seat, call.word)
    if token is None:
        return at.session, ()
    return press(at, Press(token, call.at_ms, call.seat, call.now_ms))


def _photographed(at: At, call: Shout) -> TableScreen:
    """The table when a call comes hardly later than another one that it would have been, too, a
    moment ago."""
    table, match, last = at.table, at.match, at.match.last_turn
    is_told = table.finish is not None and table.finish.number == match.shown
    if last is None or table.zero_ms is None or table.browsing is not None or is_told:
        return table
    before = match.show(match.shown - 1)
    calls = {shouted(before, seat, call.word) for seat in (last.seat, call.seat)}
    first = Call(last.seat, call.word, table.zero_ms + last.at_ms)
    found = _photo_finish(before, (first, Call(call.seat, call.word, call.at_ms)))
    is_late = shouted(match, call.seat, call.word) is None
    if found is None or None in calls or not (is_late or calls == {last.entry.action}):
        return table
    return replace(table, finish=found).saying(OnTable.PHOTO_FINISH)


def _photo_finish(match: Match, acts: Sequence[Call | PlannedAction]) -> PhotoFinish | None:
    """By how much the first of two people at this device was faster, if it was close."""
    seats = tuple(act.seat for act in acts[:2])
    if len(set(seats)) < 2 or not match.people.issuperset(seats) or not is_contested(match):
        return None
    ms = acts[1].at_ms - acts[0].at_ms
    return PhotoFinish(match.shown + 1, seats, round(ms)) if TIE_MS < ms <= CLOSE_MS else None


def play_chosen(at: At, at_ms: float) -> Result:
    """Play the choice as it is; nothing happens while it is not an action yet."""
    choice = at.table.choice
    if choice is None or choice.action is None or _is_paused(at.table, at.match):
        return at.session, ()
    if at.table.browsing is not None:
        return back_to_present(at)
    return _play(at.on(ready.opened(at, at_ms)), choice.seat, choice.action, at_ms)


def _is_paused(table: TableScreen, match: Match) -> bool:
    gate = table.timing.gate
    return gate is not None and (gate.holds_people or match.needs_others)


def type_action(at: At, text: str, at_ms: float) -> Result:
    """An action typed in the game's notation is played, or the reason it cannot be is told."""
    session, table, match = at.session, at.table, at.match
    choice = table.choice
    if choice is None:
        notice = NotYours(is_elsewhere=table.is_elsewhere, is_over=match.is_over)
        return replace(session, notice=notice), ()
    if _is_paused(table, match):
        return replace(session, notice=Held()), ()
    if table.browsing is not None:
        return back_to_present(at)
    try:
        action = parse_typed(match.rules, text)
        opened = replace(at, session=replace(session, notice=None)).on(ready.opened(at, at_ms))
        session, effects = _play(opened, choice.seat, action, at_ms)
    except ValueError:
        example = match.rules.format_action(match.position.legal_actions(choice.seat)[0])
        return replace(session, notice=BadAction(text, example)), ()
    # The field is emptied only now: a text that cannot be played stays in it, to be corrected.
    return session, (*effects, Clear("typed"))


def cancel(at: At) -> Result:
    """Come back from another moment to the present; or close the card that tells how the match
    ended; or drop one step of the choice."""
    session, table = at.session, at.table
    if table.browsing is not None:
        return back_to_present(at)
    if table.asks is not None:
        return session.on(replace(table, asks=None)), (Focus("saying"),)
    if table.shows_end:
        return session.on(replace(table, shows_end=False)), (Focus("board"),)
    if table.choice is None or table.choice == table.choice.back():
        return session, ()
    return session.on(replace(table, choice=table.choice.back()).saying(Dropped())), ()


def say(at: At, seat: Seat, action: TableAction, at_ms: float) -> Result:
    """Somebody says something to the others; in a pause it was said when the pause began."""
    paused_at_ms = at.table.timing.paused_at_ms
    return _play(at, seat, action, at_ms if paused_at_ms is None else min(at_ms, paused_at_ms))


# ----------------------------------------------------------------- time


def wake(at: At, at_ms: float) -> Result:
    """Time has passed: one thing that was due happens."""
    session, table, match = at.session, at.table, at.match
    timing, wanted_ms = table.timing, session.board_wake_ms
    if wanted_ms is None or at_ms < wanted_ms:
        return session, ()
    if timing.is_held_back(match):
        return ready.count(at, at_ms)
    if timing.held:
        return _decide_calls(at)
    if not timing.is_planned_for(match):
        return session.on(brought_up(at, at_ms)), ()
    plan = timing.due(match, at_ms)
    if plan is not None:
        return _carry_out(at, plan)
    is_told = any(moment <= at_ms for moment in timing.tells_ms)
    return (session.on(clocks.told(table, match, at_ms)) if is_told else session), ()


def brought_up(at: At, at_ms: float) -> TableScreen:
    """The table with its timing planned for the position that has come up."""
    seen_ms = seen_at_ms(at.match, at.table.zero_ms, is_still=at.session.device.is_still)
    own = at.session.kept.bots.seats(at.match.setup)
    return clocks.brought_up(at.table, at.match, at_ms, seen_ms, own)


def _carry_out(at: At, plan: PlannedAction) -> Result:
    return _play(at, plan.seat, plan.action, plan.at_ms)


def _decide_calls(at: At) -> Result:
    """Held calls, and bots' of the same time, count in the order they were made, each as far as it
    is still legal."""
    timing, known, before = at.table.timing, at.match.shown, at.match
    calls, tie = timing.settled(at.match)
    expired = timing.ran_out(at.match)
    at = at.on(replace(at.table, timing=replace(timing, held=())))
    effects: list[Effect] = []
    if expired is not None:
        session, more = _carry_out(at, expired)
        at, tie = at.after(session), None
        effects += more
    for call in calls:
        if call.seat in at.match.position.active_seats:
            session, more = _called_first(at, call)
            at = at.after(session)
            effects += more
    table, count = at.table, at.match.shown - known
    if count > 1:
        table = table.saying(Played(count))
    elif expired is None and tie is None:
        table = replace(table, finish=_photo_finish(before, calls) or table.finish)
    session = at.session.on(replace(table, timing=replace(table.timing, tie=tie)))
    return session, (*effects, Decision(calls, tie))


def _called_first(at: At, call: Call | PlannedAction) -> Result:
    session, match = at.session, at.match
    if isinstance(call, PlannedAction):
        is_legal = call.action in match.position.legal_actions(call.seat)
        return _carry_out(at, call) if is_legal else (session, ())
    choice = match.rules.choose(match.position, call.seat).press(call.token)
    if choice.status is not Status.COMPLETE:
        return session, ()
    return _play(at, call.seat, choice.action, call.at_ms)


def _play(at: At, seat: Seat, action: Any, at_ms: float) -> Result:
    session, table, match = at.session, at.table, at.match
    if match.is_led and table.timing.is_led and table.variation is None:
        proposed = replace(table, choice=None).for_match(match)
        return session.on(proposed), (Proposal(seat, action, at_ms),)
    last, zero_ms = match.last_turn, table.zero_ms
    if zero_ms is None:
        zero_ms = at_ms - (last.at_ms if last else 0)
    measured = max(last.at_ms if last else 0, round(at_ms - zero_ms))
    seat, action, counted_ms = match.counted(seat, action, measured)
    # If a turn counts for less time than it took, the match's beginning moves by the difference.
    zero_ms += measured - counted_ms
    played = match.play(seat, action, counted_ms)
    timing = replace(table.timing, tie=None, is_stepping=False)
    is_said = isinstance(action, TableAction)
    choice = table.choice if is_said else None
    table = replace(table, choice=choice, zero_ms=zero_ms, timing=timing).saying(Played())
    session = session.with_table(table, played, is_said=is_said)
    more: tuple[Effect, ...] = ()
    if played.is_over:
        if table.browsing is None and table.variation is None:
            session = session.on(replace(table.for_match(played), shows_end=True))
        session, more = _note_run(session, played)
    # Somebody who looks at another moment does not see it happen.
    motion = () if table.browsing is not None else (Animate(played.turns[-1]),)
    if table.variation is not None:
        return session, (*motion, *more)
    session, kept = keep(session, table.match_id, at_ms)
    if match.last_position.outcome is not None:
        # The match was over and goes another way now, so its review is erased.
        kept = (*kept, Keep(KeptReview(table.match_id, None)))
    return session, (*kept, *motion, *more)


def _note_run(session: Session, match: Match) -> Result:
    """The run of somebody who plays alone has ended: compare it with the best runs."""
    category, run = category_of(match), run_of(match)
    if category is None or run is None:
        return session, ()
    runs = with_run(session.kept.runs, category, run)
    if runs == session.kept.runs:
        return session, ()
    return keep_value(session, runs)
