"""The board beside a bot's file: which position lies there, and how the bot is asked about it."""

from functools import lru_cache

from spieltisch.app.keeping.league import BotQuestion, Trial
from spieltisch.app.workshop.state import BesideFile, WhereFailed, WorkshopScreen
from spieltisch.games import catalog
from spieltisch.play.codec import parse_setup
from spieltisch.play.match import Match
from spieltisch.play.own_jobs import AskBot, Contestant, MatchPlayed
from spieltisch.play.replaying import replay_of
from spieltisch.table import AnyPosition, Record, Turn, parse_record, play

BOARD_MS = 1_000
"""While a series is played, so long after a match came on the board another one takes its place."""

MAX_RECORD = 40_000
"""Letters of a match that comes on the board by itself: a longer one would keep the page busy."""


def match_of(one: MatchPlayed, game: str) -> Match | None:
    """A match that was played where bots are confined; None if what was told is no such match."""
    try:
        match = Match.replayed(replay_of(parse_record(one.record)))
    except ValueError:
        return None
    return match if match.setup.game == game else None


@lru_cache(maxsize=8)
def position_of(game: str, text: str) -> AnyPosition | None:
    """A position by its text; None if it is none."""
    try:
        position: AnyPosition = catalog.game_of(game).rules.parse_position(text)
    except ValueError:
        return None
    return position


@lru_cache(maxsize=8)
def start_of(game: str) -> AnyPosition:
    """A start, always the same one."""
    return Match.open(Record(parse_setup(game, "seed=1"))).start


def position_on(screen: WorkshopScreen) -> AnyPosition:
    """What lies on the board."""
    board = screen.board
    return start_of(screen.bot.game) if board is None else board.position


def with_board(screen: WorkshopScreen, work: Trial | BotQuestion, at_ms: float) -> WorkshopScreen:
    """The screen with the position at which a bot has failed on its board; else with the match that
    was played last, unless the person looks at an earlier moment of another."""
    game, failure, board = screen.bot.game, work.failure, screen.board
    failed_at = None if failure is None else position_of(game, failure.position)
    where = None if failed_at is None else WhereFailed(failed_at)
    if isinstance(work, BotQuestion):
        # What is told of it is still told of the question.
        return screen if where is None else screen.laying(BesideFile(where, said=work))
    if where is not None:
        return screen.laying(BesideFile(where))
    is_stepped_through = isinstance(board, Match) and not board.is_at_end
    is_early = not work.ended and at_ms < screen.on_board.since_ms + BOARD_MS
    if not work.played or is_stepped_through or is_early:
        return screen
    last = work.played[-1]
    match = match_of(last, game) if len(last.record) <= MAX_RECORD else None
    return screen if match is None else screen.laying(BesideFile(match, since_ms=at_ms))


def is_possible(ask: AskBot, action: str) -> bool:
    """Whether what was told is an answer: whoever is asked where several may act may do nothing."""
    game, position = catalog.game_of(ask.game), position_of(ask.game, ask.position)
    legal = () if position is None else position.legal_actions(ask.seat)
    is_nothing = not action and game.search_bots is None
    return is_nothing or action in map(game.rules.format_action, legal)


def ask_about(position: AnyPosition, game: str, bot: Contestant, seed: int) -> AskBot | None:
    """The question what a bot would play for the seat that is to act, the first one if there are
    several; None where nobody is."""
    seats = sorted(seat for seat in position.active_seats if seat > 0)
    if not seats:
        return None
    text = catalog.game_of(game).rules.format_position(position.observe(seats[0]))
    return AskBot(str(seed), game, text, seats[0], bot, str(seed), str(seed))


def answer_turn(screen: WorkshopScreen) -> Turn | None:
    """The turn that the bot has answered to play in the position on the board; None if it has not
    answered, or where cards are hidden from it."""
    asked, game = screen.asked, catalog.game_of(screen.bot.game)
    if asked is None or asked.said is None or game.search_bots is None:
        return None
    rules, position, seat = game.rules, position_on(screen), asked.ask.seat
    return play(rules, position, seat, rules.parse_action(asked.said.action))
