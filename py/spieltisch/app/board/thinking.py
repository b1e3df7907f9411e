"""What bots and solvers find out: hints in steps, what they think of a position, and what their
worker is to think about.

What is wanted of the worker follows from the session alone. The shell compares it with what is
being thought about, and starts or stops accordingly: nothing is left thinking for a position that
is gone.
"""

from dataclasses import replace
from enum import Enum, IntEnum, auto
from typing import Self

from spieltisch.app.board import review
from spieltisch.app.board.browsing import helped, play_from
from spieltisch.app.board.clocks import TURNS_LEFT, affordable_nodes
from spieltisch.app.board.exercise import Exercise
from spieltisch.app.board.messages import GoOn, StepOn
from spieltisch.app.core.message import Frozen
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


class Purpose(Enum):
    """What a search is for."""

    MOVE = auto()
    """A bot is to move."""
    OFFER = auto()
    """A bot is to say yes or no to an offer of a draw."""
    EXERCISE = auto()
    """A puzzle is to be judged, or a study's position evaluated."""
    HINT = auto()
    EVALUATION = auto()
    """The position on screen is evaluated."""
    REVIEW = auto()
    """So is each position of the match."""


class Thought(Frozen):
    """What has to be thought about, and what for."""

    purpose: Purpose
    match: Match
    ply: int
    """After how many turns of the match the position comes that is searched."""
    seat: Seat
    """For whom: who is to move or to say something, or who acts there."""
    request: SearchRequest
    """What the worker is asked."""

    def evaluation(self, answer: SearchAnswer, *, is_final: bool) -> Evaluation:
        return Evaluation(
            self.match.position_at(self.ply),
            self.request.seat,
            answer.prospects,
            is_final=is_final and not self.request.nodes,
            depth=answer.depth,
        )

    def having(self, *, nodes: int = 0, wanted: int = 1) -> Self:
        """The same to be searched so far, or for so many prospects, see SearchRequest."""
        return replace(self, request=replace(self.request, nodes=nodes, wanted=wanted))


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
    """What the worker has to think about now; None for nothing."""
    found = thought(session)
    return None if found is None else found.request


def thought(session: Session) -> Thought | None:
    """What has to be thought about now, and what for; None for nothing. What the match waits for
    comes first. Nobody plays in the place of a person's own bot that has failed: a person is
    asked."""
    at, found = At.of(session), _due(session)
    if found is not None and found.purpose is Purpose.MOVE and session.failed is not None:
        found = None
    return _studied(at.table, at.match) if found is None and at is not None else found


def answered_by(session: Session, answer: SearchAnswer) -> Thought | None:
    """What an answer of the worker is about; None if that was not asked for, or is no longer."""
    found = thought(session)
    return found if found is not None and found.request.ticket == answer.ticket else None


def _due(session: Session) -> Thought | None:
    """What an exercise asks, or what the bots at the table are to do."""
    exercise, at = session.on_screen(Exercise), with_bots(session)
    if exercise is not None:
        return _asked(exercise)
    return None if at is None else _of_bots(at)


def _asked(screen: Exercise) -> Thought | None:
    match, question = screen.match, screen.question
    if question is None:
        return None
    if question.level and question.seat:
        asked = _thought(Purpose.MOVE, match, match.shown, question.seat, question.about)
        return _as_bot(asked, question.level)
    ply = match.shown if question.ply is None else question.ply
    asked = _thought(Purpose.EXERCISE, match, ply, question.seat, question.about)
    return asked.having(nodes=question.nodes, wanted=question.wanted)


def evaluation_for(
    session: Session, answer: SearchAnswer, *, is_final: bool = True
) -> Evaluation | None:
    """What the worker has found about the exercise on screen; None if that was not asked for, or is
    no longer."""
    found = answered_by(session, answer)
    if found is None or found.purpose is not Purpose.EXERCISE:
        return None
    return found.evaluation(answer, is_final=is_final)


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
    found = _due(session)
    return None if found is None or found.purpose is Purpose.EXERCISE else found.request


