"""What all games share: outcomes, set-ups, records and their replay."""

import json
from dataclasses import FrozenInstanceError, replace
from importlib.resources import files

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.games import catalog
from spieltisch.games.yala.rules.rules import RULES as YALA
from spieltisch.table import (
    CLOCK,
    Entry,
    GameInfo,
    IllegalActionError,
    Option,
    Outcome,
    Player,
    Record,
    RecordError,
    ReplayError,
    Setup,
    SetupError,
    format_record,
    parse_record,
    replay,
)
from spieltisch.table.record import MAX_NESTING, parse_json

START = "dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d"
SETUP = Setup("yala", seed=42, start=START)
RECORD = Record(SETUP, (Entry(1, "b+", 1200), Entry(2, "a-", 3400)))
SCHEMA = json.loads((files("spieltisch.table") / "record.schema.json").read_text("utf-8"))


# Positions and outcomes.


def test_a_match_without_winners_is_a_draw():
    assert Outcome(frozenset(), "repetition").is_draw
    assert not Outcome(frozenset((1, 2)), "most-cards").is_draw


def test_an_illegal_action_names_seat_action_and_why():
    error = IllegalActionError(2, "e+", "it is the other seat's turn")
    assert (error.seat, error.action, error.why) == (2, "e+", "it is the other seat's turn")
    assert str(error) == "seat 2 may not play e+: it is the other seat's turn"
    assert isinstance(error, ValueError)


def test_the_clock_is_no_players_seat():
    assert CLOCK == 0


# What a game tells about itself.

INFO = GameInfo(
    "test",
    "Test",
    "Nobody",
    {"small": (1, 2), "large": (3,)},
    ("old", "new"),
    (Option("pace", ("slow", "fast")), Option("deck", ("full", "half"))),
    {"small": ("pace",)},
)


def test_the_first_of_everything_is_the_default():
    assert INFO.variants == ("small", "large")
    assert INFO.options[0].default == "slow"
    assert Setup("test").option("pace", "slow") == "slow"
    assert Setup("test", options=(("pace", "fast"),)).option("pace", "slow") == "fast"


def test_a_variant_knows_its_own_options_or_all():
    assert [option.name for option in INFO.options_of("small")] == ["pace"]
    assert [option.name for option in INFO.options_of("large")] == ["pace", "deck"]


@pytest.mark.parametrize(
    ("setup", "field", "value"),
    [
        (Setup("other", "small", "old"), "game", "other"),
        (Setup("test", "tiny", "old"), "variant", "tiny"),
        (Setup("test", "small", "odd"), "edition", "odd"),
        (Setup("test", "small", "old", seats=9), "seats", "9"),
        (Setup("test", "large", "old", seats=2), "seats", "2"),
        (Setup("test", "small", "old", (("deck", "full"),)), "option", "deck"),
        (Setup("test", "small", "old", (("pace", "warp"),)), "pace", "warp"),
    ],
)
def test_a_setup_is_checked(setup, field, value):
    with pytest.raises(SetupError) as caught:
        INFO.check(setup)
    assert (caught.value.field, caught.value.value) == (field, value)
    assert field in str(caught.value)
    assert repr(value) in str(caught.value)


def test_a_good_setup_passes_the_check():
    INFO.check(Setup("test", "small", "new", (("pace", "fast"),), 1))


def test_a_game_that_is_none_is_refused_by_the_catalogue():
    for look_up in (catalog.game_of,):
        with pytest.raises(SetupError, match="'chess' is not possible; choose from aya, yala, myr"):
            look_up("chess")


# Records.


def test_records_are_frozen_values():
    assert Record(SETUP, (Entry(1, "b+", 1200), RECORD.entries[1])) == RECORD
    assert hash(parse_record(format_record(RECORD))) == hash(RECORD)
    assert RECORD.cut(1).entries == RECORD.entries[:1]
    assert RECORD.cut(9) == RECORD
    with pytest.raises(FrozenInstanceError):
        RECORD.setup = SETUP


def test_a_record_is_one_json_object_on_one_line():
    text = format_record(RECORD)
    assert "\n" not in text
    assert json.loads(text) == {
        "format": 1,
        "setup": {
            "game": "yala",
            "variant": "standard",
            "edition": "standard",
            "options": {},
            "seats": 2,
            "seed": 42,
            "start": START,
        },
        "entries": [[1, "b+", 1200], [2, "a-", 3400]],
    }


names = st.text(max_size=5)
records = st.builds(
    Record,
    st.builds(
        Setup,
        st.sampled_from(["aya", "yala", "myra"]),
        st.text(min_size=1, max_size=5),
        st.text(min_size=1, max_size=5),
        st.dictionaries(names, names, max_size=3).map(lambda pairs: tuple(sorted(pairs.items()))),
        st.integers(1, 6),
        st.none() | st.integers(0, 2**53 - 1),
        names,
    ),
    st.lists(st.builds(Entry, st.integers(0, 9), names, st.integers(0, 10**12)), max_size=4).map(
        tuple
    ),
)


def with_players(record, players):
    named = tuple(players[: record.setup.seats])
    if len(named) < record.setup.seats:
        named = ()
    return replace(record, setup=replace(record.setup, players=named))


@given(st.builds(with_players, records, st.lists(st.builds(Player, names, names), max_size=6)))
def test_parse_and_format_are_inverses_and_fit_the_schema(record):
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text
    jsonschema.validate(json.loads(text), SCHEMA, jsonschema.Draft202012Validator)


