"""Going from screen to screen."""

from dataclasses import replace

from spieltisch.app.effects import Focus, Go
from spieltisch.app.lesson.update import opened as lesson_opened
from spieltisch.app.matches.filters import MatchFilter
from spieltisch.app.messages import PlayNow
from spieltisch.app.notice import Notice
from spieltisch.app.puzzle.opening import opened as puzzle_opened
from spieltisch.app.routes import Link, format_link, parse_link
from spieltisch.app.session import (
    ImportScreen,
    MatchesScreen,
    Result,
    RulesScreen,
    Screen,
    Session,
    SettingsScreen,
    SetupScreen,
    StartScreen,
    StatisticsScreen,
)
from spieltisch.app.settings.key_test import KeyTestScreen
from spieltisch.app.setup.update import another, form_for, start_match
from spieltisch.app.start.update import lost
from spieltisch.app.table.by_link import open_sent
from spieltisch.app.table.opening import open_kept, open_link
from spieltisch.app.together.joining import follow
from spieltisch.play.by_link import seated, seen_from_here
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


def _screen(session: Session, link: Link) -> Screen:
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


def play_now(session: Session, wanted: PlayNow) -> Result:
    """Begin a match of a game as the form would be filled in, without showing the form."""
    return start_match(session, form_for(session, wanted.game), wanted.seed, wanted.at_ms)


def set_up_again(session: Session, match: Match) -> Result:
    """Open the form, filled in as for a match."""
    link = Link("setup", match.setup.game)
    return session.on(SetupScreen(another(seen_from_here(match)))), (Go(format_link(link)),)
