"""Finds the parts of a built site that others have written, and their licences.

Versions come from `package-lock.json` and from Pyodide itself. The packages bundled in PyScript's
files are found by their source maps, which have no versions: none is claimed.
"""

import json
import re
import subprocess
import tomllib
from base64 import b64decode
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools import vendor
from tools.project import NODE_MODULES, ROOT, ToolError, version

HERE = Path(__file__).parent
TEXTS = HERE / "texts"
BUILD_LOCK = ROOT / "tools" / "requirements" / "build.txt"
PINNED = re.compile(r"^([\w.-]+)==([\w.]+)", re.MULTILINE)
LICENCE_NAMES = ("LICENSE-MIT", "LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE")
NPM_NAME = re.compile(r".*node_modules/((?:@[^/]+/)?[^/]+)/")
# Licences that some packages write in another way than SPDX, or of which they offer a choice.
SPDX = {"APACHE-2.0": "Apache-2.0", "(MIT OR Apache-2.0)": "MIT"}


@dataclass(frozen=True)
class Component:
    """Something that is shipped."""

    name: str
    version: str
    """Empty where nothing tells it."""
    licence: str
    """An SPDX expression; `text` is its text, with who holds the copyright."""
    text: str
    home: str
    inside: str = ""
    """The component whose files hold it; empty if it has files of its own."""
    is_npm: bool = False
    sha512: str = ""
    """The digest of its package, in hexadecimal digits; empty if it has none."""


def ours() -> Component:
    """Give the component that contains all others: the site itself."""
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    return Component("spieltisch", version(), "MIT", text, "")


def package_name(path: str) -> str:
    """Tell which npm package a file belongs to."""
    match = NPM_NAME.match(path)
    if match is None:
        raise ToolError(f"{path} is of no package: its licence is not known.")
    return match[1]


def bundled(source: Path) -> set[str]:
    """Tell which packages are bundled in a script, by its source map; none if it has no map."""
    source_map = source.with_name(f"{source.name}.map")
    if not source_map.exists():
        return set()
    names: list[str] = json.loads(source_map.read_text(encoding="utf-8"))["sources"]
    return {package_name(name) for name in names if "node_modules/" in name}


def licence_text(package: Path, told: dict[str, Any]) -> str:
    """Give a package's own licence text; if it has none, the standard text with its author."""
    for name in LICENCE_NAMES:
        if (package / name).exists():
            return (package / name).read_text(encoding="utf-8").strip("\n")
    author = str(told.get("author", "")).partition(" <")[0]
    holder = f"Copyright (c) {author}\n\n" if author else ""
    return holder + standard_text(told["license"])


def standard_text(licence: str) -> str:
    """Give the text of a licence that is kept here, because no package brings it."""
    path = TEXTS / f"{licence}.txt"
    if not path.exists():
        raise ToolError(f"There is no text of the licence {licence} in {TEXTS.relative_to(ROOT)}.")
    return path.read_text(encoding="utf-8").strip("\n")


def home_of(told: dict[str, Any], name: str) -> str:
    """Give the address of a page that leads to a package's source."""
    return str(told.get("homepage") or f"https://www.npmjs.com/package/{name}")


def npm_component(name: str, locked: dict[str, Any], inside: str = "") -> Component:
    """Describe an npm package; the version of one bundled in another is not known."""
    package = NODE_MODULES / name
    told = json.loads((package / "package.json").read_text(encoding="utf-8"))
    licence = SPDX.get(told["license"], told["license"])
    text, home = licence_text(package, told), home_of(told, name)
    if inside:
        return Component(name, "", licence, text, home, inside, is_npm=True)
    entry = locked[f"node_modules/{name}"]
    sha512 = b64decode(entry["integrity"].removeprefix("sha512-")).hex()
    return Component(name, entry["version"], licence, text, home, is_npm=True, sha512=sha512)


def npm_components(files: Iterable[Path]) -> list[Component]:
    """Describe the packages that these files are from, and what is bundled in them."""
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    inside: dict[str, set[str]] = {}
    for path in files:
        name = package_name(path.relative_to(ROOT).as_posix())
        inside.setdefault(name, set()).update(bundled(path))
    direct = [npm_component(name, lock) for name in sorted(inside)]
    others = [
        npm_component(name, lock, outer)
        for outer in sorted(inside)
        for name in sorted(inside[outer])
    ]
    return direct + others


def asked_versions() -> dict[str, str]:
    """Ask Pyodide for the versions of what is in it."""
    done = subprocess.run(
        ["node", HERE / "versions.js"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise ToolError(f"Pyodide does not tell its versions:\n{done.stderr.strip()}")
    answer: dict[str, str] = json.loads(done.stdout)
    return answer


def embedded_components(versions: dict[str, str]) -> list[Component]:
    """Describe what is inside of other packages' files (embedded.toml)."""
    listed = tomllib.loads((HERE / "embedded.toml").read_text(encoding="utf-8"))["component"]
    return [
        Component(
            one["name"],
            versions[one["asked"]] if "asked" in one else "",
            one["licence"],
            f"{one['copyright'].strip()}\n\n{standard_text(one['licence'])}",
            one["home"],
            one["inside"],
        )
        for one in listed
    ]


def builders() -> list[tuple[str, str]]:
    """Give the programs whose versions a site depends on, each with its own, and those of which any
    version from one on makes the same bytes."""
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    locked = dict(PINNED.findall(BUILD_LOCK.read_text(encoding="utf-8")))
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [
        *((name, lock[f"node_modules/{name}"]["version"]) for name in ("binaryen", "esbuild")),
        *((name, locked[name]) for name in ("babel", "zstandard")),
        ("Node", lock[""]["engines"]["node"]),
        ("Python", told["requires-python"]),
    ]


def components() -> list[Component]:
    """Give all components that are shipped and not ours."""
    files = vendor.wanted_files(is_live=False).values()
    return npm_components(files) + embedded_components(asked_versions())
