"""Own bots at the table.

A computer that is called as the file of one of a person's own bots is that bot: so it is in records
and links without a word of its own, and where nobody has such a bot the computer plays.
"""

from dataclasses import replace

from spieltisch.app.match.messages import Answered
from spieltisch.app.match.thinking import bot_thought, may_act, with_bots
from spieltisch.app.notice import Notice
from spieltisch.app.screens import SCREENS
from spieltisch.app.session import At, Result, Session
from spieltisch.app.workshop.failures import ended_text, failure_text
from spieltisch.app.workshop.league import TrialEnd
from spieltisch.app.workshop.state import BotEnded, BotTold, WorkshopScreen
from spieltisch.kit.words import Words
from spieltisch.play.own_jobs import (
    MAX_EVENT,
    Acted,
    AskBot,
    Failed,
    Failure,
    Series,
    parse_events,
)
from spieltisch.play.service import Answer
from spieltisch.play.timing import PlannedAction, seen_at_ms
from spieltisch.table import Seat

LIMIT_MS = 5_000
"""How long an own bot may think at the table."""


class BotFailed(Notice):
    """An own bot at the table has made a mistake, or has come to an end."""

    failure: Failure | None
    why: TrialEnd = TrialEnd.FAILED

    def text(self, words: Words) -> str:
        if self.failure is None:
            return ended_text(self.why, LIMIT_MS, words)
        return failure_text(self.failure, words)


def wanted_job(session: Session) -> tuple[Series | AskBot, int] | None:
    """What bots are to do where they are confined, and how long one may think; None for nothing."""
    if isinstance(session.screen, WorkshopScreen):
        run = session.screen.running
        return None if run is None else (run.ask or run.series, run.limit_ms)
    asked = asked_bot(session)
    return None if asked is None else (asked, LIMIT_MS)


def asked_bot(session: Session) -> AskBot | None:
    """What an own bot at the table is asked now; None for nothing."""
    at = with_bots(session) if session.kept.bots.by_id else None
    if at is None:
        return None
    match = at.match
    if match.game.search_bots is None:
        return _to_see(at)
    request = bot_thought(session)
    if request is None or not request.level:
        return None
    return _ask(at, request.seat, request.ticket, request.match, request.seed)


def _to_see(at: At) -> AskBot | None:
    """What an own bot is asked where the faster one acts: one after the other looks."""
    timing, match = at.table.timing, at.match
    if not may_act(at) or match.rules.automatic_action(match.position) is not None:
        return None
    done = timing.silent | {plan.seat for plan in timing.plans}
    seats = sorted(at.session.kept.bots.seats(match.setup) & match.position.active_seats - done)
    if not seats:
        return None
    memory = f"{match.setup.game} {match.setup.start} {seats[0]}"
    moment = f"{memory} {match.shown}"
    return _ask(at, seats[0], f"{moment} {timing.shown_ms}", memory, moment)


def _ask(at: At, seat: Seat, ticket: str, memory: str, seed: str) -> AskBot | None:
    match = at.match
    found = at.session.kept.bots.at(match.setup, seat)
    if found is None:
        return None
    bot_id, bot = found
    position = match.rules.format_position(match.position.observe(seat))
    memory = f"{bot_id} {bot.changed} {memory}"
    return AskBot(ticket, match.setup.game, position, seat, bot.contestant, memory, seed)


def has_own_bot(session: Session) -> bool:
    """Whether an own bot sits at the table."""
    match = session.match if session.table is not None else None
    if match is None or not session.kept.bots.by_id:
        return False
    return bool(session.kept.bots.seats(match.setup))


def told(session: Session, message: BotTold | BotEnded) -> Result:
    """Something was told of an own bot at the table; a stranger may have told it."""
    asked, at = asked_bot(session), At.of(session)
    if asked is None or at is None:
        return session, ()
    match, looks_ahead = at.match, at.match.game.search_bots is not None
    if isinstance(message, BotEnded):
        return replace(session, notice=BotFailed(None, message.why)), ()
    try:
        events = parse_events(message.text, 8 * MAX_EVENT)
    except ValueError:
        return replace(session, notice=BotFailed(None, TrialEnd.FLOOD)), ()
    for event in events:
        if isinstance(event, Failed):
            return replace(session, notice=BotFailed(event.failure)), ()
        if isinstance(event, Acted) and event.ticket == asked.ticket:
            legal = map(match.rules.format_action, match.position.legal_actions(asked.seat))
            if event.action not in legal and (event.action or looks_ahead):
                return replace(session, notice=BotFailed(None, TrialEnd.FLOOD)), ()
            if not looks_ahead:
                return _planned(at, asked.seat, event, message.at_ms), ()
            answer = Answer(asked.ticket, event.action, (), 0.5, None, 0, 0)
            screen = SCREENS[type(session.screen)]
            return screen.update(session, session.screen, Answered(answer, message.at_ms))
    return session, ()


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
