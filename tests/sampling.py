"""Picks which of many similar cases `make test` runs; `make soak` runs all the others."""

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[Any], *kept: Any) -> list[Any]:
    """The cases as parameters of a test: those that are kept, and the others for `make soak`.

    Every kept case must be among the cases, so that a renamed one is noticed.
    """
    found = list(cases)
    assert all(case in found for case in kept), f"not among the cases: {kept}"
    return [case if case in kept else _for_soak(case) for case in found]


def _for_soak(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.soak)
