"""How a match's calls turned out, in as few numbers as statistics need.

Statistics are about thousands of matches, so each summary has these numbers as a text that is
parsed only when it is needed: ``word=12,3 kind:2100,1500``, with how often a word was right and
wrong, and the times of right calls of a kind in milliseconds.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from spieltisch.table import TimedCall

_FIELD = re.compile("([a-z-]+)([=:])([0-9]+(?:,[0-9]+)*)")


@dataclass(frozen=True)
class CallFigures:
    verdicts: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """By word, how often it was called rightly and wrongly."""
    times_ms: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """By what they were about (``Shouts.kinds``), how long right calls took."""


def figures_of(calls: Iterable[TimedCall]) -> CallFigures:
    right: dict[str, int] = defaultdict(int)
    wrong: dict[str, int] = defaultdict(int)
    times_ms: dict[str, tuple[int, ...]] = defaultdict(tuple)
    for call in calls:
        (right if call.is_right else wrong)[call.word] += 1
        if call.is_right and call.ms is not None:
            times_ms[call.kind] += (call.ms,)
    words = sorted(right.keys() | wrong.keys())
    return CallFigures({word: (right[word], wrong[word]) for word in words}, dict(times_ms))


def format_figures(figures: CallFigures) -> str:
    """The figures as text; empty if nothing was called."""
    verdicts = [f"{word}={right},{wrong}" for word, (right, wrong) in figures.verdicts.items()]
    times = [f"{kind}:{','.join(map(str, times))}" for kind, times in figures.times_ms.items()]
    return " ".join(verdicts + times)


def parse_figures(text: str) -> CallFigures:
    """The inverse of format_figures; raises ValueError.

    >>> figures = parse_figures("aya=12,3 dark:2100,1500")
    >>> figures.verdicts["aya"], figures.times_ms["dark"]
    ((12, 3), (2100, 1500))
    >>> format_figures(figures)
    'aya=12,3 dark:2100,1500'
    """
    verdicts: dict[str, tuple[int, int]] = {}
    times_ms: dict[str, tuple[int, ...]] = {}
    for part in text.split(" ") if text else ():
        found = _FIELD.fullmatch(part)
        numbers = tuple(map(int, found[3].split(","))) if found else ()
        if found and found[2] == ":":
            times_ms[found[1]] = numbers
        elif found and len(numbers) == 2:
            verdicts[found[1]] = (numbers[0], numbers[1])
        else:
            raise ValueError(f"{part!r} is no figure of calls")
    return CallFigures(verdicts, times_ms)
