"""What bots and solvers find out: hints in steps, what they think of a position, and what their
worker is to think about.

What is wanted of the worker follows from the session alone. The shell compares it with what is
being thought about, and starts or stops accordingly: nothing is left thinking for a position that
is gone.
"""

from dataclasses import replace
from enum import IntEnum

from spieltisch.app.board import review
from spieltisch.app.board.browsing import helped, play_from
from spieltisch.app.board.clocks import TURNS_LEFT, affordable_nodes
from spieltisch.app.board.exercise import Exercise
from spieltisch.app.board.messages import GoOn, StepOn
from spieltisch.app.core.messages import Command
from spieltisch.app.core.news import OnBoard, OnTable
from spieltisch.app.core.session import At, Result, Session
from spieltisch.app.core.table import ForcedWin, Help, TableScreen, people_to_act
from spieltisch.app.keeping.solitaires import category_of
from spieltisch.app.keeping.writing import keep
from spieltisch.games.contract import Advice
from spieltisch.play.match import Match
from spieltisch.play.mistake import BETTER
from spieltisch.play.reasons import warning_for
from spieltisch.play.service import SearchAnswer, SearchRequest
from spieltisch.play.timing import PlannedAction, answer_to_offer, seen_at_ms
from spieltisch.table import Evaluation, Seat, TableAction, seat_for

SHORTEST_MS = 700.0
"""The shortest time from a person's move to a bot's, so that it can be followed; the bot also waits
until the person's move has been seen."""

PACE_MS = {"slow": 3000.0, "normal": 1200.0, "fast": 250.0}
"""The shortest time from one move to the next in a match that is only watched, by pace."""


MOST_PROSPECTS = 3
"""How many of the best prospects an analysis shows."""


def is_watched(match: Match) -> bool:
    """Whether nobody plays but bots that look ahead: those that react are watched for how fast
    they are, and need no pace."""
    return match.game.search_bots is not None and not match.people and not match.is_by_link


def watch(at: At, message: Command | GoOn | StepOn) -> Result:
    """The bots of a match that is watched are halted, let go on, or one of them is to move. What
    was taken back is played again first, all of it or one turn."""
    match, timing = at.match, at.table.timing
    if not is_watched(match):
        return at.session, ()
    match message:
        case GoOn(at_ms):
            timing, ply = timing.going_on(at_ms), len(match.turns)
        case StepOn(at_ms) if match.is_at_end:
            timing, ply = timing.stepping(at_ms), match.shown
        case _:
            timing, ply = timing.halted(), match.shown + isinstance(message, StepOn)
    return play_from(at.on(replace(at.table, timing=timing)), ply)


def may_ask_soon(session: Session) -> bool:
    """Whether it is worth having a worker ready: a bot that looks ahead sits at the table or is put
    there in the form; or people play or solve a puzzle, and may want to know what it thinks.
    """
    match session.screen:
        case TableScreen(match_id=match_id):
            held = session.matches[match_id]
            seats = range(1, held.setup.seats + 1)
            has_bots = not all(map(held.is_human, seats))
            return held.game.search_bots is not None and (has_bots or len(held.turns) > 0)
    return session.screen.may_ask_bots


def wanted_thought(session: Session) -> SearchRequest | None:
    """What has to be thought about now; None for nothing. What the match waits for comes first.
    Nobody plays in the place of a person's own bot that has failed: a person is asked."""
    screen, at = session.on_screen(Exercise), At.of(session)
    request = bot_thought(session) if screen is None else _asked(screen)
    if request is not None and request.level and session.failed is not None:
        request = None
    if request is None and screen is None and at is not None:
        studied = _studied(at.table, at.match)
        request = studied[1] if studied else None
    return request


def _asked(screen: Exercise) -> SearchRequest | None:
    match, question = screen.match, screen.question
    if question is None:
        return None
    asked = _request(match, match.shown, question.name, question.seat)
    if question.level and question.seat:
        return _as_bot(asked, match, question.seat, question.level)
    return replace(asked, nodes=question.nodes, wanted=question.wanted)


