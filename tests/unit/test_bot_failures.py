"""All that a person is told of a bot that has failed: what it did, and the sentence.

The states are reached as in the page, by the code that runs where bots are confined. Where that is
ended from outside, the warden's words are said here as static/workshop/warden.js says them: that it
says them is tried in tests/js/warden.test.js, and in browsers in tests/e2e/test_sandbox.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import count
from typing import NamedTuple

import pytest

from spieltisch.app.workshop.failures import failure_text, whole_sentence
from spieltisch.games import catalog
from spieltisch.kit.words import ENGLISH
from spieltisch.play.codec import parse_setup
from spieltisch.play.confined import ANSWERED, FAILED, Confined
from spieltisch.play.judge import TELL, Judge
from spieltisch.play.match import Match
from spieltisch.play.own_jobs import (
    AskBot,
    Contestant,
    Failed,
    Failure,
    FailureKind,
    FailureReason,
    Lost,
    Series,
    format_job,
    parse_event,
    parse_job,
)
from spieltisch.table import Record
from tools.project import ROOT

FIRST = "def choose(position, seat):\n    return position.legal_actions(seat)[0]\n"


class Told(NamedTuple):
    source: str
    """A bot's file."""
    sentence: str
    """All that its writer is told of it, up to what it may play."""
    game: str = "yala"
    limit_s: float = 60
    """How long it may think."""
    ended: str = ""
    """What the warden says of it in place of an answer, if it has to."""


LATE = "def choose(position, seat):\n    while True: look()\n"
NAPS = "import time\ndef choose(position, seat):\n    time.sleep(1e9)\n"

TOLD = {
    FailureReason.RAISED: Told(
        "def choose(position, seat):\n    return position.towers['a']\n",
        "mine.py, line 2: TypeError: tuple indices must be integers or slices, not str",
    ),
    FailureReason.EXIT: Told(
        "def choose(position, seat):\n    if seat:\n        quit()\n",
        "mine.py, line 3: It called exit.",
    ),
    FailureReason.FUNCTIONS: Told(
        f"{FIRST}\ndef evaluate(position, seat):\n    return 0.5\n",
        "mine.py, line 4: A bot has exactly one of the functions choose, evaluate and see. This one"
        " has choose and evaluate.",
    ),
    FailureReason.NO_FUNCTION: Told(
        "class Bot:\n    def choose(self, position, seat):\n        return 'a+'\n",
        "mine.py, line 2: A bot has exactly one of the functions choose, evaluate and see. This one"
        " has none.",
    ),
    FailureReason.EVALUATE: Told(
        "def evaluate(position, seat):\n    return len(position.track)\n",
        "mine.py: In this game several players may act at once. Write choose or see.",
        game="aya",
    ),
    FailureReason.SEE: Told(
        "def see(position, seat):\n    return 'oye', [], 100\n",
        "mine.py: In this game nobody calls. Write choose or evaluate.",
        game="myra",
    ),
    FailureReason.ILLEGAL_CHOICE: Told(
        "def choose(position, seat):\n    return 1, 'a+'\n",
        "mine.py, line 1: choose returned (1, 'a+'), but seat {seat} may not play that.",
    ),
    FailureReason.ILLEGAL_SIGHT: Told(
        "\ndef see(position, seat):\n    return 'ayo', [], 100\n",
        "mine.py, line 2: see returned 'ayo', but seat {seat} may not play that.",
        game="aya",
    ),
    FailureReason.NO_NUMBER: Told(
        "def evaluate(position, seat):\n    return position.towers[0]\n",
        "mine.py, line 1: evaluate returned 'l', which is not a number.",
    ),
    FailureReason.NO_SIGHTING: Told(
        "def see(position, seat):\n    return 'oye'\n",
        "mine.py, line 1: see returned 'oye', but it has to return a call, its moves and the"
        " milliseconds.",
        game="aya",
    ),
    FailureReason.TOO_LONG: Told(
        "def see(position, seat):\n    return 'oye', [], 3_600_000\n",
        "mine.py, line 1: see took 3600000 milliseconds. Only 0 to 600000 are possible.",
        game="aya",
    ),
    FailureReason.NOTHING: Told(
        "def choose(position, seat):\n    for one in position.legal_actions(seat):\n"
        "        if one.direction == '?':\n            return one\n",
        "mine.py, line 1: choose returned nothing. Is there a way through it without return?",
    ),
    FailureReason.SIGNATURE: Told(
        "x = 1\ndef choose(seat):\n    return 'a+'\n",
        "mine.py, line 2: choose is called with a position and a seat: choose(position, seat).",
    ),
    FailureReason.ASYNC: Told(
        "async def choose(position, seat):\n    return 'a+'\n",
        "mine.py, line 1: choose gives no answer, but something that is yet to run. Leave out async"
        " and yield.",
    ),
    FailureReason.NO_MODULE: Told(
        "from math import inf\nfrom pandas import DataFrame\n",
        "mine.py, line 2: There is no pandas here, only Python’s own library.",
    ),
    FailureReason.NO_NETWORK: Told(
        f"{FIRST}raise ModuleNotFoundError('halted', name='ssl')\n",
        "mine.py, line 3: ssl wants a network. A bot has none.",
    ),
    FailureReason.NO_WAY_OUT: Told(
        f"{FIRST}import pyodide_js\n",
        "mine.py, line 3: pyodide_js leads out of Python. A bot reaches nothing but the game.",
    ),
    FailureReason.TIME: Told(
        LATE,
        "mine.py, line 2: It thought for longer than 5 seconds. Is this a loop that never ends, or"
        " is there too much to look at?",
        limit_s=5,
    ),
    FailureReason.FILE_TIME: Told(
        f"{FIRST}while 1: look()\n",
        "mine.py, line 3: The file itself ran for longer than 30 seconds, before the bot was asked"
        " anything.",
        limit_s=30,
    ),
    FailureReason.SLEPT: Told(
        NAPS,
        "mine.py, line 3: It slept until its 5 seconds were over. Leave out sleep.",
        limit_s=5,
    ),
    FailureReason.MATCH_TIME: Told(
        FIRST, "mine.py: It thought for longer than 1000 seconds in this game.", ended="match-time"
    ),
    FailureReason.SERIES_TIME: Told(
        FIRST,
        "mine.py: It thought for longer than 1000 seconds in this test run.",
        ended="series-time",
    ),
    FailureReason.MEMORY: Told(
        "kept = []\ndef choose(position, seat):\n    kept.append([0] * 10**17)\n",
        "mine.py, line 3: It wanted more memory than there is. What does it keep?",
    ),
    FailureReason.FLOOD: Told(
        "def choose(position, seat):\n    for one in range(10**6):\n        print(one, position)\n",
        "mine.py, line 3: It printed more than 50000 characters at once.",
    ),
    FailureReason.DIED: Told(
        FIRST,
        "mine.py: Its Python came to an end: for lack of memory, or as it wanted to.",
        ended="died",
    ),
}
"""Every state, how it is reached, and its sentence."""