@given(
    st.text(max_size=60)
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["format", "setup", "entries", "game", "x"]), inner, max_size=4
            )
        ),
    ).map(json.dumps)
)
def test_what_is_no_record_is_a_record_error(text):
    with pytest.raises(RecordError):
        parse_record(text)


def changed(*path_and_value):
    """RECORD's JSON with one member replaced."""
    *path, value = path_and_value
    whole = json.loads(format_record(RECORD))
    inner = whole
    for step in path[:-1]:
        inner = inner[step]
    if value is KeyError:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return whole


WRONG = [
    (changed("format", 2), "format is 2; this program reads 1"),
    (changed("format", True), "format is True"),
    (changed("format", KeyError), "the record lacks format"),
    (changed("more", 1), "the record has unknown members: more"),
    (changed("setup", []), "setup is not an object"),
    (changed("setup", "seats", "two"), "setup.seats is not a whole number"),
    (changed("setup", "seats", 2.5), "setup.seats is not a whole number"),
    (changed("setup", "seed", "x"), "setup.seed is not a whole number"),
    (changed("setup", "start", None), "setup.start is not a string"),
    (changed("setup", "options", []), "setup.options is not an object"),
    (changed("setup", "options", {"a": 1}), "setup.options.a is not a string"),
    (changed("setup", "game", KeyError), "setup lacks game"),
    (changed("setup", "players", [{"name": "A"}]), r"setup.players\[0\] lacks controller"),
    (changed("entries", {}), "entries is not a list"),
    (changed("entries", 1, [2, "a-"]), r"entries\[1\] has 2 members"),
    (changed("entries", 1, "a-"), r"entries\[1\] is not a list"),
    (changed("entries", 0, 0, "1"), r"entries\[0\]\[0\] is not a whole number"),
    (changed("entries", 0, 0, True), r"entries\[0\]\[0\] is not a whole number"),
    (changed("entries", 0, 1, 5), r"entries\[0\]\[1\] is not a string"),
    (changed("entries", 0, 2, -1), r"entries\[0\] has a negative number"),
]


@pytest.mark.parametrize(("whole", "message"), WRONG)
def test_a_wrong_record_is_refused_with_the_place_and_by_the_schema(whole, message):
    with pytest.raises(RecordError, match=message):
        parse_record(json.dumps(whole))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(whole, SCHEMA, jsonschema.Draft202012Validator)


def test_a_record_names_as_many_players_as_seats():
    player = {"name": "A", "controller": "human"}
    with pytest.raises(RecordError, match="names 1 players for 2 seats"):
        parse_record(json.dumps(changed("setup", "players", [player])))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "NaN", "\ufeff", "[" * 100_000, "9" * 9999]
)
def test_texts_that_are_no_json_object_are_refused(text):
    with pytest.raises(RecordError):
        parse_record(text)


def test_json_is_read_as_deep_as_anything_of_ours_goes():
    """In the browser a deeper one would end Python itself."""
    for opening, closing in ("[]", ('{"a":', "}")):
        deepest = opening * MAX_NESTING + "1" + closing * MAX_NESTING
        assert json.dumps(parse_json(deepest), separators=(",", ":")) == deepest
        with pytest.raises(ValueError, match="nested deeper than 16"):
            parse_json(opening + deepest + closing)
        with pytest.raises(ValueError, match="nested deeper than 16"):
            parse_json(opening * 1_000_000)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(alphabet='[]{}"\\a\n'),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(alphabet='[]{}"\\'), inner),
        max_leaves=8,
    )
)
def test_brackets_in_texts_do_not_count(value):
    shallow = [value, "[" * 99, {"{" * 99: '"' * 99}, "\\" * 99]
    assert parse_json(json.dumps(shallow)) == shallow


@pytest.mark.parametrize("text", ['"', '"' + "\\" * 99_999, '"' * 99_999, "[" + '"[' * 50_000])
def test_texts_without_an_end_are_refused_at_once(text):
    with pytest.raises(ValueError, match=r"."):
        parse_json(text)


def test_the_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    game = SCHEMA["$defs"]["setup"]["properties"]["game"]
    for name in catalog.GAMES:
        jsonschema.validate(name, game, jsonschema.Draft202012Validator)
    for wrong in ("", "Chess", "a game", 5):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, game, jsonschema.Draft202012Validator)


# Replay.


def test_replay_gives_a_step_an_entry():
    steps = list(replay(YALA, RECORD))
    assert [step.entry for step in steps] == list(RECORD.entries)
    assert YALA.format_board(steps[-1].after) == "d/l/dl/ldd/dl/ld/dl/ld/dl/ld/dll/ld d"


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (Entry(1, "c+"), r"entries\[2\]: seat 1 may not play c\+: .*colour"),
        (Entry(2, "b+"), r"entries\[2\]: seat 2 may not play b\+: it is the other seat's turn"),
        (Entry(1, "nonsense"), r"entries\[2\]: 'nonsense' is not a place"),
        (Entry(CLOCK, "expire"), r"entries\[2\]: 'expire' is not a place"),
        (Entry(7, "b+"), r"entries\[2\]: seat 7 may not play"),
    ],
)
def test_replay_names_the_entry_that_cannot_be(entry, why):
    with pytest.raises(ReplayError, match=why) as caught:
        list(replay(YALA, Record(SETUP, (*RECORD.entries, entry))))
    assert caught.value.index == 2


def test_replay_refuses_a_start_that_cannot_be():
    with pytest.raises(SetupError):
        list(replay(YALA, Record(replace(SETUP, start="x"))))
