"""From a session to the page's markup."""

from functools import lru_cache

from spieltisch.app.frame import frame_of, language_of
from spieltisch.app.screens import screen_of
from spieltisch.app.session import Heard, Session
from spieltisch.kit.markup import Markup
from spieltisch.kit.words import Words, words_of
from spieltisch.play.by_link import is_called_for


def page_of(session: Session) -> Markup:
    """The inside of ``#app``."""
    words = words_of(language_of(session))
    frame = frame_of(session, words, title_of(session, words), said(session.heard))
    return screen_of(session.screen).view(session, session.screen, frame)


@lru_cache(maxsize=1)
def said(heard: Heard | None) -> str:
    """What is said of the latest news, in the words of their moment."""
    if heard is None:
        return ""
    session, words = heard.session, words_of(language_of(heard.session))
    return screen_of(session.screen).spoken(session, session.screen, words)


def is_called(session: Session) -> bool:
    """Whether it is the turn of people here, whom others on their own devices wait for."""
    table, match = session.table, session.kept_match
    return match is not None and table is not None and is_called_for(match)


def title_of(session: Session, words: Words) -> str:
    """The document's title and the screen's heading."""
    return screen_of(session.screen).title(session, session.screen, words)
