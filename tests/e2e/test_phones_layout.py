"""A screen that is the table and the phones that are its seats: all in sight, thumbs have room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from spieltisch.presenters.live import code_to_send
from spieltisch.session.live_messages import PlayLive, TakeCode
from spieltisch.session.messages import Navigate, SetSetting
from spieltisch.session.session import Session
from tests.e2e.yala_player import has_no_overflow
from tests.still import ADDRESS, serve_stills, session_after, show_still
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


@pytest.fixture
def still(page, trouble):
    """A page that Python has drawn outside of the browser."""
    trouble.origins = {*trouble.origins, ADDRESS.rstrip("/")}
    serve_stills(page)
    return page


def at_table(link: str, phones: int, language: str) -> Iterator[Devices]:
    """The devices while they come to the table, whenever another one has; then as it begins."""
    devices = Devices.some(phones + 1)
    for number, session in enumerate(devices.sessions):
        device = replace(session.device, site="https://example.org/table/")
        devices.sessions[number] = replace(session, device=device)
        devices.send(number, SetSetting("language", language))
    devices.send(0, Navigate(link))
    devices.send(0, PlayLive(7, is_table=True))
    for phone in range(1, phones + 1):
        yield devices
        devices.send(phone, Navigate("#" + code_to_send(devices.sessions[0]).partition("#")[2]))
        devices.send(0, TakeCode(code_to_send(devices.sessions[phone])))
        devices.deliver_all()
    yield devices
    devices.run(500)
    if devices.match(0).is_led:
        devices.begin()
        yield devices


def link(game: str, phones: int, query: str = "") -> str:
    return f"#/play/{game}?seats={','.join(['link'] * phones)}&seed=4{query}"


def is_in_sight(still, selector: str) -> bool:
    """Whether all of such nodes are on the screen, without scrolling."""
    size = still.viewport_size
    boxes = [node.bounding_box() for node in still.locator(selector).all()]
    return bool(boxes) and all(
        box is not None
        and box["x"] >= -1
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"] + 1
        and box["y"] + box["height"] <= size["height"] + 1
        for box in boxes
    )


def show(still, session: Session, size: tuple[int, int]) -> None:
    still.set_viewport_size({"width": size[0], "height": size[1]})
    show_still(still, session)
    assert has_no_overflow(still)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("variant", RACES)
@pytest.mark.parametrize("phones", [2, 6])
def test_the_seat_of_a_race_is_all_in_sight(still, phones, variant, language):
    *_, devices = at_table(link("aya", phones, f"&variant={variant}"), phones, language)
    for size in PHONES:
        for phone in {1, phones}:
            show(still, devices.sessions[phone], size)
            for wanted in ("#board [data-game]", "[data-shout]", "#status", "[data-do=pause]"):
                assert is_in_sight(still, wanted), wanted
            for button in still.locator("[data-shout]").all():
                box = button.bounding_box()
                assert min(box["width"], box["height"]) >= THUMB
                assert still.evaluate(
                    "node => node.scrollWidth <= node.clientWidth + 1", button.element_handle()
                )
            if still.locator(f"#hand-{phone} .face").count():
                assert is_in_sight(still, f"#hand-{phone} .face")


@pytest.mark.parametrize("variant", RACES)
@pytest.mark.parametrize("phones", [2, 3, 4, 6])
def test_the_table_of_a_race_is_all_in_sight(still, phones, variant):
    *_, devices = at_table(link("aya", phones, f"&variant={variant}"), phones, "de")
    for size in TABLES:
        show(still, devices.sessions[0], size)
        for wanted in ("#board [data-game]", "#board .place-head", "#board .face", "#status"):
            assert is_in_sight(still, wanted), wanted


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("game", ["aya", "yala"])
@pytest.mark.parametrize("size", [*TABLES, (390, 844)])
def test_the_next_phone_finds_its_code_in_sight(still, size, game, language):
    for devices in at_table(link(game, 2), 2, language):
        show(still, devices.sessions[0], size)
        if not still.locator("[data-invitation]").count():
            break
        for wanted in (
            "qr-code",
            "[data-invitation]",
            "[data-answer-field]",
            "#peers .row .button",
        ):
            assert is_in_sight(still, wanted), wanted
        assert still.locator("qr-code").bounding_box()["width"] >= 200
    else:
        raise AssertionError("all have come")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_accessible(still, axe, theme):
    for devices in at_table(link("aya", 2), 2, "en"):
        for session in devices.sessions[:2]:
            show_still(still, session_after([SetSetting("theme", theme)], session))
            assert not axe(without_rules=("page-has-heading-one", "document-title"))
