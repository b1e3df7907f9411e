"""Looking back at a match of AYA: whose calls were right, and what could have been called."""

import pytest

from spieltisch.app.core.messages import Command, Navigate, SetSetting
from spieltisch.play.record_link import encode_record
from spieltisch.table import parse_record
from tests.records import keeping
from tests.unit.asking import after, said, seen


def looked_back(name, language="en"):
    link = "#/record/" + encode_record(parse_record(keeping.read(name)))
    return after(SetSetting("language", language), Navigate(link, 0.0), Command.LOOK_BACK)


def items(session):
    return [
        int(one.attributes["data-arg"]) for one in seen(session).all("data-do", "turning-point")
    ]


@pytest.mark.parametrize("name", ["aya-aya-oye-zoch-2", "aya-turbo-reilly-3", "aya-turbo-zoch-5"])
def test_it_opens_at_the_first_wrong_call_and_is_walked(name):
    session = looked_back(name)
    calls = session.match.calls
    numbers = [one.number for one in calls]
    assert items(session) == numbers
    for one in calls:
        turn = session.match.turns[one.number - 1]
        assert (turn.seat, turn.action, turn.at_ms) == (one.seat, one.word, turn.at_ms)
    first = next(one.number for one in calls if not one.is_right)
    assert session.looked_at.shown == first
    assert said(session).startswith(f"Move {first}, ")
    later = [number for number in numbers if number > first]
    for number in later:
        session = after(Command.NEXT_TURNING_POINT, session=session)
        assert session.looked_at.shown == number
        current = seen(session).one("id", f"turning-{number}")
        assert current.attributes["aria-current"] == "step"
    session = after(Command.NEXT_TURNING_POINT, session=session)
    assert said(session) == "There are no more turning points."


def test_it_tells_what_could_have_been_called():
    session = looked_back("aya-aya-oye-zoch-2")
    root = seen(session)
    assert "no match shown" in root.one("id", f"turning-{session.looked_at.shown}").text
    moves = [node.text for node in root.one("id", "review").all("class", "missed-moves")]
    assert moves
    assert all(one in said(session) for one in moves)
    (table,) = root.one("id", "review").all("class", "end-scores")
    calls = session.match.calls
    for seat, line in enumerate(table.all("scope", "row"), start=1):
        own = [one for one in calls if one.seat == seat]
        assert line.text
        assert f"{sum(one.is_right for one in own)} of {len(own)} right" in table.text


def test_a_right_oye_says_that_there_was_none():
    session = looked_back("aya-aya-oye-zoch-2")
    right = [one for one in session.match.calls if one.word == "oye" and one.is_right]
    assert right
    while session.looked_at.shown != right[0].number:
        before = session.looked_at.shown
        session = after(Command.NEXT_TURNING_POINT, session=session)
        assert session.looked_at.shown > before
    assert said(session).endswith("right, there was none. No card could be matched.")


def test_there_is_none_where_nobody_calls_or_the_match_goes_on():
    for name in (
        "aya-kindergarten-zoch-4",
        "aya-tueftler-zoch-master",
        "aya-rumkugeln-zoch-6-idle",
    ):
        assert not seen(looked_back(name)).all("id", "review")
    going_on = after(Navigate("#/play/aya?seats=human,human&seed=1", 0.0), Command.REVIEW)
    assert not seen(going_on).all("id", "review")


def test_it_is_told_in_german():
    session = looked_back("aya-turbo-zoch-5", "de")
    assert said(session).startswith("Zug ")
    assert "Rufe" in seen(session).one("id", "review").text
