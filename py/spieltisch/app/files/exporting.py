"""What goes into a file of matches."""

from collections.abc import Sequence

from spieltisch.app.dates import Now
from spieltisch.app.kept_values import KINDS
from spieltisch.app.matches.finding import found_matches
from spieltisch.app.matches.state import MatchesScreen
from spieltisch.app.session import Session
from spieltisch.app.settings.settings import format_settings
from spieltisch.kit.words import Words
from spieltisch.play.archive_file import Belongings, BelongingsKind
from spieltisch.play.summary import Summary


def chosen(session: Session, which: str, words: Words) -> Sequence[Summary]:
    """The matches that are to be exported.

    Args:
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
    texts = {name: kind.format(getattr(session.kept, kind.field)) for name, kind in KINDS.items()}
    texts[BelongingsKind.SETTINGS] = format_settings(session.settings)
    return [Belongings(BelongingsKind(name), "", text) for name, text in texts.items()]
