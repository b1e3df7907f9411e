"""What is fetched of the site when it is wanted: scripts and what they hand over, puzzles, and the
catalogues of languages; and why something of it cannot be had."""

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import PartMissing
from spieltisch.app.core.notice import LanguageMissing
from spieltisch.app.core.session import Session
from spieltisch.app.core.waits import Catalogue, HostBuild, Need, PuzzlePack
from spieltisch.kit.words import LANGUAGES, CatalogueError, is_loaded, take_in
from spieltisch.shell.dom import proxy, to_js

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


def load_script(window: Any, name: str, failures: int = 0) -> Any:
    """Load a module of the site that the page did not need until now; returns its script
    element. After failures it has another address, as some browsers remember that they have failed
    to load a module, and try no more."""
    script = window.document.createElement("script")
    script.type, address = "module", address_of(window, name)
    run_carried = getattr(window, RUN_CARRIED, None)
    if not run_carried:
        script.src = address + (f"?again={failures}" if failures else "")
    window.document.head.append(script)
    if run_carried:
        run_carried(script, address)
    return script


RUN_CARRIED = "spieltischRun"
"""What runs a script that a page has in it which is one file (static/file/)."""


def is_one_file(window: Any) -> bool:
    return bool(getattr(window, RUN_CARRIED, None))


def site_of(window: Any) -> str:
    """The address that links to send begin with: the page's own, or, of a page that is one file,
    that of the site which it was told."""
    told = window.document.querySelector("meta[name=site]") if is_one_file(window) else None
    return str(told.content) if told else str(window.location.href).partition("#")[0]


async def text_of(window: Any, name: str, limit_s: float | None = None) -> str | None:
    """The text of a file of the site; None if it cannot be had, or not in that time, which is
    ``FETCH_LIMIT_S`` unless that is told otherwise."""
    try:
        async with asyncio.timeout(FETCH_LIMIT_S if limit_s is None else limit_s):
            response = await window.fetch(address_of(window, name))
            # A network's login, for one, answers every request with its page.
            is_page = str(response.headers.get("Content-Type") or "").startswith("text/html")
            return str(await response.text()) if response.ok and not is_page else None
    except Exception:  # no network or a silent host; JavaScript errors have no narrower type
        return None


Take = Callable[[Need, str | bool | None], None]
"""Hands on what was needed; None if it cannot be had."""

LOOK_LIMIT_S = 10.0
"""A host that has not said by then which build it has is taken to be out of reach."""

BUILD_LIST = "service-worker.js"
"""It has the id of the build that the host has now. Nothing that is kept answers for it."""

MISSING = "spieltisch:missing"
"""The event by which our scripts tell that they could not fetch a part of the page."""

_BUILD_ID = re.compile(r'"id": ?"(\w+)"')


class HostWatch:
    """Finds out what the host has: this build, another one, or nothing."""

    def __init__(self, window: Any, send: Callable[[Message], None], take: Take) -> None:
        self._window = window
        self._send = send
        self._take = take
        self._task: asyncio.Task[None] | None = None

    @property
    def build(self) -> str:
        """The id of the build that this page is of; empty where it is served as it is in the
        sources."""
        build = getattr(self._window.document.documentElement.dataset, "build", None)
        return build if isinstance(build, str) else ""

    def listen(self) -> None:
        """Hear from now on what our scripts cannot fetch."""
        self._window.addEventListener(MISSING, proxy(lambda _: self._send(PartMissing())))

    def ask(self, need: HostBuild) -> None:
        """Ask the host, unless it is being asked already."""
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._ask(need))

    async def _ask(self, need: HostBuild) -> None:
        try:
            async with asyncio.timeout(LOOK_LIMIT_S):
                options = to_js(self._window, {"cache": "no-store"})
                response = await self._window.fetch(BUILD_LIST, options)
                found = _BUILD_ID.search(str(await response.text())) if response.ok else None
        except Exception:  # no network or a silent host; JavaScript errors have no narrower type
            found = None
        # Whoever asks again as they hear of it is given another answer.
        self._task = None
        self._take(need, None if found is None else found[1])


class Packs:
    def __init__(self, window: Any, take: Take) -> None:
        self._window = window
        self._take = take
        self._tasks: dict[PuzzlePack, asyncio.Task[None]] = {}

    def fetch(self, pack: PuzzlePack) -> None:
        """Fetch a game's pack, unless it is on its way already."""
        task = self._tasks.get(pack)
        if task is None or task.done():
            self._tasks[pack] = asyncio.ensure_future(self._fetch(pack))

    async def _fetch(self, pack: PuzzlePack) -> None:
        self._take(pack, await text_of(self._window, f"static/puzzles/{pack.game}.json"))


