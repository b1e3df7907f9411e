"""Fields say to browsers, password managers and writing helpers what is none of theirs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spieltisch.app.screens import page_of
from spieltisch.kit.frame import input_field
from tests.language_screens import screens
from tests.unit.markup_check import Node, read

PY = Path(__file__).parents[2] / "py/spieltisch"
NOT_TYPED = {"radio", "checkbox", "range", "file"}
IGNORED = {"data-1p-ignore", "data-lpignore", "data-bwignore", "data-form-type"}
NO_WORDS = {"number", "date"}
PROSE = re.compile("comment-")


def typed_fields() -> dict[str, Node]:
    """Every field of every kind of screen that is typed in, by its id."""
    found: dict[str, Node] = {}
    for _, session in screens("en"):
        for node in read(page_of(session)).walk():
            if node.tag in ("input", "textarea") and node.attributes.get("type") not in NOT_TYPED:
                found[node.attributes["id"]] = node
    return found


def test_every_field_of_every_screen_says_what_is_none_of_others() -> None:
    fields = typed_fields()
    for known in ("typed", "bot-name", "bot-source", "deck-text", "find", "position", "name-1",
                  "import-text", "code-field", "filter-since", "study-name"):  # fmt: skip
        assert known in fields
    for name, node in fields.items():
        own = node.attributes
        assert own.get("autocomplete") == "off", name
        assert own.keys() >= IGNORED, name
        if own.get("type") in NO_WORDS:
            continue
        assert "autocapitalize" in own, name
        if not PROSE.match(name):
            assert (own["spellcheck"], own["autocorrect"]) == ("false", "off"), name


def test_no_other_code_writes_a_field() -> None:
    """What is typed in is made by one function; only what is pressed is not."""
    for path in PY.rglob("*.py"):
        if path.name == "frame.py" and path.parent.name == "kit":
            continue
        text = path.read_text(encoding="utf-8")
        assert not re.search(r'"textarea\b', text), path
        for found in re.finditer(r'el\(\s*"input\b.{0,160}', text, re.DOTALL):
            assert re.search(r'"type": "(range|file)"', found[0]), path


@pytest.mark.parametrize("text", ["", "\nx", "a & <b>"])
def test_a_field_of_several_lines_holds_its_text_whole(text: str) -> None:
    node = read(input_field("x", "prose", {}, text)).one("id", "x")
    assert node.attributes["autocapitalize"] == "sentences"
    assert node.text in (text, f"\n{text}")
