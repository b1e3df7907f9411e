"""What browser tests wait for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
FILES = sorted(path for path in TESTS.rglob("*.py") if "wait_for_function" in path.read_text())


def literal_conditions(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each condition that stands at its `wait_for_function`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="wait_for_function"),
                args=[ast.Constant(value=str(condition)), *_],
            ):
                yield node.lineno, condition


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_condition_is_a_function(path: Path) -> None:
    """An expression is true at once or an error: the page's policy forbids evaluating it again."""
    conditions = literal_conditions(path.read_text())
    wrong = [(line, condition) for line, condition in conditions if "=>" not in condition]
    assert not wrong, f"write these as functions: {wrong}"


def test_an_expression_is_noticed() -> None:
    source = 'page.wait_for_function("window.x")\npage.wait_for_function("() => window.x")'
    found = list(literal_conditions(source))
    assert found == [(1, "window.x"), (2, "() => window.x")]
