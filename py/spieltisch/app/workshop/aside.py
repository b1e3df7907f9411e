"""A league that is played on while its maker does other things.

The workshop is left with the league in it, and waits beside whatever is on screen. As there is but
one place where bots are confined, it is stopped once others are wanted there: then it is kept as
far as it has come, and can go on later.
"""

from dataclasses import replace

from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Pause
from spieltisch.app.core.notice import LeaguePlayed
from spieltisch.app.core.session import Result, Session
from spieltisch.app.keeping.league import TrialEnd
from spieltisch.app.workshop.at_table import wants_bots
from spieltisch.app.workshop.state import BotEnded, BotTold, WorkshopScreen
from spieltisch.app.workshop.update import heard, keep_played


def go_on(session: Session, message: Message) -> Result:
    """The session after what a message means to the league that waits beside it."""
    aside = session.aside
    assert isinstance(aside, WorkshopScreen)
    now = _after(session, aside, message)
    if now is None:
        return session, ()
    there, effects = keep_played(replace(session, screen=now), aside, message)
    is_over = now.running is None
    # What cannot be kept is told once.
    notice = there.notice if is_over else session.notice
    if is_over and notice is None and now.league is not None and not now.league.is_stopped:
        notice = LeaguePlayed(now.bot.game)
    waits = None if is_over else there.screen
    return replace(there, screen=session.screen, aside=waits, notice=notice), effects


def _after(session: Session, aside: WorkshopScreen, message: Message) -> WorkshopScreen | None:
    """What becomes of it; None if nothing does."""
    if wants_bots(session):
        return aside.on_work(ended=TrialEnd.STOPPED)
    match message:
        case BotTold(text):
            return heard(aside, text)
        case BotEnded(why):
            return aside.on_work(ended=why)
        case Pause():
            return aside
    return None
