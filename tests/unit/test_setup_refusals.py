"""Whatever is changed in the form, it can be started; and what a link asks for in vain is told in
words, not in names of the code."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.app.board.form import may_start
from spieltisch.app.core.messages import Command, Edit, Navigate, StartMatch
from spieltisch.app.core.notice import BadSetup
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.app.setup.state import Arrange, SetupScreen
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.kit.words import LANGUAGES, words_of
from spieltisch.play.codec import complete_setup, format_setup
from spieltisch.table import SetupError
from tests import fourth
from tests.unit.asking import after
from tests.unit.markup_check import check

GAMES = sorted(catalog.GAMES)


def edits_of(game: str) -> st.SearchStrategy[object]:
    """Any press in the form of a game."""
    info = catalog.GAMES[game].info
    fields: dict[str, list[str]] = {
        "variant": list(info.variants),
        "edition": list(info.editions),
        "seats": [str(n) for n in range(1, 7)],
        "start": ["random", "arranged"],
        "company": ["alone", "together", "by-link", "watch"],
        "level": ["1", "5", "6"],
        "places": ["random", "listed", "1", "2", "3"],
        "clock": ["none", "own", "5+3", "1+0"],
        "clock-minutes": ["0", "7"],
        "clock-seconds": ["0", "9"],
        **{option.name: list(option.choices) for option in info.options},
        **{f"controller:{seat}": ["human", "link", "bot:1", "bot:9"] for seat in (1, 2, 3)},
    }
    pairs = [Edit(name, value) for name, values in fields.items() for value in values]
    presses = [Arrange(token) for token in ("", "a", "b", "nowhere")]
    return st.sampled_from([*pairs, *presses, Command.SWAP])


@st.composite
def forms(draw: st.DrawFn) -> Session:
    """The form of a game, new or after a match that a link has set up."""
    game = draw(st.sampled_from(GAMES))
    info = catalog.GAMES[game].info
    session = after(Navigate(f"#/setup/{game}", 0.0))
    if draw(st.booleans()):
        variant = draw(st.sampled_from(info.variants))
        seats = draw(st.sampled_from(info.seat_counts[variant]))
        asked = replace(info.default_setup(), variant=variant, seats=seats, players=(), seed=7)
        arranged = replace(complete_setup(asked), seed=draw(st.sampled_from([None, 7])))
        session = after(Navigate(f"#/play/{game}?{format_setup(arranged)}", 0.0))
        assert session.match is not None
        session, _ = update(session, Command.SET_UP_AGAIN)
    for edit in draw(st.lists(edits_of(game), max_size=8)):
        session, _ = update(session, edit)
    return session


@settings(max_examples=400, deadline=None)
@given(forms(), st.integers(0, 99))
def test_any_form_can_be_started(session, seed):
    assert isinstance(session.screen, SetupScreen)
    if not may_start(session.screen.setup):
        # A tower was turned over and its counterpart not yet: it says so, and chance can deal.
        stuck, _ = update(session, StartMatch(seed, 0.0))
        assert check(page_of(stuck)).one("id", "notice").text
        assert session.screen.setup.start
        session = after(Edit("start", "random"), session=session)
    wanted = session.screen.setup
    session, _ = update(session, StartMatch(seed, 0.0))
    assert session.match is not None, session.notice
    assert session.match.setup.seats == wanted.seats
    assert session.match.setup.variant == wanted.variant


def test_an_arranged_start_of_two_is_none_of_three():
    two = complete_setup(replace(catalog.GAMES["myra"].info.default_setup(), seed=1))
    link = f"#/play/myra?seats=human,human&start={two.start}"
    session = after(Navigate(link.replace(" ", "%20"), 0.0))
    session, _ = update(session, Command.SET_UP_AGAIN)
    session = after(Edit("seats", "3"), StartMatch(1, 0.0), session=session)
    assert session.match is not None
    assert session.match.setup.seats == 3


@pytest.mark.parametrize("game", GAMES)
def test_a_link_without_a_seed_deals_one(game):
    session = after(Navigate(f"#/play/{game}", 0.0))
    assert session.match is not None
    seed = session.match.setup.seed
    assert seed is not None
    again = after(Navigate(f"#/play/{game}", 0.0), session=session)
    assert again.match.setup.seed != seed, "another each time"


def wrong_setups(game):
    """Set-ups that ask for each thing that there is where it is not, and for things unknown."""
    info = catalog.GAMES[game].info
    for variant in info.variants:
        base = replace(
            info.default_setup(), variant=variant, seats=info.seat_counts[variant][0], seed=1
        )
        for option in info.options:
            for value in (*option.choices, "x"):
                yield replace(base, options=((option.name, value),), players=())
        for seats in range(1, 8):
            yield replace(base, seats=seats, players=())
    yield replace(info.default_setup(), variant="x", seed=1)
    yield replace(info.default_setup(), edition="x", seed=1)
    yield replace(info.default_setup(), start="x")


def code_words(game):
    """Names of the code, as no person should read them."""
    info = catalog.GAMES[game].info
    names = {option.name for option in info.options} | {*info.variants, *info.editions}
    names |= {choice for option in info.options for choice in option.choices}
    return {name for name in names if "-" in name} | {"option", "edition "}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_set_up_is_told_in_words(game, language):
    words, told = words_of(language), 0
    for setup in wrong_setups(game):
        try:
            complete_setup(setup)
        except SetupError as error:
            text = BadSetup.of(error, game).text(words)
            told += 1
            assert "{" not in text
            assert not [name for name in code_words(game) if name in text], text
    assert told > 2


def test_a_game_that_the_house_does_not_know_tells_in_words_too():
    with fourth.in_catalogue():
        for game in catalog.GAMES:
            for setup in wrong_setups(game):
                try:
                    complete_setup(setup)
                except SetupError as error:
                    told = BadSetup.of(error, game).text(words_of("en"))
                    assert told


def test_the_page_says_it_with_the_options_label():
    session = after(Navigate("#/play/aya?seats=human,human&variant=turbo&cards=10&seed=1", 0.0))
    text = check(page_of(session)).one("id", "notice").text
    assert "Cards to clear" in text
    session = after(Navigate("#/play/yala?seats=human,human&repetition=x&seed=1", 0.0))
    text = check(page_of(session)).one("id", "notice").text
    assert "Repetition" in text
    assert "Repetition is forbidden" in text


@pytest.mark.parametrize("dark", [0, 1, 5, 6, 7, 12])
def test_a_notice_about_an_arranged_start_says_what_it_lacks(dark: int) -> None:
    start = "/".join(["ld"] * dark + ["dl"] * (12 - dark))
    lacks = f"{dark} dark and {12 - dark} light on top. There must be as many dark as light."
    session = after(Navigate(f"#/play/yala?seats=human,human&start={start}%20d", 0.0))
    told = whole(page_of(session))
    assert (lacks in told) == (dark != 6)
    assert ("rules do not allow the start" in told) == (dark != 6)


@pytest.mark.parametrize("start", ["x", "dl/ld d", "/".join(["d"] * 12) + " d"])
def test_a_start_that_is_none_is_refused_all_the_same(start: str) -> None:
    told = BadSetup("yala", "start", start).text(words_of("en"))
    assert "rules do not allow the start" in told
