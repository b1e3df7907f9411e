"""What a person has reached with puzzles, beside a board and where puzzles are chosen."""

from spieltisch.app.core.session import Session
from spieltisch.app.keeping.puzzle_log import GameLog
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.words import Words


def facts_so_far(session: Session, log: GameLog, today: str, words: Words) -> Markup:
    """What has come of puzzles."""
    days = log.days_in_a_row(today, session.device.east_minutes)
    return facts_row(
        (words.gettext("Your rating"), str(round(log.rating.value))),
        *solved_facts(log, words),
        (words.gettext("Days in a row"), str(days)),
        is_told=bool(log.attempts),
    )


def solved_facts(log: GameLog, words: Words) -> tuple[tuple[str, str], ...]:
    """How many puzzles were solved, and how many in a row."""
    solved = words("{n} of {count}", n=log.solved, count=len(log.attempts))
    return (
        (words.gettext("Solved"), solved),
        (words.gettext("In a row"), str(log.streak)),
    )


def facts_row(*facts: tuple[str, str], is_told: bool = True) -> Markup:
    """A row of facts, which is hidden before the first attempt: noughts tell nothing."""
    return region(
        "dl#puzzle-record.facts.puzzle-record",
        {"hidden": not is_told},
        [el("div", el("dt", name), el("dd", value)) for name, value in facts],
    )
