"""Serves sites as a usual static host would, over a line that can be slow."""

import gzip
import mimetypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from tools.serve import HOST, Handler, Server

# A line of 20 Mbit/s with 40 ms to the host and back.
SLOW_BYTES_PER_S = 2.5e6
SLOW_TRIP_S = 0.04
PIECE = 1 << 14

# The types of files that GitHub Pages and its like compress, and their level of compression.
COMPRESSED = {".html", ".js", ".mjs", ".css", ".json", ".svg", ".toml", ".py", ".wasm"}
LEVEL = 6


class Shelf:
    """A folder's files in memory, compressed ahead: the server is not what is measured."""

    def __init__(self, folder: Path, *, compresses: bool) -> None:
        self._answers: dict[str, tuple[bytes, str, bool]] = {}
        for path in folder.rglob("*"):
            if path.is_file():
                name = "/" + path.relative_to(folder).as_posix()
                is_compressed = compresses and path.suffix in COMPRESSED
                content = path.read_bytes()
                kind = Handler.extensions_map.get(path.suffix) or mimetypes.guess_type(name)[0]
                self._answers[name] = (
                    gzip.compress(content, LEVEL) if is_compressed else content,
                    kind or "application/octet-stream",
                    is_compressed,
                )

    def find(self, name: str) -> tuple[bytes, str, bool] | None:
        """Give content, type and whether it is compressed."""
        return self._answers.get(name + "index.html" if name.endswith("/") else name)


class Line:
    """The way to a host: as fast as the machine, or slow while ``is_slow`` is set."""

    def __init__(self) -> None:
        self.is_slow = False
        self._lock = threading.Lock()
        self._free_at = 0.0

    def trip(self) -> None:
        """Wait for a request to arrive and its response to come back."""
        if self.is_slow:
            time.sleep(SLOW_TRIP_S)

    def pieces(self, content: bytes) -> Iterator[bytes]:
        """Give content piece by piece, as fast as the line is; all responses share its speed."""
        if not self.is_slow:
            yield content
            return
        for at in range(0, len(content), PIECE):
            piece = content[at : at + PIECE]
            with self._lock:
                begin = max(self._free_at, time.monotonic())
                self._free_at = end = begin + len(piece) / SLOW_BYTES_PER_S
            time.sleep(max(0.0, end - time.monotonic()))
            yield piece


def handler_of(shelf: Shelf, line: Line) -> type[BaseHTTPRequestHandler]:
    """Make the class that answers from a shelf."""

    class ShelfHandler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Head and content are two writes: the second would wait until the first is acknowledged.
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            """Answer one request."""
            found = shelf.find(self.path.split("?")[0])
            if found is None:
                self.send_error(HTTPStatus.NOT_FOUND)
                return
            content, kind, is_compressed = found
            line.trip()
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Cache-Control", "max-age=600")
            if is_compressed:
                self.send_header("Content-Encoding", "gzip")
            self.end_headers()
            for piece in line.pieces(content):
                self.wfile.write(piece)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's
            """Stay quiet."""

    return ShelfHandler


@contextmanager
def serving(folder: Path, *, compresses: bool = True, line: Line | None = None) -> Iterator[str]:
    """Serve a folder; gives its address."""
    shelf = Shelf(folder, compresses=compresses)
    server = Server((HOST, 0), handler_of(shelf, line or Line()))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://{HOST}:{server.server_port}/"
    server.shutdown()
    server.server_close()
