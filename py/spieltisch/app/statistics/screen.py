"""The statistics among the other screens; they can be erased, and brought back."""

from dataclasses import replace

from spieltisch.app.effects import Keep
from spieltisch.app.message import Message
from spieltisch.app.messages import Command
from spieltisch.app.puzzle.log import PuzzleLog
from spieltisch.app.runs import Runs
from spieltisch.app.screen import Place, Screen, no_more, showing
from spieltisch.app.session import Result, Session
from spieltisch.app.statistics.state import EraseStatistics, StatisticsScreen
from spieltisch.app.statistics.view import statistics_screen


def update(session: Session, screen: StatisticsScreen, message: Message) -> Result:
    """The session after a message to this screen."""
    match message:
        case EraseStatistics(at_ms):
            kept = session.kept
            before = (session.settings.counted_since_ms, kept.runs, kept.puzzles)
            # The matches stay. 1 ms is added, so that a match of this millisecond does not count.
            since_ms = session.wall_ms(at_ms) + 1
            return _counting(session.on(StatisticsScreen(before)), since_ms, {}, PuzzleLog())
        case Command.RESTORE_STATISTICS if screen.erased is not None:
            return _counting(session.on(StatisticsScreen()), *screen.erased)
    return session, ()


def _counting(session: Session, since_ms: int, runs: Runs, puzzles: PuzzleLog) -> Result:
    """The session whose statistics count matches since a moment, these runs and these puzzles."""
    settings = replace(session.settings, counted_since_ms=since_ms)
    kept = replace(session.kept, runs=runs, puzzles=puzzles)
    session = replace(session, settings=settings, kept=kept)
    return session, (Keep(settings), Keep(runs), Keep(puzzles))


SCREENS = (
    Screen(
        StatisticsScreen,
        statistics_screen,
        update,
        places={"statistics": Place(no_more, showing(lambda _: StatisticsScreen()))},
    ),
)
