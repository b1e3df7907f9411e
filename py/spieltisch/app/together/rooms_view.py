"""What people are told where they meet by a relay that one of them has named."""

from spieltisch.app.match.view.shown import Shown
from spieltisch.app.together.codes_view import code_to_copy, code_to_send, same_network, stun_field
from spieltisch.app.together.state import AtRelay, Hosting, JoinScreen, Visiting
from spieltisch.kit.frame import button, link_button, plain_field, row
from spieltisch.kit.markup import Child, Markup, el
from spieltisch.kit.words import Words
from spieltisch.live.relays import ROOM, parse_room

PAGE = "relay.html"
"""The page whose policy lets it ask relays (tools/page.py)."""


def what_it_learns(words: Words, relay: str = "") -> Markup:
    """What a relay is for, and what it is told."""
    told = words.gettext(
        "A relay brings your devices together. It learns their internet addresses and when they "
        "connect, but nothing of the game: what goes over it is encrypted with a key that only "
        "your link has."
    )
    return el("p.byline", f"wss://{relay} – {told}" if relay else told)


def relay_offer(shown: Shown) -> Markup | None:
    """Where one link for everybody is made; on the page that may ask no relay, the way there."""
    words, session, match_id = shown.words, shown.at.session, shown.at.table.match_id
    if not session.device.has_relays:
        way = words.gettext("Live by one link, over a relay …")
        return row(link_button(way, f"{PAGE}#/match/{match_id}"))
    known = session.room_here
    relay = parse_room(known.room).relay if known is not None else session.settings.relay
    return el(
        "div.relay-offer",
        el("h2", words.gettext("One link for everybody")),
        what_it_learns(words),
        el(
            "form.code-form",
            {"autocomplete": "off"},
            el("label", {"for": "relay-field"}, words.gettext("Relay (MQTT) that you trust:")),
            plain_field(
                "relay-field",
                200,
                {
                    "data-relay": True,
                    "value": f"wss://{relay}" if relay else "",
                    "placeholder": "wss://broker.example.org:8084/mqtt",
                },
            ),
            button(words.gettext("Make the link"), kind="is-primary"),
        ),
    )


def relay_text(words: Words, at: AtRelay, waits_for: str = "") -> str:
    """How it is going with the relay; while it is open, whom people wait for."""
    match at.state:
        case "open":
            return waits_for
        case "calling":
            told = words.gettext("Asking the relay {relay} …")
        case "unreachable":
            told = words.gettext(
                "The relay {relay} cannot be reached. Check its address and your connection; this "
                "page goes on trying."
            )
        case "silent":
            told = words.gettext("The relay {relay} does not answer. This page goes on trying.")
        case "strange":
            told = words.gettext("At {relay} there is no relay that this page can use.")
        case "flooded":
            told = words.gettext(
                "Far too much came from the relay {relay}, so this page has left it. Your game is "
                "safe."
            )
    return told.format(relay=at.room.relay)


def room_panel(shown: Shown, live: Hosting, at: AtRelay, name: str) -> list[Child]:
    """The host's panel until all have come: the link, and how it is going."""
    words, link, invitation = shown.words, code_to_send(shown.at.session), live.invitation
    waits = words.gettext("Waiting for {name}. Keep this page open.").format(name=name)
    if invitation is not None and invitation.is_answered:
        waits = words.gettext("Connecting …")
    is_slow = invitation is not None and (invitation.is_slow or invitation.has_failed)
    return [
        el("h2", words.gettext("Send this link to everybody who plays")),
        el("p", {"role": "status", "data-relay-state": at.state}, relay_text(words, at, waits)),
        *([_no_way(words), same_network(words)] if is_slow else []),
        *code_to_copy(words, link, "data-room", words.gettext("The invitation as a QR code")),
        what_it_learns(words, at.room.relay),
        row(button(words.gettext("Invite without the relay"), "close-room", kind="is-quiet")),
        stun_field(words, shown.at.session.settings.stun),
    ]


def room_screen(
    words: Words, screen: JoinScreen, live: object, stun: str, *, may: bool
) -> list[Child]:
    """The screen that a link to a room opens.

    Args:
        words: the language.
        screen: has the room.
        live: where this device is.
        stun: the server that is asked.
        may: whether this page may ask relays.
    """
    heading, relay = (
        el("h1", words.gettext("You are invited to a game.")),
        parse_room(screen.code).relay,
    )
    at = live.relay if isinstance(live, Visiting) else None
    if not may:
        told = words.gettext("This link needs the page that can use a relay.")
        way = link_button(words.gettext("Open that page"), f"{PAGE}#{ROOM}{screen.code}")
        return [heading, el("p.lead", told), row(way)]
    if at is None or not isinstance(live, Visiting):
        join = button(words.gettext("Join"), "enter-room", kind="is-primary")
        return [heading, what_it_learns(words, relay), row(join)]
    waits = words.gettext(
        "Looking for your host … If nothing happens, their page is closed: ask them to open it. "
        "This page goes on looking."
    )
    if live.code:
        waits = words.gettext("Connecting …")
    return [
        heading,
        el(
            "p.lead", {"role": "status", "data-relay-state": at.state}, relay_text(words, at, waits)
        ),
        *([_no_way(words), el("p.byline", same_network(words))] if live.is_shaky else []),
        stun_field(words, stun),
    ]


def room_lost(words: Words, at: AtRelay) -> Markup:
    """Tells a guest whose connection is lost that they need do nothing."""
    waits = words.gettext("As soon as your host's page is there, you are connected again.")
    return el("p", {"data-relay-state": at.state}, relay_text(words, at, waits))


def _no_way(words: Words) -> Markup:
    return el("p", words.gettext("You have found each other, but no connection could be made."))
