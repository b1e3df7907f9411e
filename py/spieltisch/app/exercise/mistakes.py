"""What mistakes allowed, in words, and the link to try them again."""

from spieltisch.app.exercise.refutation import missed_text, refutation_text
from spieltisch.app.routes import Link, format_link
from spieltisch.app.session import Session
from spieltisch.kit.names import Names
from spieltisch.kit.words import Words
from spieltisch.play.match import Match
from spieltisch.table import Refutation, TurningPoint, play, seat_for


def allowed_text(match: Match, point: TurningPoint, names: Names, words: Words) -> str:
    """What a mistake allowed, and the win that it missed; empty for any other turning point."""
    if not point.is_mistake:
        return ""
    missed = missed_text(point.seat, point.missed, names, words) if point.missed else ""
    told = answer_text(match.show(point.number), point.refutation, names, words)
    return " ".join(filter(None, (missed, told)))


def answer_text(match: Match, found: Refutation | None, names: Names, words: Words) -> str:
    """What the best answer to the last turn of a match does; empty if none is known, or if the
    stored one cannot be played."""
    if found is None:
        return ""
    rules, position = match.rules, match.position
    try:
        action = rules.parse_action(found.action)
        turn = play(rules, position, seat_for(position, action), action)
    except ValueError:
        return ""
    return refutation_text(match.game.view, turn, found, names, words)


def link_to_mistakes(session: Session, game: str) -> str | None:
    """The link to try the person's next mistake again; None if none is left."""
    if not session.kept.puzzles.of(game).mistakes:
        return None
    return format_link(Link("mistakes", game))
