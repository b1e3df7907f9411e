"""What every screen has round it, as the session has it."""

from functools import lru_cache

from spieltisch.app.match.view.browsing import changed_text
from spieltisch.app.news import Redone, TakenBack
from spieltisch.app.notice import (
    Copied,
    FilmReady,
    LessonOffer,
    Notice,
    StorageFails,
    ToCopy,
    UpdateNotice,
)
from spieltisch.app.reading import long_one
from spieltisch.app.routes import link_to_step
from spieltisch.app.session import Session
from spieltisch.games import catalog
from spieltisch.kit.frame import Frame, Toast, button, link_button
from spieltisch.kit.markup import Markup
from spieltisch.kit.paint import paint_svg
from spieltisch.kit.words import LANGUAGES, Words


@lru_cache(maxsize=1)
def paint_of_all() -> Markup:
    """The paint of all games' drawings: the same on every screen, so that it is never patched."""
    return paint_svg(*(game.view.paint() for game in catalog.GAMES.values()))


def language_of(session: Session) -> str:
    return session.settings.language or next(iter(LANGUAGES))


def frame_of(session: Session, words: Words, title: str, spoken: str) -> Frame:
    news, notice, match = session.screen.news, session.notice, session.match
    if isinstance(notice, LessonOffer) and (match is None or match.turns):
        # A lesson is offered only until the first turn.
        notice = None
    read = long_one(session)
    what = news.what if news else None
    return Frame(
        words=words,
        language=language_of(session),
        title=title,
        notice=notice.text(words) if notice else None,
        reading=(read.at, read.total) if read is not None else None,
        to_copy=notice.copy if isinstance(notice, ToCopy) else "",
        toast=_toast(session, notice, words) if notice and _lies_over(session, notice) else None,
        change=changed_text(words, what) if isinstance(what, TakenBack | Redone) else "",
        spoken=spoken,
        serial=session.heard_count,
        paint=paint_of_all(),
        sound=session.settings.sound if session.board else "",
    )


def _lies_over(session: Session, notice: Notice) -> bool:
    """Whether a notice lies over the page. In it, it would move what is under a finger: a press
    that hits another place of a board is a move, or lost. A person who has asked for something
    elsewhere reads what came of it where that is."""
    return isinstance(notice, StorageFails) or notice.is_toast or session.board is not None


def _toast(session: Session, notice: Notice, words: Words) -> Toast:
    """A notice over the page, perhaps with a button: to reload, to undo a deletion or, after the
    link to a match was copied, to share only the moves up to the moment on screen instead, or to
    save a picture of a match that is over."""
    if isinstance(notice, LessonOffer):
        return Toast(link_button(words.gettext("Learn it"), link_to_step(notice.game), "is-offer"))
    if not notice.is_toast:
        return Toast(is_urgent=True)
    if isinstance(notice, FilmReady) and not notice.is_saved:
        return Toast(button(words.gettext("Share it"), "send-film"))
    if isinstance(notice, UpdateNotice):
        return Toast(button(words.gettext("Reload"), "update"))
    if session.library.removed or session.damage.removed:
        return Toast(button(words.gettext("Undo"), "undo-delete"))
    table, seen = session.table, session.looked_at
    if table is None or seen is None or not isinstance(notice, Copied):
        return Toast()
    what = notice.what
    if table.browsing is not None and what != "part":
        label = words.gettext("Only up to move {number}").format(number=seen.shown)
        return Toast(button(label, "share-part"))
    if what == "whole":
        return Toast(button(words.gettext("Save a picture"), "save-picture"))
    return Toast()
