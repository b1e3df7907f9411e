"""How a match comes on the table: by a link, out of the library, anew after another one, or
branching off from it; and which tab plays it there: the one that holds its lock. The others show
it, and take it over when asked to. Where a browser has no locks, every tab may play."""

from dataclasses import replace
from itertools import pairwise
from random import Random

from spieltisch.app.board.browsing import helped
from spieltisch.app.board.clocks import gate_for
from spieltisch.app.board.messages import LockChanged, Rematch, RestoreReview
from spieltisch.app.core.damage import MATCHES, REVIEWS
from spieltisch.app.core.effects import Effect, Focus, Go
from spieltisch.app.core.live import meeting_of
from spieltisch.app.core.names import addressed
from spieltisch.app.core.news import OnTable
from spieltisch.app.core.notice import LiveNotice, LiveTrouble
from spieltisch.app.core.routes import KeptLink, MatchLink
from spieltisch.app.core.session import Result, Session
from spieltisch.app.core.table import TableScreen, fresh_choice
from spieltisch.app.core.waiting import for_match, is_here, leave_for, wait, without
from spieltisch.app.core.waits import ComeHome, OpenKept, Owner, ReadAgain, Stored
from spieltisch.app.keeping.writing import keep
from spieltisch.play.codec import complete_setup, is_sealed
from spieltisch.play.match import Match, is_race, seen_from_here
from spieltisch.play.summary import MatchId, shown_board
from spieltisch.play.timing import Timing
from spieltisch.table import MAX_SEED, Bot, Controller, Finish, Setup

HAS_LEFT = (LiveTrouble.LEFT, LiveTrouble.LEFT_FOR_GOOD)


def dealt_anew(session: Session, setup: Setup) -> tuple[Session, Setup]:
    """The set-up with a seed as new as the id of a match: another deal each time."""
    session, new = session.with_new_id()
    return session, complete_setup(replace(setup, seed=Random(new).randrange(MAX_SEED + 1)))


def open_link(session: Session, wanted: Match, at_ms: float | None) -> Result:
    """A link has led to a match: open the one here that it stands for, or else begin it. The moment
    is None where nobody has done so just now."""
    match_id = _same_match(session, wanted)
    if match_id is not None:
        return open_kept(session, match_id)
    return begin(session, wanted, at_ms)


def open_kept(session: Session, match_id: MatchId) -> Result:
    """A match comes on the table; one that this visit has not, or no more as it is by now, is read
    first."""
    if is_here(session, match_id):
        return put_on_table(session, match_id)
    return leave_for(session, Stored(MATCHES, match_id), OpenKept(match_id))


def begin(
    session: Session,
    match: Match,
    at_ms: float | None,
    *,
    replaces: bool = True,
    match_id: MatchId | None = None,
) -> Result:
    """A match that is new here comes on the table, beside all others.

    It is kept from its first turn on. Before that its link alone brings it back; if that leads to
    another match, or people elsewhere know the match by its id, it is kept at once.
    """
    if match_id is None:
        session, match_id = session.with_new_id()
    session = session.with_match(match_id, match)
    kept: tuple[Effect, ...] = ()
    if match.turns or match.is_by_link or session.library.begun_as(match.setup):
        session, kept = keep(session, match_id, at_ms)
    session, effects = put_on_table(session, match_id, replaces=replaces)
    return session, (*effects, *kept)


def put_on_table(session: Session, match_id: MatchId, *, replaces: bool = True) -> Result:
    """A match of this visit comes on the table."""
    match = session.matches[match_id]
    table = _table_for(session, match_id).saying(
        OnTable.RESUMED if match.turns else OnTable.STARTED
    )
    session = session.with_match(match_id, match)
    effects: tuple[Effect, ...] = (Go(link_to(session, match_id), replaces),)
    session = session.on(table)
    if match.is_over:
        then = RestoreReview(match_id)
        session, more = wait(session, Stored(REVIEWS, match_id), then, Owner.SCREEN)
        effects = (*effects, *more)
    return session, effects


def link_to(session: Session, match_id: MatchId) -> str:
    """The link that opens a match of this visit, or of the library: its set-up, unless another
    match that began like it was played later, or its start is sealed, as what is known of that
    changes; then its id."""
    summary = session.library.summaries.get(match_id)
    setup = session.matches[match_id].setup if summary is None else summary.setup
    same = session.library.begun_as(setup)
    if (same and same[0].id != match_id) or is_sealed(setup.start):
        return KeptLink(match_id).text
    return MatchLink(setup).text


def _same_match(session: Session, wanted: Match) -> MatchId | None:
    """The match here that a link to the wanted one stands for: the kept one that was played last,
    or else one of this visit; None if there is none."""
    kept = session.library.begun_as(wanted.setup)
    if wanted.turns:
        board = shown_board(wanted)
        for one in kept:
            # A summary of earlier versions has the whole position, whose text grows with the match
            # and is made only where it may be there.
            is_whole = one.length == wanted.shown and len(one.board) > len(board)
            known = wanted.rules.format_position(wanted.position) if is_whole else board
            if one.length == wanted.shown and one.board == known:
                return one.id
        return None
    if kept:
        # A reload loses nothing, not even of a match that is over.
        return kept[0].id
    opened = (one for one, match in session.matches.items() if match.is_same_setup(wanted.setup))
    return next(opened, None)