def evaluation_for(
    session: Session, answer: SearchAnswer, *, is_final: bool = True
) -> Evaluation | None:
    """What the worker has found about the exercise on screen; None if that was not asked for, or is
    no longer."""
    screen, request = session.on_screen(Exercise), wanted_thought(session)
    if screen is None or request is None or request.ticket != answer.ticket or request.level:
        return None
    return _evaluation(screen.match, screen.match.shown, request, answer, is_final=is_final)


def with_bots(session: Session) -> At | None:
    """The table, if this device plays for the bots at it."""
    at = At.of(session)
    if at is None or at.table.is_elsewhere:
        return None
    match = at.match
    if match.is_by_link and not match.people:
        # A device that has players goes on with it; bots on both would make it go two ways.
        return None
    return None if session.live is not None and at.meeting.is_led_elsewhere else at


def may_act(at: At) -> bool:
    timing, match = at.table.timing, at.match
    is_time = timing.is_planned_for(match) and timing.gate is None
    return is_time and match.is_at_end and not match.is_over


def bot_thought(session: Session) -> SearchRequest | None:
    """What a bot has to think about now; None for nothing."""
    exercise = session.on_screen(Exercise)
    if exercise is not None:
        request = _asked(exercise)
        return request if request is not None and request.level else None
    at = with_bots(session)
    if at is None:
        return None
    match, answering = at.match, _answering_seat(at.table, at.match)
    if answering is not None:
        nodes = match.game.search_bots.review_nodes if match.game.search_bots else 0
        return replace(_request(match, match.shown, f"answer {answering}"), nodes=nodes)
    if not may_act(at) or at.table.timing.plans or match.game.search_bots is None:
        return None
    for seat in sorted(match.position.active_seats):
        level = match.bot_level(seat)
        if level is not None:
            return _as_bot(_request(match, match.shown, "bot", seat), match, seat, level)
    return None


def _as_bot(asked: SearchRequest, match: Match, seat: Seat, level: int) -> SearchRequest:
    """The request when a bot is to think as it plays."""
    bots, setup = match.game.search_bots, match.setup
    nodes = affordable_nodes(match, bots) if bots is not None else 0
    memory = f"{setup.game} {setup.start} {seat}"
    return replace(asked, level=level, match=memory, nodes=nodes)


def _answering_seat(table: TableScreen, match: Match) -> Seat | None:
    """Whose answer to an offer of a draw has to be thought about: the position is evaluated as well
    as for a review."""
    timing = table.timing
    is_waiting = timing.is_planned_for(match) and timing.gate is None and match.is_at_end
    if match.game.search_bots is None or not is_waiting:
        return None
    planned = {plan.seat for plan in timing.plans if isinstance(plan.action, TableAction)}
    bots = (seat for seat in sorted(match.asked - planned) if match.bot_level(seat) is not None)
    return next(bots, None)


def _studied(table: TableScreen, match: Match) -> tuple[int, SearchRequest] | None:
    """Which position of the match a person wants to know about, by its ply, and the request."""
    bots = match.game.search_bots
    if bots is None:
        return None
    if table.help is not None and table.help.is_awaited:
        return match.shown, _request(match, match.shown, "hint")
    if is_evaluation_wanted(table, match):
        seen = table.looked_at(match)
        return seen.shown, replace(_request(seen, seen.shown, "lines"), wanted=MOST_PROSPECTS)
    unknown = review.next_unknown(table, match)
    if unknown is None:
        return None
    return unknown, replace(_request(match, unknown, "review"), nodes=bots.review_nodes)


def _request(match: Match, ply: int, why: str, seat: Seat | None = None) -> SearchRequest:
    """The request to search the position after ``ply`` turns, as well as can be; for whoever acts
    there, unless it says for whom."""
    setup, position = match.setup, match.position_at(ply)
    seat = seat_for(position) if seat is None else seat
    moment = f"{setup.game} {setup.start} {ply}"
    return SearchRequest(
        ticket=f"{why} {moment} {match.rules.format_board(position)}",
        game=setup.game,
        position=position.observe(seat),
        seat=seat,
        level=0,
        seed=f"{setup.seed} {moment}",
    )


