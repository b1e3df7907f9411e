"""Writes docs/packages.md, the table of the packages that the project stands on, from the versions
that are pinned: `python -m tools.packages`.

No test compares its versions, so that whoever raises one need not write it anew; a release does.
"""

import json
import re
import tomllib
from pathlib import Path

from tools.project import ROOT

TABLE = ROOT / "docs" / "packages.md"
REASONS = Path(__file__).with_suffix(".toml")
PINNED = re.compile(r"^([\w.-]+)==([\w.]+)$", re.MULTILINE)
HEADINGS = {
    "shipped": "What comes with the page",
    "building": "What builds it",
    "checking": "What checks and tests it",
    "laboratory": "What it is measured beside",
}
BEGINNING = """\
# What it stands on

Written by `python -m tools.packages`. Everything is pinned, in `package.json` and
`requirements/*.in` of `tools/` and `lab/`, and locked by digest with all that it brings. A site
brings a page of all licences and a bill of materials.
"""


def plain(name: str) -> str:
    """Give the name of a Python package as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned() -> dict[str, str]:
    """Give the version of each package that the project names itself."""
    told = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    found = {**told["dependencies"], **told["devDependencies"]}
    for path in ROOT.glob("*/requirements/*.in"):
        for name, version in PINNED.findall(path.read_text(encoding="utf-8")):
            found[plain(name)] = version
    return found


def reasons() -> dict[str, dict[str, list[str]]]:
    """Give the licence of each package, and what it is there for, by kind."""
    told: dict[str, dict[str, list[str]]] = tomllib.loads(REASONS.read_text(encoding="utf-8"))
    return told


def table() -> str:
    """Give the document."""
    versions, lines = pinned(), [BEGINNING]
    for kind, heading in HEADINGS.items():
        lines += [f"## {heading}\n", "| package | licence | why |", "|---|---|---|"]
        for name, (licence, why) in reasons()[kind].items():
            lines.append(f"| {name} {versions.get(name, '')} | {licence.strip('()')} | {why} |")
        lines.append("")
    return "\n".join(lines)


def is_fresh() -> bool:
    """Tell whether the document has the versions that are pinned."""
    return TABLE.exists() and TABLE.read_text(encoding="utf-8") == table()


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
