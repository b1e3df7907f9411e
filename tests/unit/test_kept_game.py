"""Whether the game is kept on this device: chosen and told in the settings."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace

import pytest

from spieltisch.app.core.effects import Keep
from spieltisch.app.core.messages import Navigate, OfflineChanged, OfflineState, SetSetting
from spieltisch.app.core.session import Device, Session
from spieltisch.app.core.settings import OFFLINE, Settings, format_settings, parse_settings
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.shell import offline, pacer
from spieltisch.shell.offline import Offline
from spieltisch.shell.pacer import answer_pings
from tests.unit.markup_check import read

TOLD = {
    "kept": "needs no network",
    "refused": "A newer version could not be fetched completely, so this one stays",
    "failed": "could not be kept",
    "waiting": "is set to save data",
    "off": "needs a network to start",
    "": "",
}


class Window:
    """A browser's window, as far as events of what is kept go."""

    def __init__(self, **dataset):
        self.document = SimpleNamespace(
            documentElement=SimpleNamespace(dataset=SimpleNamespace(**dataset))
        )
        self.Event = SimpleNamespace(new=lambda name: name)
        self.dispatched = []
        self.listeners = {}

    def addEventListener(self, name, listener):  # noqa: N802 - the browser's name
        self.listeners[name] = listener

    def dispatchEvent(self, event):  # noqa: N802 - the browser's name
        self.dispatched.append(event)


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch):
    monkeypatch.setattr(offline, "proxy", lambda listener: listener)
    monkeypatch.setattr(pacer, "proxy", lambda listener: listener)


def settings_of(device):
    session, _ = update(Session(device=device), Navigate("#/settings", 0.0))
    return read(page_of(session))


@pytest.mark.parametrize("state", TOLD)
def test_the_settings_tell_whether_the_game_is_kept_and_how_big_it_is(state):
    session = Session(device=Device(megabytes=23))
    if state:
        session, _ = update(session, OfflineChanged(OfflineState(state)))
    page = settings_of(session.device)
    assert "about 23 MB" in page.text
    told = page.one("id", "offline-told")
    assert told.attributes["role"] == "status"
    assert TOLD[state] in told.text
    assert bool(told.text) == bool(state)
    for choice in OFFLINE:
        assert page.one("id", f"offline-{choice}").attributes["data-set"] == "offline"


@pytest.mark.parametrize("device", [Device(), Device(megabytes=23, offline=OfflineState.UNABLE)])
def test_where_it_cannot_be_kept_nothing_is_said_of_it(device):
    page = settings_of(device)
    assert page.all("id", "offline-told") == []
    assert page.all("data-set", "offline") == []


@pytest.mark.parametrize("choice", OFFLINE)
def test_the_choice_is_kept(choice):
    session, effects = update(Session(), SetSetting("offline", choice))
    assert session.settings.offline == choice
    assert effects == (Keep(session.settings),)
    assert parse_settings(format_settings(session.settings)) == session.settings


def test_what_is_no_choice_changes_nothing():
    assert Settings().with_field("offline", "perhaps").offline == "auto"
    flaws = []
    assert parse_settings('{"offline": "perhaps"}', flaws).offline == "auto"
    assert flaws


def test_the_session_hears_what_the_page_tells():
    sent = []
    window = Window(megabytes="23", offline="refused")
    kept = Offline(window, sent.append)
    assert kept.megabytes == 23
    kept.begin("auto")
    assert sent == [OfflineChanged("refused")], "what was told before Python was there"
    window.document.documentElement.dataset.offline = "kept"
    window.listeners[offline.TOLD](None)
    assert sent[1:] == [OfflineChanged("kept")]


def test_a_page_that_was_not_built_tells_of_nothing():
    sent = []
    kept = Offline(Window(), sent.append)
    kept.begin("auto")
    assert kept.megabytes == 0
    assert sent == []


def test_another_choice_is_told_once():
    window = Window()
    kept = Offline(window, lambda _: None)
    kept.follow("off")
    kept.begin("on")
    for wanted in ("on", "off", "off", "on"):
        kept.follow(wanted)
    assert window.dispatched == [offline.WANTED] * 2


def test_settings_of_two_tabs_are_merged():
    base = Settings()
    here, there = replace(base, offline="on"), replace(base, theme="dark")
    assert here.since(base, there) == replace(base, offline="on", theme="dark")


def test_python_answers_by_its_loop():
    window = Window()
    answer_pings(window)
    answers = []

    async def ask():
        window.listeners[pacer.ASKED](SimpleNamespace(detail=lambda: answers.append("alive")))
        assert answers == []
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(ask())
    assert answers == ["alive"]
