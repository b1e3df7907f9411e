"""What people are told of how they are being connected: which sentences are true in which state.

All of them stand here, and ``told_of`` alone says which are on screen, so that none is left over in
a state of which it is not true (tests/unit/test_approach.py).
"""

from collections.abc import Iterator
from enum import Enum

from spieltisch.app.core.live import (
    AtRelay,
    Hosting,
    Invitation,
    RelayState,
    Visiting,
    role_at,
)
from spieltisch.app.core.notice import LiveTrouble
from spieltisch.app.core.session import Session
from spieltisch.kit.scene import Role
from spieltisch.kit.words import Words
from spieltisch.play.match import Match
from spieltisch.table.fact import gettext_noop


class Approach(Enum):
    """A sentence of how far people have come, in English."""

    # With the relay.
    CALLING = gettext_noop("Asking the relay {relay} …")
    UNREACHABLE = gettext_noop(
        "The relay {relay} cannot be reached. Check its address and your connection; this "
        "page goes on trying."
    )
    SILENT = gettext_noop("The relay {relay} does not answer. This page goes on trying.")
    STRANGE = gettext_noop("At {relay} there is no relay that this page can use.")
    FLOODED = gettext_noop(
        "Far too much comes from the relay {relay}. This page has left it for a while and "
        "will try again. Your game is safe."
    )
    # In the room there.
    CLOSED = gettext_noop(
        "Your host has stopped inviting over the relay. Ask for another invitation."
    )
    LOOKING = gettext_noop(
        "Looking for your host … If nothing happens, their page is closed: ask them to open it. "
        "This page goes on looking."
    )
    RETURNS = gettext_noop("You will be connected again as soon as your host's page is back.")
    WAITING = gettext_noop("Waiting for {name}. Keep this page open.")
    NEXT_PHONE = gettext_noop("The next phone takes {name}’s seat.")
    CONNECTING_OVER = gettext_noop("Connecting over the relay …")
    # By codes as well.
    CONNECTING = gettext_noop("Connecting …")
    PREPARING = gettext_noop("Preparing the invitation …")
    PREPARING_ANSWER = gettext_noop("Preparing your answer …")
    SEND_ANSWER = gettext_noop(
        "Send this answer back to your host, and keep this page open. There is no hurry: the game "
        "begins as soon as they have it."
    )
    NOT_CONNECTED = gettext_noop("You are not connected.")
    # What stands in the way, and what helps.
    NO_INVITATION = gettext_noop("No invitation could be made.")
    NO_ADDRESS = LiveTrouble.NO_ADDRESS.value
    NO_CONNECTION = gettext_noop("No connection could be made.")
    NOBODY_YET = gettext_noop(
        "Nobody has come yet. If their page was closed or reloaded, their answer is too old: "
        "invite them again. The page goes on trying until then."
    )
    NO_DIRECT = gettext_noop("No direct connection could be made between your devices.")
    GOES_OVER = gettext_noop(
        "The game will go over the relay instead, encrypted. If it does not begin within a few "
        "seconds, reload the page on both devices."
    )
    ROUTERS = gettext_noop(
        "The routers between you let nothing through. Try another network, such as a phone’s, "
        "or play by link. This page goes on trying."
    )
    SAME_NETWORK = gettext_noop(
        "Both devices must be on the same network, such as the same Wi-Fi. If your browser asks "
        "whether this page may reach devices there, allow it."
    )
    ONE_DEVICE = gettext_noop("This invitation is for one device and has not been used yet.")
    IF_USED = gettext_noop(
        "An invitation is for one device. If somebody else has answered it before you, ask for "
        "another one."
    )
    # After a loss.
    COMES_BACK = gettext_noop(
        "You will be reconnected as soon as the network is back. If the other page was closed, you "
        "need a new invitation."
    )
    MOVED = gettext_noop(
        "Your device has changed networks and is calling from the new one. If the other "
        "side's router lets nobody in, you need a new invitation."
    )
    SHAKY = gettext_noop("The connection is shaky: nothing is coming through.")

    def text(self, words: Words, session: Session, name: str = "") -> str:
        """As people read it; ``name`` is who is awaited."""
        live = session.live
        relay = "" if live is None or live.relay is None else live.relay.room.relay
        told: str = self.value
        if self in (Approach.WAITING, Approach.NEXT_PHONE):
            return words(told, name=name)
        return words.gettext(told).format(relay=relay)


_OF_RELAY: dict[RelayState, Approach] = {
    "calling": Approach.CALLING,
    "unreachable": Approach.UNREACHABLE,
    "silent": Approach.SILENT,
    "strange": Approach.STRANGE,
    "flooded": Approach.FLOODED,
}


def told_of(session: Session) -> tuple[Approach, ...]:
    """What is told, the first as a lead or a heading: of the line to the host, at a guest; at the
    host of whom the invitation waits for, or who is lost."""
    return tuple(_told(session))


