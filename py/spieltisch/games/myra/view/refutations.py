"""What a mistake in Myra allowed: a queen or soldiers are lost, at once or soon."""

from spieltisch.games.myra.rules.events import PieceEvent
from spieltisch.games.myra.view.sentences import Names, soldiers_text
from spieltisch.kit.words import Words
from spieltisch.table import Turn


def refutation_sentence(turn: Turn, wins_in: int | None, names: Names, words: Words) -> str:
    """What the best answer to a mistake does; empty where it takes nothing and no win is proved."""
    captured, action = _captured(turn), turn.entry.action
    if captured is not None and captured.is_queen:
        template = words.gettext("The queen of {loser} can be taken by {action}.")
        return template.format(loser=_loser(captured, names), action=action)
    if wins_in is not None and len(names) == 2:
        template = words.gettext(
            "{winner} takes the queen of {loser} within {n} moves, with {action} first."
        )
        return template.format(
            winner=names[turn.seat - 1], loser=names[2 - turn.seat], n=wins_in, action=action
        )
    if captured is not None and wins_in is None:
        prey = soldiers_text(captured.count, words)
        template = words.gettext("{loser} can lose {soldiers} to {action}.")
        return template.format(loser=_loser(captured, names), soldiers=prey, action=action)
    return ""


def _captured(turn: Turn) -> PieceEvent | None:
    """What a turn captures."""
    pieces = (event for event in turn.events if isinstance(event, PieceEvent))
    return next((event for event in pieces if event.kind == "captured"), None)


def _loser(captured: PieceEvent, names: Names) -> str:
    assert captured.target is not None
    return names[captured.target - 1]
