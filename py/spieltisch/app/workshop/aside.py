"""A league that is played on while its maker does other things.

The workshop is left with the league in it, and waits beside whatever is on screen. As there is but
one place where bots are confined, it is stopped once others are wanted there: then it is kept as
far as it has come, and can go on later. What is too long to be kept waits until it is looked at.
"""

from dataclasses import replace

from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Pause
from spieltisch.app.core.notice import LeaguePlayed
from spieltisch.app.core.session import Result, Session
from spieltisch.app.keeping.league import TrialEnd
from spieltisch.app.workshop.at_table import wants_bots
from spieltisch.app.workshop.state import BotEnded, BotHeard, LeftLeague, WorkshopScreen
from spieltisch.app.workshop.update import heard, keep_played


def go_on(session: Session, message: Message) -> Result:
    """The session after what a message means to the league that waits beside it."""
    left = session.aside
    assert isinstance(left, LeftLeague)
    workshop = left.workshop
    if workshop.running is None:
        return _with_end_told(session, left), ()
    now = _after(session, workshop, message)
    if now is None:
        return session, ()
    there, effects = keep_played(replace(session, screen=now, notice=None), workshop, message)
    kept = there.screen
    assert isinstance(kept, WorkshopScreen)
    # That it is too long to be kept is told where it can be looked at.
    left = replace(left, workshop=kept, trouble=there.notice)
    session = replace(there, screen=session.screen, aside=left, notice=session.notice)
    if kept.running is not None:
        return session, effects
    if kept.league is None or kept.league.is_stopped:
        return replace(session, aside=None, notice=there.notice or session.notice), effects
    return _with_end_told(session, left), effects


def _with_end_told(session: Session, over: LeftLeague) -> Session:
    """The session once the end of a league was told, which waits until nothing else is told; but
    not until the page is loaded again."""
    before = session.notice
    if over.is_end_told or not (before is None or (before.is_of_all_screens and before.is_toast)):
        return session
    aside = None if over.trouble is None else replace(over, is_end_told=True)
    return replace(session, aside=aside, notice=LeaguePlayed(over.workshop.bot.game, before))


def _after(session: Session, left: WorkshopScreen, message: Message) -> WorkshopScreen | None:
    """What becomes of it; None if nothing does."""
    if wants_bots(session):
        return left.on_work(ended=TrialEnd.STOPPED)
    match message:
        case BotHeard(text):
            return heard(left, text)
        case BotEnded(why):
            return left.on_work(ended=why)
        case Pause():
            return left
    return None