def answered(at: At, answer: SearchAnswer, at_ms: float) -> TableScreen:
    """The worker has finished thinking; an answer to what is no longer asked is dropped."""
    table, match = at.table, at.match
    request = wanted_thought(at.session)
    if request is None or request.ticket != answer.ticket:
        return table
    answering = _answering_seat(table, match)
    if answering is not None and request.ticket.startswith(f"answer {answering} "):
        # Of two sides, one's chance is the other's risk.
        chance = answer.win_probability
        if request.seat != answering:
            chance = (1 - chance) / (len(match.rules.playing(match.position)) - 1)
        said = answer_to_offer(match, chance)
        plan = PlannedAction(at_ms + SHORTEST_MS, answering, said)
        return replace(table, timing=replace(table.timing, plans=(*table.timing.plans, plan)))
    if request.level:
        action = match.rules.parse_action(answer.action)
        plan = PlannedAction(_soonest_ms(at, at_ms), request.seat, action)
        timing, win = replace(table.timing, plans=(plan,)), None
        if answer.ends_in is not None and answer.win_probability >= 1:
            win = ForcedWin(match.position, answer.action, answer.ends_in - 1)
        return replace(table, timing=timing, forced_win=win)
    table = _with_evaluation(table, match, answer, is_final=True)
    return review.finished(_evaluated(_hinted(table, match), match), match)


def moves_left(table: TableScreen, match: Match) -> int | None:
    """How many actions are left at most, if the last turn was that of a bot which has seen its win;
    None otherwise, and once it has won."""
    seen, turn = table.forced_win, match.last_turn
    if seen is None or not seen.left or turn is None:
        return None
    is_here = turn.before == seen.position and turn.entry.action == seen.action
    return seen.left if is_here else None


def progressed(at: At, answer: SearchAnswer) -> TableScreen:
    """The worker has found something, and is still thinking."""
    request = wanted_thought(at.session)
    if request is None or request.ticket != answer.ticket or request.level or request.nodes:
        return at.table
    return _with_evaluation(at.table, at.match, answer, is_final=False)


def _with_evaluation(
    table: TableScreen, match: Match, answer: SearchAnswer, *, is_final: bool
) -> TableScreen:
    studied = _studied(table, match)
    if studied is None:
        return table
    ply, request = studied
    found = _evaluation(match, ply, request, answer, is_final=is_final)
    return review.with_evaluation(table, match, ply, found)


def _evaluation(
    match: Match, ply: int, request: SearchRequest, answer: SearchAnswer, *, is_final: bool
) -> Evaluation:
    return Evaluation(
        match.position_at(ply),
        request.seat,
        answer.prospects,
        is_final=is_final and not request.nodes,
        depth=answer.depth,
    )


def _soonest_ms(at: At, at_ms: float) -> float:
    session, table, match = at.session, at.table, at.match
    last = match.last_turn
    if last is None or table.zero_ms is None:
        return at_ms
    gap_ms = PACE_MS[session.settings.pace] if is_watched(match) else SHORTEST_MS
    played_ms = table.zero_ms + last.at_ms
    seen_ms = seen_at_ms(match, table.zero_ms, is_still=session.device.is_still)
    pause_ms = max(gap_ms, seen_ms - played_ms)
    if match.running_seat is not None and match.clocks is not None:
        left_ms = match.clocks.left_ms[match.running_seat - 1]
        pause_ms = min(pause_ms, left_ms / TURNS_LEFT)
    return max(at_ms, played_ms + pause_ms)


class Helper(IntEnum):
    """Who can help; the values are in how many steps they tell all."""

    SEARCH = 2
    SOLVER = 3


def helper_of(match: Match) -> Helper | None:
    """Who can help the person who is to act."""
    if not may_help(match):
        return None
    if category_of(match) is not None:
        return Helper.SOLVER
    return Helper.SEARCH if people_to_act(match) else None


