"""A position's text is the position, whole: parsed again, it is equal and goes on alike.

That is what a bot's worker gets, what is kept, and what another device is told.
"""

import pickle
import subprocess
import sys
from random import Random

import pytest

from spieltisch.games import catalog
from spieltisch.kit.scene import Scene
from tests.conformance.matches import (
    SETUPS,
    match_of,
    moments,
    observers,
    over,
    rules_of,
    some,
)
from tools.project import PY

every_setup = over(SETUPS)

FURTHER = 6
"""How many actions a position and its text's are played on."""


@every_setup
def test_a_text_is_its_position(setup):
    game = rules_of(setup)
    for seed in (1, 2):
        for position, _ in moments(setup, seed):
            text = game.format_position(position)
            again = game.parse_position(text)
            assert again == position
            assert hash(again) == hash(position)
            assert type(again) is type(position)
            assert game.format_position(again) == text
            assert text == text.strip()


@every_setup
def test_what_a_seat_sees_has_a_text_too(setup):
    game = rules_of(setup)
    for position, _ in moments(setup):
        for seat in observers(setup):
            seen = position.observe(seat)
            text = game.format_position(seen)
            assert game.parse_position(text) == seen
            assert game.format_position(game.parse_position(text)) == text


@every_setup
def test_the_text_for_a_picture_draws_the_same(setup):
    game, view = rules_of(setup), catalog.game_of(setup.game).view
    for position, _ in moments(setup)[:-1:5]:
        text = game.format_position if game.draws_whole else game.format_board
        again = game.parse_position(text(position))
        drawn = [view.board(Scene(position=one, is_picture=True)) for one in (position, again)]
        assert drawn[0] == drawn[1]


@every_setup
def test_a_parsed_position_has_the_same_future(setup):
    game = rules_of(setup)
    rng = Random(11)
    for position, _ in moments(setup)[::3]:
        again = game.parse_position(game.format_position(position))
        for _ in range(FURTHER):
            assert again.active_seats == position.active_seats
            assert again.outcome == position.outcome
            if not position.active_seats:
                break
            for seat in position.active_seats:
                assert again.legal_actions(seat) == position.legal_actions(seat)
            seat = rng.choice(sorted(position.active_seats))
            action = rng.choice(position.legal_actions(seat))
            position, again = position.apply(seat, action), again.apply(seat, action)
            assert again == position


@every_setup
def test_a_boards_text_is_a_position_of_that_board(setup):
    game = rules_of(setup)
    for position, _ in moments(setup):
        board = game.format_board(position)
        parsed = game.parse_position(board)
        assert game.format_board(parsed) == board
        assert game.parse_position(game.format_position(parsed)) == parsed


NO_TEXTS = ("", " ", "\0", "\ud800", "😀", "d" * 10_000, "/" * 200)
"""What is no text of any game."""
ODD = ("x", "a1", "1 2 3", "/" * 12)
"""What may be one in some games."""


@every_setup
def test_wrong_texts_are_value_errors(setup):
    game = rules_of(setup)
    for text in NO_TEXTS:
        with pytest.raises(ValueError, match=r"."):
            game.parse_position(text)
        with pytest.raises(ValueError, match=r"."):
            game.parse_action(text)
    assert all(is_fixed_or_refused(game, text) for text in ODD)


@every_setup
def test_what_a_position_does_not_list_as_legal_fails(setup):
    """Whether its text is refused, or names an action that is not possible there."""
    game, rng = rules_of(setup), Random(8)
    every = [
        one for position, _ in moments(setup)[::3] for one in some(legal_texts(game, position))
    ]
    for position, _ in moments(setup)[::9]:
        listed = legal_texts(game, position)
        texts = {*ODD, *damaged(rng, some(listed)), *rng.sample(every, min(len(every), 20))}
        for text in sorted(texts - set(listed)):
            for seat in sorted(position.active_seats):
                with pytest.raises(ValueError, match=r"."):
                    position.apply(seat, game.parse_action(text))


@every_setup
def test_a_damaged_text_is_refused_or_is_that_of_an_action(setup):
    game, rng = rules_of(setup), Random(9)
    for position, _ in moments(setup)[::9]:
        listed = some(legal_texts(game, position))
        for text in (*ODD, *damaged(rng, listed)):
            try:
                action = game.parse_action(text)
            except ValueError:
                continue
            assert game.parse_action(game.format_action(action)) == action


def legal_texts(game, position) -> list[str]:
    """What may be done there, by all seats."""
    return [
        game.format_action(action)
        for seat in sorted(position.active_seats)
        for action in position.legal_actions(seat)
    ]


def damaged(rng: Random, texts: list[str]) -> list[str]:
    """Texts as a slip of the finger leaves them, which may be others of the game."""
    found = []
    for text in texts:
        at, other = rng.randrange(len(text)), rng.choice(texts)
        found += [f" {text}", f"{text} ", f"{text}\n", text * 2, text[1:], text[:-1], text.upper()]
        found += [text.swapcase(), f"{text}x", f"0{text}", f"{text}0", text[::-1]]
        found.append(text[:at] + rng.choice(other) + text[at + rng.randrange(2) :])
    return found


@every_setup
def test_texts_that_were_damaged_are_refused_or_are_another_position(setup):
    game = rules_of(setup)
    texts = [game.format_position(position) for position, _ in moments(setup)]
    text = max(texts, key=len)
    rng = Random(7)
    wrong = ["", "\n", text + "\n", text + " ", " " + text, "\n" + text, text + " | x"]
    wrong += [text.replace(" ", "\n", 1), text.upper()]
    wrong += [pickle.dumps(text).decode("latin-1")]
    for one in set(wrong) - set(texts):
        with pytest.raises(ValueError, match=r"."):
            game.parse_position(one)
    places = [rng.randrange(len(text)) for _ in range(60)]
    damaged = [text[:at] + rng.choice(text) + text[at + rng.randrange(2) :] for at in places]
    damaged += [text[1:], text[:-1], *(text[:at] for at in places)]
    assert all(is_fixed_or_refused(game, one) for one in damaged)


def is_fixed_or_refused(game, text: str) -> bool:
    """Whether a text is no position, or exactly the text of the position that it is."""
    try:
        position = game.parse_position(text)
    except ValueError:
        return True
    return text in (game.format_position(position), game.format_board(position))


@every_setup
def test_actions_are_their_texts(setup):
    game = rules_of(setup)
    for position, record in moments(setup):
        for seat in position.active_seats:
            actions = position.legal_actions(seat)
            texts = [game.format_action(action) for action in actions]
            assert len(set(texts)) == len(actions)
            for action, text in some(list(zip(actions, texts, strict=True))):
                assert game.parse_action(text) == action
                assert text.strip() == text
        for entry in record.entries[-1:]:
            assert game.format_action(game.parse_action(entry.action)) == entry.action


@every_setup
def test_entries_are_written_as_actions_are(setup):
    game = rules_of(setup)
    for entry in some(match_of(setup).entries):
        assert game.format_action(game.parse_action(entry.action)) == entry.action


def test_the_page_and_the_worker_do_without_pickle():
    """It is large, and reading it from elsewhere would run what stands there."""
    rooms = "spieltisch.app.screens, spieltisch.play.service, spieltisch.play.bots"
    code = f"import sys, {rooms}; sys.exit('pickle' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=PY, check=False).returncode == 0
