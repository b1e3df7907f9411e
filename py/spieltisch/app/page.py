"""From a session to the page's markup."""

from spieltisch.app.frame import frame_of, language_of
from spieltisch.app.screens import screen_of
from spieltisch.app.session import Session
from spieltisch.kit.markup import Markup
from spieltisch.kit.words import Words, words_of


def page_of(session: Session) -> Markup:
    """The inside of ``#app``."""
    words = words_of(language_of(session))
    frame = frame_of(session, words, title_of(session, words))
    return screen_of(session.screen).view(session, session.screen, frame)


def title_of(session: Session, words: Words) -> str:
    """The document's title and the screen's heading."""
    return screen_of(session.screen).title(session, session.screen, words)
