"""Brings in the Python that a start does without, when it is wanted."""

import asyncio
import marshal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from spieltisch.shell.site_files import FETCH_LIMIT_S

PACKAGES = Path(__file__).parents[2]
"""Where Python looks for ours."""


class LateScreens:
    """Fetches the modules of late screens, once, and puts them where Python finds them."""

    def __init__(self, fetch: Callable[[], Any], tell: Callable[[bool], None]) -> None:
        """``fetch`` is that of static/runtime/late_modules.js; ``tell`` is called whenever it was
        asked for, with whether all is there."""
        self._fetch_file = fetch
        self._tell = tell
        # A start without the snapshot has all of them as files.
        self._are_there = Path(__file__).exists()
        self._is_asked = False
        self._task: asyncio.Task[None] | None = None

    @property
    def are_there(self) -> bool:
        return self._are_there

    def ask(self) -> None:
        """Somebody wants them now."""
        self._is_asked = True
        self.load()

    def load(self) -> None:
        """Fetch them, unless they are on their way. After a failure the next call tries again."""
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._load())

    async def _load(self) -> None:
        if not self._are_there:
            # No network, a silent host or a damaged file: JavaScript errors have no narrower type.
            with suppress(Exception):
                async with asyncio.timeout(FETCH_LIMIT_S):
                    content = await self._fetch_file()
                self._take_in(content.to_bytes())
        if self._is_asked:
            self._is_asked = False
            self._tell(self._are_there)

    def _take_in(self, content: bytes) -> None:
        for name, module in marshal.loads(content).items():
            path = PACKAGES / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(module)
        # Python looks into these folders anew. importlib's own way would import what a page has to
        # fetch: importlib.metadata.
        for place in [one for one in sys.path_importer_cache if one.startswith(str(PACKAGES))]:
            del sys.path_importer_cache[place]
        self._are_there = True
