"""Turns the browser's events into messages.

The markup says what a node does: ``data-site`` or ``data-token`` is pressed (for ``data-seat``,
if several seats may act), ``data-shout`` is shouted by ``data-seat``, ``data-do`` is done with
``data-arg`` (app/buttons.py has the messages of all buttons), ``data-edit``, ``data-set``,
``data-filter``, ``data-typed`` and ``data-name`` are fields.
"""

from collections.abc import Mapping
from secrets import randbelow, token_hex
from typing import Any

from spieltisch.app.board.messages import Press, Shout, TypeAction
from spieltisch.app.core.buttons import pressed
from spieltisch.app.core.keys import keys_of, stroke_of
from spieltisch.app.core.message import Frozen, Message
from spieltisch.app.core.messages import Command, Edit, ImportFiles, SetSetting
from spieltisch.app.matches.state import RenameMatch, SetFilter
from spieltisch.app.together.messages import NameStun, OpenRoom, TakeCode
from spieltisch.live.codes import LINES
from spieltisch.shell.deeds import DEEDS
from spieltisch.shell.dom import attribute, closest, long_text, written
from spieltisch.shell.keyboard import FIELDS, key_name


class Give(Frozen):
    """The shell does something by itself."""

    what: str
    """One of ``DEEDS``."""
    arg: str = ""


PRESSED = "button[data-do], g[data-do], [data-site], [data-token], [data-shout]"

BROWSING = ("earlier", "later", "first", "present")
BROWSING_KEYS = {key: Command(name) for name in BROWSING for key in keys_of(name)}
"""Keys that step through a match; on the board they move the focus over it instead."""

NO_KEYS: Mapping[str, Message] = {}

OWN_KEYS = f"input, {FIELDS}, [popover]"
"""Where the arrow keys, and Ctrl with a letter, are the browser's own."""

CODE_FIELDS = "[data-answer-field], [data-invitation-field]"


def shout_message(target: Any, at_ms: float, heard_ms: float) -> Message | None:
    """The message of a pressed shout button; None for anything else. One that means nothing now is
    heard, too: somebody else may have been a moment faster."""
    node = closest(target, "[data-shout]")
    if node is None:
        return None
    seat = int(attribute(node, "data-seat") or 0)
    return Shout(seat, attribute(node, "data-shout") or "", at_ms, heard_ms)


def click_message(target: Any, at_ms: float, heard_ms: float) -> Message | Give | None:
    """The message of a click on a node, or on something inside it."""
    node = closest(target, PRESSED)
    if node is None or node.hasAttribute("data-shout"):
        return None
    if node.hasAttribute("data-do"):
        return deed_message(node, at_ms)
    seat = attribute(node, "data-seat")
    token = attribute(node, "data-token") or attribute(node, "data-site") or ""
    return Press(token, at_ms, int(seat) if seat else None, heard_ms)


def submit_message(form: Any, at_ms: float) -> Message | Give | None:
    pasted = form.querySelector("[data-pasted]") or None
    if pasted is not None:
        text = long_text(pasted)
        return ImportFiles((("", text),), at_ms) if text.strip() else None
    code = form.querySelector(CODE_FIELDS) or None
    if code is not None:
        text = long_text(code)
        return TakeCode(text, at_ms) if text.strip() else None
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


def deed_message(node: Any, at_ms: float) -> Message | Give | None:
    """What a node with ``data-do`` does; None for a name that nothing has."""
    name, arg = attribute(node, "data-do") or "", attribute(node, "data-arg") or ""
    # A message that is an answer has the name of the question in its last field.
    arg = " ".join(filter(None, (arg, attribute(node, "data-question"))))
    return Give(name, arg) if name in DEEDS else pressed(name, arg, at_ms, randbelow)


def input_message(target: Any, at_ms: float) -> Message | None:
    """The message of a slider that is being moved, or of a search or a bot that is being typed."""
    if attribute(target, "type") == "search" or target.hasAttribute("data-editor"):
        return change_message(target)
    if attribute(target, "type") != "range":
        return None
    return pressed(attribute(target, "data-do") or "", str(target.value), at_ms, randbelow)


def change_message(target: Any) -> Message | None:
    edited = attribute(target, "data-edit")
    if edited is not None:
        return Edit(edited, written(target), attribute(target, "data-thing") or "")
    filtered = attribute(target, "data-filter")
    if filtered is not None:
        return SetFilter(filtered, written(target))
    setting = attribute(target, "data-set")
    return None if setting is None else SetSetting(setting, written(target))


def unsaid_message(field: Any) -> Message | None:
    """The message of what is written in a field that has not told it yet; None for nothing new."""
    is_new = field.value != getattr(field, "defaultValue", field.value)
    return change_message(field) if is_new else None


def unsent_message(document: Any) -> Message | None:
    """The message of a name in a form that nobody has sent yet, as the whole place is left; None
    where there is no such form, or nothing new in it."""
    field = document.querySelector("form [data-name]") or None
    if field is None or field.value == field.defaultValue:
        return None
    return RenameMatch(attribute(field.form, "data-arg") or "", written(field))


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
    modifier = "Ctrl+Shift" if event.shiftKey else "Ctrl"
    stroke = stroke_of(key_name(event), modifier, ("take-back", "redo"))
    return None if stroke is None else Command(stroke.do)
