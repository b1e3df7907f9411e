"""The screen that a code for playing live opens: an invitation, the answer to one, or a room."""

from collections.abc import Sequence

from spieltisch.app.core.contract import Place, Screen
from spieltisch.app.core.live import Visiting
from spieltisch.app.core.routes import Link, Route
from spieltisch.app.core.session import Result, Session
from spieltisch.app.match.view.codes import what_it_learns
from spieltisch.app.together import joining
from spieltisch.app.together.codes import (
    code_to_copy,
    no_way,
    relay_text,
    same_network,
    stun_field,
)
from spieltisch.app.together.state import CodeUse, JoinScreen
from spieltisch.kit.frame import Area, Frame, button, page, row
from spieltisch.kit.markup import Child, Markup, el, region
from spieltisch.kit.words import Words
from spieltisch.live.codes import PLACE, format_code, format_room, parse_room, read_code


class CodeLink(Route):
    """An invitation to play live, or the answer to one."""

    code: str

    @property
    def text(self) -> str:
        return f"#{PLACE}{self.code}"


def parse(place: str, parts: Sequence[str], query: str) -> CodeLink | Link | None:
    """``#/live/<code>``, or ``#/room/<address of the relay>/<secret>``."""
    text = "/".join(parts)
    if place == "live":
        return CodeLink(format_code(read_code(text)))
    return Link(place, section=format_room(parse_room(text)))


def arrived(session: Session, link: CodeLink | Link, _at_ms: float) -> Result:
    """A code is followed, or a link to a room."""
    if isinstance(link, CodeLink):
        return joining.follow(session, link.code)
    return joining.follow_room(session, link.section or "")


def room_screen(words: Words, screen: JoinScreen, session: Session) -> list[Child]:
    """The screen that a link to a room opens."""
    live, heading = session.live, el("h1", words.gettext("You are invited to a game."))
    if not session.device.may_ask(parse_room(screen.code).relay):
        told = words.gettext(
            "This link goes over the relay {relay}, which this page may not use. Ask your host for "
            "another invitation."
        )
        return [heading, el("p.lead", told.format(relay=parse_room(screen.code).relay))]
    at = live.relay if isinstance(live, Visiting) else None
    if not isinstance(live, Visiting) or at is None or at.room != parse_room(screen.code):
        # Who waits in another room, as for a host who has made this one since, may go here.
        learns = what_it_learns(words, session, parse_room(screen.code).relay)
        join = button(words.gettext("Join"), "enter-room", kind="is-primary")
        return [heading, learns, row(join)]
    waits = words.gettext(
        "Looking for your host … If nothing happens, their page is closed: ask them to open it. "
        "This page goes on looking."
    )
    if live.code:
        waits = words.gettext("Connecting …")
    if live.relay is not None and live.relay.asks:
        waits = words.gettext("Connecting over the relay …")
    told = relay_text(words, at, waits)
    return [
        heading,
        el("p.lead", {"role": "status", "data-relay-state": at.state}, told),
        *(no_way(words, session, is_relayed=at.asks) if at.is_in_vain and not at.is_closed else []),
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
    stun, same = stun_field(words, session), same_network(words)
    if not isinstance(session.live, Visiting):
        anew = button(
            words.gettext("Make a new answer"), "take-code", screen.code, kind="is-primary"
        )
        return [*_told(words.gettext("You are not connected."), same), row(anew), stun]
    heading = el("h1", words.gettext("You are invited to a game."))
    if not session.live.code:
        return [heading, el("p", {"role": "status"}, words.gettext("Preparing your answer …"))]
    told = words.gettext(
        "Send this answer back to your host, and keep this page open. There is no hurry: the game "
        "begins as soon as they have it."
    )
    used = words.gettext(
        "An invitation is for one device. If somebody else has answered it before you, ask for "
        "another one."
    )
    return [
        heading,
        el("p.lead", {"role": "status"}, told),
        *code_to_copy(words, session),
        el("p.byline", used),
        el("p.byline", same),
        stun,
        row(button(words.gettext("Stop playing live"), "stop-live", kind="is-quiet")),
    ]


_PLACE: Place[CodeLink | Link] = Place(parse, arrived)
SCREENS = (
    Screen(
        JoinScreen,
        join_screen,
        places={"live": _PLACE, "room": _PLACE},
        area=Area.PLAY,
    ),
)
