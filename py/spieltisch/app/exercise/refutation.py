"""What a mistake allowed, in words."""

from spieltisch.kit.names import Names
from spieltisch.kit.scene import GameView
from spieltisch.kit.words import Words
from spieltisch.table import Refutation, Seat, Turn


def refutation_text(
    view: GameView, turn: Turn, found: Refutation, names: Names, words: Words
) -> str:
    """What the best answer to a mistake does: in the game's words, or in those that games share.

    Args:
        view: the game's.
        turn: the answer, as a turn from the position after the mistake.
        found: the answer, and whether it is proved to win.
        names: what the seats are called.
        words: the language.
    """
    told = view.refutation_sentence(turn, found.wins_in, names, words)
    if told:
        return told
    if found.wins_in is None:
        return words.gettext("The best answer is {action}.").format(action=found.action)
    to_you = words.ngettext(
        "You win with {action}.",
        "You win within {n} moves, with {action} first.",
        found.wins_in,
    )
    of_other = words.ngettext(
        "{name} wins with {action}.",
        "{name} wins within {n} moves, with {action} first.",
        found.wins_in,
    )
    return names.told(turn.seat, to_you, of_other, action=found.action, n=found.wins_in)


def missed_text(seat: Seat, moves: int, names: Names, words: Words) -> str:
    """Says that a seat has missed a win."""
    to_you = words.ngettext(
        "You could have won at once.", "You could have won within {n} moves.", moves
    )
    of_other = words.ngettext(
        "{name} could have won at once.", "{name} could have won within {n} moves.", moves
    )
    return names.told(seat, to_you, of_other, n=moves)
