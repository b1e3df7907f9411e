"""What people who play live are told: what to send to whom, and who is connected."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from spieltisch.app.board.sentences import action_sentence
from spieltisch.app.board.shown import Shown
from spieltisch.app.board.verdicts import verdict_text
from spieltisch.app.core.live import (
    IS_UP,
    Hosting,
    Invitation,
    Live,
    PeerQuestion,
    PeerQuestionKind,
    Visiting,
    end_of,
    free_seats,
    goes_over_relay,
    is_live,
    is_put_out,
    questions_of,
    role_at,
    wish_to_answer,
)
from spieltisch.app.core.messages import Permission
from spieltisch.app.core.news import LiveNews, SignGiven
from spieltisch.app.core.session import At, Session
from spieltisch.app.core.table import TableScreen
from spieltisch.app.match.view.codes import code_form, names_of
from spieltisch.app.match.view.ending import offer_card
from spieltisch.app.together.codes import (
    code_to_copy,
    invitation_text,
    not_yet,
    room_panel,
    said,
    seat_to_fill,
    seating_card,
    seating_text,
    stun_field,
)
from spieltisch.app.together.told import Approach, is_inviting, told_of
from spieltisch.kit.frame import LivePart, button, row
from spieltisch.kit.markup import Child, Markup, Value, el, region
from spieltisch.kit.scene import Role
from spieltisch.kit.words import Words
from spieltisch.live.log import BackAsked, may_redo, wished
from spieltisch.play.match import Match


def live_part(
    session: Session, table: TableScreen, words: Words, *, holds_end: bool = False
) -> LivePart:
    """What is shown of people who play the match on the table live, beside it and over its board;
    ``holds_end`` as in ``Frame``."""
    shown = shown_of(session, table, words)
    live = _live_on(shown)
    if live is None:
        return LivePart()
    if holds_end:
        shown = shown.before_end()
    card = seating_card(shown)
    if card is not None:
        return LivePart(card=card)
    return LivePart(
        _panel(shown, live),
        is_asking=_is_asking(shown, live),
        has_draw=_draw_comes_later(shown, live),
    )


def spoken(session: Session, table: TableScreen, what: LiveNews, words: Words) -> str:
    """What is said when something has happened among people who play the match on the table."""
    shown = shown_of(session, table, words)
    if isinstance(what, SignGiven):
        return _sign_text(words, shown.names[what.seat - 1], what.sign)
    live = _live_on(shown)
    return "" if live is None else _who_text(shown, live)


def shown_of(session: Session, table: TableScreen, words: Words) -> Shown:
    """The match on the table, also while something else is tried out in it."""
    return Shown(At.table_of(replace(session, screen=table), table), words)


def _live_on(shown: Shown) -> Live | None:
    """Who is connected to the match on the table; None where it is not played live."""
    live = shown.at.session.live
    return live if is_live(live, shown.at.table.match_id) else None


def _is_asking(shown: Shown, live: Live) -> bool:
    """Whether a person has something to do; else the panel only tells who is connected."""
    waits = isinstance(live, Hosting) and is_inviting(live, shown.at.match)
    return waits or live.state not in IS_UP or bool(_questions(shown, live))


def _panel(shown: Shown, live: Live) -> Markup:
    """The panel beside the board."""
    words, questions = shown.words, _questions(shown, live)
    content = _host(shown, live) if isinstance(live, Hosting) else _guest(shown, live)
    if is_put_out(live, shown.at.match):
        content = []
    content = [*(_asked_of(shown, live) if questions else ()), *content]
    return region(
        "section#peers",
        {
            "class": "by-link peers" if _is_asking(shown, live) else "by-link peers is-calm",
            "tabindex": -1,
            "aria-label": words.gettext("Playing live"),
        },
        *content,
    )


def _who_text(shown: Shown, live: Live) -> str:
    """What is said when somebody has come or gone."""
    words, questions = shown.words, _questions(shown, live)
    if questions:
        # What has come last; what is left once that is answered is told again.
        return questions[-1].heading
    if seat_to_fill(shown) is not None:
        return seating_text(shown)
    if isinstance(live, Hosting) and live.relay and is_inviting(live, shown.at.match):
        is_up = live.relay.state == "open"
        return "" if is_up else told_of(shown.at.session)[0].text(words, shown.at.session)
    if isinstance(live, Hosting) and live.relay is None and live.invitation is not None:
        is_new = live.invitation.state == "preparing"
        return "" if is_new else invitation_text(words, shown.at.session, live.invitation)
    if live.state == "shaky":
        return Approach.SHAKY.text(words, shown.at.session)
    if live.state == "connected":
        return _who_is_here(shown, live)
    return _is_lost(shown, live)


class _Asking(NamedTuple):
    """A question on screen."""

    heading: str
    content: tuple[Markup, ...]


def _questions(shown: Shown, live: Live) -> list[_Asking]:
    """What the people here are to answer, and how they can, but for the offer of a draw: what came
    first stands first."""
    told = (_asking(shown, live, one) for one in questions_of(live, shown.at.match))
    return [one for one in told if one is not None]


def _asked_of(shown: Shown, live: Live) -> Iterator[Markup | None]:
    for asked in questions_of(live, shown.at.match):
        told = _asking(shown, live, asked)
        if told is not None:
            yield el("h2", told.heading)
            yield from told.content
        elif _draw_comes_later(shown, live):
            yield offer_card(shown)


def _draw_comes_later(shown: Shown, live: Live) -> bool:
    """Whether something else was asked here before a draw was offered."""
    kinds = [one.kind for one in questions_of(live, shown.at.match)]
    return PeerQuestionKind.DRAW in kinds[1:]


def _asking(shown: Shown, live: Live, asked: PeerQuestion) -> _Asking | None:
    words, match = shown.words, shown.at.match
    rather_not, stop = words.gettext("No, thanks"), words.gettext("Stop playing live")
    allow = words.gettext("Allow it")
    yes = partial(button, allow, kind="is-primary", question=asked.name)
    no = partial(button, rather_not, question=asked.name)
    match asked.kind:
        case PeerQuestionKind.BACK:
            wish = wish_to_answer(live, match)
            assert wish is not None
            answers = row(yes("grant-back"), no("decline-back"))
            moved = el("p.byline", words.gettext("Playing a move declines it, too."))
            may_move = match.position.active_seats & match.people
            return _Asking(_asks(shown, wish), (answers, *([moved] if may_move else ())))
        case PeerQuestionKind.SEAT:
            name = names_of(shown, (asked.seat,))
            told = words("Somebody is asking for {name}’s seat.", name=name)
            other = words.gettext(
                "Their device is not the one that had the seat. Do you know who it is?"
            )
            give = words("Give them {name}’s seat", name=name)
            seat, line = str(asked.seat), asked.name
            give_it = button(give, "give-seat", line, kind="is-primary", question=seat)
            keep_it = button(rather_not, "keep-seat", line, question=seat)
            return _Asking(told, (el("p", other), row(give_it, keep_it)))
        case PeerQuestionKind.HELP:
            told = words.gettext("{names} would like Hint, Analysis and Try moves for everybody.")
            told = told.format(names=names_of(shown, end_of(live).helped))
            return _Asking(told, (row(yes("allow-help"), no("refuse-help")),))
        case PeerQuestionKind.TAKEN:
            assert isinstance(live, Visiting)
            told = words.gettext("Your host says that somebody else is playing for {names} now.")
            told = told.format(names=names_of(shown, live.guest.taken))
            unless = words.gettext("Nobody plays for you here unless you agree.")
            watch = button(words.gettext("Watch from now on"), "watch", kind="is-primary")
            return _Asking(told, (el("p", unless), row(watch, button(stop, "stop-live"))))
        case PeerQuestionKind.WATCH:
            told = words.gettext("Every seat is taken. Would you like to watch?")
            watch = button(words.gettext("Watch"), "watch", kind="is-primary")
            return _Asking(told, (row(watch, button(stop, "stop-live")),))
        case PeerQuestionKind.AGAIN:
            names = names_of(shown, map(int, asked.name.split(",")))
            told = words("{names} would like a rematch.", names=names)
            again = button(words.gettext("Rematch"), "rematch", kind="is-primary")
            return _Asking(told, (row(again),))
        case PeerQuestionKind.DRAW:
            return None


def _sign_text(words: Words, name: str, sign: str) -> str:
    """Who says what by a sign."""
    return words("{name}: {sign}", name=name, sign=_signs(words)[sign])


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
    mute = words.gettext("Show the signs again") if is_muted else words.gettext("Hide the signs")
    told = _sign_text(words, names_of(shown, last[:1]), last[1]) if last is not None else ""
    signs = _signs(words) if shown.at.match.here else {}
    return [
        el("p.said", {"data-sign": last[1]}, told) if last is not None else None,
        el(
            "details#signs.signs",
            el("summary", words.gettext("Say something")),
            row(
                *(button(text, "give-sign", sign, kind="is-quiet") for sign, text in signs.items()),
                button(mute, "mute", "end" if is_muted else None, kind="is-quiet"),
            ),
        ),
    ]


def _host(shown: Shown, live: Hosting) -> list[Child]:
    words, match, at = shown.words, shown.at.match, live.relay
    seat = live.host.next_seat(match)
    # Those who have come already can do all that they could if nobody were awaited.
    others = _calm(shown, live) if live.host.open_lines else [_way_out(words, match)]
    if at is not None and is_inviting(live, match):
        name = names_of(shown, (seat,)) if seat is not None else ""
        lost = el("h2", _is_lost(shown, live)) if live.host.missing else None
        return [lost, *room_panel(shown, live, at, name), *others]
    if at is None and live.invitation is not None:
        stop = button(words.gettext("Stop inviting"), "stop-inviting", kind="is-quiet")
        is_spare = live.host.open_lines and seat is None
        return [
            *_inviting(shown, live, live.invitation),
            row(stop) if is_spare else None,
            *others,
        ]
    if not live.host.missing:
        return _calm(shown, live)
    leave = words.gettext("Stop playing live")
    if not match.is_led:
        leave = words.gettext("Continue by link")
    bots = button(words.gettext("Let a computer play"), "let-bots-play")
    return [
        el("h2", _is_lost(shown, live)),
        el("p", words.gettext("Everything played so far is saved.")),
        *_told(shown),
        row(
            button(words.gettext("Invite again"), "play-live", kind="is-primary"),
            bots if match.game.bots is not None and not match.is_over else None,
            button(leave, "stop-live"),
        ),
    ]


def _inviting(shown: Shown, live: Hosting, invitation: Invitation) -> list[Child]:
    words, session, seat = shown.words, shown.at.session, live.host.next_seat(shown.at.match)
    waits = not_yet(words, session, invitation)
    if waits:
        is_to_go = invitation.state in ("slow", "failed")
        return [*waits, stun_field(words, session) if is_to_go else None]
    told = words.gettext("1. Invite somebody to watch")
    if seat is not None:
        told = words("1. Invite {name}", name=names_of(shown, (seat,)))
    paste = words.gettext("In this browser, open the link that comes back, or paste it here:")
    return [
        el("h2", told),
        *code_to_copy(words, session, invitation_text(words, session, invitation)),
        el("h2", words.gettext("2. Enter the answer")),
        code_form(words, paste, "data-answer-field"),
        *said(words, session, (one for one in told_of(session) if one is not Approach.PREPARING)),
        stun_field(words, session),
    ]


def _guest(shown: Shown, live: Visiting) -> list[Child]:
    words, match = shown.words, shown.at.match
    if live.state in IS_UP:
        return _calm(shown, live)
    lost, out = [el("h2", _is_lost(shown, live)), *_told(shown)], _way_out(words, match)
    if live.relay:
        return [*lost, *_anew(shown, live), out]
    told = words.gettext(
        "Everything played so far is saved. Ask for another invitation, or continue by link."
    )
    if match.is_led:
        told = words.gettext(
            "Everything played so far is saved. Ask your host for another invitation."
        )
    paste = words.gettext("Open its link in this browser, or paste it here:")
    form = code_form(words, paste, "data-invitation-field")
    return [*lost, el("p", told), form, out]


def _anew(shown: Shown, live: Visiting) -> list[Child]:
    """A way on for people who know better than this page who their host is."""
    words = shown.words
    if not live.is_doubted or shown.at.table.is_elsewhere:
        return []
    told = words.gettext(
        "If you are sure that it is your host, join as somebody new. They may have to give you your"
        " seat again."
    )
    return [el("p", told), row(button(words.gettext("Join as somebody new"), "come-anew"))]


def _asks(shown: Shown, wish: BackAsked) -> str:
    words, more = shown.words, wish.shown - wish.length - 1
    told = words.gettext("{name} asks to take back move {number} ({action}).")
    if more:
        told = words.ngettext(
            "{name} asks to take back move {number} ({action}) and the one after it.",
            "{name} asks to take back move {number} ({action}) and the {more} after it.",
            more,
        )
    name = names_of(shown, (wish.seat,))
    return told.format(name=name, number=wish.length + 1, action=_move(shown, wish), more=more)


def _move(shown: Shown, wish: BackAsked) -> str:
    """The first move that is to be taken back: as it is written; of the table's, in words."""
    turn, view = shown.at.match.turns[wish.length], shown.view
    if turn.is_tables:
        return action_sentence(view, turn, shown.names, shown.words).removesuffix(".")
    return turn.entry.action


