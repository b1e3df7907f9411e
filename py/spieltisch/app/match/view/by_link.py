"""What a match by link asks of people: which seat is theirs, whom to send it, which way counts."""

from functools import lru_cache

from spieltisch.app.board.shown import Shown
from spieltisch.app.core.routes import RecordLink
from spieltisch.app.core.table import Fork
from spieltisch.app.match.view.codes import code_form, link_to_send, names_of, qr_code, relay_offer
from spieltisch.kit.frame import button, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.words import Words
from spieltisch.play.codec import LinkError, is_sealed
from spieltisch.play.match import Match, awaited, is_race, to_be_sent
from spieltisch.play.record_link import LinkedMatch
from spieltisch.play.summary import MatchId
from spieltisch.table import Seat


def link_of(match: Match, match_id: MatchId) -> RecordLink:
    """The link to a match as it is; one by link holds the id by which devices know it again."""
    name = match_id if match.is_by_link else ""
    return RecordLink(LinkedMatch(match.setup, match.turns[: match.shown], name))


def has_by_link_panel(shown: Shown) -> bool:
    """Whether the panel has something to say: not while the others are connected, unless the match
    has gone two ways."""
    table, match = shown.at.table, shown.at.match
    if not match.is_by_link or table.is_elsewhere:
        return False
    if shown.at.meeting.is_on and table.fork is None:
        return False
    return not match.is_led or match.needs_others


def asks_by_link(shown: Shown) -> bool:
    """Whether a person has something to do; else the panel only tells whose seats are here."""
    match = shown.at.match
    is_told = shown.at.table.fork is not None or _free(shown) or _link(shown)
    waits = match.is_led and not match.is_over
    return bool(is_told or _is_new(shown) or waits or _again(shown))


def by_link_panel(shown: Shown) -> Markup:
    """The panel beside the board: one question or one thing to do at a time."""
    words, fork, match = shown.words, shown.at.table.fork, shown.at.match
    device = shown.at.session.device
    content: list[Markup] = []
    # A relay may bring the others here, if this device is to lead the match.
    is_guests = bool(match.keys) and not match.keys.keys() - match.here
    may_invite = _can_play_live(match) and device.can_connect and not is_guests
    offer = relay_offer(shown) if fork is None and may_invite else None
    if fork is not None:
        content = _ways(words, fork, match)
    elif match.is_led:
        content = _again(shown)
        if not content and not match.is_over:
            # One link is the first way to others, where there is a relay for it.
            content, offer = _only_live(shown, offer), None
    elif _free(shown):
        content = _claims(shown)
    elif _link(shown):
        content = _sending(shown)
    elif _is_new(shown) and not device.is_owners:
        told = words.gettext(
            "Play your move and send it by link, each in your own time. Or connect now and play "
            "live."
        )
        content = [el("h2", words.gettext("Play by link or live?")), el("p", told)]
    again = [] if match.is_led or fork is not None else _again(shown)
    is_asking = bool(content or again or offer)
    return region(
        "section#by-link",
        {
            "class": "by-link" if is_asking else "by-link is-calm",
            "tabindex": -1,
            "aria-label": words.gettext("Game by link"),
        },
        *content,
        *again,
        offer,
        _ours(shown) if match.here and fork is None else None,
    )


def by_link_hint(shown: Shown) -> str:
    """What the panel asks, for below the board: the panel itself may be out of sight."""
    words, fork, match = shown.words, shown.at.table.fork, shown.at.match
    if fork is not None:
        if match.shown == fork.common:
            return words.gettext("Are these moves yours?")
        return words.gettext("The game has split. Choose which version counts.")
    if match.is_led:
        return ""
    if _free(shown):
        return words.gettext("To play on, say who you are.")
    if _link(shown) and awaited(match):
        return words("It is {name}'s turn. Send the link.", name=names_of(shown, awaited(match)))
    return ""


def _free(shown: Shown) -> tuple[Seat, ...]:
    """The seats that can be taken, if none is yet and nobody was connected in this tab."""
    match = shown.at.match
    return () if match.here or match.is_over or _was_connected(shown) else match.shared


