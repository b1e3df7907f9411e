"""Why a bot of a person's own has failed, in words."""

from dataclasses import replace

from spieltisch.app.keeping.league import TrialEnd
from spieltisch.kit.names import NOBODY, set_apart
from spieltisch.kit.sentences import fact_text
from spieltisch.kit.words import Words
from spieltisch.play.own_jobs import Failure
from spieltisch.table.graphemes import shortened

MOST_QUOTED = 300
"""Characters of what a bot has given."""
ENDS = (".", "!", "?", "…", "\u3002", "\uff01", "\uff1f", "\u061f", "\u06d4", "\u0964")
"""Of sentences, also as Chinese, Arabic, Urdu and Hindi end them."""


def failure_text(failure: Failure, words: Words) -> str:
    """A failure in a sentence, with the file and the line."""
    said = set_apart(shortened(failure.said, MOST_QUOTED))
    why = fact_text(replace(failure, said=said).why, NOBODY, words)
    if failure.may:
        may = set_apart(shortened(failure.may, MOST_QUOTED))
        why = f"{why} {words('It may play: {actions}', actions=may)}"
    file = set_apart(f"{failure.name}.py")
    if failure.line:
        return words("{file}, line {line}: {why}", file=file, line=failure.line, why=why)
    return words("{file}: {why}", file=file, why=why)


def whole_sentence(text: str) -> str:
    """A text before which another sentence does not begin in its midst: Python ends none."""
    last = text.rstrip("\u2068\u2069 ")[-1:]
    return text if last in ENDS else f"{text}."


def ended_text(why: TrialEnd, words: Words) -> str:
    """Why a bot has come to an end that does not say what went wrong."""
    if why == TrialEnd.FLOOD:
        return words.gettext("What the bot told cannot be an answer, and it was stopped.")
    return words.gettext("Python stopped by itself, perhaps for lack of memory. Run the bot again.")
