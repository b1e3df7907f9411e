"""Bots of a person's own where they are confined: jobs, and what is told of them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from random import Random
from time import perf_counter
from types import CodeType, FrameType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock as Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.games import catalog
from spieltisch.play import judge as judge_module
from spieltisch.play.bots import parse_bot, play_match
from spieltisch.play.codec import parse_setup
from spieltisch.play.confined import (
    ANSWERED,
    AT_LINE,
    FAILED,
    MOST_PRINTED,
    MOST_TOLD,
    TIMES,
    Confined,
    Stopwatch,
)
from spieltisch.play.judge import Judge
from spieltisch.play.match import Match
from spieltisch.play.own_bot import OwnBotFile
from spieltisch.play.own_jobs import (
    MAX_EVENT,
    MAX_SAID,
    MOST_FAILURES,
    Acted,
    AskBot,
    Contestant,
    Done,
    Event,
    Failed,
    Failure,
    FailureKind,
    Lost,
    Made,
    MakeBot,
    MatchPlayed,
    Printed,
    Series,
    WorkerReady,
    format_job,
    own_player,
    parse_event,
    parse_events,
    parse_job,
)
from spieltisch.table import Bot, Player, Record, format_record, parse_record
from tests.unit.pythons import Pythons, told_of
from tools.project import ROOT

FIRST = "def choose(position, seat):\n    return position.legal_actions(seat)[0]\n"


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


def test_the_judge_plays_what_the_command_line_plays() -> None:
    for source in (FIRST, "import random\ndef evaluate(p, s): return random.random()\n"):
        told = told_of(series(source, matches=2))
        game = catalog.game_of("yala")
        for number, one in enumerate(one for one in told if isinstance(one, MatchPlayed)):
            bots = [OwnBotFile("mine", source), parse_bot("random", game)]
            players = [own_player("mine"), Player("random", Bot(1))]
            if number % 2:
                bots.reverse()
                players.reverse()
            seed = 7 + number
            setup = replace(game.info.default_setup(), seed=seed, players=tuple(players))
            start = game.rules.deal(setup, Random(seed).shuffle)
            dealt = replace(setup, start=start)
            match = play_match(game, dealt, bots, Random(f"bots {seed}"))
            assert format_record(match.record) == one.record


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
    pythons = Pythons()
    question = ask(source, "yala")
    pythons.run(question)
    (confined,) = pythons.seats.values()
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", confined.output)
        printed = [parse_event(pythons.run(question)[0]) for _ in range(3)]
    assert printed == [Printed("2"), Printed("3"), Printed("4")]


@pytest.mark.parametrize(
    ("source", "kind", "line"),
    [
        ("def choose(:", FailureKind.RAISED, 1),
        ("\n1 / 0", FailureKind.RAISED, 2),
        ("raise KeyboardInterrupt", FailureKind.RAISED, 1),
        ("class Mine(BaseException): pass\nraise Mine", FailureKind.RAISED, 2),
        ("class Mine(Exception): __str__ = None\nraise Mine", FailureKind.RAISED, 2),
        ("class Mine(KeyboardInterrupt): __str__ = None\nraise Mine", FailureKind.RAISED, 2),
        ("import sys\nsys.exit(3)", FailureKind.EXIT, 2),
        ("x = 1", FailureKind.FUNCTIONS, 0),
        (FIRST + FIRST.replace("choose", "see"), FailureKind.FUNCTIONS, 3),
        ("def see(position, seat): pass", FailureKind.SEE, 0),
        ("def choose(position, seat): return 'z9'", FailureKind.ILLEGAL_CHOICE, 1),
        ("def choose(position, seat): return None", FailureKind.NOTHING, 1),
        ("def choose(position, seat):\n    return seat.x", FailureKind.RAISED, 2),
        ("def evaluate(position, seat): return 'good'", FailureKind.NO_NUMBER, 1),
        (f"raise ValueError('x' * {10 * MAX_EVENT})", FailureKind.RAISED, 1),
        ("raise ValueError('\\ud800')", FailureKind.RAISED, 1),
    ],
)
def test_what_fails_is_told_and_the_next_job_is_done(
    source: str, kind: FailureKind, line: int
) -> None:
    pythons = Pythons()
    events = list(map(parse_event, pythons.run(series(source, matches=2))))
    failed = events[0]
    assert isinstance(failed, Failed | Lost)
    assert (failed.failure.kind, failed.failure.line) == (kind, line)
    assert len(failed.failure.said) <= MAX_SAID
    # Where the file is a bot it has lost that match, and plays the next one.
    kinds = [type(one) for one in events]
    goes_on = [Lost, MatchPlayed, Lost, MatchPlayed, Done]
    assert kinds == (goes_on if failed.failure.position else [Failed])
    for one in events:
        if isinstance(one, MatchPlayed):
            assert one.winners == (3 - one.first,)
            assert Match.open(parse_record(one.record)).is_over
    assert parse_event(pythons.run(series(FIRST))[-1]) == Done("1")


def test_a_failure_at_a_position_has_it_as_text() -> None:
    lost = told_of(series("def choose(position, seat): 1 / 0"))[0]
    assert isinstance(lost, Lost)
    catalog.game_of("yala").rules.parse_position(lost.failure.position)
    assert (lost.failure.turn, lost.failure.seat) == (1, 1)


@pytest.mark.parametrize("game", catalog.GAMES)
def test_whoever_fails_now_and_then_loses_these_matches_alone(game: str) -> None:
    source = "import random\nfails = random.random() < 0.2\n" + FIRST.replace(
        "    return", "    if fails: 1 / 0\n    return"
    )
    told = told_of(series(source, game, matches=4))
    lost = [one for one in told if isinstance(one, Lost)]
    assert len(lost) < 4
    assert told[-1] == Done("1")
    assert len([one for one in told if isinstance(one, MatchPlayed)]) == 4


def test_whoever_fails_too_often_has_lost_the_rest() -> None:
    told = told_of(series("def choose(position, seat): 1 / 0", matches=9))
    assert len([one for one in told if isinstance(one, MatchPlayed)]) == MOST_FAILURES
    assert told[-1] == Done("1")


def test_a_match_without_an_end_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge_module, "MOST_TURNS", 5)
    told = told_of(series(FIRST, "myra", matches=2))
    played = [one for one in told if isinstance(one, MatchPlayed)]
    assert [(one.winners, one.turns) for one in played] == [((), 5), ((), 5)]
    assert told[-1] == Done("1")


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "{",
        "[" * 10_000,
        '{"kind":"ready"}',
        '{"kind":"done","job":"1"}',
        '{"kind":"played","job":"1","first":1,"winners":[1],"turns":1,"record":"{}"}',
        '{"kind":"made","contract":"judge"}',
        '{"kind":"made","contract":"choose","more":1}',
        format_job(Lost("1", Failure("random", FailureKind.TIME))),
        '{"kind":"acted","ticket":"1","action":"zz","delay_ms":0.0}',
        '{"kind":"acted","ticket":"1","action":"","delay_ms":0.0}',
        '{"kind":"acted","ticket":"1","action":"resign","delay_ms":0.0}',
    ],
)
def test_whatever_is_answered_is_a_failure_of_whoever_answers(answer: str) -> None:
    posted: list[tuple[int, str]] = []
    for honest in (0, 1):
        posted.clear()
        judge = Judge(lambda place, text: posted.append((place, text)))
        judge.run(format_job(series(FIRST)))
        for number in range(40):
            place, _ = posted[-1]
            if place < 0:
                break
            # Who was not asked is not heard.
            judge.hear(place + 1, '{"kind":"made","contract":"choose"}')
            made = '{"kind":"made","contract":"choose"}'
            judge.hear(place, made if number < honest else answer)
        events = [parse_event(text) for place, text in posted if place < 0]
        (failed,) = [one for one in events if isinstance(one, Failed | Lost)]
        assert failed.failure.name == "mine"
        assert not any(one.winners == (1,) for one in events if isinstance(one, MatchPlayed))


def test_only_the_bot_s_own_code_is_timed() -> None:
    watch = Stopwatch(perf_counter)
    watch.begin(0.0)
    assert not watch.is_over
    with watch.charged(), watch.charged():
        assert watch.is_over
    assert not watch.is_over


def test_a_bot_is_stopped_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    source = (
        "from time import sleep\ndef choose(position, seat):\n    try:\n        sleep(9)\n"
        "    except Exception:\n        pass\n    sleep(9)\n"
    )
    said: list[tuple[int, str]] = []
    confined = Confined(lambda kind, text: said.append((kind, text)), perf_counter)
    monkeypatch.setattr("time.sleep", confined.sleep)
    confined.run(format_job(ask(source, "yala")), 10)
    *lines, (kind, text) = said
    assert {one for one, _ in lines} <= {AT_LINE}
    failed = parse_event(text)
    assert kind == FAILED
    assert isinstance(failed, Failed)
    assert (failed.failure.kind, failed.failure.line) == (FailureKind.SLEPT, 4)
    said.clear()
    monkeypatch.setattr("builtins.confined", confined, raising=False)
    late = "confined.tick(0, sys._getframe())\n"
    for file, stopped, line in (
        (f"import sys\ndef choose(p, s):\n    {late}", FailureKind.TIME, 3),
        (f"import sys\n{late}{FIRST}", FailureKind.FILE_TIME, 2),
    ):
        confined.run(format_job(replace(ask(file, "yala"), memory=file)), 0)
        failed = parse_event(said[-1][1])
        assert isinstance(failed, Failed)
        assert (failed.failure.kind, failed.failure.line) == (stopped, line)


class Monitoring:
    """What Python has as ``sys.monitoring`` from 3.12 on, as far as lines are told by it."""

    DISABLE = object()
    events = SimpleNamespace(LINE=1)

    def __init__(self) -> None:
        self.watched: dict[CodeType, set[int]] = {}
        self.told: Callable[[CodeType, int], object] = lambda code, line: None

    def get_tool(self, tool: int) -> str | None:
        return None

    def use_tool_id(self, tool: int, name: str) -> None:
        pass

    def register_callback(self, tool: int, event: int, told: Any) -> None:
        self.told = told

    def set_local_events(self, tool: int, code: CodeType, events: int) -> None:
        lines = {line for _, _, line in code.co_lines() if line}
        self.watched[code] = lines if events else set()

    def trace(self, frame: FrameType, event: str, arg: object) -> Any:
        """Tell of lines as Python does."""
        code, line = frame.f_code, frame.f_lineno
        is_watched = event == "line" and line in self.watched.get(code, ())
        if is_watched and self.told(code, line) is self.DISABLE:
            self.watched[code].discard(line)
        return self.trace


def test_each_line_is_told_a_few_times_before_it_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    source = (
        "from math import prod\ndef choose(position, seat):\n    for one in range(9):\n"
        "        prod([one])\n    look()\n    for one in range(9):\n        prod([one])\n"
        "    return position.legal_actions(seat)[0]\n"
    )
    said: list[tuple[int, str]] = []
    seconds = iter(range(10**6))
    monitoring = Monitoring()
    confined = Confined(
        lambda kind, text: said.append((kind, text)), lambda: next(seconds), monitoring
    )
    monkeypatch.setattr("builtins.look", confined.tick, raising=False)
    for file in (["1", "2"], []):
        said.clear()
        before = sys.gettrace()
        sys.settrace(monitoring.trace)
        try:
            confined.run(format_job(ask(source, "yala")), 60_000_000)
        finally:
            sys.settrace(before)
        lines = [text for kind, text in said if kind == AT_LINE]
        loops = [["3", "4"] * TIMES, ["6", "7"] * TIMES]
        assert lines == [*file, *loops[0], "5", *loops[1], "8"]
        confined.tick()


def test_a_long_file_that_thinks_for_long_is_no_flood_of_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bound is below that of the warden, and anew for each question."""
    warden = (ROOT / "static" / "workshop" / "warden.js").read_text(encoding="utf-8")
    bound = re.search(r"const MOST_LINES = ([\d_]+);", warden)
    assert bound
    assert int(bound[1]) >= 2 * MOST_TOLD

    source = (
        "def choose(position, seat):\n    loop()\n"
        + "    x = 1\n" * 3_000
        + "    return position.legal_actions(seat)[0]\n"
    )
    said: list[int] = []
    now_s = 0.0
    monitoring = Monitoring()
    confined = Confined(lambda kind, text: said.append(kind), lambda: now_s, monitoring)

    def loop() -> None:
        """As if all of the lines were run again and again for a minute."""
        nonlocal now_s
        until_s = now_s + 60
        while now_s < until_s:
            for code, lines in monitoring.watched.items():
                for line in [line for line in lines for _ in range(TIMES)]:
                    if line in lines and monitoring.told(code, line) is monitoring.DISABLE:
                        lines.discard(line)
            now_s += 0.01
            confined.tick()

    monkeypatch.setattr("builtins.loop", loop, raising=False)
    for _ in range(2):
        said.clear()
        confined.run(format_job(ask(source, "yala")), 120_000)
        assert said.count(AT_LINE) == MOST_TOLD
        assert said[-1] == ANSWERED


