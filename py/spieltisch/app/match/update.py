"""What each message does at the table, and above all playing: choosing on the board, calling
first, saying something to the others, and what time brings."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from spieltisch.app.board import browsing, clocks, hearing, messages, opening, review, thinking
from spieltisch.app.board.browsing import back_to_present
from spieltisch.app.board.form import another, in_line, to_play
from spieltisch.app.board.saying import is_to_resign, speakers
from spieltisch.app.board.sentences import typed_question
from spieltisch.app.core.effects import (
    Animate,
    Clear,
    Decision,
    Effect,
    Focus,
    Go,
    Hear,
    Keep,
    NextMatch,
    Proposal,
    TakeOver,
    Wish,
)
from spieltisch.app.core.message import Message, Playback
from spieltisch.app.core.messages import Command, SetUp
from spieltisch.app.core.news import (
    Chosen,
    ClocksAsked,
    Dropped,
    OnBoard,
    OnTable,
    Played,
    TimeLeft,
    asked,
)
from spieltisch.app.core.notice import BadAction, BadSetup, NotYours, PlainNotice
from spieltisch.app.core.routes import Link
from spieltisch.app.core.session import At, Result, Session
from spieltisch.app.core.table import TableScreen, people_to_act, shouted
from spieltisch.app.keeping.solitaires import Solitaires, category_of, solitaire_of, with_solitaire
from spieltisch.app.keeping.writing import keep, keep_value, with_settings
from spieltisch.app.match import by_link
from spieltisch.kit.scene import PhotoFinish
from spieltisch.play.match import (
    NO_ROOM,
    Match,
    one_back,
    one_forth,
    seated,
    seen_from_here,
)
from spieltisch.play.reviews import KeptReview
from spieltisch.play.timing import TIE_MS, Call, PlannedAction, is_contested, is_up_to_bots
from spieltisch.table import (
    IllegalActionError,
    Seat,
    SetupError,
    Status,
    TableAction,
    parse_typed,
)

UNDOING = {Command.TAKE_BACK: one_back, Command.REDO: one_forth}
"""How many turns count after each of these commands."""


def update(session: Session, table: TableScreen, message: Message) -> Result:
    """The session after a message to this screen. What it interrupts is stopped first, and who else
    has a say is asked."""
    at = At.table_of(session, table)
    traits = message.traits
    if table.playback_ms is not None and traits.playback is not Playback.GOES_ON:
        at = at.on(replace(table, playback_ms=None))
        if traits.playback is Playback.STOPS_ONLY:
            # A press was meant for the moment that is seen, not for the present.
            return session.on(at.table.saying(OnTable.BROWSED)), ()
    if session.live is not None and not at.meeting.may_decide(message):
        return at.session, (Wish(message),)
    return _updated(at, message)


def _updated(at: At, message: Message) -> Result:
    session, table, held = at.session, at.table, at.match
    match message:
        # The board, and the clocks.
        case messages.Press():
            return press(at, message)
        case messages.Shout():
            return shout(at, message)
        case messages.PlayChosen(at_ms):
            return play_chosen(at, at_ms)
        case messages.TypeAction(text) if is_to_resign(at, text):
            session, effects = update(session, table, Command.ASK_RESIGN)
            return session, (*effects, Clear("typed"))
        case messages.TypeAction(text, at_ms):
            return type_action(at, text, at_ms)
        case messages.Say(action, seat, at_ms, offer):
            is_possible = seat in speakers(at, action) or _is_of_failed(session, seat, action)
            is_possible = is_possible and offer in (0, held.offered_at)
            at = at.on(replace(table, asks=None))
            return say(at, seat, action, at_ms) if is_possible else (at.session, ())
        case Command.ASK_RESIGN:
            return _ask(at, TableAction.RESIGN)
        case Command.ASK_OFFER:
            return _ask(at, TableAction.OFFER)
        case Command.KEEP_PLAYING:
            return session.on(replace(table, asks=None)), (Focus("saying"),)
        case Command.CANCEL:
            return cancel(at)
        case messages.Wake(at_ms) if table.playback_ms is not None:
            return browsing.play_on(at, at_ms)
        case messages.Wake(at_ms):
            return wake(at, at_ms)
        case messages.Ready() | messages.PausePlay() if held.needs_others:
            return session, (Wish(message),)
        case messages.Ready(at_ms):
            return clocks.count_down(at, at_ms)
        case messages.PausePlay(at_ms):
            return clocks.pause(at, at_ms)
        case messages.AskClocks(at_ms):
            return session.on(table.saying(ClocksAsked(at_ms))), ()
        case messages.AskBoard(key, by):
            session, effects = hearing.asking(at, message)
            assert isinstance(session.screen, TableScreen)
            table = session.screen
            return session.on(table.saying(asked(table.news, key, by))), effects
        case messages.Listened():
            return hearing.listened(at, message)
        case messages.Point(site):
            return session.on(replace(table, cursor=site)), ()
        # Going through the match.
        case messages.Show(ply) | messages.LookAt(ply):
            return browsing.look(at, ply)
        case Command.EARLIER:
            return browsing.look(at, at.seen.shown - 1)
        case Command.LATER:
            return browsing.look(at, at.seen.shown + 1)
        case Command.FIRST:
            return browsing.look(at, 0)
        case Command.PRESENT:
            return browsing.look(at, held.shown)
        case messages.PlayFrom(ply):
            return browsing.play_from(at, ply)
        case Command.TAKE_BACK | Command.REDO:
            return browsing.play_from(at, UNDOING[message](held))
        case messages.BranchOff(ply, at_ms) if held.is_over:
            return opening.branch_off(session, held, ply, at_ms)
        case messages.PlayBack(at_ms):
            return browsing.toggle_playback(at, at_ms)
        # What bots do, and find out.
        case Command.HALT | messages.GoOn() | messages.StepOn():
            return thinking.watch(at, message)
        case Command.HINT:
            return thinking.hint(at)
        case Command.CHECK_SOLVABLE:
            return thinking.check(at)
        case (
            messages.ShowTurningPoint()
            | Command.NEXT_TURNING_POINT
            | Command.PREVIOUS_TURNING_POINT
        ):
            return review.show_turning_point(at, message)
        case messages.MakePuzzle():
            found = table.analysis.final(at.seen, at.seen.shown)
            return review.make_puzzle(session, at.seen, found, message)
        case messages.TryMistake():
            return review.try_again(at, message)
        case messages.RestoreReview():
            return review.restored(session, table, message)
        # The end, and the next match.
        case Command.SHOW_END | Command.CLOSE_END:
            # The card that tells how the match ended opens, if it did, or it closes.
            is_shown = message is Command.SHOW_END and held.is_over
            table = table.looking_at(held, held.shown) if is_shown else table
            table = replace(table, shows_end=is_shown)
            return session.on(table), () if is_shown else (Focus("board"),)
        case messages.PlayAgain():
            return _play_again(session, held, message)
        case Command.SET_UP_AGAIN:
            setup = in_line(another(seen_from_here(held)))
            link = Link("setup", setup.game).text
            return session, (Hear(SetUp(setup)), Go(link))
        # Where it is played.
        case messages.LockChanged():
            return opening.lock_changed(session, table, message)
        case Command.PLAY_HERE if table.is_elsewhere:
            return session, (TakeOver(table.match_id), Focus("board"))
        case messages.ClaimSeat(seat):
            return by_link.reseated(at, held.claiming((seat,)))
        case Command.GIVE_UP_SEAT:
            return by_link.reseated(at, replace(held, here=frozenset()))
        case messages.ChooseWay(is_theirs, name) if table.fork is not None:
            if name not in ("", table.fork.name):
                return session, ()
            if is_theirs:
                return by_link.take_theirs(session, table.match_id, held, table.fork)
            return session.on(replace(table, fork=None)), (Focus("board"),)
        case Command.NEXT_SOUND:
            louder = session.settings.with_next_sound()
            return with_settings(session.on(table.saying(OnBoard.SOUND_CHANGED)), louder)
    # A review may end with any of these; what it has found is kept.
    after = _thought(at, message)
    return session.on(after), review.news_to_keep(table, after, held)


def _play_again(session: Session, match: Match, wanted: messages.PlayAgain) -> Result:
    """Begin the match that is wanted after one that is over."""
    setup = opening.next_setup(match, wanted.kind)
    if setup is None or match.last_position.outcome is None:
        return session, ()
    before = session.table
    assert before is not None
    try:
        playable = to_play(another(setup), wanted.seed)
    except SetupError as error:
        # A person's own cards, of which no row was found this time.
        return replace(session, notice=BadSetup.of(error, setup.game)), (Focus("notice"),)
    begun = seated(playable)
    if At(session, before, match).meeting.role:
        # As before, all play on devices of their own.
        begun = replace(begun, here=match.here)
    moved = 1 if wanted.kind is messages.Rematch.SWAPPED else 0
    left: tuple[Effect, ...] = ()
    if session.live is None and match.room.is_host and not before.is_elsewhere:
        # The others are found in its room as before, once somebody goes back there.
        begun = begun.following(match, moved)
        session = session.with_match(before.match_id, replace(match, room=NO_ROOM))
        session, left = keep(session, before.match_id)
    session, effects = opening.begin(session, begun, wanted.at_ms)
    assert session.table is not None
    report = NextMatch(before.match_id, session.table.match_id, moved)
    return session, (*left, *effects, report, Focus("board"))


def _thought(at: At, message: Message) -> TableScreen:
    """The table after a message that is about what bots think, and changes no match."""
    table, held = at.table, at.match
    match message:
        case Command.ANALYSE if table.analysis.is_open:
            return replace(table, analysis=replace(table.analysis, is_open=False, is_awaited=False))
        case Command.ANALYSE | Command.EVALUATE:
            return thinking.evaluate(table, held)
        case Command.REVIEW | Command.LOOK_BACK:
            is_shown = table.shows_end and message is Command.REVIEW
            return review.start(replace(table, shows_end=is_shown), held)
        case Command.STOP_REVIEW:
            return review.stop(table)
        case messages.Answered(answer, at_ms):
            return thinking.answered(at, answer, at_ms)
        case messages.Progressed(answer):
            return thinking.progressed(at, answer)
    return table


# -------------------------------------------------- choosing and calling


CLOSE_MS = 300.0
"""Who calls so much later than another was all but first: people are told by how much."""


def press(at: At, pressed: messages.Press) -> Result:
    """A token of the board was chosen; a complete choice is played at once.

    Where several people may act, or a bot is about to, a press with its seat is a call: it is held
    for a moment, until it can be told who was first. What was due before the press happens first.
    """
    if at.table.browsing is not None:
        return back_to_present(at)
    if at.table.is_elsewhere:
        return at.session, ()
    if at.table.timing.gate is not None:
        at = at.on(clocks.past_gate_by(at, pressed.token, pressed.seat, pressed.at_ms))
        if at.table.timing.gate is not None:
            return at.session, ()
    at, effects = _catch_up(at, pressed)
    session, table, match, seat = at.session, at.table, at.match, pressed.seat
    timing, last, before = table.timing, match.last_turn, table.choice
    if table.zero_ms is not None and last is not None and match.is_at_end:
        # No earlier press is about the position on screen; times in a record are rounded.
        came_up_ms = table.zero_ms + last.at_ms - 1
        if pressed.at_ms < came_up_ms:
            return session, effects
    if seat is not None and is_contested(match):
        is_shared = len(people_to_act(match)) > 1 or timing.grace_ms(match) > 0
        if is_shared or timing.is_close(pressed.at_ms):
            if pressed.token in match.rules.choose(match.position, seat).targets:
                call = Call(seat, pressed.token, pressed.at_ms)
                timing = timing.with_call(match, call, pressed.heard_ms or call.at_ms)
            return session.on(replace(table, timing=timing)), effects
    if before is None or seat not in (None, before.seat):
        return session, effects
    choice = before.press(pressed.token)
    if choice.status is Status.COMPLETE:
        session, more = _play(at, choice.seat, choice.action, pressed.at_ms)
        return session, (*effects, *more)
    kind = Dropped if choice == choice.back() else Chosen
    in_vain = None if pressed.token in before.targets else pressed.token
    return session.on(replace(table, choice=choice).saying(kind(in_vain))), effects


def _catch_up(at: At, pressed: messages.Press) -> tuple[At, tuple[Effect, ...]]:
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
        session, effects = _play(at, plan.seat, plan.action, plan.at_ms)
    return at.after(session), effects


def take_call(at: At, call: Call, now_ms: float) -> Result:
    """Somebody on another device has chosen what to do: it is treated as if it had been pressed
    here. What was due before it happens first. The token is a legal action's text."""
    table, match = at.table, at.match
    pressed = messages.Press(call.token, call.at_ms, call.seat, now_ms)
    is_open = table.timing.gate is None and table.timing.paused_at_ms is None
    if not is_open or table.is_elsewhere:
        return at.session, ()
    at, effects = _catch_up(at, pressed)
    if at.match.shown != match.shown:
        return at.session, effects
    if is_contested(match):
        timing = at.table.timing.with_call(match, call, now_ms)
        return at.session.on(replace(at.table, timing=timing)), effects
    session, more = _play(at, call.seat, match.rules.parse_action(call.token), call.at_ms)
    return session, (*effects, *more)


