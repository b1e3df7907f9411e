"""Choosing an AYA action: a ball and an end, in either order, or a word, pressed or shouted.

Tokens are the balls of the play zone ``1``-``5``, the ends ``L`` and ``R``, and every legal action
that is no standard move (``aya``, ``oye``, ``refute``, ``concede``, ``stop``, ``X``, ``expire``).
"""

from dataclasses import dataclass, replace
from typing import Self

from spieltisch.games.aya.rules.duties import AYA, CONCEDE, OYE, REFUTE, STOP, AyaAction, Calling
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.track import ENDS, STANDARD_MOVES, ZONE_BALLS
from spieltisch.table import Seat, Status


@dataclass(frozen=True)
class AyaChoice:
    position: AyaPosition
    seat: Seat
    pressed: tuple[str, ...] = ()
    """The tokens, in order: a ball, an end, both, or a word; () before any."""

    @property
    def status(self) -> Status:
        return Status.INCOMPLETE if self.action is None else Status.COMPLETE

    @property
    def action(self) -> AyaAction | None:
        if self.ball and self.end:
            return self.ball + self.end
        return next((token for token in self.pressed if token in self._words), None)

    @property
    def ball(self) -> str | None:
        return next((token for token in self.pressed if token in ZONE_BALLS), None)

    @property
    def end(self) -> str | None:
        return next((token for token in self.pressed if token in ENDS), None)

    @property
    def targets(self) -> frozenset[str]:
        if self.action is not None:
            return frozenset()
        if not self.pressed:
            owes_move = not self._legal.isdisjoint(STANDARD_MOVES)
            return self._words | (frozenset((*ZONE_BALLS, *ENDS)) if owes_move else frozenset())
        return frozenset(ENDS if self.ball else ZONE_BALLS)

    def press(self, token: str) -> Self:
        """A second ball or end replaces the first one; the same one again drops it."""
        if token in self.targets:
            return replace(self, pressed=(*self.pressed, token))
        afresh = replace(self, pressed=())
        return afresh.press(token) if token in afresh.targets - {*self.pressed} else afresh

    def back(self) -> Self:
        return replace(self, pressed=self.pressed[:-1])

    @property
    def _words(self) -> frozenset[AyaAction]:
        return self._legal.difference(STANDARD_MOVES)

    @property
    def _legal(self) -> frozenset[AyaAction]:
        return frozenset(self.position.legal_actions(self.seat))


# What is shouted.

SHOUTS: tuple[str, ...] = (AYA, OYE)
"""Every seat has these two, as keys or as buttons; ``oye`` is AHA in the edition ``reilly``."""

MEANINGS = {AYA: (AYA, REFUTE), OYE: (OYE, CONCEDE, STOP)}
"""What a word may mean: AYA says that there is a match, OYE that there is none."""


def meaning(position: AyaPosition, seat: Seat, shout: str) -> AyaAction | None:
    """The legal action that a seat's word stands for now; None where it means nothing.

    >>> from spieltisch.games.aya.rules.texts import parse_position
    >>> refuting = parse_position("bb|bbbyy|yy ; turbo zoch seats=2 ; refute caller=1")
    >>> meaning(refuting, 2, AYA), meaning(refuting, 2, OYE), meaning(refuting, 1, AYA)
    ('refute', 'concede', None)
    """
    legal = position.legal_actions(seat)
    return next((action for action in MEANINGS[shout] if action in legal), None)


def is_heard(position: AyaPosition) -> bool:
    """Whether words can have a meaning while this position is on the table: always in the variants
    with shouting; in others only while a call is waited for."""
    return position.variant.is_timed or isinstance(position.duty, Calling)


def word(position: AyaPosition, shout: str) -> str:
    """The word as it is shouted; the same in every language."""
    if shout == OYE and position.variant.edition.name == "reilly":
        return "AHA"
    return shout.upper()
