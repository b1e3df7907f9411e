"""Own bots at the table.

A computer that is called as the file of one of a person's own bots is that bot: so it is in records
and links without a word of its own, and where nobody has such a bot the computer plays.
"""

from dataclasses import replace
from random import Random

from spieltisch.app.board.messages import Answered
from spieltisch.app.board.thinking import bot_thought, may_act, with_bots
from spieltisch.app.core.effects import Hear
from spieltisch.app.core.notice import LeaguePlayed, Standstill
from spieltisch.app.core.routes import Link
from spieltisch.app.core.session import At, FailedBot, Result, Session
from spieltisch.app.keeping.bots import Bots
from spieltisch.app.keeping.league import TrialEnd
from spieltisch.app.workshop.failures import ended_text, failure_text
from spieltisch.app.workshop.state import BotEnded, BotHeard, LeftLeague, WorkshopScreen
from spieltisch.kit.frame import button, link_button, row
from spieltisch.kit.markup import Markup
from spieltisch.kit.words import Words
from spieltisch.play.match import Match
from spieltisch.play.own_jobs import (
    MAX_EVENT,
    Acted,
    AskBot,
    Failed,
    Failure,
    FailureKind,
    Series,
    parse_events,
)
from spieltisch.play.service import SearchAnswer
from spieltisch.play.timing import PlannedAction, react, seen_at_ms
from spieltisch.table import Prospect, Seat, TableAction

LIMIT_MS = 5_000
"""How long an own bot may think at the table."""


class BotFailed(Standstill):
    """An own bot at the table has made a mistake, or has come to an end."""

    workshop: str
    """The address of its file."""
    is_played: bool
    """Whether it sits in a match; else in what is tried out beside one."""
    resigning: Seat
    """Who would resign; 0 where that cannot be."""
    failure: Failure | None
    why: TrialEnd = TrialEnd.FAILED

    def text(self, words: Words) -> str:
        if self.failure is None:
            return ended_text(self.why, words)
        return failure_text(self.failure, words)

    def ways(self, words: Words) -> Markup:
        return row(
            link_button(words.gettext("Edit it"), self.workshop),
            button(words.gettext("Ask again"), "ask-again"),
            button(words.gettext("Let the computer play on"), "stand-in")
            if self.is_played
            else None,
            button(words.gettext("It resigns"), TableAction.RESIGN.value, self.resigning)
            if self.resigning
            else None,
        )


def wanted_job(session: Session) -> tuple[Series | AskBot, int] | None:
    """What bots are to do where they are confined, and how long one may think; None for nothing."""
    asked = asked_bot(session)
    if asked is not None:
        return asked, LIMIT_MS
    aside = session.aside
    left = aside.workshop if isinstance(aside, LeftLeague) else None
    for screen in (session.screen, left):
        work = screen.running if isinstance(screen, WorkshopScreen) else None
        if work is not None:
            return work.job, work.limit_ms
    return None


def wants_bots(session: Session) -> bool:
    """Whether bots are wanted on screen: there is but one place where they are confined."""
    screen = session.screen
    return has_own_bot(session) or (isinstance(screen, WorkshopScreen) and bool(screen.running))


def asked_bot(session: Session) -> AskBot | None:
    """What an own bot at the table is asked now; None for nothing, as after it has failed."""
    return None if session.failed is not None else _due(session)


def with_failure(before: Session, session: Session) -> Session:
    """The session without a failure that nothing waits for any more; where another notice has come,
    the board tells of it."""
    failed = session.failed
    if failed is None or _due(session) != failed.asked:
        return replace(session, failed=None)
    is_other = session.notice is not None and session.notice != before.notice
    return replace(session, failed=replace(failed, is_on_board=True)) if is_other else session


def put_away(session: Session) -> Session:
    """The session once the person wants the notice away: of a failure the board tells from then
    on."""
    failed = session.failed
    if failed is None or failed.is_on_board:
        told = session.notice
        return replace(session, notice=told.over if isinstance(told, LeaguePlayed) else None)
    return replace(session, failed=replace(failed, is_on_board=True))


def ask_again(session: Session) -> Session:
    return replace(session, failed=None)


def play_on(session: Session, at_ms: float) -> Session:
    """The computer plays on for the bot that has failed. In a race it looks at the position that is
    there now; else it is asked as any other."""
    failed, at = session.failed, At.of(session)
    if failed is None or at is None:
        return session
    table, match, seat = at.table, at.match, failed.asked.seat
    reaction = react(match, seat, Random(f"{match.setup.start}/{match.shown}/{seat}"))
    plans = table.timing.plans
    if reaction is not None:
        plans = (*plans, PlannedAction(at_ms + reaction.delay_ms, seat, reaction.action))
    table = replace(table, timing=replace(table.timing, plans=plans))
    table = replace(table, stand_ins=table.stand_ins | {seat})
    return ask_again(session.on(table))


