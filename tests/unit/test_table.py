"""What all games share: outcomes, set-ups, records and their replay."""

import json
from dataclasses import FrozenInstanceError, fields, replace
from importlib.resources import files
from random import Random

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.games import catalog
from spieltisch.games.yala.rules.rules import RULES as YALA
from spieltisch.play.codec import format_setup, parse_setup
from spieltisch.play.importing import mark_of
from spieltisch.table import (
    BY_LINK,
    CLOCK,
    HUMAN,
    Bot,
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
    TimeControl,
    format_record,
    parse_record,
    replay,
    seat_for,
)
from spieltisch.table.json_text import MAX_NESTING, parse_json
from spieltisch.table.record import MAX_LENGTH

START = "dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d"
SETUP = Setup("yala", seed=42, start=START)
RECORD = Record(SETUP, (Entry(1, "b+", 1200), Entry(2, "a-", 3400)))
SCHEMA = json.loads((files("spieltisch.table") / "record.schema.json").read_text("utf-8"))
# Made once: `jsonschema.validate` would check the schema itself each time.
BY_SCHEMA = jsonschema.Draft202012Validator(SCHEMA)


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
    good = Setup("test", "small", "new", (("pace", "fast"),), 1)
    for setup in (good, replace(good, players=(Player(),)), replace(good, options=(), seed=0)):
        INFO.check(setup)
    with pytest.raises(SetupError):
        INFO.check(replace(good, game="other"))


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


def test_a_setup_in_which_nobody_is_named_is_one_of_nameless_people():
    none, nameless = Setup("yala", seed=7), Setup("yala", seed=7, players=(Player(), Player()))
    assert none == nameless
    assert {none: 1}[nameless] == 1
    assert Record(none) == Record(nameless)
    assert mark_of(none, ()) == mark_of(nameless, ())
    # Their texts are as they always were.
    assert "players" not in format_record(Record(none))
    assert "players" in format_record(Record(nameless))
    assert parse_setup("yala", format_setup(replace(none, start=""))).players == nameless.players
    for other in (Player("Ada"), Player(controller=BY_LINK), Player(controller=Bot(3))):
        assert none != replace(none, players=(Player(), other)) != nameless


@pytest.mark.parametrize("name", [one.name for one in fields(Setup)])
def test_setups_that_differ_in_anything_else_are_others(name):
    others = {
        "game": "aya", "variant": "turbo", "edition": "zoch", "options": (("a", "b"),), "seats": 3,
        "seed": 8, "start": "x", "players": (Player("Ada"), Player()), "clock": TimeControl(5, 3),
    }  # fmt: skip
    setup = Setup("yala", seed=7)
    assert setup != replace(setup, **{name: others[name]})
    assert replace(setup, **{name: others[name]}) == replace(setup, **{name: others[name]})
    assert setup != "yala"


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
        clock=st.none() | st.builds(TimeControl, st.integers(1, 180), st.integers(0, 180)),
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


controllers = st.sampled_from((HUMAN, BY_LINK)) | st.builds(Bot, st.integers(1, 99))
players = st.lists(st.builds(Player, names, controllers), max_size=6)


@given(st.builds(with_players, records, players))
def test_parse_and_format_are_inverses_and_fit_the_schema(record):
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text
    BY_SCHEMA.validate(json.loads(text))


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
    (changed("entries", 0, 2, -1), r"entries\[0\]\[2\] is -1, not from 0 to 9007199254740991"),
    (changed("entries", 0, 2, 2**53), r"entries\[0\]\[2\] is 9007199254740992, not from 0"),
    (changed("entries", 0, 0, -1), r"entries\[0\]\[0\] is -1, not from 0"),
    (changed("setup", "seed", -1), "setup.seed is -1, not from 0 to 9007199254740991"),
    (changed("setup", "seed", 2**53), "setup.seed is 9007199254740992, not from 0"),
    (changed("setup", "seed", 1e300), r"setup.seed is 1\d+, not from 0"),
    (changed("setup", "seats", 0), "setup.seats is 0, not from 1 to 6"),
    (changed("setup", "seats", 7), "setup.seats is 7, not from 1 to 6"),
    (changed("setup", "variant", ""), "setup.variant is empty"),
    (changed("setup", "edition", ""), "setup.edition is empty"),
    (changed("setup", "game", "Chess"), "setup.game 'Chess' is no name"),
    (changed("setup", "game", "yala\n"), r"setup.game 'yala\\n' is no name"),
    (
        changed("setup", "players", [{"name": "A", "controller": "human"}]),
        "setup.players names 1 players for 2 seats",
    ),
]


