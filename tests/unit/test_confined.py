"""Bots of a person's own where they are confined: jobs, and what is told of them."""

from __future__ import annotations

import json
import sys
from typing import Any
from unittest.mock import MagicMock as Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.games import catalog
from spieltisch.play.codec import parse_setup
from spieltisch.play.confined import BEGINS, ENDS, MOST_PRINTED, Confined
from spieltisch.play.match import Match
from spieltisch.play.own_jobs import (
    MAX_EVENT,
    MAX_SAID,
    Acted,
    AskBot,
    Contestant,
    Done,
    Event,
    Failed,
    Failure,
    FailureKind,
    Job,
    MatchPlayed,
    Printed,
    Series,
    WorkerReady,
    format_job,
    parse_event,
    parse_events,
    parse_job,
)
from spieltisch.table import Record, parse_record

FIRST = "def choose(position, seat):\n    return position.legal_actions(seat)[0]\n"


def told_of(job: Job) -> list[object]:
    """What is told of a job: events, and when a bot thinks."""
    told: list[str | int] = []
    Confined(told.append).run(format_job(job))
    return [parse_event(one) if isinstance(one, str) else one for one in told]


def series(source: str, game: str = "yala", matches: int = 1) -> Series:
    return Series("1", game, (Contestant("mine", source), Contestant("random")), matches, 7)


def ask(source: str, game: str, seats: str = "human,human") -> AskBot:
    setup = parse_setup(game, f"seats={seats}&seed=1")
    match = Match.open(Record(setup))
    (seat, *_) = sorted(match.position.active_seats)
    position = match.rules.format_position(match.position.observe(seat))
    return AskBot("t", game, position, seat, Contestant("mine", source), "m", "s")


def test_every_match_of_a_series_is_told_and_sides_are_taken_in_turn() -> None:
    told = told_of(series(FIRST, matches=3))
    played = [one for one in told if isinstance(one, MatchPlayed)]
    assert [one.first for one in played] == [1, 2, 1]
    assert told[-1] == Done("1")
    for one in played:
        match = Match.open(parse_record(one.record))
        assert match.is_over
        assert len(match.turns) == one.turns
        assert match.position.outcome is not None
        assert set(one.winners) == set(match.position.outcome.winners)
        assert match.setup.all_players[one.first - 1].name == "mine.py"
    assert len({one.record for one in played}) == 3


