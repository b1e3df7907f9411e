"""The page behind the bar's word "Make": bots, positions, studies and cards of one's own."""

from collections.abc import Iterator

from spieltisch.app.board.browsing import has_studies
from spieltisch.app.board.menu import hub_page, named, way
from spieltisch.app.board.opening import dealt_anew
from spieltisch.app.board.study_list import study_links
from spieltisch.app.core.contract import Place, Screen, no_more, showing, titled
from spieltisch.app.core.effects import Hear
from spieltisch.app.core.message import NEEDS_REST, Message
from spieltisch.app.core.messages import StudyFrom
from spieltisch.app.core.news import ScreenState
from spieltisch.app.core.routes import link_to_deck, link_to_editor, link_to_workshop
from spieltisch.app.core.session import Result, Session
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.kit.frame import Area, Frame, button
from spieltisch.kit.markup import Markup
from spieltisch.kit.words import Words


class MakeScreen(ScreenState):
    """All that it shows follows from what is kept."""


class NewStudy(Message, do="new-study", traits=NEEDS_REST):
    """A study of a game is to begin, with its first position and no moves."""

    game: str


def make_screen(session: Session, _: MakeScreen, frame: Frame) -> Markup:
    words = frame.words
    return hub_page(
        frame,
        Area.MAKE.label(words),
        lambda game: _ways(game, words),
        study_links(session, words),
    )


def _ways(game: Game, words: Words) -> Iterator[Markup]:
    name, setup = game.info.name, game.info.default_setup()
    yield from way(game, words.gettext("A bot, step by step"), link_to_workshop(name))
    yield from way(game, words.gettext("A position"), link_to_editor(setup))
    if has_studies(game):
        label = words.gettext("A study")
        yield button(label, "new-study", name, title=named(label, game))
    yield from way(game, words.gettext("Your own cards"), link_to_deck(name))


def update(session: Session, _: MakeScreen, message: Message) -> Result:
    match message:
        case NewStudy(name) if name in catalog.GAMES and has_studies(catalog.game_of(name)):
            session, setup = dealt_anew(session, catalog.game_of(name).info.default_setup())
            return session, (Hear(StudyFrom(setup)),)
    return session, ()


SCREENS = (
    Screen(
        MakeScreen,
        make_screen,
        update,
        places={"make": Place(no_more, showing(lambda _: MakeScreen()))},
        title=lambda _, __, words: titled(Area.MAKE.label(words)),
        area=Area.MAKE,
    ),
)
