"""Matches as storage holds them, and the way back from there."""

from spieltisch.app.core.damage import MATCHES
from spieltisch.app.core.effects import Effect, Fetch, Keep
from spieltisch.app.core.library import KeptMatch
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.waits import Came, Stored
from spieltisch.app.matches.state import LibraryChanged
from spieltisch.play.match import Match, format_match
from spieltisch.play.summary import MatchId, format_summary, summary_of

KEPT_ID = "kept00000001"


def kept_matches(effects: tuple[Effect, ...]) -> list[Match]:
    """The matches that are to be written down, as they then are."""
    kept = [effect.kept for effect in effects if isinstance(effect, Keep)]
    return [one.match for one in kept if isinstance(one, KeptMatch)]


def listed(match: Match, match_id: MatchId = KEPT_ID, played_ms: int = 1) -> LibraryChanged:
    """It is told that a match is kept."""
    summary = summary_of(match, match_id, begun_ms=1, played_ms=played_ms)
    return LibraryChanged((format_summary(summary),))


def asked(match_id: MatchId = KEPT_ID) -> Fetch:
    """Storage is asked for a kept match."""
    return Fetch(Stored(MATCHES, match_id))


def stored(match_id: MatchId, text: str | None) -> Came:
    """Storage has answered with the text of a match, or that there is none."""
    return Came(Stored(MATCHES, match_id), text, 0.0)


def read(match: Match, match_id: MatchId = KEPT_ID) -> Came:
    """A kept match comes from storage."""
    return stored(match_id, format_match(match))


def next_visit(match: Match, link: str) -> tuple[Message, ...]:
    """The page is opened at a link, which leads to a kept match."""
    return listed(match), Navigate(link, 0.0), read(match)
