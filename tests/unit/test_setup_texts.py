"""A set-up is spelt once: links and studies tell its fields by the same texts."""

from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.games import catalog
from spieltisch.play.codec import (
    complete_setup,
    format_setup,
    parse_setup,
    setup_of_texts,
    setup_texts,
)
from spieltisch.play.study import Study, to_study
from spieltisch.play.study_text import format_study, parse_study
from spieltisch.table import Bot, Human, Player, Setup, SetupError, TimeControl

CLOCKS = [None, TimeControl(5, 3), TimeControl(0, 10)]


@st.composite
def setups(draw: st.DrawFn, *, games: tuple[str, ...] = tuple(catalog.GAMES)) -> Setup:
    """Any set-up of a game that can be played, dealt or with its start told."""
    info = catalog.GAMES[draw(st.sampled_from(games))].info
    variant = draw(st.sampled_from(info.variants))
    seats = draw(st.sampled_from(info.seat_counts[variant]))
    options = [
        (option.name, draw(st.sampled_from(option.choices)))
        for option in info.options_of(variant)
        if draw(st.booleans())
    ]
    names = st.sampled_from(["", "Ada", "Ben & Co", "José*"])
    who = st.sampled_from([Human(), Bot(1)])
    setup = Setup(
        info.name,
        variant,
        draw(st.sampled_from(info.editions)),
        tuple(sorted(options)),
        seats,
        seed=draw(st.integers(0, 10**6)),
        players=tuple(Player(draw(names), draw(who)) for _ in range(seats)),
        clock=draw(st.sampled_from(CLOCKS)),
    )
    try:
        return complete_setup(setup)
    except SetupError:
        # It has no clock, or no such board.
        return complete_setup(replace(setup, clock=None, options=()))


def test_no_field_of_a_set_up_is_forgotten() -> None:
    full = replace(parse_setup("yala", "seed=1&ring=8"), clock=TimeControl(5, 3))
    told = setup_texts(full)
    # Whose match it is, and of what game, every place says in its own way.
    assert {one.name for one in fields(Setup)} - told.keys() == {"game", "players", "options"}
    assert told["ring"] == "8"


@given(setups())
def test_texts_are_the_set_up(setup: Setup) -> None:
    assert setup_of_texts(setup.game, setup_texts(setup), setup.players) == setup


@given(setups())
def test_a_query_has_the_same_texts(setup: Setup) -> None:
    # What is dealt is told by the seed alone.
    assert parse_setup(setup.game, format_setup(setup)) == replace(
        setup, seed=None if not setup.start else setup.seed
    )
    told = setup_texts(setup).items() - {("seats", str(setup.seats)), ("start", setup.start)}
    usual = catalog.GAMES[setup.game].info.default_setup()
    bare = {("variant", usual.variant), ("edition", usual.edition)}
    query = f"&{format_setup(setup)}"
    assert all(f"&{name}={text}" in query for name, text in told - bare)


@given(setups(games=("yala", "myra")))
def test_a_study_has_the_same_texts(setup: Setup) -> None:
    study = Study(to_study(setup))
    assert parse_study(format_study("Any", study)).study.setup == study.setup


@pytest.mark.parametrize(
    ("field", "text"),
    [("seats", "7"), ("seats", "two"), ("seats", "9" * 12), ("seed", ""), ("seed", "-1"),
     ("seed", "٣"), ("seed", "9" * 16), ("clock", "x"), ("clock", "0+0")],
)  # fmt: skip
def test_a_text_that_says_nothing_names_its_field(field: str, text: str) -> None:
    with pytest.raises(SetupError) as caught:
        setup_of_texts("yala", {field: text})
    assert (caught.value.field, caught.value.value) == (field, text)


def test_what_no_field_is_called_is_an_option_that_the_game_has_or_not() -> None:
    setup = setup_of_texts("yala", {"ring": "8", "tower": "9"})
    with pytest.raises(SetupError, match="tower"):
        catalog.GAMES["yala"].info.check(setup)
    start = catalog.GAMES["yala"].rules.deal(
        setup_of_texts("yala", {"ring": "8"}), Random(1).shuffle
    )
    assert start.count("/") == 7
