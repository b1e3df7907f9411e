"""Playing live: what its panel and the screen of a code show, and the code that is to be sent."""

from typing import TypedDict

from spieltisch.app.session import Session
from spieltisch.app.table.state import TableScreen
from spieltisch.app.together.refereeing import is_anybody_too_far
from spieltisch.app.together.seating import role_at
from spieltisch.app.together.seating_view import SeatingModel
from spieltisch.app.together.state import Hosting, JoinScreen, Live, Visiting
from spieltisch.app.together.taking_back import is_answered, is_ours, open_wish
from spieltisch.app.together.view import BackModel, JoinModel, LiveModel, VerdictModel, verdict_text
from spieltisch.kit.words import Words
from spieltisch.live.codes import PLACE
from spieltisch.live.fair_calls import Verdict
from spieltisch.live.host import Host, LineNumber
from spieltisch.live.taking_back import may_redo, wished
from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId
from spieltisch.table import Seat


def peers_state(session: Session) -> str:
    """The value of ``<html data-peers>``."""
    return "none" if session.live is None else session.live.state


def code_to_send(session: Session) -> str:
    """The link with the code that is to be sent now, an invitation or the answer to one; empty for
    none. An answer for another tab is the code alone, to be pasted there."""
    screen, live = session.screen, session.live
    if isinstance(screen, JoinScreen) and screen.kind == "answer":
        return screen.code
    match live:
        case Hosting(invitation=invitation) if invitation is not None:
            code = invitation.code
        case Visiting(code=code):
            pass
        case _:
            return ""
    return f"{session.device.site}#{PLACE}{code}" if code else ""


def live_model(session: Session, table: TableScreen, names: tuple[str, ...]) -> LiveModel | None:
    """What the panel shows; None where the match is not played live.

    Args:
        session: the session.
        table: the table on screen.
        names: the players' names, by seat.
    """
    live = session.live
    if live is None or live.match_id != table.match_id:
        return None
    match = session.matches[table.match_id]

    def named(seats: tuple[Seat, ...]) -> tuple[str, ...]:
        return tuple(names[seat - 1] for seat in seats if seat <= len(names))

    back = _back(session, match, names)
    timed = _timed(live, match, names)
    if isinstance(live, Visiting):
        others = tuple(seat for seat in live.guest.here if seat not in match.here)
        return LiveModel(
            is_host=False,
            state=live.state,
            here=named(others),
            is_seat=role_at(live, table.match_id, match) == "seat",
            ours=named(tuple(sorted(match.here))),
            taken=named(live.guest.taken),
            free=_free(live, match, names),
            wants=_name_of(live.guest.wants, names),
            **back,
            **timed,
        )
    host, invitation = live.host, live.invitation
    given = tuple(seat for seat in host.here(match) if seat not in match.people)
    return LiveModel(
        is_host=True,
        state=live.state,
        link=code_to_send(session),
        is_inviting=invitation is not None,
        is_answered=invitation is not None and invitation.is_answered,
        has_failed=invitation is not None and invitation.has_failed,
        here=named(given),
        missing=named(host.missing),
        ours=named(tuple(sorted(match.here))),
        asks_seat=_asks_seat(host, names),
        can_invite=not match.is_over,
        has_bots=match.game.bots is not None,
        stun=session.settings.stun,
        seating=_seating(session, live, match, names),
        **back,
        **timed,
    )


def _name_of(seat: Seat | None, names: tuple[str, ...]) -> str:
    return names[seat - 1] if seat is not None and seat <= len(names) else ""


def _free(live: Visiting, match: Match, names: tuple[str, ...]) -> tuple[tuple[Seat, str], ...]:
    """The seats that people here, who watch, can ask for."""
    guest = live.guest
    if match.here or guest.has is None or not guest.here:
        return ()
    return tuple((seat, names[seat - 1]) for seat in match.shared if seat not in guest.here)


