"""Codes and links that people send each other: what is to be sent, and where an answer is taken."""

from functools import lru_cache

from spieltisch.app.session import Session
from spieltisch.app.together.state import CodeUse, Hosting, JoinScreen, Visiting
from spieltisch.kit.frame import button, plain_field, row
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.words import Words
from spieltisch.live.codes import PLACE
from spieltisch.live.relays import ROOM, format_room


def code_to_send(session: Session) -> str:
    """The link with the code that is to be sent now, an invitation or the answer to one; empty for
    none. An answer for another tab is the code alone, to be pasted there."""
    screen, live = session.screen, session.live
    at = None if live is None else live.relay
    if at is not None:
        return f"{session.device.site}#{ROOM}{format_room(at.room)}"
    if isinstance(screen, JoinScreen) and screen.use is CodeUse.ANSWERS:
        return screen.code
    match live:
        case Hosting(invitation=invitation) if invitation is not None:
            code = invitation.code
        case Visiting(code=code):
            pass
        case _:
            return ""
    return f"{session.device.site}#{PLACE}{code}" if code else ""


def link_to_send(
    words: Words,
    link: str,
    mark: str,
    ways: tuple[str, Markup],
    label: str,
    *,
    is_shown: bool = False,
) -> list[Markup]:
    """A link that is to be sent: as text, with buttons to send and to copy it, and as a QR code.

    Args:
        mark: the attribute by which the text is found.
        ways: the ``data-do`` of the button to send it, and the button to copy it.
        is_shown: whether the QR code is in sight at once.
    """
    send, copy = ways
    return [
        el("p.turn-link", {mark: True, "translate": "no", "tabindex": 0}, link),
        row(button(words.gettext("Send …"), send, icon_name="share", kind="is-primary"), copy),
        el(
            "details#qr.qr",
            {"open": is_shown},
            el("summary", words.gettext("QR code")),
            el("qr-code", {"data-text": link, "role": "img", "aria-label": label}),
        ),
    ]


def code_to_copy(
    words: Words, link: str, mark: str, label: str, *, is_shown: bool = False
) -> list[Markup]:
    """A link with a code, as in ``link_to_send``."""
    copy = button(words.gettext("Copy"), "copy-code")
    return link_to_send(words, link, mark, ("send-code", copy), label, is_shown=is_shown)


def code_form(words: Words, label: str, attribute: str, action: str) -> Markup:
    """The field that takes what the other person has sent back."""
    return el(
        "form.code-form",
        {"autocomplete": "off"},
        el("label", {"for": "code-field"}, label),
        plain_field("code-field", 2000, {attribute: True}),
        button(action, kind="is-primary"),
        _scanner(words),
    )


@lru_cache(maxsize=4)
def _scanner(words: Words) -> Markup:
    """The element that scans the code on the other screen with a camera; it shows nothing where the
    browser does not let a page use one (static/qr/scanner.js)."""
    refused = words.gettext("The camera can't be used. Paste the link.")
    unseen = words.gettext("No code found yet. Hold the whole code in the picture and keep still.")
    return el(
        "code-scanner",
        el(
            "button.button",
            {"type": "button"},
            words.gettext("Scan it with this device's camera"),
        ),
        el("p", {"slot": "refused"}, refused),
        el("p", {"slot": "unseen"}, unseen),
    )


def same_network(words: Words) -> str:
    """Says what it takes to be connected."""
    return words.gettext(
        "Both devices must be on the same network, such as the same Wi-Fi. If your browser asks "
        "whether this page may reach devices there, allow it."
    )


def stun_field(words: Words, now: str) -> Markup:
    """What the server is for, what it learns, and which one is asked; folded away until wanted."""
    address, name, password = (*now.split(), "", "", "")[:3]
    return el(
        "details#stun.stun",
        el("summary", words.gettext("On different networks?")),
        el(
            "p.byline",
            words.gettext(
                "A STUN server helps devices on different networks find each other. It "
                "learns your device's internet address and that you are about to connect, "
                "but nothing of the game. Only the server you name here is asked. The other "
                "side has to name one, too."
            ),
        ),
        el(
            "p.byline",
            words.gettext(
                "Where that is not enough, a TURN server passes on what you send each other, "
                "encrypted. It needs a name and a password, and one side having it will do."
            ),
        ),
        el(
            "form.code-form",
            {"autocomplete": "off"},
            el("label", {"for": "stun-field"}, words.gettext("STUN server (optional):")),
            plain_field(
                "stun-field",
                300,
                {"data-stun": True, "value": address, "placeholder": "stun:example.org:3478"},
            ),
            el("label", {"for": "turn-name"}, words.gettext("Name (only for turn):")),
            plain_field("turn-name", 200, {"data-login": True, "value": name}),
            el("label", {"for": "turn-password"}, words.gettext("Password (only for turn):")),
            plain_field("turn-password", 200, {"data-login": True, "value": password}),
            button(words.gettext("Use it")),
        ),
    )
