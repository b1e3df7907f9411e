"""Who is spoken to as "you", and what everybody else is called."""

from __future__ import annotations

import re
from itertools import product
from secrets import randbelow

import pytest

from spieltisch.app.board.messages import ClaimSeat
from spieltisch.app.core.buttons import pressed
from spieltisch.app.core.messages import Edit, Navigate
from spieltisch.app.core.names import addressed, player_names
from spieltisch.app.screens import page_of
from spieltisch.games import catalog
from spieltisch.kit.faces import face
from spieltisch.kit.markup import whole
from spieltisch.kit.names import CAST, Names, bot_names, bot_title
from spieltisch.kit.words import ENGLISH, LANGUAGES, words_of
from spieltisch.table import parse_record, replay
from tests.records import keeping
from tests.unit.asking import after, seen

RECORDS = tuple(name for name in keeping.names() if not name.startswith("aya-tueftler"))


@pytest.mark.parametrize(
    ("people", "you"),
    [((), None), ((1,), 1), ((3,), 3), ((1, 2), None), (range(1, 7), None)],
)
def test_only_who_is_alone_at_a_device_is_spoken_to(people, you):
    assert addressed(frozenset(people)) == you


def test_names_that_speak_to_somebody_are_others():
    """Sentences are cached by names."""
    plain, spoken = Names(("Anna", "Bo")), Names(("Anna", "Bo"), you=1)
    assert plain == ("Anna", "Bo")
    assert plain != spoken
    assert spoken == Names(("Anna", "Bo"), you=1)
    assert spoken != Names(("Anna", "Bo"), you=2)
    assert len({plain, spoken, ("Anna", "Bo")}) == 2


@pytest.mark.parametrize("controllers", list(product(("human", "bot:2", "link"), repeat=2)))
def test_whose_turn_it_is_is_said_to_the_one_or_by_name(controllers):
    session = after(Navigate(f"#/play/yala?seats={','.join(controllers)}&seed=4", 0.0))
    match = session.match
    told = seen(session).one("id", "status").text
    if match.people == {1}:
        assert told == "Your turn"
    else:
        name = player_names(match.setup, ENGLISH)[0]
        assert told in (f"{name} to move", f"{name} is sitting down", f"{name} is thinking")


def test_who_takes_a_seat_is_spoken_to_from_then_on():
    session = after(Navigate("#/play/yala?seats=link,link&seed=4", 0.0))
    assert seen(session).one("id", "status").text == "Dark to move"
    session = after(ClaimSeat(1), session=session)
    assert seen(session).one("id", "status").text == "Your turn"


@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_told_to_any_seat_without_its_own_name(name, language):
    """Neither what happened nor how it ended speaks of "you" and the name in one breath."""
    record = parse_record(keeping.read(name))
    game, words, seats = catalog.game_of(record.setup.game), words_of(language), record.setup.seats
    called = [f"Qx{letter}" for letter in "ABCDEF"[:seats]]
    turns = list(replay(game.rules, record))
    outcome = turns[-1].after.outcome
    for you in range(1, seats + 1):
        names = Names(called, you=you)
        for turn in turns:
            told = game.view.action_sentence(turn, names, words)
            assert turn.seat != you or called[you - 1] not in told, told
            assert game.view.move_words(turn, names, words) is not None
        if outcome is not None:
            told = game.view.outcome_sentence(outcome, names, words)
            assert you not in outcome.winners or called[you - 1] not in told, told
            assert "{" not in told


def test_the_cast_has_a_name_for_every_bot_at_a_table():
    every = [name for row in CAST for name in row]
    assert len(set(every)) == len(every)
    # They need no translation: nothing but letters that every language of the page has.
    assert all(re.fullmatch("[A-Z][a-z]{2,6}", name) for name in every)
    for level in range(1, 8):
        assert len(set(bot_names([level] * 6))) == 6


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_bot_has_one_name_wherever_it_is_met(game):
    for level in catalog.game_of(game).bots.levels:
        (name,) = bot_names((level,))
        session = after(Navigate(f"#/play/{game}?seats=human,bot:{level}&seed=3", 0.0))
        assert name in seen(session).text
        (plate,) = seen(session).all("data-do", "who")
        introduced = pressed("who", plate.attributes["data-arg"], 0.0, randbelow)
        told = after(introduced, session=session).notice.text(ENGLISH)
        assert told == f"{bot_title(level, ENGLISH)}."
        assert face(name) in whole(page_of(session))
        chosen = after(Navigate(f"#/setup/{game}", 0.0), Edit("level", str(level)))
        assert seen(chosen).one("id", "level-told").text.startswith(f"{name}, ")


def test_every_bot_has_a_face_of_its_own():
    faces = [face(name) for row in CAST for name in row]
    assert len(set(faces)) == len(faces)


def test_a_bot_that_somebody_has_named_keeps_its_face_and_an_own_bot_has_none():
    link = "#/play/yala?seats=bot:4,bot:2&names=Zed%20A&seed=3"
    plates = seen(after(Navigate(link, 0.0))).all("data-do", "who")
    assert [one.text for one in plates] == ["Zed A", "Bruno"]
    # A screen reader says the name and then the title, which must not begin with it again.
    assert [one.attributes["title"] for one in plates] == ["Sharp", "Easy-going"]
    session = after(Navigate(link.replace("Zed%20A", "Zed.py"), 0.0))
    assert [one.text for one in seen(session).all("data-do", "who")] == ["Bruno"]
