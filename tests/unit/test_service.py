"""The bots as a service, and the page's side of it, without a browser."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from spieltisch.app.board.messages import Answered, PlayFrom, Press, Wake
from spieltisch.app.board.thinking import may_ask_soon, wanted_thought
from spieltisch.app.core.messages import Edit, Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.play.service import (
    SearchAnswer,
    SearchRequest,
    Service,
    format_answer,
    format_request,
    parse_answer,
    parse_request,
)
from spieltisch.shell import thinker
from spieltisch.shell.thinker import Thinker
from spieltisch.table import Prospect
from tests.front_doors import parse_link

LINK = "#/play/yala?seats=human,bot:2&seed=42"


def question(level: int = 1, ticket: str = "t") -> SearchRequest:
    setup = parse_link(LINK).setup
    assert setup is not None
    position = catalog.game_of("yala").rules.initial_position(setup)
    return SearchRequest(ticket, "yala", position, 1, level, "seed", "match")


def bot_to_move() -> Session:
    """A match in which the person has moved and the bot is due."""
    session, _ = update(Session(), Navigate(LINK, 0.0))
    session, _ = update(session, Wake(0.0))
    assert session.table.choice is not None
    site = min(session.table.choice.targets)
    session, _ = update(session, Press(site, 1000.0))
    assert session.table.choice is not None
    session, _ = update(session, Press(min(session.table.choice.targets), 2000.0))
    session, _ = update(session, Wake(2000.0))
    return session


def test_a_question_and_an_answer_are_themselves_again_after_the_way() -> None:
    assert parse_request(format_request(question())) == question()
    answer = SearchAnswer("t", (Prospect(0.5, None, ("a+", "b-")),), 3, 100)
    assert parse_answer(format_answer(answer)) == answer
    several = replace(
        answer, prospects=(Prospect(0.5, None, ("a+", "b-")), Prospect(0.0, 4, ("b+",)))
    )
    assert parse_answer(format_answer(several)) == several


def test_several_lines_are_found_with_what_comes_of_each() -> None:
    asked = replace(question(level=0), nodes=3_000, wanted=3)
    found = parse_answer(asyncio.run(Service().think(format_request(asked))))
    assert len(found.prospects) == 3
    assert found.prospects[0].variation == found.variation
    assert len({line.variation[0] for line in found.prospects}) == 3


def test_the_service_answers_with_a_legal_action() -> None:
    answer = parse_answer(asyncio.run(Service().think(format_request(question()))))
    game, asked = catalog.game_of("yala").rules, question()
    assert game.parse_action(answer.action) in asked.position.legal_actions(1)
    assert answer.ticket == "t"
    assert answer.variation[0] == answer.action


def test_the_service_stops_when_it_is_told() -> None:
    async def stopped() -> tuple[SearchAnswer, SearchAnswer]:
        service = Service()
        asked = asyncio.ensure_future(service.think(format_request(question(level=6))))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await service.stop()
        early = parse_answer(await asked)
        whole = parse_answer(await Service().think(format_request(question(level=6))))
        return early, whole

    early, whole = asyncio.run(stopped())
    assert early.nodes < whole.nodes


def test_the_same_question_asked_again_at_once_is_searched_once() -> None:
    asked = format_request(question(level=6))

    async def asked_again(*between: str) -> tuple[list[int], int]:
        service = Service()
        thoughts = [asyncio.ensure_future(service.think(asked))]
        for what in between:
            await asyncio.sleep(0)
            if what == "stop":
                await service.stop()
            else:
                thoughts.append(asyncio.ensure_future(service.think(asked)))
        answers = [parse_answer(text) for text in await asyncio.gather(*thoughts)]
        return [answer.nodes for answer in answers[:-1]], answers[-1].nodes

    for between in (("stop", "think"), ("think",), ("stop", "stop", "think", "stop", "think")):
        ended, whole = asyncio.run(asked_again(*between))
        assert sum(ended) < whole / 10, between
        assert whole == parse_answer(asyncio.run(Service().think(asked))).nodes


def test_a_bot_is_asked_when_it_is_due_and_its_answer_is_played() -> None:
    session = bot_to_move()
    asked = wanted_thought(session)
    assert asked is not None
    assert (asked.seat, asked.level, asked.game) == (2, 2, "yala")
    action = catalog.game_of("yala").rules.format_action(asked.position.legal_actions(2)[0])
    answer = SearchAnswer(asked.ticket, (Prospect(0.5, None, (action,)),), 1, 1)
    session, _ = update(session, Answered(answer, 2100.0))
    assert wanted_thought(session) is None
    due_ms = session.next_wake_ms
    assert due_ms is not None
    assert due_ms >= 2700.0, "the person could not follow"
    session, _ = update(session, Wake(due_ms))
    assert session.match is not None
    assert [entry.seat for entry in session.match.record.entries] == [1, 2]
    assert session.match.record.entries[1].action == action


def test_an_answer_to_what_is_gone_is_dropped() -> None:
    session = bot_to_move()
    asked = wanted_thought(session)
    assert asked is not None
    back, _ = update(session, PlayFrom(0))
    assert wanted_thought(back) is None
    answer = SearchAnswer(asked.ticket, (Prospect(0.5, None, ("a+",)),), 1, 1)
    assert update(back, Answered(answer, 3000.0)) == (back, ())
    other = replace(answer, ticket="another")
    assert update(session, Answered(other, 3000.0)) == (session, ())


def test_a_person_is_never_thought_for() -> None:
    session, _ = update(Session(), Navigate(LINK, 0.0))
    session, _ = update(session, Wake(0.0))
    assert wanted_thought(session) is None


class Worker:
    """A worker as the page sees it, that may fail in any way."""

    def __init__(self, think: Callable[[str], Awaitable[Any]], *, answers_pings: bool = True):
        self._think, self._answers_pings = think, answers_pings
        self.is_terminated = False
        self.stops = 0

    def think(self, text: str) -> Awaitable[Any]:
        return self._think(text)

    async def ping(self) -> str:
        if not self._answers_pings:
            await asyncio.Event().wait()
        return ""

    async def stop(self) -> None:
        self.stops += 1

    def terminate(self) -> None:
        self.is_terminated = True


async def an_answer(text: str) -> str:
    asked = parse_request(text)
    return format_answer(SearchAnswer(asked.ticket, (Prospect(0.5, None, ("a+",)),), 1, 1))


async def never(_: str) -> str:
    await asyncio.Event().wait()
    raise AssertionError


async def broken(_: str) -> str:
    raise RuntimeError("the worker is broken")


def ask(*workers: Worker | None) -> tuple[list[SearchAnswer], list[str]]:
    """Ask one question where the page gets these workers, one after the other; None cannot start.

    Returns the answers, and what was told about the worker.
    """
    waiting = list(workers)
    answers: list[SearchAnswer] = []
    told: list[str] = []
    progress: list[SearchAnswer] = []

    async def start(count: int) -> Any:
        worker = waiting.pop(0)
        if worker is None:
            raise RuntimeError(f"start {count} failed")
        return worker

    async def run() -> None:
        is_answered = asyncio.Event()

        def on_answer(answer: SearchAnswer) -> None:
            answers.append(answer)
            is_answered.set()

        Thinker(start, on_answer, progress.append, told.append).want(question())
        await asyncio.wait_for(is_answered.wait(), 60)

    asyncio.run(run())
    return answers, told


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "PING_EVERY_S", 0.01)
    monkeypatch.setattr(thinker, "PING_LIMIT_S", 0.05)


def test_a_worker_that_works_is_asked_once() -> None:
    answers, told = ask(Worker(an_answer))
    assert [answer.ticket for answer in answers] == ["t"]
    assert told == ["starting", "ready"]


@pytest.mark.parametrize(
    "dead", [Worker(broken), Worker(never, answers_pings=False)], ids=["breaks", "falls silent"]
)
def test_a_worker_that_dies_is_replaced_and_the_question_asked_again(dead: Worker) -> None:
    answers, told = ask(dead, Worker(an_answer))
    assert len(answers) == 1
    assert dead.is_terminated
    assert told == ["starting", "ready", "starting", "ready"]


def given(text: str) -> Worker:
    async def think(_: str) -> str:
        return text

    return Worker(think)


def told(**wrong: object) -> str:
    """An answer in which something is otherwise."""
    right = json.loads(format_answer(SearchAnswer("t", (Prospect(0.5, None, ("a+",)),), 1, 1)))
    return json.dumps({**right, **wrong})


@pytest.mark.parametrize(
    "wrong", [{"seat": "1"}, {"level": -1}, {"position": 7}, {"more": 1}, {"game": "chess"}]
)
def test_a_damaged_request_is_refused(wrong):
    with pytest.raises(ValueError, match=r"seat|level|position|more|chess"):
        parse_request(json.dumps({**json.loads(format_request(question())), **wrong}))


NO_ANSWERS = [
    told(prospects=[[1.5, None, ["a+"]]]),
    told(prospects=[["high", None, ["a+"]]]),
    told(prospects=[[0.5, -1, ["a+"]]]),
    told(prospects=[[0.5, 2.5, ["a+"]]]),
    told(nodes="many"),
    told(depth=None),
    told(prospects=[[0.5, None, "a+"]]),
    told(ticket=None),
    told(more=1),
    told(prospects=[[2, None, ["a+"]]]),
    told(prospects={"0": 1}),
    "",
    "null",
    "[]",
    "{}",
    "no JSON",
    format_answer(SearchAnswer("t", (), 1, 1)),
    format_answer(SearchAnswer("t", (Prospect(0.5, None, ()),), 1, 1)),
    format_answer(SearchAnswer("t", (Prospect(0.5, None, (7,)),), 1, 1)),  # type: ignore[arg-type]
    '{"ticket": "t", "variation": ["a+"], "prospects": [[1]]}',
    '{"ticket": "t", "variation": 5, "prospects": []}',
]


@pytest.mark.parametrize("text", NO_ANSWERS)
def test_an_answer_that_is_none_is_refused_and_the_question_asked_of_another(text: str) -> None:
    """It is never shown: a hint is the first move of a variation."""
    with pytest.raises(ValueError, match=r"."):
        parse_answer(text)
    mad = given(text)
    answers, told = ask(mad, Worker(an_answer))
    assert [answer.variation for answer in answers] == [("a+",)]
    assert mad.is_terminated
    assert told == ["starting", "ready", "starting", "ready"]


def test_workers_that_answer_nothing_leave_it_to_the_page() -> None:
    answers, told = ask(*[given("{}") for _ in range(thinker.MOST_STARTS)])
    assert len(answers) == 1
    assert told[-1] == "failed"


def test_a_question_that_the_page_itself_cannot_answer_can_be_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    async def fails(_: object, text: str) -> str:
        asked.append(text)
        raise RuntimeError("no search")

    async def start(_: int) -> Any:
        raise RuntimeError("no worker")

    monkeypatch.setattr(Service, "think", fails)

    async def run() -> None:
        missing: list[str] = []
        asking = Thinker(
            start,
            lambda _: None,
            lambda _: None,
            lambda _: None,
            lambda: missing.append("missing"),
        )
        for count in (1, 2):
            asking.want(question())
            task = asking._task
            assert task is not None
            with pytest.raises(RuntimeError, match="no search"):
                await asyncio.wait_for(task, 60)
            assert len(asked) == count
        assert missing == ["missing"]

    asyncio.run(run())


def test_a_worker_that_does_not_start_is_tried_again() -> None:
    answers, told = ask(None, Worker(an_answer))
    assert len(answers) == 1
    assert told == ["starting", "ready"]


def test_where_no_worker_can_be_had_the_page_thinks_itself() -> None:
    answers, told = ask(*[None] * thinker.MOST_TRIES)
    assert len(answers) == 1
    assert told == ["starting", "failed"]


def test_workers_that_die_are_not_replaced_for_ever() -> None:
    dead = [Worker(broken) for _ in range(thinker.MOST_STARTS)]
    answers, told = ask(*dead)
    assert len(answers) == 1
    assert all(worker.is_terminated for worker in dead)
    assert told[-1] == "failed"


def slowly(comes_s: float | None, questions: int = 2) -> tuple[int, list[SearchAnswer], list[str]]:
    """Ask questions, one after the other, where a worker takes long to start, or for ever (None).

    Returns how many were started, the answers, and what was told about the worker.
    """
    answers: list[SearchAnswer] = []
    told: list[str] = []

    async def run() -> int:
        starts = 0

        async def start(_: int) -> Any:
            nonlocal starts
            starts += 1
            await asyncio.sleep(1e9 if comes_s is None else comes_s)
            return Worker(an_answer)

        asking = Thinker(start, answers.append, lambda _: None, told.append)
        for number in range(1, questions + 1):
            asking.want(question(ticket=str(number)))
            async with asyncio.timeout(30):
                while len(answers) < number:
                    await asyncio.sleep(0.001)
        if comes_s is not None:
            async with asyncio.timeout(30):
                while told[-1] != "ready":
                    await asyncio.sleep(0.001)
            asking.want(question(ticket="last"))
            async with asyncio.timeout(30):
                while len(answers) == questions:
                    await asyncio.sleep(0.001)
        return starts

    return asyncio.run(run()), answers, told


def test_a_start_that_takes_for_ever_is_given_up_once_and_nobody_waits_for_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinker, "START_LIMIT_S", 0.05)
    starts, answers, told = slowly(None, questions=3)
    assert starts == 1
    assert [answer.ticket for answer in answers] == ["1", "2", "3"]
    assert told == ["starting", "failed", "failed", "failed"]


def test_while_a_start_takes_long_the_page_thinks_and_the_worker_takes_over_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinker, "PATIENCE_S", 0.01)
    starts, answers, told = slowly(0.2, questions=1)
    assert starts == 1
    assert [answer.ticket for answer in answers] == ["1", "last"]
    assert told == ["starting", "failed", "ready"]
    # What the page itself has found is a true answer; the worker of this test gives its own.
    assert answers[0].nodes > 1 == answers[1].nodes


def test_a_wish_withdrawn_stops_the_worker_and_is_not_answered() -> None:
    answers: list[SearchAnswer] = []
    worker = Worker(never)

    async def run() -> None:
        async def start(_: int) -> Any:
            return worker

        asking = Thinker(start, answers.append, answers.append, lambda _: None)
        asking.want(question())
        await asyncio.sleep(0.03)
        asking.want(None)
        await asyncio.sleep(0.03)

    asyncio.run(run())
    assert answers == []
    assert worker.stops == 1


def test_a_worker_is_ready_before_it_is_asked_and_is_started_once() -> None:
    async def run() -> tuple[int, list[SearchAnswer]]:
        starts: list[int] = []
        answers: list[SearchAnswer] = []
        may_start = asyncio.Event()

        async def start(count: int) -> Any:
            starts.append(count)
            await may_start.wait()
            return Worker(an_answer)

        asking = Thinker(start, answers.append, answers.append, lambda _: None)
        asking.prepare()
        asking.prepare()
        # Questions that come and go while it starts neither end nor repeat the start.
        for ticket in ("one", "two", "three"):
            asking.want(question(ticket=ticket))
            await asyncio.sleep(0)
            asking.want(None)
        asking.want(question(ticket="last"))
        await asyncio.sleep(0)
        may_start.set()
        while not answers:
            await asyncio.sleep(0)
        return len(starts), answers

    starts, answers = asyncio.run(run())
    assert starts == 1
    assert [answer.ticket for answer in answers] == ["last"]


def test_a_worker_is_worth_having_where_it_will_be_asked() -> None:
    people = "#/play/yala?seats=human,human&seed=42"

    def at(*messages: Any) -> bool:
        session = Session()
        for message in messages:
            session, _ = update(session, message)
        return may_ask_soon(session)

    assert at(Navigate(LINK, 0.0))
    assert not at(Navigate("#/", 0.0))
    assert not at(Navigate(people, 0.0))
    assert not at(Navigate("#/play/aya?seats=human,bot:2&variant=aya-oye&seed=42", 0.0))
    assert at(Navigate("#/setup/yala", 0.0))
    assert not at(Navigate("#/setup/yala", 0.0), Edit("company", "together"))
    assert at(
        Navigate("#/setup/yala", 0.0), Edit("company", "together"), Edit("controller:2", "bot:3")
    )
    assert not at(Navigate("#/setup/aya", 0.0), Edit("controller:2", "bot:3"))
    assert at(Navigate(people, 0.0), Press("a", 0.0), Press("+", 0.0), Press("-", 0.0))