def _is_lost(shown: Shown, live: Live) -> str:
    missing = live.host.missing if isinstance(live, Hosting) else ()
    if not missing:
        return shown.words.gettext("The connection is lost.")
    return shown.words("The connection to {names} is lost.", names=names_of(shown, missing))


def _over_relay(words: Words, live: Live, match: Match) -> Markup | None:
    if not goes_over_relay(live):
        return None
    told = words.gettext("You are connected over the relay.")
    if match.is_led:
        told = words.gettext("You are connected over the relay, so calls may arrive late.")
    return el("p", {"data-relayed": True}, told)


def _told(shown: Shown) -> list[Markup]:
    """How it is going with a connection that is lost."""
    words, session = shown.words, shown.at.session
    found = told_of(session)
    at = None if session.live is None else session.live.relay
    state: dict[str, Value] = {} if at is None else {"data-relay-state": at.state}
    told = [el("p", state, one.text(words, session)) for one in found[:1]]
    return [*told, *said(words, session, found[1:])]


def _calm(shown: Shown, live: Live) -> list[Child]:
    """The panel while nothing is to be done: who is connected, and a few buttons."""
    words, match, is_over = shown.words, shown.at.match, shown.at.match.is_over
    wish, told, asking = end_of(live).wish(match), _who_is_here(shown, live), ""
    is_seat = role_at(live, shown.at.table.match_id, match) is Role.SEAT
    if is_seat:
        told = words.gettext("This is your seat. The table is on the other screen.")
    if wish is not None and wish_to_answer(live, match) is None:
        asking = words.gettext("You have asked whether move {number} ({action}) may be taken back.")
        asking = asking.format(number=wish.length + 1, action=_move(shown, wish))
    verdict = verdict_text(words, shown.names, live.verdict)
    is_far = isinstance(live, Hosting) and any(trips.is_too_far for trips in live.callers)
    far = words.gettext("Somebody is far away, so their calls may arrive late.")
    may_ask = wish is None and not match.is_led and live.state in IS_UP
    take = words.gettext("Take {name}’s seat")
    meeting = shown.at.meeting
    waits = isinstance(live, Hosting) and is_inviting(live, match)
    may_take_back = may_ask and not is_over and wished(match, match.here)
    by_codes = isinstance(live, Hosting) and live.relay is None and not waits
    is_unasked = shown.at.session.device.notifies is Permission.UNASKED
    is_playing = match.here and not is_over
    return [
        el("p", told),
        el("p", {"data-shaky": True}, Approach.SHAKY.text(words, shown.at.session))
        if live.state == "shaky"
        else None,
        el("p", _who_we_are(shown, live)) if not is_seat else None,
        el("p", {"data-verdict": True}, verdict) if verdict else None,
        _over_relay(words, live, match),
        el("p", far) if is_far else None,
        el("p", asking) if asking else None,
        el("p", words.gettext("You have asked your host for a rematch."))
        if meeting.has_asked_again
        else None,
        *_talk(shown, live),
        row(
            *(
                button(
                    take.format(name=names_of(shown, (seat,))), "ask-seat", seat, kind="is-primary"
                )
                for seat in free_seats(live, match)
                if isinstance(live, Visiting) and live.guest.wants is None
            ),
            button(words.gettext("Ask for a rematch"), "give-sign", "again")
            if meeting.may_ask_again
            else None,
            _quiet(words.gettext("Play it again"), "redo", may_ask and may_redo(match)),
            _quiet(words.gettext("Ask to take back"), "take-back", may_take_back),
            _quiet(_invite(words, live, match), "play-live", by_codes),
            _help_button(shown, live),
            _quiet(words.gettext("Give up my seat"), "yield-seats", is_playing),
            _quiet(
                words.gettext("Notify me when it is my turn"), "notify", is_unasked and is_playing
            ),
            _quiet(words.gettext("Stop playing live"), "stop-live"),
        ),
        None if waits else _link_for_watchers(shown, live),
    ]


