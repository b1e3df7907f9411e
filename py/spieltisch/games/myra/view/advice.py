"""Where a hint about Myra points."""

from __future__ import annotations

from collections.abc import Mapping

from spieltisch.games.myra.rules.core import PRODUCE
from spieltisch.games.myra.rules.position import Effect, MyraPosition
from spieltisch.views.scene import Scene


def advised(scene: Scene) -> Effect | None:
    """What the advised action does; None without one."""
    turn = scene.help.turn if scene.help is not None else None
    if turn is None:
        return None
    before: MyraPosition = turn.before
    return before.effect(turn.action)


def pointed(scene: Scene) -> str | None:
    """The pit that a hint points at: where the action starts, or the queen who produces."""
    position: MyraPosition = scene.position
    effect = advised(scene)
    if effect is None or not effect.walk:
        return None
    return position.queen(position.to_act) if effect.kind == PRODUCE else effect.walk[0]


def led_to(scene: Scene) -> str | None:
    """The pit where a hint leads, once that was told."""
    told, effect = scene.help, advised(scene)
    if effect is None or told is None or told.action is None or not effect.walk:
        return None
    return effect.walk[-1]


def hint_labels(scene: Scene) -> Mapping[str, str]:
    """What a hint makes of pits, in words."""
    start, end = pointed(scene), led_to(scene)
    found = {start: scene.words.gettext("The hint points here")} if start else {}
    return {**found, end: scene.words.gettext("The hint leads here")} if end else found