def _told(session: Session) -> Iterator[Approach]:
    match session.live:
        case Hosting() as live:
            yield from _at_host(session, live)
        case Visiting(guest=guest, match_id=match_id) if guest.is_connected:
            if match_id is None:
                # The match is still to come.
                yield Approach.CONNECTING
        case Visiting(relay=AtRelay() as at) as live:
            yield from _at_guest(session, live, at)
        case None | Visiting(has_been_open=True, match_id=None):
            yield Approach.NOT_CONNECTED
            yield from _reach(session)
        case Visiting(has_been_open=True) as live:
            yield from _lost(live, may_return=live.is_shaky)
        case Visiting() as live:
            yield from _answering(session, live)
    if session.live is not None and session.live.state == "shaky":
        yield Approach.SHAKY


def is_inviting(live: Hosting, match: Match) -> bool:
    """Whether the host still waits for somebody: by a relay, until all seats are taken."""
    if live.relay is None:
        return live.invitation is not None
    return live.host.next_seat(match) is not None or not live.host.open_lines


def _at_host(session: Session, live: Hosting) -> Iterator[Approach]:
    match = session.matches[live.match_id]
    if not is_inviting(live, match):
        yield from _lost(live, may_return=live.may_return) if live.host.missing else ()
    elif live.relay is not None:
        is_table = role_at(live, live.match_id, match) is Role.TABLE
        waits = Approach.NEXT_PHONE if is_table else Approach.WAITING
        yield from _in_room(session, live, live.relay, waits)
    elif live.invitation is not None:
        yield from _by_code(session, live.invitation)


def _in_room(session: Session, live: Hosting, at: AtRelay, waits: Approach) -> Iterator[Approach]:
    """At the host, until all have come."""
    invitation = live.invitation
    is_tried = invitation is not None and invitation.state in ("answered", "slow")
    has_failed = invitation is not None and invitation.state == "failed"
    if at.state != "open":
        yield _OF_RELAY[at.state]
    else:
        yield Approach.CONNECTING_OVER if at.asked else Approach.CONNECTING if is_tried else waits
    if invitation is not None and has_failed and not invitation.code:
        yield Approach.NO_ADDRESS
    elif at.state == "open" and (at.is_in_vain or has_failed):
        # Until somebody has asked for it, nothing goes over the relay: who has answered may be
        # gone, or have a page of before.
        yield from _no_way(session, is_relayed=bool(at.asked))


def _at_guest(session: Session, live: Visiting, at: AtRelay) -> Iterator[Approach]:
    """In the room, until the host has come, for the first time or again."""
    if at.state != "open":
        yield _OF_RELAY[at.state]
    elif at.is_closed:
        yield Approach.CLOSED
    elif live.has_been_open:
        # Whether the host is there is not known: their page may have been closed since.
        yield Approach.RETURNS
    elif at.heard is None:
        yield Approach.LOOKING
    else:
        yield Approach.CONNECTING_OVER if at.asks else Approach.CONNECTING
    if at.state == "open" and at.is_in_vain and not at.is_closed:
        yield from _no_way(session, is_relayed=at.asks)


def _no_way(session: Session, *, is_relayed: bool) -> Iterator[Approach]:
    """Why nothing has come of it so far, and what helps; or, once a line over the relay has been
    asked for (``is_relayed``), what comes now."""
    yield Approach.NO_DIRECT
    if is_relayed:
        yield Approach.GOES_OVER
    else:
        yield Approach.ROUTERS if session.servers else Approach.SAME_NETWORK


def _by_code(session: Session, invitation: Invitation) -> Iterator[Approach]:
    """At the host, until somebody has come by the invitation."""
    match invitation.state:
        case "preparing":
            yield Approach.PREPARING
            # As long as it cannot be sent, too: nothing moves under a finger once it can.
            yield Approach.ONE_DEVICE
        case "out":
            yield Approach.ONE_DEVICE
        case "answered":
            yield Approach.CONNECTING
            return
        case "slow":
            yield Approach.CONNECTING
            yield Approach.NOBODY_YET
        case "failed" if invitation.code:
            yield Approach.NO_CONNECTION
        case "failed":
            yield Approach.NO_INVITATION
            yield Approach.NO_ADDRESS
    yield from _reach(session)


def _answering(session: Session, live: Visiting) -> Iterator[Approach]:
    """At a guest, until the answer to an invitation has reached the host."""
    if not live.code:
        yield Approach.PREPARING_ANSWER
        return
    yield Approach.SEND_ANSWER
    yield Approach.IF_USED
    yield from _reach(session)


def _reach(session: Session) -> tuple[Approach, ...]:
    """What it takes, unless there are servers that help between networks."""
    return () if session.servers else (Approach.SAME_NETWORK,)


def _lost(live: Hosting | Visiting, *, may_return: bool) -> Iterator[Approach]:
    if may_return:
        yield Approach.MOVED if live.has_moved else Approach.COMES_BACK
