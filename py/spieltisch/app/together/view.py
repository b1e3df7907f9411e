"""What people who play live are told: what to send to whom, and who is connected."""

from collections.abc import Iterable

from spieltisch.app.match.view.sentences import action_sentence
from spieltisch.app.match.view.shown import Shown
from spieltisch.app.messages import Permission
from spieltisch.app.session import Session
from spieltisch.app.together.codes_view import (
    code_form,
    code_to_copy,
    code_to_send,
    not_yet,
    relay_text,
    room_lost,
    room_panel,
    same_network,
    seat_to_fill,
    seating_text,
    stun_field,
)
from spieltisch.app.together.state import (
    IS_UP,
    Hosting,
    Invitation,
    Live,
    Visiting,
    is_live,
    open_wish,
    role_at,
    who_allows_help,
    wish_to_answer,
)
from spieltisch.app.together.verdict_view import verdict_text
from spieltisch.kit.frame import button, row
from spieltisch.kit.markup import Child, Markup, el, region
from spieltisch.kit.scene import Role
from spieltisch.kit.words import Words
from spieltisch.live.log import BackAsked, may_redo, wished
from spieltisch.play.match import Match
from spieltisch.table import Seat


def peers_state(session: Session) -> str:
    """The value of ``<html data-peers>``."""
    return "none" if session.live is None else session.live.state


def live_on(shown: Shown) -> Live | None:
    """Who is connected to the match on the table; None where it is not played live."""
    live = shown.at.session.live
    return live if is_live(live, shown.at.table.match_id) else None


def asks_live(shown: Shown, live: Live) -> bool:
    """Whether a person has something to do; else the panel only tells who is connected."""
    is_inviting = isinstance(live, Hosting) and _is_inviting(live, shown.at.played)
    return is_inviting or live.state not in IS_UP or _question(shown, live) is not None


def live_panel(shown: Shown, live: Live) -> Markup:
    """The panel beside the board."""
    words, question = shown.words, _question(shown, live)
    content = _host(shown, live) if isinstance(live, Hosting) else _guest(shown, live)
    if question is not None:
        heading, *asked = question
        content = [el("h2", heading), *asked, *([] if _is_put_out(shown, live) else content)]
    return region(
        "section#peers",
        {
            "class": "by-link peers" if asks_live(shown, live) else "by-link peers is-calm",
            "tabindex": -1,
            "aria-label": words.gettext("Playing live"),
        },
        *content,
    )


def live_text(shown: Shown, live: Live) -> str:
    """What screen readers say when something has changed."""
    words, question = shown.words, _question(shown, live)
    if question is not None:
        return question[0]
    if seat_to_fill(shown) is not None:
        return seating_text(shown)
    if isinstance(live, Hosting) and live.relay and _is_inviting(live, shown.at.played):
        return relay_text(words, live.relay)
    if isinstance(live, Hosting) and live.relay is None and live.invitation is not None:
        return words.gettext("Connecting …") if live.invitation.is_answered else ""
    if live.state == "shaky":
        return _is_shaky(words)
    if live.state == "connected":
        return _who_is_here(shown, live)
    return _is_lost(shown, live)


def _named(shown: Shown, seats: Iterable[Seat]) -> str:
    names = shown.scene.names
    return ", ".join(names[seat - 1] for seat in seats if seat <= len(names))


def _question(shown: Shown, live: Live) -> tuple[str, *tuple[Markup, ...]] | None:
    """What the people here are to answer, and how they can; of several questions the first."""
    words, match, is_up = shown.words, shown.at.played, live.state in IS_UP
    wish, agreed = wish_to_answer(live, match), who_allows_help(live)
    rather_not = words.gettext("Rather not")
    if wish is not None:
        allow = button(words.gettext("Allow it"), "grant-back", kind="is-primary")
        return _asks(shown, wish), row(allow, button(rather_not, "decline-back"))
    lines = live.host.open_lines if isinstance(live, Hosting) else {}
    for number, line in lines.items():
        if line.asks is not None:
            name = _named(shown, (line.asks,))
            give = words.gettext("Give them {name}’s seat").format(name=name)
            return (
                words.gettext("Somebody is asking for {name}’s seat.").format(name=name),
                el(
                    "p",
                    words.gettext(
                        "Their device is not the one that had the seat. Do you know who it is?"
                    ),
                ),
                row(
                    button(give, "give-seat", number, kind="is-primary"),
                    button(rather_not, "keep-seat", number),
                ),
            )
    if agreed and match.people - agreed and is_up and not match.is_over:
        told = words.gettext("{names} would like Hint, Analysis and Try out for everybody.")
        allow = button(words.gettext("Allow it"), "allow-help", kind="is-primary")
        return (
            told.format(names=_named(shown, sorted(agreed))),
            row(allow, button(rather_not, "refuse-help")),
        )
    stop = button(words.gettext("Stop playing live"), "stop-live")
    if isinstance(live, Visiting) and live.guest.taken and is_up:
        told = words.gettext("Your host says that somebody else is playing for {names} now.")
        watch = button(words.gettext("Watch from now on"), "yield-seats", kind="is-primary")
        return (
            told.format(names=_named(shown, live.guest.taken)),
            el("p", words.gettext("Nobody plays for you here unless you agree.")),
            row(watch, stop),
        )
    if _is_put_out(shown, live):
        watch = button(words.gettext("Watch"), "watch", kind="is-primary")
        return words.gettext("Every seat is taken. Would you like to watch?"), row(watch, stop)
    return None


