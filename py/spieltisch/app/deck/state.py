"""The state of the screen where cards are typed in, and what can happen there."""

from enum import Enum

from spieltisch.app.deck.decks import OwnDeck
from spieltisch.app.message import Message
from spieltisch.app.news import ScreenState
from spieltisch.app.own_things import ThingId
from spieltisch.games import catalog
from spieltisch.games.contract import OwnCards


class DeckScreen(ScreenState, kw_only=True):
    """A deck that is being typed in."""

    deck_id: ThingId
    """Under which it is kept as soon as it is changed."""
    deck: OwnDeck
    chosen: int = 0
    """Which card can be changed by pressing its parts: 1 is the first, 0 none."""
    is_deleted: bool = False
    """Whether it has just been deleted. It stays on screen, so that a second press on the button
    deletes no other."""

    @property
    def own(self) -> OwnCards:
        """What can be typed in of the game's cards."""
        own = catalog.game_of(self.deck.game).own_cards
        assert own is not None
        return own


class DeckCommand(Message, Enum):
    """What needs no details. The values are those of ``data-do``."""

    ADD_CARD = "add-card"
    REMOVE_CARD = "remove-card"
    """The chosen card leaves the deck."""
    DELETE = "delete-deck"
    RESTORE = "restore-deck"
    """The deck that was deleted is to come back."""
    PLAY = "play-deck"
    """The form is wanted, with this deck."""


class PressPart(Message):
    """A part of the chosen card was pressed."""

    part: str


class ChooseCard(Message):
    """A card is to be changed."""

    number: int


class NewDeck(Message):
    """Another deck is begun, from this site's cards or from none."""

    is_usual: bool


class SolveDeck(Message):
    """Cards of the deck are to be cleared alone."""

    seed: int
    at_ms: float
