"""Going through a match: looking at other moments of it, one by one or as they come by themselves,
which changes nothing; taking back, which does; and trying out what was not played.

A variation is a match of its own, on a table of its own that lies over that of the match. So all
that can be done with a match can be done with it, against the bots, too; nothing of it is kept, and
leaving it brings the match back as it was.
"""

from collections.abc import Sequence
from dataclasses import replace

from spieltisch.app.effects import Animate, Focus
from spieltisch.app.keeping import keep
from spieltisch.app.library import category_of
from spieltisch.app.match.clocks import restarted
from spieltisch.app.match.messages import PlayBack, ShowBetter
from spieltisch.app.match.state import Analysis, TableScreen, Variation, parse_variation
from spieltisch.app.message import Message
from spieltisch.app.news import OnTable, Redone, TakenBack
from spieltisch.app.session import At, Result, Session
from spieltisch.play.match import Match, fixed, latest, may_browse, may_take_back
from spieltisch.play.timing import can_play_back
from spieltisch.table import BY_LINK, HUMAN, Evaluation, Setup, seat_for
from spieltisch.table.marks import MAX_NUMBER

# ------------------------------------------------------------------- looking


def look(at: At, ply: int, what: OnTable = OnTable.BROWSED) -> Result:
    """The moment after ``ply`` turns comes on screen; ``what`` is said of it."""
    session, table, match = at.session, at.table, at.match
    if not may_browse(match):
        return session, ()
    shown = at.seen.shown
    ply = max(0, min(ply, len(match.turns)))
    if ply == shown:
        return session, ()
    if ply == match.shown and what is OnTable.BROWSED:
        what = OnTable.RETURNED
    if table.variation is None:
        session = session.on(table.looking_at(match, ply).saying(what))
    else:
        # A variation loses nothing by this: one may play on from an earlier moment of it.
        session = session.with_table(table.saying(what), match.show(ply))
    return session, (Animate(match.turns[shown], is_new=False),) if ply == shown + 1 else ()


def back_to_present(at: At) -> Result:
    """Show the present, without doing what the person wanted: that can be done only there, and only
    on what they then see."""
    table = at.table.looking_at(at.match, at.match.shown)
    return at.session.on(table.saying(OnTable.RETURNED)), ()


# --------------------------------------------------------------- taking back


def play_from(at: At, ply: int) -> Result:
    """The first ``ply`` turns count from now on: others are taken back or played again."""
    session, table, match = at.session, at.table, at.match
    if table.is_elsewhere or not may_take_back(match):
        return session, ()
    if table.variation is not None:
        return look(at, ply)
    shown, moved = at.seen.shown, match.show(ply)
    if moved.shown == match.shown or not fixed(match) <= moved.shown <= latest(match):
        return session, ()
    turns = moved.shown - match.shown
    if turns < 0:
        moved = helped(moved)
    table = restarted(replace(table, browsing=None), match)
    table = table.saying(TakenBack(-turns) if turns < 0 else Redone(turns))
    session, effects = keep(session.with_table(table, moved), table.match_id)
    if moved.shown == shown + 1:
        return session, (*effects, Animate(moved.turns[shown]))
    return session, effects


def helped(match: Match) -> Match:
    """The match with one more help counted, where helps are counted."""
    if category_of(match) is None:
        return match
    return replace(match, helps=min(match.helps + 1, MAX_NUMBER))


# -------------------------------------------------------------- playing back


PLAYBACK_KEYS = frozenset(("k", " "))
"""The keys that start and stop playback, unless they have another use."""

LATE_MS = 100.0
"""A page that wakes later than this was busy: what follows is put off rather than hurried."""


def playback_message(session: Session, key: str, at_ms: float) -> Message | None:
    """The message for a key that has no other use where it was pressed; None if it does nothing."""
    at = At.of(session)
    is_offered = at is not None and offers_playback(at.table, at.match)
    return PlayBack(at_ms) if is_offered and key.lower() in PLAYBACK_KEYS else None


def offers_playback(table: TableScreen, match: Match) -> bool:
    """Whether the match on the table can be played back: not what is tried out in its place."""
    return table.variation is None and can_play_back(match)


def toggle_playback(at: At, at_ms: float) -> Result:
    """Start the playback at the moment on screen, or from the beginning if that is the last one; or
    stop it."""
    session, table, match = at.session, at.table, at.match
    if table.playback_ms is not None:
        return session.on(replace(table, playback_ms=None).saying(OnTable.BROWSED)), ()
    is_seen = session.device.hidden_since_ms is None
    if not offers_playback(table, match) or not is_seen:
        return session, ()
    shown = at.seen.shown
    return _show(at, 0 if shown == match.shown else shown + 1, at_ms)


def play_on(at: At, at_ms: float) -> Result:
    """Time has passed: the next moment comes on screen, if it is due."""
    due_ms = at.session.board_wake_ms
    if due_ms is None or at_ms < due_ms:
        return at.session, ()
    return _show(at, at.seen.shown + 1, due_ms if at_ms < due_ms + LATE_MS else at_ms)


def _show(at: At, ply: int, at_ms: float) -> Result:
    """A moment comes on screen; after the last one nothing follows."""
    running_ms = at_ms if ply < at.match.shown else None
    return look(at.on(replace(at.table, playback_ms=running_ms)), ply, OnTable.PLAYED_BACK)


# ------------------------------------------------------------ trying out


