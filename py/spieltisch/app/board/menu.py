"""Cards of the games, each with its picture and what can be done with the game: the start, and what
is behind the bar's other words."""

from collections.abc import Callable, Iterable, Iterator

from spieltisch.app.core.routes import link_to_daily
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.puzzle_log import PuzzleLog
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.kit.frame import Frame, link_button, page
from spieltisch.kit.markup import Child, Markup, el
from spieltisch.kit.scene import Scene
from spieltisch.kit.words import Words


def hub_page(
    frame: Frame, title: str, ways_of: Callable[[Game], Iterable[Markup]], *more: Child
) -> Markup:
    """A page that leads to all there is of one kind: a card for each game that has some of it."""
    cards = [
        game_card(game, frame.words, el("ul.ways-list", [el("li", way) for way in ways]))
        for game in catalog.GAMES.values()
        if (ways := [*ways_of(game)])
    ]
    return page(frame, "hub", el("h1", title), el("ul.menu", cards), *more)


def game_card(
    game: Game, words: Words, text: Child, *more: Child, beside: Child = (), kind: str = "card"
) -> Markup:
    """A game in a list: its picture, and its name with what stands beside and below it."""
    view = game.view
    scene = Scene(position=view.picture_position(), words=words, is_picture=True)
    return el(
        "li",
        {"class": kind},
        el("div.card-picture", {"aria-hidden": "true"}, view.board(scene)),
        el(
            "div.card-text",
            el("div.card-head", el("h2", game.info.title), beside),
            text,
        ),
        *more,
    )


def named(label: str, game: Game) -> str:
    """What a button is called by ear, where each game has one."""
    return f"{label}, {game.info.title}"


def way(game: Game, label: str, link: str | None, told: str = "") -> Iterator[Markup]:
    """A link to something of a game, if that has it, and what is told beside it."""
    if link is not None:
        text: Child = [label, el("span.way-told", told)] if told else label
        name = named(label, game)
        yield link_button(text, link, name=f"{name}, {told}" if told else name)


def today_link(
    session: Session, game: Game, today: str, words: Words, kind: str = ""
) -> Iterator[Markup]:
    """The link to today's puzzle, with a dot until it is solved."""
    link = link_to_daily(game.info.name)
    if link is None:
        return
    days = session.kept.of(PuzzleLog).of(game.info.name).days
    is_solved = days is not None and days.distance(today) == 0
    label = words.gettext("Today's puzzle")
    told = words("{what}, solved", what=named(label, game)) if is_solved else named(label, game)
    mark = el("span", {"class": "today-done" if is_solved else "today-dot"})
    yield link_button([mark, label], link, kind, told)
