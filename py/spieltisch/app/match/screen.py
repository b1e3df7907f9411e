"""The screen with a match among the others."""

from collections.abc import Sequence
from typing import TypeAlias

from spieltisch.app.board.opening import dealt_anew, open_kept, open_link
from spieltisch.app.board.shown import Shown
from spieltisch.app.core.contract import Place, Screen
from spieltisch.app.core.names import match_title
from spieltisch.app.core.routes import KeptLink, MatchLink, RecordLink, Route
from spieltisch.app.core.session import At, Result, Session
from spieltisch.app.core.table import TableScreen
from spieltisch.app.core.waiting import read
from spieltisch.app.core.waits import OpenLinked
from spieltisch.app.match.by_link import open_sent
from spieltisch.app.match.update import update
from spieltisch.app.match.view.match import match_screen
from spieltisch.app.match.view.speech import spoken
from spieltisch.kit.frame import Frame
from spieltisch.kit.markup import Markup
from spieltisch.kit.words import Words
from spieltisch.play.codec import LinkError, LinkPart, parse_setup
from spieltisch.play.match import Match, is_peoples_turn, seated
from spieltisch.play.record_link import LinkReplay, code_replay
from spieltisch.play.summary import is_match_id


def view(session: Session, table: TableScreen, frame: Frame) -> Markup:
    shown = Shown(At.table_of(session, table), frame.words)
    return match_screen(frame, shown.before_end() if frame.holds_end else shown)


def said(session: Session, table: TableScreen, words: Words) -> str:
    return spoken(Shown(At.table_of(session, table), words))


def title(session: Session, table: TableScreen, words: Words) -> str:
    """Who plays what; before that, that it is the turn of people here, whom others wait for."""
    match = session.matches[table.match_id]
    told = match_title(match.setup, words)
    return f"{words.gettext('Your turn')}. {told}" if is_peoples_turn(match) else told


class ReplayLink(Route):
    """A match with all its turns, none of which has been played yet."""

    link: LinkReplay

    @property
    def text(self) -> str:
        return RecordLink(self.link.match()).text


TableLink: TypeAlias = MatchLink | KeptLink | ReplayLink


def parse(place: str, parts: Sequence[str], query: str) -> TableLink | None:
    """``#/play/<game>?<set-up>``, ``#/match/<id>`` or ``#/record/<code>``."""
    if len(parts) != 1:
        return None
    if place == "record":
        return ReplayLink(code_replay(parts[0]))
    if place == "play":
        return MatchLink(parse_setup(parts[0], query))
    if not is_match_id(parts[0]):
        raise LinkError(LinkPart.MATCH, parts[0])
    return KeptLink(parts[0])


def arrived(session: Session, link: TableLink, at_ms: float) -> Result:
    """A match comes on the table: a new one, one that is kept, or one that was sent."""
    match link:
        case KeptLink(match_id):
            return open_kept(session, match_id)
        case ReplayLink(found):
            return read(session, found.replay, OpenLinked(found, at_ms), open_linked, leaves=True)
        case MatchLink(setup):
            if setup.seed is None and not setup.start:
                session, setup = dealt_anew(session, setup)
            try:
                wanted = seated(setup)
            except ValueError as error:
                raise LinkError(LinkPart.RECORD, str(error)) from error
            return open_link(session, wanted, at_ms)


def open_linked(session: Session, then: OpenLinked) -> Result:
    """The turns of a link are played; raises LinkError if one cannot be."""
    linked = then.link.match()
    wanted = Match.of_turns(linked.setup, linked.turns)
    if wanted.is_by_link:
        return open_sent(session, linked, then.at_ms)
    return open_link(session, wanted, then.at_ms)


_PLACE: Place[TableLink] = Place(parse, arrived)

SCREENS = (
    Screen(
        TableScreen,
        view,
        update,
        places=dict.fromkeys(("play", "match", "record"), _PLACE),
        spoken=said,
        title=title,
    ),
)
