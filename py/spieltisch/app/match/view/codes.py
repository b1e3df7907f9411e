"""A link that people send each other, where a code that comes back is entered, and where one link
for everybody is made."""

from collections.abc import Iterable
from functools import lru_cache

from spieltisch.app.board.shown import Shown
from spieltisch.app.core.session import Session
from spieltisch.kit.frame import button, input_field, row
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.words import Words
from spieltisch.table import Seat


def names_of(shown: Shown, seats: Iterable[Seat]) -> str:
    names = shown.names
    return ", ".join(names[seat - 1] for seat in sorted(seats) if seat <= len(names))


def link_to_send(
    words: Words,
    link: str,
    mark: str,
    ways: Markup,
    drawn: Markup,
    *,
    is_shown: bool = False,
    awaited: str = "",
) -> list[Markup]:
    """A link that is to be sent: as text with an attribute ``mark``, with the buttons to send
    and to copy it, and as a QR code, ``drawn``, which is in sight at once or not.

    Without a link, ``awaited`` says in a place as large that it is being made: else what is below
    would move just as somebody presses it.
    """
    return [
        link_text(link, mark, awaited),
        ways,
        el(
            "details#qr.qr",
            {"open": is_shown},
            el("summary", words.gettext("QR code")),
            drawn,
        ),
    ]


def link_text(link: str, mark: str, awaited: str) -> Markup:
    if not link:
        return el("p.turn-link.is-awaited", {"role": "status"}, awaited)
    return el("p.turn-link", {mark: True, "translate": "no", "tabindex": 0}, link)


def qr_code(link: str, label: str) -> Markup:
    """Draws a link by itself (static/qr/begin.js); without one, it keeps the place."""
    if not link:
        return el("qr-code", {"aria-hidden": "true"})
    return el("qr-code", {"data-text": link, "role": "img", "aria-label": label})


def code_ways(words: Words, link: str, kind: str = "") -> Markup:
    """The buttons to send and to copy a code's link, or where they will be."""
    send, copy = words.gettext("Send …"), words.gettext("Copy")
    return row(
        button(send, "send-code", icon_name="share", kind=kind, is_disabled=not link),
        button(copy, "copy-code", is_disabled=not link),
    )


def code_form(words: Words, label: str, attribute: str) -> Markup:
    """The field that takes what the other person has sent back."""
    return el(
        "form.code-form",
        el("label", {"for": "code-field"}, label),
        input_field("code-field", "code", {attribute: True, "maxlength": 2000}),
        button(words.gettext("Connect"), kind="is-primary"),
        _scanner(words),
    )


@lru_cache(maxsize=4)
def _scanner(words: Words) -> Markup:
    """Scans a code by camera; shows nothing where a page may use none (static/qr/scanner.js)."""
    refused = words.gettext("The camera can't be used. Paste the link.")
    unseen = words.gettext("No code found yet. Hold the whole code in the picture and keep still.")
    scan = words.gettext("Scan it with this device's camera")
    return el(
        "code-scanner",
        el("button.button", {"type": "button"}, scan),
        el("p", {"slot": "refused"}, refused),
        el("p", {"slot": "unseen"}, unseen),
    )


def hosts_of(servers: str) -> list[str]:
    """The hosts of STUN and TURN servers, a line each, as people are told them."""
    return [one.split()[0].partition(":")[2].partition("?")[0] for one in servers.splitlines()]


def what_it_learns(words: Words, session: Session, relay: str = "") -> Markup:
    """What a relay is for, and what it is told; and what the site's servers are."""
    told = words.gettext(
        "A relay brings your devices together. It learns their internet addresses and when "
        "something is sent, but nothing of the game: everything is encrypted from device to device."
    )
    servers = words.gettext(
        "Where this site names servers that help between different networks, they learn the "
        "addresses, too; what they pass on is encrypted."
    )
    if session.servers:
        servers = words(
            "Servers that help between different networks: {hosts}. They learn the addresses, "
            "too; what they pass on is encrypted.",
            hosts=", ".join(dict.fromkeys(hosts_of(session.servers))),
        )
    told = f"{told} {servers}"
    return el("p.byline", f"wss://{relay} – {told}" if relay else told)


def relay_offer(shown: Shown) -> Markup | None:
    """Where one link for everybody is made, on the site of an owner who has named a relay."""
    words, session = shown.words, shown.at.session
    if not session.device.is_owners:
        return None
    return el(
        "div.relay-offer",
        el("h2", words.gettext("One link for everybody")),
        what_it_learns(words, session),
        row(button(words.gettext("Invite: one link"), "invite", kind="is-primary")),
        _another_relay(words, session) if session.device.takes_any_relay else None,
    )


def _another_relay(words: Words, session: Session) -> Markup:
    """Where a person names a relay of their own in the place of the site's."""
    relay = session.settings.relay
    address, example = f"wss://{relay}" if relay else "", "wss://broker.example.org:8084/mqtt"
    return el(
        "details#relay.relay",
        el("summary", words.gettext("Over another relay …")),
        el(
            "form.code-form",
            el("label", {"for": "relay-field"}, words.gettext("Relay (MQTT) that you trust:")),
            input_field(
                "relay-field",
                "code",
                {
                    "data-relay": True,
                    "value": address,
                    "placeholder": example,
                    "maxlength": 200,
                },
            ),
            button(words.gettext("Make the link")),
        ),
    )
