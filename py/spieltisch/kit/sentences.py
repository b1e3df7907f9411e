"""What the page says, apart from the games: notices, and who is to move."""

from spieltisch.kit.scene import GameView, Scene
from spieltisch.kit.words import Words
from spieltisch.table import Gate, Seat


def computer_name(level: int, words: Words) -> str:
    """The name of a bot that is the only one at the table."""
    return words.gettext("Computer {level}").format(level=level)


def gate_text(gate: Gate, words: Words) -> str:
    """What a race waits for."""
    if gate.opens_at_ms is not None:
        return words.gettext("Three seconds, then it starts.")
    texts = {
        "start": words.gettext("Everyone ready?"),
        "return": words.gettext("Go on with the match?"),
        "turn": words.gettext("Go on with the match?"),
        "pause": words.gettext("Pause"),
    }
    return texts[gate.reason]


def gate_hint(gate: Gate, words: Words, others: str = "") -> str:
    """What the wait means for those at the table; ``others`` as in Scene."""
    if gate.opens_at_ms is not None:
        return ""
    if others:
        texts = {
            "missing": words.gettext("It begins when everyone is there."),
            "asked": words.gettext("It begins for all at once, when everyone is ready."),
            "awaited": words.gettext("You are ready. The others are not yet."),
            "seated": words.gettext("It begins when all have pressed Ready on their phones."),
        }
        return texts[others]
    if gate.reason == "pause":
        return words.gettext("No clock runs, and no computer thinks.")
    if gate.reason == "turn":
        return words.gettext("The clocks wait for you. A move starts them at once.")
    return words.gettext("Clocks and computers wait for you. A call starts at once.")


BOT_NAMES = ("Ada", "Bruno", "Clara", "Dora", "Emil", "Frida")
"""The bots' names by seat, so that no two have the same; in every language."""


def bot_name(seat: Seat, level: int) -> str:
    """The name of a bot where there are several."""
    return f"{BOT_NAMES[(seat - 1) % len(BOT_NAMES)]} {level}"


def thinking_text(thinker: str, name: str, words: Words) -> str:
    """Whose turn it is, and what the computer is doing; ``thinker`` as in Scene."""
    if not thinker:
        return words.gettext("{name} to move").format(name=name)
    if thinker == "starting":
        return words.gettext("{name} is sitting down").format(name=name)
    return words.gettext("{name} is thinking").format(name=name)


def announcement(name: str, left: int, words: Words) -> str:
    """A bot says that nothing can keep it from winning; ``left`` counts everybody's moves."""
    return words.ngettext(
        "{name} sees its win: {n} more move at most.",
        "{name} sees its win: {n} more moves at most.",
        left,
    ).format(name=name, n=left)


def advice_text(scene: Scene, view: GameView, look: str) -> str:
    """What was told on request; empty where nothing was asked.

    Args:
        scene: with its ``help``.
        view: the game, for what the action does.
        look: the first step, in the game's words.
    """
    told, words = scene.help, scene.words
    if told is None:
        return ""
    if told.is_awaited:
        return words.gettext("Looking for a hint …")
    if told.turn is None or told.step == 1:
        return look
    sentence = view.action_sentence(told.turn, scene.names, words)
    return words.gettext("The hint: {action}. {sentence}").format(
        action=told.moves[0], sentence=sentence
    )
