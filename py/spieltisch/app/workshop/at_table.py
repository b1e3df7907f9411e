"""Own bots at the table.

A computer that is called as the file of one of a person's own bots is that bot: so it is in records
and links without a word of its own, and where nobody has such a bot the computer plays.
"""

from dataclasses import dataclass, replace

from spieltisch.app.match.messages import Answered
from spieltisch.app.match.thinking import bot_thought
from spieltisch.app.notice import Notice
from spieltisch.app.screens import screen_of
from spieltisch.app.session import Result, Session
from spieltisch.app.workshop.bots import BotId, OwnBot
from spieltisch.app.workshop.failures import ended_text, failure_text
from spieltisch.app.workshop.state import BotEnded, BotTold, WorkshopScreen
from spieltisch.kit.words import Words
from spieltisch.play.own_jobs import (
    MAX_EVENT,
    Acted,
    AskBot,
    Contestant,
    Failed,
    Failure,
    Series,
    is_own_player,
    own_player,
    parse_events,
)
from spieltisch.play.service import Answer
from spieltisch.table import Seat, Setup

LIMIT_MS = 5_000
"""How long an own bot may think at the table."""


@dataclass(frozen=True)
class BotFailed(Notice):
    """An own bot at the table has made a mistake, or has come to an end."""

    failure: Failure | None
    why: str = ""

    def text(self, words: Words) -> str:
        if self.failure is None:
            return ended_text(self.why, LIMIT_MS, words)
        return failure_text(self.failure, words)


def wanted_job(session: Session) -> tuple[Series | AskBot, int] | None:
    """What bots are to do where they are confined, and how long one may think; None for nothing."""
    if isinstance(session.screen, WorkshopScreen):
        run = session.screen.running
        return None if run is None else (run.series, run.limit_ms)
    asked = asked_bot(session)
    return None if asked is None else (asked, LIMIT_MS)


def asked_bot(session: Session) -> AskBot | None:
    """What an own bot at the table is asked now; None for nothing."""
    request = bot_thought(session) if session.kept.bots.by_id else None
    match = session.match
    if request is None or match is None or not request.level:
        return None
    found = _own_bot(session, match.setup, request.seat)
    if found is None:
        return None
    bot_id, bot = found
    return AskBot(
        request.ticket,
        request.game,
        match.rules.format_position(request.position),
        request.seat,
        Contestant(bot.name, bot.source),
        f"{bot_id} {bot.changed} {request.match}",
        request.seed,
    )


def _own_bot(session: Session, setup: Setup, seat: Seat) -> tuple[BotId, OwnBot] | None:
    player, bots = setup.all_players[seat - 1], session.kept.bots.of(setup.game)
    named = ((one, bot) for one, bot in bots.items() if own_player(bot.name).name == player.name)
    return next(named, None) if is_own_player(player) else None


def has_own_bot(session: Session) -> bool:
    """Whether an own bot sits at the table."""
    match = session.match if session.table is not None else None
    if match is None or not session.kept.bots.by_id:
        return False
    setup = match.setup
    return any(_own_bot(session, setup, seat) for seat in range(1, setup.seats + 1))


def told(session: Session, message: BotTold | BotEnded) -> Result:
    """Something was told of an own bot at the table; a stranger may have told it."""
    asked, match = asked_bot(session), session.match
    if asked is None or match is None:
        return session, ()
    if isinstance(message, BotEnded):
        return replace(session, notice=BotFailed(None, message.why)), ()
    try:
        events = parse_events(message.text, 8 * MAX_EVENT)
    except ValueError:
        return replace(session, notice=BotFailed(None, "flood")), ()
    for event in events:
        if isinstance(event, Failed):
            return replace(session, notice=BotFailed(event.failure)), ()
        if isinstance(event, Acted) and event.ticket == asked.ticket:
            legal = map(match.rules.format_action, match.position.legal_actions(asked.seat))
            if event.action not in legal:
                return replace(session, notice=BotFailed(None, "flood")), ()
            answer = Answer(asked.ticket, event.action, (), 0.5, None, 0, 0)
            screen = screen_of(session.screen)
            return screen.update(session, session.screen, Answered(answer, message.at_ms))
    return session, ()
