"""Drives Firefox over WebDriver BiDi, and WebKitGTK over WebDriver.

Both take the same gestures (`actions`, as WebDriver defines them), so one player plays in both.
`trouble` lists a page's errors, and the errors and warnings of its console.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from socket import create_server
from typing import Any, Protocol

from websockets.sync.client import ClientConnection, connect

from tools import engines
from tools.browser import is_root

LIMIT_S = 60
"""Generous, for a busy machine: it only limits how long a failure takes."""

Actions = list[dict[str, Any]]

Json = Any


class DriverError(Exception):
    """A browser did not do what it was told to."""


class Driver(Protocol):
    """A page in some browser."""

    def trouble(self) -> list[str]:
        """Give the errors so far, and the errors and warnings of the console."""

    def open(self, url: str) -> None:
        """Go to an address; afterwards `ask` evaluates in the new document."""

    def reload(self) -> None:
        """Load the page anew, as `open` does."""

    def ask(self, expression: str) -> Json:
        """Evaluate JavaScript in the page; gives the value, which JSON must be able to hold."""

    def act(self, actions: Actions) -> None:
        """Perform gestures, given as the sources of WebDriver's "Perform Actions"."""

    def resize(self, width: int, height: int) -> None:
        """Give the page another size, in CSS pixels."""


def free_port() -> int:
    """A port that no program listens on."""
    with create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def until(ask: Callable[[], Json], what: str, limit_s: float = LIMIT_S) -> Json:
    """Ask until the answer is true; DriverError after the time limit."""
    end = time.monotonic() + limit_s
    while not (answer := ask()):
        if time.monotonic() > end:
            raise DriverError(f"waited for {what}, in vain")
        time.sleep(0.02)
    return answer


@contextmanager
def _started(command: list[str], log: Path, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program; at the end, stop it and all processes that it started."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, **variables},
            start_new_session=True,
        )
        try:
            yield process
        finally:
            # It may have been killed.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(LIMIT_S)


# A test browser talks to the test's server and to nobody else.
FIREFOX_PREFERENCES = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "intl.accept_languages": "en-GB,en",
    "ui.prefersReducedMotion": 1,
    # As on phones, and in the other test browsers.
    "ui.useOverlayScrollbars": 1,
}

COMPLAINTS = ("error", "warn")


class Firefox:
    """A page in Firefox, over WebDriver BiDi."""

    def __init__(self, connection: ClientConnection, process: int) -> None:
        self._connection = connection
        self._process = process
        self._count = 0
        self._trouble: list[str] = []
        self._do("session.new", capabilities={})
        self._do("session.subscribe", events=["log.entryAdded", "network.fetchError"])
        self._page = self._do("browsingContext.getTree")["contexts"][0]["context"]

    def open(self, url: str) -> None:
        self._do("browsingContext.navigate", context=self._page, url=url, wait="interactive")

    def reload(self) -> None:
        self._do("browsingContext.reload", context=self._page, wait="interactive")

    def trouble(self) -> list[str]:
        self.ask("null")  # all earlier events have arrived when this is answered
        return self._trouble

    def ask(self, expression: str) -> Json:
        answer = self._do(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})) ?? 'null')()",
            target={"context": self._page},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise DriverError(f"{expression}: {answer['exceptionDetails']['text']}")
        return json.loads(answer["result"]["value"])

    def act(self, actions: Actions) -> None:
        self._do("input.performActions", context=self._page, actions=actions)

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._do("browsingContext.setViewport", context=self._page, viewport=size)

    def kill(self) -> None:
        """End all of its processes at once, as a power cut does."""
        os.killpg(self._process, signal.SIGKILL)

    def _do(self, method: str, **params: Json) -> Json:
        self._count += 1
        self._connection.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while True:
            answer = json.loads(self._connection.recv(LIMIT_S))
            if answer["type"] == "event":
                self._note(answer["method"], answer["params"])
            elif answer["id"] == self._count:
                if answer["type"] == "error":
                    raise DriverError(f"{method}: {answer['error']}: {answer['message']}")
                return answer["result"]

    def _note(self, method: str, params: Json) -> None:
        if method == "network.fetchError":
            self._trouble.append(f"{params['errorText']} {params['request']['url']}")
        elif params["level"] in COMPLAINTS:
            self._trouble.append(f"{params['level']}: {params['text']}")


TELLS_ADDRESSES = {"media.peerconnection.ice.obfuscate_host_addresses": False}
"""Makes Firefox give pages the device's addresses. Otherwise it gives names that are resolved by
multicast, which a test's machine may not have. People's browsers keep the names."""


