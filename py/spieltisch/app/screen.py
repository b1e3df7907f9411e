"""What a screen is: the contract that each folder with a screen meets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from spieltisch.app.messages import Message
from spieltisch.app.screen_state import ScreenState
from spieltisch.app.session import Result, Session
from spieltisch.games import catalog
from spieltisch.kit.frame import Frame
from spieltisch.kit.markup import Markup
from spieltisch.kit.words import Words

S = TypeVar("S", bound=ScreenState)

SITE = "Spieltisch"


def site_title(_session: Session, _state: ScreenState, _words: Words) -> str:
    """The title of a screen that is about no game."""
    return SITE


def game_title(game: str) -> str:
    """The title of a screen about a game."""
    return f"{catalog.game_of(game).info.title} · {SITE}"


def unchanged(session: Session, _state: ScreenState, _message: Message) -> Result:
    """What every message does on a screen where nothing can be changed."""
    return session, ()


@dataclass(frozen=True)
class Screen(Generic[S]):
    """One kind of screen. ``app/screens.py`` lists the folders that have one."""

    state: type[S]
    """What it remembers while it is shown."""

    view: Callable[[Session, S, Frame], Markup]
    """What it shows, with the frame that is round every screen."""

    update: Callable[[Session, S, Message], Result] = unchanged
    """What a message does here. One that the screen does not know came too late, after the person
    has gone elsewhere, and changes nothing."""

    title: Callable[[Session, S, Words], str] = site_title
    """The document's title, and the screen's heading."""

    verbs: Mapping[str, Callable[[str, float], Message]] = field(default_factory=dict)
    """What buttons here do besides what all screens know: the message of each ``data-do``, made of
    its ``data-arg`` and the time of the press."""
