"""The best runs of those who play alone."""

import json

from spieltisch.app.core.kept import KeptValue
from spieltisch.app.core.kept_parts import kept_object, sound_members
from spieltisch.play.match import Match
from spieltisch.table import Run
from spieltisch.table.codec import codec

MOST_KEPT = 3
MAX_LENGTH = 100_000
"""Letters of all runs."""

_RUN = codec(Run)


class Runs(dict[str, tuple[Run, ...]], KeptValue):
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
    return Runs({**runs, category: tuple(best)})


def _best_of(runs: Runs, others: Runs) -> Runs:
    """The best runs of both; a run that is in both counts once."""
    kinds = (*runs, *(kind for kind in others if kind not in runs))
    return Runs(
        {
            kind: tuple(sorted({*runs.get(kind, ()), *others.get(kind, ())})[:MOST_KEPT])
            for kind in kinds
        }
    )


def merged_runs(base: Runs, ours: Runs, theirs: Runs) -> Runs:
    """The runs of two that have both changed the same: what either has added or erased."""
    return _best_of(_without(theirs, _without(base, ours)), _without(ours, base))


def _without(runs: Runs, others: Runs) -> Runs:
    left = {
        kind: tuple(run for run in best if run not in others.get(kind, ()))
        for kind, best in runs.items()
    }
    return Runs({kind: best for kind, best in left.items() if best})


def format_runs(runs: Runs) -> str:
    return json.dumps(runs)


def parse_runs(text: str | None, flaws: list[str] | None = None) -> Runs:
    """Runs from storage; what is damaged is left out, and told in ``flaws``."""
    told = [] if flaws is None else flaws
    found = Runs()
    for kind, best in kept_object(text, MAX_LENGTH, "runs", told).items():
        unsound: list[str] = []
        runs = sound_members(_RUN, best if isinstance(best, list) else [best], unsound.append)
        if unsound:
            told.append(f"runs.{kind} has other members than runs")
        if runs or best == []:
            found[kind] = tuple(sorted(runs))[:MOST_KEPT]
    return found