class LateScript:
    """A script that tells by an event of the window's that it is there."""

    def __init__(
        self,
        window: Any,
        name: str,
        event: str,
        taken: Callable[[], None],
        failed: Callable[[], None],
    ) -> None:
        """Args:
        event: its name; its detail is what the script hands over.
        taken: what is done once the script is there.
        failed: what is done whenever it could not be fetched.
        """
        self._window = window
        self._name = name
        self._event = event
        self._taken = taken
        self._failed = failed
        self._is_heard = self._is_loading = False
        self._failures = 0
        self.handed: Any = None
        """What the script hands over; None until it is there."""

    def load(self) -> None:
        """Fetch the script, but not again while it is on its way. After a failure the next call
        tries again."""
        if self._is_loading or self.handed is not None:
            return
        self._is_loading = True
        if not self._is_heard:
            self._is_heard = True
            self._window.addEventListener(self._event, proxy(self._take))
        script = load_script(self._window, self._name, self._failures)
        script.addEventListener("error", proxy(self._give_up))
        script.addEventListener("load", proxy(self._see))

    def _see(self, *_: Any) -> None:
        # It has run by now: one that has told nothing has ended by an error of its own.
        if self.handed is None:
            self._give_up()

    def _take(self, event: Any) -> None:
        self.handed, self._is_loading = event.detail, False
        self._taken()

    def _give_up(self, *_: Any) -> None:
        self._is_loading = False
        self._failures += 1
        self._failed()


AGAIN_MS, LONGEST_WAIT_MS = 4_000, 120_000
"""After how long it is asked for again, twice as long each time."""

QR_CODES = "static/qr/begin.js"
"""Defines the element that draws links as QR codes."""


class Element:
    """A script that makes something of a kind of element, and without which the page works. What
    could not be fetched is asked for again after a while, for as long as it is wanted."""

    def __init__(self, window: Any, name: str, is_wanted: Callable[[Session], bool]) -> None:
        self._window = window
        self._name = name
        self._is_wanted = is_wanted
        self._is_wanted_now = self._is_asked = False
        self._failures = 0
        self._on_error = proxy(self._give_up)
        self._on_time = proxy(self._try_again)

    def follow(self, session: Session) -> None:
        """Fetch it once, as soon as there is such an element."""
        self._is_wanted_now = self._is_wanted(session)
        self._load()

    def _load(self) -> None:
        if self._is_wanted_now and not self._is_asked:
            self._is_asked = True
            script = load_script(self._window, self._name, self._failures)
            script.addEventListener("error", self._on_error)

    def _give_up(self, *_: Any) -> None:
        self._failures += 1
        self._window.dispatchEvent(self._window.Event.new(MISSING))
        wait_ms = min(AGAIN_MS * 2 ** (self._failures - 1), LONGEST_WAIT_MS)
        self._window.setTimeout(self._on_time, wait_ms)

    def _try_again(self, *_: Any) -> None:
        self._is_asked = False
        self._load()


def shows_codes(session: Session) -> bool:
    """Whether there may be a QR code on screen: with the first match by link, or an invitation."""
    match = session.match
    return session.live is not None or (match is not None and match.is_by_link)


SOURCE = next(iter(LANGUAGES))


class Catalogues:
    def __init__(self, files: Any, send: Callable[[Message], None], take: Take) -> None:
        """``files`` are ``catalogues`` of static/runtime/catalogues.js."""
        self._files = files
        self._send = send
        self._take = take
        self._tasks: dict[Catalogue, asyncio.Task[None]] = {}

    def begin(self) -> tuple[str, str]:
        """Take in the words that were fetched while Python was loading.

        Returns:
            the language that this visit begins in, and the one that it should have begun in.
        """
        wanted = str(self._files.language)
        can_speak = is_loaded(wanted) or self._take_in(wanted, self._files.first)
        return wanted if can_speak else SOURCE, wanted

    def fetch(self, need: Catalogue) -> None:
        """Fetch the words of a language, unless they are on their way already."""
        task = self._tasks.get(need)
        if task is None or task.done():
            self._tasks[need] = asyncio.ensure_future(self._fetch(need))

    async def _fetch(self, need: Catalogue) -> None:
        try:
            async with asyncio.timeout(FETCH_LIMIT_S):
                content = await self._files.fetch(need.language)
        except Exception:  # no network or a silent host; JavaScript errors have no narrower type
            content = None
        self._take(need, self._take_in(need.language, content))

    def _take_in(self, language: str, content: Any) -> bool:
        try:
            take_in(language, content.to_bytes() if content else b"")
        except CatalogueError:
            return False
        return True

    def tell_missing(self, language: str) -> None:
        """Say that this visit cannot begin in a language."""
        self._send(PartMissing(LanguageMissing(LANGUAGES[language].name)))