OF_A_SECOND = {
    FailureReason.TIME: Told(
        LATE,
        "mine.py, line 2: It thought for longer than a second. Is this a loop that never ends, or"
        " is there too much to look at?",
        limit_s=1,
    ),
    FailureReason.FILE_TIME: Told(
        f"while 1: look()\n{FIRST}",
        "mine.py, line 1: The file itself ran for longer than a second, before the bot was asked"
        " anything.",
        limit_s=1,
    ),
    FailureReason.SLEPT: Told(
        NAPS, "mine.py, line 3: It slept until its second was over. Leave out sleep.", limit_s=1
    ),
}
"""The same of states that are told otherwise of a single second."""

ALL = [*TOLD.items(), *OF_A_SECOND.items()]


class Clock:
    """A second passes whenever somebody looks."""

    def __init__(self) -> None:
        self._seconds = count()

    def __call__(self) -> float:
        return next(self._seconds)


def answered(told: Told, confined: Confined, heard: list[tuple[int, str]], question: str) -> str:
    """What a bot, or the warden in its place, answers."""
    heard.clear()
    if told.ended and '"kind":"ask"' in question:
        said = "1000" if told.ended.endswith("time") else ""
        failure = {"name": "?", "kind": told.ended, "said": said, "line": 0, "seat": 0}
        return json.dumps({"kind": "failed", "failure": {**failure, "position": ""}})
    confined.run(question, told.limit_s * 1000)
    return next(text for kind, text in heard if kind in (ANSWERED, FAILED))


@pytest.fixture
def fail(monkeypatch: pytest.MonkeyPatch) -> Callable[[Told, bool], Failure]:
    """Has a bot fail, in a series or where it is asked once."""

    def run(told: Told, is_series: bool) -> Failure:
        heard: list[tuple[int, str]] = []
        clock = Clock() if told.limit_s < 60 else float
        confined = Confined(lambda kind, text: heard.append((kind, text)), clock)
        monkeypatch.setattr("sys.stdout", confined.output)
        monkeypatch.setattr("time.sleep", confined.sleep)
        look = """lambda: __import__("sys") and tick(0, __import__("sys")._getframe())"""
        monkeypatch.setattr("builtins.look", eval(look, {"tick": confined.tick}), raising=False)
        bot = Contestant("mine", told.source)
        if not is_series:
            setup = parse_setup(told.game, "seats=human,human&seed=1")
            match = Match.open(Record(setup))
            seat = min(match.position.active_seats)
            text = match.rules.format_position(match.position.observe(seat))
            asked = AskBot("t", told.game, text, seat, bot, "m", "s")
            event = parse_event(answered(told, confined, heard, format_job(asked)))
            assert isinstance(event, Failed)
            return event.failure
        posted: list[tuple[int, str]] = []
        judge = Judge(lambda place, text: posted.append((place, text)))
        series = Series("1", told.game, (bot, Contestant("random")), 1, 7)
        judge.run(format_job(series))
        while posted[-1][0] != TELL:
            judge.hear(0, answered(told, confined, heard, posted[-1][1]))
        events = [parse_event(text) for place, text in posted if place == TELL]
        return next(one.failure for one in events if isinstance(one, Failed | Lost))

    return run


