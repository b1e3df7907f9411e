"""A summary tells of a match what the match itself would tell, and its text is all of it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.play.codec import clean_name, parse_setup
from spieltisch.play.match import Match
from spieltisch.play.summary import (
    ID_LENGTH,
    LAST_MOMENT,
    Summary,
    format_summary,
    is_match_id,
    parse_summary,
    summary_of,
)
from spieltisch.table import Outcome, Record, RecordError, parse_record
from tests.records import keeping

ID = "k7q2m9x4bd01"
BEGUN_MS, PLAYED_MS = 1_795_000_000_000, 1_795_000_600_000


def begun(link: str = "seats=human,bot:3&names=Ada&seed=42", game: str = "yala") -> Match:
    return Match.open(Record(parse_setup(game, link)))


def played(match: Match, turns: int) -> Match:
    """The match after so many turns more: the first legal actions, a second each."""
    for number in range(turns):
        seat = min(match.position.active_seats)
        action = match.position.legal_actions(seat)[0]
        match = match.play(seat, action, 1000 * (number + 1))
    return match


def summary(match: Match, name: str = "") -> Summary:
    return summary_of(match, ID, begun_ms=BEGUN_MS, played_ms=PLAYED_MS, name=name)


def test_it_tells_what_counts_of_the_match() -> None:
    match = played(begun(), 3).show(2)
    told = summary(match, "Sunday")
    assert (told.id, told.name, told.setup) == (ID, "Sunday", match.setup)
    assert (told.begun_ms, told.played_ms) == (BEGUN_MS, PLAYED_MS)
    assert (told.length, told.lasted_ms) == (2, 2000)
    assert told.board == match.rules.format_board(match.position)
    assert told.awaits == (1,)
    assert told.outcome is None


@pytest.mark.parametrize("name", ["yala-draw-by-repetition", "myra-repetition"])
def test_it_does_not_grow_with_what_could_come_again(name: str) -> None:
    match = Match.open(parse_record(keeping.read(name)))
    going_on = match.show(len(match.turns) - 1)
    assert len(summary(going_on).board) < len(summary(going_on.show(0)).board) + 40
    over = summary(match)
    assert match.rules.parse_position(over.board).outcome == over.outcome, "repetition ended it"


def test_a_match_without_turns_has_lasted_no_time() -> None:
    assert (summary(begun()).length, summary(begun()).lasted_ms) == (0, 0)


def test_nobody_is_awaited_once_it_is_over() -> None:
    match = begun(game="aya", link="seats=human&variant=tueftler&seed=1")
    while not match.is_over:
        match = played(match, 1)
    told = summary(match)
    assert told.awaits == ()
    assert told.outcome == match.position.outcome


def test_of_a_match_by_link_it_tells_who_is_played_for_here() -> None:
    match = begun("seats=link,link&seed=4").claiming((2,))
    told = summary(match)
    assert told.people == {2}
    assert summary(begun("seats=link,link&seed=4")).people == set()
    # Several people play, though one of them is here: what matches add up to is of those alone.
    assert told.own_seat is None


def test_one_that_was_kept_before_that_was_told_is_read() -> None:
    told = summary(begun("seats=link,bot:2&seed=4").claiming((1,)))
    fields = json.loads(format_summary(told))
    del fields["here"]
    assert parse_summary(json.dumps(fields)).people == set()
    assert "here" not in format_summary(summary(begun()))
    assert summary(begun()).people == {1}


counts = st.integers(0, 2**53 - 1)
moments = st.integers(0, LAST_MOMENT)
seats = st.integers(1, 2)
outcomes = st.builds(
    Outcome,
    st.frozensets(seats),
    st.text(),
    st.none() | st.lists(st.integers(-99, 99), min_size=2, max_size=2).map(tuple),
)
names = st.text(st.characters(exclude_categories=["Cs"]))
summaries = st.builds(
    Summary,
    id=st.text("abcz0189", min_size=ID_LENGTH, max_size=ID_LENGTH),
    setup=st.just(begun().setup),
    name=names.map(clean_name),
    begun_ms=moments,
    played_ms=moments,
    length=counts,
    lasted_ms=counts,
    board=names,
    awaits=st.lists(seats).map(tuple),
    outcome=st.none() | outcomes,
    helps=counts,
    calls=st.sampled_from(["", "aya=1,2", "aya=1,0 card:700,800"]),
    here=st.frozensets(seats),
)


@given(summaries)
def test_its_text_is_all_of_it(told: Summary) -> None:
    text = format_summary(told)
    assert parse_summary(text) == told
    assert "\n" not in text


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", "k7q2"),
        ("id", "K7Q2M9X4BD01"),
        ("id", 12),
        ("setup", {}),
        ("name", None),
        ("begun_ms", -1),
        ("played_ms", "now"),
        ("length", True),
        ("board", 3),
        ("awaits", [0]),
        ("outcome", {"winners": [1]}),
        ("outcome", {"winners": [7], "reason": "", "scores": None}),
        ("outcome", {"winners": [1], "reason": "", "scores": ["1"]}),
        ("helps", 1.5),
        ("calls", []),
        ("here", 1),
        ("here", [0]),
        ("awaits", [3]),
        ("here", [3]),
        ("outcome", {"winners": [3], "reason": "", "scores": None}),
        ("outcome", {"winners": [1], "reason": "", "scores": [1]}),
        ("played_ms", 2**53),
        ("calls", "aya="),
    ],
)
def test_a_damaged_text_is_refused(field: str, value: object) -> None:
    fields = json.loads(format_summary(summary(begun())))
    with pytest.raises(RecordError, match=field):
        parse_summary(json.dumps({**fields, field: value}))


@pytest.mark.parametrize("name", ["name", "board"])
def test_half_a_character_is_refused_however_it_is_written(name: str) -> None:
    fields = {**json.loads(format_summary(summary(begun()))), name: "\ud800"}
    for is_ascii in (True, False):
        with pytest.raises(RecordError, match="half a character"):
            parse_summary(json.dumps(fields, ensure_ascii=is_ascii))


@pytest.mark.parametrize(
    ("name", "value"),
    [("game", "chess"), ("variant", "x"), ("edition", "x"), ("options", {"x": "y"}), ("seats", 3)],
)
def test_a_match_that_nobody_can_play_is_refused(name: str, value: object) -> None:
    fields = json.loads(format_summary(summary(begun())))
    fields["setup"] = {**fields["setup"], name: value}
    with pytest.raises(ValueError, match=f"{name.rstrip('s')}|players"):
        parse_summary(json.dumps(fields))


@pytest.mark.parametrize("controller", ["bot:x", "bot:", "bot:99", "bot:3x", "bot:٣", "", "clock"])
def test_who_can_sit_on_no_seat_is_refused(controller: str) -> None:
    fields = json.loads(format_summary(summary(begun())))
    fields["setup"]["players"][1]["controller"] = controller
    with pytest.raises(RecordError, match="acts for no seat"):
        parse_summary(json.dumps(fields))


def test_what_a_later_version_has_added_is_ignored() -> None:
    fields = json.loads(format_summary(summary(begun())))
    assert parse_summary(json.dumps({**fields, "colour": "red"})) == summary(begun())


@pytest.mark.parametrize("text", ["[" * 100_000, '{"id":' * 100_000, "", "null", "[]", "{"])
def test_a_text_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        parse_summary(text)


def test_a_text_that_lacks_a_member_is_refused() -> None:
    fields = json.loads(format_summary(summary(begun())))
    for name in fields:
        with pytest.raises(RecordError, match=name):
            parse_summary(json.dumps({key: fields[key] for key in fields if key != name}))


def test_ids_are_twelve_small_letters_and_digits() -> None:
    assert is_match_id(ID)
    for text in ("", ID[1:], ID + "0", ID.upper(), ID[:-1] + "-", ID[:-1] + "\n", ID[:-1] + "²"):
        assert not is_match_id(text)
