"""From a session to the page's markup."""

from functools import lru_cache
from typing import assert_never

from spieltisch.app.files.model import import_model
from spieltisch.app.files.view import import_screen
from spieltisch.app.lesson.model import has_met, lesson_model, link_to_lessons, spoken_lesson
from spieltisch.app.lesson.state import LessonScreen
from spieltisch.app.lesson.view import lesson_screen
from spieltisch.app.matches.cards import latest_matches
from spieltisch.app.matches.model import latest_cards, matches_model
from spieltisch.app.matches.view import matches_screen
from spieltisch.app.names import player_names
from spieltisch.app.notice import Notice
from spieltisch.app.puzzle.model import awaited_model, link_to_daily, puzzle_model, spoken_puzzle
from spieltisch.app.puzzle.state import AwaitedPuzzle, PuzzleScreen
from spieltisch.app.puzzle.view import awaited_screen, puzzle_screen
from spieltisch.app.rules.model import rules_page
from spieltisch.app.session import (
    ImportScreen,
    MatchesScreen,
    RulesScreen,
    Session,
    SettingsScreen,
    SetupScreen,
    StartScreen,
    StatisticsScreen,
)
from spieltisch.app.settings import view as screens
from spieltisch.app.settings.key_test import MIN_SEATS, KeyTestScreen
from spieltisch.app.settings.keys import HELD_WORD, MAX_SEATS, Slot
from spieltisch.app.settings.keys_view import KeysModel, KeyTestModel, key_test_screen
from spieltisch.app.setup.model import setup_model
from spieltisch.app.setup.view import setup_screen
from spieltisch.app.statistics.model import statistics_model
from spieltisch.app.statistics.view import statistics_screen
from spieltisch.app.table.model import key_labels, spoken, table_model
from spieltisch.app.table.state import TableScreen
from spieltisch.app.table.variation import match_on
from spieltisch.app.table.view.browsing import changed_text
from spieltisch.app.table.view.match import match_screen
from spieltisch.app.together.model import join_model
from spieltisch.app.together.state import JoinScreen
from spieltisch.app.together.view import join_screen
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.kit.dates import Now
from spieltisch.kit.frame import Frame, Toast, button
from spieltisch.kit.markup import Markup
from spieltisch.kit.paint import paint_svg
from spieltisch.kit.scene import Scene
from spieltisch.kit.sentences import notice_text
from spieltisch.kit.words import LANGUAGES, Words, words_of
from spieltisch.table import Setup


@lru_cache(maxsize=1)
def paint_of_all() -> Markup:
    """The paint of all games' drawings: the same on every screen, so that it is never patched."""
    return paint_svg(*(game.view.paint() for game in catalog.GAMES.values()))


def page_of(session: Session) -> Markup:
    """The inside of ``#app``."""
    words = words_of(language_of(session))
    screen = session.screen
    match screen:
        case StartScreen():
            items = [_menu_item(session, name, words) for name in catalog.GAMES]
            return screens.start_screen(_frame(session, words), items, _latest(session, words))
        case SetupScreen():
            return setup_screen(_frame(session, words), setup_model(session, screen, words))
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
        case MatchesScreen() | ImportScreen() | StatisticsScreen():
            return _kept_page(session, screen, words)
        case TableScreen():
            return _table_page(session, screen, words)
        case LessonScreen() | AwaitedPuzzle() | PuzzleScreen():
            return _exercise_page(session, screen, words)
        case JoinScreen():
            return join_screen(_frame(session, words), join_model(session, screen))
    assert_never(screen)


def language_of(session: Session) -> str:
    """The language of the page."""
    return session.settings.language or next(iter(LANGUAGES))


def title_of(session: Session, words: Words) -> str:
    """The document's title and the screen's heading."""
    screen = session.screen
    match screen:
        case TableScreen(game, match_id):
            players = " · ".join(player_names(session.matches[match_id].setup, words))
            return f"{catalog.game_of(game).info.title}: {players}"
        case RulesScreen(game) | SetupScreen(Setup(game)) | AwaitedPuzzle(game):
            return f"{catalog.game_of(game).info.title} · Spieltisch"
        case LessonScreen(game=game) | PuzzleScreen(game=game):
            return f"{catalog.game_of(game).info.title} · Spieltisch"
    return "Spieltisch"


