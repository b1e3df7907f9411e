"""Style sheets: five lengths at which the layout changes, layers, one way to write them."""

import re
from pathlib import Path

import pytest

from tools.project import PACKAGE, STATIC

MAIN = STATIC / "styles" / "main.css"
SHEETS = sorted([*MAIN.parent.glob("*.css"), *(PACKAGE / "games").glob("*/view/*.css")])
LENGTHS = re.findall(r"^     (\d+rem) ", MAIN.read_text(encoding="utf-8"), re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
LONGEST_LINE = 120


def rules_of(path: Path) -> str:
    return COMMENT.sub("", path.read_text(encoding="utf-8"))


def test_five_lengths_are_named() -> None:
    assert len(LENGTHS) == len(set(LENGTHS)) == 5


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_the_layout_changes_at_these_lengths_alone(path: Path) -> None:
    for query in re.findall(r"@media([^{]*)", rules_of(path)):
        assert set(re.findall(r"[\d.]+(?:rem|em|px|vw|vh|ch)", query)) <= set(LENGTHS), query
        # The two ways of writing one differ by what happens at the very length.
        assert not re.search(r"\b(?:min|max)-(?:width|height)", query), query


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_sheets_are_written_a_declaration_a_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if len(line) > LONGEST_LINE] == []
    # Urls, and texts such as "}", hold no rule.
    rules = re.sub(r"\"[^\"]*\"", "", rules_of(path))
    assert re.findall(r"^.*\{[^\n}]+.*$|^.*;[^\n]*\S;.*$", rules, re.MULTILINE) == []
    assert "!important" not in text


def test_every_shared_sheet_is_in_one_of_the_layers() -> None:
    text = MAIN.read_text(encoding="utf-8")
    order = re.findall(r"\w+", re.search(r"^@layer ([\w, ]+);", text, re.MULTILINE)[1])
    imported = re.findall(r'^@import url\("([\w.]+)"\) layer\((\w+)\);', text, re.MULTILINE)
    assert {name for name, _ in imported} == {path.name for path in MAIN.parent.glob("*.css")} - {
        "main.css"
    }
    # In the order in which they win.
    layers = [layer for _, layer in imported]
    assert layers == sorted(layers, key=order.index)
    assert set(layers) == set(order)
    assert rules_of(MAIN).count("{") == 0


def test_how_to_hide_from_the_eye_is_said_in_one_sheet() -> None:
    saying = [path.name for path in SHEETS if "clip-path: inset(50%)" in rules_of(path)]
    assert saying == ["hidden.css"]
