"""Actions as people type them: what is meant is taken, whatever the case, the dash or the width."""

from collections.abc import Iterator
from typing import Any
from unicodedata import normalize

from spieltisch.table.game import AnyRules
from spieltisch.table.position import IllegalActionError

MAX_TYPED = 100
"""Letters of a typed action; the longest has some thirty."""

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−➖", "-"),
        "➕": "+",
        **dict.fromkeys("×✕✖⨯", "x"),
        **dict.fromkeys("›»→", ">"),
        **dict.fromkeys("‹«←", "<"),
    }
)
_BEHIND = ".,;:!?"
"""Signs behind an action that are no part of it."""
_AROUND = "\"'`´‘’‚‛“”„‟()[]{}<>「」『』*_" + _BEHIND
"""Quotes and brackets round an action, with those that mark it in a message."""
_UNSEEN = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff"))


def parse_typed(rules: AnyRules, text: str) -> Any:
    """The action that a person has typed; raises ValueError, as Rules.parse_action does, for a text
    that means none.

    What is written exactly is read as it is. Otherwise spaces, the case of letters, the width of
    characters, the kind of a sign, a full stop behind it, and quotes or brackets round it do not
    count.
    """
    if len(text) > MAX_TYPED:
        raise ValueError(f"{text[:MAX_TYPED]}… is longer than any action")
    for meant in _meant(text):
        try:
            return rules.parse_action(meant)
        except IllegalActionError:
            raise
        except ValueError:
            continue
    return rules.parse_action(text.strip())


def _meant(text: str) -> Iterator[str]:
    """What a text may mean, the text itself first."""
    exact = text.strip()
    yield exact
    # Full-width, raised, small and other forms of letters, digits and signs are plain ones then.
    normal = normalize("NFKC", exact).translate(_UNSEEN)
    whole = "".join(normal.translate(_SIGNS).split())
    for plain in (whole.rstrip(_BEHIND), whole.strip(_AROUND)):
        yield plain
        small = plain.lower()
        yield small
        # A piece or an end is a capital letter, at the beginning or at the end; places are small.
        yield small[:1].upper() + small[1:]
        yield small[:-1] + small[-1:].upper()
