"""From a session to the page's markup."""

from functools import lru_cache
from typing import assert_never

from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.presenters.table import key_labels, names_of, spoken, table_model
from spieltisch.session.keys import HELD_WORD, MAX_SEATS, Slot
from spieltisch.session.routes import Link, format_link
from spieltisch.session.screens.key_test import MIN_SEATS, KeyTestScreen
from spieltisch.session.screens.table.state import TableScreen
from spieltisch.session.session import (
    RulesScreen,
    Session,
    SettingsScreen,
    SetupScreen,
    StartScreen,
)
from spieltisch.table import Setup
from spieltisch.views import screens
from spieltisch.views.frame import Frame
from spieltisch.views.keys import KeysModel, KeyTestModel, key_test_screen
from spieltisch.views.markup import Markup
from spieltisch.views.match import match_screen
from spieltisch.views.paint import paint_svg
from spieltisch.views.scene import Scene
from spieltisch.views.sentences import notice_text
from spieltisch.views.words import LANGUAGES, Words, words_of


@lru_cache(maxsize=1)
def paint_of_all() -> Markup:
    """What the drawings of all games refer to: the same on every screen, so that it stays put."""
    return paint_svg(*(game.view.paint() for game in catalog.GAMES.values()))


def page_of(session: Session) -> Markup:
    """The inside of ``#app``."""
    words = words_of(language_of(session))
    screen = session.screen
    match screen:
        case StartScreen():
            items = [_menu_item(session, name, words) for name in catalog.GAMES]
            return screens.start_screen(_frame(session, words), items)
        case SetupScreen(setup):
            frame, game = _frame(session, words), catalog.game_of(setup.game)
            levels = game.bots.levels if game.bots else ()
            return screens.setup_screen(frame, game.info, game.view, setup, levels)
        case RulesScreen(game):
            found = catalog.game_of(game)
            has_aids = found.search_bots is not None
            frame = _frame(session, words)
            return screens.rules_screen(frame, found.info, found.view, has_aids=has_aids)
        case SettingsScreen(binding):
            keys = _keys_models(session, binding)
            chosen = session.settings.chosen()
            return screens.settings_screen(_frame(session, words), chosen, keys)
        case KeyTestScreen():
            model = _key_test_model(session, screen)
            counts = range(MIN_SEATS, MAX_SEATS + 1)
            return key_test_screen(_frame(session, words), model, counts)
        case TableScreen():
            return _table_page(session, screen, words)
    assert_never(screen)


def language_of(session: Session) -> str:
    """The language of the page."""
    return session.settings.language or next(iter(LANGUAGES))


def title_of(session: Session, words: Words) -> str:
    """The document's title and the screen's heading."""
    screen = session.screen
    match screen:
        case TableScreen(game):
            players = " · ".join(names_of(session.matches[game], words))
            return f"{catalog.game_of(game).info.title}: {players}"
        case RulesScreen(game) | SetupScreen(Setup(game)):
            return f"{catalog.game_of(game).info.title} · Spieltisch"
    return "Spieltisch"


def _frame(session: Session, words: Words, *, has_question: bool = False, told: str = "") -> Frame:
    """What every screen has round it."""
    news, notice = session.table.news if session.table else None, session.notice
    return Frame(
        words=words,
        language=language_of(session),
        title=title_of(session, words),
        notice=notice_text(notice.kind, notice.facts, words) if notice else None,
        has_question=has_question,
        spoken=told,
        serial=news.serial if news else 0,
        paint=paint_of_all(),
        sound=session.settings.sound if session.table else "",
    )


def _table_page(session: Session, table: TableScreen, words: Words) -> Markup:
    match = session.matches[table.game]
    model = table_model(session, table, match, words)
    frame = _frame(
        session,
        words,
        has_question=table.replacement is not None,
        told=spoken(session, table, match, model.scene),
    )
    return match_screen(frame, model)


def _menu_item(session: Session, name: str, words: Words) -> screens.MenuItem:
    game, kept = catalog.game_of(name), session.matches.get(name)
    resume = None
    if kept is not None and kept.turns and not kept.is_over:
        resume = format_link(Link("play", name, kept.setup))
    position = kept.position if kept and resume else game.view.picture_position()
    scene = Scene(position=position, words=words, is_picture=True)
    return screens.MenuItem(game.info, game.view, game.view.board(scene), resume)


# ------------------------------------------------------- keys, and their test


def _keys_models(session: Session, waiting: Slot | None) -> tuple[KeysModel, ...]:
    """The keys of every game whose words are called."""
    labels = key_labels(session)
    return tuple(
        KeysModel(
            game.info.title,
            {word: game.shouts.label(word) for word in game.shouts.words},
            _badges(game, MAX_SEATS),
            labels,
            waiting,
        )
        for game in catalog.GAMES.values()
        if game.shouts is not None
    )


def _key_test_model(session: Session, screen: KeyTestScreen) -> KeyTestModel:
    """Who holds a key to try it."""
    labels = key_labels(session)
    game = next(game for game in catalog.GAMES.values() if game.shouts is not None)
    assert game.shouts is not None
    return KeyTestModel(
        game=game.info.name,
        word=game.shouts.label(HELD_WORD),
        keys=tuple(labels[f"{seat}:{HELD_WORD}"] for seat in sorted(screen.everybody)),
        badges=_badges(game, screen.seats),
        held=screen.held,
        together=screen.together,
        dropped=screen.dropped,
        silent=screen.silent,
    )


def _badges(game: Game, seats: int) -> tuple[Markup, ...]:
    return tuple(game.view.seat_badge(seat) for seat in range(1, seats + 1))
