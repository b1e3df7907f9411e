"""Names the files of a built site by their content, so that no cache gives an old one for a new.

Whatever a host says of how long its answers may be kept, a page then gets the files that it was
built with. Only those files keep their names that are asked for by them: see FIXED.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from posixpath import normpath

from tools.project import MANIFEST, ToolError
from tools.shipped import bill, licences

PAGE = "index.html"
WORKER_SCRIPT = "service-worker.js"
MOVED = "relay.html"
FIXED = {PAGE, MOVED, WORKER_SCRIPT, MANIFEST, licences.FILE, bill.FILE, ".nojekyll"}
# Named by their content when they were made (tools/runtime.py), as their names travel in addresses.
MADE = "static/made/"
# What Python asks for by name: the page tells it the name that the file has here.
ASKED_FOR = (
    *("py/", "static/puzzles/", "static/qr/begin.js", "static/relay/", "static/share/"),
    *("static/sound/", "static/workshop/begin.js", "static/workshop/editor.js"),
    "static/workshop/examples.json",
)
WITH_REFERENCES = {".html", ".js", ".webmanifest"}
# A script names another relative to itself; pages and the manifest, relative to the site.
IN_SCRIPT = re.compile(r"""(?<=["'`])\.{1,2}/[\w./-]+\.\w+""")
IN_PAGE = re.compile(r"\bstatic/[\w./-]+\.\w+")
FILES = '<script type="application/json" id="files">{}</script>'
# A folder of files that keep their names may be named by its content, too.
NAMED = re.compile(r"\.(?:[0-9a-f]{16}|[0-9a-f]{64})(?=\.\w+$|/)")


def hashed_name(stem: str, suffix: str, content: bytes) -> str:
    """Name a file after its content."""
    return f"{stem}.{hashlib.sha256(content).hexdigest()[:16]}{suffix}"


def plain(name: str) -> str:
    """Give the name that a file had before it was named by its content."""
    return NAMED.sub("", name)


def is_by_content(name: str) -> bool:
    """Tell whether a file is named by its content."""
    return NAMED.search(name) is not None


def find(site: Path, name: str) -> str:
    """Give the name that a file has in a built site."""
    path = PurePosixPath(name)
    found = [one for one in (site / path.parent).glob("*") if plain(one.name) == path.name]
    if len(found) != 1:
        raise ToolError(f"{site} must have one {name}, not {len(found)}.")
    return (path.parent / found[0].name).as_posix()


def _references(name: str, text: str) -> dict[str, str]:
    """Find what a file may refer to: paths in the site, by how they are written there."""
    if not name.endswith(".js"):
        return {found: found for found in IN_PAGE.findall(text)}
    folder = PurePosixPath(name).parent
    return {found: normpath(folder / found) for found in IN_SCRIPT.findall(text)}


class _Files:
    """The files of a site, and which of them refer to which."""

    def __init__(self, site: Path) -> None:
        paths = sorted(path for path in site.rglob("*") if path.is_file())
        self.contents = {path.relative_to(site).as_posix(): path.read_bytes() for path in paths}
        self.referring = {
            name: self._referred(name, content.decode())
            for name, content in self.contents.items()
            if PurePosixPath(name).suffix in WITH_REFERENCES
        }

    def _referred(self, name: str, text: str) -> dict[str, str]:
        found = _references(name, text)
        return {written: path for written, path in found.items() if path in self.contents}

    def needed(self, name: str) -> list[str]:
        """Give a file and all that it leads to; scripts may refer to one another in a circle."""
        found = [name]
        for one in found:
            found += sorted(set(self.referring.get(one, {}).values()) - set(found))
        return [name, *sorted(found[1:])]

    def new_name(self, name: str) -> str:
        """Name a file by its content and that of all it leads to, whose names are in it."""
        path = PurePosixPath(name)
        whole = b"\0".join(self.contents[one] for one in self.needed(name))
        return (path.parent / hashed_name(path.stem, path.suffix, whole)).as_posix()


def name_by_content(site: Path) -> Mapping[str, str]:
    """Rename the files of a site, and what refers to them; give the new names by the old."""
    files = _Files(site)
    renamed = {
        name: files.new_name(name)
        for name in files.contents
        if name not in FIXED and not name.startswith(MADE)
    }
    for name, referred in files.referring.items():
        (site / name).write_text(
            _rewritten(files.contents[name].decode(), name, referred, renamed), encoding="utf-8"
        )
    _tell(site / PAGE, renamed)
    for name, other in renamed.items():
        (site / name).rename(site / other)
    return renamed


def _rewritten(
    text: str, name: str, referred: Mapping[str, str], renamed: Mapping[str, str]
) -> str:
    """Give a file's text with the new names of what it refers to."""

    def new(found: re.Match[str]) -> str:
        path = renamed.get(referred.get(found[0], ""), found[0])
        return found[0].rpartition("/")[0] + "/" + path.rpartition("/")[2]

    return (IN_SCRIPT if name.endswith(".js") else IN_PAGE).sub(new, text)


def _tell(page: Path, renamed: Mapping[str, str]) -> None:
    """Tell the page the names of the files that Python asks for."""
    told = {name: other for name, other in renamed.items() if name.startswith(ASKED_FOR)}
    text = page.read_text(encoding="utf-8")
    if text.count(FILES) != 1:
        raise ToolError(f"{page} must hold {FILES} exactly once.")
    page.write_text(text.replace(FILES, FILES.replace("{}", json.dumps(told))), encoding="utf-8")
