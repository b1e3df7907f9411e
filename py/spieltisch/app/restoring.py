"""Taking in what storage holds: at the start, on demand, and when another tab changes it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import zip_longest

from spieltisch.app.damaged import update as damaged
from spieltisch.app.damaged.state import LOCAL, MATCHES
from spieltisch.app.effects import Change, Effect, Go, Keep, Read
from spieltisch.app.keeping import keep
from spieltisch.app.kept_values import KINDS
from spieltisch.app.match import opening
from spieltisch.app.match.browsing import gone_on_beneath
from spieltisch.app.match.by_link import receive
from spieltisch.app.match.opening import link_to, open_as_left, open_link, put_on_table
from spieltisch.app.match.state import AwaitedMatch
from spieltisch.app.matches.state import Adopt, FoundLate, LibraryChanged, ValuesChanged
from spieltisch.app.news import OnTable
from spieltisch.app.notice import BadLink, PlainNotice, StorageFails
from spieltisch.app.reading import read
from spieltisch.app.screens import SCREENS
from spieltisch.app.session import Result, Session
from spieltisch.app.start.update import lost
from spieltisch.play.codec import LinkPart
from spieltisch.play.match import Match, parse_kept
from spieltisch.play.replaying import replay_of
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
            session, more = damaged.suspect(session, of, (text, str(error)))
            effects += more
        else:
            summaries.append(summary)
    library = session.library.with_summaries(summaries).without(message.gone)
    # The match on the table stays, though it is no longer kept: it is kept anew when played on.
    gone = frozenset(message.gone) - {session.table.match_id if session.table else None}
    matches = {one: match for one, match in session.matches.items() if one not in gone}
    session = replace(session, library=library, matches=matches)
    opened = (Read(one.id) for one in summaries if one.id in session.matches)
    return session, (*effects, *opened, *_address(session, summaries))


def found_late(session: Session, message: FoundLate) -> Result:
    """Take in what was read after the page had started without it. The match that the address leads
    to comes on the table, if nothing has been played in the one begun in its place."""
    session, effects = library_changed(session, LibraryChanged(message.kept, ids=message.ids))
    session, aside = values_changed(session, message)
    effects = (*effects, *aside)
    table, match = session.table, session.match
    is_untouched = table is not None and table.match_id not in session.library.summaries
    if match is None or not is_untouched or not session.library.begun_as(match.setup):
        return session, effects
    session, opened = open_link(session, match, 0.0)
    return session, (*effects, *opened)


def values_changed(session: Session, message: FoundLate | ValuesChanged) -> Result:
    """Take in what is kept besides matches. What this visit has added is in it: storage merges all
    that is written."""
    flaws: dict[str, list[str]] = {name: [] for name in KINDS}
    read = {
        kind.field: kind.parse(message.values[name], flaws[name])
        for name, kind in KINDS.items()
        if message.values.get(name) is not None
    }
    before, screen = session.kept, session.screen
    session = replace(session, kept=replace(before, **read))
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
    known = session.library.summaries.get(session.table.match_id) if session.table else None
    if known is None:
        return ()
    start = (known.setup.seed, known.setup.start)
    others = (one.setup for one in changed if one.id != known.id)
    is_alike = any((setup.seed, setup.start) == start for setup in others)
    return (Go(link_to(session, known.id), replaces=True),) if is_alike else ()


def restored(session: Session, match_id: MatchId, text: str | None) -> Result:
    """A kept match has been read: an awaited one comes on the table, an open one becomes what
    another tab has made of it. One that cannot be read stays in storage and is reported."""
    is_open = match_id == session.awaited or match_id in session.matches
    if not (is_open or match_id in session.damage.suspects):
        return session, ()
    if text is None:
        return _restored(session, match_id, lambda: None)
    try:
        kept = parse_kept(text)
        replay = replay_of(kept.record)
    except ValueError as error:
        flaw = error

        def fail() -> Match:
            raise flaw

        return _restored(session, match_id, fail)
    return read(
        session,
        match_id,
        replay,
        lambda later: _restored(later, match_id, lambda: kept.match(replay)),
    )


def _restored(session: Session, match_id: MatchId, found: Callable[[], Match | None]) -> Result:
    """A match has been read: ``found`` gives it, or None if it is kept no more; it may raise
    ValueError."""
    session, effects = damaged.cleared_up(session, match_id, found)
    session, more = _opened(session, match_id, found)
    return session, (*effects, *more)


def _opened(session: Session, match_id: MatchId, found: Callable[[], Match | None]) -> Result:
    awaited = session.screen if session.awaited == match_id else None
    sent = awaited.sent if isinstance(awaited, AwaitedMatch) else None
    session, is_coming = opening.come_again(session, match_id)
    is_awaited = awaited is not None or is_coming
    if not is_awaited and match_id not in session.matches:
        return session, ()
    try:
        kept = found()
    except ValueError as error:
        session = damaged.found(session, {(MATCHES, match_id): str(error)})
        notice = PlainNotice.DAMAGE_KEPT
        return lost(session, notice) if is_awaited else (replace(session, notice=notice), ())
    if kept is None:
        if not is_awaited:
            return session, ()
        # It goes on if this visit has it.
        if match_id in session.matches:
            return put_on_table(session, match_id)
        return lost(session, BadLink(LinkPart.MATCH, match_id))
    session = replace(session, damage=session.damage.without([(MATCHES, match_id)]))
    if is_awaited:
        session, mended = _agreeing(session, match_id, kept)
        session = session.with_match(match_id, kept)
        opened = (
            open_as_left(session, match_id) if sent is None else receive(session, match_id, sent)
        )
        return opened[0], (*mended, *opened[1], Change(match_id))
    known, screen = session.matches[match_id], session.table
    if kept == known:
        return session, ()
    if screen is None or screen.match_id != match_id:
        return session.with_match(match_id, kept), (Change(match_id),)
    if not screen.home.is_elsewhere and _is_older(kept, known):
        # It was read before the last turns of this tab were written.
        return session, ()
    if screen.variation is not None:
        return gone_on_beneath(session, screen, kept), (Change(match_id),)
    news = replace(screen, browsing=None)
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


def adopt(session: Session, found: Adopt) -> Result:
    """Take the one match of a game that earlier versions kept into the library.

    One that cannot be read is left where it is, and reported until there is another of its game.
    """
    if found.match_id in session.library.summaries:
        return session, ()
    try:
        kept = parse_kept(found.text)
        if kept.record.setup.game != found.game:
            raise RecordError(f"a match of {kept.record.setup.game}")
        replay = replay_of(kept.record)
    except ValueError as error:
        return _not_adopted(session, found, error)

    def then(session: Session) -> Result:
        try:
            match = kept.match(replay)
        except ValueError as error:
            return _not_adopted(session, found, error)
        return keep(session.with_match(found.match_id, match), found.match_id, found.at_ms)

    return read(session, f"{LOCAL}/{found.match_id}", replay, then)


def _not_adopted(session: Session, found: Adopt, error: ValueError) -> Result:
    if session.library.latest(found.game) is not None:
        return session, ()
    return damaged.found(session, {(LOCAL, f"match.{found.game}"): str(error)}), ()


def merged(name: str, base: str | None, ours: str, theirs: str) -> str:
    """The text of a value that this tab has made of ``base``, which is None if it had not read the
    value, and others have changed."""
    kind = KINDS[name]
    return kind.format(kind.merged(*(kind.parse(text, None) for text in (base, ours, theirs))))
