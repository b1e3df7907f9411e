"""Going from screen to screen."""

from dataclasses import replace

from spieltisch.play.codec import LinkError
from spieltisch.play.match import Match
from spieltisch.session.effects import Focus, Go
from spieltisch.session.notice import Notice
from spieltisch.session.routes import Link, format_link, parse_link
from spieltisch.session.screens.key_test import KeyTestScreen
from spieltisch.session.screens.setup import another, form_for, start_match
from spieltisch.session.screens.table.opening import open_link
from spieltisch.session.session import (
    Result,
    RulesScreen,
    Screen,
    Session,
    SettingsScreen,
    SetupScreen,
    StartScreen,
)
from spieltisch.table import Record, SetupError

STAYING = {"damaged", "update", "update-elsewhere"}
"""Notices of no single screen; that a kept match is damaged is found before the first link is
followed."""


def navigate(session: Session, text: str) -> Result:
    """Go where a link leads; one that leads nowhere ends in a notice on the start screen."""
    try:
        link = parse_link(text)
        wanted = _wanted_match(link)
    except LinkError as error:
        return _lost(session, Notice("link", (error.part, error.value)))
    except SetupError as error:
        return _lost(session, Notice.of_setup(error))
    except ValueError as error:
        return _lost(session, Notice("link", ("record", str(error))))
    stays = session.notice is not None and session.notice.kind in STAYING
    session = session if stays else replace(session, notice=None)
    if wanted is not None:
        return open_link(session, wanted)
    # A part of the rules has its address as its id: the keyboard goes on from there.
    effects = (Focus(format_link(link).removeprefix("#")),) if link.section else ()
    return session.on(_screen(session, link)), effects


def _wanted_match(link: Link) -> Match | None:
    if link.record is not None:
        return Match.open(link.record)
    return Match.open(Record(link.setup)) if link.setup is not None else None


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
    return StartScreen()


def _lost(session: Session, notice: Notice) -> Result:
    session = replace(session.on(StartScreen()), notice=notice)
    return session, (Go("#/", replaces=True), Focus("notice"))


def play_now(session: Session, game: str, seed: int) -> Result:
    """A match of a game begins without a look at the form, which would be filled in like it."""
    return start_match(session, form_for(session, game), seed)


def set_up_again(session: Session, match: Match) -> Result:
    """The form opens, filled in as for a match."""
    link = Link("setup", match.setup.game)
    return session.on(SetupScreen(another(match.setup))), (Go(format_link(link)),)
