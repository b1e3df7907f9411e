"""From a session to the page's markup."""

from functools import lru_cache
from typing import assert_never

from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.presenters.rules import rules_page
from spieltisch.presenters.setup import setup_model
from spieltisch.presenters.table import key_labels, names_of, spoken, table_model
from spieltisch.session.keys import HELD_WORD, MAX_SEATS, Slot
from spieltisch.session.notice import Notice
from spieltisch.session.routes import Link, format_link
from spieltisch.session.screens.key_test import MIN_SEATS, KeyTestScreen
from spieltisch.session.screens.table.state import TableScreen
from spieltisch.session.screens.table.variation import match_on
from spieltisch.session.session import (
    RulesScreen,
    Session,
    SettingsScreen,
    SetupScreen,
    StartScreen,
)
from spieltisch.table import Setup
from spieltisch.views import screens
from spieltisch.views.browsing import changed_text
from spieltisch.views.frame import Frame, Toast, button
from spieltisch.views.keys import KeysModel, KeyTestModel, key_test_screen
from spieltisch.views.markup import Markup
from spieltisch.views.match import match_screen
from spieltisch.views.paint import paint_svg
from spieltisch.views.scene import Scene
from spieltisch.views.sentences import notice_text
from spieltisch.views.setup import setup_screen
from spieltisch.views.words import LANGUAGES, Words, words_of

TOASTS = {"copied", "update", "update-elsewhere"}
"""Notices that nobody has asked for or need heed must not move what is under a finger."""


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
        case SetupScreen():
            return setup_screen(_frame(session, words), setup_model(screen, words))
        case RulesScreen(game):
            return rules_page(_frame(session, words), game)
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
    table, notice = session.table, session.notice
    news = table.news if table else None
    is_change = news is not None and news.kind in ("taken-back", "redone")
    return Frame(
        words=words,
        language=language_of(session),
        title=title_of(session, words),
        notice=notice_text(notice.kind, notice.facts, words) if notice else None,
        toast=_toast(session, notice, words) if notice and notice.kind in TOASTS else None,
        change=changed_text(words, news.kind, int(news.key)) if news and is_change else "",
        has_question=has_question,
        spoken=told,
        serial=news.serial if news else 0,
        paint=paint_of_all(),
        sound=session.settings.sound if session.table else "",
    )


def _toast(session: Session, notice: Notice, words: Words) -> Toast:
    """A notice that lies over the page. While another moment of a match is looked at than what has
    been shared, all up to it can be."""
    if notice.kind in ("update", "update-elsewhere"):
        return Toast(button(words.gettext("Reload"), "update"))
    table, seen = session.table, session.looked_at
    is_part = notice.facts[:1] == ("part",)
    if table is None or seen is None or table.browsing is None or is_part:
        return Toast()
    label = words.gettext("Up to move {number} instead").format(number=seen.shown)
    return Toast(button(label, "share-part"))


def _table_page(session: Session, table: TableScreen, words: Words) -> Markup:
    match = match_on(session, table)
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
