"""What is kept on this device of matches: a summary of every one, without its turns."""

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from operator import attrgetter
from typing import Self

from spieltisch.app.core.message import Frozen
from spieltisch.play.codec import format_setup
from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId, Summary
from spieltisch.table import Setup


class KeptMatch(Frozen):
    match: Match
    summary: Summary


class KeptName(Frozen):
    """The name of a match. It is kept apart from all else, so that a tab may name a match while
    another one plays it."""

    match_id: MatchId
    name: str


class Library(Frozen):
    summaries: Mapping[MatchId, Summary] = field(default_factory=dict)
    removed: Mapping[MatchId, Summary] = field(default_factory=dict)
    """Those that were deleted, and are in storage as long as they can come back."""

    def with_summaries(self, changed: Iterable[Summary]) -> Self:
        known = {summary.id: summary for summary in changed}
        removed = {one: summary for one, summary in self.removed.items() if one not in known}
        return replace(self, summaries={**self.summaries, **known}, removed=removed)

    def without(self, gone: Iterable[MatchId]) -> Self:
        """The library without some matches, which cannot be brought back."""
        ids = frozenset(gone)
        kept = {one: summary for one, summary in self.summaries.items() if one not in ids}
        removed = {one: summary for one, summary in self.removed.items() if one not in ids}
        return replace(self, summaries=kept, removed=removed)

    def removing(self, wanted: Iterable[MatchId]) -> Self:
        """The library without some matches, which can be brought back."""
        ids = frozenset(wanted)
        removed = {one: summary for one, summary in self.summaries.items() if one in ids}
        return replace(self.without(ids), removed={**self.removed, **removed})

    def latest(self, game: str) -> Summary | None:
        """The match of a game that was played last; of several in the same millisecond the one that
        was kept later."""
        ours = [one for one in self.summaries.values() if one.setup.game == game]
        return max(reversed(ours), key=attrgetter("played_ms"), default=None)

    def begun_as(self, setup: Setup) -> list[Summary]:
        """The matches that began exactly like this, the one that was played last first."""
        # These fields are quick to compare, and rule most out; the texts leave out defaults.
        alike = [
            one
            for one in self.summaries.values()
            if (one.setup.seed, one.setup.start) == (setup.seed, setup.start)
            and one.setup.game == setup.game
        ]
        text = format_setup(setup) if alike else ""
        same = [one for one in alike if format_setup(one.setup) == text]
        return sorted(same, key=attrgetter("played_ms"))[::-1]
