"""The site as a page has it at a later visit: the big files unpacked, as the service worker keeps
them.

A start is a quarter cheaper then, and nearly every test starts a page. Tests marked `first_visit`
have the files as they are published.
"""

import io
import subprocess
from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import zstandard

from tools import serve
from tools.project import STATIC

# What static/runtime/packed.js sets on what it has unpacked.
UNPACKED = "Spieltisch-Unpacked"
PLAIN = """
const { readFileSync, writeFileSync } = await import("node:fs");
const { withoutCodes } = await import(process.argv[1]);
const [path] = process.argv.slice(2);
writeFileSync(path, withoutCodes(new Uint8Array(readFileSync(path))));
"""

Unpacked = Mapping[str, bytes]
"""The contents of files by their paths on the host."""


def unpacked(site: Path) -> Unpacked:
    """Unpack a built site's compressed files."""
    packed = sorted((site / "static" / "made").glob("*.zst"))
    return {f"/static/made/{path.name}": content_of(path) for path in packed}


def content_of(path: Path) -> bytes:
    """Give what the service worker keeps of a compressed file."""
    content = zstandard.ZstdDecompressor().stream_reader(path.read_bytes()).read()
    return plain(content) if path.name.startswith("snapshot.") else content


def plain(snapshot: bytes) -> bytes:
    """Decode a snapshot, by the script by which the service worker does it."""
    script = (STATIC / "runtime" / "plain.js").as_uri()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "snapshot"
        path.write_bytes(snapshot)
        command = ["node", "--input-type=module", "--eval", PLAIN, script, path]
        subprocess.run(command, check=True)
        return path.read_bytes()


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
