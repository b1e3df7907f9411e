"""What a mistake allowed, in words, and the link to try it again."""

from collections.abc import Sequence
from functools import lru_cache

from spieltisch.app.board.sentences import TOLD
from spieltisch.app.core.routes import Link
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.puzzle_log import PuzzleLog
from spieltisch.games import catalog
from spieltisch.kit.names import Names
from spieltisch.kit.scene import GameView
from spieltisch.kit.sentences import fact_text, told_turn
from spieltisch.kit.telling import Teller
from spieltisch.kit.words import Words
from spieltisch.play.match import Match
from spieltisch.play.mistake import BETTER
from spieltisch.play.reasons import warning_for
from spieltisch.table import Fact, Refutation, Seat, Turn, TurningPoint, play, seat_for


def missed_text(seat: Seat, moves: int, names: Names, words: Words) -> str:
    return Teller(TOLD, names, words)("missed", seat, n=moves)


def allowed_text(
    match: Match, point: TurningPoint, names: Names, words: Words, *, is_spoken: bool = False
) -> str:
    """What a mistake allowed, the win that it missed, and what threatened whoever looks back;
    empty for any other turning point."""
    if not point.is_mistake:
        return ""
    threat = _threat_text(match, point, names, words) if point.seat == names.you else ""
    missed = missed_text(point.seat, point.missed, names, words) if point.missed else ""
    shown = match.show(point.number)
    told = answer_text(shown, point.refutation, names, words, is_spoken=is_spoken)
    return " ".join(filter(None, (threat, missed, told)))


def _threat_text(match: Match, point: TurningPoint, names: Names, words: Words) -> str:
    before = match.position_at(point.number - 1)
    text, better = match.rules.format_position(before), point.better[:1]
    facts = _warning(match.setup.game, text, better)
    return " ".join(fact_text(fact, names, words) for fact in facts)


@lru_cache(maxsize=16)
def _warning(name: str, position: str, better: tuple[str, ...]) -> tuple[Fact, ...]:
    """What threatened before a mistake; each step through a match asks again."""
    game = catalog.game_of(name)
    before = game.rules.parse_position(position)
    return tuple(warning_for(game, before, goal=BETTER, accepted=better))


def answer_text(
    match: Match, found: Refutation | None, names: Names, words: Words, *, is_spoken: bool = False
) -> str:
    """What the best answer to the last turn of a match does; empty if none is known, or if the
    stored one cannot be played."""
    turn = None if found is None else _turn(match, found.action)
    if found is None or turn is None:
        return ""
    view = match.game.view
    told = view.refutation_sentence(turn, found.wins_in, names, words)
    if told:
        return told
    if found.wins_in is None:
        best = _told(view, turn, names, words, is_spoken=is_spoken)
        return words("The best answer – {turn}", turn=best)
    tell = Teller(TOLD, names, words)
    return tell("refuted", turn.seat, action=view.action_words(turn, words), n=found.wins_in)


def told_action(
    match: Match, text: str, names: Names, words: Words, *, is_spoken: bool = False
) -> str:
    """What an action would do as the next turn of a match, in words and, where it is not spoken, as
    it is written; as it is written alone if a stored one cannot be played."""
    turn = _turn(match, text)
    if turn is None:
        return f"{text}."
    return _told(match.game.view, turn, names, words, is_spoken=is_spoken)


def _told(view: GameView, turn: Turn, names: Names, words: Words, *, is_spoken: bool) -> str:
    if is_spoken:
        return view.action_sentence(turn, names, words)
    return told_turn(view, turn, names, words)


def variation_words(
    match: Match, variation: Sequence[str], names: Names, words: Words
) -> list[str]:
    """Actions that would follow each other, in words; from one on that cannot be played, as they
    are written."""
    told: list[str] = []
    view = match.game.view
    position, rules = match.position, match.rules
    try:
        for text in variation:
            action = rules.parse_action(text)
            turn = play(rules, position, seat_for(position, action), action)
            short = view.action_words(turn, words)
            if short == turn.entry.action:
                # Written alone, it would not read as language.
                short = view.action_sentence(turn, names, words).removesuffix(".")
            told.append(short)
            position = turn.after
    except ValueError:
        told += variation[len(told) :]
    return told


def _turn(match: Match, text: str) -> Turn | None:
    """An action as the next turn of a match; None if it cannot be played."""
    rules, position = match.rules, match.position
    try:
        action = rules.parse_action(text)
        return play(rules, position, seat_for(position, action), action)
    except ValueError:
        return None


def link_to_mistakes(session: Session, game: str) -> str | None:
    """The link to try the person's next mistake again; None if none is left."""
    if not session.kept.of(PuzzleLog).of(game).mistakes:
        return None
    return Link("mistakes", game).text
