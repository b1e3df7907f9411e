"""Text from outside may be anything: reading it takes time in proportion to its length.

Each door that text comes in by is given texts that are made to take long, of one length and of
eight times that length.
"""

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from time import process_time, sleep

import pytest

from spieltisch.table.json_text import MOST_OF, parse_json
from tests.front_doors import parse_link
from tools.bench.hostile import DOORS, TEXTS, many, packed
from tools.project import PY

PACKAGE = PY / "spieltisch"
LETTERS = 20_000
TIMES = 8
SLOW_S = 0.04
"""What takes less at the larger length keeps nobody waiting, however it grows."""
MOST_GROWTH = 3 * TIMES
"""Squared, TIMES would be 64."""


LOOKS = (3, 15, 15, 15)
"""How often each length is read. Another process, or another machine on the same processor, may be
in the way of all of the first times: what seems slow is looked at again, a while later."""
PAUSE_S = 1.0


def seconds(door: Callable[[str], object], text: str) -> float:
    """What it takes of the processor."""
    from_s = process_time()
    with suppress(ValueError):
        door(text)
    return process_time() - from_s


def is_in_proportion(door: Callable[[str], object], make: Callable[[int], str]) -> bool:
    long, short = make(TIMES * LETTERS), make(LETTERS)
    for times in LOOKS:
        if times != LOOKS[0]:
            sleep(PAUSE_S)
        # In turns, so that what is in the way is in the way of both.
        told = [(seconds(door, long), seconds(door, short)) for _ in range(times)]
        of_long, of_short = map(min, zip(*told, strict=True))
        if of_long < SLOW_S or of_long < MOST_GROWTH * of_short:
            return True
    return False


@pytest.mark.parametrize("door", DOORS)
def test_reading_takes_time_in_proportion_to_length(door: str) -> None:
    slow = [name for name, make in TEXTS.items() if not is_in_proportion(DOORS[door], make)]
    assert slow == []


def test_a_packed_text_takes_time_in_proportion_to_what_it_holds() -> None:
    slow = [name for name, make in TEXTS.items() if not is_in_proportion(parse_link, packed(make))]
    assert slow == []


@pytest.mark.parametrize("part", ["[]", "{}", '{"a":[]}', "1", "]", '{"a":1,"b":2}'])
def test_a_text_of_very_many_values_is_refused_before_one_is_made(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = min(
        many // (part + ",").count(sign) for sign, many in MOST_OF.items() if sign in part + ","
    )
    if part != "]":
        values = [part] * (most - 1)
        assert len(parse_json(f"[{','.join(values)}]", 10**7)) == most - 1
    told = ",".join(["[[[{{{:"] * most)
    assert parse_json(f'["{told}"]', 10**7) == [told], "in a text they are letters"
    monkeypatch.setattr("spieltisch.table.json_text.json", None)
    with pytest.raises(ValueError, match="more than"):
        parse_json(f"[{','.join([part] * (most + 2))}]", 10**7)


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """All regular expressions of the house that have a name, and those of the games."""
    for module in pkgutil.walk_packages([str(PACKAGE)], "spieltisch."):
        if ".shell" in module.name or module.name.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, re.Pattern):
                yield f"{module.name}.{name}", value


PATTERNS = dict(patterns())


SOURCES = "\n".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))


def used(name: str) -> Callable[[str], object]:
    """The pattern as the house uses it: on a whole text, or looked for everywhere in one."""
    pattern, last = PATTERNS[name], name.rpartition(".")[2]
    is_looked_for = re.search(rf"\b{last}\.(search|sub|finditer|findall|split)\(", SOURCES)
    return (lambda text: pattern.sub("", text)) if is_looked_for else pattern.fullmatch


def alphabet(pattern: re.Pattern[str]) -> list[str]:
    """What may repeat in a text that the pattern almost fits: its characters, and pairs of them."""
    letters = sorted(set(pattern.pattern) - set("()[]{}?*+|^$\\.:") | set('a1 -"\\'))
    return letters + [one + other for one, other in pairwise(letters)]


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_takes_time_in_proportion_to_the_text(name: str) -> None:
    use, parts = used(name), alphabet(PATTERNS[name])
    slow = [part for part in parts if not is_in_proportion(use, many(part, end="\0"))]
    assert slow == []


def test_the_patterns_are_found() -> None:
    assert len(PATTERNS) > 25
