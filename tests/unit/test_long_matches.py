"""Matches of 10,000 turns: imported, opened, kept, loaded again, exported and played on."""

import pytest

from spieltisch.app.board.messages import Press, Show
from spieltisch.app.core.effects import Effect
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.play.archive_file import ArchivedMatch
from spieltisch.play.match import Match, format_match
from spieltisch.shell.dom import changes
from tests.front_doors import format_archive, parse_archive, parse_match
from tests.long_matches import long_match
from tests.unit.kept import KEPT_ID, kept_matches
from tests.unit.test_importing import Visit
from tests.unit.whole_step import whole_step

LENGTH = 10_000
SHORT = 220
"""As many turns as people play, and as many in the last chunk of the list of moves."""
LATER_MS = 1e9
"""Later on the page's clock than anything that has been played."""

each_game = pytest.mark.parametrize(
    "game",
    [
        pytest.param(name, marks=[pytest.mark.ci] if number else [])
        for number, name in enumerate(catalog.GAMES)
    ],
)
"""The first, which takes least, in each run; all of them in a thorough one."""


def file_of(match: Match) -> str:
    length = len(match.turns)
    return format_archive([ArchivedMatch(KEPT_ID, "Long", 10, 20, length, 0, match.record)])


def imported(match: Match) -> Visit:
    visit = Visit()
    job = visit.give(file_of(match))
    assert (job.taken, job.refused) == ((KEPT_ID,), ())
    return visit


def opened(visit: Visit) -> Session:
    """The match on the table, in a visit that knows no more of it than its summary."""
    later = visit.next_visit()
    later.tell(Navigate(f"#/match/{KEPT_ID}", 0.0))
    return later.session


def on_table(session: Session) -> Match:
    assert session.match is not None
    return session.match


def after(session: Session, *messages: Message) -> tuple[Session, tuple[Effect, ...]]:
    effects: tuple[Effect, ...] = ()
    for message in messages:
        session, more = whole_step(session, message)
        effects = (*effects, *more)
    return session, effects


def played_on(session: Session) -> tuple[Session, tuple[Effect, ...]]:
    """After one more turn, press by press."""
    match = on_table(session)
    effects: tuple[Effect, ...] = ()
    while on_table(session).shown == match.shown:
        assert session.table is not None
        choice = session.table.choice
        assert choice is not None
        token = min(choice.targets)
        session, more = after(session, Press(token, LATER_MS, choice.seat, LATER_MS))
        effects = (*effects, *more)
    return session, effects


def patched(before: Session, now: Session) -> int:
    """How much markup brings the page from one session to the next, in letters."""
    return len(changes(page_of(before), page_of(now)))


@each_game
def test_ten_thousand_turns_are_imported_opened_played_on_taken_back_and_exported(
    game: str,
) -> None:
    match = long_match(game, LENGTH)
    visit = imported(match)
    exported = visit.exported
    assert exported == file_of(match)
    assert parse_archive(exported)[0].record == match.record
    before = opened(visit)
    assert on_table(before).record == match.record
    assert on_table(before).shown == LENGTH

    now, effects = played_on(before)
    kept = kept_matches(effects)[-1]
    assert len(kept.turns) == LENGTH + 1
    assert parse_match(format_match(kept)).record == kept.record
    back, effects = after(now, Command.TAKE_BACK)
    assert [one.shown for one in kept_matches(effects)] == [LENGTH]
    session = back
    for message in (Command.REDO, Command.FIRST, Command.LATER, Show(LENGTH // 2), Command.PRESENT):
        session, _ = after(session, message)
        assert whole(page_of(session))
    assert on_table(session).shown == LENGTH + 1

    # What a press patches of the page is no more than in a match as people play them; where the
    # list of moves itself is cut, there is a stub for each chunk of it.
    short_before = opened(imported(long_match(game, SHORT)))
    short_now, _ = played_on(short_before)
    short_back, _ = after(short_now, Command.TAKE_BACK)
    assert patched(before, now) < 1.1 * patched(short_before, short_now) + 1000
    assert patched(now, back) < 1.1 * patched(short_now, short_back) + LENGTH
