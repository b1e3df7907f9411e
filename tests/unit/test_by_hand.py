"""What is put together by hand, as who uses the engine from Python does: it does what it may, and
anything else is refused with a word."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.games import catalog
from spieltisch.games.yala.rules.position import YalaAction
from spieltisch.play.bots import Results, parse_bot, play_matches
from spieltisch.play.codec import clean_name, linkable, parse_setup
from spieltisch.play.importing import mark_of
from spieltisch.play.match import Match
from spieltisch.play.own_bot import OwnBotFile
from spieltisch.play.puzzle import next_for, of_day, parse_pack
from spieltisch.play.record_link import decode_match, encode_record
from spieltisch.play.replaying import replay_of
from spieltisch.play.statistics import interval
from spieltisch.play.study import StudyError
from spieltisch.play.study_text import parse_study
from spieltisch.table import (
    Bot,
    ByLink,
    Entry,
    Player,
    Record,
    Setup,
    SetupError,
    parse_record,
    replay,
    review_of,
    seat_for,
)
from spieltisch.table.codec import codec
from spieltisch.table.json_text import compact, parse_json
from spieltisch.table.marks import COUNT, MAX_NUMBER, OPTIONAL, MisfitError
from spieltisch.table.perft import perft
from tests.records import keeping

YALA = catalog.game_of("yala")
OVER = "ddl/ddl/ddl/ddl/ddl/ddl/l/l/l/l/l/l d"


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1.5e400"])
@pytest.mark.parametrize("text", ["{}", "[{}]", '{{"a":{}}}', '[1,{{"b":[{}]}}]'])
def test_a_number_that_json_does_not_have_is_none(number, text):
    with pytest.raises(ValueError, match="number"):
        parse_json(text.format(number), 100)
    with pytest.raises(ValueError, match=r"."):
        compact(json.loads(text.format(number)))


@pytest.mark.parametrize(
    "text", ["1e308", "-0.0", "1E-400", "2.5", "[1e5]", '"NaN"', '["Infinity"]']
)
def test_other_numbers_and_texts_stay(text):
    assert parse_json(text, 100) == json.loads(text)


@pytest.mark.parametrize("game", sorted(catalog.GAMES))
@pytest.mark.parametrize(
    ("change", "flaw"),
    [
        (lambda setup: replace(setup, players=(Player(),) * (setup.seats + 1)), "players"),
        (lambda setup: replace(setup, seats=2, players=(Player(),)), "players|seats"),
        (lambda setup: replace(setup, seed=-1), "seed"),
        (lambda setup: replace(setup, seed=MAX_NUMBER + 1), "seed"),
        (lambda setup: replace(setup, seed=True), "seed"),
        (lambda setup: replace(setup, seed=7.0), "seed"),
        (lambda setup: replace(setup, seed="7"), "seed"),
        (lambda setup: replace(setup, seats=float(setup.seats)), "seats"),
        (lambda setup: replace(setup, options=setup.options * 2), "option"),
        (lambda setup: replace(setup, options=(setup.options[0], ("x", "y"))), "option"),
    ],
)
def test_a_set_up_that_is_none_is_refused(game, change, flaw):
    info, rules = catalog.game_of(game).info, catalog.game_of(game).rules
    for variant in info.variants:
        seats = info.seat_counts[variant][0]
        options = [(one.name, choice) for one in info.options_of(variant) for choice in one.choices]
        for option in options:
            setup = Setup(game, variant, info.editions[0], (option,), seats)
            dealt = replace(setup, start=rules.deal(setup, Random(1).shuffle))
            info.check(dealt)
            with pytest.raises(SetupError, match=flaw):
                info.check(change(dealt))
            with pytest.raises(SetupError, match=flaw):
                rules.initial_position(change(dealt))


@pytest.mark.parametrize("many", [0, 1, 3, 7])
def test_a_match_has_as_many_bots_as_seats(many):
    bots = [parse_bot("random", YALA)] * many
    with pytest.raises(SetupError, match="players"):
        next(play_matches(YALA, YALA.info.default_setup(), bots, 1, 1))


@pytest.mark.parametrize("game", sorted(catalog.GAMES))
def test_a_bot_that_a_game_does_not_have_becomes_nobody_else(game):
    found = catalog.game_of(game)
    (played,) = play_matches(
        found, found.info.default_setup(), [parse_bot("random", found)] * 2, seed=3, matches=1
    )
    record = played.record
    assert Match.open(record).record == record
    for who in (Bot(99), Bot(17)):
        odd = replace(record.setup, players=(record.setup.players[0], Player("x", who)))
        with pytest.raises(SetupError, match=rf"seats '{who}' .* human, bot:1"):
            Match.open(replace(record, setup=odd))


ODD_NAMES = [
    "x" * 25,
    "x" * 500,
    "a, b",
    " a",
    "a  b",
    "a\n",
    "\u202ea",
    "\0",
    "e" + "\u0301" * 200,
]


@pytest.mark.parametrize("game", sorted(catalog.GAMES))
@pytest.mark.parametrize("name", ODD_NAMES)
def test_nobody_is_called_otherwise_in_a_match_than_in_its_record(game, name):
    found = catalog.game_of(game)
    setup = parse_setup(game, "seats=human,bot:2&seed=3")
    odd = Record(replace(setup, players=(setup.players[0], Player(name))))
    with pytest.raises(SetupError, match=r"names: .* a name has at most 24 characters") as refused:
        Match.open(odd)
    assert len(str(refused.value)) < 400
    # What was kept or sent before is read as ever.
    fit = linkable(odd.setup)
    assert Match.replayed(replay_of(odd)).setup == fit
    assert decode_match(encode_record(replace(odd, setup=fit))).setup == fit
    with pytest.raises(SetupError, match=r"names: .* a name has at most 24 characters"):
        encode_record(odd)
    assert Match.open(replace(odd, setup=fit)).setup == fit
    assert found.rules.initial_position(odd.setup) == found.rules.initial_position(fit)


@given(st.text(max_size=40))
@settings(max_examples=300)
def test_a_record_that_opens_is_that_of_its_match(name):
    """Whatever its players are called."""
    setup = parse_setup("yala", "seats=human,human&seed=3")
    record = Record(replace(setup, players=(Player(name), Player())))
    try:
        opened = Match.open(record)
    except SetupError:
        assert clean_name(name) != name
    else:
        assert opened.record == record


def test_who_cannot_be_on_another_device_does_not_come_here():
    setup = parse_setup("aya", "variant=tueftler&seats=human&seed=3")
    with pytest.raises(SetupError, match="several devices"):
        Match.open(Record(replace(setup, players=(Player("Ada", ByLink()),))))


@pytest.mark.parametrize("name", ["a_bot_with_a_name_of_more_letters_than_fit", "one,two"])
def test_what_bots_of_any_name_have_played_can_be_opened(name):
    bots = [OwnBotFile(name, "def choose(p, s): return p.legal_actions(s)[0]")] * 2
    for played in play_matches(YALA, YALA.info.default_setup(), bots, seed=5, matches=2):
        assert Match.open(played.record).record == played.record


def test_nothing_can_be_asked_of_what_is_over_or_has_not_begun():
    with pytest.raises(ValueError, match="over"):
        seat_for(YALA.rules.parse_position(OVER))
    with pytest.raises(ValueError, match="nothing was played"):
        review_of([], [], 2)
    assert Results(1).told("aya", ["random"]) == "0 games of aya: random won 0 and lost 0."
    assert interval(0.5, 0) == (0.0, 1.0)


@pytest.mark.parametrize("depth", [-1, -5, 2.0, float("nan"), True, None, "2"])
def test_only_a_whole_number_is_a_length_of_sequences(depth):
    with pytest.raises(ValueError, match=str(depth)):
        perft(YALA.rules.parse_position(OVER), depth)


@pytest.mark.parametrize("site", ["c", "d", "n", "p"])
def test_no_stone_walks_where_no_tower_stands(site):
    position = YALA.rules.parse_position("dl/dl//dld/ld/dl/ldl/dl/ld/dl/ld/ld d")
    towers = dict(zip("abcdefghijkl", position.towers, strict=True))
    if towers.get(site):
        assert position.walk(YalaAction(site, "+")).path
        return
    with pytest.raises(ValueError, match=f"no tower stands on {site}"):
        position.walk(YalaAction(site, "+"))


def test_a_pack_has_puzzles():
    with pytest.raises(ValueError, match="puzzles is empty"):
        parse_pack('{"format":1,"puzzles":[]}')
    with pytest.raises(ValueError, match="no puzzle"):
        next_for((), 900.0, ())
    with pytest.raises(ValueError, match="no puzzle"):
        of_day((), 20_000)


CHOOSER = """import random
def choose(position, seat):
  return random.choice(position.legal_actions(seat))
