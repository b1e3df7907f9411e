"""Turns the browser's events into messages.

The markup says what a node does: ``data-site`` or ``data-token`` is pressed (for ``data-seat``,
if several seats may act), ``data-shout`` is shouted by ``data-seat``, ``data-do`` is done with
``data-arg``, ``data-edit``, ``data-set``, ``data-filter``, ``data-typed`` and ``data-name`` are
fields.
"""

from collections.abc import Mapping
from secrets import randbelow, token_hex
from typing import Any

from spieltisch.app.files.state import ImportFiles
from spieltisch.app.match.messages import (
    Press,
    Shout,
    TypeAction,
)
from spieltisch.app.matches.state import RenameMatch, SetFilter
from spieltisch.app.message import Message
from spieltisch.app.messages import Command, SetSetting
from spieltisch.app.screens import OWN_VERBS
from spieltisch.app.setup.update import Edit
from spieltisch.app.together.messages import NameStun, OpenRoom, TakeCode
from spieltisch.live.codes import LINES
from spieltisch.shell.dom import attribute, closest, long_text, written
from spieltisch.shell.keyboard import FIELDS, key_name
from spieltisch.shell.verbs import NUMBERED, VERBS, Give

PRESSED = "button[data-do], g[data-do], [data-site], [data-token], [data-shout]"

BROWSING_KEYS = {
    "ArrowLeft": Command.EARLIER,
    "ArrowRight": Command.LATER,
    "Home": Command.FIRST,
    "End": Command.PRESENT,
}
"""Keys that step through a match; on the board they move the focus over it instead."""

NO_KEYS: Mapping[str, Message] = {}

OWN_KEYS = f"input, {FIELDS}, [popover]"
"""Where the arrow keys, and Ctrl with a letter, are the browser's own."""

CODE_FIELDS = "[data-answer-field], [data-invitation-field]"


def shout_message(target: Any, at_ms: float, now_ms: float) -> Message | None:
    """The message of a pressed shout button; None for anything else. One that means nothing now is
    heard, too: somebody else may have been a moment faster."""
    node = closest(target, "[data-shout]")
    if node is None:
        return None
    seat = int(attribute(node, "data-seat") or 0)
    return Shout(seat, attribute(node, "data-shout") or "", at_ms, now_ms)


def click_message(target: Any, at_ms: float) -> Message | Give | None:
    """The message of a click on a node, or on something inside it."""
    node = closest(target, PRESSED)
    if node is None or node.hasAttribute("data-shout"):
        return None
    if node.hasAttribute("data-do"):
        return deed_message(node, at_ms)
    seat = attribute(node, "data-seat")
    token = attribute(node, "data-token") or attribute(node, "data-site") or ""
    return Press(token, at_ms, int(seat) if seat else None)


def submit_message(form: Any, at_ms: float) -> Message | Give | None:
    pasted = form.querySelector("[data-pasted]") or None
    if pasted is not None:
        text = long_text(pasted)
        return ImportFiles((("", text),)) if text.strip() else None
    code = form.querySelector(CODE_FIELDS) or None
    if code is not None:
        text = long_text(code)
        return TakeCode(text) if text.strip() else None
    stun = form.querySelector("[data-stun]") or None
    if stun is not None:
        login = " ".join(map(written, form.querySelectorAll("[data-login]")))
        return NameStun(f"{written(stun)} {login}")
    relay = form.querySelector("[data-relay]") or None
    if relay is not None:
        return OpenRoom(written(relay), randbelow(LINES), token_hex(16))
    typed, name = form.querySelector("[data-typed]") or None, form.querySelector("[data-name]")
    if name:
        return RenameMatch(attribute(form, "data-arg") or "", written(name))
    return deed_message(form, at_ms) if typed is None else TypeAction(written(typed), at_ms)


def deed_message(node: Any, at_ms: float = 0.0) -> Message | Give | None:
    """What a node with ``data-do`` does; None for a word that no table knows."""
    name = attribute(node, "data-do") or ""
    verb = VERBS.get(name) or OWN_VERBS.get(name)
    return None if verb is None else verb(attribute(node, "data-arg") or "", at_ms)


def input_message(target: Any) -> Message | None:
    """The message of a slider that is being moved, or of a search or a bot that is being typed."""
    if attribute(target, "type") == "search" or target.hasAttribute("data-editor"):
        return change_message(target)
    name = attribute(target, "data-do") or ""
    return NUMBERED[name](int(target.value)) if name in NUMBERED else None


def change_message(target: Any) -> Message | None:
    edited = attribute(target, "data-edit")
    if edited is not None:
        return Edit(edited, written(target))
    filtered = attribute(target, "data-filter")
    if filtered is not None:
        return SetFilter(filtered, written(target))
    setting = attribute(target, "data-set")
    return None if setting is None else SetSetting(setting, written(target))


def key_message(
    event: Any,
    *,
    is_at_table: bool,
    may_browse: bool = False,
    own: Mapping[str, Message] = NO_KEYS,
) -> Message | None:
    """The message of a key, wherever on the page it is pressed; ``own`` are the screen's."""
    is_own = closest(event.target, OWN_KEYS) is not None
    if event.key == "Escape":
        return None if is_own and is_at_table else Command.CANCEL
    if not is_at_table or is_own or event.altKey or event.getModifierState("AltGraph"):
        return None
    if not (event.ctrlKey or event.metaKey):
        if event.shiftKey:
            return None
        return own.get(key_name(event)) or (BROWSING_KEYS.get(event.key) if may_browse else None)
    match key_name(event), bool(event.shiftKey):
        case "z", False:
            return Command.TAKE_BACK
        case ("z", True) | ("y", False):
            return Command.REDO
    return None
