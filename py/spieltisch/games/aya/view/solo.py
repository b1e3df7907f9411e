"""What a solitaire player finds beside the track: help, and the best runs."""

from __future__ import annotations

from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.table import Run
from spieltisch.views.frame import button
from spieltisch.views.markup import Markup, el, join
from spieltisch.views.scene import Scene
from spieltisch.views.words import Words


def controls(scene: Scene) -> Markup:
    """The buttons that help."""
    words, told = scene.words, scene.help
    labels = (
        words.gettext("Hint"),
        words.gettext("Which card?"),
        words.gettext("Which move?"),
        words.gettext("Which move?"),
    )
    is_done = told is not None and (told.is_lost or told.step == 3)
    return join(
        button(labels[told.step if told else 0], "hint", is_disabled=is_done),
        button(words.gettext("Can it still be cleared?"), "check", is_disabled=told is not None),
    )


def is_solitaire(position: AyaPosition) -> bool:
    """Whether somebody plays alone against the cards."""
    return position.seats == 1


def best_runs(scene: Scene) -> Markup | None:
    """The best runs with so many cards, by this rule book."""
    if not scene.runs:
        return None
    words = scene.words
    return el(
        "div",
        {"class": "runs"},
        el("h2", None, words.gettext("Best runs")),
        el("ol", None, [el("li", None, run_text(run, words)) for run in scene.runs]),
    )


def run_text(run: Run, words: Words) -> str:
    """A run in words."""
    seconds = round(run.ms / 1000)
    told = [
        words.gettext("all cleared")
        if not run.left
        else words.ngettext("{n} card left", "{n} cards left", run.left).format(n=run.left),
        f"{seconds // 60}:{seconds % 60:02}",
    ]
    if run.helps:
        told.append(words.ngettext("{n} help", "{n} helps", run.helps).format(n=run.helps))
    return ", ".join(told)
