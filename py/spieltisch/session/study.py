"""What has been found out about a match's positions: for hints, for the bar, for the review."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from spieltisch.play.match import Match
from spieltisch.table import Seat


@dataclass(frozen=True)
class Finding:
    """What was found about one position.

    Attributes:
        position: the very position; another match's, or another way's, is another one.
        seat: who is to act there, and whose expectation it is.
        expected: 0 is a loss for the seat, 1 a win.
        ends_in: in how many actions the end is seen; None where it is not.
        line: the best line, as texts; its first action is the best.
        is_whole: whether as much was thought as can be; else only as much as a review takes.
    """

    position: Any
    seat: Seat
    expected: float
    ends_in: int | None
    line: tuple[str, ...]
    is_whole: bool = True


@dataclass(frozen=True)
class Study:
    """Attributes:
    is_open: whether the position on screen is judged.
    is_asked: whether the judgement is to be said as soon as it is there.
    is_reviewing: whether every position of the match is judged, one after the other.
    is_reviewed: whether that has been asked for, so that what was found is shown.
    findings: what was found, by how many entries had been played.
    """

    is_open: bool = False
    is_asked: bool = False
    is_reviewing: bool = False
    is_reviewed: bool = False
    findings: Mapping[int, Finding] = field(default_factory=dict)

    def finding(self, match: Match, shown: int) -> Finding | None:
        """What was found about a moment of a match."""
        found = self.findings.get(shown)
        # Compared as the object that it is: after taking back, others may come at that number.
        return found if found and found.position is match.position_at(shown) else None

    def whole(self, match: Match, shown: int) -> Finding | None:
        """The same, if as much was thought as can be."""
        found = self.finding(match, shown)
        return found if found and found.is_whole else None

    def with_finding(self, shown: int, found: Finding) -> Self:
        """One thing more is known, or the same better."""
        known = self.findings.get(shown)
        if known and known.is_whole and not found.is_whole and known.position is found.position:
            return self
        return replace(self, findings={**self.findings, shown: found})
