"""What a game's rules are made of: short sections of sentences, each rule with a picture.

A picture is a position in the game's own text, and perhaps an action there. The board draws it, and
a test asks the game's rules whether its caption is right.
"""

from dataclasses import dataclass

from spieltisch.table import Seat


@dataclass(frozen=True)
class RulePicture:
    """A rule as the board shows it.

    Attributes:
        caption: what is to be seen, in a sentence or two.
        position: the text of the position, as in docs/rules.md.
        presses: what is pressed there first: the board shows where that can go.
        action: the text of an action, drawn as an arrow; empty for a position alone.
        seat: who acts; None for the first of those who may.
        is_played: the board is drawn as it is after the action.
        brings: the kinds of the events that the action brings about, all of them, in their order.
        forbids: the text of an action that the rules do not allow there.
        focus: the sites that it is about, where only a part of the board is to be drawn.
    """

    caption: str
    position: str
    presses: tuple[str, ...] = ()
    action: str = ""
    seat: Seat | None = None
    is_played: bool = False
    brings: tuple[str, ...] = ()
    forbids: str = ""
    focus: frozenset[str] = frozenset()


@dataclass(frozen=True)
class RuleSection:
    """A part of the rules that is read on its own.

    Attributes:
        name: its name in addresses; small letters and hyphens.
        heading: what it is about, in a word or two.
        sentences: the rules, a paragraph each.
        pictures: the same rules as the board shows them.
    """

    name: str
    heading: str
    sentences: tuple[str, ...]
    pictures: tuple[RulePicture, ...] = ()
