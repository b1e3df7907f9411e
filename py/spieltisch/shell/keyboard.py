"""What a pressed key is called, and what it is for: a shout, a binding, a test of keys."""

from typing import Any, NamedTuple

from spieltisch.app.board.messages import Shout
from spieltisch.app.core.keys import HELD_WORD, Slot, seat_of, shown_by, slot_of, word_of
from spieltisch.app.core.message import Message
from spieltisch.app.core.session import Session
from spieltisch.app.settings.state import (
    Bind,
    Hold,
    KeyCaptured,
    KeyShown,
    KeyTestScreen,
    SettingsScreen,
)
from spieltisch.play.timing import Call
from spieltisch.shell.dom import closest, to_js

FIELDS = (
    "input:not([type=radio]):not([type=checkbox]), select, textarea,"
    " [contenteditable]:not([contenteditable=false])"
)
"""Fields: keys pressed in them belong to them."""

BOARD = ".table"
"""The board, and the buttons that belong to it."""

COMPOSED = 229
"""The ``keyCode`` of a key that an input method has taken; Safari also gives it to the key that
ends a composition."""

LAST_LATIN = "\u024f"
"""Letters after this one in Unicode are of other scripts; some Latin ones are, too, but these stand
on no key."""

PLACES = {"Slash": "/?", "Minus": "-_", "Equal": "=+"}
"""What keys without letters write, without and with Shift, that means something on a board."""


class KeyUse(NamedTuple):
    """What a pressed key is for; with ``is_ours`` nothing else may handle it."""

    is_ours: bool
    message: Message | None = None


NOTHING = KeyUse(is_ours=False)


def is_real(event: Any) -> bool:
    """Whether somebody has pressed a key for the page.

    An input method takes the keys with which something is written, up to the one that ends it. A
    dead key, which waits for a letter, is beside a field a key as any other. What fills in forms
    for people may tell of keys that have no name.
    """
    if not hasattr(event, "key") or event.isComposing:
        return False
    return bool(event.keyCode != COMPOSED or event.key == "Dead")


def is_modified(event: Any) -> bool:
    """Whether the key is part of a shortcut, or writes a third character (AltGr)."""
    is_held = event.ctrlKey or event.altKey or event.metaKey
    return bool(is_held or event.getModifierState("AltGraph"))


def key_down(event: Any, session: Session, now_ms: float) -> KeyUse:
    """A key went down, or repeats.

    Only the browser knows whether it repeats: of keys that come up nobody tells a page that has
    lost the focus meanwhile, nor macOS one on which Cmd is held.
    """
    if is_modified(event):
        return NOTHING
    is_again = bool(event.repeat)
    if isinstance(session.screen, SettingsScreen) and session.screen.binding is not None:
        return KeyUse(is_ours=True, message=None if is_again else _struck(event))
    slot = None if closest(event.target, FIELDS) else slot_of(session.settings.keys, event.code)
    if slot is None or not _has_use(session, slot) or is_off(event, session):
        return NOTHING
    return KeyUse(True, None if is_again else _slot_message(session, slot, event, now_ms))


def key_up(event: Any, session: Session) -> Message | None:
    if not isinstance(session.screen, KeyTestScreen):
        return None
    if event.key == "Meta":
        # While Cmd is held, macOS tells of no key that comes up.
        return keys_lost(session)
    slot = slot_of(session.settings.keys, str(event.code))
    is_tried = slot is not None and word_of(slot) == HELD_WORD
    return Hold(seat_of(slot), is_down=False) if slot is not None and is_tried else None


def keys_lost(session: Session) -> Message | None:
    """The page will not be told of keys that come up."""
    return Hold(0, is_down=False) if isinstance(session.screen, KeyTestScreen) else None


def shown_message(event: Any) -> Message | None:
    """What a key that went down shows to be printed on it."""
    if is_modified(event) or event.repeat:
        return None
    has_shift = bool(event.shiftKey or event.getModifierState("CapsLock"))
    label = shown_by(str(event.code), str(event.key), has_shift=has_shift)
    return None if label is None else KeyShown(str(event.code), label)


