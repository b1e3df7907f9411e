"""Going from screen to screen."""

from dataclasses import replace

from spieltisch.app.effects import Focus
from spieltisch.app.files.state import ImportScreen
from spieltisch.app.lesson.update import opened as lesson_opened
from spieltisch.app.matches.filters import MatchFilter
from spieltisch.app.matches.state import MatchesScreen
from spieltisch.app.notice import Notice
from spieltisch.app.puzzle.opening import opened as puzzle_opened
from spieltisch.app.routes import Link, format_link, parse_link
from spieltisch.app.rules.state import RulesScreen
from spieltisch.app.screen_state import ScreenState
from spieltisch.app.session import Result, Session
from spieltisch.app.settings.key_test import KeyTestScreen
from spieltisch.app.settings.state import SettingsScreen
from spieltisch.app.setup.state import SetupScreen
from spieltisch.app.setup.update import form_for
from spieltisch.app.start.state import StartScreen
from spieltisch.app.start.update import lost
from spieltisch.app.statistics.state import StatisticsScreen
from spieltisch.app.table.by_link import open_sent
from spieltisch.app.table.opening import open_kept, open_link
from spieltisch.app.together.joining import follow
from spieltisch.play.by_link import seated
from spieltisch.play.codec import LinkError
from spieltisch.play.match import Match
from spieltisch.table import SetupError


def navigate(session: Session, text: str, at_ms: float = 0.0) -> Result:
    """Go where a link leads; one that leads nowhere ends in a notice on the start screen."""
    session = replace(session, awaited=None, sent=None)
    try:
        link = parse_link(text)
        wanted = _wanted_match(link)
    except LinkError as error:
        return lost(session, Notice("link", (error.part, error.value)))
    except SetupError as error:
        return lost(session, Notice.of_setup(error))
    except ValueError as error:
        return lost(session, Notice("link", ("record", str(error))))
    stays = session.notice is not None and session.notice.is_of_all_screens
    return _followed(session if stays else replace(session, notice=None), link, wanted, at_ms)


def _followed(session: Session, link: Link, wanted: Match | None, at_ms: float) -> Result:
    """Go where a valid link leads."""
    if link.match is not None and wanted is not None and wanted.is_by_link:
        return open_sent(session, link.match, at_ms)
    if wanted is not None:
        return open_link(session, wanted, at_ms)
    if link.code:
        return follow(session, link.code)
    if link.match_id is not None:
        return open_kept(session, link.match_id)
    if link.wanted is not None:
        return _list_matches(session, link.wanted, at_ms)
    if link.screen == "learn" and link.game is not None:
        return lesson_opened(session, link.game, link.section)
    if link.screen in ("puzzle", "daily", "mistakes"):
        return puzzle_opened(session, link, at_ms)
    # A part of the rules has its address as its id: the keyboard goes there.
    effects = (Focus(format_link(link).removeprefix("#")),) if link.section else ()
    return session.on(_screen(session, link)), effects


def _wanted_match(link: Link) -> Match | None:
    if link.match is not None:
        return Match.of_turns(link.match.setup, link.match.turns)
    return seated(link.setup) if link.setup is not None else None


def _screen(session: Session, link: Link) -> ScreenState:
    match link:
        case Link("setup", str(game)):
            return SetupScreen(form_for(session, game))
        case Link("rules", str(game)):
            return RulesScreen(game)
        case Link("settings"):
            return SettingsScreen()
        case Link("key-test"):
            return KeyTestScreen()
        case Link("import"):
            return ImportScreen()
        case Link("statistics"):
            return StatisticsScreen()
    return StartScreen()


def _list_matches(session: Session, wanted: MatchFilter, at_ms: float) -> Result:
    """Show the list of matches; when its page is turned, the keyboard goes to its title."""
    before = session.screen
    is_turned = isinstance(before, MatchesScreen) and wanted.page != before.wanted.page
    effects = (Focus(f"{wanted.show}-title"),) if is_turned and wanted.show else ()
    return session.on(MatchesScreen(wanted, session.wall_ms(at_ms))), effects
