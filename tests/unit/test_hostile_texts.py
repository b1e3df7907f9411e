"""Text from outside may be anything: reading it takes time and memory in proportion to its length.

Each door that text comes in by is given texts that are made to take long, of one length and of
eight times that length, and of memory twice. `make test` gives each door some of them, other ones
than the next door, so that each text is given somewhere; `make soak` gives the rest.
"""

import importlib
import pkgutil
import re
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from time import process_time, sleep

import pytest

from spieltisch.table.json_text import MOST_OF, parse_json
from tests.front_doors import parse_link
from tests.hostile import DOORS, TEXTS, imported_whole, many, packed, texts_of
from tools.project import PY

PACKAGE = PY / "spieltisch"
LETTERS = 20_000
TIMES = 8
SLOW_S = 0.04
"""What takes less at the larger length keeps nobody waiting, however it grows."""
MOST_GROWTH = 3 * TIMES
"""Squared, TIMES would be 64."""


LOOKS = (1, 3, 15, 15, 15)
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


SAMPLE = 6
"""Of so many texts a door is given one in each run."""


def given(door: str, *, is_sample: bool) -> dict[str, Callable[[int], str]]:
    """What a door is given: its sample, or all else."""
    first = [*DOORS].index(door) % SAMPLE
    return {
        name: make
        for number, (name, make) in enumerate(texts_of(door).items())
        if (number % SAMPLE == first) is is_sample
    }


each_door = pytest.mark.parametrize(
    ("door", "is_sample"),
    [
        pytest.param(door, is_sample, marks=[] if is_sample else [pytest.mark.soak])
        for door in DOORS
        for is_sample in (True, False)
    ],
)


def test_a_door_is_given_each_text_by_one_of_two_tests() -> None:
    for door in DOORS:
        sample, others = given(door, is_sample=True), given(door, is_sample=False)
        assert sample
        assert not sample.keys() & others.keys()
        assert sample.keys() | others.keys() == texts_of(door).keys()
    assert {name for door in DOORS for name in given(door, is_sample=True)} >= TEXTS.keys()


@each_door
def test_reading_takes_time_in_proportion_to_length(door: str, is_sample: bool) -> None:
    texts = given(door, is_sample=is_sample)
    slow = [name for name, make in texts.items() if not is_in_proportion(DOORS[door], make)]
    assert slow == []


MANY_LETTERS = 40_000
"""Of the longer text. An address of 192,000 took 2.4 GB once, and of so many 100 MB."""
BYTES_A_LETTER = 64
"""What takes less at the larger length is no copy for each of many places."""
MOST_BYTES = 64_000_000
"""No text of this length may take more, such as what a little one unpacks to."""


def peak(door: Callable[[str], object], text: str) -> int:
    """The most bytes of Python's heap that are taken while a text is read."""
    tracemalloc.start()
    try:
        with suppress(ValueError):
            door(text)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def takes_memory_in_proportion(door: Callable[[str], object], make: Callable[[int], str]) -> bool:
    of_long = peak(door, make(MANY_LETTERS))
    if of_long <= BYTES_A_LETTER * MANY_LETTERS:
        return True
    return of_long < min(MOST_BYTES, 2.5 * peak(door, make(MANY_LETTERS // 2)))


@each_door
def test_reading_takes_memory_in_proportion_to_length(door: str, is_sample: bool) -> None:
    texts = given(door, is_sample=is_sample)
    with suppress(ValueError):
        DOORS[door]("")  # What is imported late is no text’s doing.
    large = [
        name for name, make in texts.items() if not takes_memory_in_proportion(DOORS[door], make)
    ]
    assert large == []


def test_what_grows_faster_than_a_text_is_found() -> None:
    """The readers of time and memory see what went wrong before."""

    def copies(text: str) -> object:
        return [text[at:] for at in range(0, len(text), 100)]

    assert not takes_memory_in_proportion(copies, many("/record/"))


OF_MANY_PIECES = ("empty lists", "empty texts", "objects in a line", "a match a line")


@pytest.mark.parametrize("name", [*OF_MANY_PIECES, "matches in a line", "entries"])
def test_an_import_takes_time_in_proportion_to_its_end(name: str) -> None:
    # A piece is refused in a tenth of a millisecond: 13,000 of them in a second.
    assert is_in_proportion(imported_whole, lambda letters: TEXTS[name](letters // 4))


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
