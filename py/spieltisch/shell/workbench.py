"""Where people's own bots run: the sandbox of static/workshop/, and the examples to begin with."""

import asyncio
from collections.abc import Callable
from typing import Any

from spieltisch.app.message import Message
from spieltisch.app.session import Session
from spieltisch.app.workshop.at_table import has_own_bot, wanted_job
from spieltisch.app.workshop.state import BotEnded, BotTold, ExamplesFetched, WorkshopScreen
from spieltisch.play.own_jobs import AskBot, Series, format_job
from spieltisch.shell.dom import page_ms, proxy
from spieltisch.shell.site_files import LateScript, load_script, text_of

SCRIPT = "static/workshop/begin.js"
EDITOR = "static/workshop/editor.js"
"""Makes an editor of the field in which a bot is written."""

LOADED = "spieltisch:sandbox"
LAST = ("done", "failed", "acted")
"""The kinds of events after which a job is done."""

EXAMPLES = "static/workshop/examples.json"


class Workbench:
    """Has own bots play what the session wants; nothing of it is fetched before."""

    def __init__(self, window: Any, send: Callable[[Message], None]) -> None:
        self._window = window
        self._send = send
        self._script = LateScript(window, SCRIPT, LOADED, self._begin, self._give_up)
        self._has_editor = False
        self._sandbox: Any = None
        self._wanted: tuple[Series | AskBot, int] | None = None
        self._is_done = True
        self._task: asyncio.Task[None] | None = None

    def fetch_examples(self) -> None:
        self._task = asyncio.ensure_future(self._fetch())

    async def _fetch(self) -> None:
        self._send(ExamplesFetched(await text_of(self._window, EXAMPLES)))

    def follow(self, session: Session) -> None:
        """Play the series that is on screen or ask the bot at the table, and nothing else."""
        if isinstance(session.screen, WorkshopScreen) and not self._has_editor:
            self._has_editor = True
            load_script(self._window, EDITOR)
        wanted = wanted_job(session)
        is_at_table = has_own_bot(session)
        is_there = is_at_table or isinstance(session.screen, WorkshopScreen)
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
        self._send(BotEnded("died"))

    def _stop(self) -> None:
        if self._sandbox is not None:
            self._sandbox.stop()
            self._sandbox = None
        self._is_done = True

    def _hear(self, told: str) -> None:
        # The session decides whether that was the end: then it wants nothing more.
        self._is_done = self._is_done or any(f'\\"kind\\":\\"{kind}\\"' in told for kind in LAST)
        self._send(BotTold(told, page_ms(self._window)))

    def _end(self, why: str) -> None:
        self._is_done = True
        self._send(BotEnded(why))