@pytest.mark.parametrize(("whole", "message"), WRONG)
def test_a_wrong_record_is_refused_with_the_place_and_by_the_schema(whole, message):
    with pytest.raises(RecordError, match=message):
        parse_record(json.dumps(whole))
    with pytest.raises(jsonschema.ValidationError):
        BY_SCHEMA.validate(whole)


def test_a_whole_number_may_be_written_with_a_point():
    """As the schema has it: JSON has one kind of number."""
    for change in (("format", 1.0), ("setup", "seats", 2.0), ("entries", 0, 2, 1200.0)):
        whole = changed(*change)
        assert parse_record(json.dumps(whole)) == parse_record(format_record(RECORD))
        BY_SCHEMA.validate(whole)


ANY_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.sampled_from([2**53 - 1, 2**53, -(2**53), 10**29, 1.0, 2.0, -0.0, 2.5, 1e15, 1e300])
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=4)
    | st.sampled_from(["yala", "yala\n", "a-1", "-a", "human"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["name", "controller", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def paths_of(value, path=()):
    """Where in a JSON value something can be replaced."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for step, one in inner:
        yield (*path, step)
        if isinstance(one, dict | list):
            yield from paths_of(one, (*path, step))


def with_faults(draw, whole, names, others=ANY_JSON):
    """A JSON value in which a few things are another, are missing or are too much: with one of the
    names, in an object."""
    for _ in range(draw(st.integers(0, 2))):
        *path, last = draw(st.sampled_from(sorted(paths_of(whole), key=str)))
        inner = whole
        for step in path:
            inner = inner[step]
        match draw(st.sampled_from(["replace", "drop", "add"])):
            case "replace":
                inner[last] = draw(others)
            case "drop":
                del inner[last]
            case "add" if isinstance(inner, list):
                inner.append(draw(ANY_JSON))
            case "add":
                inner[draw(st.sampled_from(names))] = draw(ANY_JSON)
    return whole


@st.composite
def nearly_records(draw):
    """The JSON of a record with a few faults."""
    whole = json.loads(format_record(draw(records)))
    if draw(st.booleans()):
        count = draw(st.integers(0, 7))
        whole["setup"]["players"] = [{"name": "A", "controller": "human"} for _ in range(count)]
    if draw(st.booleans()):
        near = st.sampled_from([-1, 0, 1, 180, 181])
        whole["setup"]["clock"] = {"minutes": draw(near), "seconds": draw(near)}
    return with_faults(draw, whole, ["players", "seed", "clock", "more"])


@given(nearly_records() | ANY_JSON)
def test_the_parser_takes_what_the_schema_takes_and_nothing_else(whole):
    try:
        parsed = parse_record(json.dumps(whole))
    except RecordError:
        parsed = None
    assert BY_SCHEMA.is_valid(whole) == (parsed is not None)
    if parsed is not None:
        BY_SCHEMA.validate(json.loads(format_record(parsed)))


@pytest.mark.parametrize("text", ["robot", "bot:0", "bot:100", "bot:3x", "clock", "", "Human"])
def test_who_acts_for_no_seat_is_told_with_the_seat(text):
    whole = json.loads(format_record(Record(Setup("yala", players=(Player(),) * 2))))
    whole["setup"]["players"][1]["controller"] = text
    with pytest.raises(RecordError, match=rf"players\[1\].controller '{text}' acts for no seat"):
        parse_record(json.dumps(whole))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"a": 1, "b": {"c": 2, "c": 2}}', "'c' is there more than once"),
        (r'["\ud800"]', r"'\\ud800' is half a character"),
        (r'{"a\udfff": 1}', r"'\\udfff' is half a character"),
        (r'["\ude00\ud83d"]', "is half a character"),
        ("[" + "9" * 5000 + "]", "a number of 5000 digits"),
        ("-" + "9" * 9999, "a number of 10000 digits"),
    ],
)
def test_json_that_others_would_read_otherwise_is_refused(text, why):
    with pytest.raises(ValueError, match=why):
        parse_json(text, MAX_LENGTH)


def test_a_character_may_be_written_as_its_two_halves():
    assert parse_json(r'["\ud83d\ude00", "\\ud800", "😀"]', MAX_LENGTH) == ["😀", r"\ud800", "😀"]


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
        assert json.dumps(parse_json(deepest, MAX_LENGTH), separators=(",", ":")) == deepest
        with pytest.raises(ValueError, match="nested deeper than 16"):
            parse_json(opening + deepest + closing, MAX_LENGTH)
        with pytest.raises(ValueError, match="nested deeper than 16"):
            parse_json(opening * 50_000, MAX_LENGTH)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**28), 10**28) | st.text(alphabet='[]{}"\\a\n'),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(alphabet='[]{}"\\'), inner),
        max_leaves=8,
    )
)
def test_brackets_in_texts_do_not_count(value):
    shallow = [value, "[" * 99, {"{" * 99: '"' * 99}, "\\" * 99]
    assert parse_json(json.dumps(shallow), MAX_LENGTH) == shallow


@pytest.mark.parametrize("text", ['"', '"' + "\\" * 99_999, '"' * 99_999, "[" + '"[' * 50_000])
def test_texts_without_an_end_are_refused_at_once(text):
    with pytest.raises(ValueError, match=r"."):
        parse_json(text, MAX_LENGTH)


def test_the_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    game = SCHEMA["properties"]["setup"]["properties"]["game"]
    for name in catalog.GAMES:
        jsonschema.validate(name, game, jsonschema.Draft202012Validator)
    for wrong in ("", "Chess", "a game", "yala\n", 5):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, game, jsonschema.Draft202012Validator)


# Replay.


def test_replay_refuses_times_that_fall():
    entries = (Entry(1, "b+", 500), Entry(2, "a-", 500), Entry(1, "d+", 499))
    list(replay(YALA, Record(SETUP, entries[:2])))
    with pytest.raises(ReplayError, match=r"entries\[2\]: at 499 ms, after one at 500 ms"):
        list(replay(YALA, Record(SETUP, entries)))


@pytest.mark.parametrize("clock", ["move-clock", "refute-clock"])
def test_replay_refuses_that_a_clock_runs_out_which_is_switched_off(clock):
    rules = catalog.GAMES["aya"].rules
    setup = Setup("aya", "aya-oye", "zoch", ((clock, "off"),), seed=1)
    setup = replace(setup, start=rules.deal(setup, Random(1).shuffle))
    called = {"move-clock": "aya", "refute-clock": "oye"}
    for name, word in called.items():
        record = Record(setup, (Entry(1, word), Entry(CLOCK, "expire")))
        if name != clock:
            assert len(list(replay(rules, record))) == 2
            continue
        why = r"entries\[1\]: seat 0 may not play expire: no clock runs"
        with pytest.raises(ReplayError, match=why):
            list(replay(rules, record))


def test_replay_gives_a_step_an_entry():
    steps = list(replay(YALA, RECORD))
    assert [step.entry for step in steps] == list(RECORD.entries)
    assert YALA.format_board(steps[-1].after) == "d/l/dl/ldd/dl/ld/dl/ld/dl/ld/dll/ld d"


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (Entry(1, "c+"), r"entries\[2\]: seat 1 may not play c\+: The stone on top of c is light"),
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


class Waiting:
    """A position in which these seats may act."""

    def __init__(self, **actions):
        self.actions = {int(seat.removeprefix("s")): can for seat, can in actions.items()}
        self.active_seats = frozenset(self.actions)

    def legal_actions(self, seat):
        return self.actions[seat]


class TestSeatFor:
    def test_the_clock_is_no_seat_that_a_text_means(self):
        assert seat_for(Waiting(s0=("expire",), s3=("a",))) == 3
        assert seat_for(Waiting(s0=("expire",), s3=("a",)), "a") == 3
        assert seat_for(Waiting(s0=("expire",), s2=("a",), s3=("a",)), "a") == 2

    def test_an_action_is_that_of_the_seat_that_may_play_it(self):
        both = Waiting(s0=("expire",), s1=("b",), s3=("a",))
        assert seat_for(both, "a") == 3
        assert seat_for(both, "expire") == CLOCK
        assert seat_for(both, "neither") == 1, "whom the refusal names"

    def test_only_the_clock_may_act(self):
        assert seat_for(Waiting(s0=("expire",))) == CLOCK