def _frame(session: Session, words: Words, *, told: str = "") -> Frame:
    """What every screen has round it."""
    board, notice = session.board, session.notice
    news = board.news if board else None
    is_change = news is not None and news.kind in ("taken-back", "redone")
    return Frame(
        words=words,
        language=language_of(session),
        title=title_of(session, words),
        notice=notice_text(notice.kind, notice.facts, words) if notice else None,
        toast=_toast(session, notice, words) if notice and notice.is_toast else None,
        change=changed_text(words, news.kind, int(news.key)) if news and is_change else "",
        spoken=told,
        serial=news.serial if news else 0,
        paint=paint_of_all(),
        sound=session.settings.sound if board else "",
    )


def _toast(session: Session, notice: Notice, words: Words) -> Toast:
    """A notice over the page, perhaps with a button: to reload, to undo a deletion or, after the
    link to a match was copied, to share only the moves up to the moment on screen instead, or to
    save a picture of a match that is over."""
    if notice.is_of_update:
        return Toast(button(words.gettext("Reload"), "update"))
    if session.library.removed:
        return Toast(button(words.gettext("Undo"), "undo-delete"))
    table, seen = session.table, session.looked_at
    if table is None or seen is None or notice.kind != "copied":
        return Toast()
    what = notice.facts[0]
    if table.browsing is not None and what != "part":
        label = words.gettext("Up to move {number} instead").format(number=seen.shown)
        return Toast(button(label, "share-part"))
    if what == "whole":
        return Toast(button(words.gettext("Save a picture"), "save-picture"))
    return Toast()


def _table_page(session: Session, table: TableScreen, words: Words) -> Markup:
    match = match_on(session, table)
    model = table_model(session, table, match, words)
    frame = _frame(session, words, told=spoken(session, table, match, model.scene))
    return match_screen(frame, model)


def _latest(session: Session, words: Words) -> Markup | None:
    """The matches that can be continued; None if no match is kept."""
    summaries = session.library.summaries
    return latest_matches(words, latest_cards(summaries, words), len(summaries))


def _kept_page(
    session: Session, screen: MatchesScreen | ImportScreen | StatisticsScreen, words: Words
) -> Markup:
    """A screen about the kept matches: their list, an import, or the statistics."""
    frame = _frame(session, words)
    match screen:
        case MatchesScreen(wanted, now_ms, renaming):
            now = Now(now_ms, session.device.east_minutes)
            found = matches_model(session.library.summaries, wanted, now, words, renaming)
            return matches_screen(frame, found)
        case ImportScreen(job):
            return import_screen(frame, import_model(job), len(session.library.summaries))
        case StatisticsScreen(erased):
            figures = statistics_model(session, words, is_erased=erased is not None)
            return statistics_screen(frame, figures)


def _exercise_page(
    session: Session, screen: LessonScreen | AwaitedPuzzle | PuzzleScreen, words: Words
) -> Markup:
    """The screen of a lesson or a puzzle."""
    sound = session.settings.sound
    match screen:
        case LessonScreen():
            lesson = lesson_model(session, screen, words)
            told = spoken_lesson(screen, lesson, sound)
            return lesson_screen(_frame(session, words, told=told), lesson)
        case PuzzleScreen():
            puzzle = puzzle_model(session, screen, words)
            told = spoken_puzzle(screen, puzzle, sound)
            return puzzle_screen(_frame(session, words, told=told), puzzle)
    return awaited_screen(_frame(session, words), awaited_model(screen))


def _menu_item(session: Session, name: str, words: Words) -> screens.MenuItem:
    game = catalog.game_of(name)
    scene = Scene(position=game.view.picture_position(), words=words, is_picture=True)
    return screens.MenuItem(
        game.info,
        game.view,
        game.view.board(scene),
        link_to_lessons(name),
        is_new=not has_met(session, name),
        daily=link_to_daily(name),
    )


# ------------------------------------------------------- keys, and their test


def _keys_models(session: Session, waiting: Slot | None) -> tuple[KeysModel, ...]:
    """The keys of every game that has words to call."""
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
    """What the keyboard test shows."""
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
