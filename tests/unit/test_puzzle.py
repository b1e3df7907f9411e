"""What a puzzle is, and its texts: a pack that is damaged is refused, and the reason told."""

import json
from dataclasses import replace

import pytest

from spieltisch.play.puzzle import PUZZLE as CODEC
from spieltisch.play.puzzle import Continuation, Puzzle, moves_from, parse_pack
from spieltisch.table import Setup
from tests.puzzles import PUZZLED, pack

PUZZLE = Puzzle(
    id="abc123",
    setup=Setup("yala", options=(("repetition", "draw"),)),
    position="ldl/dll///ld/d/ldll/dl/dd/ld//dlldd d",
    seat=1,
    goal="win",
    moves=2,
    band=3,
    effort=120,
    themes=("wall",),
    solution=(
        {"f+": Continuation(("h+",), 1), "f-": Continuation(("h+", "h-"), 1)},
        {"h+": Continuation()},
    ),
)


def test_a_puzzle_is_read_as_it_was_written():
    assert CODEC.read(json.loads(json.dumps(CODEC.write(PUZZLE)))) == PUZZLE


@pytest.mark.parametrize("name", PUZZLED)
def test_the_packs_are_read_as_they_were_written(name):
    puzzles = pack(name)
    text = json.dumps({"format": 1, "puzzles": list(map(CODEC.write, puzzles))})
    assert parse_pack(text) == puzzles


def test_the_first_action_that_is_accepted_leads_through_the_line():
    assert PUZZLE.game == "yala"
    assert PUZZLE.solutions == ("f+", "f-")
    assert PUZZLE.variation == ("f+", "h+", "h+")
    assert moves_from(PUZZLE.solution, 1) == ("h+",)


def test_an_action_is_judged_by_looking_it_up():
    assert PUZZLE.judge(0, "f-") == Continuation(("h+", "h-"), 1)
    assert PUZZLE.judge(0, "h+") is None
    assert PUZZLE.judge(1, "h+") == Continuation((), None)


def pack_with(**changes):
    return {"format": 1, "puzzles": [{**CODEC.write(PUZZLE), **changes}]}


def setup_with(**changes):
    return pack_with(setup={**CODEC.write(PUZZLE)["setup"], **changes})


DAMAGED = {
    "the pack is not an object": [],
    "the pack lacks puzzles": {"format": 1},
    "format is 2": {"format": 2, "puzzles": []},
    "format is True": {"format": True, "puzzles": []},
    "puzzles is not a list": {"format": 1, "puzzles": {}},
    "puzzles[0] lacks id, setup": {"format": 1, "puzzles": [{
        key: value for key, value in CODEC.write(PUZZLE).items() if key not in ("id", "setup")
    }]},
    "puzzles[0] has unknown members: author": pack_with(author="me"),
    "puzzles[0].id 'ABC' is not written": pack_with(id="ABC"),
    "puzzles[1].id 'abc123' is there more than once": {
        "format": 1, "puzzles": [CODEC.write(PUZZLE)] * 2,
    },
    "puzzles[0].setup lacks seats": pack_with(
        setup={"game": "yala", "variant": "standard", "edition": "standard", "options": {}}
    ),
    "puzzles[0].setup.options.repetition is not a string": setup_with(options={"repetition": 1}),
    "puzzles[0].setup.seats is 9": setup_with(seats=9),
    "puzzles[0].position is not a string": pack_with(position=None),
    "puzzles[0].seat is 3, not from 1 to 2": pack_with(seat=3),
    "puzzles[0].goal 'Win!' is not written": pack_with(goal="Win!"),
    "puzzles[0].moves is 0": pack_with(moves=0),
    "puzzles[0].band is 6, not from 1 to 5": pack_with(band=6),
    "puzzles[0].effort is -1": pack_with(effort=-1),
    "puzzles[0].themes[0] 'A wall' is not written": pack_with(themes=["A wall"]),
    "puzzles[0].solution is empty": pack_with(solution=[]),
    "puzzles[0].solution[0] accepts nothing": pack_with(solution=[{}]),
    "puzzles[0].solution[0].f+ is not a list": pack_with(solution=[{"f+": "h+"}]),
    "puzzles[0].solution[0].f+[0] is not a string": pack_with(solution=[{"f+": [1, "h+"]}]),
    "puzzles[0].solution[0].f+ goes on at node 2": pack_with(solution=[{"f+": [2]}, {"h+": []}]),
    "puzzles[0].solution[1].h+ goes on at node 0": pack_with(solution=[{"f+": [1]}, {"h+": [0]}]),
}  # fmt: skip


@pytest.mark.parametrize("why", DAMAGED)
def test_a_damaged_pack_is_refused_with_the_reason(why):
    with pytest.raises(ValueError, match=r"\w") as refused:
        parse_pack(json.dumps(DAMAGED[why]))
    assert str(refused.value).startswith(why)


def test_a_pack_that_is_cut_off_is_refused():
    whole = json.dumps(pack_with())
    assert parse_pack(whole) == (PUZZLE,)
    with pytest.raises(ValueError, match=r"delimiter|Expecting|Unterminated"):
        parse_pack(whole[:-20])


def test_a_single_puzzle_is_refused_with_the_reason_too():
    with pytest.raises(ValueError, match="band is 7, not from 1 to 5"):
        CODEC.read(CODEC.write(replace(PUZZLE, band=7)))
