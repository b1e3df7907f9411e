"""Packs of puzzles: files of the site, fetched when a puzzle is wanted."""

import asyncio
from collections.abc import Callable
from typing import Any

from spieltisch.app.message import Message
from spieltisch.app.puzzle.state import PackFetched
from spieltisch.shell.site_files import FETCH_LIMIT_S, address_of


class Packs:
    """Fetches packs of puzzles."""

    def __init__(self, window: Any, send: Callable[[Message], None]) -> None:
        """Args:
        window: the browser's.
        send: tells the session.
        """
        self._window = window
        self._send = send
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def fetch(self, game: str) -> None:
        """Fetch a game's pack, unless it is on its way already."""
        task = self._tasks.get(game)
        if task is None or task.done():
            self._tasks[game] = asyncio.ensure_future(self._fetch(game))

    async def _fetch(self, game: str) -> None:
        try:
            address = address_of(self._window, f"static/puzzles/{game}.json")
            async with asyncio.timeout(FETCH_LIMIT_S):
                response = await self._window.fetch(address)
                text = str(await response.text()) if response.ok else None
        except Exception:  # no network or a silent host; JavaScript errors have no narrower type
            text = None
        self._send(PackFetched(game, text, self._window.performance.now()))