def shout(at: At, message: messages.Shout) -> Result:
    """A seat's word was called: press the action that it means now."""
    at = at.on(_photographed(at, message))
    token = shouted(at.match, message.seat, message.word)
    if token is None:
        return at.session, ()
    return press(at, messages.Press(token, message.at_ms, message.seat, message.heard_ms))


def _photographed(at: At, message: messages.Shout) -> TableScreen:
    """The table when two people have made the same call almost together: the second one, too late
    to count, is shown as a photo finish."""
    table, match, last = at.table, at.match, at.match.last_turn
    is_told = table.finish is not None and table.finish.number == match.shown
    if last is None or table.zero_ms is None or table.browsing is not None or is_told:
        return table
    before = match.show(match.shown - 1)
    calls = {shouted(before, seat, message.word) for seat in (last.seat, message.seat)}
    first = Call(last.seat, message.word, table.zero_ms + last.at_ms)
    found = _photo_finish(before, (first, Call(message.seat, message.word, message.at_ms)))
    is_late = shouted(match, message.seat, message.word) is None
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
    return _play(at.on(clocks.past_gate(at, at_ms)), choice.seat, choice.action, at_ms)


def _is_paused(table: TableScreen, match: Match) -> bool:
    gate = table.timing.gate
    return gate is not None and (gate.holds_people or match.needs_others)


