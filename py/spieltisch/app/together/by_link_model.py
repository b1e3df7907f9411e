"""What the panel of a match by link shows."""

from functools import lru_cache

from spieltisch.app.routes import Link, format_link
from spieltisch.app.session import Session
from spieltisch.app.table.state import TableScreen
from spieltisch.app.together.by_link_view import ByLink, FreeSeat
from spieltisch.app.together.state import is_live
from spieltisch.play.by_link import awaited, to_be_sent
from spieltisch.play.codec import LinkError, is_sealed
from spieltisch.play.match import Match, is_race
from spieltisch.play.record_link import LinkedMatch
from spieltisch.play.summary import MatchId
from spieltisch.table import Seat


def by_link_model(session: Session, table: TableScreen, names: tuple[str, ...]) -> ByLink | None:
    """What the panel shows; None for a match that is not by link, and while moves are tried out.

    Args:
        session: the session.
        table: the table on screen.
        names: the players' names, by seat.
    """
    match = session.matches[table.match_id]
    if not match.is_by_link or table.variation is not None or table.is_elsewhere:
        return None
    if is_live(session.live, table.match_id) and table.fork is None:
        return None
    if match.is_led and not match.needs_others:
        return None

    def named(seats: frozenset[Seat] | tuple[Seat, ...]) -> tuple[str, ...]:
        return tuple(names[seat - 1] for seat in sorted(seats))

    link = _link(match, table.match_id) if to_be_sent(match) and not match.is_led else ""
    ways = None
    if table.fork is not None:
        common = table.fork.common
        ways = (common, match.shown - common, len(table.fork.turns) - common)
    return ByLink(
        ours=named(match.here),
        free=() if match.here or match.is_over else _free(match, names),
        awaited=named(awaited(match)),
        link=session.device.site + link if link else "",
        is_begun=match.shown > 0,
        is_over=match.is_over,
        ways=ways,
        can_play_live=bool(match.here) and not match.is_over and not is_sealed(match.setup.start),
        has_peers=session.device.can_connect,
        is_live_only=match.is_led,
        is_race=is_race(match),
        has_clocks=match.setup.clock is not None,
        can_be_table=_can_be_table(session, match),
    )


def _can_be_table(session: Session, match: Match) -> bool:
    """Whether this screen can be the table, with phones as seats: not if others hold the match."""
    is_ours = bool(match.here) or match.is_led or not match.shown
    is_known = not is_sealed(match.setup.start)
    return session.device.can_connect and is_ours and is_known and not match.is_over


def _free(match: Match, names: tuple[str, ...]) -> tuple[FreeSeat, ...]:
    to_act = awaited(match)
    return tuple(
        FreeSeat(seat, name, seat in to_act)
        for seat, name in enumerate(names, start=1)
        if match.is_elsewhere(seat)
    )


# The page is drawn at every press, but the link changes only with a turn.
@lru_cache(maxsize=2)
def _link(match: Match, match_id: MatchId) -> str:
    try:
        return format_link(link_of(match, match_id))
    except LinkError:
        return ""


def link_of(match: Match, match_id: MatchId) -> Link:
    """The link to a match as it is; one by link holds the id by which devices know it again."""
    name = match_id if match.is_by_link else ""
    return Link("record", match=LinkedMatch(match.setup, match.turns[: match.shown], name))
