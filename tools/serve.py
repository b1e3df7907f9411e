"""Serves the site on this machine: the working tree as it is now, or a built folder.

From the working tree nothing is built ahead: the page, the one style sheet and the one file of our
Python are made when they are requested, so that the next reload shows a change.
"""

import argparse
import functools
import json
import os
import posixpath
import shutil
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tools import bundle, catalogues, runtime, scripts, styles
from tools.page import Page, Told, ask_python, fill
from tools.project import LOCALES, MANIFEST, PY, ROOT, STATIC, WORKER, ToolError, newest_mtime
from tools.shipped import bill, licences
from tools.shipped.components import Component, components, ours

HOST = "127.0.0.1"
WORDS = ".mo"
MADE = "/static/made/"
FOR_BOTS = "bots.json"
# Beside static/made/, as static/workshop/sandbox.js looks for it.
PLAIN = "../vendor/pyodide"
# The paths that the page may ask for; the rest of the working tree is not served.
LIVE = ("/static/", f"/{WORKER}", f"/{MANIFEST}")


class Live:
    """The working tree as a site: remade when a file is newer than what was made of it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._told: tuple[float, Told | None] = (-1.0, None)
        self._app: tuple[float, bytes] = (-1.0, b"")
        self._scripts: tuple[float, Mapping[str, bytes]] = (-1.0, {})
        self._for_bots: tuple[bytes, Mapping[str, bytes]] = (b"", {})
        self._shipped: list[Component] | None = None

    def page(self) -> bytes:
        """Give index.html with the views as they are now."""
        told = self._ask()
        made = {"app": bundle.LIVE.name}
        for language in catalogues.compiled():
            part = runtime.words_part(language)
            made[part] = part + WORDS
        return fill(Page(told, made)).encode()

    def styles(self) -> bytes:
        """Give all styles as one sheet."""
        return styles.one_sheet().encode()

    def scripts(self) -> Mapping[str, bytes]:
        """Give every script of ours, by its path in the site."""
        with self._lock:
            now = newest_mtime(STATIC)
            if now != self._scripts[0]:
                made = scripts.bundle(is_live=True)
                # Read again: bundling updates the copies in static/vendor/.
                self._scripts = (newest_mtime(STATIC), made)
            return self._scripts[1]

    def licences(self) -> bytes:
        """Give the licences of all that is shipped."""
        return licences.page(ours(), self._components()).encode()

    def bill(self) -> bytes:
        """Give the bill of materials."""
        return bill.bill(ours(), self._components()).encode()

    def app(self) -> bytes:
        """Give our Python as one file."""
        with self._lock:
            self._compile()
            now = newest_mtime(PY)
            if now != self._app[0]:
                self._app = (now, bundle.pack())
            return self._app[1]

    def words(self, part: str) -> bytes:
        """Give the words of a language."""
        with self._lock:
            self._compile()
            compiled = catalogues.compiled()
        of_parts = {runtime.words_part(key): words for key, words in compiled.items()}
        if part not in of_parts:
            raise ToolError(f"There is no catalogue for {part}.")
        return of_parts[part]

    def for_bots(self, name: str) -> bytes | None:
        """Give a file that bots of a person's own start from, or the names of all by their parts.

        The page itself starts without them: where Python has changed they take a while to make, so
        that only the names, which are asked for first, have them made.
        """
        if name != FOR_BOTS and name not in self._for_bots[1]:
            return None
        app = self.app()
        with self._lock:
            if self._for_bots[0] != app:
                with tempfile.TemporaryDirectory() as folder:
                    made = runtime.make_or_reuse(app, Path(folder))
                    files = {file: (Path(folder) / file).read_bytes() for file in made.values()}
                files[FOR_BOTS] = json.dumps({**made, "plain": PLAIN}).encode()
                self._for_bots = (app, files)
            return self._for_bots[1].get(name)

    def _components(self) -> list[Component]:
        with self._lock:
            if self._shipped is None:
                self._shipped = components()
            return self._shipped

    def _compile(self) -> None:
        catalogues.compile_all()

    def _ask(self) -> Told:
        """What our Python says about the site, asked again when any source has changed."""
        with self._lock:
            self._compile()
            now = newest_mtime(PY, LOCALES)
            when, told = self._told
            if told is None or now != when:
                told = ask_python()
                self._told = (now, told)
            return told


class Handler(SimpleHTTPRequestHandler):
    """Answers with static files of the right types, never stale, and with what `live` makes."""

    # Head and content are two writes: the second would wait until the first is confirmed.
    disable_nagle_algorithm = True

    extensions_map = {  # noqa: RUF012 - the base declares it so
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".toml": "application/toml",
        ".py": "text/x-python",
        ".zst": "application/octet-stream",
        ".webmanifest": "application/manifest+json",
    }

    def __init__(
        self, *args: object, directory: str, prefix: str, live: Live | None, **kwargs: object
    ) -> None:
        self._prefix = prefix
        self._live = live
        super().__init__(*args, directory=directory, **kwargs)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Answer one request."""
        path = self.path.split("?")[0].split("#")[0]
        # Dots in the path are resolved before its prefix is checked.
        plain = posixpath.normpath(path) + ("/" if path.endswith("/") else "")
        plain = "/" + plain.lstrip("/")
        if not plain.startswith(self._prefix):
            self.send_error(HTTPStatus.NOT_FOUND, "outside of the site")
            return
        self.path = "/" + plain[len(self._prefix) :]
        try:
            made = self._made_live(self.path) if self._live else None
            content = made[1]() if made else None
        except (ToolError, OSError) as error:
            self._send(HTTPStatus.INTERNAL_SERVER_ERROR, "text/plain", f"{error}\n".encode())
            print(error, file=sys.stderr)
            return
        if made is None or content is None:
            super().do_GET()
            return
        self._send(HTTPStatus.OK, made[0], content)

    def _made_live(self, path: str) -> tuple[str, Callable[[], bytes]] | None:
        assert self._live is not None
        if path in ("/", "/index.html"):
            return "text/html; charset=utf-8", self._live.page
        if path == f"/{styles.SHEET}":
            return "text/css", self._live.styles
        if path == f"/{licences.FILE}":
            return "text/html; charset=utf-8", self._live.licences
        if path == f"/{bill.FILE}":
            return "application/json", self._live.bill
        if path == f"{MADE}{bundle.LIVE.name}":
            return "application/zip", self._live.app
        if path.startswith(MADE) and path.endswith(WORDS):
            part = path.removeprefix(MADE).removesuffix(WORDS)
            return "application/octet-stream", functools.partial(self._live.words, part)
        if path.startswith(MADE):
            content = self._live.for_bots(path.removeprefix(MADE))
            kind = "text/javascript" if path.endswith(".js") else "application/octet-stream"
            return None if content is None else (kind, lambda: content)
        if path in (f"/{bundle.SOURCES}", f"/{bundle.EXAMPLES}"):
            is_source = path == f"/{bundle.SOURCES}"
            return "application/json", bundle.confined if is_source else bundle.examples
        if path.endswith(".js") and path.startswith("/static/"):
            found = self._live.scripts().get(path[1:])
            return ("text/javascript", lambda: found) if found is not None else None
        if not path.startswith(LIVE):
            self.path = "/static/no-such-file"
        return None

    def _send(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def end_headers(self) -> None:
        """Ask the browser to check for a newer file each time; unchanged ones are not sent."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Stay quiet about what went well."""

    def log_error(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Say what was asked for and not found."""
        print(f"{self.path}: {format % args}", file=sys.stderr)


class Server(ThreadingHTTPServer):
    """A server that a closed tab does not disturb."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Keep quiet about a browser that went away in the middle of an answer."""
        if not isinstance(sys.exception(), (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def make_server(site: Path | None, port: int = 0, prefix: str = "/") -> Server:
    """Give a server of a built `site`, or of the working tree; port 0 takes a free one."""
    handler = functools.partial(
        Handler,
        directory=str(site or ROOT),
        prefix=prefix,
        live=None if site else Live(),
    )
    try:
        return Server((HOST, port), handler)
    except OSError as error:
        raise ToolError(
            f"Port {port} cannot be had ({error.strerror}): name another, PORT={port + 1}"
        ) from error


def can_show_a_page() -> bool:
    """Tell whether there is a screen with a browser to open."""
    if sys.platform in ("darwin", "win32"):
        return True
    has_screen = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return has_screen and shutil.which("xdg-open") is not None


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="tools.serve", description=__doc__)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--site", type=Path, help="serve this built folder, not the working tree")
    parser.add_argument("--open", action="store_true", help="open a browser where there is one")
    options = parser.parse_args()
    try:
        server = make_server(options.site, options.port)
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    address = f"http://{HOST}:{server.server_port}/"
    print(f"Spieltisch is at {address}   (Ctrl+C ends it)", flush=True)
    if options.open and can_show_a_page():
        webbrowser.open(address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
