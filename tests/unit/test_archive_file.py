"""A file of matches: what is written is read again, and what is damaged is refused by itself."""

import json
from contextlib import suppress
from importlib.resources import files

import jsonschema
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from referencing import Registry, Resource

from spieltisch.play.archive_file import ArchivedMatch, FormatError, parse_piece
from spieltisch.play.importing import pieces_in
from spieltisch.table import Record, RecordError, format_record
from tests.front_doors import format_archive, format_archived, parse_archive, split_file
from tests.unit.test_table import ANY_JSON, RECORD, records, with_faults

HOUSE = "http://house.test/"
REGISTRY = Registry().with_resources(
    [
        (
            HOUSE + name,
            Resource.from_contents(
                json.loads((files(f"spieltisch.{room}") / file).read_text("utf-8"))
            ),
        )
        for room, file in (("play", "archive.schema.json"), ("table", "record.schema.json"))
        for name in [f"{room}/{file}"]
    ]
)
SCHEMA = jsonschema.Draft202012Validator(
    {"$ref": HOUSE + "play/archive.schema.json"}, registry=REGISTRY
)

MATCH = ArchivedMatch("k7q2m9x4bd01", "Sunday", 1_795_000_000_000, 1_795_000_600_000, 1, 0, RECORD)
OTHER = ArchivedMatch("000000000000", "", 0, 0, 2, 3, RECORD)

counts = st.integers(0, 2**53 - 1)
names = st.text(st.characters(exclude_categories=["Cs"]), max_size=9)
archived = st.builds(
    ArchivedMatch,
    id=st.text("abz019", min_size=12, max_size=12),
    name=names,
    begun_ms=counts,
    played_ms=counts,
    shown=counts,
    helps=counts,
    record=records,
)


@given(st.lists(archived, max_size=3))
def test_what_is_written_is_read_again_and_fits_the_schema(matches: list[ArchivedMatch]) -> None:
    text = format_archive(matches)
    assert parse_archive(text) == tuple(matches)
    SCHEMA.validate(json.loads(text))
    assert [parse_piece(piece) for piece in split_file(text)] == matches


@given(st.lists(archived, min_size=1, max_size=3))
def test_the_layout_does_not_matter(matches: list[ArchivedMatch]) -> None:
    text = format_archive(matches)
    layouts = [
        "\ufeff" + text,
        "\n" + text.replace("\n", "\r\n") + "\n",
        json.dumps(json.loads(text)),
        json.dumps(json.loads(text), indent=2),
        "\n".join(map(format_archived, matches)),
    ]
    for layout in layouts:
        assert [parse_piece(piece) for piece in split_file(layout)] == matches


@given(st.lists(records, min_size=1, max_size=3))
def test_records_by_themselves_are_read(some: list[Record]) -> None:
    lines = "\n".join(map(format_record, some))
    a_list = json.dumps([json.loads(format_record(record)) for record in some], indent=1)
    for text in (lines, lines + "\n\n", a_list):
        assert [parse_piece(piece) for piece in split_file(text)] == some


def test_one_record_on_many_lines_is_one_piece() -> None:
    text = json.dumps(json.loads(format_record(RECORD)), indent=2)
    assert [parse_piece(piece) for piece in split_file(text)] == [RECORD]


@st.composite
def nearly_archives(draw: st.DrawFn) -> object:
    """The JSON of a file with a few faults."""
    whole = json.loads(format_archive(draw(st.lists(archived, min_size=1, max_size=2))))
    others = ANY_JSON | st.sampled_from(["abcdefghijkl", "abcdefghijkl\n"])
    return with_faults(draw, whole, ["name", "id", "more"], others)


@given(nearly_archives() | ANY_JSON)
def test_the_parser_takes_what_the_schema_takes_and_nothing_else(whole: object) -> None:
    try:
        parsed = parse_archive(json.dumps(whole))
    except RecordError:
        parsed = None
    assert SCHEMA.is_valid(whole) == (parsed is not None)
    if parsed is not None:
        SCHEMA.validate(json.loads(format_archive(parsed)))


