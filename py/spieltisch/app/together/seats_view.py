"""The table's screen while phones come to take their seats: one after the other, by a QR code."""

from spieltisch.app.match.view.shown import Shown
from spieltisch.app.together.codes_view import code_form, code_to_send, same_network
from spieltisch.app.together.state import Hosting, Invitation, is_live, role_at
from spieltisch.kit.frame import button, row
from spieltisch.kit.markup import Child, Markup, el, region
from spieltisch.kit.scene import Role


def seat_to_fill(shown: Shown) -> tuple[Hosting, Invitation, str] | None:
    """Where this screen is the table: who is invited to it, and the name of the player whose phone
    comes next; None once all are there, and elsewhere."""
    live, match, match_id = shown.at.session.live, shown.at.played, shown.at.table.match_id
    if not isinstance(live, Hosting) or not is_live(live, match_id) or live.invitation is None:
        return None
    seat = live.host.next_seat(match)
    if seat is None or match.is_over or role_at(live, match_id, match) is not Role.TABLE:
        return None
    return live, live.invitation, shown.scene.names[seat - 1]


def seating_card(shown: Shown) -> Markup | None:
    """The card over the board until all are there."""
    found, words = seat_to_fill(shown), shown.words
    if found is None:
        return None
    live, invitation, _ = found
    return region(
        "section#peers.seating",
        {"tabindex": -1, "aria-label": words.gettext("Seats for phones")},
        el("div.seating-card", *_content(shown, invitation), _foot(shown, live)),
    )


def seating_text(shown: Shown) -> str:
    """Whose phone comes next, in a sentence; empty where none is to come."""
    found, words = seat_to_fill(shown), shown.words
    if found is None:
        return ""
    _, invitation, name = found
    if invitation.is_answered:
        return words.gettext("Connecting …")
    return words.gettext("{name}: scan this with your phone").format(name=name)


def _content(shown: Shown, invitation: Invitation) -> list[Child]:
    words, link = shown.words, code_to_send(shown.at.session)
    if invitation.has_failed:
        return [
            el("h2", words.gettext("No connection could be made.")),
            row(button(words.gettext("Invite again"), "play-live", kind="is-primary")),
        ]
    if invitation.is_answered or not link:
        told = words.gettext("Preparing the invitation …")
        return [el("h2", words.gettext("Connecting …") if invitation.is_answered else told)]
    label = words.gettext("The invitation as a QR code")
    return [
        el("h2", seating_text(shown)),
        # Drawn large: phones scan it from across the room.
        el("qr-code", {"data-text": link, "role": "img", "aria-label": label}),
        el(
            "div.seating-ways",
            el("p", words.gettext("Or open this link on the phone:")),
            el("p.turn-link", {"data-invitation": True, "translate": "no", "tabindex": 0}, link),
            row(
                button(words.gettext("Send …"), "send-code", icon_name="share"),
                button(words.gettext("Copy"), "copy-code"),
            ),
            code_form(
                words,
                words.gettext("The phone then shows an answer. Scan or paste it here:"),
                "data-answer-field",
                words.gettext("Connect"),
            ),
        ),
    ]


def _foot(shown: Shown, live: Hosting) -> Markup:
    words, match, names = shown.words, shown.at.played, shown.scene.names
    told, seated = same_network(words), live.host.here(match)
    if seated:
        told = words.gettext("Seated: {names}").format(
            names=", ".join(names[seat - 1] for seat in seated)
        )
    # The seat was taken before, and its phone has been lost.
    is_back = live.host.next_seat(match) in live.host.missing
    return el(
        "div.seating-foot",
        el("p.byline", told),
        row(
            button(words.gettext("Let a computer play"), "let-bots-play", kind="is-quiet")
            if is_back and match.game.bots is not None
            else None,
            button(words.gettext("Stop playing live"), "stop-live", kind="is-quiet"),
        ),
    )