def _quiet(label: str, do: str, is_there: object = True) -> Markup | None:
    return button(label, do, kind="is-quiet") if is_there else None


def _help_button(shown: Shown, live: Live) -> Markup | None:
    """To ask for help by computers, and to end it."""
    words, match, agreed = shown.words, shown.at.match, end_of(live).helped
    if match.is_over or not match.people or match.game.search_bots is None:
        return None
    if match.is_helped:
        return _quiet(words.gettext("Turn help off"), "refuse-help")
    if match.people <= agreed:
        return el("p.byline", words.gettext("You have asked for help for everybody."))
    return _quiet(words.gettext("Ask for help"), "allow-help", not agreed)


def _link_for_watchers(shown: Shown, live: Live) -> Markup | None:
    """Where people come by a relay, one link is for everybody, and goes on being so."""
    words = shown.words
    if live.relay is None or not isinstance(live, Hosting) or shown.at.match.is_over:
        return None
    summary = el("summary", _invite(words, live, shown.at.match))
    return el("details#room.room", summary, *code_to_copy(words, shown.at.session))


def _invite(words: Words, live: Live, match: Match) -> str:
    if isinstance(live, Hosting) and live.host.next_seat(match) is None:
        return words.gettext("Invite somebody to watch")
    return words.gettext("Invite another person")


