"""Actions as people type them: what is meant is taken, whatever the case, the dash or the width."""

from collections.abc import Iterator
from typing import Any

from spieltisch.table.game import AnyRules
from spieltisch.table.position import IllegalActionError

MAX_TYPED = 100
"""Letters of a typed action; the longest has some thirty."""

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−﹣", "-"),
        **dict.fromkeys("×✕✖⨯", "x"),
        **dict.fromkeys("›»→", ">"),
        **dict.fromkeys("‹«←", "<"),
        # Full-width letters, digits and signs.
        **{chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)},
    }
)
_BEHIND = ".,;!?"
"""Signs behind an action that are no part of it."""


def parse_typed(rules: AnyRules, text: str) -> Any:
    """The action that a person has typed; raises ValueError, as Rules.parse_action does, for a text
    that means none.

    What is written exactly is read as it is. Otherwise spaces, the case of letters, the width of
    characters, the kind of a dash, and a full stop behind it do not count.
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
    plain = "".join(exact.translate(_SIGNS).split()).rstrip(_BEHIND)
    yield plain
    small = plain.lower()
    yield small
    # A piece or an end is a capital letter, at the beginning or at the end; places are small.
    yield small[:1].upper() + small[1:]
    yield small[:-1] + small[-1:].upper()