def _table_for(session: Session, match_id: MatchId) -> TableScreen:
    """The table as a match comes on it. It keeps the last news, whose serial counts on, so that
    people who listen hear what is said next as something new. A match that another tab plays stays
    with that tab, whatever link has led here."""
    match, before = session.matches[match_id], session.home
    paused_at_ms = None if match.runs_unseen else session.device.hidden_since_ms
    gate, meeting = gate_for(match), meeting_of(session.live, match_id, match)
    is_new = before is None or before.match_id != match_id
    if match.needs_others and is_new and meeting.is_led_elsewhere and meeting.is_within_reach:
        gate = meeting.gate
    timing = Timing(paused_at_ms=paused_at_ms, gate=gate, is_led=match.needs_others)
    table = TableScreen(match_id, fresh_choice(match), timing=timing)
    if before is None:
        return table
    table = replace(table, news=before.news)
    if is_new:
        return table
    table = replace(table, choice=fresh_choice(match, before.choice))
    if before.is_elsewhere:
        return left_to_others(table)
    return table


def lock_changed(session: Session, table: TableScreen, message: LockChanged) -> Result:
    """Another tab has begun to play the match on the table, or plays it no longer."""
    match_id, is_ours = message.match_id, message.is_ours
    if match_id != table.match_id:
        return session, ()
    coming = for_match(session, ComeHome, match_id)
    stored = Stored(MATCHES, match_id)
    if not is_ours and coming is not None:
        # It was ours for a moment, and is taken again: what is still being read is for the eye.
        return wait(without(session, coming), stored, ReadAgain(match_id), Owner.LIBRARY)
    if table.is_elsewhere is not is_ours or coming is not None:
        return session, ()
    if not is_ours:
        told = session.notice
        if isinstance(told, LiveNotice) and told.what in HAS_LEFT:
            # The host has let this tab go for the one that has the match now.
            session = replace(session, notice=None)
        return session.on(left_to_others(table)), ()
    # The other tab may have played more than is known here, so the match is read again first.
    return wait(session, stored, ComeHome(match_id), Owner.SCREEN)


def come_home(session: Session, match_id: MatchId) -> tuple[Session, bool]:
    """The session once this tab plays the match on the table, and whether that has come about."""
    table = session.table
    if table is None or table.match_id != match_id or not table.is_elsewhere:
        return session, False
    return session.on(replace(table, is_elsewhere=False)), True


def left_to_others(table: TableScreen) -> TableScreen:
    """The table of a match that another tab plays: nothing is begun on it, and no time passes."""
    timing = replace(table.timing.afresh(), gate=None)
    return replace(table, is_elsewhere=True, choice=None, help=None, timing=timing)


def next_setup(match: Match, kind: Rematch) -> Setup | None:
    """The set-up of another match after this one; None if there is no such match."""
    setup, outcome, bots = seen_from_here(match), match.last_position.outcome, match.game.bots
    players, own = setup.all_players, addressed(match.people)
    if kind is Rematch.SAME:
        return setup
    if kind is Rematch.SWAPPED:
        moved = players[-1:] + players[:-1]
        # In a race, all seats are alike.
        return None if moved == players or is_race(match) else replace(setup, players=moved)
    if outcome is None or bots is None or own is None:
        return None
    # Stronger bots for the one person who has beaten these, weaker ones for who has lost to them.
    has_won = kind is Rematch.HARDER
    if outcome.result_for(own, setup.seats) != (Finish.WON if has_won else Finish.LOST):
        return None
    levels = sorted(bots.levels, reverse=not has_won)
    next_one: dict[Controller, Controller] = {Bot(a): Bot(b) for a, b in pairwise(levels)}
    others = tuple(
        replace(one, controller=next_one.get(one.controller, one.controller)) for one in players
    )
    return None if others == players else replace(setup, players=others)


def can_branch_off(match: Match, ply: int) -> bool:
    """Whether another match can begin with the first ``ply`` turns of this one, which is over or
    only tried out. A match that is not over is taken back instead."""
    return 0 <= ply <= len(match.turns) and match.position_at(ply).outcome is None


def branch_off(session: Session, match: Match, ply: int, at_ms: float) -> Result:
    """Begin the new match, with the same players."""
    if not can_branch_off(match, ply):
        return session, ()
    ours = match.show(ply)
    # It counts as help: a person who plays alone knows by now what will come.
    ours = helped(replace(ours, turns=ours.turns.cut(ply)))
    session, effects = begin(session, ours, at_ms, replaces=False)
    return session, (*effects, Focus("board"))
