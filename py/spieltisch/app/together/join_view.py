"""The screen that an invitation to play live, or the answer to one, opens."""

from spieltisch.app.session import Session
from spieltisch.app.together.codes_view import (
    code_to_copy,
    code_to_send,
    same_network,
    stun_field,
)
from spieltisch.app.together.rooms_view import room_screen
from spieltisch.app.together.state import CodeUse, JoinScreen, Visiting
from spieltisch.kit.frame import Frame, button, page, row
from spieltisch.kit.markup import Child, Markup, el, region
from spieltisch.kit.words import Words


def join_screen(session: Session, screen: JoinScreen, frame: Frame) -> Markup:
    """The screen that an invitation, or an answer to one, opens."""
    words = frame.words
    content: list[Child]
    match screen.use:
        case CodeUse.ANSWERS:
            content = _answer_elsewhere(words, screen.code)
        case CodeUse.TAKEN:
            content = [
                el("h1", words.gettext("The game continues in your other tab.")),
                el("p.lead", words.gettext("You can close this one.")),
            ]
        case CodeUse.OWN:
            content = [
                el("h1", words.gettext("This is your own invitation.")),
                el(
                    "p.lead",
                    words.gettext(
                        "Send it to the person you want to play with. It has to be opened on "
                        "their device."
                    ),
                ),
            ]
        case CodeUse.ROOM if session.device.can_connect:
            may, stun = session.device.has_relays, session.settings.stun
            content = room_screen(words, screen, session.live, stun, may=may)
        case _:
            content = _invited(session, screen, words)
    return page(frame, "join", region("div#join.join", *content))


def _invited(session: Session, screen: JoinScreen, words: Words) -> list[Child]:
    link = code_to_send(session)
    if not session.device.can_connect:
        return [
            el("h1", words.gettext("This browser cannot play live.")),
            el(
                "p.lead",
                words.gettext(
                    "It can't connect to another device directly. Ask your host for the game "
                    "by link, which works in every browser."
                ),
            ),
        ]
    if not isinstance(session.live, Visiting):
        return [
            el("h1", words.gettext("You are not connected.")),
            el("p.lead", same_network(words)),
            row(
                button(
                    words.gettext("Make a new answer"), "take-code", screen.code, kind="is-primary"
                )
            ),
            stun_field(words, session.settings.stun),
        ]
    if not link:
        return [
            el("h1", words.gettext("You are invited to a game.")),
            el("p", {"role": "status"}, words.gettext("Preparing your answer …")),
        ]
    return [
        el("h1", words.gettext("You are invited to a game.")),
        el(
            "p.lead",
            {"role": "status"},
            words.gettext(
                "Send this answer back to your host, and keep this page open. There is no "
                "hurry: the game begins as soon as they have it."
            ),
        ),
        # In one room the host scans it with a camera.
        *code_to_copy(
            words,
            link,
            "data-answer",
            words.gettext("The answer as a QR code"),
            is_shown=True,
        ),
        el(
            "p.byline",
            words.gettext(
                "An invitation is for one device. If somebody else has answered it before you, ask"
                " for another one."
            ),
        ),
        el("p.byline", same_network(words)),
        stun_field(words, session.settings.stun),
    ]


def _answer_elsewhere(words: Words, code: str) -> list[Child]:
    return [
        el("h1", words.gettext("An answer to your invitation")),
        el(
            "p.lead",
            words.gettext(
                "The tab your invitation came from picks it up by itself. If it does not, "
                "copy the code and paste it there."
            ),
        ),
        el("p.turn-link", {"translate": "no", "tabindex": 0}, code),
        row(button(words.gettext("Copy"), "copy-code")),
    ]
