"""A hint in steps, in words: first what to look at, then the action."""

from spieltisch.views.scene import GameView, Scene


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