def sign_text(words: Words, name: str, sign: str) -> str:
    """Who says what by a sign."""
    return words.gettext("{name}: {sign}").format(name=name, sign=_signs(words)[sign])


def _signs(words: Words) -> dict[str, str]:
    return {
        "hello": words.gettext("Hello!"),
        "well-played": words.gettext("Well played"),
        "one-moment": words.gettext("One moment"),
        "oops": words.gettext("Oops!"),
        "thanks": words.gettext("Thank you"),
        "again": words.gettext("Again?"),
    }


def _talk(shown: Shown, live: Live) -> list[Child]:
    """What was said last, and the signs that can be given: a few, so that nobody has to read what
    they would rather not."""
    words, last, is_muted = shown.words, live.talk.last, live.talk.is_muted
    if live.state not in IS_UP:
        return []
    mute = words.gettext("Show the signs again") if is_muted else words.gettext("Hide the signs")
    told = sign_text(words, _named(shown, last[:1]), last[1]) if last is not None else ""
    return [
        el("p.said", {"data-sign": last[1]}, told) if last is not None else None,
        el(
            "details#signs.signs",
            el("summary", words.gettext("Say something")),
            row(
                *(
                    button(text, "give-sign", sign, kind="is-quiet")
                    for sign, text in _signs(words).items()
                    if shown.at.played.here
                ),
                button(mute, "mute", kind="is-quiet"),
            ),
        ),
    ]


def _is_put_out(shown: Shown, live: Live) -> bool:
    """Whether people here are told that others have the seats, and have not said yet that they
    watch."""
    match = shown.at.played
    if isinstance(live, Hosting) or live.state not in IS_UP:
        return False
    has_none = live.guest.here and not match.here and not live.guest.watches
    return bool(live.guest.taken or (has_none and not _free(live, match)))


def _free(live: Live, match: Match) -> tuple[Seat, ...]:
    """The seats that people here, who watch, can ask for."""
    if isinstance(live, Hosting) or match.here or live.guest.has is None or not live.guest.here:
        return ()
    return tuple(seat for seat in match.shared if seat not in live.guest.here)


def _is_inviting(live: Hosting, match: Match) -> bool:
    """Whether the host still waits for somebody: by a relay, until all seats are taken."""
    if live.relay is None:
        return live.invitation is not None
    return live.host.next_seat(match) is not None or not live.host.open_lines


def _host(shown: Shown, live: Hosting) -> list[Child]:
    words, match, at = shown.words, shown.at.played, live.relay
    seat = live.host.next_seat(match)
    if at is not None and _is_inviting(live, match):
        name = _named(shown, (seat,)) if seat is not None else ""
        here = el("p", _who_is_here(shown, live)) if live.host.open_lines else None
        lost = el("h2", _is_lost(shown, live)) if live.host.missing else None
        return [lost, here, *room_panel(shown, live, at, name), _way_out(words, match)]
    if at is None and live.invitation is not None:
        is_spare = live.host.open_lines and live.host.next_seat(match) is None
        return [
            *_inviting(shown, live, live.invitation),
            row(button(words.gettext("Stop inviting"), "stop-inviting", kind="is-quiet"))
            if is_spare
            else _way_out(words, match),
        ]
    if live.host.missing:
        return [
            el("h2", _is_lost(shown, live)),
            el("p", words.gettext("Everything played so far is saved.")),
            _comes_back(words, live) if live.may_return else None,
            row(
                button(words.gettext("Invite again"), "play-live", kind="is-primary"),
                button(words.gettext("Let a computer play"), "let-bots-play")
                if match.game.bots is not None
                else None,
                button(words.gettext("Stop playing live"), "stop-live")
                if match.is_led
                else button(words.gettext("Continue by link"), "stop-live"),
            ),
        ]
    return _calm(shown, live)


