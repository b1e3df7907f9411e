"""How people come together: the codes that are sent to whom, the room at a relay, and the card on a
table's screen while phones come to take their seats."""

from collections.abc import Iterable
from dataclasses import replace

from spieltisch.app.board.shown import Shown
from spieltisch.app.core.live import (
    AtRelay,
    Hosting,
    Invitation,
    Visiting,
    goes_over_relay,
    is_live,
    role_at,
)
from spieltisch.app.core.session import Session
from spieltisch.app.match.view.codes import (
    code_form,
    code_ways,
    link_text,
    link_to_send,
    names_of,
    qr_code,
    what_it_learns,
)
from spieltisch.app.together.invited import Invited, heading, invited
from spieltisch.app.together.told import Approach, told_of
from spieltisch.kit.frame import button, input_field, row
from spieltisch.kit.markup import Child, Markup, el, region
from spieltisch.kit.scene import Role
from spieltisch.kit.words import Words
from spieltisch.live.codes import PLACE, ROOM, format_room


def code_to_send(session: Session) -> str:
    """The link with the code that is to be sent now, an invitation or the answer to one; empty for
    none. An answer for another tab is the code alone, to be pasted there."""
    return _code_saying(session, invited(session))


def code_to_scan(session: Session) -> str:
    """The same for a QR code: who scans it sees whose it is, and each letter makes it denser."""
    return _code_saying(session, replace(invited(session), by=""))


def _code_saying(session: Session, told: Invited) -> str:
    """The link, with what it says for people to read."""
    screen, live = session.screen, session.live
    at = None if live is None else live.relay
    if at is not None:
        return f"{session.device.site}#{ROOM}{format_room(at.room)}{told.text}"
    if screen.code_to_paste:
        return screen.code_to_paste
    code: str | None = None
    if isinstance(live, Visiting):
        code = live.code
    elif live is not None and live.invitation is not None:
        code = live.invitation.code
    return f"{session.device.site}#{PLACE}{code}{told.text}" if code else ""


def said_with_code(session: Session, words: Words) -> str:
    """What goes with that link where it is shared: whose invitation it is, and to what."""
    told = invited(session)
    return heading(words, told) if told.game else ""


def code_to_copy(words: Words, session: Session, awaited: str = "") -> list[Markup]:
    """The code that is to be sent now, as in ``link_to_send``: an invitation, the room where people
    meet, or an answer, whose QR code the host scans in one room."""
    is_answer, mark = isinstance(session.live, Visiting), "data-invitation"
    label = words.gettext("The invitation as a QR code")
    if is_answer:
        mark, label = "data-answer", words.gettext("The answer as a QR code")
    elif session.live is not None and session.live.relay is not None:
        mark = "data-room"
    link = code_to_send(session)
    ways = code_ways(words, link, "is-primary")
    drawn = qr_code(code_to_scan(session), label)
    return link_to_send(words, link, mark, ways, drawn, is_shown=is_answer, awaited=awaited)


def approach(
    words: Words, session: Session, at: AtRelay, name: str = "", *, tag: str = "p"
) -> list[Markup]:
    """How it is going in a room: the first sentence, and what is told besides; ``name`` is who is
    awaited."""
    first, *more = told_of(session)
    told = first.text(words, session, name)
    return [
        el(tag, {"role": "status", "data-relay-state": at.state}, told),
        *said(words, session, more),
    ]


def said(words: Words, session: Session, more: Iterable[Approach]) -> list[Markup]:
    """What is told besides the first sentence: why nothing has come of it, and what helps."""
    return [
        el("p" if one is Approach.NO_DIRECT else "p.byline", one.text(words, session))
        for one in more
    ]


def stun_field(words: Words, session: Session) -> Markup:
    """What the server is for, what it learns, and which one is asked; folded away until wanted."""
    address, name, password = (*session.settings.stun.split(), "", "", "")[:3]
    stun = words.gettext(
        "A STUN server helps devices on different networks find each other. It learns your "
        "device's internet address and that you are about to connect, but nothing of the game. "
        "Only the server you name here is asked. The other side has to name one, too."
    )
    turn = words.gettext(
        "Where that is not enough, a TURN server passes on what you send each other, encrypted. It "
        "needs a name and a password. If one side names it, a STUN server will do for the other."
    )
    return el(
        "details#stun.stun",
        el("summary", words.gettext("On different networks?")),
        el("p.byline", stun),
        el("p.byline", turn),
        el(
            "form.code-form",
            el("label", {"for": "stun-field"}, words.gettext("STUN server (optional):")),
            input_field(
                "stun-field",
                "code",
                {
                    "data-stun": True,
                    "value": address,
                    "placeholder": "stun:example.org:3478",
                    # What programs are told of several servers may be pasted.
                    "maxlength": 2000,
                },
            ),
            el("label", {"for": "turn-name"}, words.gettext("Name (only for turn):")),
            _login_field("turn-name", name),
            el("label", {"for": "turn-password"}, words.gettext("Password (only for turn):")),
            _login_field("turn-password", password),
            button(words.gettext("Use it")),
        ),
    )


def _login_field(node_id: str, value: str) -> Markup:
    return input_field(node_id, "code", {"data-login": True, "value": value, "maxlength": 200})


