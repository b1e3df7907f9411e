"""Links to puzzles from a person's own cards: ``#/dealt/<game>/<code>``."""

from spieltisch.app.core.routes import Link
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.puzzle_log import PuzzleLog, own_log
from spieltisch.play.dealing import deck_code

DEALT = "dealt"

FIRST = "first"
"""After what the first puzzle comes."""


def link_to_next(game: str, after: str, start: str) -> str:
    """The link to the puzzle that comes after another one from the same cards."""
    return Link(DEALT, game, section=deck_code(after, start)).text


def link_to_latest(session: Session, game: str, start: str) -> str:
    """The link to puzzles from a deck, going on after the one that was attempted last."""
    latest = [FIRST, *session.kept.of(PuzzleLog).of(own_log(game)).attempts][-1]
    return link_to_next(game, latest, start)
