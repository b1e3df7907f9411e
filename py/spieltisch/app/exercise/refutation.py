"""What a mistake allowed, in words."""

from spieltisch.kit.scene import GameView
from spieltisch.kit.words import Words
from spieltisch.table import Refutation, Turn


def refutation_text(
    view: GameView, turn: Turn, found: Refutation, names: tuple[str, ...], words: Words
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
    template = words.ngettext(
        "{winner} wins with {action}.",
        "{winner} wins within {n} moves, with {action} first.",
        found.wins_in,
    )
    winner = names[turn.seat - 1]
    return template.format(winner=winner, action=found.action, n=found.wins_in)


def missed_text(name: str, moves: int, words: Words) -> str:
    """Says that a win was missed."""
    template = words.ngettext(
        "{name} could have won at once.", "{name} could have won within {n} moves.", moves
    )
    return template.format(name=name, n=moves)