def _link(shown: Shown) -> str:
    """The link that is to be sent to people elsewhere; empty if there is nothing to send."""
    match = shown.at.match
    if match.is_led or not to_be_sent(match):
        return ""
    link = _address(match, shown.at.table.match_id)
    return shown.at.session.device.site + link if link else ""


# The page is drawn at every press, but the link changes only with a turn.
@lru_cache(maxsize=2)
def _address(match: Match, match_id: MatchId) -> str:
    try:
        return link_of(match, match_id).text
    except LinkError:
        return ""


def _is_new(shown: Shown) -> bool:
    """Whether people can still choose to play by link or live."""
    match, can_connect = shown.at.match, shown.at.session.device.can_connect
    return bool(match.here) and not match.shown and not _link(shown) and can_connect


def _can_play_live(match: Match) -> bool:
    return bool(match.here) and not match.is_over and not is_sealed(match.setup.start)


def _can_be_table(shown: Shown) -> bool:
    """Whether this screen can be the table, with phones as seats: not if others hold the match."""
    match = shown.at.match
    is_ours = bool(match.here) or match.is_led or not match.shown
    is_known = not is_sealed(match.setup.start)
    return shown.at.session.device.can_connect and is_ours and is_known and not match.is_over


def _ways(words: Words, fork: Fork, match: Match) -> list[Markup]:
    common, ours, theirs = fork.common, match.shown - fork.common, len(fork.turns) - fork.common
    label = words.gettext("Use the one in the link")
    if not ours:
        label = words.gettext("Yes, continue with them")
    yes = button(label, "take-theirs", kind="is-primary", question=fork.name)
    if not ours:
        return [
            el("h2", words.gettext("Are these moves yours?")),
            el(
                "p",
                words.counted(
                    "Your host’s device has one more move, played for you, that is missing here.",
                    "Your host’s device has {theirs} more moves, some of them yours, that are"
                    " missing here.",
                    theirs,
                    theirs=theirs,
                ),
            ),
            row(yes, button(words.gettext("No, leave live play"), "keep-ours", question=fork.name)),
        ]
    told = words(
        "This game split after move {common}. Moves since then: {ours} here, {theirs} in the link.",
        common=common,
        ours=ours,
        theirs=theirs,
    )
    return [
        el("h2", words.gettext("Which version counts?")),
        el("p", told),
        el("p.byline", words.gettext("Yours stays among your games either way.")),
        row(yes, button(words.gettext("Keep mine"), "keep-ours", question=fork.name)),
    ]


def _claims(shown: Shown) -> list[Markup]:
    words, to_act = shown.words, awaited(shown.at.match)
    told = words.gettext("This game goes from device to device, by link. Take your seat here.")
    claims = [
        button(names_of(shown, (seat,)), "claim", seat, kind="is-primary" if seat in to_act else "")
        for seat in _free(shown)
    ]
    return [el("h2", words.gettext("Who are you?")), el("p", told), row(*claims, _phones(shown))]


def _only_live(shown: Shown, offer: Markup | None) -> list[Markup]:
    """For a match that cannot go by link: it is a race, clocks run, or something is hidden."""
    words, match = shown.words, shown.at.match
    has_peers, can_play_live = shown.at.session.device.can_connect, _can_play_live(match)
    if not has_peers:
        told = words.gettext("This browser cannot connect to other devices directly.")
    elif can_play_live and match.setup.clock is not None:
        told = words.gettext(
            "With clocks, everyone has to be there at the same time. Invite the others, each "
            "on their own device."
        )
    elif can_play_live and not is_race(match):
        told = words.gettext(
            "Some cards are hidden, so everyone has to be there at the same time. Invite the "
            "others, each on their own device."
        )
    elif can_play_live:
        told = words.gettext(
            "Everybody plays this game at the same time. Invite the others, each on their "
            "own device. It begins when everyone is there."
        )
    elif _can_be_table(shown):
        told = words.gettext(
            "This screen is the table. Everybody plays on their own phone. The game begins "
            "when everyone is there."
        )
    else:
        told = words.gettext(
            "Everything played so far is saved. Ask your host for another invitation."
        )
    kind = "is-primary" if offer is None else "is-quiet"
    live = button(words.gettext("Play live …"), "play-live", kind=kind)
    return [
        el("h2", words.gettext("Live, not by link")),
        el("p", told),
        *([] if offer is None else [offer]),
        row(
            live if can_play_live and has_peers else None,
            _phones(shown, is_first=not can_play_live),
        ),
    ]


