"""What has gone wrong in the program itself, kept for a report that a person may save and send."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from spieltisch.app.core.session import Session
from spieltisch.play.match import format_match, without_secrets
from spieltisch.shell.dom import proxy
from spieltisch.shell.files import save_text
from spieltisch.shell.storage import Storage, StorageError

FAULTS = "faults"
"""The name in ``localStorage`` of the latest faults."""

MOST_FAULTS, MOST_CALLS, MOST_LETTERS = 10, 12, 300
"""How many are kept, of how many calls the place of each is told, and the letters of what it
says."""

MAX_KEPT = MOST_FAULTS * 5_000
"""Letters of all of them."""

OURS = Path(__file__).parents[2]

SCRIPTS = "static/"
"""The folder of all of our scripts."""

PYTHON = "PythonError"
"""What an error of Python's is called once it has gone through a script."""


class Faults:
    def __init__(self, window: Any, storage: Storage, tell: Callable[[], None]) -> None:
        """``tell`` is called once for each kind of what nobody has handled, see ``listen``."""
        self._window = window
        self._storage = storage
        self._tell = tell
        self._seen: set[tuple[str, ...]] = set()

    def listen(self) -> None:
        """Note from now on what nobody handles: of Python, in a task or a listener, it comes to the
        loop; of our scripts to the window."""
        asyncio.get_event_loop().set_exception_handler(self._note_unhandled)
        add = self._window.addEventListener
        add("error", proxy(lambda event: self._note_uncaught("error", event.error)))
        add("unhandledrejection", proxy(lambda event: self._note_uncaught("promise", event.reason)))

    def _note_unhandled(self, _loop: object, context: dict[str, Any]) -> None:
        error: Any = context.get("exception")
        # What a listener raises may come again as what a task does that awaits it.
        is_known = getattr(error, "is_noted", False) or _text(error, "name") == PYTHON
        if error is None or is_known:
            return
        with suppress(AttributeError):
            error.is_noted = True
        if self.note("unhandled", error):
            self._tell()

    def _note_uncaught(self, doing: str, error: Any) -> None:
        """Note what has come to the window, which the browser has logged already. Of what Python
        has raised the loop knows, and what an extension of the browser does is no concern of
        ours."""
        name, told, stack = (_text(error, key) for key in ("name", "message", "stack"))
        site = self._window.location.href.partition("#")[0].rpartition("/")[0]
        scripts = f"{site}/{SCRIPTS}"
        # Some browsers begin the stack with the message, which may have an address of ours.
        lines = [line for line in stack.replace(told, "", 1).splitlines() if scripts in line]
        if name == PYTHON or not lines:
            return
        where = [line.strip().replace(scripts, "") for line in lines[-MOST_CALLS:]]
        if self._keep(doing, name, f"{name}: {told}", where):
            self._tell()

    def note(self, doing: str, error: BaseException) -> bool:
        """Keep what has gone wrong, and while what; returns whether it is the first one of its kind
        in this visit."""
        what = f"{type(error).__name__}: {error}"[:MOST_LETTERS]
        where = _calls(error.__traceback__)
        self._window.console.error("\n".join((f"{doing}: {what}", *where)))
        return self._keep(doing, type(error).__name__, what, where)

    def _keep(self, doing: str, name: str, what: str, where: list[str]) -> bool:
        kind = (doing, name, *where)
        if kind in self._seen:
            return False
        self._seen.add(kind)
        when_ms = int(self._window.Date.now())
        fault = {"when_ms": when_ms, "doing": doing, "what": what[:MOST_LETTERS], "where": where}
        # Without room for it, or leave, the report has what the console has, which is enough.
        with suppress(StorageError):
            latest = [*self._kept(), fault][-MOST_FAULTS:]
            self._storage.write(FAULTS, json.dumps(latest))
        return True

    def save(self, session: Session) -> None:
        """Make the browser save the report as a file: the faults, in which build and browser, and
        the match on the table, with which they can be found again. Of the address it has the place
        alone, as the rest may be a secret."""
        window, match = self._window, session.kept_match
        report = {
            "faults": self._kept(),
            "build": str(getattr(window.document.documentElement.dataset, "build", None) or ""),
            "browser": str(window.navigator.userAgent)[:MOST_LETTERS],
            "place": "/".join(str(window.location.hash).partition("?")[0].split("/")[:3]),
            "screen": type(session.screen).__name__,
            "language": session.settings.language,
            "match": _text_of(lambda: format_match(without_secrets(match))) if match else None,
        }
        save_text(window, json.dumps(report, indent=1), "spieltisch-report.json")

    def _kept(self) -> list[Any]:
        text = self._storage.read(FAULTS) or "[]"
        try:
            kept = json.loads(text) if len(text) <= MAX_KEPT else []
        except (ValueError, RecursionError):
            return []
        return kept[-MOST_FAULTS:] if isinstance(kept, list) else []


def _text(thrown: Any, key: str) -> str:
    """A text of what was thrown, which may be anything."""
    told = getattr(thrown, key, None)
    return told if isinstance(told, str) else ""


def _text_of(text: Callable[[], str]) -> str:
    """A part of a report that may be what is wrong."""
    try:
        return text()
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:MOST_LETTERS]


def _calls(trace: TracebackType | None) -> list[str]:
    """The innermost calls that have led to an error, the last one last."""
    found = []
    while trace is not None:
        code = trace.tb_frame.f_code
        path = code.co_filename.removeprefix(f"{OURS}/")
        found.append(f"{path}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return found[-MOST_CALLS:]
