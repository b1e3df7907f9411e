"""A screen that is the table and the phones that are its seats: all in sight, thumbs have room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

import pytest

from spieltisch.app.core.messages import Navigate, SetSetting
from spieltisch.app.together.codes import code_to_send
from spieltisch.app.together.messages import PlayLive, TakeCode
from tests.still import document_of, look_at, session_after
from tests.unit.devices import Devices

PHONES = [(390, 844), (844, 390), (320, 568)]
TABLES = [(1440, 900), (844, 390), (768, 1024), (2560, 1440)]
THUMB = 72

RACES = [
    "aya-oye&edition=zoch",
    "aya-oye&edition=reilly",
    "turbo&edition=zoch",
    "turbo&edition=reilly",
]


def at_table(link: str, phones: int, language: str) -> Iterator[Devices]:
    """The devices while they come to the table, whenever another one has; then as it begins."""
    devices = Devices.some(phones + 1)
    for number, session in enumerate(devices.sessions):
        device = replace(session.device, site="https://example.org/table/")
        devices.sessions[number] = replace(session, device=device)
        devices.send(number, SetSetting("language", language))
    devices.send(0, Navigate(link, 0.0))
    devices.send(0, PlayLive(7, is_table=True))
    for phone in range(1, phones + 1):
        yield devices
        devices.send(
            phone, Navigate("#" + code_to_send(devices.sessions[0]).partition("#")[2], 0.0)
        )
        devices.send(0, TakeCode(code_to_send(devices.sessions[phone]), 0.0))
        devices.deliver_all()
    yield devices
    devices.run(500)
    if devices.match(0).is_led:
        devices.begin()
        yield devices


def link(game: str, phones: int, query: str = "") -> str:
    return f"#/play/{game}?seats={','.join(['link'] * phones)}&seed=4{query}"


SEEN = """({ wanted, held }) => {
  const round = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round);
  const notInSight = (css) => {
    const nodes = [...document.querySelectorAll(css)];
    const off = nodes.filter((node) => {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      return !node.checkVisibility() || left < -1 || top < 0
        || right > innerWidth + 1 || bottom > innerHeight + 1;
    });
    if (nodes.length === 0 && css !== held) return [`${css} is not there`];
    return off.map((node) => `${css} is at ${round(node.getBoundingClientRect())}`);
  };
  const shouts = [...document.querySelectorAll("[data-shout]")].map((node) => {
    const { width, height } = node.getBoundingClientRect();
    return { side: Math.min(width, height), isWhole: node.scrollWidth <= node.clientWidth + 1 };
  });
  return {
    isWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    off: wanted.flatMap(notInSight),
    shouts,
    picture: document.querySelector("qr-code")?.getBoundingClientRect().width,
    asks: document.querySelector("[data-invitation]") !== null,
  };
}"""
"""What is wanted and not in sight without scrolling, and how large is what is pressed."""


def seen(still, size, sessions, wanted, held=None):
    """What is seen of each of these screens, of which all this is wanted; what is held, if it is
    there."""
    documents = [document_of(session) for session in sessions]
    may_be = held or [None] * len(documents)
    facts = [{"wanted": [*wanted, *([css] if css else [])], "held": css} for css in may_be]
    found = look_at(still, size, SEEN, documents, facts)
    assert not any(one["isWide"] for one in found), size
    return found


def racing(variant: str, phones: int, language: str) -> Devices:
    """The devices of a race that has begun."""
    *_, devices = at_table(link("aya", phones, f"&variant={variant}"), phones, language)
    return devices


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("phones", [2, 6])
def test_the_seat_of_a_race_is_all_in_sight(still, phones, language):
    wanted = ["#board [data-game]", "[data-shout]", "#status", "[data-do=pause]"]
    tables = {variant: racing(variant, phones, language) for variant in RACES}
    seats = {
        (variant, phone): devices.sessions[phone]
        for variant, devices in tables.items()
        for phone in (1, phones)
    }
    cards = [f"#hand-{phone} .face" for _, phone in seats]
    for size in PHONES:
        found = seen(still, size, seats.values(), wanted, cards)
        for seat, one in zip(seats, found, strict=True):
            assert one["off"] == [], (size, seat)
            for shout in one["shouts"]:
                assert shout["side"] >= THUMB, (size, seat)
                assert shout["isWhole"], (size, seat)


@pytest.mark.parametrize("phones", [2, 3, 4, 6])
def test_the_table_of_a_race_is_all_in_sight(still, phones):
    wanted = ["#board [data-game]", "#board .place-head", "#board .face", "#status"]
    tables = [racing(variant, phones, "de").sessions[0] for variant in RACES]
    for size in TABLES:
        for variant, one in zip(RACES, seen(still, size, tables, wanted), strict=True):
            assert one["off"] == [], (size, variant)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("game", ["aya", "yala"])
def test_the_next_phone_finds_its_code_in_sight(still, game, language):
    asking = ["qr-code", "[data-invitation]", "[data-answer-field]", "#peers .row .button"]
    tables = [devices.sessions[0] for devices in at_table(link(game, 2), 2, language)]
    for size in [*TABLES, (390, 844)]:
        found = seen(still, size, tables, asking)
        asked = list(takewhile(lambda one: one["asks"], found))
        assert len(asked) < len(found), "all have come"
        for one in asked:
            assert one["off"] == [], size
            assert one["picture"] >= 200, size


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_accessible(still, axe, theme):
    documents = [
        document_of(session_after([SetSetting("theme", theme)], session))
        for devices in at_table(link("aya", 2), 2, "en")
        for session in devices.sessions[:2]
    ]
    assert axe(*documents, without_rules=("page-has-heading-one", "document-title")) == []
