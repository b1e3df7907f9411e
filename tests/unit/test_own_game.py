"""A game of one's own plays without the catalogue, and is never taken for one of those in it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from random import Random
from unittest.mock import patch

import pytest

from spieltisch import games
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.play.bots import parse_bot, play_match, play_matches
from spieltisch.play.codec import LinkError
from spieltisch.play.match import Match
from spieltisch.play.record_link import LinkedMatch, decode_match, encode_match, encode_record
from spieltisch.table import SetupError, format_record, parse_record, replay
from tests.fourth import FOLDERS, NAME

YALA = catalog.game_of("yala")


@pytest.fixture
def own() -> Iterator[Game]:
    """A game that nobody has put in the catalogue, and what is registered is forgotten again."""
    with (
        patch.object(games, "__path__", [*games.__path__, str(FOLDERS)]),
        patch.dict(catalog.GAMES),
    ):
        yield import_module(f"{games.__name__}.{NAME}.game").GAME


class Counting(type(YALA.rules)):
    """YALA's rules, but a match is over as soon as it has begun, and who deals is counted."""

    def __init__(self):
        self.begun = 0

    def initial_position(self, setup):
        self.begun += 1
        return super().initial_position(setup)


def bots_for(game, name="search:1"):
    return [parse_bot(name, game)] * game.info.default_setup().seats


def test_a_game_plays_that_nobody_knows(own):
    assert NAME not in catalog.GAMES
    for name in ("random", "search:1", "search:3"):
        setup = own.info.default_setup()
        played = list(play_matches(own, setup, bots_for(own, name), seed=1, matches=2))
        assert all(
            match.is_over and match.game is own and match.rules is own.rules for match in played
        )
        record = played[0].record
        assert parse_record(format_record(record)) == record
        assert [*replay(own.rules, record)][-1].after == played[0].position
        assert played[0].show(1).game is own
    with pytest.raises(SetupError, match=NAME):
        encode_record(record)
    with pytest.raises(LinkError, match=NAME):
        encode_match(LinkedMatch(played[0].setup, tuple(played[0].turns)))
    with pytest.raises(SetupError, match=NAME):
        Match.open(record)


def test_a_game_that_is_registered_has_records_and_links(own):
    catalog.register(own)
    catalog.register(own)
    [played] = play_matches(own, own.info.default_setup(), bots_for(own), seed=3, matches=1)
    assert Match.open(played.record).position == played.position
    assert decode_match(encode_record(played.record)).record == played.record
    assert [*catalog.GAMES][-1] == NAME


def test_a_game_of_a_known_name_is_played_by_its_own_rules_and_gets_no_link():
    own = replace(YALA, rules=Counting())
    [played] = play_matches(own, YALA.info.default_setup(), bots_for(own), seed=1, matches=1)
    assert own.rules.begun == 1
    assert played.game is own
    assert all(turn.rules is own.rules for turn in played.turns)
    assert Match.open(played.record).game is YALA
    with pytest.raises(LinkError, match="other rules"):
        encode_match(LinkedMatch(played.setup, tuple(played.turns)))
    dealt = replace(played.setup, players=())
    assert play_match(own, dealt, bots_for(own), Random(1)).game is own
    assert play_match(YALA, dealt, bots_for(YALA), Random(1)) == Match.open(
        play_match(YALA, dealt, bots_for(YALA), Random(1)).record
    )


@pytest.mark.parametrize("name", ["yala", "Nim", "my game", "", "-"])
def test_a_name_that_is_taken_or_that_no_record_can_have_is_refused(own, name):
    other = replace(own, info=replace(own.info, name=name))
    before = dict(catalog.GAMES)
    with pytest.raises(ValueError, match="name"):
        catalog.register(other)
    assert before == catalog.GAMES


def test_a_second_game_of_a_registered_name_is_refused(own):
    catalog.register(own)
    with pytest.raises(ValueError, match="another game"):
        catalog.register(replace(own))
    assert catalog.game_of(NAME) is own


def test_a_position_of_ones_own_prints_and_draws(own):
    position = own.begin(seed=1)
    assert repr(position) == own.rules.format_position(position)
    assert position._repr_svg_() == own.drawing(position)
    assert f"{games.__name__}.{NAME}.game" in sys.modules


def test_a_game_begins_as_a_seed_deals_it():
    first = YALA.begin(seed=42)
    assert first == YALA.begin(42) != YALA.begin(43)
    setup = replace(YALA.info.default_setup(), options=(("wall", "4"),))
    assert (YALA.begin(42, setup).wall, YALA.begin(42, setup).towers) == (4, first.towers)
    with pytest.raises(SetupError, match="purple"):
        YALA.begin(1, replace(setup, edition="purple"))
