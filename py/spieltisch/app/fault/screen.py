"""The screen of a place that cannot be opened or drawn: nobody is left with a page that does not do
what its address says."""

from spieltisch.app.core.contract import SITE, Screen, titled
from spieltisch.app.core.frame import language_of
from spieltisch.app.core.session import Session
from spieltisch.app.fault.state import FaultScreen
from spieltisch.kit.frame import Frame, fault_ways, link_button, page, row
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.words import words_of


def view(session: Session, screen: FaultScreen, frame: Frame) -> Markup:
    words = frame.words
    return page(
        frame,
        "fault",
        el("h1", words.gettext("This page cannot be shown")),
        el(
            "p.lead",
            {"id": "fault-told", "role": "alert"},
            words.gettext(
                "There is a mistake in the program. It is not your doing, and nothing that was "
                "saved here is lost. Load the page again. If that does not help, save a report "
                "and send it to whoever runs this site."
            ),
        ),
        row(link_button(words.gettext("All games"), "#/", "is-quiet"), fault_ways(words)),
    )


def fault_page(session: Session) -> Markup:
    """The same for a session whose screen cannot be drawn. It needs nothing of the session, as that
    may be what is wrong."""
    language = language_of(session)
    return view(session, FaultScreen(), Frame(words_of(language), language, SITE))


SCREENS = (
    Screen(
        FaultScreen,
        view,
        title=lambda _, __, words: titled(words.gettext("This page cannot be shown")),
    ),
)
