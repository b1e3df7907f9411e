"""What every screen has round it, as the session has it."""

from functools import lru_cache

from spieltisch.app.core.host import is_told_twice, way_on, why_missing
from spieltisch.app.core.news import Redone, TakenBack
from spieltisch.app.core.notice import (
    BadAction,
    Copied,
    FaultNotice,
    FilmReady,
    LessonOffer,
    LongLink,
    Notice,
    PlainNotice,
    Standstill,
    StorageFails,
    ToCopy,
    UpdateNotice,
)
from spieltisch.app.core.session import Session
from spieltisch.app.core.waiting import is_told, shown
from spieltisch.app.core.waits import Catalogue, Owner, Replaying, WaitScreen
from spieltisch.games import catalog
from spieltisch.kit.frame import Area, Frame, Toast, ToldWait, button, fault_ways
from spieltisch.kit.markup import Markup
from spieltisch.kit.paint import paint_svg
from spieltisch.kit.words import LANGUAGES, Words


@lru_cache(maxsize=1)
def paint_of_all() -> Markup:
    """The paint of all games' drawings: the same on every screen, so that it is never patched."""
    return paint_svg(*(game.view.paint() for game in catalog.GAMES.values()))


def language_of(session: Session) -> str:
    return session.settings.language or next(iter(LANGUAGES))


def _chosen_language(session: Session) -> str:
    """The language that is chosen in its field: also one whose words are still to come."""
    awaited = (
        one.need.language
        for one in session.waits
        if one.owner is Owner.CHOICE and isinstance(one.need, Catalogue)
    )
    return next(awaited, language_of(session))


def frame_of(
    session: Session, words: Words, title: str, spoken: str, area: Area | None = None
) -> Frame:
    news, notice = session.screen.news, session.shown_notice
    if isinstance(notice, LessonOffer):
        # It stands beside the board; see match/view.
        notice = None
    if is_told_twice(session, notice):
        notice = None
    what = news.what if news else None
    return Frame(
        words=words,
        language=language_of(session),
        chosen_language=_chosen_language(session),
        title=title,
        notice=notice.text(words) if notice else None,
        wait=_told_wait(session, words) if session.waits else None,
        to_copy=notice.copy if isinstance(notice, ToCopy) else "",
        deleted=session.deletions[-1].text(words) if session.deletions else None,
        toast=_toast(session, notice, words) if notice and _lies_over(session, notice) else None,
        change=changed_text(words, what) if isinstance(what, TakenBack | Redone) else "",
        spoken=spoken,
        serial=session.heard_count,
        repeats=notice.repeats if isinstance(notice, BadAction) else 0,
        paint=paint_of_all(),
        sound=session.settings.sound if session.match else "",
        area=area,
    )


def _told_wait(session: Session, words: Words) -> ToldWait | None:
    """What is told of the wait: on a screen of its own only how far a long match has been read; any
    other stays as it is, and what is told lies over it."""
    wait, is_apart = shown(session), isinstance(session.screen, WaitScreen)
    if wait is None or not is_told(wait) or (is_apart and not wait.is_long):
        return None
    need = wait.need
    if wait.is_long and isinstance(need, Replaying):
        total = need.work.total
        text = words("Reading a game of {total} moves", total=total)
        return ToldWait(text, need.work.at, total, lies_over=not is_apart)
    if not wait.is_missing:
        return ToldWait(need.told(words), lies_over=not is_apart)
    host = session.device.host
    text = why_missing(host, need.missing(words), words)
    return ToldWait(text, way_on=way_on(host, words), lies_over=not is_apart)


def _lies_over(session: Session, notice: Notice) -> bool:
    """Whether a notice lies over the page. In it, it would move what is under a finger: a press
    that hits another place of a board is a move, or lost. A person who has asked for something
    elsewhere reads what came of it where that is."""
    is_over_all = isinstance(notice, StorageFails | FaultNotice) or notice is PlainNotice.MAY_GO
    return is_over_all or notice.is_toast or session.match is not None


_TO_EXPORT = (
    PlainNotice.MAY_GO,
    StorageFails.FULL,
    StorageFails.BLOCKED,
    StorageFails.LOST,
)
"""What tells that something may be lost that a file would save."""


def _toast(session: Session, notice: Notice, words: Words) -> Toast:
    """A notice over the page, perhaps with buttons: to reload or, after the
    link to a match was copied, to share only the moves up to the moment on screen instead, or to
    save a picture of a match that is over."""
    if isinstance(notice, FaultNotice):
        return Toast(fault_ways(words), is_urgent=True)
    if isinstance(notice, Copied | LongLink | ToCopy) and notice.file is not None:
        save = button(words.gettext("Save as file"), notice.file)
        return Toast(save, is_urgent=not notice.is_toast)
    if notice in _TO_EXPORT:
        everything = button(words.gettext("Export everything"), "export-all")
        return Toast(everything, is_urgent=notice is not PlainNotice.MAY_GO)
    if isinstance(notice, Standstill):
        return Toast(notice.ways(words), has_ways=True, is_urgent=True)
    if not notice.is_toast:
        return Toast(is_urgent=True)
    if isinstance(notice, FilmReady) and not notice.is_saved:
        return Toast(button(words.gettext("Share it"), "send-film"))
    if notice is UpdateNotice.GONE:
        return Toast(button(words.gettext("Load again"), "load-again"), is_urgent=True)
    if isinstance(notice, UpdateNotice):
        return Toast(button(words.gettext("Reload"), "update"))
    table, seen = session.table, session.looked_at
    if table is None or seen is None or not isinstance(notice, Copied):
        return Toast()
    what = notice.what
    if table.browsing is not None and what != "part":
        label = words("Only up to move {number}", number=seen.shown)
        return Toast(button(label, "share-part"))
    if what == "whole":
        return Toast(button(words.gettext("Save a picture"), "save-picture"))
    return Toast()


def changed_text(words: Words, what: TakenBack | Redone) -> str:
    count = what.count
    if isinstance(what, TakenBack):
        told = words.ngettext("Taken back: {n} move.", "Taken back: {n} moves.", count)
    else:
        told = words.ngettext("Played again: {n} move.", "Played again: {n} moves.", count)
    return told.format(n=count)
