"""Two sites on one host, as a usual static host would serve them."""

import gzip
import mimetypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from tools.serve import HOST, Handler, Server

# What GitHub Pages and its like compress, and how much trouble they take over it.
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


def handler_of(shelf: Shelf) -> type[BaseHTTPRequestHandler]:
    """Make the class that answers from a shelf."""

    class ShelfHandler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            """Answer one request."""
            found = shelf.find(self.path.split("?")[0])
            if found is None:
                self.send_error(HTTPStatus.NOT_FOUND)
                return
            content, kind, is_compressed = found
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Cache-Control", "max-age=600")
            if is_compressed:
                self.send_header("Content-Encoding", "gzip")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's
            """Stay quiet."""

    return ShelfHandler


@contextmanager
def serving(folder: Path, *, compresses: bool = True) -> Iterator[str]:
    """Serve a folder; gives its address."""
    server = Server((HOST, 0), handler_of(Shelf(folder, compresses=compresses)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://{HOST}:{server.server_port}/"
    server.shutdown()
    server.server_close()