def _due(session: Session) -> AskBot | None:
    match, at = session.match, with_bots(session)
    if match is None or not session.kept.of(Bots).by_id:
        return None
    if match.game.search_bots is None:
        return None if at is None else _to_see(at)
    request = bot_thought(session)
    if request is None or not request.level:
        return None
    memory = request.match, request.seed
    return _ask(session, match, request.seat, request.ticket, *memory)


def _to_see(at: At) -> AskBot | None:
    """What an own bot is asked in a race: the bots look at the position one after the other, and
    the one that would act first does."""
    timing, match = at.table.timing, at.match
    if not may_act(at) or match.rules.automatic_action(match.position) is not None:
        return None
    done = timing.silent | at.table.stand_ins | {plan.seat for plan in timing.plans}
    seats = sorted(at.session.kept.of(Bots).seats(match.setup) & match.position.active_seats - done)
    if not seats:
        return None
    memory = f"{match.setup.game} {match.setup.start} {seats[0]}"
    moment = f"{memory} {match.shown}"
    ticket = f"{moment} {timing.shown_ms}"
    return _ask(at.session, match, seats[0], ticket, memory, moment)


def _ask(
    session: Session, match: Match, seat: Seat, ticket: str, memory: str, seed: str
) -> AskBot | None:
    found = session.kept.of(Bots).at(match.setup, seat)
    if found is None or (session.table is not None and seat in session.table.stand_ins):
        return None
    bot_id, bot = found
    position = match.rules.format_position(match.position.observe(seat))
    memory = f"{bot_id} {bot.changed} {memory}"
    return AskBot(ticket, match.setup.game, position, seat, bot.contestant, memory, seed)


def has_own_bot(session: Session) -> bool:
    """Whether an own bot sits at the table."""
    match = session.match
    if match is None or not session.kept.of(Bots).by_id:
        return False
    return bool(session.kept.of(Bots).seats(match.setup))


def told(session: Session, message: BotHeard | BotEnded) -> Result:
    """Something was told of an own bot at the table; a stranger may have told it."""
    asked, match, at = asked_bot(session), session.match, At.of(session)
    if asked is None or match is None:
        return session, ()
    looks_ahead = match.game.search_bots is not None
    if isinstance(message, BotEnded):
        return _failed(session, match, asked, None, message.why), ()
    try:
        events = parse_events(message.text, 8 * MAX_EVENT)
    except ValueError:
        return _failed(session, match, asked, None, TrialEnd.FLOOD), ()
    for event in events:
        if isinstance(event, Failed):
            return _failed(session, match, asked, event.failure), ()
        if isinstance(event, Acted) and event.ticket == asked.ticket:
            legal = map(match.rules.format_action, match.position.legal_actions(asked.seat))
            if event.action not in legal and (event.action or looks_ahead):
                kind, what = FailureKind.ILLEGAL_CHOICE, repr(event.action)
                return _failed(session, match, asked, Failure(asked.bot.name, kind, what)), ()
            if not looks_ahead and at is not None:
                return _planned(at, asked.seat, event, message.at_ms), ()
            answer = SearchAnswer(asked.ticket, (Prospect(0.5, None, (event.action,)),), 0, 0)
            return session, (Hear(Answered(answer, message.at_ms)),)
    return session, ()


def _failed(
    session: Session,
    match: Match,
    asked: AskBot,
    failure: Failure | None,
    why: TrialEnd = TrialEnd.FAILED,
) -> Session:
    """A bot cannot say what it does: a person is asked how the match goes on. Of what was told of
    the bot only that is taken which is not known here."""
    at, seat = At.of(session), asked.seat
    if failure is not None:
        failure = replace(failure, name=asked.bot.name, position=asked.position, seat=seat)
    found = session.kept.of(Bots).at(match.setup, seat)
    address = Link("workshop", match.setup.game, section=None if found is None else found[0]).text
    # What is only tried out goes on without it.
    is_played = at is not None
    may_resign = is_played and TableAction.RESIGN in match.table_actions(seat)
    told = BotFailed(address, is_played, seat if may_resign else 0, failure, why)
    if at is not None:
        # Nobody is told any more that it is still thinking.
        session = at.on(replace(at.table, timing=replace(at.table.timing, tells_ms=()))).session
    return replace(session, notice=None, failed=FailedBot(told, asked))


def _planned(at: At, seat: Seat, said: Acted, at_ms: float) -> Session:
    """A bot acts when it says, or as soon as it has told it; or it does nothing."""
    timing, match = at.table.timing, at.match
    if not said.action:
        timing = replace(timing, silent=timing.silent | {seat})
    else:
        seen_ms = seen_at_ms(match, at.table.zero_ms, is_still=at.session.device.is_still)
        due_ms = max(at_ms, max(timing.shown_ms, seen_ms) + said.delay_ms)
        plan = PlannedAction(due_ms, seat, match.rules.parse_action(said.action))
        timing = replace(timing, plans=(*timing.plans, plan))
    return at.session.on(replace(at.table, timing=timing))
