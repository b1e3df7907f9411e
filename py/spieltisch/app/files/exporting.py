"""Which matches go into a file."""

from collections.abc import Sequence

from spieltisch.app.dates import Now
from spieltisch.app.lesson.progress import format_progress
from spieltisch.app.matches.finding import found_matches
from spieltisch.app.matches.state import MatchesScreen
from spieltisch.app.puzzle.log import format_puzzle_log
from spieltisch.app.runs import format_runs
from spieltisch.app.session import Session
from spieltisch.app.settings.settings import format_settings
from spieltisch.kit.words import Words
from spieltisch.play.archive_file import Belongings, BelongingsKind
from spieltisch.play.summary import Summary


def chosen(session: Session, which: str, words: Words) -> Sequence[Summary]:
    """The matches that are to be exported.

    Args:
        session: the session that keeps them.
        which: ids with spaces between them; ``found`` for those that the filter on screen finds;
            empty for all.
        words: the language in which the filter searches players' names.
    """
    summaries, screen = session.library.summaries, session.screen
    if which == "found" and isinstance(screen, MatchesScreen):
        now = Now(screen.now_ms, session.device.zone)
        found = found_matches(summaries, screen.wanted, now, words)
        return [one for name in screen.wanted.lists for one in found[name]]
    return [summaries[one] for one in which.split() or summaries if one in summaries]


def belongings(session: Session) -> Sequence[Belongings]:
    """What a file of all that is kept has besides matches and their reviews."""
    kept = session.kept
    texts = {
        BelongingsKind.RUNS: format_runs(kept.runs),
        BelongingsKind.LESSONS: format_progress(kept.progress),
        BelongingsKind.PUZZLES: format_puzzle_log(kept.puzzles),
        BelongingsKind.SETTINGS: format_settings(session.settings),
    }
    return [Belongings(kind, "", text) for kind, text in texts.items()]
