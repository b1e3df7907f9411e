"""What a mistake in Myra allowed: a queen or soldiers are lost, at once or soon."""

from spieltisch.games.myra.rules.events import PieceEvent
from spieltisch.games.myra.view.sentences import soldiers_text
from spieltisch.kit.names import Names
from spieltisch.kit.words import Words
from spieltisch.table import Seat, Turn


def refutation_sentence(turn: Turn, wins_in: int | None, names: Names, words: Words) -> str:
    """What the best answer to a mistake does; empty where it takes nothing and no win is proved."""
    captured, action = _captured(turn), turn.entry.action
    if captured is not None and captured.is_queen:
        to_you = words.gettext("{action} can capture your queen.")
        of_other = words.gettext("{action} can capture {name}'s queen.")
        return names.told(_loser(captured), to_you, of_other, action=action)
    if wins_in is not None and len(names) == 2:
        to_you = words.gettext("Your queen is captured within {n} moves, starting with {action}.")
        of_other = words.gettext(
            "{name}'s queen is captured within {n} moves, starting with {action}."
        )
        return names.told(3 - turn.seat, to_you, of_other, n=wins_in, action=action)
    if captured is not None and wins_in is None:
        prey = soldiers_text(captured.count, words)
        to_you = words.gettext("You can lose {soldiers} to {action}.")
        of_other = words.gettext("{name} can lose {soldiers} to {action}.")
        return names.told(_loser(captured), to_you, of_other, soldiers=prey, action=action)
    return ""


def _captured(turn: Turn) -> PieceEvent | None:
    pieces = (event for event in turn.events if isinstance(event, PieceEvent))
    return next((event for event in pieces if event.kind == "captured"), None)


def _loser(captured: PieceEvent) -> Seat:
    assert captured.target is not None
    return captured.target
