"""What a game's rules are made of: short sections of sentences, each rule with a picture.

A picture is a position in the game's own text, and perhaps an action there. The board draws it, and
a test asks the game's rules whether its caption is right.
"""

from dataclasses import dataclass, replace
from typing import Any

from spieltisch.kit.words import Words
from spieltisch.table import EventKind, Seat
from spieltisch.table.text_files import read_beside


@dataclass(frozen=True)
class RulePicture:
    """A rule as the board shows it."""

    caption: str
    """What is to be seen, in a sentence or two."""
    position: str
    """The text of the position, as in docs/rules.md."""
    presses: tuple[str, ...] = ()
    """What is pressed there first: the board shows where that can go."""
    action: str = ""
    """The text of an action, drawn as an arrow; empty for a position alone."""
    seat: Seat | None = None
    """Who acts; None for the first of those who may."""
    is_played: bool = False
    """The board is drawn as it is after the action."""
    brings: tuple[EventKind, ...] = ()
    """The kinds of the events that the action brings about, all of them, in their order."""
    forbids: str = ""
    """The text of an action that the rules do not allow there."""
    focus: frozenset[str] = frozenset()
    """The sites that it is about, where only a part of the board is to be drawn."""


@dataclass(frozen=True)
class RuleSection:
    """A part of the rules that is read on its own."""

    name: str
    """Its name in addresses; small letters and hyphens."""
    heading: str
    """What it is about, in a word or two."""
    sentences: tuple[str, ...]
    """The rules, a paragraph each."""
    pictures: tuple[RulePicture, ...] = ()
    rulings: tuple[str, ...] = ()
    """What the printed rules leave open, and how it is decided here (docs/rules.md, "Ruling")."""
    departures: tuple[str, ...] = ()
    """Rulings that do not follow what is printed."""
    aloud: tuple[str, ...] = ()
    """The game as it is told to those who sit round it, in a minute, to be read aloud; in one
    section of a game."""

    def translated(self, words: Words) -> "RuleSection":
        gettext = words.gettext
        return replace(
            self,
            heading=gettext(self.heading),
            sentences=tuple(map(gettext, self.sentences)),
            pictures=tuple(replace(one, caption=gettext(one.caption)) for one in self.pictures),
            rulings=tuple(map(gettext, self.rulings)),
            departures=tuple(map(gettext, self.departures)),
            aloud=tuple(map(gettext, self.aloud)),
        )


def read_rulebook(module: str) -> tuple[RuleSection, ...]:
    """The rules in ``rulebook.toml``, in the folder of a module.

    A section has the members of RuleSection, with a paragraph for every text of a list; a picture
    those of RulePicture, with lists of words as one text.
    """
    sections = []
    for told in read_beside(module, "rulebook.toml")["section"]:
        texts: dict[str, Any] = {
            name: tuple(told.pop(name, "").splitlines()) for name in PARAGRAPHS
        }
        pictures = tuple(map(_picture, told.pop("picture", ())))
        sections.append(RuleSection(**told, **texts, pictures=pictures))
    return tuple(sections)


PARAGRAPHS = ("sentences", "rulings", "departures", "aloud")


def _picture(told: dict[str, Any]) -> RulePicture:
    presses, brings, focus = (told.pop(name, "").split() for name in ("presses", "brings", "focus"))
    return RulePicture(**told, presses=tuple(presses), brings=tuple(brings), focus=frozenset(focus))
