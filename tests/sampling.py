"""What `make test` takes of many cases of the same kind; `make soak` takes all the others."""

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[Any], *kept: Any) -> list[Any]:
    """The cases as parameters of a test: those that are kept, and the others for `make soak`.

    What is kept must be among the cases, so that one that is renamed is missed.
    """
    found = list(cases)
    assert all(case in found for case in kept), f"not among the cases: {kept}"
    return [case if case in kept else _for_soak(case) for case in found]


def _for_soak(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.soak)
