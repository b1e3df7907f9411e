"""Taking back and redoing: to where a person has something to do."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from spieltisch.app.board.browsing import helped
from spieltisch.app.board.messages import PlayFrom, TypeAction, Wake
from spieltisch.app.board.thinking import bot_thought
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.play.codec import parse_setup
from spieltisch.play.match import Match, format_match, one_back, one_forth, parse_kept
from spieltisch.play.replaying import replay_of
from spieltisch.play.summary import format_summary, parse_summary, summary_of
from spieltisch.shell.events import deed_message, key_message
from spieltisch.table import Record
from spieltisch.table.marks import MAX_NUMBER
from tests.unit.asking import after, said, seen, told
from tests.unit.pressed import key as pressed_key

AGAINST_BOT = "#/play/yala?seats=human,bot:1&start=dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld%20d"
BOTS = AGAINST_BOT.replace("human", "bot:1")
PEOPLE = AGAINST_BOT.replace("bot:1", "human")


def played(link, moves):
    """After so many moves of each in turn, whoever makes them."""
    session = after(Navigate(link, 0.0), Wake(0.0))
    for number in range(1, moves + 1):
        at_ms = 10_000.0 * number
        position = session.match.position
        (seat,) = position.active_seats
        action = str(position.legal_actions(seat)[0])
        if session.match.is_human(seat):
            session = after(TypeAction(action, at_ms), session=session)
        else:
            session = after(Wake(at_ms), session=session)
            assert bot_thought(session) is not None
            session = told(session, [action])
            session = after(Wake(session.next_wake_ms), session=session)
    assert len(session.match.record.entries) == moves
    return session


def walk(session, step):
    """Where one step after the other leads to, until it leads no further."""
    found = [session.match.shown]
    while (shown := step(session.match)) != session.match.shown:
        session = after(PlayFrom(shown), session=session)
        found.append(shown)
    return found


def test_a_match_with_the_largest_numbers_that_are_read_goes_on_as_one_that_is_read():
    begun = Match.open(Record(parse_setup("aya", "variant=tueftler&seats=human&seed=1")))
    match = replace(begun, helps=MAX_NUMBER)
    for at_ms in (MAX_NUMBER, MAX_NUMBER + 7):
        match = helped(match.play(1, match.position.legal_actions(1)[0], at_ms))
        kept = parse_kept(format_match(match))
        assert kept.match(replay_of(kept.record)) == match
        told = summary_of(match, "kept00000001", begun_ms=1, played_ms=1)
        assert parse_summary(format_summary(told)) == told


def test_a_flag_falls_at_the_last_moment_that_can_be_told_if_not_before():
    match = Match.open(Record(parse_setup("yala", "seed=1&clock=3+0")))
    match = match.play(1, match.position.legal_actions(1)[0], MAX_NUMBER - 100_000)
    assert match.falls_at_ms == MAX_NUMBER
    late = match.counted(2, match.position.legal_actions(2)[0], MAX_NUMBER + 7)
    fallen = match.play(*late)
    assert fallen.position.outcome.winners == {1}
    assert Match.open(parse_kept(format_match(fallen)).record) == fallen


@pytest.mark.parametrize(
    ("link", "moves", "stops"),
    [
        (AGAINST_BOT, 5, [0, 2, 4, 5]),
        (AGAINST_BOT, 4, [0, 2, 4]),
        (BOTS, 3, [0, 1, 2, 3]),
        (PEOPLE, 3, [0, 1, 2, 3]),
    ],
)
def test_steps_lead_past_what_a_bot_did(link, moves, stops):
    session = played(link, moves)
    assert walk(session, one_back) == stops[::-1]
    assert walk(after(PlayFrom(0), session=session), one_forth) == stops


def test_the_buttons_and_the_keys_take_the_same_steps():
    session = after(PlayFrom(2), session=played(AGAINST_BOT, 5))
    for do, shown in (("take-back", 0), ("redo", 4)):
        (button,) = seen(session).all("data-do", do)
        assert "disabled" not in button.attributes
        done = after(deed_message(node(**button.attributes), 0.0), session=session)
        assert done.match.shown == shown
    for key, shift, shown in (("z", False, 0), ("z", True, 4), ("y", False, 4)):
        event = pressed_key(f"Key{key.upper()}", key, ctrl=True, shift=shift)
        message = key_message(event, is_at_table=True)
        assert after(message, session=session) == after(PlayFrom(shown), session=session)


def test_what_cannot_be_taken_back_or_redone_has_no_button_to_press():
    session = after(Navigate(PEOPLE, 0.0))
    for do in ("take-back", "redo"):
        assert "disabled" in seen(session).all("data-do", do)[0].attributes
    race = after(Navigate("#/play/aya?seats=human,human,human&seed=1", 0.0))
    assert not seen(race).all("data-do", "take-back")


@pytest.mark.parametrize(
    ("command", "told"),
    [(Command.TAKE_BACK, "Taken back: 2 moves."), (Command.REDO, "Played again: 2 moves.")],
)
def test_it_is_said_how_many_moves(command, told):
    session = after(PlayFrom(2), session=played(AGAINST_BOT, 4))
    session = after(command, session=session)
    assert told in said(session)
    assert "Your turn." in said(session)


def node(**attributes):
    """What the shell sees of a button."""
    names = {name: value for name, value in attributes.items() if value is not None}
    return SimpleNamespace(getAttribute=names.get)
