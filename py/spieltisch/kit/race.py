"""The buttons that stop time and let it go on, in races and where seats have clocks."""

from spieltisch.kit.frame import button
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.scene import Others, Scene
from spieltisch.table import GateReason


def ready_button(scene: Scene) -> Markup | None:
    """The button that says that everybody is ready, while the match waits for that."""
    gate, words = scene.gate, scene.words
    is_ours = scene.others in (None, Others.ASKED)
    if gate is None or gate.opens_at_ms is not None or not is_ours:
        return None
    label = words.gettext("Ready") if gate.reason is GateReason.START else words.gettext("Continue")
    key = el("kbd.race-key", words.gettext("Space"))
    return button([label, key], "ready", kind="is-primary")


def pause_button(scene: Scene) -> Markup | None:
    """The button that stops all clocks while they run; it also stops a countdown."""
    if not scene.can_pause or (scene.gate is not None and scene.gate.opens_at_ms is None):
        return None
    title = scene.words.gettext("Pause the game")
    return button(None, "pause", icon_name="pause", kind="is-quiet", title=title)
