"""AYA's contract with the table: texts, set-up, start, what is seen, what is traced."""

import json
import random

import pytest

from spieltisch.games.aya.rules.cards import DECK
from spieltisch.games.aya.rules.duties import ACTIONS
from spieltisch.games.aya.rules.info import INFO, clock_ms
from spieltisch.games.aya.rules.rules import RULES
from spieltisch.games.aya.rules.track import STANDARD_MOVES, TRACKS, format_track
from spieltisch.table import IllegalActionError, Setup, SetupError
from spieltisch.table.perft import perft, successors
from tests.unit.aya_table import (
    START,
    all_cards,
    all_setups,
    aya_oye,
    name_of,
    play,
    rumkugeln,
    turn,
)


def dealt(setup: Setup, seed: int = 1) -> Setup:
    start = RULES.deal(setup, random.Random(seed).shuffle)
    return Setup("aya", setup.variant, setup.edition, setup.options, setup.seats, seed, start)


every_setup = pytest.mark.parametrize("setup", list(all_setups()), ids=name_of)


# A bare track, as the command line reads it.


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 10), (2, 100), (3, 1000), (4, 10_000)])
def test_perft_of_a_track(depth, count):
    # In rules.md: "Counts to hold an implementation to"
    assert perft(RULES.parse_position(START), depth) == count


def test_a_bare_track_is_a_position_of_seat_1():
    position = RULES.parse_position(START)
    assert position.active_seats == {1}
    assert position.outcome is None
    assert position.legal_actions(1) == STANDARD_MOVES
    assert position.legal_actions(2) == ()
    assert position.observe(None) == position
    assert RULES.trace(position) == {
        "track": START,
        "owes": {"seats": [1], "how": "move", "move": 1, "clock": None},
        "piles": {"table": [], "stock": [], "out": []},
        "scores": [],
    }
    assert RULES.time_limit(Setup("aya", "turbo", "zoch"), position) is None
    assert RULES.automatic_action(position) is None


def test_a_bare_track_takes_moves_and_the_exceptional_move():
    position = RULES.parse_position(START)
    assert RULES.format_position(position.apply(1, "4L")) == "yb|bbbby|yy"
    assert RULES.format_position(position.apply(1, "X")) == "bb|bbbyy|yy"
    assert [e.kind for e in turn(position, 1, "4L").events] == ["moved"]
    assert [e.sites for e in turn(position, 1, "X").events] == [("1", "L", "5", "R")]
    for seat, action in ((2, "4L"), (1, "aya"), (1, "6L")):
        with pytest.raises(IllegalActionError):
            position.apply(seat, action)


def test_successors_of_a_track():
    assert successors(RULES, RULES.parse_position(START)) == [
        "bb|bbbyy|yy",
        "bb|bbyyy|yb",
        "yb|bbbby|yy",
    ]


def test_positions_are_written_as_tracks():
    for track in TRACKS:
        text = format_track(track)
        assert RULES.format_position(RULES.parse_position(text)) == text
        assert RULES.format_board(RULES.parse_position(text)) == text
    assert RULES.format_board(aya_oye("bbbby", "bbbby")) == START
    with pytest.raises(ValueError, match="balls"):
        RULES.parse_position("bb|bbbyy|yyy")


def test_actions_are_written_as_they_are():
    assert len(set(ACTIONS)) == 17
    for action in ACTIONS:
        assert RULES.format_action(RULES.parse_action(action)) == action
    for text in ("", "6L", "0R", "4l", "x", "AYA", "aha", "4L "):
        with pytest.raises(ValueError, match="is none of"):
            RULES.parse_action(text)


# Set-up and start.


@every_setup
def test_a_deal_is_the_track_and_the_whole_deck(setup):
    start = RULES.deal(setup, random.Random(5).shuffle)
    track, *words = start.split(" ")
    assert RULES.parse_position(track).track in TRACKS
    assert sorted(words) == sorted(map(str, DECK))
    assert start == RULES.deal(setup, random.Random(5).shuffle)
    assert start != RULES.deal(setup, random.Random(6).shuffle)
    assert RULES.arrange(dealt(setup), "1") == dealt(setup).start


@every_setup
def test_a_start_holds_39_cards_and_reads_as_it_was_dealt(setup):
    ready = dealt(setup)
    position = RULES.initial_position(ready)
    assert all_cards(position) == all_cards(aya_oye(" ".join(map(str, DECK))))
    assert RULES.format_board(position) == ready.start.split(" ")[0]
    assert RULES.parse_position(RULES.format_position(position)) == position
    assert hash(position) == hash(RULES.initial_position(ready))


def test_a_deck_that_was_typed_in_may_be_played():
    """Old records open for ever, whatever deck they were dealt from."""
    other = " ".join(["bbbby"] * 28 + ["ybyby*"] * 11)
    setup = Setup("aya", "aya-oye", "zoch", (), 2, None, f"{START} {other}")
    assert RULES.initial_position(setup).scores == (10, 10)


@pytest.mark.parametrize(
    "start",
    [
        "",
        START,
        START + " bbbby",
        START + " " + " ".join(map(str, DECK[1:])),
        START + " " + " ".join(map(str, (*DECK, DECK[0]))),
        START + "  " + " ".join(map(str, DECK)),
        START + " " + " ".join(str(card).replace("bbbby", "ybbbb") for card in DECK),
        "bb|bbbyy|y " + " ".join(map(str, DECK)),
        " ".join(map(str, DECK)),
        START + " " + " ".join(["bbbby"] * 39),
    ],
)
def test_a_start_that_cannot_be_is_refused(start):
    with pytest.raises(SetupError, match="start"):
        RULES.initial_position(Setup("aya", "aya-oye", "zoch", (), 2, None, start))


