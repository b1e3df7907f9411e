"""The decks that a person has typed in, kept on the device, and their files."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from spieltisch.app.own_things import OwnThing, OwnThings
from spieltisch.games import catalog
from spieltisch.play.archive_file import BelongingsKind
from spieltisch.play.own_jobs import MAX_NAME
from spieltisch.table.codec import codec, parse
from spieltisch.table.json_text import compact
from spieltisch.table.marks import Length

MAX_TYPED = 1_000
"""Letters of a deck."""

MAX_FILE = 4_000
"""Letters of a deck's file."""


@dataclass(frozen=True, kw_only=True)
class OwnDeck(OwnThing):
    """Cards as a person has typed them, finished or not."""

    cards: Annotated[str, Length(0, MAX_TYPED)] = ""
    """A word a card."""


class Decks(OwnThings[OwnDeck]):
    """All of them, by id."""

    KIND = BelongingsKind.DECKS
    CODEC = codec(OwnDeck, ignores_more=True)
    MOST: ClassVar[int] = 50
    MAX_LENGTH: ClassVar[int] = 2 * MOST * MAX_TYPED


@dataclass(frozen=True)
class DeckFile:
    """A deck as a file has it."""

    FORMAT: ClassVar = 1

    game: Annotated[str, Length(1)]
    name: Annotated[str, Length(1, MAX_NAME)]
    cards: tuple[str, ...]


_FILE = codec(DeckFile)


def format_file(deck: OwnDeck) -> str:
    """The file of a deck.

    >>> format_file(OwnDeck(game="aya", name="Box", cards="bbbyy bbbyb*"))
    '{"format":1,"game":"aya","name":"Box","cards":["bbbyy","bbbyb*"]}'
    """
    return compact(_FILE.write(DeckFile(deck.game, deck.name, tuple(deck.cards.split()))))


def parse_file(text: str, game: str, name: str) -> OwnDeck:
    """The deck of a file: as it was written, or its cards alone, a word each, with the name of the
    file. Raises ValueError.

    >>> deck = OwnDeck(game="aya", name="Box", cards="bbbyy bbbyb*")
    >>> parse_file(format_file(deck), "aya", "other") == deck
    True
    >>> parse_file("bbbyy bbbyb*", "aya", "Box") == deck
    True
    """
    if text.lstrip().startswith("{"):
        file = parse(text, MAX_FILE, _FILE, "the deck")
        if file.game != game:
            raise ValueError(f"these are cards of {file.game}")
        name, cards = file.name, " ".join(file.cards)
    else:
        cards = " ".join(text.split())
    if not cards or len(cards) > MAX_TYPED or not (cards.isascii() and cards.isprintable()):
        raise ValueError("it has no cards")
    return OwnDeck(game=game, name=name, cards=cards)


def start_of(deck: OwnDeck) -> str | None:
    """The start from which a match with a deck is dealt; None if the deck is not sound."""
    own = catalog.game_of(deck.game).own_cards
    try:
        return None if own is None else own.start_of(deck.cards)
    except ValueError:
        return None
