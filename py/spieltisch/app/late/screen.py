"""The wait for the Python of a screen that comes when it is asked for."""

from dataclasses import replace

from spieltisch.app.effects import FetchScreens
from spieltisch.app.message import Message
from spieltisch.app.messages import Command, ScreensFetched
from spieltisch.app.news import ScreenState
from spieltisch.app.screen import Screen
from spieltisch.app.session import Result, Session
from spieltisch.kit.frame import Frame, button, either, link_button, page, row
from spieltisch.kit.markup import Markup, el


class AwaitedScreen(ScreenState):
    """What is late is being fetched, or could not be."""

    before: ScreenState
    """Where the person was, and is again before that is done which was wanted."""
    wanted: Message
    """What asked for it."""
    is_missing: bool = False

    @property
    def is_wait(self) -> bool:
        return True


def awaiting(session: Session, wanted: Message) -> Result:
    """The session until all is there that a message needs: nothing else of it has been done."""
    screen = session.screen
    before = screen.before if isinstance(screen, AwaitedScreen) else screen
    return session.on(AwaitedScreen(before, wanted)), (FetchScreens(),)


def update(session: Session, screen: AwaitedScreen, message: Message) -> Result:
    if message is Command.FETCH_AGAIN and screen.is_missing:
        return session.on(replace(screen, is_missing=False)), (FetchScreens(),)
    if isinstance(message, ScreensFetched):
        return session.on(replace(screen, is_missing=True)), ()
    return session, ()


def view(session: Session, screen: AwaitedScreen, frame: Frame) -> Markup:
    words = frame.words
    missing = words.gettext("This could not be fetched. Check that you are online, and try again.")
    waiting = words.gettext("Fetching …")
    return awaited_page(frame, frame.title, waiting, missing, is_missing=screen.is_missing)


def awaited_page(
    frame: Frame,
    title: str,
    waiting: str,
    missing: str = "",
    *,
    is_missing: bool = False,
    node_id: str = "late-told",
) -> Markup:
    """What is shown while something has to come, or if it could not be fetched, as the two texts
    say. Whichever it is, the buttons are where they were."""
    told, other = (missing, waiting) if is_missing else (waiting, missing)
    again = button(frame.words.gettext("Try again"), "fetch-again", kind="is-primary")
    return page(
        frame,
        "awaited",
        el("h1", title),
        el("p.lead", {"id": node_id, "role": "status"}, either(told, other)),
        row(
            link_button(frame.words.gettext("All games"), "#/", "is-quiet"),
            # It comes last, so that nothing moves.
            again if is_missing else None,
        ),
    )


SCREENS = (Screen(AwaitedScreen, view, update),)
