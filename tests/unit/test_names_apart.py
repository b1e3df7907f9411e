"""Names that are written from right to left turn nothing round that stands beside them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.names import player_names
from spieltisch.app.picture import picture_of
from spieltisch.app.screens import page_of, title_of
from spieltisch.app.workshop.league_view import contestant_name
from spieltisch.kit.markup import whole
from spieltisch.kit.names import set_apart
from spieltisch.kit.words import ENGLISH
from spieltisch.play.codec import parse_setup
from spieltisch.play.own_jobs import Contestant
from tests.unit.asking import after, said

HEBREW, ARABIC = "יוסי", "ليلى"
NAMES = (HEBREW, ARABIC, "Dana דנה 3", "٣٤")
APART = re.compile("\u2068[^\u2068\u2069]*\u2069")


def bare(text: str) -> list[str]:
    """The letters that turn others round and are not set apart."""
    return re.findall("[\u0590-\u08ff]+", APART.sub("", text))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "link",
    ["#/play/yala?seats=human,bot:2&names={name},Ben&seed=4",
     "#/play/yala?seats=human,human&names={name},{name}&seed=4",
     "#/play/myra?seats=human,human,human&names={name},Ben,Carla&seed=4",
     "#/play/aya?seats=human,human&names=Ben,{name}&seed=4"],
)  # fmt: skip
def test_they_are_set_apart_on_a_table_and_in_what_is_said(name: str, link: str) -> None:
    session = after(Navigate(link.format(name=name), 0.0))
    page = whole(page_of(session))
    # A field holds the name as it was typed.
    assert bare(re.sub(r' value="[^"]*"', "", page)) == []
    assert name in page
    assert bare(title_of(session, ENGLISH)) == []
    assert bare(said(session)) == []
    picture = picture_of(session.match, ENGLISH)
    assert bare(f"{picture.board}{picture.title}{picture.text}") == []


def test_a_bot_s_name_is_set_apart_in_a_league() -> None:
    assert bare(contestant_name(Contestant(HEBREW, "x"), ENGLISH)) == []


def test_other_names_stay_as_they_are() -> None:
    for name in ("Anna", "Zoë 3", "王", "Ольга", "👩‍👩‍👧", ""):
        assert set_apart(name) == name


def test_marks_that_turn_what_follows_are_left_out() -> None:
    assert set_apart("\u202eAnna") == "\u2068Anna\u2069"
    assert set_apart("An\u2069na\u2067") == "\u2068Anna\u2069"


@given(st.text(max_size=20))
def test_what_is_set_apart_is_closed_and_stays_so(name: str) -> None:
    told = set_apart(name)
    assert set_apart(told) == told
    assert told == name or (told[0], told[-1]) == ("\u2068", "\u2069")
    assert told.count("\u2068") == told.count("\u2069") <= 1


def test_players_of_one_name_are_told_apart_outside_of_it() -> None:
    names = player_names(parse_setup("yala", f"names={HEBREW},{HEBREW}"), ENGLISH)
    assert names == (f"\u2068{HEBREW}\u2069 (1)", f"\u2068{HEBREW}\u2069 (2)")
