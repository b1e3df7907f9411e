"""What is sent of a puzzle: its link, or how the day's went."""

from spieltisch.app.exercise.state import SOLVED
from spieltisch.app.frame import language_of
from spieltisch.app.match.view.clocks import elapsed_text
from spieltisch.app.puzzle.log import HINTED, RIGHT, SHOWN, TOLD, WRONG
from spieltisch.app.puzzle.opening import ESCAPE
from spieltisch.app.puzzle.state import PuzzleScreen
from spieltisch.app.puzzle.texts import scene_of, task_text
from spieltisch.app.routes import Link, format_link
from spieltisch.app.screen import SITE
from spieltisch.app.session import Session
from spieltisch.kit.words import words_of
from spieltisch.play.mistake import Mistake
from spieltisch.play.mistake_link import encode_mistake

PICTURES = {RIGHT: "🟢", WRONG: "🔴", HINTED: "💡", TOLD: "💡", SHOWN: "👀"}
"""What was done about a puzzle, as emoji that give nothing of its solution away."""


def shared_puzzle(session: Session, screen: PuzzleScreen) -> str:
    if screen.mistake is not None:
        return link_to_escape(session, screen.mistake)
    return session.device.site + format_link(Link("puzzle", screen.game, section=screen.puzzle.id))


def link_to_escape(session: Session, mistake: Mistake) -> str:
    """The link by which somebody else can look for a better move."""
    code = encode_mistake(mistake)
    return session.device.site + format_link(Link(ESCAPE, mistake.puzzle.game, section=code))


def shared_result(session: Session, screen: PuzzleScreen) -> str:
    """How the day's puzzle went, and the link to it; of the solution it gives nothing away."""
    words = words_of(language_of(session))
    log = session.kept.puzzles.of(screen.game)
    days = log.days_in_a_row(screen.today, session.device.east_minutes)
    pictures = "".join(PICTURES[sign] for sign in signs_of_day(session, screen))
    parts = [pictures]
    if screen.took_ms is not None:
        parts.append(f"⏱ {elapsed_text(round(screen.took_ms, -3))}")
    if days > 1 and screen.day == screen.today:
        parts.append(words.ngettext("{n} day in a row", "{n} days in a row", days).format(n=days))
    day = Link("daily", screen.game, section=screen.day)
    return "\n".join(
        (
            f"{SITE} · {screen.match.game.info.title} · {screen.day}",
            task_text(screen, scene_of(session, screen, words), words),
            " · ".join(parts),
            session.device.site + format_link(day),
        )
    )


def signs_of_day(session: Session, screen: PuzzleScreen) -> str:
    """The signs of the day's puzzle: this attempt's once its outcome is clear, else the log's."""
    is_clear = screen.state == SOLVED or SHOWN in screen.signs
    if is_clear and not screen.is_practice:
        return screen.signs
    log = session.kept.puzzles.of(screen.game)
    if screen.day == screen.today:
        return log.signs_of_day(screen.day)
    attempt = log.attempts.get(screen.puzzle.id)
    return attempt.signs if attempt is not None else ""
