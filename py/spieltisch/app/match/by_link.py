"""Matches by link: taking on what somebody elsewhere has played, and claiming seats."""

from collections.abc import Sequence
from dataclasses import replace

from spieltisch.app.board.opening import begin, put_on_table
from spieltisch.app.core.damage import MATCHES
from spieltisch.app.core.effects import Animate, Effect, Focus
from spieltisch.app.core.news import OnTable, Played, TableNews, TakenBack
from spieltisch.app.core.notice import OlderLink
from spieltisch.app.core.session import At, Result, Session
from spieltisch.app.core.table import Fork
from spieltisch.app.core.waiting import is_here, leave_for
from spieltisch.app.core.waits import OpenKept, Stored
from spieltisch.app.keeping.writing import keep
from spieltisch.play.codec import is_sealed
from spieltisch.play.match import (
    Match,
    Standing,
    common_turns,
    standing,
    taking_on,
    without_secrets,
)
from spieltisch.play.record_link import LinkedMatch
from spieltisch.play.summary import MatchId, shown_board
from spieltisch.table import Setup, Turn


def open_sent(
    session: Session, sent: LinkedMatch, at_ms: float, *, is_told: bool = False
) -> Result:
    """A link brings a match by link, or a host (``is_told``). One that is new here comes on the
    table; one that is kept here goes to ``receive``, after it has been read from storage if this
    visit does not have it."""
    match_id = kept_as(session, sent)
    if match_id is None:
        match = Match.of_turns(sent.setup, sent.turns)
        # It has the id that it has elsewhere, if no match here has that.
        is_taken = sent.match_id in session.library.summaries or sent.match_id in session.matches
        free = None if is_taken else sent.match_id or None
        session, effects = begin(session, match, at_ms, match_id=free)
        return session, (*effects, *_seen(match, len(match.turns) - 1))
    if is_here(session, match_id):
        return receive(session, match_id, sent, at_ms)
    then = OpenKept(match_id, sent=sent, is_told=is_told)
    return leave_for(session, Stored(MATCHES, match_id), then)


def receive(
    session: Session, match_id: MatchId, sent: LinkedMatch, at_ms: float | None = None
) -> Result:
    """Bring together the match that was sent and the one that is kept, of which nothing is lost."""
    kept = session.matches[match_id]
    if kept.is_led:
        # It is as its leader says, whom no link speaks for.
        return put_on_table(session, match_id)
    found = standing(kept, sent.turns)
    if found is Standing.LONGER:
        return go_on_as_sent(session, match_id, sent, at_ms)
    if found is Standing.FORK:
        return ask_which(session, match_id, sent)
    session, effects = put_on_table(session, match_id)
    table = session.table
    if table is None or found is Standing.SAME:
        return session, effects
    table = table.looking_at(kept, len(sent.turns))
    notice = OlderLink(len(sent.turns), kept.shown)
    return replace(session.on(table), notice=notice), effects


def go_on_as_sent(
    session: Session, match_id: MatchId, sent: LinkedMatch, at_ms: float | None
) -> Result:
    """The match goes on with the turns that were sent and are not here yet."""
    kept = session.matches[match_id]
    match = taking_on(kept, sent.turns)
    session, effects = goes_on_as(session, match_id, match, kept.shown, at_ms)
    assert session.table is not None
    # People who listen are told how many turns have come, not only that the match goes on.
    return session.on(session.table.saying(Played(len(match.turns) - kept.shown))), effects


def ask_which(session: Session, match_id: MatchId, sent: LinkedMatch) -> Result:
    """The match has gone two ways: the person is asked which one counts."""
    kept = session.matches[match_id]
    session, effects = put_on_table(session, match_id)
    assert session.table is not None
    fork = Fork(sent.setup, sent.turns, common_turns(kept.turns[: kept.shown], sent.turns))
    return session.on(replace(session.table, fork=fork)), (*effects, Focus("by-link"))


def goes_on_as(
    session: Session, match_id: MatchId, match: Match, known: int, at_ms: float | None = None
) -> Result:
    """The match is kept and shown as it is elsewhere; ``known`` of its turns were here."""
    session, written = keep(session.with_match(match_id, match), match_id, at_ms)
    session, effects = put_on_table(session, match_id)
    return session, (*effects, *written, *_seen(match, known))


