"""The bots' worker, seen from the page: it is started, asked, stopped and, if it dies, replaced."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from spieltisch.kit.scene import Worker
from spieltisch.play.service import Answer, SearchRequest, Service, format_request, parse_answer

START_LIMIT_S = 60.0
"""A slow device takes long to start one worker, and longer to start two at once."""

PING_EVERY_S = 0.5
PING_LIMIT_S = 6.0
"""A worker listens many times a second; one that does not answer for this long is dead."""

MOST_STARTS = 4

StartWorker = Callable[[int], Awaitable[Any]]
"""Starts a worker, given its number; its functions are those of Service, and ``terminate``."""


class Thinker:
    """Asks one question at a time, and asks it again of a new worker when the old one dies."""

    def __init__(
        self,
        start: StartWorker,
        on_answer: Callable[[Answer], None],
        on_progress: Callable[[Answer], None],
        on_change: Callable[[Worker], None],
    ) -> None:
        """Args:
        start: starts a worker.
        on_answer: told what was found.
        on_progress: told now and then what has been found so far.
        on_change: told how the worker is.
        """
        self._start = start
        self._on_answer = on_answer
        self._on_progress = on_progress
        self._on_change = on_change
        self._worker: Any = None
        self._starts = 0
        self._question: SearchRequest | None = None
        self._task: asyncio.Task[None] | None = None
        self._starting: asyncio.Task[None] | None = None
        self._stopping: asyncio.Task[None] | None = None

    def prepare(self) -> None:
        """Start a worker before the first question comes."""
        if self._worker is None and self._starting is None:
            self._starting = asyncio.ensure_future(self._start_one())

    def want(self, question: SearchRequest | None) -> None:
        """Think about this and nothing else; the same question again changes nothing."""
        ticket = question.ticket if question else None
        if ticket == (self._question.ticket if self._question else None):
            return
        self._question = question
        if self._task is not None:
            self._task.cancel()
            self._task = None
        if question is not None:
            self._task = asyncio.ensure_future(self._ask(question))
        elif self._worker is not None:
            self._stopping = asyncio.ensure_future(_stop(self._worker))

    async def _ask(self, question: SearchRequest) -> None:
        while True:
            worker = await self._ready_worker()
            try:
                text = await self._watched(worker, question)
            except Exception:  # whatever it was, this worker is not to be trusted any more
                self._worker = None
                with suppress(Exception):
                    worker.terminate()
                continue
            self._task = None
            self._on_answer(parse_answer(str(text)))
            return

    async def _ready_worker(self) -> Any:
        """The worker; if none can be started, the page does the thinking itself."""
        while self._worker is None:
            self.prepare()
            if self._starting is not None:
                # Cancelling the question must not cancel the start of the worker.
                await asyncio.shield(self._starting)
        return self._worker

    async def _start_one(self) -> None:
        try:
            while self._worker is None:
                self._on_change(Worker.STARTING)
                if self._starts >= MOST_STARTS:
                    self._on_change(Worker.FAILED)
                    self._worker = Service()
                    break
                self._starts += 1
                with suppress(Exception):
                    async with asyncio.timeout(START_LIMIT_S):
                        self._worker = await self._start(self._starts)
                if self._worker is not None:
                    self._on_change(Worker.READY)
        finally:
            self._starting = None

    async def _watched(self, worker: Any, question: SearchRequest) -> Any:
        """The worker's answer; raises TimeoutError if it no longer responds."""
        asked = asyncio.ensure_future(worker.think(format_request(question)))
        told = ""
        try:
            while True:
                done, _ = await asyncio.wait((asked,), timeout=PING_EVERY_S)
                if done:
                    return asked.result()
                async with asyncio.timeout(PING_LIMIT_S):
                    so_far = str(await worker.ping())
                if so_far != told and not asked.done():
                    told = so_far
                    self._on_progress(parse_answer(so_far))
        finally:
            asked.cancel()


async def _stop(worker: Any) -> None:
    """Tell a worker to stop; a dead one is noticed at the next question."""
    with suppress(Exception):
        await worker.stop()
