"""Brings the files of the published build along with a new one.

A page that came before a release, or lies in a cache, still asks for files of its own build. They
are named by their content (tools/names.py), so they can lie beside the new ones. What the published
build has brought along itself is not listed in its service worker, and is left behind.
"""

import json
import re
from collections.abc import Callable
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path, PurePosixPath
from urllib.error import HTTPError
from urllib.request import urlopen

from tools import names, offline
from tools.project import ToolError

TOLD = re.compile(r"^run\((\{.*\})\);$", re.DOTALL | re.MULTILINE)
LIMIT_S = 60.0


class _MissingError(Exception):
    """The published site has no such file."""


def _is_address(published: str) -> bool:
    return published.startswith(("http://", "https://"))


def _reader_of(published: str) -> Callable[[str], bytes]:
    """Give what reads a file of a site, which is a folder or the address of a host."""
    if not _is_address(published):
        return lambda name: _read(Path(published) / name)
    return lambda name: _fetch(published.rstrip("/") + "/" + name)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise _MissingError from None
    except OSError as error:
        raise ToolError(f"{path} cannot be read: {error}") from None


def _fetch(address: str) -> bytes:
    try:
        with urlopen(address, timeout=LIMIT_S) as answer:
            content: bytes = answer.read()
            return content
    except HTTPError as error:
        if error.code == HTTPStatus.NOT_FOUND:
            raise _MissingError from None
        raise ToolError(f"{address}: {error}") from None
    except (OSError, HTTPException, ValueError) as error:
        raise ToolError(f"{address}: {error}") from None


def kept_of(published: str, site: Path, *, may_be_first: bool = False) -> str:
    """Copy into a site what the build at `published` has and it has not; tell what was done.

    Raises ToolError if there is no build of ours, unless nothing may be published there yet.
    """
    try:
        count = bring(published, site)
    except _MissingError:
        if may_be_first and _is_address(published):
            return f"nothing is published at {published} yet"
        why = "nothing is published there" if _is_address(published) else "there is no such site"
        raise ToolError(
            f"No files can be kept of {published}: {why}. KEEP is the folder or the address"
            " (https://...) of a built site; leave it out for a first one."
        ) from None
    if count is None:
        return f"the site at {published} ends service workers, and lists no files to keep"
    if count == 0:
        return f"the build at {published} has no files that this one lacks"
    return f"kept {count} file{'s' if count != 1 else ''} of the build at {published}"


def bring(published: str, site: Path) -> int | None:
    """Copy into a site what the build at `published` has and it has not; give how many files, or
    None if it lists none, as it ends the service workers of its visitors."""
    read = _reader_of(published)
    script = read(offline.SCRIPT)
    if script == offline.END.read_bytes():
        return None
    count = 0
    for address, digest in sorted(_listed(script, published).items()):
        name = address.split("?")[0]
        if not names.is_by_content(name) or (site / name).exists():
            continue
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
            raise ToolError(f"{published} lists {name}, which is no place in a site.")
        try:
            content = read(name)
        except _MissingError:
            raise ToolError(f"{published} lists {name} but has no such file.") from None
        if offline.digest(content) != digest:
            raise ToolError(f"{name} at {published} is not the file that its build lists.")
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        count += 1
    return count


def _listed(script: bytes, published: str) -> dict[str, str]:
    """Read the digests of a build's files, by their addresses, from its service worker."""
    told = TOLD.search(script.decode(errors="replace"))
    try:
        listed = json.loads(told[1])["files"] if told else None
    except (ValueError, LookupError, TypeError):
        listed = None
    if not isinstance(listed, dict) or not all(isinstance(one, str) for one in listed.values()):
        raise ToolError(
            f"{published} is not a site of this project: its {offline.SCRIPT} lists no files."
        )
    return listed
