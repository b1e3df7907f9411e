"""Screens that a start does without: what waits for them, and what never does."""

import re
import subprocess
import sys
from dataclasses import replace

import pytest

from spieltisch.app.board.messages import TypeAction
from spieltisch.app.core.buttons import BUTTONS, Button
from spieltisch.app.core.effects import Fetch, Go
from spieltisch.app.core.messages import Command, ImportFiles, Navigate, ReadOn
from spieltisch.app.core.session import Device, Session, Visit
from spieltisch.app.core.table import TableScreen
from spieltisch.app.core.waits import Came, Modules, WaitScreen
from spieltisch.app.editor.state import EditPosition
from spieltisch.app.screens import LATE, PLACES, SCREENS, bring_in, page_of
from spieltisch.app.together.messages import Invite, LiveCommand, OpenRoom, PlayLive, TakeCode
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.play.record_link import encode_record
from spieltisch.shell import deeds
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
            for name in screen.places:
                monkeypatch.delitem(PLACES, name)
    for name, button in list(BUTTONS.items()):
        kind = button.kind if isinstance(button, Button) else type(button)
        if kind.__module__ in late_modules:
            monkeypatch.delitem(BUTTONS, name)
    return Session(visit=Visit(is_whole=False))


def sent(session, *messages):
    """The session after some messages, and the last one's effects; after each all can be seen, and
    all buttons are known."""
    effects = ()
    for message in messages:
        session, effects = update(session, message)
        assert set(DEEDS.findall(whole(page_of(session)))) <= {*BUTTONS, *deeds.DEEDS}
    return session, effects


@pytest.mark.parametrize("word", [word for words in LATE.values() for word in words])
def test_an_address_waits_for_its_screen(begun, word):
    session, effects = sent(begun, Navigate(f"#/{word}/yala", 0.0))
    assert isinstance(session.screen, WaitScreen)
    assert [one.then for one in session.waits] == [Navigate(f"#/{word}/yala", 0.0)]
    assert effects == (Fetch(Modules()),)


def test_it_comes_once_its_modules_are_there(begun, monkeypatch):
    session, _ = sent(begun, Navigate("#/rules/yala", 0.0))
    monkeypatch.undo()
    session, _ = sent(session, Came(Modules(), True, 0.0))
    assert type(session.screen).__name__ == "RulesScreen"


def test_the_last_wish_counts(begun, monkeypatch):
    session, _ = sent(begun, Navigate("#/rules/yala", 0.0), Navigate("#/statistics", 0.0))
    monkeypatch.undo()
    session, _ = sent(session, Came(Modules(), True, 0.0))
    assert type(session.screen).__name__ == "StatisticsScreen"


def test_who_has_gone_elsewhere_stays_there(begun, monkeypatch):
    session, _ = sent(begun, Navigate("#/rules/yala", 0.0), Navigate("#/settings", 0.0))
    elsewhere = session.screen
    monkeypatch.undo()
    for are_there in (True, False):
        assert sent(session, Came(Modules(), are_there, 0.0))[0].screen == elsewhere


def test_what_could_not_be_fetched_is_said_and_tried_again(begun, monkeypatch):
    session, _ = sent(begun, Navigate("#/rules/yala", 0.0), Came(Modules(), False, 0.0))
    assert "Try again" in whole(page_of(session))
    session, effects = sent(session, Command.FETCH_AGAIN)
    assert effects == (Fetch(Modules()),)
    assert "Try again" not in whole(page_of(session))
    monkeypatch.undo()
    session, _ = sent(session, Came(Modules(), True, 0.0))
    assert type(session.screen).__name__ == "RulesScreen"


@pytest.mark.parametrize("wanted", [EditPosition(), ImportFiles((("", "[]"),), 0.0)])
def test_nothing_is_lost_by_what_is_wanted_at_the_table(begun, monkeypatch, wanted):
    """It is done as if it had been asked for when its modules have come."""
    at_table, _ = sent(begun, Navigate("#/play/yala?seats=human,human&seed=42", 0.0))
    waiting, _ = sent(at_table, wanted, Came(Modules(), False, 0.0), Command.FETCH_AGAIN)
    assert waiting.matches == at_table.matches
    monkeypatch.undo()
    session, effects = sent(waiting, Came(Modules(), True, 0.0))
    at_once, expected = sent(whole_session(at_table), wanted)
    assert any(isinstance(effect, Go) for effect in expected)
    assert (type(session.screen), session.matches, effects) == (
        type(at_once.screen),
        at_once.matches,
        expected,
    )


def whole_session(session):
    """The session of a page to which all has come."""
    return replace(session, visit=replace(session.visit, is_whole=True))


BY_LINK = "#/play/yala?seats=human,link&seed=42"


@pytest.mark.parametrize(
    "wanted",
    [
        PlayLive(1),
        TakeCode("no code", 0.0),
        OpenRoom("relay.example", 1, "0" * 32),
        LiveCommand.RECONNECT,
    ],
)
def test_live_play_is_done_once_it_has_come(begun, monkeypatch, wanted):
    """As if it had been asked for when its modules were there; nothing of the match is lost."""
    begun = replace(begun, device=Device(can_connect=True))
    at_table, _ = sent(begun, Navigate(BY_LINK, 0.0))
    waiting, effects = sent(at_table, wanted)
    assert effects == (Fetch(Modules()),)
    waiting, _ = sent(waiting, Came(Modules(), False, 0.0), Command.FETCH_AGAIN)
    assert waiting.live is None
    monkeypatch.undo()
    session, effects = sent(waiting, Came(Modules(), True, 0.0))
    at_once, expected = sent(whole_session(at_table), wanted)
    assert (session, effects) == (at_once, expected)
    assert any(isinstance(one, Invite) for one in effects) is isinstance(
        wanted, PlayLive | OpenRoom
    )


@pytest.mark.parametrize("game", catalog.GAMES)
def test_no_match_needs_what_is_late(begun, game):
    """Neither a new one nor one that is over, and all that can be asked for in it."""
    session, _ = sent(
        begun, Navigate("#/", 0.0), Navigate(f"#/setup/{game}", 0.0), Navigate("#/matches", 0.0)
    )
    session, _ = sent(session, Navigate(f"#/play/{game}?seats=human,human&seed=42", 0.0))
    for _ in range(6):
        match = session.match
        seat = min(match.position.active_seats)
        action = match.rules.format_action(next(iter(match.position.legal_actions(seat))))
        session, _ = sent(session, TypeAction(action, 0.0))
    assert session.match.turns
    name = next(name for name in keeping.names() if name.startswith(game))
    link = "#/record/" + encode_record(parse_record(keeping.read(name)))
    session, _ = sent(begun, Navigate(link, 0.0), *[ReadOn(10_000)] * 2)
    assert isinstance(session.screen, TableScreen)
    for message in Command:
        is_awaited = Modules() in [one.need for one in sent(session, message)[0].waits]
        assert is_awaited is (message in (Command.STUDY, Command.TRY_OUT)), message


def test_with_all_that_is_late_all_is_there():
    for folder in LATE:
        bring_in(folder)
        there = {state.__module__.split(".")[2] for state in SCREENS}
        assert folder in there


@pytest.mark.parametrize(
    "place", ["#/play/aya?seats=human&variant=tueftler&seed=3", "#/play/yala?seats=human,bot:1"]
)
def test_help_at_a_table_waits_for_nothing_late(begun, place):
    session, _ = sent(begun, Navigate(place, 0.0), Command.HINT, Command.HINT)
    assert not isinstance(session.screen, WaitScreen)
    assert session.screen.help is not None
    assert not session.waits