@given(st.text(max_size=60) | nearly_archives().map(json.dumps))
@example('{"format": 1, "matches": []}')
def test_no_text_at_all_does_more_than_being_refused(text: str) -> None:
    try:
        pieces = split_file(text)
    except RecordError:
        return
    # Only a file that says itself that it has none brings no match and no sentence.
    assert pieces or json.loads(text)["matches"] == []
    for piece in pieces:
        with suppress(RecordError):
            found = parse_piece(piece)
            assert not isinstance(found, str)
            if isinstance(found, ArchivedMatch):
                assert parse_archive(format_archive([found])) == (found,)


def test_what_damages_a_line_harms_no_other() -> None:
    lines = format_archive([MATCH, OTHER, MATCH]).split("\n")
    lines[2] = lines[2][:40] + lines[2][60:]
    first, damaged, last = split_file("\n".join(lines))
    assert parse_piece(first) == parse_piece(last) == MATCH
    with pytest.raises(RecordError):
        parse_piece(damaged)


def test_of_a_file_cut_short_the_whole_lines_are_read_and_the_rest_is_missed() -> None:
    text = format_archive([MATCH, OTHER])
    ends = {"in a line": len(text) - 40, "after a line": text.rindex("\n{"), "before the end": -3}
    found = {}
    for name, end in ends.items():
        read, refused = [], 0
        for piece in split_file(text[:end]):
            try:
                read.append(parse_piece(piece))
            except RecordError:
                refused += 1
        found[name] = (read, refused > 0)
    assert found == {
        "in a line": ([MATCH], True),
        "after a line": ([MATCH], True),
        "before the end": ([MATCH, OTHER], True),
    }


def test_a_file_of_a_later_program_is_refused_as_such() -> None:
    whole = {**json.loads(format_archive([MATCH])), "format": 2}
    with pytest.raises(FormatError, match="format is 2; this program reads 1"):
        split_file(json.dumps(whole))
    with pytest.raises(FormatError):
        parse_archive(json.dumps(whole))


@pytest.mark.parametrize("between", [",", ",\n", "\n", ", \n\t "])
def test_a_long_file_is_read_whatever_its_layout(between: str) -> None:
    text = between.join([format_record(RECORD)] * 20_000)
    pieces = split_file(text if between == "\n" else f"[{text}]")
    assert len(pieces) == 20_000
    assert set(pieces) == {format_record(RECORD)}


def test_a_file_is_split_in_slices() -> None:
    """Whatever its layout, no more than a few matches are looked at between two pauses."""
    value = json.loads(format_archive([MATCH] * 2_000))
    for text in (json.dumps(value), json.dumps(value, indent=1), format_archive([MATCH] * 2_000)):
        pieces = list(pieces_in(text))
        assert len(pieces) >= 2_000
    pretty = list(pieces_in(json.dumps(json.loads(format_record(RECORD)), indent=1) + " " * 99))
    assert len(pretty) > 1
    assert "".join(filter(None, pretty))[-1] == "}"


@pytest.mark.parametrize(
    "text", ["[{},,{}]", "[{},]", "[,]", "[{}] x", '{"format":1,"matches":[]} x']
)
def test_what_is_no_json_round_the_matches_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="not JSON"):
        split_file(text)


def test_of_a_list_cut_short_the_whole_matches_are_read() -> None:
    for text in (
        json.dumps(json.loads(format_archive([MATCH, OTHER])), indent=indent)
        for indent in (None, 2)
    ):
        first, *_, last = split_file(text[:-60])
        assert parse_piece(first) == MATCH
        assert last == ""


def test_an_endless_match_is_refused_unread() -> None:
    with pytest.raises(RecordError, match="longer than 410000 letters"):
        parse_piece("{" * 2_000_001)


def test_no_match_is_a_file_too() -> None:
    assert split_file(format_archive([])) == ()
    assert parse_archive(format_archive([])) == ()
