"""How keys are bound to words, and what keys have shown of themselves."""

from dataclasses import replace

from spieltisch.app.core.effects import Focus
from spieltisch.app.core.keys import (
    DEFAULT_KEYS,
    LETTERED,
    SLOTS,
    ReservedKey,
    TakenKey,
    bind,
    label_of,
    seat_of,
)
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command
from spieltisch.app.core.notice import KeyReserved, KeyTaken
from spieltisch.app.core.session import Result, Session
from spieltisch.app.keeping.writing import with_settings
from spieltisch.app.settings.state import Bind, KeyCaptured, SettingsScreen


def update(session: Session, screen: SettingsScreen, message: Message) -> Result:
    match message:
        case Bind(slot):
            is_wanted = slot in SLOTS and slot != screen.binding
            screen = SettingsScreen(slot if is_wanted else None)
            return replace(session.on(screen), notice=None), ()
        case KeyCaptured():
            return _captured(session, screen, message)
        case Command.RESET_KEYS:
            session = replace(session.on(SettingsScreen()), notice=None)
            return with_settings(session, replace(session.settings, keys=DEFAULT_KEYS))
    return session, ()


def learn(session: Session, code: str, label: str) -> Result:
    """A key has shown what is printed on it: that is kept, unless the browser tells it anyway."""
    if code in session.device.key_labels or session.settings.key_labels.get(code) == label:
        return session, ()
    # What another key has shown before was of another keyboard: no layout has a label twice.
    known = session.settings.key_labels.items()
    labels = {one: text for one, text in known if text != label or one not in LETTERED}
    labels[code] = label
    return with_settings(session, replace(session.settings, key_labels=labels))


def _captured(session: Session, screen: SettingsScreen, key: KeyCaptured) -> Result:
    """Bind the key that went down; if it cannot be bound, say why and wait for another one."""
    slot, settings = screen.binding, session.settings
    if slot is None:
        return session, ()
    match keys := bind(settings.keys, slot, key.code):
        case ReservedKey():
            return replace(session, notice=KeyReserved(key.label or key.code)), ()
        case TakenKey(other):
            taken = KeyTaken(key.label or key.code, seat_of(other), label_of(other))
            return replace(session, notice=taken), ()
    session = replace(session.on(SettingsScreen()), notice=None)
    session, effects = with_settings(session, replace(settings, keys=keys))
    return session, (*effects, Focus(f"bind-{slot}"))