"""
"""As most first bots are."""


def told(bots: list[Any], seed: int) -> list[str]:
    (played,) = play_matches(YALA, YALA.info.default_setup(), bots, seed, 1)
    return [entry.action for entry in played.record.entries]


def test_a_bot_of_ones_own_draws_nothing_of_its_callers_chance():
    random.seed(5)
    first = [random.random() for _ in range(6)]
    random.seed(5)
    drawn = [random.random() for _ in range(3)]
    actions = told([OwnBotFile("a", CHOOSER)] * 2, 1)
    drawn += [random.random() for _ in range(3)]
    assert drawn == first
    # Whatever the caller has drawn, the same match is played again.
    assert told([OwnBotFile("a", CHOOSER)] * 2, 1) == actions
    assert told([OwnBotFile("a", CHOOSER)] * 2, 2) != actions


def test_what_one_own_bot_draws_changes_nothing_for_the_other():
    greedy = CHOOSER.replace("  return", "  [random.random() for _ in range(9)]\n  return")
    calm, other = OwnBotFile("a", CHOOSER), OwnBotFile("b", greedy)
    one = calm.make(YALA, Random(1))
    position = YALA.rules.parse_position("ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl d")
    alone = [one.choose(position, 1) for _ in range(8)]
    one, beside = calm.make(YALA, Random(1)), other.make(YALA, Random(2))
    together = []
    for _ in range(8):
        together.append(one.choose(position, 1))
        beside.choose(position, 1)
    assert together == alone


def test_who_is_not_named_makes_no_other_match():
    setup = Setup("yala", seed=1)
    entries = (Entry(1, "a+"),)
    assert mark_of(setup, entries) == mark_of(replace(setup, players=(Player(),) * 2), entries)
    named = replace(setup, players=(Player("Ann"), Player()))
    assert mark_of(named, entries) != mark_of(setup, entries)


def test_a_start_that_its_seed_does_not_deal_goes_into_a_link_as_it_is():
    record = parse_record(keeping.read("yala-shortest"))
    for seed in (0, 1, 42, MAX_NUMBER):
        odd = replace(record, setup=replace(record.setup, seed=seed))
        opened = decode_match(encode_record(odd)).record
        assert opened.setup.start == record.setup.start
        assert [one.action for one in opened.entries] == [one.action for one in record.entries]
        assert opened.setup.seed is None
        assert [turn.after for turn in replay(YALA.rules, opened)] == [
            turn.after for turn in replay(YALA.rules, record)
        ]


@pytest.mark.parametrize(
    ("head", "line", "value"),
    [
        ('[Game "chess"]', 1, '[Game "chess"]'),
        ('[Name "x"]\n[Game "Yala!"]', 2, '[Game "Yala!"]'),
        ('[Game "yala"]\n\n[Seats "two"]', 3, '[Seats "two"]'),
        ('[Game "yala"]\n[Seats "7"]', 2, '[Seats "7"]'),
        ('[Game "yala"]\n[Name "x"]\n[Seed "-1"]', 3, '[Seed "-1"]'),
        ('[Game "yala"]\n[Variant "x"]', 2, '[Variant "x"]'),
        ('[Game "yala"]\n[Edition "x"]', 2, '[Edition "x"]'),
        ('[Game "yala"]\n[Start "nonsense"]', 2, '[Start "nonsense"]'),
        ('[Game "yala"]\n[Option "taste=good"]', 2, '[Option "taste=good"]'),
        ('[Game "yala"]\n[Option "ring=99"]', 2, '[Option "ring=99"]'),
        ('[Game "yala"]\n[Player "Ann"]', 2, '[Player "Ann"]'),
        ('[Name "x"]', 1, ""),
    ],
)
def test_a_wrong_head_of_a_study_is_told_with_its_line(head, line, value):
    with pytest.raises(StudyError) as refused:
        parse_study(head + "\n1. a+\n")
    assert (refused.value.line, refused.value.value) == (line, value)


class Point(NamedTuple):
    """Its annotations are texts, as this module's are."""

    x: Annotated[int, COUNT]
    name: str = ""


@dataclass(frozen=True)
class Shape:
    points: tuple[Point, ...]
    scale: Annotated[float, OPTIONAL] = 1.0


def test_a_class_whose_annotations_are_texts_is_kept_as_any_other():
    points = codec(Point)
    assert points.read([*points.write(Point(3, "a"))]) == Point(3, "a")
    with pytest.raises(MisfitError, match="-1"):
        points.read([-1, ""])
    shapes, shape = codec(Shape), Shape((Point(1, ""), Point(2, "b")), 2.5)
    assert shapes.read(json.loads(json.dumps(shapes.write(shape)))) == shape
    assert shapes.write(Shape(())) == {"points": []}