def test_a_bot_is_timed_from_its_file_to_its_answer() -> None:
    times = [one for one in told_of(series(FIRST)) if isinstance(one, int)]
    assert times[:2] == [BEGINS, ENDS]
    assert times == [BEGINS, ENDS] * (len(times) // 2)
    assert len(times) > 10


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_bot_is_asked_what_it_does(game: str) -> None:
    (acted,) = [one for one in told_of(ask(FIRST, game)) if isinstance(one, Acted)]
    assert acted.ticket == "t"
    assert (acted.delay_ms > 0) is (catalog.game_of(game).reaction_bots is not None)
    rules = catalog.game_of(game).rules
    asked = ask(FIRST, game)
    position = rules.parse_position(asked.position)
    assert rules.parse_action(acted.action) in position.legal_actions(asked.seat)


def test_one_that_sees_says_when() -> None:
    source = "def see(position, seat):\n    return 'oye', [], 1234"
    acted = told_of(ask(source, "aya"))[-1]
    assert isinstance(acted, Acted)
    assert acted.delay_ms == 1234


def test_the_same_bot_is_asked_again_and_remembers(monkeypatch: pytest.MonkeyPatch) -> None:
    source = f"asked = 0\n{FIRST}".replace(
        "    return", "    global asked\n    asked += 1\n    print(asked)\n    return"
    )
    told: list[str | int] = []
    confined = Confined(told.append)
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", confined.output)
        for _ in range(3):
            confined.run(format_job(ask(source, "yala")))
    printed = [one for one in map(str, told) if "printed" in one]
    assert [parse_event(one) for one in printed] == [Printed("1"), Printed("2"), Printed("3")]


@pytest.mark.parametrize(
    ("source", "kind", "line"),
    [
        ("def choose(:", FailureKind.RAISED, 1),
        ("\n1 / 0", FailureKind.RAISED, 2),
        ("raise KeyboardInterrupt", FailureKind.RAISED, 0),
        ("class Mine(BaseException): pass\nraise Mine", FailureKind.RAISED, 2),
        ("class Mine(Exception): __str__ = None\nraise Mine", FailureKind.RAISED, 2),
        ("class Mine(KeyboardInterrupt): __str__ = None\nraise Mine", FailureKind.RAISED, 0),
        ("import sys\nsys.exit(3)", FailureKind.EXIT, 2),
        ("x = 1", FailureKind.FUNCTIONS, 0),
        (FIRST + FIRST.replace("choose", "see"), FailureKind.FUNCTIONS, 0),
        ("def see(position, seat): pass", FailureKind.SEE, 0),
        ("def choose(position, seat): return 'z9'", FailureKind.ILLEGAL_CHOICE, 0),
        ("def choose(position, seat): return None", FailureKind.ILLEGAL_CHOICE, 0),
        ("def choose(position, seat):\n    return seat.x", FailureKind.RAISED, 2),
        ("def evaluate(position, seat): return 'good'", FailureKind.NO_NUMBER, 0),
        (f"raise ValueError('x' * {10 * MAX_EVENT})", FailureKind.RAISED, 1),
        ("raise ValueError('\\ud800')", FailureKind.RAISED, 1),
    ],
)
def test_what_fails_is_told_and_the_next_job_is_done(
    source: str, kind: FailureKind, line: int
) -> None:
    told: list[str | int] = []
    confined = Confined(told.append)
    confined.run(format_job(series(source)))
    events = [parse_event(one) for one in told if isinstance(one, str)]
    (failed,) = events
    assert isinstance(failed, Failed)
    assert (failed.failure.kind, failed.failure.line) == (kind, line)
    assert len(failed.failure.said) <= MAX_SAID
    # The warden is not left waiting for a bot that does not think.
    assert [one for one in told if isinstance(one, int)][-1] == ENDS
    confined.run(format_job(series(FIRST)))
    assert parse_event(str(told[-1])) == Done("1")


def test_a_failure_at_a_position_has_it_as_text() -> None:
    failed = told_of(series("def choose(position, seat): 1 / 0"))[-1]
    assert isinstance(failed, Failed)
    catalog.game_of("yala").rules.parse_position(failed.failure.position)


@given(st.lists(st.text(max_size=40), max_size=8))
def test_what_is_printed_comes_a_line_at_a_time(texts: list[str]) -> None:
    told: list[str | int] = []
    confined = Confined(told.append)
    for text in texts:
        print(text, end="", file=confined.output)
    confined.output.flush()
    printed = [parse_event(str(one)) for one in told]
    said = "".join(texts).encode("utf-8", "replace").decode()
    lines = said.split("\n")
    assert printed == [Printed(line) for line in (lines if lines[-1] else lines[:-1])]


def test_a_text_of_another_class_is_printed_as_any_other() -> None:
    class Text(str):
        """It is cut to something that nothing can be done with."""

        def __getitem__(self, part: object) -> Any:
            return Mock(__radd__=lambda *_: Mock(split=lambda _: [7, 7]))

    told: list[str | int] = []
    confined = Confined(told.append)
    confined.output.write(Text("a\nb"))
    confined.output.flush()
    assert [parse_event(str(one)) for one in told] == [Printed("a"), Printed("b")]


def test_no_more_is_printed_than_can_be_read() -> None:
    told: list[str | int] = []
    confined = Confined(told.append)
    for _ in range(MOST_PRINTED):
        print("again", file=confined.output)
    print("x" * 10**6, file=confined.output)
    assert sum(map(len, map(str, told))) < 10 * MOST_PRINTED
    assert parse_event(str(told[-1])) == Printed("…")


EVENTS = (
    WorkerReady(),
    Printed("a\u2028b"),
    MatchPlayed("1", 2, (1, 2), 7, "{}"),
    MatchPlayed("1", 1, (), 7, "{}"),
    Done("1"),
    Acted("t", "a+", 12.5),
    Failed(Failure("mine", FailureKind.RAISED, "no", 3, 1, "x")),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_events_are_read_as_they_were_written(event: Event) -> None:
    assert parse_event(format_job(event)) == event
    assert parse_events(json.dumps([format_job(event)]), MAX_EVENT) == (event,)


def test_jobs_are_read_as_they_were_written() -> None:
    for job in (series(FIRST), ask(FIRST, "aya")):
        assert parse_job(format_job(job)) == job


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "[]",
        "{}",
        '{"kind":"series"}',
        '{"kind":["printed"],"text":"x"}',
        '{"kind":"printed"}',
        '{"kind":"printed","text":"x","more":1}',
        '{"kind":"printed","text":"' + "x" * (MAX_SAID + 1) + '"}',
        '{"kind":"played","job":"1","first":9,"winners":[],"turns":1,"record":"{}"}',
        '{"kind":"played","job":"1","first":1,"winners":[1,2,3,4,5,6,7],"turns":1,"record":"{}"}',
        '{"kind":"played","job":"1","first":1,"winners":[],"turns":-1,"record":"{}"}',
        *(
            f'{{"kind":"played","job":"1","first":1,"winners":[{seat}],"turns":1,"record":"{{}}"}}'
            for seat in (-1, 0, 7, 1e308)
        ),
        '{"kind":"acted","ticket":"t","action":"a","delay_ms":1e9}',
        '{"kind":"acted","ticket":"t","action":"a","delay_ms":NaN}',
        '{"kind":"failed","failure":{"name":"m","kind":"fun","said":"","line":0}}',
        "[" * 100_000,
        '{"kind":"printed","text":"\\ud800"}',
    ],
)
def test_what_no_bot_of_ours_tells_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_event(text)


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists, max_leaves=5))
def test_any_json_is_an_event_or_refused(value: object) -> None:
    for kind in ("ready", "printed", "played", "done", "acted", "failed"):
        text = json.dumps({"kind": kind, "text": value, "job": value, "failure": value})
        with pytest.raises(ValueError, match=r".+"):
            parse_event(text)