@given(st.lists(st.text(max_size=40), max_size=8))
def test_what_is_printed_comes_a_line_at_a_time(texts: list[str]) -> None:
    told: list[str] = []
    confined = Confined(lambda _, text: told.append(text), perf_counter)
    for text in texts:
        print(text, end="", file=confined.output)
    confined.output.flush()
    printed = list(map(Printed, told))
    said = "".join(texts).encode("utf-8", "replace").decode()
    lines = said.split("\n")
    assert printed == [Printed(line) for line in (lines if lines[-1] else lines[:-1])]


def test_a_text_of_another_class_is_printed_as_any_other() -> None:
    class Text(str):
        """It is cut to something that nothing can be done with."""

        def __getitem__(self, part: object) -> Any:
            return Mock(__radd__=lambda *_: Mock(split=lambda _: [7, 7]))

    told: list[str] = []
    confined = Confined(lambda _, text: told.append(text), perf_counter)
    confined.output.write(Text("a\nb"))
    confined.output.flush()
    assert told == ["a", "b"]


def test_no_more_is_told_than_can_be_read() -> None:
    told: list[str] = []
    confined = Confined(lambda _, text: told.append(text), perf_counter)
    for _ in range(MOST_PRINTED):
        confined.output.begin()
        print("again", file=confined.output)
    confined.output.begin()
    assert sum(map(len, told)) < 10 * MOST_PRINTED
    assert told[-1] == "…"


