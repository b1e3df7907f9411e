"""Picks which of many similar cases always run; `make soak` or `make ci` runs the others, too."""

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[Any], *kept: Any, rest: str = "soak") -> list[Any]:
    """The cases as parameters of a test: those that are kept, and the others with the mark
    ``rest``, "soak" or "ci".

    Every kept case must be among the cases, so that a renamed one is noticed.
    """
    found = list(cases)
    assert all(case in found for case in kept), f"not among the cases: {kept}"
    mark = getattr(pytest.mark, rest)
    return [case if case in kept else _marked(case, mark) for case in found]


def _marked(case: Any, mark: pytest.MarkDecorator) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=mark)