def _asks_seat(host: Host, names: tuple[str, ...]) -> tuple[LineNumber, str] | None:
    """Which guest asks for whose seat; of several, the first."""
    asking = ((number, line.asks) for number, line in host.open_lines.items())
    found = ((number, _name_of(seat, names)) for number, seat in asking if seat is not None)
    return next(found, None)


def _seating(
    session: Session, live: Hosting, match: Match, names: tuple[str, ...]
) -> SeatingModel | None:
    """Whose phone comes next, where this screen is the table."""
    host, invitation = live.host, live.invitation
    seat = host.next_seat(match)
    is_table = role_at(live, live.match_id, match) == "table"
    if not is_table or invitation is None or seat is None or match.is_over:
        return None
    return SeatingModel(
        name=names[seat - 1],
        link=code_to_send(session),
        is_answered=invitation.is_answered,
        has_failed=invitation.has_failed,
        seated=tuple(names[one - 1] for one in host.here(match)),
        is_back=seat in host.missing,
        has_bots=match.game.bots is not None,
    )


class _Timed(TypedDict):
    """The fields of LiveModel about who was first."""

    is_led: bool
    verdict: VerdictModel | None
    is_far: bool


def _timed(live: Live, match: Match, names: tuple[str, ...]) -> _Timed:
    return _Timed(
        is_led=match.is_led,
        verdict=_verdict_model(_verdict_in(live), names),
        is_far=isinstance(live, Hosting) and is_anybody_too_far(live),
    )


def _verdict_in(live: Live) -> Verdict | None:
    return live.referee.verdict if isinstance(live, Hosting) else live.verdict


def _verdict_model(found: Verdict | None, names: tuple[str, ...]) -> VerdictModel | None:
    if found is None or any(seat > len(names) for seat in found.seats):
        return None
    first, second = (names[seat - 1] for seat in found.seats[:2])
    margin_ms = round(found.behind_ms[1] - found.behind_ms[0])
    return VerdictModel(first, second, margin_ms, found.is_drawn, found.is_corrected)


def verdict_told(
    live: Live | None, match_id: MatchId, match: Match, names: tuple[str, ...], words: Words
) -> str:
    """Who was first in the last turn of a match, if several had called; else empty."""
    if live is None or live.match_id != match_id:
        return ""
    found, last = _verdict_in(live), match.last_turn
    model = _verdict_model(found, names)
    if found is None or model is None or last is None or last.seat != found.seats[0]:
        return ""
    return verdict_text(words, model)


class _Back(TypedDict):
    """The fields of LiveModel about taking back."""

    asks_back: str
    back: BackModel | None
    is_asking_back: bool
    can_ask_back: bool
    can_redo: bool


def _back(session: Session, match: Match, names: tuple[str, ...]) -> _Back:
    wish = open_wish(session)
    if wish is None:
        can_ask = not match.is_led and wished(match, match.here) is not None and not match.is_over
        return _Back(
            asks_back="",
            back=None,
            is_asking_back=False,
            can_ask_back=can_ask,
            can_redo=not match.is_led and may_redo(match),
        )
    is_waiting = is_ours(session, wish) or is_answered(session, wish)
    name = "" if is_waiting else names[wish.seat - 1]
    action = match.turns[wish.length].entry.action
    back = BackModel(wish.length + 1, action, match.shown - wish.length - 1)
    return _Back(
        asks_back=name, back=back, is_asking_back=is_waiting, can_ask_back=False, can_redo=False
    )


def join_model(session: Session, screen: JoinScreen) -> JoinModel:
    """What the screen that a code has opened shows."""
    is_visiting = isinstance(session.live, Visiting)
    return JoinModel(
        kind=screen.kind,
        code=screen.code,
        link=code_to_send(session) if is_visiting else "",
        can_connect=session.device.can_connect,
        has_failed=not is_visiting,
        stun=session.settings.stun,
    )