def test_a_flood_is_one_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "def choose(position, seat):\n    for n in range(100_000):\n        print(n)\n"
    said: list[tuple[int, str]] = []
    confined = Confined(lambda kind, text: said.append((kind, text)), perf_counter)
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", confined.output)
        confined.run(format_job(ask(source, "yala")), 60_000)
    failed = parse_event(said[-1][1])
    assert isinstance(failed, Failed)
    assert (failed.failure.kind, failed.failure.line) == (FailureKind.FLOOD, 3)


EVENTS = (
    WorkerReady(),
    Printed("a\u2028b"),
    MatchPlayed("1", 2, (1, 2), 7, "{}"),
    MatchPlayed("1", 1, (), 7, "{}"),
    Done("1"),
    Made("choose"),
    Lost("1", Failure("mine", FailureKind.TIME, "5", 3, 1, "x", 7, "a+")),
    Acted("t", "a+", 12.5),
    Failed(Failure("mine", FailureKind.RAISED, "no", 3, 1, "x")),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_events_are_read_as_they_were_written(event: Event) -> None:
    assert parse_event(format_job(event)) == event
    assert parse_events(json.dumps([format_job(event)]), MAX_EVENT) == (event,)


def test_jobs_are_read_as_they_were_written() -> None:
    make = MakeBot("yala", Contestant("mine", FIRST), "m", 0.1)
    later = replace(ask(FIRST, "yala"), position="", since=((1, "a+"), (2, "b-")))
    for job in (series(FIRST), ask(FIRST, "aya"), make, later):
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
