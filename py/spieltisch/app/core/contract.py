"""What a screen is: the contract that each folder with a screen meets."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from spieltisch.app.core.kept import Kept
from spieltisch.app.core.message import Message
from spieltisch.app.core.news import ScreenState
from spieltisch.app.core.routes import Link, Route
from spieltisch.app.core.session import Result, Session
from spieltisch.games import catalog
from spieltisch.kit.frame import Area, Frame
from spieltisch.kit.markup import Markup
from spieltisch.kit.words import Words
from spieltisch.play.codec import LinkError, LinkPart, known_game
from spieltisch.play.summary import is_match_id

S = TypeVar("S", bound=ScreenState)

SITE = "Spieltisch"


def titled(*told: str) -> str:
    """The document's title of a screen that is about this.

    >>> titled("Rules", "YALA")
    'Rules, YALA, Spieltisch'
    """
    return ", ".join((*told, SITE))


def of_game(what: str, game: str) -> str:
    """The title of a screen that each game has one of its own of."""
    return titled(what, catalog.game_of(game).info.title)


L = TypeVar("L", bound=Route)

Parse: TypeAlias = Callable[[str, Sequence[str], str], L | None]
"""Reads an address, of which it is given the first word, what follows, cut at slashes, and what
follows a question mark. None if there is no such place; raises LinkError, or SetupError for a
match, where the place could say more of what is wrong."""

Open: TypeAlias = Callable[[Session, L, float], Result]
"""Puts the screen there that an address leads to, at a time of the page's clock; may raise as Parse
does."""


@dataclass(frozen=True)
class Place(Generic[L]):
    parse: Parse[L]
    open: Open[L]


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


def with_id(link: Link | None) -> Link | None:
    """The link, of which the section is the id of what is kept, if there is one; raises
    LinkError."""
    if link is not None and link.section is not None and not is_match_id(link.section):
        raise LinkError(LinkPart.PAGE, link.section)
    return link


def showing(state: Callable[[Link], ScreenState]) -> Open[Link]:
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
    before. Otherwise the next change here would write over the other tab's."""

    places: Mapping[str, Place[Any]] = field(default_factory=dict)
    """The addresses that lead here, by their first word: ``rules`` for ``#/rules/...``."""

    spoken: Callable[[Session, S, Words], str] = lambda _, __, ___: ""
    """What is said of the news, once, to people who listen."""

    title: Callable[[Session, S, Words], str] = lambda _, __, ___: SITE
    """The document's title, and the screen's heading."""

    area: Area | None = None
    """Which of the bar's words leads there; None where it is none of them."""

    keys: Mapping[str, Message] = field(default_factory=dict)
    """What keys do here, wherever the board has no use for them: by their names in the shell."""
