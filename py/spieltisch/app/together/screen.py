"""The screen that a code for playing live opens: an invitation, the answer to one, or a room."""

from collections.abc import Sequence
from dataclasses import replace

from spieltisch.app.core.contract import SITE, Place, Screen, titled
from spieltisch.app.core.live import Visiting
from spieltisch.app.core.routes import Route
from spieltisch.app.core.session import Result, Session
from spieltisch.app.match.view.codes import what_it_learns
from spieltisch.app.together import joining
from spieltisch.app.together.codes import (
    approach,
    code_to_copy,
    said,
    stun_field,
)
from spieltisch.app.together.invited import Invited, heading, parse_invited, terms
from spieltisch.app.together.state import CodeUse, JoinScreen
from spieltisch.app.together.told import Approach, told_of
from spieltisch.kit.frame import Area, Frame, button, page, row
from spieltisch.kit.markup import Child, Markup, el, region
from spieltisch.kit.words import Words
from spieltisch.live.codes import PLACE, ROOM, format_code, format_room, parse_room, read_code


class CodeLink(Route):
    """An invitation to play live, or the answer to one."""

    code: str
    told: Invited

    @property
    def text(self) -> str:
        return f"#{PLACE}{self.code}{self.told.text}"


class RoomLink(Route):
    """A room at a relay."""

    room: str
    """As format_room gives it."""
    told: Invited

    @property
    def text(self) -> str:
        return f"#{ROOM}{self.room}{self.told.text}"


def parse(place: str, parts: Sequence[str], query: str) -> CodeLink | RoomLink:
    """``#/live/<code>``, or ``#/room/<address of the relay>/<secret>``; what the invitation says of
    itself may follow."""
    text, told = "/".join(parts), parse_invited(query)
    if place == "live":
        return CodeLink(format_code(read_code(text)), told)
    return RoomLink(format_room(parse_room(text)), told)


def arrived(session: Session, link: CodeLink | RoomLink, _at_ms: float) -> Result:
    """A code is followed, or a link to a room."""
    if isinstance(link, CodeLink):
        session, effects = joining.follow(session, link.code)
    else:
        session, effects = joining.follow_room(session, link.room)
    screen = session.screen
    if not isinstance(screen, JoinScreen):
        return session, effects
    return session.on(replace(screen, told=link.told)), effects


def _who_invites(words: Words, told: Invited) -> list[Child]:
    """Who invites, to what."""
    said = terms(words, told)
    return [el("h1", heading(words, told)), el("p.lead", said) if said else None]


def _title(_session: Session, screen: JoinScreen, words: Words) -> str:
    """The document's title: people may have several invitations open."""
    is_invited = screen.use in (CodeUse.INVITES, CodeUse.ROOM) and screen.told.game
    return titled(heading(words, screen.told).removesuffix(".")) if is_invited else SITE


def room_screen(words: Words, screen: JoinScreen, session: Session) -> list[Child]:
    """The screen that a link to a room opens."""
    live, heads = session.live, _who_invites(words, screen.told)
    if not session.device.may_ask(parse_room(screen.code).relay):
        told = words.gettext(
            "This link goes over the relay {relay}, which this page may not use. Ask your host for "
            "another invitation."
        )
        return [*heads, el("p.lead", told.format(relay=parse_room(screen.code).relay))]
    at = live.relay if isinstance(live, Visiting) else None
    if not isinstance(live, Visiting) or at is None or at.room != parse_room(screen.code):
        # Who waits in another room, as for a host who has made this one since, may go here.
        learns = what_it_learns(words, session, parse_room(screen.code).relay)
        join = button(words.gettext("Join"), "enter-room", kind="is-primary")
        watch = button(words.gettext("I only watch"), "watch-room", kind="is-quiet")
        return [*heads, row(join, watch), learns]
    return [
        *heads,
        *approach(words, session, at, tag="p.lead"),
        row(button(words.gettext("Stop playing live"), "stop-live", kind="is-quiet")),
        stun_field(words, session) if session.device.takes_any_relay else None,
    ]


def join_screen(session: Session, screen: JoinScreen, frame: Frame) -> Markup:
    words = frame.words
    match screen.use:
        case CodeUse.ANSWERS:
            told = words.gettext(
                "The tab your invitation came from picks it up by itself. If it does not, "
                "copy the code and paste it there. If that tab was closed or reloaded, this "
                "answer is too old: invite again."
            )
            content = [
                *_told(words.gettext("An answer to your invitation"), told),
                el("p.turn-link", {"translate": "no", "tabindex": 0}, screen.code),
                row(button(words.gettext("Copy"), "copy-code")),
            ]
        case CodeUse.TAKEN:
            heading = words.gettext("The game continues in your other tab.")
            content = _told(heading, words.gettext("You can close this one."))
        case CodeUse.OWN:
            told = words.gettext(
                "Send it to the person you want to play with. It has to be opened on their device."
            )
            content = _told(words.gettext("This is your own invitation."), told)
        case CodeUse.ROOM:
            content = room_screen(words, screen, session)
        case _:
            content = _invited(session, screen, words)
    return page(frame, "join", region("div#join.join", *content))


def _told(heading: str, told: str) -> list[Child]:
    return [el("h1", heading), el("p.lead", told)]


def _invited(session: Session, screen: JoinScreen, words: Words) -> list[Child]:
    if not session.device.can_connect:
        told = words.gettext(
            "It can't connect to another device directly. Ask your host for the game by link, "
            "which works in every browser."
        )
        return _told(words.gettext("This browser cannot play live."), told)
    live = session.live if isinstance(session.live, Visiting) else None
    stun, (first, *more) = stun_field(words, session), told_of(replace(session, live=live))
    if first is Approach.NOT_CONNECTED:
        anew = button(
            words.gettext("Make a new answer"), "take-code", screen.code, kind="is-primary"
        )
        reach = said(words, session, more)
        return [el("h1", first.text(words, session)), *reach, row(anew), stun]
    heads = _who_invites(words, screen.told)
    if live is None or not live.code:
        return [*heads, el("p", {"role": "status"}, first.text(words, session))]
    return [
        *heads,
        el("p.lead", {"role": "status"}, first.text(words, session)),
        *code_to_copy(words, session),
        *said(words, session, more),
        stun,
        row(button(words.gettext("Stop playing live"), "stop-live", kind="is-quiet")),
    ]


_PLACE: Place[CodeLink | RoomLink] = Place(parse, arrived)
SCREENS = (
    Screen(
        JoinScreen,
        join_screen,
        places={"live": _PLACE, "room": _PLACE},
        title=_title,
        area=Area.PLAY,
    ),
)