def _who_is_here(shown: Shown, live: Live) -> str:
    words, match = shown.words, shown.at.match
    here = live.host.here(match) if isinstance(live, Hosting) else live.guest.here
    ours = match.people if isinstance(live, Hosting) else match.here
    others = names_of(shown, (seat for seat in here if seat not in ours))
    # Who watches knows of themselves.
    watching = end_of(live).watching - (isinstance(live, Visiting) and not ours)
    told = words.ngettext("{count} person is watching.", "{count} people are watching.", watching)
    who = words("Playing live with {names}.", names=others) if others else ""
    return " ".join(filter(None, (who, told.format(count=watching) if watching > 0 else "")))


def _who_we_are(shown: Shown, live: Live) -> str:
    words, here = shown.words, shown.at.match.here
    if isinstance(live, Visiting) and live.guest.wants is not None:
        return words(
            "You have asked your host for {name}’s seat.", name=names_of(shown, (live.guest.wants,))
        )
    if here:
        return words("You are {names}.", names=names_of(shown, here))
    return "" if isinstance(live, Hosting) else words.gettext("You are watching.")


def _way_out(words: Words, match: Match) -> Markup:
    told = words.gettext("Stop playing live")
    if not match.is_led:
        told = words.gettext("Continue by link instead")
    return row(button(told, "stop-live", kind="is-quiet"))
