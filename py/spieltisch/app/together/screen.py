"""The screen that a code for playing live opens: an invitation, the answer to one, or a room."""

from collections.abc import Sequence

from spieltisch.app.routes import Link
from spieltisch.app.screen import Place, Screen
from spieltisch.app.session import Result, Session
from spieltisch.app.together import joining
from spieltisch.app.together.codes_view import code_to_copy, room_screen, same_network, stun_field
from spieltisch.app.together.state import CodeUse, JoinScreen, Visiting
from spieltisch.kit.frame import Frame, button, page, row
from spieltisch.kit.markup import Child, Markup, el, region
from spieltisch.kit.words import Words
from spieltisch.live.codes import PLACE, format_code, format_room, parse_code, parse_room


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """``#/live/<code>``, or ``#/room/<address of the relay>/<secret>``."""
    text = "/".join(parts)
    if place == "live":
        return Link(place, code=format_code(parse_code(PLACE + text)))
    return Link(place, section=format_room(parse_room(text)))


def opened(session: Session, link: Link, _at_ms: float) -> Result:
    """A code is followed, or a link to a room."""
    if link.section is None:
        return joining.follow(session, link.code)
    return joining.follow_room(session, link.section)


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
        case CodeUse.ROOM if session.device.can_connect:
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
    ]


_PLACE = Place(parse, opened)
SCREENS = (Screen(JoinScreen, join_screen, places={"live": _PLACE, "room": _PLACE}),)