def as_told(kept: Match, setup: Setup, turns: Sequence[Turn]) -> Match:
    """A match as the device that leads it has it: its start has more cards in sight."""
    return Match.of_turns(setup, turns).carrying(kept)


def kept_as(session: Session, sent: LinkedMatch) -> MatchId | None:
    """The match of this device that was sent: the one with its id, or one begun just like it. One
    of another id that is over is that only if the same was played: people play again from the same
    start."""
    if is_sealed(sent.setup.start):
        # What is known of a sealed start changes, so only the id tells.
        known = (*session.library.summaries, *session.matches)
        return sent.match_id if sent.match_id in known else None
    alike: dict[MatchId, tuple[int, str] | None] = {
        one.id: None if one.outcome is None else (one.length, one.board)
        for one in session.library.begun_as(sent.setup)
    }
    for one, match in session.matches.items():
        if match.is_same_setup(sent.setup):
            alike[one] = (match.shown, shown_board(match)) if match.is_over else None
    if not alike or sent.match_id in alike:
        return sent.match_id if alike else None
    told = Match.of_turns(sent.setup, sent.turns)
    ended = (told.shown, shown_board(told))
    return next(
        (one for one, end in alike.items() if not sent.match_id or end in (None, ended)), None
    )


def _seen(match: Match, number: int) -> tuple[Effect, ...]:
    """The effect that shows the last turn happening, if it is new here."""
    last = match.last_turn
    return (Animate(last),) if last is not None and number < len(match.turns) else ()


def go_on(session: Session, match_id: MatchId, played: Match, at_ms: float | None = None) -> Result:
    """The match has gone on or back elsewhere, or its seats are others' now: show and keep it."""
    before = session.matches[match_id]
    if (played, played.keys, played.passed_ms) == (before, before.keys, before.passed_ms):
        return session, ()
    back = before.shown - played.shown
    what: TableNews = TakenBack(back) if back > 0 else OnTable.RESUMED
    what = Played() if back < 0 else what
    session, motion = _changed_on_table(session, match_id, played, at_ms, what)
    session, kept = keep(session, match_id, at_ms)
    return session, (*kept, *motion)


def _changed_on_table(
    session: Session, match_id: MatchId, played: Match, at_ms: float | None, what: TableNews
) -> Result:
    before, table = session.matches[match_id], session.table
    is_new, is_same = played.shown > before.shown, played.shown == before.shown
    last = played.last_turn
    session = session.with_match(match_id, played)
    if table is None or table.match_id != match_id:
        return session, ()
    motion: tuple[Effect, ...] = ()
    known = common_turns(before.turns[: before.shown], played.turns[: played.shown])
    new = played.turns[known : played.shown]
    is_said = is_new and all(one.is_table_action for one in new)
    table = table.for_match(played, is_said=is_said).saying(what)
    if is_new and last is not None and at_ms is not None:
        # Time counts from when the turn came up here, whenever it was played.
        table = replace(table, zero_ms=at_ms - last.at_ms)
    if not is_same and table.browsing is not None:
        table = table.looking_at(played, min(table.browsing.ply, played.shown))
    if is_new and last is not None and table.browsing is None:
        table, motion = replace(table, shows_end=played.is_over), (Animate(last),)
    return session.on(table), motion


def reseated(at: At, match: Match) -> Result:
    """People on this device act for other seats from now on."""
    session, table = at.session, at.table
    if match.here == at.match.here:
        return session, ()
    timing = table.timing.led(match, is_led=match.needs_others)
    session = session.with_table(replace(table, timing=timing).saying(OnTable.RESUMED), match)
    session, effects = keep(session, table.match_id)
    return session, (*effects, Focus("board"))


def take_theirs(session: Session, match_id: MatchId, ours: Match, fork: Fork) -> Result:
    """The match goes on as it was sent; what only this way has stays as a match of its own, in
    which nobody is met."""
    kept: tuple[Effect, ...] = ()
    if fork.common < ours.shown:
        session, other_id = session.with_new_id()
        session, kept = keep(session.with_match(other_id, without_secrets(ours)), other_id)
    led = as_told(ours, fork.setup, fork.turns)
    theirs = led if ours.is_led else taking_on(ours, fork.turns)
    session, effects = goes_on_as(session, match_id, theirs, fork.common)
    return session, (*effects, *kept, Focus("board"))