def type_action(at: At, text: str, at_ms: float) -> Result:
    """An action typed in the game's notation is played, or the reason it cannot be is told."""
    session, table, match = at.session, at.table, at.match
    if key := typed_question(match, text):
        session, effects = _updated(at, messages.AskBoard(key, 1, at_ms))
        return session, (*effects, Clear("typed"))
    choice = table.choice
    if choice is None:
        notice = NotYours(is_elsewhere=table.is_elsewhere, is_over=match.is_over)
        return replace(session, notice=notice), ()
    if _is_paused(table, match):
        return replace(session, notice=PlainNotice.HELD), ()
    if table.browsing is not None:
        return back_to_present(at)
    try:
        action = parse_typed(match.rules, text)
    except ValueError:
        return replace(session, notice=BadAction.of(text, match, choice.seat, session.notice)), ()
    opened = replace(at, session=replace(session, notice=None)).on(clocks.past_gate(at, at_ms))
    try:
        session, effects = _play(opened, choice.seat, action, at_ms)
    except IllegalActionError:
        # Whatever else goes wrong is no fault of what was typed.
        return replace(session, notice=BadAction.of(text, match, choice.seat, session.notice)), ()
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
        return clocks.count(at, at_ms)
    if timing.held:
        return _decide_calls(at)
    if not timing.is_planned_for(match):
        return session.on(clocks.brought_up(at, at_ms)), ()
    plan = timing.due(match, at_ms)
    if plan is not None:
        return _play(at, plan.seat, plan.action, plan.at_ms)
    later = tuple(moment for moment in timing.tells_ms if moment > at_ms)
    if later == timing.tells_ms:
        return session, ()
    # Once it is told that little time is left, or that it is bots who take so long.
    what = OnTable.THINKING if is_up_to_bots(match) else TimeLeft(at_ms)
    return session.on(replace(table, timing=replace(timing, tells_ms=later)).saying(what)), ()