def can_study(match: Match) -> bool:
    """Whether moves can be tried out in a match: the game needs bots that look ahead, as those play
    any position, and in the match no help is counted, no clock waits, and nobody sits at another
    device."""
    is_timed = match.setup.clock is not None and match.last_position.outcome is None
    if match.is_contested or is_timed:
        return False
    has_bots, is_counted = match.game.search_bots is not None, category_of(match) is not None
    return has_bots and not is_counted


def can_try(match: Match) -> bool:
    return can_study(match) and not match.is_over


def try_out(at: At) -> Result:
    """Moves are to be tried out from the moment that is looked at, as the match is played: where
    bots sit, they answer. Among bots alone, or with people elsewhere, the person moves for all."""
    table, match, seen = at.table, at.match, at.seen
    if table.variation is not None or not can_try(seen):
        return at.session, ()
    ours = replace(seen, setup=answered(seen.setup), turns=seen.turns.cut(seen.shown))
    if not match.people or match.is_by_link:
        ours = _by_hand(ours)
    return at.session.on(_entered(table, match, ours, seen.shown)), (Focus("board"),)


def show_line(at: At, count: int, other: int) -> Result:
    """Show the first actions of the best line for the position on screen, or of another one."""
    seen = at.seen
    found = at.table.analysis.evaluation(seen, seen.shown)
    lines: tuple[Evaluation, ...] = () if found is None else (found, *found.others)
    if not 0 <= other < len(lines):
        return at.session, ()
    return _line_on_board(at, seen, lines[other].variation, count)


def show_better(at: At, message: ShowBetter) -> Result:
    """Show the first actions of the line that would have been better at a turning point."""
    points = at.table.analysis.turning_points(at.match)
    point = next((one for one in points if one.number == message.number), None)
    if point is None:
        return at.session, ()
    return _line_on_board(at, at.match.show(point.number - 1), point.better, message.count)


def _line_on_board(at: At, start: Match, line: Sequence[str], count: int) -> Result:
    """A line comes on the board; no bot answers in it until a person wants that."""
    session, table = at.session, at.table
    if not 1 <= count <= len(line):
        return session, ()
    branch, ours = start.shown, _by_hand(start)
    for text in line:
        action = ours.rules.parse_action(text)
        ours = ours.play(seat_for(ours.position, action), action)
    ours = ours.show(branch + count)
    if table.variation is not None:
        # A line shown in a variation continues that variation.
        session = session.with_table(table.saying(OnTable.TRIED), ours)
    else:
        session = session.on(_entered(table, at.played, ours, branch))
    return session, (
        Animate(ours.turns[ours.shown - 1], is_new=False),
        Focus(f"variation-{ours.shown}"),
    )


def _entered(table: TableScreen, match: Match, ours: Match, branch: int) -> TableScreen:
    timing = table.timing.afresh()
    if timing.gate is not None:
        # Somebody resigned in a pause: there is no clock here to wait for.
        timing = replace(timing, gate=None, paused_at_ms=None)
    entered = TableScreen(
        table.match_id,
        variation=Variation(ours, branch, table.looking_at(match, branch), match.shown),
        cursor=table.cursor,
        news=table.news,
        timing=timing,
        analysis=Analysis(table.analysis.is_open, evaluations=table.analysis.evaluations),
    )
    return entered.for_match(ours).saying(OnTable.TRIED)


def come_back(session: Session, text: str | None) -> Session:
    """The session with what was tried out before in the match that has come on the table, if that
    is known and still fits. Where everybody has to get ready first, the match itself comes."""
    table = session.table
    if text is None or table is None or table.timing.gate is not None:
        return session
    match = session.matches[table.match_id]
    try:
        ours, branch = parse_variation(text, match)
    except ValueError:
        return session
    return session.on(_entered(table, match, ours, branch))


def gone_on_beneath(
    session: Session, table: TableScreen, match: Match, *, is_told: bool = True
) -> Session:
    """The match has gone on elsewhere while a variation lies over it. That is this tab's alone, so
    it stays, and the person is told."""
    assert table.variation is not None
    variation, home = table.variation, table.home.for_match(match)
    variation = replace(variation.with_match(variation.match, match), home=home)
    session = session.with_match(table.match_id, match)
    table = replace(table, variation=variation)
    return session.on(table.saying(OnTable.MEANWHILE) if is_told else table)


def left(at: At) -> At:
    """The match itself, without the variation that lies over it."""
    table, home = at.table, at.table.home
    home = replace(
        home,
        cursor=table.cursor,
        news=table.news,
        zero_ms=None,
        timing=replace(table.timing.afresh(), is_halted=home.timing.is_halted),
        analysis=replace(home.analysis, is_open=table.analysis.is_open),
    )
    home = home.for_match(at.played).saying(OnTable.LEFT)
    return At.table_of(at.session.on(home), home)


def toggle_bots(at: At) -> Result:
    """The bots of the match answer in the variation from now on, or a person moves for them."""
    ours, theirs = at.match, answered(at.played.setup)
    ours = _by_hand(ours) if ours.setup == theirs else replace(ours, setup=theirs)
    table = replace(at.table, timing=at.table.timing.afresh())
    return at.session.with_table(table.saying(OnTable.ANSWERING), ours), ()


def _by_hand(match: Match) -> Match:
    players = tuple(replace(player, controller=HUMAN) for player in match.setup.players)
    return replace(match, setup=replace(match.setup, clock=None, players=players))


def answered(setup: Setup) -> Setup:
    """The set-up of a variation in which a match's bots answer. It has no clocks, as trying
    something out may take any time; for people elsewhere a person here moves."""
    players = tuple(
        replace(player, controller=HUMAN) if player.controller == BY_LINK else player
        for player in setup.players
    )
    return replace(setup, clock=None, players=players)
