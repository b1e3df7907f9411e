"""Taking in what storage holds: at the start, on demand, and when another tab changes it."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from itertools import zip_longest
from typing import TypeAlias

from spieltisch.app.board import opening
from spieltisch.app.board.opening import link_to, open_link, put_on_table
from spieltisch.app.core.damage import MATCHES
from spieltisch.app.core.effects import Change, Effect, Go, Keep
from spieltisch.app.core.live import Visiting, is_live
from spieltisch.app.core.news import OnTable
from spieltisch.app.core.notice import BadLink, PlainNotice, StorageFails
from spieltisch.app.core.session import Result, Session
from spieltisch.app.core.settings import format_settings, parse_settings
from spieltisch.app.core.waiting import asked_anew, ended, for_match, wait
from spieltisch.app.core.waits import (
    ComeHome,
    MakeSummary,
    OpenKept,
    Owner,
    ReadAgain,
    Stored,
    WithMatch,
)
from spieltisch.app.core.wrong_links import lost
from spieltisch.app.files.state import ImportScreen
from spieltisch.app.keeping import damage as damaged
from spieltisch.app.keeping.kinds import KINDS, SETTINGS
from spieltisch.app.matches.state import (
    FoundLate,
    LibraryChanged,
    ValuesChanged,
)
from spieltisch.app.screens import SCREENS
from spieltisch.play.codec import LinkPart
from spieltisch.play.match import Match
from spieltisch.play.record_link import LinkedMatch
from spieltisch.play.summary import MatchId, Summary, parse_summary, summary_of
from spieltisch.table import RecordError


def library_changed(session: Session, message: LibraryChanged) -> Result:
    """Take in new and changed summaries, and drop matches that are gone. Changed matches that were
    opened in this visit are read anew.

    A summary that cannot be read is made anew from its match; the others are still taken in.
    """
    summaries: list[Summary] = []
    effects: list[Effect] = []
    for match_id, text in zip_longest(message.ids, message.kept, fillvalue=""):
        try:
            summary = parse_summary(text)
            if match_id not in ("", summary.id):
                raise RecordError(f"it is the summary of {summary.id}")
        except ValueError as error:
            of = match_id or damaged.id_in(text)
            session, more = damaged.suspect(session, of, text, str(error))
            effects += more
        else:
            summaries.append(summary)
    # What another tab has written is sound: nothing has to be made anew in its place.
    session = ended(session, (MakeSummary,), [one.id for one in summaries])
    session, anew = asked_anew(session, {*(one.id for one in summaries), *message.gone})
    session, out_of_date = _forgetting(session, summaries)
    library = session.library.with_summaries(summaries).without(message.gone)
    # The match on the table stays, though it is no longer kept: it is kept anew when played on.
    gone = frozenset(message.gone) - {session.home.match_id if session.home else None}
    matches = {one: match for one, match in session.matches.items() if one not in gone}
    session = replace(session, library=library, matches=matches)
    return session, (*effects, *anew, *out_of_date, *_address(session, summaries))


def _forgetting(session: Session, changed: list[Summary]) -> Result:
    """The session when other tabs have written matches. One that is on the table here, or played
    live, is read again; another one is, once it is wanted: what this visit has of it is out of
    date, unless it could not be written."""
    live, table = session.live, session.home
    followed = {live.match_id if live else None, table.match_id if table else None}
    effects: tuple[Effect, ...] = ()
    for number, theirs in enumerate(changed):
        known, match_id = session.library.summaries.get(theirs.id), theirs.id
        if match_id not in session.matches:
            continue
        if match_id in followed and for_match(session, ReadAgain, match_id) is None:
            session, more = wait(
                session, Stored(MATCHES, match_id), ReadAgain(match_id), Owner.LIBRARY
            )
            effects = (*effects, *more)
        elif match_id in followed:
            continue
        elif known is not None and theirs.played_ms < known.played_ms:
            changed[number] = replace(known, name=theirs.name)
        elif known is None or replace(theirs, name=known.name) != known:
            left = {one: each for one, each in session.matches.items() if one != match_id}
            session = replace(session, matches=left)
    return session, effects


def found_late(session: Session, message: FoundLate) -> Result:
    """Take in what was read after the page had started without it. The match that the address leads
    to comes on the table, if nothing has been played in the one begun in its place."""
    session, effects = library_changed(session, LibraryChanged(message.kept, ids=message.ids))
    session, aside = values_changed(session, message)
    effects = (*effects, *aside)
    # What is tried out in what was begun in its place comes along, see ``tried_in``.
    table, match = session.home, session.kept_match
    is_untouched = table is not None and table.match_id not in session.library.summaries
    if match is None or not is_untouched or not session.library.begun_as(match.setup):
        return session, effects
    session, opened = open_link(session, match, None)
    return session, (*effects, *opened)


def values_changed(session: Session, message: FoundLate | ValuesChanged) -> Result:
    """Take in what is kept besides matches. What this visit has added is in it: storage merges all
    that is written."""
    flaws: dict[str, list[str]] = {name: [] for name in KINDS}
    taken_in = [
        kind.parse(message.values[name], flaws[name])
        for name, kind in KINDS.items()
        if message.values.get(name) is not None
    ]
    before, screen = session.kept, session.screen
    session = replace(session, kept=before.having(*taken_in))
    session, followed = SCREENS[type(screen)].follow(session, screen, before)
    aside = list[Effect](followed)
    for name, told in flaws.items():
        if told:
            session, effects = damaged.value_damaged(session, name, "; ".join(told))
            aside += effects
    return session, tuple(aside)


def storage_works(session: Session) -> Session:
    """What was told of storage is true no more."""
    notice = session.notice
    return replace(session, notice=None) if isinstance(notice, StorageFails) else session


def _address(session: Session, changed: Iterable[Summary]) -> tuple[Effect, ...]:
    """If another tab has played a match that began like the one on the table, the link to their
    set-up may now lead to that one: the address of the one on the table is set anew."""
    known = session.library.summaries.get(session.home.match_id) if session.home else None
    if known is None:
        return ()
    start = (known.setup.seed, known.setup.start)
    others = (one.setup for one in changed if one.id != known.id)
    is_alike = any((setup.seed, setup.start) == start for setup in others)
    return (Go(link_to(session, known.id), replaces=True),) if is_alike else ()


Receive: TypeAlias = Callable[[Session, MatchId, LinkedMatch], Result]
"""How a match that is kept is brought together with what was sent of it."""


def taken(session: Session, then: WithMatch, receive: Receive) -> Result:
    """A kept match has been read and replayed: an awaited one comes on the table, an open one
    becomes what another tab has made of it. One that cannot be read stays in storage and is
    reported."""
    if isinstance(then, MakeSummary):
        return damaged.cleared_up(session, then)
    home = session.home
    if home is not None and session.table is None and not isinstance(then, OpenKept):
        from spieltisch.app.study.trying import at_home

        return at_home(session, lambda there: _taken(there, then, receive))
    return _taken(session, then, receive)


def _taken(session: Session, then: WithMatch, receive: Receive) -> Result:
    if isinstance(then, ComeHome):
        session, is_home = opening.come_home(session, then.match_id)
        if not is_home:
            return session, ()
    match_id = then.match_id
    is_opened = isinstance(then, OpenKept | ComeHome)
    if not is_opened and match_id not in session.matches:
        return session, ()
    assert then.found is not None
    try:
        kept = then.found.match()
    except ValueError as error:
        session = damaged.found(session, {(MATCHES, match_id): str(error)})
        notice = PlainNotice.DAMAGE_KEPT
        return lost(session, notice) if is_opened else (replace(session, notice=notice), ())
    if kept is not None:
        session = replace(session, damage=session.damage.without([(MATCHES, match_id)]))
    if is_opened:
        sent = _still_sent(session, then) if isinstance(then, OpenKept) else None
        return _put_on_table(session, match_id, kept, sent, receive)
    return _read_again(session, match_id, kept)


def _still_sent(session: Session, then: OpenKept) -> LinkedMatch | None:
    """What was sent of a match that has been read; nothing that a host had told who is left."""
    live = session.live
    is_there = isinstance(live, Visiting) and live.guest.welcome == then.sent
    return then.sent if is_there or not then.is_told else None


def _put_on_table(
    session: Session,
    match_id: MatchId,
    kept: Match | None,
    sent: LinkedMatch | None,
    receive: Receive,
) -> Result:
    """A person wants the match on the table."""
    known = session.matches.get(match_id)
    if kept is None and known is None:
        return lost(session, BadLink(LinkPart.MATCH, match_id))
    if kept is None:
        # It goes on, as this visit has it.
        return put_on_table(session, match_id)
    if known is not None and _is_older(kept, known):
        kept = known
    session, mended = _agreeing(session, match_id, kept)
    session = session.with_match(match_id, kept)
    opened = put_on_table(session, match_id) if sent is None else receive(session, match_id, sent)
    return opened[0], (*mended, *opened[1], Change(match_id))


def _read_again(session: Session, match_id: MatchId, kept: Match | None) -> Result:
    """Another tab has gone on with a match that is open here."""
    known, table = session.matches[match_id], session.table
    if kept is None or kept == known:
        return session, ()
    on_table = table if table is not None and table.match_id == match_id else None
    # A tab that takes over a match hears its host while the other one still writes what it had.
    goes_on = is_live(session.live, match_id) or (on_table and not on_table.is_elsewhere)
    if goes_on and _is_older(kept, known):
        # It was read before the last turns of this tab were written.
        return session, ()
    if on_table is None:
        return session.with_match(match_id, kept), (Change(match_id),)
    news = replace(on_table, browsing=None)
    return session.with_table(news.saying(OnTable.RESUMED), kept), (Change(match_id),)


def _is_older(kept: Match, known: Match) -> bool:
    """Whether a match is as another one was some turns ago."""
    count = len(kept.turns)
    return count < len(known.turns) and kept.turns[:count] == known.turns[:count]


def _agreeing(session: Session, match_id: MatchId, kept: Match) -> Result:
    """The session with a summary that agrees with its match."""
    known = session.library.summaries.get(match_id)
    if known is None:
        return session, ()
    anew = summary_of(
        kept, match_id, begun_ms=known.begun_ms, played_ms=known.played_ms, name=known.name
    )
    if anew == known:
        return session, ()
    library = session.library.with_summaries((anew,))
    return replace(session, library=library), (Keep(anew),)


def merged(name: str, base: str | None, ours: str, theirs: str) -> str:
    """The text of a value that this tab has made of ``base``, which is None if it had not read the
    value, and others have changed."""
    if name == SETTINGS:
        before, chosen, there = map(parse_settings, (base, ours, theirs))
        return format_settings(chosen.since(before, there))
    kind = KINDS[name]
    return kind.format(kind.merged(*(kind.parse(text, None) for text in (base, ours, theirs))))


def not_kept(session: Session, ids: Collection[MatchId]) -> Session:
    """Matches could not be written: those that are not open in this visit are nowhere, so no list
    shows them, and an import does not count them as taken."""
    lost = [one for one in ids if one not in session.matches]
    session = replace(session, library=session.library.without(lost))
    job = session.screen.job if isinstance(session.screen, ImportScreen) else None
    return session if job is None else session.on(ImportScreen(job.having_lost(lost)))
