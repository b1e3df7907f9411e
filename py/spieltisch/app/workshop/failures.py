"""Why a bot of a person's own has failed, in words."""

from typing import assert_never

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
            return words.gettext("It has called exit.")
        case FailureKind.FUNCTIONS if said:
            told = words.gettext("A bot has one of choose, evaluate and see; this one has {what}.")
            return told.format(what=said)
        case FailureKind.FUNCTIONS:
            return words.gettext("A bot has one of choose, evaluate and see; this one has none.")
        case FailureKind.EVALUATE:
            return words.gettext("Here several may act at once: write choose or see.")
        case FailureKind.SEE:
            return words.gettext("Here nobody is first: write choose or evaluate.")
        case FailureKind.ILLEGAL_CHOICE:
            told = words.gettext("choose gave {what}, which seat {seat} may not play.")
            return told.format(what=said, seat=failure.seat)
        case FailureKind.ILLEGAL_SIGHT:
            told = words.gettext("see gave {what}, which seat {seat} may not play.")
            return told.format(what=said, seat=failure.seat)
        case FailureKind.NO_NUMBER:
            return words.gettext("evaluate gave {what}, which is no number.").format(what=said)
        case FailureKind.NO_SIGHTING:
            told = words.gettext("see gave {what}, not a call, its moves and milliseconds.")
            return told.format(what=said)
        case FailureKind.TOO_LONG:
            told = words.gettext("see took {what} milliseconds; 0 to {most} are possible.")
            return told.format(what=said, most=LONGEST_MS)
    assert_never(failure.kind)


def ended_text(why: str, limit_ms: int, words: Words) -> str:
    """Why a bot has come to an end that does not say what went wrong, see Trial.ended."""
    if why == "time":
        seconds = limit_ms // 1000
        return words.ngettext(
            "The bot thought for longer than {n} second, and was stopped. Does it have a loop"
            " that never ends?",
            "The bot thought for longer than {n} seconds, and was stopped. Does it have a loop"
            " that never ends?",
            seconds,
        ).format(n=seconds)
    if why == "flood":
        return words.gettext("The bot told more than anybody can read, and was stopped.")
    return words.gettext(
        "The place where bots run came to an end by itself, perhaps for lack of memory. Run the"
        " bot again."
    )