def invitation_text(words: Words, session: Session, invitation: Invitation) -> str:
    """How it is going with an invitation that cannot be sent; empty if it can."""
    return "" if invitation.state == "out" else told_of(session)[0].text(words, session)


def not_yet(words: Words, session: Session, invitation: Invitation) -> list[Child]:
    """What stands in the place of an invitation that cannot be sent; empty if it can, or soon."""
    if invitation.is_to_send:
        return []
    first, *more = told_of(session)
    again = button(words.gettext("Invite again"), "play-live", kind="is-primary")
    is_to_go = invitation.state in ("slow", "failed")
    return [
        el("h2", first.text(words, session)),
        *said(words, session, more),
        row(again) if is_to_go else None,
    ]


def room_panel(shown: Shown, live: Hosting, at: AtRelay, name: str) -> list[Child]:
    """The host's panel until all have come: the link, and how it is going."""
    words, session = shown.words, shown.at.session
    return [
        el("h2", words.gettext("Send this link to everybody who plays")),
        *approach(words, session, at, name),
        *code_to_copy(words, session),
        what_it_learns(words, session, at.room.relay),
        # Those who are connected by it alone would be left behind.
        None
        if goes_over_relay(live)
        else row(button(words.gettext("Invite without the relay"), "close-room", kind="is-quiet")),
        stun_field(words, session) if session.device.takes_any_relay else None,
    ]


def seat_to_fill(shown: Shown) -> tuple[Hosting, str] | None:
    """Where this screen is the table: who plays at it, and the name of the player whose phone comes
    next; None once all are there, and elsewhere."""
    live, match, match_id = shown.at.session.live, shown.at.match, shown.at.table.match_id
    if not isinstance(live, Hosting) or not is_live(live, match_id):
        return None
    if live.invitation is None and live.relay is None:
        return None
    seat = live.host.next_seat(match)
    if seat is None or match.is_over or role_at(live, match_id, match) is not Role.TABLE:
        return None
    return live, shown.names[seat - 1]


def seating_text(shown: Shown) -> str:
    """Whose phone comes next, in a sentence; empty where none is to come."""
    found, words = seat_to_fill(shown), shown.words
    if found is None:
        return ""
    live, name = found
    is_to_send = live.invitation is not None and live.invitation.is_to_send
    if live.relay is not None or not is_to_send:
        return told_of(shown.at.session)[0].text(words, shown.at.session, name)
    return words("{name}: scan this with your phone", name=name)


def seating_card(shown: Shown) -> Markup | None:
    """The card over the board until all are there."""
    found, words, match = seat_to_fill(shown), shown.words, shown.at.match
    if found is None:
        return None
    live, name = found
    session, content = shown.at.session, list[Child]()
    if live.relay is not None:
        content = _by_room(shown, live, live.relay, name)
    elif live.invitation is not None:
        content = _by_code(shown, live.invitation)
    seated = live.host.here(match)
    told = words("Seated: {names}", names=names_of(shown, seated)) if seated else ""
    if not seated and Approach.SAME_NETWORK in told_of(session):
        told = Approach.SAME_NETWORK.text(words, session)
    # The seat was taken before, and its phone has been lost.
    is_back = live.host.next_seat(match) in live.host.missing
    bots = button(words.gettext("Let a computer play"), "let-bots-play", kind="is-quiet")
    stop = button(words.gettext("Stop playing live"), "stop-live", kind="is-quiet")
    ways = row(bots if is_back and match.game.bots is not None else None, stop)
    foot = el("div.seating-foot", el("p.byline", told), ways)
    return region(
        "section#peers.seating",
        {"tabindex": -1, "aria-label": words.gettext("Seats for phones")},
        el("div.seating-card", *content, foot),
    )


def _by_code(shown: Shown, invitation: Invitation) -> list[Child]:
    """A code for one phone, which answers with another."""
    words, session = shown.words, shown.at.session
    link, label = code_to_send(session), words.gettext("The invitation as a QR code")
    answer = words.gettext("The phone then shows an answer. Scan or paste it here:")
    return not_yet(words, session, invitation) or [
        el("h2", seating_text(shown)),
        # Drawn large: phones scan it from across the room.
        qr_code(code_to_scan(session), label),
        el(
            "div.seating-ways",
            el("p", words.gettext("Or open this link on the phone:")),
            link_text(link, "data-invitation", invitation_text(words, session, invitation)),
            code_ways(words, link),
            code_form(words, answer, "data-answer-field"),
        ),
    ]


def _by_room(shown: Shown, live: Hosting, at: AtRelay, name: str) -> list[Child]:
    """One code for all phones, to which nothing is sent back."""
    words, session = shown.words, shown.at.session
    link, label = code_to_send(session), words.gettext("The invitation as a QR code")
    codes = button(words.gettext("Invite without the relay"), "close-room", kind="is-quiet")
    return [
        el("h2", words.gettext("Scan this with your phones")),
        qr_code(code_to_scan(session), label),
        el(
            "div.seating-ways",
            *approach(words, session, at, name),
            el("p", words.gettext("Or open this link on the phones:")),
            link_text(link, "data-room", ""),
            code_ways(words, link),
            what_it_learns(words, session, at.room.relay),
            None if goes_over_relay(live) else row(codes),
        ),
    ]
