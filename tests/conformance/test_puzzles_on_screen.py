"""The packs that the site has, on screen: help leads on, and the line that is shown is the line."""

import pytest

from spieltisch.app.board.messages import ShowSolution, TypeAction, Wake
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.session import Session, Visit
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from tests import fourth
from tests.puzzles import PUZZLED, pack
from tests.unit.markup_check import check

SAMPLE = 12
each_game = pytest.mark.parametrize("name", [*PUZZLED, fourth.FIFTH])


def on_screen(name, puzzle):
    session = Session(visit=Visit(packs={name: pack(name)}))
    session, _ = update(session, Navigate(f"#/puzzle/{name}/{puzzle.id}", 0.0))
    assert session.screen.puzzle == puzzle
    return session


def waited(session):
    """The session after all that is due has happened."""
    while session.next_wake_ms is not None:
        session, _ = update(session, Wake(session.next_wake_ms))
    return session


def sample_of(name):
    return pack(name)[:: max(1, len(pack(name)) // SAMPLE)]


@each_game
def test_what_a_hint_tells_solves_it(name):
    rules = catalog.game_of(name).rules
    for puzzle in sample_of(name):
        session = on_screen(name, puzzle)
        while session.screen.state == "open":
            for _ in range(2):
                session, _ = update(session, Command.HINT)
                check(page_of(session))
            told = session.screen.help.advice
            text = told if isinstance(told, str) else rules.format_action(told.actions[0])
            session, _ = update(session, TypeAction(text, 1.0))
            session = waited(session)
        assert session.screen.state == "solved", puzzle.id


@each_game
def test_what_is_shown_is_the_line(name):
    for puzzle in sample_of(name):
        session, _ = update(on_screen(name, puzzle), ShowSolution(1.0))
        session = waited(session)
        rules = session.match.rules
        forced = [rules.automatic_action(turn.before) is not None for turn in session.match.turns]
        played = [turn.entry.action for turn in session.match.turns]
        chosen = [text for text, is_forced in zip(played, forced, strict=True) if not is_forced]
        assert tuple(chosen) == puzzle.variation, puzzle.id
