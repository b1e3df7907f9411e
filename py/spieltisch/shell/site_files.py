"""Where the files of the site are that Python asks for by name, and the puzzles among them."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from spieltisch.app.message import Message
from spieltisch.app.puzzle.state import PackFetched

FETCH_LIMIT_S = 60.0
"""A file of some hundred kilobytes comes within this by a slow line; a host that has not sent it by
then is taken to be out of reach."""


def address_of(window: Any, name: str) -> str:
    """Give the address of a file of the site.

    A built site names its files by their content and tells the page their names (tools/names.py);
    one served from the working tree has them under their own.
    """
    told = window.document.getElementById("files")
    names: dict[str, str] = json.loads(str(told.textContent)) if told else {}
    return names.get(name, name)


async def text_of(window: Any, name: str) -> str | None:
    """The text of a file of the site; None if it cannot be had."""
    try:
        async with asyncio.timeout(FETCH_LIMIT_S):
            response = await window.fetch(address_of(window, name))
            return str(await response.text()) if response.ok else None
    except Exception:  # no network or a silent host; JavaScript errors have no narrower type
        return None


class Packs:
    def __init__(self, window: Any, send: Callable[[Message], None]) -> None:
        self._window = window
        self._send = send
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def fetch(self, game: str) -> None:
        """Fetch a game's pack, unless it is on its way already."""
        task = self._tasks.get(game)
        if task is None or task.done():
            self._tasks[game] = asyncio.ensure_future(self._fetch(game))

    async def _fetch(self, game: str) -> None:
        text = await text_of(self._window, f"static/puzzles/{game}.json")
        self._send(PackFetched(game, text, self._window.performance.now()))
