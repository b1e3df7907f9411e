"""The site as a page has it at a later visit: the big files unpacked, as the service worker keeps
them.

A start is a quarter cheaper then, and nearly every test starts a page. Tests marked `first_visit`
have the files as they are published.
"""

import io
from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

import zstandard

from tools import serve

# What static/runtime/packed.js sets on what it has unpacked.
UNPACKED = "Spieltisch-Unpacked"

Unpacked = Mapping[str, bytes]
"""The contents of files by their paths on the host."""


def unpacked(site: Path) -> Unpacked:
    """Unpack a built site's compressed files."""
    packed = sorted((site / "static" / "made").glob("*.zst"))
    return {
        f"/static/made/{path.name}": zstandard.ZstdDecompressor().decompress(path.read_bytes())
        for path in packed
    }


class Handler(serve.Handler):
    """Answers with unpacked files where it has them."""

    def __init__(self, *args: object, unpacked: Unpacked, **kwargs: Any) -> None:
        self._unpacked = unpacked
        super().__init__(*args, **kwargs)

    def send_head(self) -> Any:
        """Send the head of an answer; gives the file that follows it."""
        content = self._unpacked.get(self.path)
        if content is None:
            return super().send_head()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "application/wasm")
        self.send_header("Content-Length", str(len(content)))
        self.send_header(UNPACKED, "1")
        self.end_headers()
        return io.BytesIO(content)


def make_server(site: Path, prefix: str, unpacked: Unpacked) -> serve.Server:
    """Give a server of a built site."""
    handler = partial(Handler, unpacked=unpacked, directory=str(site), prefix=prefix, live=None)
    return serve.Server((serve.HOST, 0), handler)
