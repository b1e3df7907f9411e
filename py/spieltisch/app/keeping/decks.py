"""The decks that a person has typed in, kept on the device, and their files."""

import re
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Self

from spieltisch.app.core.messages import Edit
from spieltisch.app.keeping.own_things import OwnThing, OwnThings
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
    """Cards as a person has typed them, finished or not; read, where that would be too long."""

    cards: Annotated[str, Length(0, MAX_TYPED)] = ""
    """A word a card."""

    def written(self, edit: Edit) -> Self:
        if edit.field != "cards":
            return super().written(edit)
        cards = edit.value[:MAX_FILE]
        if len(cards) > MAX_TYPED:
            # With what stood between them and around.
            cards = " ".join(words_of(replace(self, cards=cards)))
        return replace(self, cards=cards[:MAX_TYPED])


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


_BEGIN = re.compile(r'\ufeff?\s*+\{\s*+"format":\s*+1,\s*+"game":\s*+"([a-z]{1,40})"')


def format_file(deck: OwnDeck) -> str:
    """The file of a deck.

    >>> format_file(OwnDeck(game="aya", name="Box", cards="bbbyy bbbyb*"))
    '{"format":1,"game":"aya","name":"Box","cards":["bbbyy","bbbyb*"]}'
    """
    return compact(_FILE.write(DeckFile(deck.game, deck.name, tuple(words_of(deck)))))


def words_of(deck: OwnDeck) -> list[str]:
    """The cards of a deck, a word each, in whatever way they were typed."""
    game = catalog.GAMES.get(deck.game)
    own = None if game is None else game.own_cards
    return deck.cards.split() if own is None else own.words_of(deck.cards)


def game_of_file(text: str) -> str:
    """The game of a deck's file, as it was written here or its cards alone, most of which must be
    cards; empty for any other text.

    >>> game_of_file(format_file(OwnDeck(game="aya", name="Box", cards="bbbyy")))
    'aya'
    >>> game_of_file("My deck: 1. bbbyy, 2. bbbyb*, 3. bbbbb"), game_of_file("a+ b+")
    ('aya', '')
    """
    name = _game_told(text) if _is_written(text) else _game_of_cards(text)
    game = catalog.GAMES.get(name)
    return "" if game is None or game.own_cards is None else game.info.name


def _is_written(text: str) -> bool:
    """Whether a text is a file as this page writes them, and not cards alone."""
    return '"format"' in text


def _game_told(text: str) -> str:
    """The game that a file says it is of; empty if it is no deck's."""
    found = _BEGIN.match(text)
    return "" if found is None else found[1]


def _game_of_cards(text: str) -> str:
    """The game that knows most words of a text as its cards, or all of a text that a program has
    written; empty if none does."""
    if len(text) > MAX_FILE:
        return ""
    for name, game in catalog.GAMES.items():
        if game.own_cards is not None:
            words = game.own_cards.words_of(text)
            known = sum(map(game.own_cards.is_card, words))
            if 0 < known == len(words) or (2 * known > len(words) and "{" not in text):
                return name
    return ""


def parse_file(text: str, game: str, name: str) -> OwnDeck:
    """The deck of a file: as it was written, or its cards alone, a word each, with the name of the
    file. Raises ValueError.

    >>> deck = OwnDeck(game="aya", name="Box", cards="bbbyy bbbyb*")
    >>> parse_file(format_file(deck), "aya", "other") == deck
    True
    >>> parse_file("bbbyy bbbyb*", "aya", "Box") == deck
    True
    """
    if _is_written(text):
        file = parse(text, MAX_FILE, _FILE, "the deck")
        if file.game != game:
            raise ValueError(f"these are cards of {file.game}")
        name, cards = file.name, " ".join(file.cards)
    else:
        cards = " ".join(words_of(OwnDeck(game=game, name=name, cards=text[:MAX_FILE])))
        own = catalog.game_of(game).own_cards
        if own is None or not any(map(own.is_card, cards.split())):
            raise ValueError("it has no cards")
    if not cards or len(cards) > MAX_TYPED or len(text) > MAX_FILE or not cards.isprintable():
        raise ValueError("it has no cards")
    return OwnDeck(game=game, name=name, cards=cards)


def start_of(deck: OwnDeck) -> str | None:
    """The start from which a match with a deck is dealt; None if the deck is not sound."""
    own = catalog.game_of(deck.game).own_cards
    try:
        return None if own is None else own.start_of(" ".join(own.words_of(deck.cards)))
    except ValueError:
        return None
