"""What a screen is: the contract that each folder with a screen meets."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from spieltisch.app.message import Message
from spieltisch.app.news import ScreenState
from spieltisch.app.routes import Link
from spieltisch.app.session import Kept, Result, Session
from spieltisch.games import catalog
from spieltisch.kit.frame import Frame
from spieltisch.kit.markup import Markup
from spieltisch.kit.words import Words
from spieltisch.play.codec import known_game

S = TypeVar("S", bound=ScreenState)

SITE = "Spieltisch"


def game_title(game: str) -> str:
    return f"{catalog.game_of(game).info.title} · {SITE}"


Parse: TypeAlias = Callable[[str, Sequence[str], str], Link | None]
"""Reads an address, of which it is given the first word, what follows, cut at slashes, and what
follows a question mark. None if there is no such place; raises LinkError, or SetupError for a
match, where the place could say more of what is wrong."""

Open: TypeAlias = Callable[[Session, Link, float], Result]
"""Puts the screen there that an address leads to, at a time of the page's clock; may raise as Parse
does."""

Verb: TypeAlias = Callable[[str, float], Message]
"""What a button does: the message of its ``data-arg`` and the time of the press."""


def verb_of(command: Message) -> Verb:
    """The verb of a message that needs no details."""
    return lambda *_: command


@dataclass(frozen=True)
class Place:
    parse: Parse
    open: Open


def no_more(place: str, parts: Sequence[str], query: str) -> Link | None:
    """Parses the address of a screen that is the only one of its kind."""
    return None if parts else Link(place)


def optional_part(place: str, parts: Sequence[str], query: str) -> Link | None:
    """Parses the address of a screen that each game has, perhaps with which part of it."""
    match parts:
        case [game]:
            return Link(place, known_game(game))
        case [game, section]:
            return Link(place, known_game(game), section=section)
    return None


def showing(state: Callable[[Link], ScreenState]) -> Open:
    """Opens a screen whose state follows from the address alone."""
    return lambda session, link, at_ms: (session.on(state(link)), ())


@dataclass(frozen=True)
class Screen(Generic[S]):
    """One kind of screen. ``app/screens.py`` lists the folders that have one."""

    state: type[S]
    """What it remembers while it is shown."""

    view: Callable[[Session, S, Frame], Markup]
    """What it shows, with the frame that is round every screen."""

    update: Callable[[Session, S, Message], Result] = lambda session, _, __: (session, ())
    """What a message does here. One that the screen does not know came too late, after the person
    has gone elsewhere, and changes nothing."""

    afterwards: Callable[[Session, S, Message], Result] = lambda session, _, __: (session, ())
    """What is still to be done after any message that came while it was shown in that state, also
    one that has led elsewhere: such as keeping what was going on."""

    follow: Callable[[Session, S, Kept], Result] = lambda session, _, __: (session, ())
    """What becomes of it when another tab has changed what is kept; it is given what was kept
    before. What is still shown as it was then would be written over what was done there."""

    places: Mapping[str, Place] = field(default_factory=dict)
    """The addresses that lead here, by their first word: ``rules`` for ``#/rules/...``."""

    spoken: Callable[[Session, S, Words], str] = lambda _, __, ___: ""
    """What is said of the news, once, to people who listen."""

    title: Callable[[Session, S, Words], str] = lambda _, __, ___: SITE
    """The document's title, and the screen's heading."""

    keys: Mapping[str, Message] = field(default_factory=dict)
    """What keys do here, wherever the board has no use for them: by their names in the shell."""

    verbs: Mapping[str, Verb] = field(default_factory=dict)
    """What buttons here do besides what all screens know, by their ``data-do``."""
