"""A tally: a number that grows by presses, and is gone once another screen is shown.

It is here to be copied: a whole screen, in one file as it is small. Beside the others it is the
folder ``app/tally/`` and the line ``"tally",`` in ``FOLDERS`` of ``app/screens.py``.
"""

from spieltisch.app.core.contract import Place, Screen, no_more, showing
from spieltisch.app.core.message import Message
from spieltisch.app.core.news import ScreenState
from spieltisch.app.core.session import Result, Session
from spieltisch.kit.frame import Frame, button, link_button, page, row
from spieltisch.kit.markup import Markup, el, region

MOST = 999


class TallyScreen(ScreenState):
    """What has been counted so far."""

    points: int = 0


class Count(Message, do="count"):
    """So many points are added."""

    points: int


def update(session: Session, screen: TallyScreen, message: Message) -> Result:
    """The session after a message to this screen."""
    if isinstance(message, Count):
        return session.on(TallyScreen(min(screen.points + message.points, MOST))), ()
    return session, ()


def view(_: Session, screen: TallyScreen, frame: Frame) -> Markup:
    """The number, and what makes it grow."""
    words = frame.words
    return page(
        frame,
        "tally",
        el("h1", words.gettext("Tally")),
        region("p#tally", {"role": "status"}, str(screen.points)),
        row(
            [button(f"+{points}", "count", points) for points in (1, 5)],
            link_button(words.gettext("Back to the games"), "#/"),
        ),
    )


SCREENS = (
    Screen(
        TallyScreen,
        view,
        update,
        places={"tally": Place(no_more, showing(lambda _: TallyScreen()))},
        title=lambda *_: "Tally",
    ),
)
