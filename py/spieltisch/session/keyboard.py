"""Binding keys to seats, and trying them together."""

from __future__ import annotations

import json
from dataclasses import replace

from spieltisch.session.bindings import (
    DEFAULT_KEYS,
    SLOTS,
    Refusal,
    bind,
    format_keys,
    slot_of,
)
from spieltisch.session.messages import Focus, Hold, KeepSettings, Strike
from spieltisch.session.session import Notice, Result, Session
from spieltisch.session.settings import Settings, format_settings


def settle(session: Session, settings: Settings) -> Result:
    """Settings have changed: they are kept."""
    return replace(session, settings=settings), (KeepSettings(format_settings(settings)),)


def wait_for_key(session: Session, slot: str) -> Result:
    """The next key is for this slot; for an empty one, or again for the same, waiting ends."""
    is_wanted = slot in SLOTS and slot != session.binding
    return replace(session, binding=slot if is_wanted else None, notice=None), ()


def strike(session: Session, struck: Strike) -> Result:
    """The key that was waited for; one that cannot be had is refused, and another waited for."""
    slot, settings = session.binding, session.settings
    if slot is None:
        return session, ()
    bound = bind(settings.bound, slot, struck.code)
    if isinstance(bound, Refusal):
        notice = Notice(f"key-{bound.why}", (struck.label or struck.code, bound.slot))
        return replace(session, notice=notice), ()
    settings = settings.with_field("keys", format_keys(bound))
    if struck.label:
        labels = {**settings.labels, struck.code: struck.label}
        labels = {code: text for code, text in labels.items() if slot_of(bound, code)}
        settings = settings.with_field("layout", json.dumps(labels))
    session, effects = settle(replace(session, binding=None, notice=None), settings)
    return session, (*effects, Focus(f"bind-{slot}"))


def reset(session: Session) -> Result:
    """Every key where it is by default."""
    settings = session.settings.with_field("keys", format_keys(DEFAULT_KEYS))
    return settle(replace(session, binding=None, notice=None), settings)


def hold(session: Session, held: Hold) -> Result:
    """At the rehearsal a key went down or came up; seat 0 lets go of all."""
    rehearsal = session.rehearsal
    if held.seat == 0:
        return replace(session, rehearsal=rehearsal.released()), ()
    rehearsal = rehearsal.with_held(held.seat, is_down=held.is_down)
    return replace(session, rehearsal=rehearsal), ()