@contextmanager
def firefox(
    program: Path, preferences: Mapping[str, bool] | None = None, profile: Path | None = None
) -> Iterator[Firefox]:
    """Start Firefox; the preferences are added to those of all tests. Without a folder of a profile
    it has a fresh one."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        log = Path(folder, "log")
        profile = profile or Path(folder, "profile")
        profile.mkdir(exist_ok=True)
        lines = (
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in {**FIREFOX_PREFERENCES, **(preferences or {})}.items()
        )
        (profile / "user.js").write_text("".join(lines))
        command = [str(program), "--headless", "--no-remote", "--profile", str(profile)]
        with _started([*command, "--remote-debugging-port", "0"], log) as process:
            address = until(
                lambda: re.search(r"BiDi listening on (ws://\S+)", log.read_text()), "Firefox"
            )[1]
            with connect(f"{address}/session", max_size=None) as connection:
                yield Firefox(connection, process.pid)


# WebKitGTK's driver does not report the console: this notes its complaints in the page itself, and
# is put into each new document as soon as it exists.
LISTEN = """(url => {
    if (globalThis.complaints || location.href !== url) return false;
    const complaints = (globalThis.complaints = []);
    for (const level of ["error", "warn"]) {
        const say = console[level];
        console[level] = (...words) => {
            complaints.push(`${level}: ${words.map((word) => word?.error ?? word).join(" ")}`);
            say.apply(console, words);
        };
    }
    addEventListener("error", ({ message }) => complaints.push(message));
    addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason)));
    addEventListener("securitypolicyviolation", (event) => {
        complaints.push(`${event.violatedDirective} forbids ${event.blockedURI}`);
    });
    return true;
})"""


class WebKit:
    """A page in WebKitGTK, over WebDriver."""

    def __init__(self, port: int, mini_browser: Path) -> None:
        self._port = port
        self._trouble: list[str] = []
        wanted = {
            "webkitgtk:browserOptions": {"binary": str(mini_browser), "args": ["--automation"]},
            "pageLoadStrategy": "none",
        }
        self._session = ""
        begun = self._do("", capabilities={"alwaysMatch": wanted})
        self._session = f"/session/{begun['sessionId']}"

    def trouble(self) -> list[str]:
        self._trouble += self.ask("globalThis.complaints?.splice(0) ?? []")
        return self._trouble

    def open(self, url: str) -> None:
        self._do("/url", url=url)
        self._listen(url)

    def reload(self) -> None:
        self.trouble()
        url = self.ask("location.href")
        self._do("/refresh")
        self._listen(url)

    def _listen(self, url: str) -> None:
        until(lambda: self._is_listening(url), url)

    def _is_listening(self, url: str) -> bool:
        try:
            return bool(self.ask(f"{LISTEN}({json.dumps(url)})"))
        except DriverError:
            return False  # asked between two documents

    def ask(self, expression: str) -> Json:
        script = (
            "const tell = arguments[0];"
            f"(async () => JSON.stringify(await ({expression})) ?? 'null')()"
            ".then(tell, error => tell(JSON.stringify({ error: String(error) })))"
        )
        answer = json.loads(self._do("/execute/async", script=script, args=[]))
        if isinstance(answer, dict) and answer.keys() == {"error"}:
            raise DriverError(f"{expression}: {answer['error']}")
        return answer

    def act(self, actions: Actions) -> None:
        self._do("/actions", actions=actions)

    def resize(self, width: int, height: int) -> None:
        # WebDriver sets the size of the window, which includes what is around the page. Both sizes
        # change some time after they were set.
        def has_size() -> bool:
            outer, inner = self._do("/window/rect", "GET"), self.ask("[innerWidth, innerHeight]")
            around = (outer["width"] - inner[0], outer["height"] - inner[1])
            self._do("/window/rect", width=width + around[0], height=height + around[1])
            return bool(inner == [width, height])

        until(has_size, f"a page of {width} x {height}")

    def _do(self, path: str, method: str = "POST", **body: Json) -> Json:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=LIMIT_S)
        connection.request(
            method,
            (self._session or "/session") + path,
            json.dumps(body) if method == "POST" else None,
            {"Content-Type": "application/json"},
        )
        value = json.loads(connection.getresponse().read())["value"]
        if isinstance(value, dict) and "error" in value:
            raise DriverError(f"{path}: {value['error']}: {value['message']}")
        return value


# A window cannot be narrower than its toolbar, which by default is wider than a phone.
SMALL_TOOLBAR = "* { min-width: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }"


@contextmanager
def webkit(program: Path, mini_browser: Path) -> Iterator[WebKit]:
    """Start WebKitGTK's driver and its browser, on a virtual screen."""
    port = free_port()
    command = ["xvfb-run", "--auto-servernum", "--server-args=-screen 0 1600x1200x24"]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        log, style = Path(folder, "log"), Path(folder, "gtk-3.0", "gtk.css")
        style.parent.mkdir()
        style.write_text(SMALL_TOOLBAR)
        # WebKitGTK takes this as a preference for reduced motion.
        style.with_name("settings.ini").write_text("[Settings]\ngtk-enable-animations=false\n")
        # Without a graphics card its thread for one draws by Mesa's software, in which the page's
        # process has crashed now and then.
        drawing = {"WEBKIT_SKIA_ENABLE_CPU_RENDERING": "1"}
        variables = {"XDG_CONFIG_HOME": folder, "LANG": "C.UTF-8", **drawing}
        if is_root():
            variables["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        with _started([*command, str(program), f"--port={port}"], log, **variables):
            until(lambda: _answers(port), "WebKitWebDriver")
            yield WebKit(port, mini_browser)


def _answers(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=LIMIT_S)
    try:
        connection.request("GET", "/status")
        return connection.getresponse().status == 200
    except ConnectionError:
        return False


def started(engine: engines.Engine) -> AbstractContextManager[Driver]:
    """Start a browser with a fresh profile; ToolError if it is not installed."""
    program = engines.program(engine)
    if engine is engines.FIREFOX:
        return firefox(program)
    return webkit(program, engines.mini_browser())
