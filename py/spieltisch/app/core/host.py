"""What is told where a part of the page could not be fetched, by what the host has now.

A page fetches some of its parts when they are wanted. If the host has got another build meanwhile,
it may not have them any more: trying again is in vain, and loading the page again helps at once.
"""

from dataclasses import replace
from typing import assert_never

from spieltisch.app.core.messages import Command, HostState
from spieltisch.app.core.notice import LanguageMissing, Notice, PlainNotice, UpdateNotice
from spieltisch.app.core.session import Session
from spieltisch.app.core.waiting import shown
from spieltisch.kit.frame import button
from spieltisch.kit.markup import Markup
from spieltisch.kit.words import Words


def why_missing(host: HostState, usual: str, words: Words) -> str:
    """Why something that was waited for is missing; ``usual`` is what is told if the host has it,
    as far as is known."""
    match host:
        case HostState.NEWER:
            return UpdateNotice.GONE.text(words)
        case HostState.AWAY:
            return PlainNotice.HOST_AWAY.text(words)
        case HostState.SAME:
            return usual
    assert_never(host)


def way_on(host: HostState, words: Words) -> Markup:
    """The button that may help."""
    if host is HostState.NEWER:
        return button(words.gettext("Load again"), "load-again", kind="is-primary")
    return button(words.gettext("Try again"), Command.FETCH_AGAIN.value, kind="is-primary")


def is_told_twice(session: Session, notice: Notice | None) -> bool:
    """Whether a notice says what the page says already where something is awaited, with the same
    way on."""
    wait, host = shown(session), session.device.host
    if wait is None or not wait.is_missing:
        return False
    return (host, notice) in (
        (HostState.NEWER, UpdateNotice.GONE),
        (HostState.AWAY, PlainNotice.HOST_AWAY),
    )


def part_missing(session: Session, usual: Notice | None) -> Session:
    """The session when a part is missing that nobody waits for on a screen of its own. Without a
    ``usual`` notice the page does without it, and tells only what a person can do, once."""
    notice = usual
    if session.device.host is HostState.NEWER:
        if usual is None and session.visit.is_newer_told:
            return session
        notice = UpdateNotice.GONE
    elif session.device.host is HostState.AWAY and not isinstance(usual, LanguageMissing | None):
        notice = PlainNotice.HOST_AWAY
    return session if notice is None else replace(session, notice=notice)