@pytest.mark.parametrize("is_series", [True, False])
@pytest.mark.parametrize(
    ("reason", "told"), ALL, ids=[f"{reason.name}-{told.limit_s}" for reason, told in ALL]
)
def test_every_state_is_reached_and_told(
    fail: Callable[[Told, bool], Failure],
    reason: FailureReason,
    told: Told,
    is_series: bool,
) -> None:
    failure = fail(told, is_series)
    assert failure.why.kind is reason
    if failure.name == "?":
        # Whoever has asked knows of whom that is told.
        assert told.ended
        failure = Failure("mine", *list(vars(failure).values())[1:])
    text = failure_text(failure, ENGLISH)
    sentence, may, _ = text.partition(" It may play: ")
    assert sentence == told.sentence.format(seat=failure.seat)
    assert bool(may) <= (failure.kind in (FailureKind.ILLEGAL_CHOICE, FailureKind.ILLEGAL_SIGHT))
    assert failure.name == "mine"


def test_no_state_is_without_a_sentence() -> None:
    assert set(TOLD) == set(FailureReason)
    assert set(OF_A_SECOND) == {reason for reason in FailureReason if reason.other}


def test_the_warden_says_what_is_said_for_it_here() -> None:
    warden = (ROOT / "static" / "workshop" / "warden.js").read_text(encoding="utf-8")
    tried = (ROOT / "tests" / "js" / "warden.test.js").read_text(encoding="utf-8")
    said = {kind for kind in FailureKind if f'"{kind}"' in warden} - {FailureKind.FILE_TIME}
    ended = {told.ended for told in TOLD.values() if told.ended}
    # The others are also told by the bot's Python.
    assert said - ended == {FailureKind.TIME, FailureKind.FLOOD}
    for kind in said:
        assert f'failed("{kind}"' in tried


@pytest.mark.parametrize("end", [".", "!", "…", "。", "！", "？", "؟", "۔", "।", ".\u2069"])
def test_a_sentence_that_ends_gets_no_other_end(end: str) -> None:
    assert whole_sentence(f"x{end}") == f"x{end}"
    assert whole_sentence(f"{end}x\u2069") == f"{end}x\u2069."


def test_those_who_write_bots_are_told_all_of_them() -> None:
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    table = page.partition("## When it fails\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1].strip() for line in table.splitlines() if line.startswith("| ")][1:]
    told = {re.sub(r"\{\w+\}", "…", kind.other or kind.one) for kind in FailureReason}
    assert set(rows) == told


@pytest.mark.parametrize("game", catalog.GAMES)
@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("def Choose(position, seat):\n    return 'a+'\n", 1),
        ("import random\n\ndef chose(position, seat):\n    return 'a+'\n", 3),
        ("def choose(position, seat): return 1\nchoose = None\n", 2),
        ("choose = None\n", 1),
        ("class Player:\n    x = 1\n    def choose(self, position, seat): return 'a+'\n", 3),
        ("\nasync def Choose(position, seat):\n    return 'a+'\n", 2),
        (
            "def make():\n    def choose(position, seat): return 'a+'\n    return choose\nmake()\n",
            2,
        ),
        ("if __name__ == '__main__':\n    def choose(position, seat): return 'a+'\n", 2),
        ("def choose_move(position, seat): return 'a+'\n", 1),
        ("def evaluation(position, seat): return 1\n", 1),
        ("def evalute(position, seat): return 1\n", 1),
        ("def main(): pass\nmain()\n", 0),
        ("seed = 5\n", 0),
        ("def seed(): return 5\n", 0),
        ("def seen(): return 5\n", 0),
        ("def See(position, seat): return 'a+'\n", 1),
        ("def sees(position, seat): return 'a+'\n", 0),
        ("Mine:\n```py\n\ndef chose(position, seat):\n    return 'a+'\n```\nand you?\n", 4),
        ("def chose(position, seat):\n    return “a+”\n", 1),
        ("'''def choose(position, seat): return 'a+' '''\n", 0),
        ("\n", 0),
    ],
)
def test_what_is_called_otherwise_is_no_function_of_a_bot(
    fail: Callable[[Told, bool], Failure], game: str, source: str, line: int
) -> None:
    failure = fail(Told(source, "", game=game), True)
    assert failure.why.kind is FailureReason.NO_FUNCTION
    assert failure.line == line


def test_a_job_is_what_is_read_here() -> None:
    question = format_job(AskBot("t", "yala", "x", 1, Contestant("mine"), "m", "s"))
    assert '"kind":"ask"' in question
    assert parse_job(question)
