"""Why a bot of a person's own has failed, in words."""

from typing import assert_never

from spieltisch.app.workshop.league import TrialEnd
from spieltisch.kit.words import Words
from spieltisch.play.own_jobs import LONGEST_MS, Failure, FailureKind
from spieltisch.table.graphemes import shortened

MOST_SHOWN = 300
"""Characters of what a bot has given."""


def failure_text(failure: Failure, words: Words) -> str:
    """A failure in a sentence, with the file and the line."""
    why = _why(failure, words)
    if failure.line:
        place = words.gettext("{file}, line {line}: {why}")
        return place.format(file=f"{failure.name}.py", line=failure.line, why=why)
    return words.gettext("{file}: {why}").format(file=f"{failure.name}.py", why=why)


def _why(failure: Failure, words: Words) -> str:
    said = shortened(failure.said, MOST_SHOWN)
    match failure.kind:
        case FailureKind.RAISED:
            return said
        case FailureKind.EXIT:
            return words.gettext("It called exit.")
        case FailureKind.FUNCTIONS if said:
            told = words.gettext(
                "A bot has exactly one of the functions choose, evaluate and see. This one has"
                " {what}."
            )
            return told.format(what=said)
        case FailureKind.FUNCTIONS:
            return words.gettext(
                "A bot has exactly one of the functions choose, evaluate and see. This one has"
                " none."
            )
        case FailureKind.EVALUATE:
            return words.gettext(
                "In this game several players may act at once. Write choose or see."
            )
        case FailureKind.SEE:
            return words.gettext("In this game nobody calls. Write choose or evaluate.")
        case FailureKind.ILLEGAL_CHOICE:
            told = words.gettext("choose returned {what}, but seat {seat} may not play that.")
            return told.format(what=said, seat=failure.seat)
        case FailureKind.ILLEGAL_SIGHT:
            told = words.gettext("see returned {what}, but seat {seat} may not play that.")
            return told.format(what=said, seat=failure.seat)
        case FailureKind.NO_NUMBER:
            return words.gettext("evaluate returned {what}, which is not a number.").format(
                what=said
            )
        case FailureKind.NO_SIGHTING:
            told = words.gettext(
                "see returned {what}, but it has to return a call, its moves and the milliseconds."
            )
            return told.format(what=said)
        case FailureKind.TOO_LONG:
            told = words.gettext("see took {what} milliseconds. Only 0 to {most} are possible.")
            return told.format(what=said, most=LONGEST_MS)
    assert_never(failure.kind)


def ended_text(why: TrialEnd, limit_ms: int, words: Words) -> str:
    """Why a bot has come to an end that does not say what went wrong."""
    if why == TrialEnd.TIME:
        seconds = limit_ms // 1000
        return words.ngettext(
            "The bot thought for longer than {n} second, and was stopped. Does it have a loop"
            " that never ends?",
            "The bot thought for longer than {n} seconds, and was stopped. Does it have a loop"
            " that never ends?",
            seconds,
        ).format(n=seconds)
    if why == TrialEnd.FLOOD:
        return words.gettext("The bot printed more than anybody can read, and was stopped.")
    return words.gettext("Python stopped by itself, perhaps for lack of memory. Run the bot again.")
