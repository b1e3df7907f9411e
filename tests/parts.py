"""Runs one of several parts of the tests: `--part 2/4`, so that each fits into a job of its own.

A file's tests stay together, as what they share is made once. Every test is in exactly one part,
and which one depends on nothing but what was collected.
"""

import re
from collections import Counter

import pytest


def parse_part(text: str) -> tuple[int, int]:
    """Read "2/4", the second of four."""
    told = re.fullmatch(r"(\d+)/(\d+)", text)
    if told is None or not 1 <= int(told[1]) <= int(told[2]):
        raise pytest.UsageError(f"--part {text}: say which of how many, as in 2/4")
    return int(told[1]), int(told[2])


def parts_of(counts: dict[str, int], number: int) -> dict[str, int]:
    """Give each file its part, 1 to `number`: the largest one goes where there is least so far."""
    sizes = dict.fromkeys(range(1, number + 1), 0)
    found = {}
    for name in sorted(counts, key=lambda name: (-counts[name], name)):
        part = min(sizes, key=lambda part: (sizes[part], part))
        sizes[part] += counts[name]
        found[name] = part
    return found


def keep_part(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests of the wanted part among those that were chosen; all, if none is named."""
    told = config.getoption("--part")
    if not told:
        return
    part, number = parse_part(told)
    parts = parts_of(Counter(str(item.path) for item in items), number)
    others = [item for item in items if parts[str(item.path)] != part]
    items[:] = [item for item in items if parts[str(item.path)] == part]
    config.hook.pytest_deselected(items=others)
