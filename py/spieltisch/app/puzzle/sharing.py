"""What is sent of a puzzle: its link, or how the day's went."""

from spieltisch.app.exercise.state import SOLVED
from spieltisch.app.links import link_to_daily
from spieltisch.app.puzzle.log import HINTED, RIGHT, SHOWN, TOLD, WRONG
from spieltisch.app.puzzle.state import PuzzleScreen
from spieltisch.app.routes import Link, format_link
from spieltisch.app.session import Session

PICTURES = {RIGHT: "🟢", WRONG: "🔴", HINTED: "💡", TOLD: "💡", SHOWN: "👀"}
"""What was done about a puzzle, as emoji that give nothing of its solution away."""


def shared_puzzle(session: Session, screen: PuzzleScreen) -> str:
    """The link to a puzzle."""
    return session.device.site + format_link(Link("puzzle", screen.game, section=screen.puzzle.id))


def shared_result(session: Session, screen: PuzzleScreen) -> str:
    """How the day's puzzle went, as emoji, and the link to it."""
    title = screen.match.game.info.title
    link = session.device.site + (link_to_daily(screen.game) or "")
    pictures = "".join(PICTURES[sign] for sign in signs_of_day(session, screen))
    return f"{title} {screen.day}\n{pictures}\n{link}"


def signs_of_day(session: Session, screen: PuzzleScreen) -> str:
    """The signs of the day's puzzle: this attempt's once its outcome is clear, else the log's."""
    is_clear = screen.state == SOLVED or SHOWN in screen.signs
    if is_clear and not screen.is_practice:
        return screen.signs
    return session.kept.puzzles.of(screen.game).signs_of_day(screen.day)
