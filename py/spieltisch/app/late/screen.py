"""What is shown while that is awaited which an address leads to."""

from spieltisch.app.core.contract import SITE, Screen
from spieltisch.app.core.host import way_on, why_missing
from spieltisch.app.core.message import Message
from spieltisch.app.core.names import match_title
from spieltisch.app.core.session import Session
from spieltisch.app.core.waiting import shown
from spieltisch.app.core.waits import OpenKept, WaitScreen
from spieltisch.kit.frame import Frame, either, link_button, page, row
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.words import Words


def view(session: Session, screen: WaitScreen, frame: Frame) -> Markup:
    """What is awaited, or could not be had. Whichever it is, the buttons are where they were."""
    words, wait, host = frame.words, shown(session), session.device.host
    assert wait is not None
    need = wait.need
    missing, waiting = why_missing(host, need.missing(words), words), need.told(words)
    told, other = (missing, waiting) if wait.is_missing else (waiting, missing)
    offers_back = screen.back and not need.has_own_ways
    back = link_button(words.gettext("Back"), screen.back, "is-quiet") if offers_back else None
    return page(
        frame,
        "awaited",
        el("h1", need.heading(words) or frame.title),
        el("p.lead", {"id": need.node_id, "role": "status"}, either(told, other)),
        # The last one comes and goes, so that nothing moves.
        row(*need.links(words), back, way_on(host, words) if wait.is_missing else None),
    )


def title(session: Session, screen: WaitScreen, words: Words) -> str:
    """What comes, if that is known: of a kept match, who plays it."""
    wait = shown(session)
    then: Message | None = None if wait is None else wait.then
    summaries = session.library.summaries
    summary = summaries.get(then.match_id) if isinstance(then, OpenKept) else None
    if summary is None:
        return SITE
    return match_title(summary.setup, words)


SCREENS = (Screen(WaitScreen, view, title=title),)
