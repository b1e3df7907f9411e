"""A whole Chromium of a test's own, whose profile stays: it can be killed at any moment, as by a
power cut, and started again."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Self

from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright

from tests.e2e.conftest import LIMIT_MS
from tools import browser as chromium

PORT_FILE = "DevToolsActivePort"


class OwnBrowser:
    """A browser process, and what was opened in it."""

    def __init__(self, playwright: Playwright, profile: Path, *more: str) -> None:
        """Args:
        profile: its folder, which need not be there yet.
        more: arguments of its command line.
        """
        self._playwright = playwright
        self._profile = profile
        self._more = more
        self._process: subprocess.Popen[bytes] | None = None
        self._browser: Browser | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self.kill()

    def start(self) -> None:
        self._profile.mkdir(parents=True, exist_ok=True)
        port_file = self._profile / PORT_FILE
        for left in (port_file, self._profile / "SingletonLock"):
            left.unlink(missing_ok=True)
        command = [
            str(chromium.executable()),
            *chromium.launch_arguments(),
            "--headless=new",
            "--remote-debugging-port=0",
            f"--user-data-dir={self._profile}",
            "--lang=en-GB",
            *self._more,
            "about:blank",
        ]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # A group of its own: then all of its processes can be killed at once.
            start_new_session=True,
        )
        deadline = monotonic() + LIMIT_MS / 1000
        while not (port_file.exists() and port_file.read_text(encoding="utf-8").count("\n")):
            assert monotonic() < deadline, "the browser has not started"
            assert self._process.poll() is None, "the browser has ended"
            sleep(0.02)
        port = port_file.read_text(encoding="utf-8").splitlines()[0]
        self._browser = self._playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        self.context.set_default_timeout(LIMIT_MS)

    @property
    def context(self) -> BrowserContext:
        assert self._browser is not None
        return self._browser.contexts[0]

    def open(self, url: str) -> Page:
        """A page at an address, once it is ready."""
        page = self.context.new_page()
        page.goto(url)
        page.wait_for_selector("html[data-state=ready]", state="attached")
        return page

    def kill(self) -> None:
        """End all of its processes, none of which can do anything any more."""
        if self._process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None
        with suppress(Error):
            assert self._browser is not None
            self._browser.close()
        self._browser = None
