"""What the warden of static/workshop/ does with the Pythons of bots and of their judge, for tests:
it passes on what they tell each other, and gives another Python to a bot that has failed."""

from __future__ import annotations

import json
from collections import deque
from time import perf_counter

from spieltisch.play.confined import FAILED, PRINTED, Confined
from spieltisch.play.judge import TELL, Judge
from spieltisch.play.own_jobs import AskBot, Event, Printed, Series, format_job, parse_event

LIMIT_MS = 60_000


class Pythons:
    """All of them."""

    def __init__(self, limit_ms: float = LIMIT_MS) -> None:
        self.told: list[str] = []
        """Events as text, in the order in which the page is told."""
        self.seats: dict[int | str, Confined] = {}
        self._limit_ms = limit_ms
        self._said: list[tuple[int, str]] = []
        self._to_do: deque[tuple[int, str]] = deque()

    def run(self, job: Series | AskBot) -> list[str]:
        """Do a job; gives what the page is told of it."""
        begun = len(self.told)
        if isinstance(job, Series):
            self.seats.clear()
            judge = Judge(self._posted)
            judge.run(format_job(job))
            while self._to_do:
                place, question = self._to_do.popleft()
                judge.hear(place, self._answer(place, question))
        else:
            self.told.append(self._answer(job.memory, format_job(job)))
        return self.told[begun:]

    def _hear(self, kind: int, text: str) -> None:
        self._said.append((kind, text))

    def _posted(self, place: int, text: str) -> None:
        if place == TELL:
            self.told.append(text)
        else:
            self._to_do.append((place, text))

    def _answer(self, key: int | str, question: str) -> str:
        """The first answer: whatever a bot says after that, it does not hear of it any more."""
        self._said.clear()
        if key not in self.seats:
            self.seats[key] = Confined(self._hear, perf_counter)
        self.seats[key].run(question, self._limit_ms)
        printed = [text for kind, text in self._said if kind == PRINTED]
        self.told += [format_job(Printed(text)) for text in printed]
        kind, text = next(one for one in self._said if one[0] != PRINTED)
        if kind == FAILED:
            del self.seats[key]
        return text


def told_of(job: Series | AskBot) -> list[Event]:
    """The events of a job."""
    return list(map(parse_event, Pythons().run(job)))


def as_told(texts: list[str]) -> str:
    """Events as the page hears them."""
    return json.dumps(texts)
