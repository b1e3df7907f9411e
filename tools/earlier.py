"""Brings the files of the published build along with a new one.

A page that came before a release, or lies in a cache, still asks for files of its own build. They
are named by their content (tools/names.py), so they can lie beside the new ones. What the published
build has brought along itself is not listed in its service worker, and is left behind.
"""

import json
import re
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from tools import names, offline
from tools.project import ToolError

TOLD = re.compile(r"^run\((\{.*\})\);$", re.DOTALL | re.MULTILINE)
LIMIT_S = 60.0


class _MissingError(Exception):
    """The published site has no such file."""


def _reader_of(published: str) -> Callable[[str], bytes]:
    """Give what reads a file of a site, which is a folder or the address of a host."""
    if not published.startswith(("http://", "https://")):
        return lambda name: _read(Path(published) / name)
    return lambda name: _fetch(published.rstrip("/") + "/" + name)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise _MissingError from None


def _fetch(address: str) -> bytes:
    try:
        with urlopen(address, timeout=LIMIT_S) as answer:
            content: bytes = answer.read()
            return content
    except HTTPError as error:
        if error.code == HTTPStatus.NOT_FOUND:
            raise _MissingError from None
        raise ToolError(f"{address}: {error}") from None
    except (URLError, OSError) as error:
        raise ToolError(f"{address}: {error}") from None


def bring(published: str, site: Path) -> int:
    """Copy into a site what the build at `published` has and it has not; give how many files."""
    read = _reader_of(published)
    try:
        told = TOLD.search(read(offline.SCRIPT).decode())
    except _MissingError:
        return 0
    # A site that ends its visitors' service workers lists nothing.
    listed: dict[str, str] = json.loads(told[1])["files"] if told else {}
    count = 0
    for address, digest in sorted(listed.items()):
        name = address.split("?")[0]
        path = site / name
        if not names.is_by_content(name) or ".." in path.parts or path.exists():
            continue
        try:
            content = read(name)
        except _MissingError:
            raise ToolError(f"{published} lists {name} but has no such file.") from None
        if offline.digest(content) != digest:
            raise ToolError(f"{name} at {published} is not the file that its build lists.")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        count += 1
    return count
