"""Screens that a start does without: what waits for them, and what never does."""

import re
import subprocess
import sys
from dataclasses import replace

import pytest

from spieltisch.app.editor.state import EditPosition
from spieltisch.app.effects import FetchScreens, Go
from spieltisch.app.files.state import ImportFiles
from spieltisch.app.late.screen import AwaitedScreen
from spieltisch.app.match.messages import TypeAction
from spieltisch.app.match.state import TableScreen
from spieltisch.app.messages import Command, Navigate, ReadOn, ScreensFetched
from spieltisch.app.screens import LATE, OWN_VERBS, PLACES, SCREENS, bring_in, page_of
from spieltisch.app.session import Device, Session
from spieltisch.app.together.messages import Invite, LiveCommand, OpenRoom, PlayLive, TakeCode
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.play.record_link import encode_record
from spieltisch.shell.verbs import VERBS
from spieltisch.table import parse_record
from tests.records import keeping
from tools import bundle

DEEDS = re.compile(r'data-do="([^"]+)"')

IMPORTED = """
import sys
import spieltisch.shell.app, spieltisch.play.service
print(*sys.modules)
"""
"""What a snapshot has imported of ours (tools/snapshot/inside.py)."""


@pytest.fixture(scope="module")
def late_modules() -> set[str]:
    """Those that a page lacks when it has begun."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED], cwd=bundle.PY, capture_output=True, text=True, check=True
    )
    return bundle.modules() - set(done.stdout.split())


@pytest.fixture
def begun(monkeypatch, late_modules) -> Session:
    """A session of a page to which nothing late has come."""
    for name in late_modules:
        monkeypatch.setitem(sys.modules, name, None)
    for folder in LATE:
        assert f"spieltisch.app.{folder}.screen" in late_modules
    for state, screen in list(SCREENS.items()):
        if state.__module__.split(".")[2] in LATE:
            monkeypatch.delitem(SCREENS, state)
            for table, names in ((PLACES, screen.places), (OWN_VERBS, screen.verbs)):
                for name in names:
                    monkeypatch.delitem(table, name)
    return Session()


def sent(session, *messages):
    """The session after some messages, and the last one's effects; after each all can be seen, and
    all buttons are known."""
    effects = ()
    for message in messages:
        session, effects = update(session, message)
        assert set(DEEDS.findall(whole(page_of(session)))) <= {*VERBS, *OWN_VERBS}
    return session, effects


@pytest.mark.parametrize("word", [word for words in LATE.values() for word in words])
def test_an_address_waits_for_its_screen(begun, word):
    session, effects = sent(begun, Navigate(f"#/{word}/yala"))
    assert session.screen == AwaitedScreen(begun.screen, Navigate(f"#/{word}/yala"))
    assert effects == (FetchScreens(),)


def test_it_comes_once_its_modules_are_there(begun, monkeypatch):
    session, _ = sent(begun, Navigate("#/rules/yala"))
    monkeypatch.undo()
    session, _ = sent(session, ScreensFetched(are_there=True))
    assert type(session.screen).__name__ == "RulesScreen"


def test_the_last_wish_counts(begun, monkeypatch):
    session, _ = sent(begun, Navigate("#/rules/yala"), Navigate("#/statistics"))
    monkeypatch.undo()
    session, _ = sent(session, ScreensFetched(are_there=True))
    assert type(session.screen).__name__ == "StatisticsScreen"


def test_who_has_gone_elsewhere_stays_there(begun, monkeypatch):
    session, _ = sent(begun, Navigate("#/rules/yala"), Navigate("#/settings"))
    elsewhere = session.screen
    monkeypatch.undo()
    for are_there in (True, False):
        assert sent(session, ScreensFetched(are_there))[0].screen == elsewhere


def test_what_could_not_be_fetched_is_said_and_tried_again(begun, monkeypatch):
    session, _ = sent(begun, Navigate("#/rules/yala"), ScreensFetched(are_there=False))
    assert "Try again" in whole(page_of(session))
    session, effects = sent(session, Command.FETCH_AGAIN)
    assert effects == (FetchScreens(),)
    assert "Try again" not in whole(page_of(session))
    monkeypatch.undo()
    session, _ = sent(session, ScreensFetched(are_there=True))
    assert type(session.screen).__name__ == "RulesScreen"


@pytest.mark.parametrize("wanted", [EditPosition(), ImportFiles((("", "[]"),))])
def test_nothing_is_lost_by_what_is_wanted_at_the_table(begun, monkeypatch, wanted):
    """It is done as if it had been asked for when its modules have come."""
    at_table, _ = sent(begun, Navigate("#/play/yala?seats=human,human&seed=42"))
    waiting, _ = sent(at_table, wanted, ScreensFetched(are_there=False), Command.FETCH_AGAIN)
    assert waiting.matches == at_table.matches
    monkeypatch.undo()
    session, effects = sent(waiting, ScreensFetched(are_there=True))
    at_once, expected = sent(at_table, wanted)
    assert any(isinstance(effect, Go) for effect in expected)
    assert (type(session.screen), session.matches, effects) == (
        type(at_once.screen),
        at_once.matches,
        expected,
    )


BY_LINK = "#/play/yala?seats=human,link&seed=42"


@pytest.mark.parametrize(
    "wanted",
    [
        PlayLive(1),
        TakeCode("no code"),
        OpenRoom("relay.example", 1, "0" * 32),
        LiveCommand.RECONNECT,
    ],
)
def test_live_play_is_done_once_it_has_come(begun, monkeypatch, wanted):
    """As if it had been asked for when its modules were there; nothing of the match is lost."""
    begun = replace(begun, device=Device(can_connect=True))
    at_table, _ = sent(begun, Navigate(BY_LINK))
    waiting, effects = sent(at_table, wanted)
    assert effects == (FetchScreens(),)
    waiting, _ = sent(waiting, ScreensFetched(are_there=False), Command.FETCH_AGAIN)
    assert waiting.live is None
    monkeypatch.undo()
    session, effects = sent(waiting, ScreensFetched(are_there=True))
    at_once, expected = sent(at_table, wanted)
    assert (session, effects) == (at_once, expected)
    assert any(isinstance(one, Invite) for one in effects) is isinstance(
        wanted, PlayLive | OpenRoom
    )


@pytest.mark.parametrize("game", catalog.GAMES)
def test_no_match_needs_what_is_late(begun, game):
    """Neither a new one nor one that is over, and all that can be asked for in it."""
    session, _ = sent(begun, Navigate("#/"), Navigate(f"#/setup/{game}"), Navigate("#/matches"))
    session, _ = sent(session, Navigate(f"#/play/{game}?seats=human,human&seed=42"))
    for _ in range(6):
        match = session.match
        seat = min(match.position.active_seats)
        action = match.rules.format_action(next(iter(match.position.legal_actions(seat))))
        session, _ = sent(session, TypeAction(action, 0.0))
    assert session.match.turns
    name = next(name for name in keeping.names() if name.startswith(game))
    link = "#/record/" + encode_record(parse_record(keeping.read(name)))
    session, _ = sent(begun, Navigate(link), *[ReadOn(10_000)] * 2)
    assert isinstance(session.screen, TableScreen)
    for message in Command:
        is_awaited = isinstance(sent(session, message)[0].screen, AwaitedScreen)
        assert is_awaited is (message is Command.STUDY), message


def test_with_all_that_is_late_all_is_there():
    for folder in LATE:
        bring_in(folder)
