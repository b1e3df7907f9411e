"""What people who play live are told is in sight, at every size, in both languages and themes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from spieltisch.app.core.messages import Command, Navigate, SetSetting
from spieltisch.app.core.session import Session
from spieltisch.app.together.codes import code_to_send
from spieltisch.app.together.messages import CodeTaken, Described, LineShaky, PlayLive, TakeCode
from tests.e2e.test_by_link_layout import SIZES
from tests.still import document_of, look_at, session_after
from tests.unit.devices import Devices
from tests.unit.test_lines import SDP


def hash_of(session: Session) -> str:
    return "#" + code_to_send(session).partition("#")[2]


def screens(language: str) -> Iterator[tuple[str, Session]]:
    """What has to be seen, and the page that it is on."""
    devices = Devices.some(3)
    for number, session in enumerate(devices.sessions):
        device = replace(session.device, site="https://example.org/table/")
        devices.sessions[number] = replace(session, device=device)
        devices.send(number, SetSetting("language", language))
    devices.send(0, Navigate("#/play/yala?seats=human,link&names=Anna,Bert&seed=4", 0.0))
    yield "[data-do=play-live]", devices.sessions[0]
    devices.send(0, PlayLive(7))
    yield "[data-invitation]", devices.sessions[0]
    invitation = hash_of(devices.sessions[0])
    devices.send(1, Navigate(invitation, 0.0))
    yield "[data-answer]", devices.sessions[1]
    devices.send(2, Navigate(hash_of(devices.sessions[1]), 0.0))
    yield "[data-do=copy-code]", devices.sessions[2]
    devices.send(2, CodeTaken(devices.sessions[2].screen.code, is_own=False))
    yield "#join h1", devices.sessions[2]
    unable = replace(devices.sessions[2].device, can_connect=False)
    yield (
        "#join h1",
        session_after([Navigate(invitation, 0.0)], replace(devices.sessions[2], device=unable)),
    )
    devices.send(0, TakeCode(hash_of(devices.sessions[1]), 0.0))
    devices.deliver_all()
    yield "[data-do=stop-live]", devices.sessions[0]
    devices.send(0, LineShaky(7))
    yield "[data-shaky]", devices.sessions[0]
    devices.play(0)
    devices.deliver_all()
    devices.send(0, Command.TAKE_BACK)
    devices.deliver_all()
    yield "[data-do=grant-back]", devices.sessions[1]
    devices.lapse(7)
    yield "[data-do=let-bots-play]", devices.sessions[0]
    yield "[data-invitation-field]", devices.sessions[1]
    devices.cut(7)
    yield "[data-do=let-bots-play]", devices.sessions[0]
    yield "[data-invitation-field]", devices.sessions[1]


SEEN = """(wanted) => {
  const { documentElement: root } = document;
  const box = (node) => node.getBoundingClientRect();
  const isWide = () => root.scrollWidth > root.clientWidth;
  const isVisible = (node) => box(node).width > 0 && box(node).height > 0
    && node.checkVisibility({ visibilityProperty: true });
  const all = (css) => [...document.querySelectorAll(css)];
  const wasWide = isWide();
  const isSeen = all(wanted).slice(0, 1).some(isVisible);
  const panel = document.querySelector("#peers, #join, #by-link");
  const { top } = box(panel);
  for (const one of all("#stun")) one.setAttribute("open", "");
  const { left, right } = box(panel);
  const pressed = [
    ...all("#peers button").filter(isVisible), ...all("#peers input, #join button"),
  ];
  return {
    isWide: wasWide || isWide(), isSeen, top, isCalm: all("#peers.is-calm").length > 0,
    low: pressed.filter((node) => !(box(node).height >= 44)).map((node) => node.outerHTML),
    beside: pressed.filter((node) => box(node).left < left || box(node).right > right + 0.5)
      .map((node) => node.outerHTML),
  };
}"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_asked_is_in_sight(still, language):
    wanted, sessions = zip(*screens(language), strict=True)
    documents = [document_of(session) for session in sessions]
    for size in SIZES:
        for css, one in zip(wanted, look_at(still, size, SEEN, documents, wanted), strict=True):
            case = (size, css)
            assert not one["isWide"], case
            assert one["isSeen"], case
            if not one["isCalm"]:
                assert one["top"] < size[1] - 16, ("it begins on the first screen", case)
            assert one["low"] == [], case
            assert one["beside"] == [], case


# Where everything is that can be pressed or filled in, but for what cannot be yet.
PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll("#peers :is(button, input, summary)")].map((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return [node.textContent + node.id, [left, top, right, bottom].map(Math.round)];
  }))"""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("is_table", [False, True])
def test_nothing_moves_under_a_finger_when_an_invitation_is_ready(still, language, is_table):
    device = replace(session_after([]).device, site="https://example.org/table/")
    asked = session_after(
        [
            SetSetting("language", language),
            Navigate("#/play/yala?seats=human,link&names=Anna,Bert&seed=4", 0.0),
            PlayLive(7, is_table=is_table),
        ],
        replace(session_after([]), device=device),
    )
    documents = [document_of(asked), document_of(session_after([Described(7, SDP)], asked))]
    for size in SIZES:
        before, after = look_at(still, size, PLACES, documents)
        assert before == after, size
        assert len(before) > 5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_accessible(still, axe, theme):
    themed = [session_after([SetSetting("theme", theme)], one) for _, one in screens("en")]
    documents = map(document_of, themed)
    assert axe(*documents, without_rules=("page-has-heading-one", "document-title")) == []
