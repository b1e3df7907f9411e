"""Bots as a service: a question as text, an answer as text, and a way to stop in between.

The page asks, this answers in a worker of its own. Between two slices of a search the worker
listens, so that it hears when it is told to stop.
"""

from __future__ import annotations

import json
from asyncio import sleep
from dataclasses import dataclass, field
from random import Random

from spieltisch.games import catalog
from spieltisch.search import Memory, Thought, thinking
from spieltisch.table import AnyPosition, Seat

MOST_MEMORIES = 8
"""How many bots' memories are kept: those of the matches that were asked about last."""


@dataclass(frozen=True)
class Question:
    """What is asked.

    Attributes:
        ticket: comes back with the answer, so that an outdated one can be told.
        game: its name.
        position: what the seat observes.
        seat: who is to act.
        level: 1 to 6; 0 thinks as well as it can.
        seed: the bot's chance at this moment.
        match: what tells a match from others, for the bot's memory; empty for no memory.
        nodes: thinking ends after so many positions, if not before; 0 for no such limit.
    """

    ticket: str
    game: str
    position: AnyPosition
    seat: Seat
    level: int
    seed: str
    match: str = ""
    nodes: int = 0


@dataclass(frozen=True)
class Answer:
    """What was found.

    Attributes:
        ticket: of the question.
        action: what to play, as text.
        line: the best line, as texts.
        expected: 0 is a loss for the seat, 1 a win.
        ends_in: in how many actions the end is seen; None where it is not.
        depth, nodes: how far and how much was looked at.
    """

    ticket: str
    action: str
    line: tuple[str, ...]
    expected: float
    ends_in: int | None
    depth: int
    nodes: int


def format_question(question: Question) -> str:
    """A question as text."""
    fields = dict(vars(question))
    rules = catalog.game_of(question.game).rules
    fields["position"] = rules.format_position(question.position)
    return json.dumps(fields)


def parse_question(text: str) -> Question:
    """The inverse of format_question."""
    fields = json.loads(text)
    fields["position"] = catalog.game_of(fields["game"]).rules.parse_position(fields["position"])
    return Question(**fields)


def format_answer(answer: Answer) -> str:
    """An answer as text."""
    return json.dumps(vars(answer))


def parse_answer(text: str) -> Answer:
    """The inverse of format_answer."""
    fields = json.loads(text)
    return Answer(**{**fields, "line": tuple(fields["line"])})


@dataclass
class Service:
    """Answers one question at a time; a new one, or ``stop``, ends the one before."""

    _ticket: str = ""
    _so_far: str = ""
    _memories: dict[str, Memory] = field(default_factory=dict)

    async def think(self, text: str) -> str:
        """Answer a question; one that was stopped is answered with the best so far."""
        question = parse_question(text)
        self._ticket, self._so_far = question.ticket, ""
        thoughts = thinking(
            question.position,
            question.seat,
            question.level,
            Random(question.seed),
            memory=self._memory(question),
        )
        thought = next(thoughts)
        for further in thoughts:
            thought = further
            self._so_far = format_answer(_answer(question, thought))
            await sleep(0)
            is_enough = 0 < question.nodes <= thought.nodes
            if is_enough or self._ticket != question.ticket:
                break
        return format_answer(_answer(question, thought))

    async def stop(self) -> None:
        """End what is being thought about."""
        self._ticket = ""

    async def ping(self) -> str:
        """Tell that the worker is alive, and what it has found so far; empty for nothing yet."""
        return self._so_far

    def _memory(self, question: Question) -> Memory | None:
        if not question.match:
            return None
        memory = self._memories.pop(question.match, None) or Memory()
        self._memories[question.match] = memory
        if len(self._memories) > MOST_MEMORIES:
            del self._memories[next(iter(self._memories))]
        return memory


def _answer(question: Question, thought: Thought) -> Answer:
    game = catalog.game_of(question.game).rules
    return Answer(
        question.ticket,
        game.format_action(thought.action),
        tuple(map(game.format_action, thought.variation)),
        thought.expected,
        thought.ends_in,
        thought.depth,
        thought.nodes,
    )