def _decide_calls(at: At) -> Result:
    """Held calls, and bots' of the same time, count in the order they were made, each as far as it
    is still legal."""
    timing, known, before = at.table.timing, at.match.shown, at.match
    calls, tie = timing.settled(at.match)
    expired = timing.ran_out(at.match)
    at = at.on(replace(at.table, timing=replace(timing, held=())))
    effects: list[Effect] = []
    if expired is not None:
        session, more = _play(at, expired.seat, expired.action, expired.at_ms)
        at, tie = at.after(session), None
        effects += more
    for call in calls:
        match, seat = at.match, call.seat
        if seat not in match.position.active_seats:
            continue
        if isinstance(call, PlannedAction):
            action, is_legal = call.action, call.action in match.position.legal_actions(seat)
        else:
            choice = match.rules.choose(match.position, seat).press(call.token)
            action, is_legal = choice.action, choice.status is Status.COMPLETE
        if is_legal:
            session, more = _play(at, seat, action, call.at_ms)
            at = at.after(session)
            effects += more
    table, count = at.table, at.match.shown - known
    if count > 1:
        table = table.saying(Played(count))
    elif expired is None and tie is None:
        table = replace(table, finish=_photo_finish(before, calls) or table.finish)
    session = at.session.on(replace(table, timing=replace(table.timing, tie=tie)))
    return session, (*effects, Decision(calls, tie))


