"""Text from outside: what doubling it costs.

For each door of ``tests/hostile.py`` the text that takes it longest is told, and by how much
the time grows from one length to the double: 2 is in proportion. How long the page itself is kept
busy is measured there, by ``busy.py``.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from time import process_time

from tests.hostile import DOORS, TEXTS

LETTERS = 100_000
"""Of the longer text of each pair."""


def run(rounds: int) -> None:
    """Measure every door, the fewest milliseconds of some rounds, and print a line."""
    print("door: growth per doubling (2 is in proportion), and ms of the longest text, in CPython")
    for name, door in DOORS.items():
        ratio, took_ms, text = max(growths(door, rounds))
        print(f"  {name}: {ratio:.1f} with {text}; {took_ms:.0f} ms at most")


def growths(
    door: Callable[[str], object], rounds: int, letters: int = LETTERS
) -> Iterator[tuple[float, float, str]]:
    took = {name: _ms(door, make(letters), rounds) for name, make in TEXTS.items()}
    longest = max(took.values())
    for name, took_ms in took.items():
        # What is over at once tells nothing of how it grows.
        if took_ms > longest / 4:
            half = _ms(door, TEXTS[name](letters // 2), rounds)
            yield took_ms / max(half, 0.001), longest, name


def _ms(door: Callable[[str], object], text: str, rounds: int) -> float:
    def once() -> float:
        from_s = process_time()
        with suppress(ValueError):
            door(text)
        return 1000 * (process_time() - from_s)

    return min(once() for _ in range(rounds))