def _inviting(shown: Shown, live: Hosting, invitation: Invitation) -> list[Child]:
    words, link = shown.words, code_to_send(shown.at.session)
    network = el("p.byline", same_network(words))
    stun = stun_field(words, shown.at.session.settings.stun)
    waits = not_yet(words, invitation)
    if invitation.is_answered and invitation.is_slow and not invitation.has_failed:
        told = words.gettext(
            "Nobody has come yet. If their page was closed or reloaded, their answer is too old: "
            "invite them again. The page goes on trying until then."
        )
        again = button(words.gettext("Invite again"), "play-live", kind="is-primary")
        waits = [*waits, el("p", told), row(again)]
    if waits:
        return [*waits, network, stun] if len(waits) > 1 else waits
    next_seat = live.host.next_seat(shown.at.played)
    name = _named(shown, (next_seat,)) if next_seat is not None else ""
    told = (
        words.gettext("1. Invite {name}") if name else words.gettext("1. Invite somebody to watch")
    )
    return [
        el("p", _who_is_here(shown, live)) if live.host.open_lines else None,
        el("h2", told.format(name=name)),
        *code_to_copy(words, link, "data-invitation", words.gettext("The invitation as a QR code")),
        el("h2", words.gettext("2. Enter the answer")),
        code_form(
            words,
            words.gettext("In this browser, open the link that comes back, or paste it here:"),
            "data-answer-field",
            words.gettext("Connect"),
        ),
        el(
            "p.byline",
            words.gettext("This invitation is for one device and has not been used yet."),
        ),
        network,
        stun,
    ]


def _guest(shown: Shown, live: Visiting) -> list[Child]:
    words, match = shown.words, shown.at.played
    if live.state in IS_UP:
        return _calm(shown, live)
    return [
        el("h2", _is_lost(shown, live)),
        _comes_back(words, live) if live.is_shaky else None,
        *(
            [room_lost(words, live.relay), _way_out(words, match)]
            if live.relay
            else _lost(words, match)
        ),
    ]


def _lost(words: Words, match: Match) -> list[Child]:
    return [
        el(
            "p",
            words.gettext(
                "Everything played so far is saved. Ask your host for another invitation."
            )
            if match.is_led
            else words.gettext(
                "Everything played so far is saved. Ask for another invitation, or continue "
                "by link."
            ),
        ),
        code_form(
            words,
            words.gettext("Open its link in this browser, or paste it here:"),
            "data-invitation-field",
            words.gettext("Connect"),
        ),
        _way_out(words, match),
    ]


def _asks(shown: Shown, wish: BackAsked) -> str:
    words, more = shown.words, shown.at.played.shown - wish.length - 1
    if not more:
        told = words.gettext("{name} asks to take back move {number} ({action}).")
    else:
        told = words.ngettext(
            "{name} asks to take back move {number} ({action}) and the one after it.",
            "{name} asks to take back move {number} ({action}) and the {more} after it.",
            more,
        )
    name = _named(shown, (wish.seat,))
    return told.format(name=name, number=wish.length + 1, action=_move(shown, wish), more=more)


def _move(shown: Shown, wish: BackAsked) -> str:
    """The first move that is to be taken back: as it is written; of the table's, in words."""
    turn, view = shown.at.played.turns[wish.length], shown.view
    if turn.is_tables:
        return action_sentence(view, turn, shown.scene.names, shown.words).removesuffix(".")
    return turn.entry.action


def _help_button(shown: Shown, live: Live) -> Markup | None:
    """To ask for help by computers, and to end it."""
    words, match, agreed = shown.words, shown.at.played, who_allows_help(live)
    if match.is_over or not match.people or match.game.search_bots is None:
        return None
    if match.is_helped:
        return button(words.gettext("No more help"), "refuse-help", kind="is-quiet")
    if match.people <= agreed:
        return el("p.byline", words.gettext("You have asked for help for everybody."))
    return None if agreed else button(words.gettext("Ask for help"), "allow-help", kind="is-quiet")


def _is_lost(shown: Shown, live: Live) -> str:
    missing = live.host.missing if isinstance(live, Hosting) else ()
    if not missing:
        return shown.words.gettext("The connection is lost.")
    told = shown.words.gettext("The connection to {names} is lost.")
    return told.format(names=_named(shown, missing))


def _is_shaky(words: Words) -> str:
    return words.gettext("The connection is shaky: nothing is coming through.")


def _comes_back(words: Words, live: Live) -> Markup:
    told = words.gettext("If the network comes back within five minutes, you will be reconnected.")
    if live.has_moved:
        told = words.gettext(
            "Your device has changed networks and is calling from the new one. If the other "
            "side's router lets nobody in, you need a new invitation."
        )
    return el("p", told)


