"""The documents lead where they say, and stay as short as they promise to be."""

import re
from pathlib import Path

import pytest

from tools.project import ROOT

DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / ".github").glob("*.md")]
)
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)|src=\"([^\"]+)\"")
LONGEST_README = 90


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_and_pictures_lead_to_files(path: Path) -> None:
    for found in LINK.finditer(path.read_text(encoding="utf-8")):
        target = found[1] or found[2]
        assert (path.parent / target).exists(), target


def test_what_the_readme_names_is_there() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST_README
    # Its table of rooms is that of the package.
    rooms = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| ", text, re.MULTILINE)
    named = {name for room in rooms for name in re.findall(r"\w+", room)}
    package = ROOT / "py" / "spieltisch"
    assert named == {path.parent.name for path in package.glob("*/__init__.py")}
    targets = re.findall(r"^    make (\w+)", text, re.MULTILINE)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets == ["play", "test"]
    for target in {*targets, *re.findall(r"`make (\w+)`", text)}:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_versions_in_the_readme_are_those_that_are_installed() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    wanted = (ROOT / "package.json").read_text(encoding="utf-8")
    told = re.findall(r"(@?[\w/-]+) (\d+\.\d+\.\d+[\w.-]*)", text)
    assert len(told) >= 5
    for name, version in told:
        assert f'"{name}": "{version}"' in wanted, name
