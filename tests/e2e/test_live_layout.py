"""What people who play live are told is in sight, at every size, in both languages and themes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from spieltisch.presenters.live import code_to_send
from spieltisch.session.live_messages import CodeTaken, PlayLive, TakeCode
from spieltisch.session.messages import Command, Navigate, SetSetting
from spieltisch.session.session import Session
from tests.e2e.test_by_link_layout import SIZES
from tests.e2e.yala_player import has_no_overflow
from tests.still import session_after, show_still
from tests.unit.devices import Devices


def hash_of(session: Session) -> str:
    return "#" + code_to_send(session).partition("#")[2]


def screens(language: str) -> Iterator[tuple[str, Session]]:
    """What has to be seen, and the page that it is on."""
    devices = Devices.some(3)
    for number, session in enumerate(devices.sessions):
        device = replace(session.device, site="https://example.org/table/")
        devices.sessions[number] = replace(session, device=device)
        devices.send(number, SetSetting("language", language))
    devices.send(0, Navigate("#/play/yala?seats=human,link&names=Anna,Bert&seed=4"))
    yield "[data-do=play-live]", devices.sessions[0]
    devices.send(0, PlayLive(7))
    yield "[data-invitation]", devices.sessions[0]
    invitation = hash_of(devices.sessions[0])
    devices.send(1, Navigate(invitation))
    yield "[data-answer]", devices.sessions[1]
    devices.send(2, Navigate(hash_of(devices.sessions[1])))
    yield "[data-do=copy-code]", devices.sessions[2]
    devices.send(2, CodeTaken(devices.sessions[2].screen.code, is_own=False))
    yield "#join h1", devices.sessions[2]
    unable = replace(devices.sessions[2].device, can_connect=False)
    yield (
        "#join h1",
        session_after([Navigate(invitation)], replace(devices.sessions[2], device=unable)),
    )
    devices.send(0, TakeCode(hash_of(devices.sessions[1])))
    devices.deliver_all()
    yield "[data-do=stop-live]", devices.sessions[0]
    devices.play(0)
    devices.deliver_all()
    devices.send(0, Command.TAKE_BACK)
    devices.deliver_all()
    yield "[data-do=grant-back]", devices.sessions[1]
    devices.cut(7)
    yield "[data-do=let-bots-play]", devices.sessions[0]
    yield "[data-invitation-field]", devices.sessions[1]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES)
def test_what_is_asked_is_in_sight(still, size, language):
    still.set_viewport_size({"width": size[0], "height": size[1]})
    for wanted, session in screens(language):
        show_still(still, session)
        assert has_no_overflow(still)
        assert still.locator(wanted).first.is_visible()
        panel = still.locator("#peers, #join, #by-link").first.bounding_box()
        if not still.locator("#peers.is-calm").count():
            assert panel["y"] < size[1] - 16, "it begins on the first screen"
        still.locator("#stun").evaluate_all(
            "all => all.forEach(one => one.setAttribute('open', ''))"
        )
        assert has_no_overflow(still)
        for button in still.locator("#peers button:visible, #peers input, #join button").all():
            box = button.bounding_box()
            assert box["height"] >= 44
            assert box["x"] >= panel["x"]
            assert box["x"] + box["width"] <= panel["x"] + panel["width"] + 0.5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_accessible(still, axe, theme):
    for _, session in screens("en"):
        show_still(still, session_after([SetSetting("theme", theme)], session))
        assert not axe(without_rules=("page-has-heading-one", "document-title"))
