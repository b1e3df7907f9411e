"""The state of the screen where cards are typed in, and what can happen there."""

from enum import Enum

from spieltisch.app.core.buttons import Seed
from spieltisch.app.core.message import Message, TimedMessage
from spieltisch.app.core.news import ScreenState
from spieltisch.app.keeping.decks import OwnDeck
from spieltisch.app.keeping.own_things import ThingId
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
    """Whether it was deleted, here or in another tab. It stays on screen, so that a second press on
    the button deletes no other, and is kept again only if that is asked for."""

    @property
    def thing(self) -> ThingId:
        return self.deck_id

    @property
    def deleted_thing(self) -> ThingId:
        return self.deck_id if self.is_deleted else ""

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
    PLAY = "play-deck"
    """The form is wanted, with this deck."""


class PressPart(Message, do="part"):
    """A part of the chosen card was pressed."""

    part: str


class ChooseCard(Message, do="choose-card"):
    """A card is to be changed."""

    number: int


class NewDeck(Message, do="new-deck"):
    """Another deck is begun, from this site's cards or from none."""

    is_usual: bool


class SolveDeck(TimedMessage, do="solve-deck"):
    """Cards of the deck are to be cleared alone."""

    seed: Seed
    at_ms: float
