"""A seat's two words, and what each of them means at the moment."""

from __future__ import annotations

from spieltisch.games.aya.rules.duties import AYA, CONCEDE, OYE, REFUTE, STOP, AyaAction, Calling
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.table.position import Seat

SHOUTS: tuple[str, ...] = (AYA, OYE)
"""Every seat has these two, as keys or as buttons; ``oye`` is AHA in the edition ``reilly``."""

MEANINGS = {AYA: (AYA, REFUTE), OYE: (OYE, CONCEDE, STOP)}
"""What a word may mean: AYA says that there is a match, OYE that there is none."""


def meaning(position: AyaPosition, seat: Seat, shout: str) -> AyaAction | None:
    """The legal action that a seat's word stands for now; None where it means nothing."""
    legal = position.legal_actions(seat)
    return next((action for action in MEANINGS[shout] if action in legal), None)


def is_heard(position: AyaPosition) -> bool:
    """Whether words may mean anything at such a table: always in the variants that are shouted,
    elsewhere only while anybody may call."""
    return position.variant.is_timed or isinstance(position.duty, Calling)


def word(position: AyaPosition, shout: str) -> str:
    """The word as it is shouted; the same in every language."""
    if shout == OYE and position.variant.edition.name == "reilly":
        return "AHA"
    return shout.upper()
