"""The best solitaires of those who play alone."""

import json

from spieltisch.app.core.kept import KeptValue
from spieltisch.app.core.kept_parts import kept_object, sound_members
from spieltisch.play.match import Match
from spieltisch.table import Solitaire
from spieltisch.table.codec import codec

MOST_BEST_KEPT = 3
MAX_SOLITAIRES = 100_000
"""Letters of all solitaires."""

_SOLITAIRE = codec(Solitaire)


class Solitaires(dict[str, tuple[Solitaire, ...]], KeptValue):
    """The best solitaires by category (see Solver), the best one first."""


def category_of(match: Match) -> str | None:
    """Which solitaires a match is to be compared with; None where it is not played alone."""
    solver = match.game.solver
    return None if solver is None else solver.category(match.setup)


def solitaire_of(match: Match) -> Solitaire | None:
    """The solitaire of a finished match; None while it goes on, or if it is not played alone."""
    outcome, last, solver = match.position.outcome, match.last_turn, match.game.solver
    if solver is None or solver.category(match.setup) is None:
        return None
    if outcome is None or outcome.scores is None or last is None:
        return None
    return Solitaire(solver.total(match.setup) - outcome.scores[0], match.helps, last.at_ms)


def with_solitaire(solitaires: Solitaires, category: str, solitaire: Solitaire) -> Solitaires:
    best = sorted((*solitaires.get(category, ()), solitaire))[:MOST_BEST_KEPT]
    return Solitaires({**solitaires, category: tuple(best)})


def _best_of(solitaires: Solitaires, others: Solitaires) -> Solitaires:
    """The best of both; a solitaire that is in both counts once."""
    kinds = (*solitaires, *(kind for kind in others if kind not in solitaires))
    return Solitaires(
        {
            kind: tuple(sorted({*solitaires.get(kind, ()), *others.get(kind, ())})[:MOST_BEST_KEPT])
            for kind in kinds
        }
    )


def merged_solitaires(base: Solitaires, ours: Solitaires, theirs: Solitaires) -> Solitaires:
    """The solitaires of two that have both changed the same: what either has added or erased."""
    return _best_of(_without(theirs, _without(base, ours)), _without(ours, base))


def _without(solitaires: Solitaires, others: Solitaires) -> Solitaires:
    left = {
        kind: tuple(solitaire for solitaire in best if solitaire not in others.get(kind, ()))
        for kind, best in solitaires.items()
    }
    return Solitaires({kind: best for kind, best in left.items() if best})


def format_solitaires(solitaires: Solitaires) -> str:
    return json.dumps(solitaires)


def parse_solitaires(text: str | None, flaws: list[str] | None = None) -> Solitaires:
    """Solitaires from storage; what is damaged is left out, and told in ``flaws``."""
    told = [] if flaws is None else flaws
    found = Solitaires()
    for kind, best in kept_object(text, MAX_SOLITAIRES, "runs", told).items():
        unsound: list[str] = []
        solitaires = sound_members(
            _SOLITAIRE, best if isinstance(best, list) else [best], unsound.append
        )
        if unsound:
            told.append(f"runs.{kind} has other members than runs")
        if solitaires or best == []:
            found[kind] = tuple(sorted(solitaires))[:MOST_BEST_KEPT]
    return found
