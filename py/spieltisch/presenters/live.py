"""Who is connected, as the panel of a table tells it, and what is to be sent to whom."""

from typing import TypedDict

from spieltisch.play.match import Match
from spieltisch.play.peers.codes import PLACE
from spieltisch.play.peers.taking_back import wished
from spieltisch.session.live.state import Hosting, JoinScreen, Visiting
from spieltisch.session.live.taking_back import is_answered, is_ours, open_wish
from spieltisch.session.screens.table.state import TableScreen
from spieltisch.session.session import Session
from spieltisch.table import Seat
from spieltisch.views.live import JoinModel, LiveModel


def peers_state(session: Session) -> str:
    """The value of ``<html data-peers>``."""
    return "none" if session.live is None else session.live.state


def code_to_send(session: Session) -> str:
    """The link to what is to be sent now: an invitation, or the answer to one; empty for none. Of
    an answer that is for another tab it is the code alone, which is pasted there."""
    screen, live = session.screen, session.live
    if isinstance(screen, JoinScreen) and screen.kind == "answer":
        return screen.code
    match live:
        case Hosting(invitation=invitation) if invitation is not None:
            code = invitation.code
        case Visiting(code=code):
            pass
        case _:
            return ""
    return f"{session.device.site}#{PLACE}{code}" if code else ""


def live_model(session: Session, table: TableScreen, names: tuple[str, ...]) -> LiveModel | None:
    """What the panel shows; None where the match is not played live.

    Args:
        session: as it is.
        table: on screen.
        names: what the players are called, by seat.
    """
    live = session.live
    if live is None or live.match_id != table.match_id:
        return None
    match = session.matches[table.match_id]

    def named(seats: tuple[Seat, ...]) -> tuple[str, ...]:
        return tuple(names[seat - 1] for seat in seats if seat <= len(names))

    back = _back(session, match, names)
    if isinstance(live, Visiting):
        others = tuple(seat for seat in live.guest.here if seat not in match.here)
        return LiveModel(is_host=False, state=live.state, here=named(others), **back)
    host, invitation = live.host, live.invitation
    given = tuple(seat for seat in host.here(match) if seat not in match.people)
    return LiveModel(
        is_host=True,
        state=live.state,
        link=code_to_send(session),
        is_inviting=invitation is not None,
        is_answered=invitation is not None and invitation.is_answered,
        has_failed=invitation is not None and invitation.has_failed,
        here=named(given),
        missing=named(host.missing),
        can_invite=not match.is_over,
        has_bots=match.game.bots is not None,
        **back,
    )


class _Back(TypedDict):
    """What the panel shows of taking back, as in LiveModel."""

    asks_back: str
    is_asking_back: bool
    can_ask_back: bool


def _back(session: Session, match: Match, names: tuple[str, ...]) -> _Back:
    wish = open_wish(session)
    if wish is None:
        can_ask = wished(match, match.here) is not None and not match.is_over
        return _Back(asks_back="", is_asking_back=False, can_ask_back=can_ask)
    is_waiting = is_ours(session, wish) or is_answered(session, wish)
    name = "" if is_waiting else names[wish.seat - 1]
    return _Back(asks_back=name, is_asking_back=is_waiting, can_ask_back=False)


def join_model(session: Session, screen: JoinScreen) -> JoinModel:
    """What the screen shows that a code has opened."""
    is_visiting = isinstance(session.live, Visiting)
    return JoinModel(
        kind=screen.kind,
        code=screen.code,
        link=code_to_send(session) if is_visiting else "",
        can_connect=session.device.can_connect,
        has_failed=not is_visiting,
    )
