"""Drives a Chromium by its own protocol, without recording what the page loads.

Test tools make a browser record a page's network traffic, which costs the page time: ours, which
takes many megabytes from the browser's own store, a third of the time of a second visit.
"""

import itertools
import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

from tools import browser

ARGUMENTS = (
    "--remote-debugging-pipe",
    "--headless",
    "--no-startup-window",
    "--window-size=1280,800",
    "--lang=en-GB",
)
LOOK_AGAIN_S = 0.1
LIMIT_S = 60.0
ENDING_S = 20.0
# The file descriptors from which Chromium reads commands, and to which it writes answers.
READ_FD, WRITE_FD = 3, 4


class BrowserError(Exception):
    """What went wrong in a browser."""


class Chromium:
    """A running browser with a profile of its own."""

    def __init__(self, profile: str) -> None:
        told, self._to = os.pipe()
        self._from, answered = os.pipe()

        def hand_over() -> None:
            # Copied first: `dup2` closes the descriptor it replaces, which could be the other one.
            read, write = os.dup(told), os.dup(answered)
            os.dup2(read, READ_FD)
            os.dup2(write, WRITE_FD)

        command = [str(browser.executable()), *ARGUMENTS, *browser.launch_arguments()]
        self._process = subprocess.Popen(
            [*command, f"--user-data-dir={profile}"],
            preexec_fn=hand_over,
            close_fds=False,
            stderr=subprocess.DEVNULL,
        )
        os.close(told)
        os.close(answered)
        self._unread = b""
        self._numbers = itertools.count(1)
        self._ask("Target.setDiscoverTargets", discover=True)

    def load(self, url: str, probe: str, stay_s: float) -> dict[str, Any]:
        """Load a page until Python answers in it, stay, and close it; gives what `probe`, a script
        put into it, has noted as ``__seen``. BrowserError if the page does not become ready."""
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        page = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._ask("Page.enable", page)
        self._ask("Page.addScriptToEvaluateOnNewDocument", page, source=probe)
        self._ask("Page.navigate", page, url=url)
        began = time.monotonic()
        while self._evaluate(page, "document.documentElement?.dataset.state") != "ready":
            if time.monotonic() - began > LIMIT_S:
                raise BrowserError(f"{url} is not ready after {LIMIT_S:.0f} s")
            time.sleep(LOOK_AGAIN_S)
        time.sleep(stay_s)
        seen: dict[str, Any] = self._evaluate(page, "__seen")
        self._ask("Target.closeTarget", targetId=target)
        return seen

    def close(self) -> None:
        """End the browser."""
        self._ask("Browser.close")
        self._process.wait(ENDING_S)
        os.close(self._to)
        os.close(self._from)

    def _evaluate(self, page: str, expression: str) -> Any:
        answer = self._ask("Runtime.evaluate", page, expression=expression, returnByValue=True)
        return answer["result"].get("value")

    def _ask(self, method: str, session: str = "", **parameters: object) -> dict[str, Any]:
        number = next(self._numbers)
        told = {"id": number, "method": method, "params": parameters}
        if session:
            told["sessionId"] = session
        os.write(self._to, json.dumps(told).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("method") == "Target.targetCrashed":
                raise BrowserError("the page has crashed")
            if answer.get("id") != number:
                continue
            if "error" in answer:
                raise BrowserError(f"{method}: {answer['error']['message']}")
            result: dict[str, Any] = answer["result"]
            return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._unread:
            came = os.read(self._from, 1 << 20)
            if not came:
                raise BrowserError("the browser has ended")
            self._unread += came
        text, _, self._unread = self._unread.partition(b"\0")
        answer: dict[str, Any] = json.loads(text)
        return answer


@contextmanager
def fresh_chromium() -> Iterator[Chromium]:
    """Start a browser with a fresh profile."""
    with TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True) as profile:
        chromium = Chromium(profile)
        # Let the browser finish its own start.
        time.sleep(1)
        try:
            yield chromium
        finally:
            chromium.close()
