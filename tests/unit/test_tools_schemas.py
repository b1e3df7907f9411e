"""The JSON Schemas say what the classes do."""

from __future__ import annotations

import pytest

from tools.schemas import SCHEMAS, as_text


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_a_schema_is_as_it_would_be_written_now(path):
    """If not: python -m tools.schemas"""
    assert path.read_text(encoding="utf-8") == as_text(SCHEMAS[path]())