@pytest.mark.parametrize(
    ("setup", "field"),
    [
        (Setup("yala", "aya-oye", "zoch"), "game"),
        (Setup("aya", "standard", "zoch"), "variant"),
        (Setup("aya", "aya-oye", "standard"), "edition"),
        (Setup("aya", "aya-oye", "zoch", (), 7), "seats"),
        (Setup("aya", "tueftler", "zoch", (), 2), "seats"),
        (Setup("aya", "rumkugeln", "zoch", (("move-clock", "5"),), 2), "option"),
        (Setup("aya", "aya-oye", "zoch", (("move-clock", "7"),), 2), "move-clock"),
        (Setup("aya", "kindergarten", "zoch", (("open-cards", "6"),), 2), "open-cards"),
        (Setup("aya", "tueftler", "zoch", (("cards", "11"),), 1), "cards"),
    ],
)
def test_what_a_setup_asks_for_must_be_there(setup, field):
    for use in (
        lambda: RULES.deal(setup, random.Random(1).shuffle),
        lambda: RULES.initial_position(setup),
    ):
        with pytest.raises(SetupError) as error:
            use()
        assert error.value.field == field


def test_the_clocks_run_as_the_setup_says():
    # In rules.md: 5 s and 20 s by default, settable
    default = Setup("aya", "turbo", "zoch")
    assert (clock_ms(default, "move"), clock_ms(default, "refute")) == (5000, 20_000)
    options = (("move-clock", "off"), ("refute-clock", "100"))
    chosen = Setup("aya", "turbo", "zoch", options)
    assert (clock_ms(chosen, "move"), clock_ms(chosen, "refute")) == (None, 100_000)


def test_each_variant_knows_its_options():
    known = {v: [option.name for option in INFO.options_of(v)] for v in INFO.variants}
    assert known == {
        "aya-oye": ["move-clock", "refute-clock"],
        "rumkugeln": [],
        "turbo": ["move-clock", "refute-clock"],
        "kindergarten": ["open-cards"],
        "tueftler": ["cards"],
    }
    assert INFO.editions[0] == "zoch"


# What is seen.


@every_setup
def test_an_observation_does_not_depend_on_how_hidden_cards_lie(setup):
    """Two deals that look alike are observed alike: nothing leaks."""
    chance = random.Random(4)
    position = RULES.initial_position(dealt(setup))
    seen = position.observe(1)
    track, *words = dealt(setup).start.split(" ")
    shown = [str(card) for pile in seen.table.piles().values() for card in pile]
    for _ in range(20):
        i, j = chance.sample(range(39), 2)
        swapped = list(words)
        swapped[i], swapped[j] = words[j], words[i]
        start = " ".join([track, *swapped])
        other = RULES.initial_position(
            Setup("aya", setup.variant, setup.edition, setup.options, setup.seats, None, start)
        )
        own = [str(card) for pile in other.observe(1).table.piles().values() for card in pile]
        assert (other.observe(1) == seen) == (own == shown)
    assert seen.observe(2) == seen == position.observe(None) == position.observe(setup.seats)
    for seat in (0, *range(1, setup.seats + 1)):
        assert seen.legal_actions(seat) == position.legal_actions(seat)
    assert seen.scores == position.scores


def test_cards_below_the_top_are_hidden():
    seen = aya_oye("bbbby bbyyy", "yybyy*", neutral=("bybyb bbbbb*",)).observe(1)
    shown = {name: " ".join(map(str, pile)) for name, pile in seen.table.piles().items()}
    assert shown["seat1.pile"] == "bbbby ?"
    assert shown["seat2.pile"] == "yybyy*"
    assert shown["neutral1"] == "bybyb ?"


# Traces.


@every_setup
def test_a_trace_is_json_and_names_all_piles(setup):
    position = RULES.initial_position(dealt(setup))
    trace = RULES.trace(position)
    assert json.loads(json.dumps(trace)) == trace
    assert list(trace) == ["track", "owes", "piles", "scores"]
    piles = trace["piles"]
    for seat in range(1, setup.seats + 1):
        assert {f"seat{seat}.pile", f"seat{seat}.open", f"seat{seat}.won"} <= piles.keys()
    assert {"table", "stock", "out"} <= piles.keys()


def test_what_a_trace_says_is_owed():
    start = aya_oye("bbyyy bbyyy", "yybyy* bbyyy", "bbyyy bbyyy")

    def owes(*entries):
        return RULES.trace(play(start, *entries))["owes"]

    assert owes() == {"seats": [1, 2, 3], "how": "call", "clock": None}
    assert owes("2 aya") == {"seats": [2], "how": "move", "move": 1, "clock": "move"}
    assert owes("2 aya", "2 4L") == {"seats": [2], "how": "move", "move": 2, "clock": "move"}
    assert owes("2 oye") == {"seats": [1, 3], "how": "refute", "clock": "refute"}
    assert owes("2 oye", "1 concede") == {"seats": [3], "how": "refute", "clock": "refute"}
    assert owes("2 oye", "1 refute") == {
        "seats": [1],
        "how": "demonstrate",
        "move": 1,
        "clock": "refute",
    }
    assert owes("2 aya", "0 expire") == {"seats": [3], "how": "exceptional-move", "clock": None}
    over = play(rumkugeln("bbbby/", "bbyyy"), "1 4L")
    assert RULES.trace(over)["owes"] is None
    assert RULES.trace(over)["scores"] == [0, 1]
