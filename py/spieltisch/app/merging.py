"""Bringing together what several tabs have made of one kept value."""

from spieltisch.app.damaged.update import LESSONS, PUZZLES, RUNS
from spieltisch.app.lesson.progress import format_progress, merged_progress, parse_progress
from spieltisch.app.puzzle.log import format_puzzle_log, merged_puzzle_log, parse_puzzle_log
from spieltisch.app.runs import format_runs, merged_runs, parse_runs


def merged(name: str, base: str | None, ours: str, theirs: str) -> str:
    """The text of a value that this tab and others have changed.

    Args:
        name: which value.
        base: what this tab has gone on from; None if it had not read the value.
        ours: what it has made of it.
        theirs: what is kept by now.
    """
    if name == RUNS:
        return format_runs(merged_runs(parse_runs(base), parse_runs(ours), parse_runs(theirs)))
    if name == LESSONS:
        progress = map(parse_progress, (base, ours, theirs))
        return format_progress(merged_progress(*progress))
    assert name == PUZZLES
    logs = map(parse_puzzle_log, (base, ours, theirs))
    return format_puzzle_log(merged_puzzle_log(*logs))
