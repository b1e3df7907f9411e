"""How much a device at the other end of a line may send: more than people can play, and less than
keeps this page busy. Pure, like fair_calls.py: the caller gives the time."""

from dataclasses import dataclass, replace
from typing import Self

MESSAGES = 40.0
CHARACTERS = 65_536.0
"""So many a second, in the long run. A race takes some ten messages a second, while it is found out
how far away everybody is some twenty."""

MOST_MESSAGES = 200.0
MOST_CHARACTERS = 1_000_000.0
"""So many at once: the turns of the longest match, for somebody who has none of them, take 120
messages and 400,000 characters. A page that was held up hears many at once, too."""

SHARE = 0.5
MOST_BUSY_MS = 5000.0
"""The share of its time that this page may spend on what comes, in the long run, and how long at
once: it takes fewer messages to keep a slow page from everything else."""

MOST_DROPPED = 400
FORGIVEN = 10.0
"""After so many messages too many the line is ended; so many are forgiven a second."""


@dataclass(frozen=True)
class Budget:
    """What may still come on a line."""

    messages: float = MOST_MESSAGES
    characters: float = MOST_CHARACTERS
    """How many messages and characters may come now."""
    busy_ms: float = MOST_BUSY_MS
    """For how long the page may be busy with it."""
    at_ms: float = 0.0
    """When these allowances were brought up to date last, by the page's clock."""
    dropped: float = 0.0
    """How many messages beyond the allowance are still held against the sender."""
    is_taken: bool = True
    """Whether the last message was within the allowance."""

    def heard(self, length: int, at_ms: float) -> Self:
        """What is left after a message of so many characters: if it is too many, it is dropped."""
        passed_s = max(0.0, at_ms - self.at_ms) / 1000
        messages = min(MOST_MESSAGES, self.messages + passed_s * MESSAGES)
        characters = min(MOST_CHARACTERS, self.characters + passed_s * CHARACTERS)
        busy_ms = min(MOST_BUSY_MS, self.busy_ms + passed_s * 1000 * SHARE)
        is_in = messages >= 1 and characters >= length and busy_ms > 0
        return replace(
            self,
            messages=messages - is_in,
            characters=characters - length * is_in,
            busy_ms=busy_ms,
            at_ms=max(self.at_ms, at_ms),
            dropped=max(0.0, self.dropped - passed_s * FORGIVEN) + (not is_in),
            is_taken=is_in,
        )

    def answered(self, length: int) -> Self:
        """What is left after an answer that was caused by a message: as if that had come as well,
        as a short question may have a long answer."""
        return replace(self, messages=self.messages - 1, characters=self.characters - length)

    def took(self, ms: float) -> Self:
        """What is left after the page was busy with a message for so long."""
        return replace(self, busy_ms=self.busy_ms - max(0.0, ms))

    @property
    def is_over(self) -> bool:
        """Whether so much was too much that the line is to be ended."""
        return self.dropped > MOST_DROPPED
