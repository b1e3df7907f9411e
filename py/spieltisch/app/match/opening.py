"""How a match comes on the table: by a link, out of the library, anew after another one, or
branching off from it; and which tab plays it there: the one that holds its lock. The others show
it, and take it over when asked to. Where a browser has no locks, every tab may play."""

from dataclasses import replace
from itertools import pairwise

from spieltisch.app.effects import Effect, Focus, Go, Read, ReadReview
from spieltisch.app.keeping import keep
from spieltisch.app.match.browsing import come_back, helped
from spieltisch.app.match.clocks import gate_for
from spieltisch.app.match.messages import Again, LockChanged
from spieltisch.app.match.state import AwaitedMatch, TableScreen, fresh_choice
from spieltisch.app.names import addressed
from spieltisch.app.news import OnTable
from spieltisch.app.reading import TO_TABLE, without
from spieltisch.app.routes import Link, format_link
from spieltisch.app.session import At, Result, Session
from spieltisch.app.together.state import Visiting, is_played
from spieltisch.play.codec import is_sealed
from spieltisch.play.match import Match, is_race, seen_from_here
from spieltisch.play.summary import MatchId, shown_board
from spieltisch.play.timing import Timing
from spieltisch.table import Bot, Controller, Finish, Setup


def open_link(session: Session, wanted: Match, at_ms: float) -> Result:
    """A link has led to a match: open the one here that it stands for, or else begin it."""
    match_id = _same_match(session, wanted)
    if match_id is not None:
        return open_kept(session, match_id)
    session, match_id = session.with_new_id()
    tried = session.with_match(match_id, wanted).tried_in(match_id)
    session, effects = begin(session, wanted, at_ms, match_id=match_id)
    return come_back(session, tried), effects


def open_kept(session: Session, match_id: MatchId) -> Result:
    """A match of this visit comes on the table; another one of the library is read first."""
    if match_id in session.matches:
        return open_as_left(session, match_id)
    return session.on(AwaitedMatch(match_id)), (Read(match_id),)


def open_as_left(session: Session, match_id: MatchId) -> Result:
    """A match of this visit comes on the table with what was being tried out in it."""
    tried = session.tried_in(match_id)
    session, effects = put_on_table(session, match_id)
    return come_back(session, tried), effects


