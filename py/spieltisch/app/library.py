"""What is kept on this device: a summary of every match, without its turns, and the best runs of
those who play alone."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from operator import attrgetter
from typing import Self

from spieltisch.app.kept_parts import kept_object, sound_members
from spieltisch.app.message import Frozen
from spieltisch.play.codec import format_setup
from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId, Summary
from spieltisch.table import Run, Setup
from spieltisch.table.codec import codec


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
    """Those deleted last, which are still in storage and can come back."""

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
        """The library without some matches, which can be brought back; those removed before them
        no longer can."""
        ids = frozenset(wanted)
        removed = {one: summary for one, summary in self.summaries.items() if one in ids}
        return replace(self.without(ids), removed=removed)

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


MOST_KEPT = 3
MAX_LENGTH = 100_000
"""Letters of all runs."""

_RUN = codec(Run)

Runs = Mapping[str, tuple[Run, ...]]
"""The best runs by category (see Solver), the best one first."""


def category_of(match: Match) -> str | None:
    """Which runs a match is to be compared with; None where it is not played alone."""
    solver = match.game.solver
    return None if solver is None else solver.category(match.setup)


def run_of(match: Match) -> Run | None:
    """The run of a finished match; None while it goes on, or if it is not played alone."""
    outcome, last, solver = match.position.outcome, match.last_turn, match.game.solver
    if solver is None or solver.category(match.setup) is None:
        return None
    if outcome is None or outcome.scores is None or last is None:
        return None
    return Run(solver.total(match.setup) - outcome.scores[0], match.helps, last.at_ms)


def with_run(runs: Runs, category: str, run: Run) -> Runs:
    best = sorted((*runs.get(category, ()), run))[:MOST_KEPT]
    return {**runs, category: tuple(best)}


def with_runs(runs: Runs, others: Runs) -> Runs:
    """The best runs of both; a run that is in both counts once."""
    kinds = (*runs, *(kind for kind in others if kind not in runs))
    return {
        kind: tuple(sorted({*runs.get(kind, ()), *others.get(kind, ())})[:MOST_KEPT])
        for kind in kinds
    }


def merged_runs(base: Runs, ours: Runs, theirs: Runs) -> Runs:
    """The runs of two that have both changed the same: what either has added or erased."""
    return with_runs(_without(theirs, _without(base, ours)), _without(ours, base))


def _without(runs: Runs, others: Runs) -> Runs:
    left = {
        kind: tuple(run for run in best if run not in others.get(kind, ()))
        for kind, best in runs.items()
    }
    return {kind: best for kind, best in left.items() if best}


def format_runs(runs: Runs) -> str:
    return json.dumps(runs)


def parse_runs(text: str | None, flaws: list[str] | None = None) -> Runs:
    """Runs from storage; what is damaged is left out, and told in ``flaws``."""
    told = [] if flaws is None else flaws
    found: dict[str, tuple[Run, ...]] = {}
    for kind, best in kept_object(text, MAX_LENGTH, "runs", told).items():
        unsound: list[str] = []
        runs = sound_members(_RUN, best if isinstance(best, list) else [best], unsound.append)
        if unsound:
            told.append(f"runs.{kind} has other members than runs")
        if runs or best == []:
            found[kind] = tuple(sorted(runs))[:MOST_KEPT]
    return found
