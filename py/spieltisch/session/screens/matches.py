"""The kept matches: which are listed, and what one of them is called."""

from dataclasses import replace

from spieltisch.play.codec import LinkError
from spieltisch.play.summary import MatchId
from spieltisch.session import keeping
from spieltisch.session.effects import Effect, Focus, Go
from spieltisch.session.library_messages import (
    DeleteMatches,
    EditName,
    RenameMatch,
    SetFilter,
)
from spieltisch.session.messages import Command, Message
from spieltisch.session.routes import Link, format_link
from spieltisch.session.session import MatchesScreen, Result, Session


def update(session: Session, screen: MatchesScreen, message: Message) -> Result:
    """The session after a message to this screen."""
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
    """The address follows what is wanted, so that a reload and the way back find it again."""
    try:
        wanted = screen.wanted.with_field(name, value)
    except LinkError:
        return session, ()
    if wanted == screen.wanted:
        return session, ()
    link = format_link(Link("matches", wanted=wanted))
    return session.on(replace(screen, wanted=wanted)), (Go(link, replaces=True),)


def rename(session: Session, message: RenameMatch) -> Result:
    """A match is called something, here or elsewhere."""
    session, effects = keeping.rename(session, message.match_id, message.name)
    session, more = _named(session)
    return session, (*effects, *more)


def _named(session: Session) -> Result:
    """Nothing is being named any more; the keyboard goes back to where it came from."""
    screen = session.screen
    if not isinstance(screen, MatchesScreen) or screen.renaming is None:
        return session, ()
    return session.on(replace(screen, renaming=None)), (Focus(f"edit-name-{screen.renaming}"),)


def delete(session: Session, message: DeleteMatches) -> Result:
    """Matches are deleted, here or elsewhere. What was pressed for it is gone: the keyboard goes to
    the heading of the list that they were in."""
    focus = _heading(session, message.ids)
    session, effects = keeping.delete(session, message.ids)
    return session, (*effects, *focus) if isinstance(session.screen, MatchesScreen) else effects


def _heading(session: Session, ids: tuple[MatchId, ...]) -> tuple[Effect, ...]:
    known = [session.library.summaries[one] for one in ids if one in session.library.summaries]
    if not known:
        return ()
    heading = "going-title" if known[0].outcome is None else "ended-title"
    # The last one of a list takes its heading with it.
    return Focus("main"), Focus(heading)