def _of_bots(at: At) -> Thought | None:
    match, answering = at.match, _answering_seat(at.table, at.match)
    bots = match.game.search_bots
    if answering is not None:
        asked = _thought(Purpose.OFFER, match, match.shown, about=answering)
        nodes = 0 if bots is None else bots.review_nodes
        return replace(asked.having(nodes=nodes), seat=answering)
    if not may_act(at) or at.table.timing.plans or bots is None:
        return None
    for seat in sorted(match.position.active_seats):
        level = match.bot_level(seat)
        if level is not None:
            return _as_bot(_thought(Purpose.MOVE, match, match.shown, seat), level)
    return None


def _as_bot(asked: Thought, level: int) -> Thought:
    """The thought when a bot is to think as it plays."""
    match, setup = asked.match, asked.match.setup
    bots = match.game.search_bots
    nodes = affordable_nodes(match, bots) if bots is not None else 0
    memory = f"{setup.game} {setup.start} {asked.seat}"
    request = replace(asked.request, level=level, match=memory, nodes=nodes)
    return replace(asked, request=request)


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


def _studied(table: TableScreen, match: Match) -> Thought | None:
    """Which position of the match a person wants to know about."""
    bots = match.game.search_bots
    if bots is None:
        return None
    if table.help is not None and table.help.is_awaited:
        return _thought(Purpose.HINT, match, match.shown)
    if is_evaluation_wanted(table, match):
        seen = table.looked_at(match)
        return _thought(Purpose.EVALUATION, seen, seen.shown).having(wanted=MOST_PROSPECTS)
    unknown = review.next_unknown(table, match)
    if unknown is None:
        return None
    return _thought(Purpose.REVIEW, match, unknown).having(nodes=bots.review_nodes)


def _thought(
    purpose: Purpose, match: Match, ply: int, seat: Seat | None = None, about: object = None
) -> Thought:
    """The position after ``ply`` turns is to be searched as well as can be; for whoever acts there,
    unless it says for whom. Its ticket is another one for each purpose, position and ``about``."""
    setup, position = match.setup, match.position_at(ply)
    seat = seat_for(position) if seat is None else seat
    moment = f"{setup.game} {setup.start} {ply}"
    request = SearchRequest(
        ticket=f"{purpose.name} {about!r} {moment} {match.rules.format_board(position)}",
        game=setup.game,
        position=position.observe(seat),
        seat=seat,
        level=0,
        seed=f"{setup.seed} {moment}",
    )
    return Thought(purpose, match, ply, seat, request)


def answered(at: At, answer: SearchAnswer, at_ms: float) -> TableScreen:
    """The worker has finished thinking; an answer to what is no longer asked is dropped."""
    table, match = at.table, at.match
    asked = answered_by(at.session, answer)
    if asked is None:
        return table
    if asked.purpose is Purpose.OFFER:
        # Of two sides, one's chance is the other's risk.
        chance = answer.win_probability
        if asked.request.seat != asked.seat:
            chance = (1 - chance) / (len(match.rules.playing(match.position)) - 1)
        said = answer_to_offer(match, chance)
        plan = PlannedAction(at_ms + SHORTEST_MS, asked.seat, said)
        return replace(table, timing=replace(table.timing, plans=(*table.timing.plans, plan)))
    if asked.purpose is Purpose.MOVE:
        action = match.rules.parse_action(answer.action)
        plan = PlannedAction(_soonest_ms(at, at_ms), asked.seat, action)
        timing, win = replace(table.timing, plans=(plan,)), None
        if answer.ends_in is not None and answer.win_probability >= 1:
            win = ForcedWin(match.position, answer.action, answer.ends_in - 1)
        return replace(table, timing=timing, forced_win=win)
    found = asked.evaluation(answer, is_final=True)
    table = review.with_evaluation(table, match, asked.ply, found)
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
    asked = answered_by(at.session, answer)
    if asked is None or asked.purpose is Purpose.MOVE or asked.request.nodes:
        return at.table
    found = asked.evaluation(answer, is_final=False)
    return review.with_evaluation(at.table, at.match, asked.ply, found)


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