def _calm(shown: Shown, live: Live) -> list[Child]:
    """The panel while nothing is to be done: who is connected, and a few buttons."""
    words, match, wish = shown.words, shown.at.played, open_wish(live, shown.at.played)
    is_seat = role_at(live, live.match_id, match) is Role.SEAT
    verdict = verdict_text(words, shown.scene.names, live.verdict)
    is_far = isinstance(live, Hosting) and any(trips.is_too_far for trips in live.callers)
    is_asking = wish is not None and wish_to_answer(live, shown.at.played) is None
    wants = None if isinstance(live, Hosting) else live.guest.wants
    may_ask_back = wish is None and not match.is_led and not match.is_over
    seat_told = words.gettext("This is your seat. The table is on the other screen.")
    return [
        el("p", seat_told if is_seat else _who_is_here(shown, live)),
        el("p", {"data-shaky": True}, _is_shaky(words)) if live.state == "shaky" else None,
        el("p", _who_we_are(shown, live)) if not is_seat else None,
        el("p", {"data-verdict": True}, verdict) if verdict else None,
        el("p", words.gettext("Somebody is far away, so their calls may arrive late."))
        if is_far
        else None,
        el("p", _is_asking(shown, wish)) if wish is not None and is_asking else None,
        *_talk(shown, live),
        row(
            *(
                button(
                    words.gettext("I am {name}").format(name=_named(shown, (seat,))),
                    "ask-seat",
                    seat,
                )
                for seat in _free(live, match)
                if wants is None
            ),
            button(words.gettext("Play it again"), "redo", kind="is-quiet")
            if wish is None and not match.is_led and may_redo(match)
            else None,
            button(words.gettext("Ask to take back"), "take-back", kind="is-quiet")
            if may_ask_back and wished(match, match.here) is not None
            else None,
            button(_invite(words, live, match), "play-live", kind="is-quiet")
            if isinstance(live, Hosting) and not match.is_over and live.relay is None
            else None,
            _help_button(shown, live),
            button(words.gettext("Give up my seat"), "yield-seats", kind="is-quiet")
            if match.here and not match.is_over
            else None,
            button(words.gettext("Notify me when it is my turn"), "notify", kind="is-quiet")
            if shown.at.session.device.notifies is Permission.UNASKED
            and match.here
            and not match.is_over
            else None,
            button(words.gettext("Stop playing live"), "stop-live", kind="is-quiet"),
        ),
        _link_for_watchers(shown, live),
    ]


def _link_for_watchers(shown: Shown, live: Live) -> Markup | None:
    """Where people come by a relay, one link is for everybody, and goes on being so."""
    words = shown.words
    if live.relay is None or not isinstance(live, Hosting) or shown.at.played.is_over:
        return None
    label = words.gettext("The invitation as a QR code")
    return el(
        "details#room.room",
        el("summary", _invite(words, live, shown.at.played)),
        *code_to_copy(words, code_to_send(shown.at.session), "data-room", label),
    )


def _invite(words: Words, live: Live, match: Match) -> str:
    if isinstance(live, Hosting) and live.host.next_seat(match) is None:
        return words.gettext("Invite somebody to watch")
    return words.gettext("Invite another person")


def _is_asking(shown: Shown, wish: BackAsked) -> str:
    told = shown.words.gettext("You have asked whether move {number} ({action}) may be taken back.")
    return told.format(number=wish.length + 1, action=_move(shown, wish))


def _who_is_here(shown: Shown, live: Live) -> str:
    words, match = shown.words, shown.at.played
    here = live.host.here(match) if isinstance(live, Hosting) else live.guest.here
    ours = match.people if isinstance(live, Hosting) else match.here
    others = _named(shown, (seat for seat in here if seat not in ours))
    watching = live.host.watching if isinstance(live, Hosting) else live.guest.watching
    # Who watches knows of themselves.
    watching -= isinstance(live, Visiting) and not ours
    told = words.ngettext("{count} person is watching.", "{count} people are watching.", watching)
    who = words.gettext("Playing live with {names}.").format(names=others) if others else ""
    return " ".join(filter(None, (who, told.format(count=watching) if watching > 0 else "")))


def _who_we_are(shown: Shown, live: Live) -> str:
    words, here = shown.words, shown.at.played.here
    if isinstance(live, Visiting) and live.guest.wants is not None:
        told = words.gettext("You have asked your host for {name}’s seat.")
        return told.format(name=_named(shown, (live.guest.wants,)))
    if here:
        return words.gettext("You are {names}.").format(names=_named(shown, sorted(here)))
    return "" if isinstance(live, Hosting) else words.gettext("You are watching.")


def _way_out(words: Words, match: Match) -> Markup:
    if match.is_led:
        return row(button(words.gettext("Stop playing live"), "stop-live", kind="is-quiet"))
    return row(button(words.gettext("Continue by link instead"), "stop-live", kind="is-quiet"))
