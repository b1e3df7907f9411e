"""Every recorded match replays to the end that is kept for it; see keeping.py for how to add one.

A bug that was found in a match stays here as that match.
"""

import json
from importlib.resources import files

import jsonschema
import pytest

from spieltisch.cli import main
from spieltisch.games import catalog
from spieltisch.play.match import Match, format_match, may_take_back
from spieltisch.play.record_link import decode_match, encode_record
from spieltisch.table import format_record, parse_record
from tests.front_doors import parse_match
from tests.records import keeping

SCHEMA = jsonschema.Draft202012Validator(
    json.loads((files("spieltisch.table") / "record.schema.json").read_text("utf-8"))
)
NAMES = keeping.names()


def test_every_game_has_records_and_every_record_its_end():
    assert {name.partition("-")[0] for name in NAMES} == catalog.GAMES.keys()
    assert sorted(path.stem for path in keeping.ENDS.glob("*.json")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_record_reaches_its_end(name):
    assert keeping.end_of(name) == keeping.expected_end(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_written_as_the_game_writes_it_and_fits_the_schema(name):
    text = keeping.read(name)
    assert format_record(parse_record(text)) + "\n" == text
    SCHEMA.validate(json.loads(text))


@pytest.mark.parametrize("name", NAMES)
def test_a_record_can_be_taken_up_anywhere(name):
    """Undo is a shorter record: what is kept of a match opens again, however much of it counts. Of
    a race all does, as it never goes on from an earlier moment."""
    record = parse_record(keeping.read(name))
    whole = Match.open(record)
    for shown in {0, len(record.entries) // 2, len(record.entries)}:
        taken_up = parse_match(format_match(whole.show(shown)))
        counting = shown if may_take_back(whole) else len(record.entries)
        assert taken_up.position == whole.position_at(counting)


@pytest.mark.parametrize("name", NAMES)
def test_the_command_line_replays_a_record(name, capsys):
    path = str(keeping.RECORDS / f"{name}.json")
    assert main(["replay", path, "--trace"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    record = parse_record(keeping.read(name))
    assert [(line["seat"], line["action"]) for line in lines] == [
        (entry.seat, entry.action) for entry in record.entries
    ]
    end = keeping.expected_end(name)
    assert {key: lines[-1][key] for key in end["trace"]} == end["trace"]
    assert main(["replay", path]) == 0
    position, verdict = capsys.readouterr().out.splitlines()
    assert position == lines[-1]["position"]
    assert ("not over" if end["outcome"] is None else end["outcome"]["reason"]) in verdict


@pytest.mark.parametrize("name", NAMES)
def test_a_link_that_was_sent_opens_for_ever(name):
    """Each stands for a match that somebody was sent. A link that opens no longer, or otherwise, is
    mended in the reader: the file stays as it is."""
    record = parse_record(keeping.read(name))
    code = keeping.link(name).removeprefix("#/record/")
    linked = decode_match(code).record
    assert linked.setup == record.setup
    assert [(entry.seat, entry.action) for entry in linked.entries] == [
        (entry.seat, entry.action) for entry in record.entries
    ]
    assert encode_record(record) == code


@pytest.mark.parametrize("name", keeping.json_links())
def test_a_link_of_the_format_before_opens_for_ever(name):
    code = keeping.json_links()[name].removeprefix("#/record/")
    assert decode_match(code).record == parse_record(keeping.read(name))


def test_there_are_links_of_every_record_and_of_every_game_before():
    assert sorted(path.stem for path in keeping.LINKS.glob("*.txt")) == NAMES
    assert {name.partition("-")[0] for name in keeping.json_links()} == catalog.GAMES.keys()


def test_yala_records_show_both_rules_of_repetition():
    ends = {name: keeping.expected_end(name)["outcome"] for name in NAMES if name[:4] == "yala"}
    assert ends["yala-draw-by-repetition"]["reason"] == "repetition"
    assert ends["yala-draw-by-repetition"]["winners"] == []
    assert ends["yala-not-over"] is None
    stuck = parse_record(keeping.read("yala-no-repeat-leaves-no-move"))
    last = Match.open(stuck).position
    assert last.outcome.reason == "no-move"
    assert any(
        last.walk(action).is_repeating
        for site, tower in zip("abcdefghijkl", last.towers, strict=True)
        if tower.endswith(last.to_move)
        for action in (catalog.game_of("yala").rules.parse_action(site + way) for way in "+-")
    )
