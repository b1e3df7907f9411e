"""Where bots think: their worker, seen from the page, which is started, asked, stopped and, if it
dies, replaced; and the sandbox of static/workshop/, where people's own bots run."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import PartMissing
from spieltisch.app.core.session import Session
from spieltisch.app.core.waits import Examples
from spieltisch.app.keeping.league import TrialEnd
from spieltisch.app.workshop.at_table import has_own_bot, wanted_job
from spieltisch.app.workshop.state import BotEnded, BotHeard, WorkshopScreen
from spieltisch.kit.scene import Worker
from spieltisch.play.own_jobs import AskBot, Series, format_job
from spieltisch.play.service import (
    SearchAnswer,
    SearchRequest,
    Service,
    format_request,
    parse_answer,
)
from spieltisch.shell.dom import page_ms, proxy
from spieltisch.shell.site_files import LateScript, Take, text_of

START_LIMIT_S = 60.0
"""A slow device takes long to start a worker. One that has not come by then will not: no other is
started, which would keep everybody waiting as long again."""

PATIENCE_S = 20.0
"""A start that takes longer is not waited for: until the worker comes, the page itself thinks."""

PING_EVERY_S = 0.5
PING_LIMIT_S = 6.0
"""A worker listens many times a second; one that does not answer for this long is dead."""

MOST_TRIES = 2
"""How often a worker is tried to start that fails at once."""

MOST_STARTS = 4
"""How many workers are started in all: others may have died."""

StartWorker = Callable[[int], Awaitable[Any]]
"""Starts a worker, given its number; its functions are those of Service, and ``terminate``."""


class Thinker:
    """Asks one question at a time, and asks it again of a new worker when the old one dies. Where
    no worker can be had, the page itself thinks: that is slow, but nobody waits for ever."""

    def __init__(
        self,
        start: StartWorker,
        on_answer: Callable[[SearchAnswer], None],
        on_progress: Callable[[SearchAnswer], None],
        on_change: Callable[[Worker], None],
        on_missing: Callable[[], None] = lambda: None,
    ) -> None:
        """``on_missing`` is called if no worker could be started, as its files may be gone."""
        self._start = start
        self._on_answer = on_answer
        self._on_progress = on_progress
        self._on_change = on_change
        self._on_missing = on_missing
        self._worker: Any = None
        self._page = Service()
        self._starts = 0
        self._began_s = 0.0
        self._question: SearchRequest | None = None
        self._task: asyncio.Task[None] | None = None
        self._starting: asyncio.Task[None] | None = None
        self._stopping: asyncio.Task[None] | None = None

    def prepare(self) -> None:
        if self._worker is None and self._starting is None and self._starts < MOST_STARTS:
            self._began_s = monotonic()
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
                answer = parse_answer(str(await self._watched(worker, question)))
            except Exception:  # whatever it was, this worker is not to be trusted any more
                if worker is self._page:
                    # It may be asked again by whatever happens next.
                    self._question = None
                    raise
                self._worker = None
                with suppress(Exception):
                    worker.terminate()
                continue
            self._task = None
            self._on_answer(answer)
            return

    async def _ready_worker(self) -> Any:
        """The worker, or the page in its place."""
        self.prepare()
        if self._starting is not None:
            waited_s = monotonic() - self._began_s
            # Cancelling the question does not cancel the start of the worker.
            await asyncio.wait((self._starting,), timeout=max(0.0, PATIENCE_S - waited_s))
        if self._worker is not None:
            return self._worker
        self._on_change(Worker.FAILED)
        return self._page

    async def _start_one(self) -> None:
        self._on_change(Worker.STARTING)
        try:
            for _ in range(MOST_TRIES):
                if await self._has_started():
                    self._on_change(Worker.READY)
                    return
            self._starts = MOST_STARTS
            self._on_missing()
        finally:
            self._starting = None

    async def _has_started(self) -> bool:
        """Try to start a worker, unless too many have been started."""
        if self._starts >= MOST_STARTS:
            return False
        self._starts += 1
        try:
            async with asyncio.timeout(START_LIMIT_S):
                self._worker = await self._start(self._starts)
        except TimeoutError:
            self._starts = MOST_STARTS
        except Exception:  # whatever it was, another may start
            return False
        return self._worker is not None

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


SCRIPT = "static/workshop/begin.js"
EDITOR = "static/workshop/editor.js"
"""Makes an editor of the field in which a bot is written."""

LOADED = "spieltisch:sandbox"
LAST = ("done", "failed", "acted")
"""The kinds of events after which a job is done."""

EXAMPLES = "static/workshop/examples.json"


def shows_editor(session: Session) -> bool:
    return isinstance(session.screen, WorkshopScreen)


class Workbench:
    """Has own bots play what the session wants; nothing of it is fetched before."""

    def __init__(self, window: Any, send: Callable[[Message], None], take: Take) -> None:
        self._window = window
        self._send = send
        self._take = take
        self._script = LateScript(window, SCRIPT, LOADED, self._begin, self._give_up)
        self._sandbox: Any = None
        self._wanted: tuple[Series | AskBot, int] | None = None
        self._is_done = True
        self._task: asyncio.Task[None] | None = None

    def fetch_examples(self, need: Examples) -> None:
        self._task = asyncio.ensure_future(self._fetch(need))

    async def _fetch(self, need: Examples) -> None:
        text = await text_of(self._window, EXAMPLES)
        if text is None:
            self._send(PartMissing())
        self._take(need, text)

    def follow(self, session: Session) -> None:
        """Play the series that is on screen or ask the bot at the table, and nothing else."""
        wanted = wanted_job(session)
        is_at_table = has_own_bot(session)
        is_in_workshop = isinstance(session.screen, WorkshopScreen) or session.aside is not None
        is_there = is_at_table or is_in_workshop
        if is_at_table and self._sandbox is None:
            self._prepare()
        if wanted == self._wanted and (is_there or self._sandbox is None):
            return
        before, self._wanted = self._wanted, wanted
        if not is_there or (before is not None and not self._is_done):
            self._stop()
        if wanted is not None:
            self._begin()

    def _begin(self) -> None:
        self._prepare()
        if self._wanted is None or self._sandbox is None:
            return
        job, limit_ms = self._wanted
        self._is_done = False
        self._sandbox.run(format_job(job), limit_ms)

    def _prepare(self) -> None:
        """Have Python start where bots run, if it has not."""
        if self._script.handed is None:
            self._script.load()
        elif self._sandbox is None:
            self._sandbox = self._script.handed.new(proxy(self._hear), proxy(self._end))
            self._sandbox.prepare()

    def _give_up(self) -> None:
        self._send(PartMissing())
        self._send(BotEnded(TrialEnd.DIED))

    def _stop(self) -> None:
        if self._sandbox is not None:
            self._sandbox.stop()
            self._sandbox = None
        self._is_done = True

    def _hear(self, told: str) -> None:
        # The session decides whether that was the end: then it wants nothing more.
        self._is_done = self._is_done or any(f'\\"kind\\":\\"{kind}\\"' in told for kind in LAST)
        self._send(BotHeard(told, page_ms(self._window)))

    def _end(self, why: str) -> None:
        self._is_done = True
        self._send(BotEnded(TrialEnd(why)))
