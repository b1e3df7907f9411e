"""Where AYA's two rule books differ, as data (rules.md, section 1, "Editions")."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Edition:
    """One rule book.

    Attributes:
        name: as in Setup.edition.
        has_exceptional_move_after_standing_oye: AYA oder OYE: whether the caller's left neighbour
            owes one although the OYE stands. After a refuted one he always does.
        turbo_piles: Turbo: the sizes of the face-up piles that are played for; empty where each
            seat has one open card before it and the rest is a stock.
        takes_won_cards: Turbo: whether an OYE that stands takes a won card from every other seat;
            else it wins the top card of every pile.
        clears_in_order: Tueftler: whether only the row's next card counts.
    """

    name: str
    has_exceptional_move_after_standing_oye: bool
    turbo_piles: tuple[int, ...]
    takes_won_cards: bool
    clears_in_order: bool


ZOCH = Edition(
    name="zoch",
    has_exceptional_move_after_standing_oye=True,
    turbo_piles=(8, 8, 8, 8, 7),
    takes_won_cards=False,
    clears_in_order=False,
)
"""The German rules, 2000."""

REILLY = Edition(
    name="reilly",
    has_exceptional_move_after_standing_oye=False,
    turbo_piles=(),
    takes_won_cards=True,
    clears_in_order=True,
)
"""Mike Reilly's English text."""

EDITIONS = {edition.name: edition for edition in (ZOCH, REILLY)}