def begin(
    session: Session,
    match: Match,
    at_ms: float,
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
    """A match of this visit comes on the table; one that was still being read for it does not."""
    session = without(session, TO_TABLE)
    match = session.matches[match_id]
    table = _table_for(session, match_id).saying(
        OnTable.RESUMED if match.turns else OnTable.STARTED
    )
    session = session.with_match(match_id, match)
    effects: tuple[Effect, ...] = (Go(link_to(session, match_id), replaces),)
    if match.is_over:
        effects = (*effects, ReadReview(match_id))
    return session.on(table), effects


def link_to(session: Session, match_id: MatchId) -> str:
    """The link that opens a match of this visit, or of the library: its set-up, unless another
    match that began like it was played later, or its start is sealed, as what is known of that
    changes; then its id."""
    summary = session.library.summaries.get(match_id)
    setup = session.matches[match_id].setup if summary is None else summary.setup
    same = session.library.begun_as(setup)
    if (same and same[0].id != match_id) or is_sealed(setup.start):
        return format_link(Link("match", match_id=match_id))
    return format_link(Link("play", setup.game, setup))


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
    match, before = session.matches[match_id], session.table
    paused_at_ms = None if match.runs_unseen else session.device.hidden_since_ms
    live, gate = session.live, gate_for(match)
    is_new = before is None or before.match_id != match_id
    if match.needs_others and isinstance(live, Visiting) and is_new and is_played(live, match_id):
        gate = live.gate
    timing = Timing(paused_at_ms=paused_at_ms, gate=gate, is_led=match.needs_others)
    table = TableScreen(match_id, fresh_choice(match), timing=timing)
    if before is None:
        return table
    table = replace(table, news=before.news)
    if is_new:
        return table
    if before.variation is None:
        table = replace(table, choice=fresh_choice(match, before.choice))
    if before.home.is_elsewhere:
        return replace(left_to_others(table), is_coming=before.home.is_coming)
    return table


def lock_changed(session: Session, table: TableScreen, message: LockChanged) -> Result:
    """Another tab has begun to play the match on the table, or plays it no longer."""
    home, match_id, is_ours = table.home, message.match_id, message.is_ours
    if match_id != table.match_id:
        return session, ()
    if not is_ours and home.is_coming:
        # It was ours for a moment, and is taken again: what is still being read is for the eye.
        return session.on(_with_home(table, is_elsewhere=True)), ()
    if home.is_elsewhere is not is_ours or home.is_coming:
        return session, ()
    if table.variation is not None:
        # A variation is this tab's alone, so it goes on.
        table = _with_home(table, is_elsewhere=not is_ours)
        return session.on(table), (Read(match_id),) if is_ours else ()
    if not is_ours:
        return session.on(left_to_others(table)), ()
    # The other tab may have played more than is known here, so the match is read again first.
    return session.on(replace(table, is_coming=True)), (Read(match_id),)


def come_again(session: Session, match_id: MatchId) -> tuple[Session, bool]:
    """After a match was read: whether it comes on the table anew, as this tab plays it now."""
    table = session.table
    if table is None or table.match_id != match_id or not table.home.is_coming:
        return session, False
    session = session.on(_with_home(table, is_elsewhere=False))
    return session, table.variation is None


def left_to_others(table: TableScreen) -> TableScreen:
    """The table of a match that another tab plays: nothing is begun on it, and no time passes."""
    timing = replace(table.timing.afresh(), gate=None)
    return replace(table, is_elsewhere=True, choice=None, help=None, timing=timing)


def _with_home(table: TableScreen, *, is_elsewhere: bool) -> TableScreen:
    """The table when it is clear which tab plays the match itself."""
    return table.with_home(replace(table.home, is_elsewhere=is_elsewhere, is_coming=False))


def next_setup(match: Match, kind: Again) -> Setup | None:
    """The set-up of another match after this one; None if there is no such match."""
    setup, outcome, bots = seen_from_here(match), match.last_position.outcome, match.game.bots
    players, own = setup.all_players, addressed(match.people)
    if kind is Again.SAME:
        return setup
    if kind is Again.SWAPPED:
        moved = players[-1:] + players[:-1]
        # In a race, all seats are alike.
        return None if moved == players or is_race(match) else replace(setup, players=moved)
    if outcome is None or bots is None or own is None:
        return None
    # Stronger bots for the one person who has beaten these, weaker ones for who has lost to them.
    has_won = kind is Again.HARDER
    if outcome.result_for(own, setup.seats) != (Finish.WON if has_won else Finish.LOST):
        return None
    levels = sorted(bots.levels, reverse=not has_won)
    next_one: dict[Controller, Controller] = {Bot(a): Bot(b) for a, b in pairwise(levels)}
    others = tuple(
        replace(one, controller=next_one.get(one.controller, one.controller)) for one in players
    )
    return None if others == players else replace(setup, players=others)


def can_branch_off(table: TableScreen, match: Match, ply: int) -> bool:
    """Whether a new match can begin with the first ``ply`` turns of the one on screen: of a match
    that is over, or of a variation. A match that is not over is taken back instead."""
    is_open = 0 <= ply <= len(match.turns) and match.position_at(ply).outcome is None
    return is_open and (table.variation is not None or match.is_over)


def branch_off(at: At, ply: int, at_ms: float) -> Result:
    """Begin the new match, with the same players; after a variation, with people on all seats or
    with bots that answer, as was chosen there."""
    if not can_branch_off(at.table, at.match, ply):
        return at.session, ()
    ours = at.match.show(ply)
    # It counts as help: a person who plays alone knows by now what will come.
    ours = helped(replace(ours, turns=ours.turns.cut(ply)))
    session, effects = begin(at.session, ours, at_ms, replaces=False)
    return session, (*effects, Focus("board"))