def key_name(event: Any) -> str:
    """The key as views know it: letters in lower case, digits by their place in any layout.

    Where a layout writes letters of another script, a letter is the one of its place, too.
    """
    code, key = str(event.code), str(event.key)
    if len(key) != 1:
        return code[5:] if key == "Dead" and _is_digit(code, "Digit") else key
    if (_is_digit(code, "Digit") and not event.shiftKey) or _is_digit(code, "Numpad"):
        return code[-1]
    if key > LAST_LATIN:
        if code.startswith("Key"):
            return code[3:].lower()
        return PLACES.get(code, key * 2)[bool(event.shiftKey)]
    return key.lower()[0]


def is_off(event: Any, session: Session) -> bool:
    """Whether a key that writes something does nothing where it was pressed: people who speak to
    their computer, or whose hands shake, can switch such keys off wherever the board has not got
    the focus."""
    writes = len(event.key) == 1 or event.key == "Dead"
    if not writes or session.settings.letter_keys == "on":
        return False
    return not isinstance(session.screen, KeyTestScreen) and closest(event.target, BOARD) is None


def _is_digit(code: str, row: str) -> bool:
    return code.startswith(row) and len(code) == len(row) + 1 and code[-1].isdecimal()


def _struck(event: Any) -> Message | None:
    if event.key in ("Escape", "Tab"):
        return Bind("")
    if not event.code:
        # A keyboard on a screen does not tell which key it was.
        return None
    return KeyCaptured(str(event.code), event.key.upper() if len(event.key) == 1 else "")


def _has_use(session: Session, slot: Slot) -> bool:
    """Whether a bound key does anything on the screen that is shown."""
    if isinstance(session.screen, KeyTestScreen):
        return word_of(slot) == HELD_WORD
    match, seat = session.match, seat_of(slot)
    shouts = match.game.shouts if match is not None else None
    if match is None or shouts is None or word_of(slot) not in shouts.words:
        return False
    is_heard = shouts.is_heard(match.position)
    return is_heard and seat <= match.setup.seats and match.is_human(seat)


def _slot_message(session: Session, slot: Slot, event: Any, now_ms: float) -> Message:
    if isinstance(session.screen, KeyTestScreen):
        return Hold(seat_of(slot), is_down=True)
    return Shout(seat_of(slot), word_of(slot), event.timeStamp, now_ms)


SENT = "form"
"""Where Enter submits the form."""


def choose_next(field: Any, *, may_be_in_form: bool) -> bool:
    """Choose a field's next option, the first one after the last; toggle a checkbox. In a form,
    which Enter otherwise submits, only if it may be. Whether the node was such a field, so that the
    key must do nothing else."""
    if not may_be_in_form and closest(field, SENT) is not None:
        return False
    if field.matches("input[type=checkbox]"):
        field.click()
    elif field.matches("input[type=radio]"):
        group = field.ownerDocument.querySelectorAll(f'input[type=radio][name="{field.name}"]')
        radios = [one for one in group if not one.disabled]
        number = next(i for i, one in enumerate(radios) if one.isSameNode(field))
        following = radios[(number + 1) % len(radios)]
        following.focus()
        following.click()
    elif field.matches("select"):
        field.selectedIndex = (field.selectedIndex + 1) % field.options.length
        window = field.ownerDocument.defaultView
        field.dispatchEvent(window.Event.new("change", to_js(window, {"bubbles": True})))
    else:
        return False
    return True


class ShoutMarks:
    """Marks the buttons of the shouts that are held, at once; who was first is drawn when it is
    known."""

    def __init__(self, root: Any) -> None:
        """The root is the document, or the node that holds another page of ours."""
        self._root = root
        self._held: tuple[Call, ...] = ()
        self._marked: list[Any] = []

    def follow(self, message: Message, held: tuple[Call, ...]) -> None:
        """Mark a shout that has just been held; remove the marks when no call is held any more."""
        if not held:
            for node in self._marked:
                node.removeAttribute("data-heard")
            self._marked.clear()
        elif isinstance(message, Shout) and len(held) > len(self._held):
            name = f'[data-shout="{message.word}"][data-seat="{message.seat}"]'
            node = self._root.querySelector(name)
            if node:
                node.dataset.heard = ""
                self._marked.append(node)
        self._held = held
