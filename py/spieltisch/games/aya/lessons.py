"""AYA's lessons (docs/rules.md, AYA): no clock runs, and nobody acts before the learner."""

from spieltisch.table import Turn, play
from spieltisch.table.lesson import brings, read_course


def _leads_on(turn: Turn) -> bool:
    """Whether a second move can match a light card after a first that has matched nothing."""
    is_matched = brings("matched")
    return not is_matched(turn) and any(
        is_matched(play(turn.rules, turn.after, turn.seat, action))
        for action in turn.after.legal_actions(turn.seat)
    )


LESSONS = read_course(__name__, {"leads-on": _leads_on})
