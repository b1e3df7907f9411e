"""Myra's buttons by the board: how many go, and whether they walk or make a chain."""

from spieltisch.games.myra.rules.choice import MyraChoice
from spieltisch.games.myra.rules.core import GATHER, MOVE, PASS, SOW
from spieltisch.games.myra.view.sentences import choice_of, soldiers_text
from spieltisch.table import Status
from spieltisch.views.markup import Markup, el, join
from spieltisch.views.scene import Scene
from spieltisch.views.words import Words


def controls(scene: Scene) -> Markup:
    """The buttons for what is chosen now, and how far it has come."""
    choice, words = choice_of(scene), scene.words
    if choice is None:
        return Markup("")
    if PASS in choice.targets:
        return _button(PASS, words.gettext("Pass"), is_pressed=None)
    return join(_counts(choice, words), _kinds(choice, words), _status(choice, words))


def _counts(choice: MyraChoice, words: Words) -> Markup | None:
    if len(choice.counts) < 2 or len(choice.trace) != 1:
        return None
    buttons = [
        _button(
            str(count),
            str(count),
            is_pressed=count == choice.soldiers,
            label=soldiers_text(count, words),
        )
        for count in choice.counts
    ]
    return _group(words.gettext("How many go"), buttons)


def _kinds(choice: MyraChoice, words: Words) -> Markup | None:
    if len(choice.kinds) < 2:
        return None
    labels = {
        MOVE: words.gettext("Walk"),
        GATHER: words.gettext("Gather"),
        SOW: words.gettext("Sow"),
    }
    buttons = [_button(kind, labels[kind], is_pressed=kind == choice.kind) for kind in choice.kinds]
    return _group(words.gettext("What they do"), buttons)


def _group(label: str, buttons: list[Markup]) -> Markup:
    return el("div", {"class": "controls-set", "role": "group", "aria-label": label}, buttons)


def _button(token: str, text: str, *, is_pressed: bool | None, label: str | None = None) -> Markup:
    return el(
        "button",
        {
            "type": "button",
            "id": f"token-{token}",
            "class": "button",
            "data-token": token,
            "aria-label": label,
            "aria-pressed": None if is_pressed is None else str(is_pressed).lower(),
        },
        text,
    )


def _status(choice: MyraChoice, words: Words) -> Markup | None:
    texts = {
        Status.INCOMPLETE: words.gettext("Not finished"),
        Status.PLAYABLE: words.gettext("Can be played"),
    }
    if not choice.kind or choice.status not in texts:
        return None
    kind = f"controls-status is-{choice.status.value}"
    return el("span", {"class": kind, "data-status": choice.status.value}, texts[choice.status])
