"""The session is told of all that is kept: a few at first, the others in the page's spare time, and
all at once before a file is compared with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from spieltisch.app.core.message import Message
from spieltisch.app.core.settings import Settings
from spieltisch.app.core.waits import AllRead
from spieltisch.app.matches.state import LibraryChanged
from spieltisch.play.summary import format_summary
from spieltisch.shell.keeper import SUMMARIES_AT_ONCE, SUMMARIES_FIRST, Keeper
from tests.front_doors import format_archive
from tests.unit.test_importing import ARCHIVED, Visit

COUNT = SUMMARIES_FIRST + 2 * SUMMARIES_AT_ONCE + 5


class Database:
    """Summaries as texts, each of which is given out once."""

    first_id = None

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts
        self.waiting: list[Callable[[], None]] = []

    @property
    def has_more(self) -> bool:
        return bool(self.texts)

    def next_of_library(self, count: int) -> LibraryChanged | None:
        told, self.texts = self.texts[:count], self.texts[count:]
        return LibraryChanged(tuple(told)) if told else None

    def listen(self, *_: Any) -> None:
        pass

    def survey(self, *_: Any, **__: Any) -> None:
        pass

    is_known = True

    def when_known(self, done: Callable[[], None]) -> None:
        self.waiting.append(done)


def keeper_of(texts: list[str]) -> tuple[Keeper, list[tuple[Message, bool]]]:
    sent: list[tuple[Message, bool]] = []
    storage: Any = SimpleNamespace(write=lambda *_: None)
    database: Any = Database(texts)
    keeper = Keeper(storage, database, lambda one, *, shows=True: sent.append((one, shows)))
    keeper.begin(0.0, Settings(), "en")
    return keeper, sent


def told(sent: list[tuple[Message, bool]]) -> list[str]:
    return [text for one, _ in sent if isinstance(one, LibraryChanged) for text in one.kept]


@pytest.mark.parametrize("steps", range(5))
def test_each_is_told_once_whenever_all_are_wanted(steps: int) -> None:
    texts = [str(number) for number in range(COUNT)]
    keeper, sent = keeper_of(texts)
    reading = keeper.read_on()
    for _ in range(steps):
        next(reading, None)
    keeper.tell_all()
    assert told(sent) == texts
    keeper.tell_all()
    assert list(reading) == []
    assert told(sent) == texts


def test_what_waits_for_a_database_that_is_slow_is_told_of_all_first() -> None:
    keeper, sent = keeper_of([])
    database: Any = keeper._database
    database.is_known = False
    assert not keeper.has_read
    taken: list[Any] = []
    keeper.tell_read(AllRead(), lambda *answer: taken.append((answer, told(sent))))
    assert taken == []
    database.is_known, database.texts = True, ["a", "b"]
    (done,) = database.waiting
    done()
    assert taken == [((AllRead(), True), ["a", "b"])]
    assert keeper.has_read


def test_what_is_read_in_spare_time_is_shown_once_all_is_there() -> None:
    keeper, sent = keeper_of([str(number) for number in range(COUNT)])
    list(keeper.read_on())
    assert [shows for _, shows in sent] == [False, False, False, True]


def test_a_file_that_is_given_at_once_takes_the_place_of_nothing_that_is_kept() -> None:
    """A match that was played on since it was exported is longer here than in the file."""
    first = Visit()
    first.give(format_archive(ARCHIVED))
    keeper, sent = keeper_of([format_summary(one) for one in first.summaries.values()])
    visit = Visit()
    visit.texts = dict(first.texts)
    keeper.tell_all()
    for message, _ in sent:
        visit.tell(message)
    before = dict(visit.texts)
    shorter = [replace(one, record=one.record.cut(len(one.record.entries) - 1)) for one in ARCHIVED]
    assert len(visit.give(format_archive([*ARCHIVED, *shorter])).taken) == len(ARCHIVED)
    assert visit.job.known == len(ARCHIVED)
    assert {one: visit.texts[one] for one in before} == before
