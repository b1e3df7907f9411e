"""Typed moves are taken as they are meant, in every game."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.app.board.messages import TypeAction
from spieltisch.app.core.messages import Navigate
from spieltisch.games import catalog
from spieltisch.play.codec import complete_setup
from spieltisch.table import parse_record, parse_typed, replay, seat_for
from spieltisch.table.typed import MAX_TYPED
from tests import fourth
from tests.records import keeping
from tests.unit.asking import after


def actions_of(game):
    """All actions of some positions of random matches."""
    rng, found = Random(3), set()
    setup = complete_setup(replace(game.info.default_setup(), players=(), seed=5))
    position = game.rules.initial_position(setup)
    for _ in range(30):
        if position.outcome is not None:
            break
        legal = position.legal_actions(seat_for(position))
        found.update(map(game.rules.format_action, rng.sample(legal, min(len(legal), 20))))
        position = position.apply(seat_for(position), rng.choice(legal))
    return sorted(found)


with fourth.in_catalogue():
    ACTIONS = {name: (game, actions_of(game)) for name, game in catalog.GAMES.items()}


def wide(text):
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


CHANGES = {
    "as it is": str,
    "large": str.upper,
    "small": str.lower,
    "spaced": lambda text: " ".join(text) + " ",
    "wide": wide,
    "wide and small": lambda text: wide(text.lower()),
    "en dash": lambda text: text.replace("-", "–"),
    "em dash": lambda text: text.replace("-", "—"),
    "minus": lambda text: text.replace("-", "−"),
    "times": lambda text: text.replace("x", "×"),
    "full stop": "{}.".format,
    "exclaimed": "{}!".format,
    "tab": "\t{}\n".format,
    "small plus": lambda text: text.replace("+", "﹢"),
    "emoji plus": lambda text: text.replace("+", "➕\ufe0f").replace("-", "➖"),
    "raised": lambda text: text.replace("+", "⁺").replace("-", "⁻"),
    "straight quotes": '"{}"'.format,
    "guillemets": "« {} »".format,
    "guillemets inwards": "»{}«".format,
    "low quotes": "„{}“.".format,
    "brackets": "({})".format,
    "marked": "**{}**:".format,
    "half a quote": "'{}".format,
    "ellipsis": "{}…".format,
    "bold letters": lambda text: "".join(
        chr(0x1D400 + ord(one) - ord("A")) if "A" <= one <= "Z" else one for one in text
    ),
    "marks of direction": "\u200e{}\u200f".format,
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", ACTIONS)
def test_what_is_meant_is_taken(name, change):
    game, texts = ACTIONS[name]
    assert texts
    for text in texts:
        assert parse_typed(game.rules, CHANGES[change](text)) == game.rules.parse_action(text), text


@settings(max_examples=150)
@given(st.data())
def test_changes_add_up(data):
    game, texts = ACTIONS[data.draw(st.sampled_from(sorted(ACTIONS)))]
    text = changed = data.draw(st.sampled_from(texts))
    for change in data.draw(st.lists(st.sampled_from(sorted(CHANGES)), max_size=3)):
        changed = CHANGES[change](changed)
    assert parse_typed(game.rules, changed) == game.rules.parse_action(text)


@pytest.mark.parametrize("name", keeping.names())
def test_recorded_actions_are_read_as_before(name):
    turns = list(replay_of(name))
    for rules, text in {(turn.rules, turn.entry.action) for turn in turns}:
        assert parse_typed(rules, text) == rules.parse_action(text)


def replay_of(name):
    record = parse_record(keeping.read(name))
    return replay(catalog.game_of(record.setup.game).rules, record)


@pytest.mark.parametrize("text", ["", "z9", "bb", "++", "a" * 10**6, "\ud800", "b+b+"])
def test_what_means_nothing_is_refused(text):
    for game, _ in ACTIONS.values():
        with pytest.raises(ValueError, match=r"."):
            parse_typed(game.rules, text)
    assert max(len(text) for _, texts in ACTIONS.values() for text in texts) < MAX_TYPED


@pytest.mark.parametrize("typed", ["A+", "a +", "ａ＋", "a+."])
def test_it_is_played_on_the_page(typed):
    session = after(Navigate("#/play/yala?seats=human,human&seed=42", 0.0))
    exact, lenient = (after(TypeAction(text, 1000.0), session=session) for text in ("a+", typed))
    assert len(lenient.match.turns) == 1
    assert lenient.match == exact.match