def _play(at: At, seat: Seat, action: Any, at_ms: float) -> Result:
    session, table, match = at.session, at.table, at.match
    if match.is_led and table.timing.is_led:
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
    goes_otherwise = match.last_position.outcome is not None
    if goes_otherwise:
        table = replace(table, analysis=table.analysis.without_review())
    session = session.with_table(table, played, is_said=is_said)
    assert isinstance(session.screen, TableScreen)
    table = session.screen
    more: tuple[Effect, ...] = ()
    if played.is_over:
        if table.browsing is None:
            session = session.on(replace(table, shows_end=True))
        category, solitaire = category_of(played), solitaire_of(played)
        if category is not None and solitaire is not None and not played.helps:
            # Somebody who plays alone has come to an end, without help.
            solitaires = with_solitaire(session.kept.of(Solitaires), category, solitaire)
            if solitaires != session.kept.of(Solitaires):
                session, more = keep_value(session, solitaires)
    # Somebody who looks at another moment does not see it happen.
    motion = () if table.browsing is not None else (Animate(played.turns[-1]),)
    session, kept = keep(session, table.match_id, at_ms)
    if goes_otherwise:
        # The match was over, so its review is erased.
        kept = (*kept, Keep(KeptReview(table.match_id, None)))
    return session, (*kept, *motion, *more)


# --------------------------------------------------- resigning and draws


def _is_of_failed(session: Session, seat: Seat, action: TableAction) -> bool:
    """Whether a person resigns for a bot of theirs that has failed."""
    failed = session.failed
    return failed is not None and failed.asked.seat == seat and action is TableAction.RESIGN


def _ask(at: At, action: TableAction) -> Result:
    """Somebody is asked to confirm what is to be said, or who of the people here says it."""
    if not speakers(at, action):
        return at.session, ()
    return at.session.on(replace(at.table, asks=action)), (Focus("saying"),)