def may_help(match: Match) -> bool:
    """Whether people can be helped in a match, whenever they are to act."""
    if match.is_over or match.is_contested:
        return False
    is_searched = match.game.search_bots is not None and bool(match.people)
    return is_searched or category_of(match) is not None


def hint(at: At) -> Result:
    """Give one step more of help.

    It counts once for a position, however many steps were wanted. It is about the present, which
    comes on screen.
    """
    session, match = at.session, at.match
    table = at.table.looking_at(match, match.shown)
    aid, helper = table.help, helper_of(match)
    if helper is None or table.is_elsewhere:
        return session, ()
    if aid is not None and aid.is_awaited:
        return session.on(table.saying(OnBoard.HELPED)), ()
    aid = aid or _first(table, match, helper)
    aid = replace(aid, step=min(helper.value, aid.step + 1))
    if helper is Helper.SOLVER and aid.step == 2:
        # At first only that there is a card is told; to prove what threatens takes a moment.
        aid = warned(aid, match)
    is_counted = helper is Helper.SOLVER and aid.step == 1 and isinstance(aid.advice, Advice)
    if not is_counted:
        return session.on(_helping(table, aid)), ()
    match = helped(match)
    session, effects = keep(session.with_table(table, match), table.match_id)
    return session.on(_helping(table.for_match(match), aid)), effects


def check(at: At) -> Result:
    """Tell whether the position can still be solved: no help, as it does not tell how."""
    session, table, match = at.session, at.table, at.match
    if table.help is not None or helper_of(match) is not Helper.SOLVER:
        return session, ()
    table = table.looking_at(match, match.shown)
    return session.on(_helping(table, _first(table, match, Helper.SOLVER))), ()


def _hinted(table: TableScreen, match: Match) -> TableScreen:
    """The awaited help is told, if it has been found."""
    aid, found = table.help, table.analysis.final(match, match.shown)
    if aid is None or not aid.is_awaited or found is None:
        return table
    return _helping(table, warned(Help(aid.step, found.variation[0]), match))


def _first(table: TableScreen, match: Match, helper: Helper) -> Help:
    """The help that there is, of which no step has been told yet."""
    if helper is Helper.SOLVER:
        solver = match.game.solver
        return Help(0, solver.advise(match.position) if solver else None)
    found = table.analysis.final(match, match.shown)
    if found is None:
        return Help(0, None, is_awaited=True)
    return warned(Help(0, found.variation[0]), match)


def warned(aid: Help, match: Match, goal: str = BETTER) -> Help:
    """The help about a position with what threatens there, as far as it is proved."""
    if not isinstance(aid.advice, str | Advice):
        return aid
    accepted = (aid.advice,) if isinstance(aid.advice, str) else ()
    found = warning_for(match.game, match.position, goal=goal, accepted=accepted)
    return replace(aid, warning=tuple(found))


def _helping(table: TableScreen, aid: Help) -> TableScreen:
    return replace(table, help=aid).saying(OnBoard.HELPED)


def is_evaluation_wanted(table: TableScreen, match: Match) -> bool:
    """Whether the position on screen is still to be evaluated."""
    seen = table.looked_at(match)
    is_known = seen.is_over or table.analysis.final(seen, seen.shown) is not None
    return table.analysis.is_open and not is_known


def evaluate(table: TableScreen, match: Match) -> TableScreen:
    """The evaluation is to be said: at once, or as soon as there is one."""
    if match.game.search_bots is None or match.is_contested:
        return table
    table = replace(table, analysis=replace(table.analysis, is_open=True))
    is_awaited = is_evaluation_wanted(table, match)
    table = replace(table, analysis=replace(table.analysis, is_awaited=is_awaited))
    return table.saying(OnTable.EVALUATED)


def _evaluated(table: TableScreen, match: Match) -> TableScreen:
    """Say the awaited evaluation, if there is one now."""
    analysis = table.analysis
    seen = table.looked_at(match)
    if not analysis.is_awaited or analysis.final(seen, seen.shown) is None:
        return table
    return replace(table, analysis=replace(analysis, is_awaited=False)).saying(OnTable.EVALUATED)
