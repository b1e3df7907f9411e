"""A photo finish at one device: who was first of two people who called, and by how much."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.app.board.messages import Shout, Wake
from spieltisch.app.core.messages import Navigate, SetSetting
from spieltisch.app.core.session import Session
from spieltisch.app.match.update import CLOSE_MS
from spieltisch.app.screens import page_of
from spieltisch.kit.words import LANGUAGES
from spieltisch.play.timing import HOLD_MS, TIE_MS
from tests.unit.asking import after, said
from tests.unit.markup_check import Node, check
from tests.unit.races import counted_down

NAMES = ("Anna", "Ben", "Clara", "Dora", "Emil", "Frida")
RACES = ("aya-oye", "turbo")


def begun(variant: str = "aya-oye", seats: int = 3, bots: int = 0, more: str = "") -> Session:
    """A match of people and, in the last seats, bots, once it has begun."""
    who = ",".join(["human"] * (seats - bots) + ["bot:1"] * bots)
    link = f"#/play/aya?variant={variant}&seats={who}&names={','.join(NAMES[: seats - bots])}"
    session = counted_down(after(Session(), Navigate(f"{link}&seed=1{more}", 0.0)))
    return after(session, Wake(0))


def called(session: Session, seat: int, word: str, at_ms: float) -> Session:
    """The session after a call, once it is decided."""
    session = after(session, Shout(seat, word, at_ms, at_ms))
    return after(session, Wake(at_ms + HOLD_MS)) if session.calls_held else session


def finish(session: Session) -> list[str]:
    """What is shown large."""
    root: Node = check(page_of(session))
    return [one.text for one in root.all("class") if "photo-finish" in str(one.attributes["class"])]


@pytest.mark.parametrize("variant", RACES)
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("words", [("aya", "aya"), ("aya", "oye")])
def test_who_was_first_and_by_how_much(variant: str, seats: int, words: tuple[str, str]) -> None:
    first = called(begun(variant, seats), 1, words[0], 500)
    assert not finish(first)
    second = called(first, seats, words[1], 540)
    assert finish(second) == ["Anna, 0.04 s ahead"]
    assert said(second).endswith(f"Anna was 40 ms faster than {NAMES[seats - 1]}.")
    # It is looked at, and nothing else: the match is as it was, and so is what time brings.
    assert second.match == first.match
    assert second.table.timing == first.table.timing
    assert second.table.choice == first.table.choice


@pytest.mark.parametrize("variant", RACES)
@pytest.mark.parametrize("seats", range(2, 7))
def test_who_was_first_to_see_none(variant: str, seats: int) -> None:
    """The other one has said that they see none either, and waits no longer for that."""
    first = called(begun(variant, seats), 1, "oye", 500)
    second = called(first, seats, "oye", 540)
    assert finish(second) == ["Anna, 0.04 s ahead"]
    assert f"Anna was 40 ms faster than {NAMES[seats - 1]}." in said(second)
    assert [turn.seat for turn in second.match.turns] == [1, seats]
    # Whoever sees a match is not beaten, but refutes.
    assert not finish(called(first, seats, "aya", 540))


def test_only_the_next_one_is_told_of() -> None:
    session = called(called(begun(), 1, "aya", 500), 3, "aya", 530)
    assert finish(called(session, 2, "aya", 560)) == ["Anna, 0.03 s ahead"]


@given(st.floats(0, 3000))
@settings(max_examples=60, deadline=None)
def test_only_what_was_close_is_one(margin_ms: float) -> None:
    session = called(begun(), 2, "aya", 500)
    shown = finish(called(session, 1, "aya", 500 + margin_ms))
    assert bool(shown) == (TIE_MS < margin_ms <= CLOSE_MS)


def test_calls_that_come_together_are_one_too_but_no_tie() -> None:
    """As on a page that was busy when both came."""
    for margin_ms, shown in ((10.0, ["Ben, 0.01 s ahead"]), (3.0, [])):
        session = after(begun(), Shout(2, "aya", 500, 520), Shout(1, "aya", 500 + margin_ms, 521))
        session = after(session, Wake(session.next_wake_ms))
        assert finish(session) == shown
        assert (session.table.timing.tie is None) == bool(shown)
        assert ("Ben was 10 ms faster than Anna." in said(session)) == bool(shown)


def test_it_is_over_with_the_next_turn() -> None:
    session = called(called(begun(), 1, "aya", 500), 2, "aya", 540)
    assert finish(session)
    while session.match.shown == 1:
        session = after(session, Wake(session.next_wake_ms))
    assert not finish(session)
    assert "faster" not in said(session)


def test_nobody_beats_themselves_nor_a_computer() -> None:
    session = called(begun(), 1, "aya", 500)
    assert not finish(called(session, 1, "aya", 540))
    alone = called(begun(seats=3, bots=2), 1, "aya", 500)
    for seat in (2, 3):
        assert not finish(called(alone, seat, "aya", 540))


def test_a_computer_that_is_first_has_no_photo_finish() -> None:
    session = begun(seats=3, bots=1)
    while not session.match.turns:
        session = after(session, Wake(session.next_wake_ms))
    turn = session.match.last_turn
    assert turn.seat == 3
    at_ms = session.table.zero_ms + turn.at_ms + 40
    assert not finish(called(session, 1, "aya", at_ms))


def test_who_begins_rumkugeln_is_a_race() -> None:
    session = called(called(begun("rumkugeln"), 1, "aya", 500), 2, "aya", 540)
    assert finish(session) == ["Anna, 0.04 s ahead"]


def test_where_nobody_races_there_is_none() -> None:
    session = begun("kindergarten")
    assert not finish(called(called(session, 1, "aya", 500), 2, "aya", 540))


def test_a_word_that_would_have_meant_nothing_comes_second_to_nothing() -> None:
    session = called(begun(), 1, "aya", 500)
    assert not finish(called(session, 2, "hello", 540))
    assert not finish(called(session, 9, "aya", 540))


def test_of_several_people_and_a_computer_people_have_one() -> None:
    assert finish(called(called(begun(seats=4, bots=1), 2, "aya", 100), 1, "aya", 220)) == [
        "Ben, 0.12 s ahead"
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_every_language(language: str) -> None:
    session = after(begun(), SetSetting("language", language))
    (shown,) = finish(called(called(session, 1, "aya", 500), 2, "aya", 540))
    assert shown.startswith("Anna")
    assert "04" in shown


def test_nothing_is_kept_of_it() -> None:
    first = called(begun(), 1, "aya", 500)
    second = called(first, 2, "aya", 540)
    assert replace(second.table, finish=None, news=first.table.news) == first.table