def _was_connected(shown: Shown) -> bool:
    """Whether it is known where the others of the match are found again: one press is enough
    then, also for who watches."""
    if _has_lines(shown):
        return True
    # Into the room of a host, perhaps nobody has come.
    session = shown.at.session
    return session.room_here is not None and (bool(shown.at.match.keys) or not session.leads_room)


def _has_lines(shown: Shown) -> bool:
    """Whether this tab was connected in the match before it was loaded anew."""
    match_id = shown.at.table.match_id
    return any(one.match_id == match_id for one in shown.at.session.known_lines)


def _again(shown: Shown) -> list[Markup]:
    """For people who were connected in this match, before a reload perhaps: who invites whom, as
    the keys of seats tell."""
    words, match, was_connected = shown.words, shown.at.match, _was_connected(shown)
    # After the end, those who can be found again go on to the next match.
    has_been = was_connected or (bool(match.keys) and not match.is_over)
    session = shown.at.session
    if not has_been or not (session.device.can_connect or session.may_enter_room):
        return []
    given = match.keys.keys() - match.here
    names = names_of(shown, given or match.shared)
    told = el("h2", words("You were connected with {names}.", names=names))
    again = words.gettext("Connect again")
    if was_connected and (_has_lines(shown) or session.may_enter_room):
        called = words.gettext("If their page is still open, you need no code.")
        return [told, el("p", called), row(button(again, "reconnect", kind="is-primary"))]
    if given:
        verb = "play-live" if match.here else "seat-phones"
        return [told, row(button(again, verb, kind="is-primary"))]
    ask = words.gettext(
        "Ask your host for another invitation, and open its link in this browser or paste it here. "
        "What you have missed comes by itself."
    )
    return [told, code_form(words, ask, "data-invitation-field")]


def _phones(shown: Shown, *, is_first: bool = False) -> Markup | None:
    """For people in one room: this screen becomes the table, and phones the seats."""
    if not _can_be_table(shown):
        return None
    label, kind = shown.words.gettext("Phones as seats …"), "is-primary" if is_first else ""
    # By one code for all, where there is a relay.
    is_owners = shown.at.session.device.is_owners
    return button(label, "invite-phones" if is_owners else "seat-phones", kind=kind)


def _sending(shown: Shown) -> list[Markup]:
    words, match = shown.words, shown.at.match
    heading = words.gettext("Send the game to {name}")
    if match.is_over:
        heading = words.gettext("Send the result")
    elif match.shown:
        heading = words.gettext("Send your move to {name}")
    heading = heading.format(name=names_of(shown, awaited(match)))
    ways = row(
        button(words.gettext("Send …"), "send-turn", icon_name="share", kind="is-primary"),
        button(words.gettext("Copy the link"), "share"),
    )
    link = _link(shown)
    drawn = qr_code(link, words.gettext("The link as a QR code"))
    return [el("h2", heading), *link_to_send(words, link, "data-turn-link", ways, drawn)]


def _ours(shown: Shown) -> Markup:
    words, match = shown.words, shown.at.match
    told = words("You are {names}.", names=names_of(shown, match.here))
    live = None
    if _can_play_live(match) and not match.is_led and not match.keys.keys() - match.here:
        live = button(words.gettext("Play live …"), "play-live")
        if not shown.at.session.device.can_connect:
            live = el("p.byline", words.gettext("This browser cannot play live. Send the link."))
    return el(
        "div.by-link-ours",
        el("span", told),
        button(words.gettext("Not you?"), "give-up-seat", kind="is-quiet"),
        live,
        _phones(shown) if not match.is_led else None,
    )
