"""The list of kept matches: filtering it, renaming and deleting matches."""

from collections.abc import Sequence
from dataclasses import replace

from spieltisch.app import keeping
from spieltisch.app.effects import Effect, Focus, Go
from spieltisch.app.matches.filters import MatchFilter, parse_filter
from spieltisch.app.matches.state import (
    DeleteMatches,
    EditName,
    MatchesScreen,
    RenameMatch,
    SetFilter,
)
from spieltisch.app.matches.view import matches_screen
from spieltisch.app.message import Message
from spieltisch.app.messages import Command
from spieltisch.app.routes import Link, format_link
from spieltisch.app.screen import Place, Screen
from spieltisch.app.session import Result, Session
from spieltisch.play.codec import LinkError
from spieltisch.play.summary import MatchId


def update(session: Session, screen: MatchesScreen, message: Message) -> Result:
    match message:
        case SetFilter(name, value):
            return _narrowed(session, screen, name, value)
        case EditName(match_id) if match_id in session.library.summaries:
            renaming = replace(screen, renaming=match_id)
            return session.on(renaming), (Focus(f"name-{match_id}"),)
        case Command.CANCEL:
            return _named(session)
    return session, ()


def _narrowed(session: Session, screen: MatchesScreen, name: str, value: str) -> Result:
    """Change a filter field; the address follows, so that a reload and the way back keep it."""
    try:
        wanted = screen.wanted.with_field(name, value)
    except LinkError:
        return session, ()
    if wanted == screen.wanted:
        return session, ()
    link = format_link(Link("matches", wanted=wanted))
    return session.on(replace(screen, wanted=wanted)), (Go(link, replaces=True),)


def rename(session: Session, message: RenameMatch) -> Result:
    session, effects = keeping.rename(session, message.match_id, message.name)
    session, more = _named(session)
    return session, (*effects, *more)


def _named(session: Session) -> Result:
    """No name is being edited any more; the keyboard goes back to where it came from."""
    screen = session.screen
    if not isinstance(screen, MatchesScreen) or screen.renaming is None:
        return session, ()
    return session.on(replace(screen, renaming=None)), (Focus(f"edit-name-{screen.renaming}"),)


def delete(session: Session, message: DeleteMatches) -> Result:
    """Delete matches, on this screen or another. The button that was pressed is gone, so the
    keyboard goes to the heading of the list that they were in."""
    focus = _heading(session, message.ids)
    session, effects = keeping.delete(session, message.ids)
    return session, (*effects, *focus) if isinstance(session.screen, MatchesScreen) else effects


def _heading(session: Session, ids: tuple[MatchId, ...]) -> tuple[Effect, ...]:
    known = [session.library.summaries[one] for one in ids if one in session.library.summaries]
    if not known:
        return ()
    heading = "going-title" if known[0].outcome is None else "ended-title"
    # The heading is gone as well if the list is empty now: then the keyboard stays on ``main``.
    return Focus("main"), Focus(heading)


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """``#/matches``, with which of them are wanted as its query."""
    return None if parts else Link(place, wanted=parse_filter(query))


def opened(session: Session, link: Link, at_ms: float) -> Result:
    """The list comes on screen; when its page is turned, the keyboard goes to its title."""
    before, wanted = session.screen, link.wanted or MatchFilter()
    is_turned = isinstance(before, MatchesScreen) and wanted.page != before.wanted.page
    effects = (Focus(f"{wanted.show}-title"),) if is_turned and wanted.show else ()
    return session.on(MatchesScreen(wanted, session.wall_ms(at_ms))), effects


SCREENS = (Screen(MatchesScreen, matches_screen, update, places={"matches": Place(parse, opened)}),)
