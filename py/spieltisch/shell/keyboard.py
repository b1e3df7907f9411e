"""The keys that are down, and what a pressed key is for: a shout, a binding, a test of keys."""

from typing import Any, NamedTuple

from spieltisch.session.key_messages import Bind, Hold, KeyCaptured
from spieltisch.session.keys import HELD_WORD, Slot, seat_of, slot_of, word_of
from spieltisch.session.messages import Message, Shout
from spieltisch.session.screens.key_test import KeyTestScreen
from spieltisch.session.session import Session, SettingsScreen
from spieltisch.shell.dom import closest

FIELDS = "input:not([type=radio]):not([type=checkbox]), select, textarea"
"""Fields: keys pressed in them belong to them."""


class KeyUse(NamedTuple):
    """What a pressed key is for; with ``is_ours`` nothing else may handle it."""

    is_ours: bool
    message: Message | None = None


NOTHING = KeyUse(is_ours=False)


class Keyboard:
    """Counts a key when it goes down: not while it is held, nor when the page gets the focus back
    while keys are held."""

    def __init__(self) -> None:
        self._down: set[str] = set()

    def down(self, event: Any, session: Session, now_ms: float) -> KeyUse:
        """A key went down, or repeats."""
        code = str(event.code)
        if event.ctrlKey or event.altKey or event.metaKey:
            return NOTHING
        is_again = bool(event.repeat) or code in self._down
        self._down.add(code)
        if isinstance(session.screen, SettingsScreen) and session.screen.binding is not None:
            return KeyUse(is_ours=True, message=None if is_again else _struck(event))
        slot = None if closest(event.target, FIELDS) else slot_of(session.settings.keys, code)
        if slot is None or not _has_use(session, slot):
            return NOTHING
        return KeyUse(True, None if is_again else _slot_message(session, slot, event, now_ms))

    def up(self, event: Any, session: Session) -> Message | None:
        """A key came up."""
        self._down.discard(str(event.code))
        slot = slot_of(session.settings.keys, str(event.code))
        is_tried = isinstance(session.screen, KeyTestScreen)
        if not is_tried or slot is None or word_of(slot) != HELD_WORD:
            return None
        return Hold(seat_of(slot), is_down=False)

    def lose(self, session: Session) -> Message | None:
        """The page has lost the focus: it is not told of keys that come up meanwhile."""
        self._down.clear()
        return Hold(0, is_down=False) if isinstance(session.screen, KeyTestScreen) else None


def key_name(event: Any) -> str:
    """The key as views know it: letters in lower case, digits by their place in any layout."""
    code = str(event.code)
    for row in ("Digit", "Numpad"):
        if code.startswith(row) and code[len(row) :].isdecimal() and not event.shiftKey:
            return code[len(row) :]
    return event.key.lower() if len(event.key) == 1 else str(event.key)


def _struck(event: Any) -> Message:
    if event.key in ("Escape", "Tab"):
        return Bind("")
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
