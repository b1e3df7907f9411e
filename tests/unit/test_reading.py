"""Long matches are replayed a few turns at a time, by whatever door they come."""

from dataclasses import replace
from functools import cache

import pytest

from spieltisch.app.board.messages import ClaimSeat
from spieltisch.app.core.effects import Go, Keep
from spieltisch.app.core.messages import Command, ImportFiles, Navigate, ReadOn
from spieltisch.app.core.news import StartScreen
from spieltisch.app.core.notice import BadLink, PlainNotice
from spieltisch.app.core.session import Session
from spieltisch.app.core.waiting import REPLAYED_AT_ONCE, is_told, shown, turns_of
from spieltisch.app.core.waits import IS_LONG
from spieltisch.app.files.screen import LETTERS_AT_ONCE, TURNS_AT_ONCE
from spieltisch.app.files.state import ImportOn, importing
from spieltisch.app.screens import page_of
from spieltisch.app.together.messages import HangUp, IncomingText
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.play.match import Match, format_match
from spieltisch.play.record_link import LinkedMatch, encode_match
from spieltisch.table import BY_LINK
from spieltisch.table import turn as turns
from tests.front_doors import format_archive
from tests.long_matches import long_match
from tests.records import keeping
from tests.unit.devices import Devices
from tests.unit.kept import KEPT_ID, asked, listed, stored
from tests.unit.test_importing import archived

LENGTH = 600
STEP = 20

each_game = pytest.mark.parametrize("game", catalog.GAMES)
long_match = cache(long_match)


class Played:
    """How many turns each message has played by the rules."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.most = 0
        self._count = 0
        plain = turns.PlayState.play

        def counting(*args, **named):
            self._count += 1
            return plain(*args, **named)

        monkeypatch.setattr(turns.PlayState, "play", counting)

    def step(self, session: Session, message):
        self._count = 0
        result = update(session, message)
        self.most = max(self.most, self._count)
        return result

    def read_on(self, session: Session) -> Session:
        while turns_of(session):
            session, _ = self.step(session, ReadOn(STEP))
        return session


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    return Played(monkeypatch)


def link_of(match: Match) -> str:
    return f"#/record/{encode_match(LinkedMatch(match.setup, tuple(match.turns)))}"


@each_game
@pytest.mark.parametrize("is_old", [False, True])
def test_a_long_link_is_opened_in_slices(game: str, is_old: bool, played: Played) -> None:
    match = long_match(game, LENGTH)
    link = keeping.json_link(match.record) if is_old else link_of(match)
    session, effects = played.step(Session(), Navigate(link, 0.0))
    assert (session.match, effects) == (None, ())
    session = played.read_on(session)
    assert session.match is not None
    played_here = [turn.action for turn in session.match.turns]
    assert played_here == [turn.action for turn in match.turns]
    assert 0 < played.most <= REPLAYED_AT_ONCE + 1


@each_game
def test_a_long_kept_match_is_opened_in_slices(game: str, played: Played) -> None:
    match = long_match(game, LENGTH)
    session, _ = update(Session(), listed(match))
    session, effects = update(session, Navigate(f"#/match/{KEPT_ID}", 0.0))
    assert effects == (asked(KEPT_ID),)
    session, _ = played.step(session, stored(KEPT_ID, format_match(match)))
    assert session.match is None
    session = played.read_on(session)
    assert session.match == match
    assert 0 < played.most <= REPLAYED_AT_ONCE + 1


@each_game
def test_a_long_match_is_imported_in_slices(game: str, played: Played) -> None:
    match = long_match(game, LENGTH)
    texts = [format_archive([archived(match.record)])]
    texts += [f"Look: https://a.test/{link_of(match)}"] if game == "yala" else []
    for text in texts:
        session, _ = played.step(Session(), ImportFiles((("", text),), 0.0))
        steps = 0
        while importing(session) is not None:
            session, effects = played.step(session, ImportOn(1, 0.0))
            steps += 1
        assert len(session.screen.job.taken) == 1
        assert any(isinstance(effect, Keep) for effect in effects)
        assert steps >= LENGTH / REPLAYED_AT_ONCE
    assert 0 < played.most <= REPLAYED_AT_ONCE + 1


def test_an_import_that_was_quick_is_not_slow_at_once(played: Played) -> None:
    """Matches that are known cost next to nothing, and those after them may be long."""
    match = long_match("yala", LENGTH)
    known = [archived(match.record.cut(1)), archived(match.record.cut(1), 2)]
    longer = [archived(match.record.cut(LENGTH - n), 3 + n) for n in range(4)]
    session, _ = update(Session(), ImportFiles((("", format_archive([*known, *longer])),), 0.0))
    while importing(session) is not None:
        session, _ = played.step(session, ImportOn(64, 0.0))
    assert len(session.screen.job.taken) == 5
    assert played.most <= TURNS_AT_ONCE + 1


def test_a_long_piece_has_a_step_of_its_own(played: Played) -> None:
    """To read its text takes long by itself, before any turn is replayed."""
    match = long_match("yala", LENGTH)
    pieces = [archived(match.record.cut(LENGTH - n), 1 + n) for n in range(3)]
    assert len(format_archive(pieces)) > 2 * LETTERS_AT_ONCE
    session, _ = update(Session(), ImportFiles((("", format_archive(pieces)),), 0.0))
    while importing(session) is not None:
        before = session.screen.job
        session, _ = played.step(session, ImportOn(64, 0.0))
        job = session.screen.job
        assert job.at - before.at <= 1
        if before.found is None and job.found is not None:
            assert job.found.replay.at <= TURNS_AT_ONCE
    assert len(session.screen.job.taken) == 3


def test_a_long_welcome_is_read_in_slices(played: Played) -> None:
    devices = invited()
    _, other, line, text = next(one for one in devices.letters if '"welcome"' in one[3])
    session, _ = played.step(devices.sessions[other], IncomingText(line, text, 1.0))
    assert session.match is None
    assert turns_of(session)
    session = played.read_on(session)
    assert session.match is not None
    assert session.match.shown == LENGTH
    assert 0 < played.most <= REPLAYED_AT_ONCE + 1


def invited() -> Devices:
    """A guest has come to a long match: its welcome is on its way."""
    devices = Devices.some(2)
    match = long_match("yala", LENGTH)
    players = tuple(replace(one, controller=BY_LINK) for one in match.setup.all_players)
    setup = replace(match.setup, players=players)
    shared = Match.of_turns(setup, match.turns)
    devices.send(0, Navigate(link_of(shared), 0.0))
    devices.send(0, ClaimSeat(1))
    devices.connect(0, 1)
    return devices


def test_nobody_waits_for_what_is_not_wanted_any_more() -> None:
    link = link_of(long_match("yala", LENGTH))
    reading, _ = update(Session(), Navigate(link, 0.0))
    left, _ = update(reading, Navigate("#/settings", 0.0))
    assert left.waits == ()
    assert update(left, ReadOn(99)) == (left, ())
    stopped, effects = update(reading, Command.STOP_READING)
    assert (stopped.waits, stopped.awaited) == ((), None)
    assert isinstance(stopped.screen, StartScreen)
    assert effects[0] == Go("#/", replaces=True)


def test_a_host_whose_match_nobody_waits_for_is_left() -> None:
    devices = invited()
    _, other, line, text = next(one for one in devices.letters if '"welcome"' in one[3])
    session, _ = update(devices.sessions[other], IncomingText(line, text, 1.0))
    session, effects = update(session, Command.STOP_READING)
    assert session.live is None
    assert HangUp(line) in effects


def test_who_waits_long_is_told_how_long() -> None:
    found = {}
    for length in (REPLAYED_AT_ONCE + 20, IS_LONG):
        session, _ = update(Session(), Navigate(link_of(long_match("yala", length)), 0.0))
        session, _ = update(session, ReadOn(9))
        found[length] = ("stop-reading" in whole(page_of(session)), is_told(shown(session)))
    assert found == {REPLAYED_AT_ONCE + 20: (False, False), IS_LONG: (True, True)}


def test_a_long_link_to_what_cannot_be_ends_in_a_notice() -> None:
    match = long_match("yala", LENGTH)
    entries = list(match.record.entries)
    entries[500] = replace(entries[500], seat=3 - entries[500].seat)
    link = keeping.json_link(replace(match.record, entries=tuple(entries)))
    session, _ = update(Session(), Navigate(link, 0.0))
    assert turns_of(session)
    while turns_of(session):
        session, effects = update(session, ReadOn(100))
    assert session.notice is not None
    assert session.notice == BadLink("turn", "501")
    assert effects[0] == Go("#/", replaces=True)


def test_a_damaged_long_match_is_set_aside() -> None:
    match = long_match("yala", LENGTH)
    entries = list(match.record.entries)
    entries[500] = replace(entries[500], action="zz")
    session, _ = update(Session(), listed(match))
    session, _ = update(session, Navigate(f"#/match/{KEPT_ID}", 0.0))
    text = format_match(match).replace('\\"' + match.record.entries[500].action + '\\"', '\\"zz\\"')
    session, _ = update(session, stored(KEPT_ID, text))
    while turns_of(session):
        session, _ = update(session, ReadOn(100))
    assert session.notice is not None
    assert session.notice is PlainNotice.DAMAGE_KEPT


def test_what_another_tab_has_made_of_it_meanwhile_is_read_instead() -> None:
    one, other = long_match("yala", LENGTH), long_match("yala", LENGTH, 2)
    session, _ = update(Session(), listed(one))
    session, _ = update(session, Navigate(f"#/match/{KEPT_ID}", 0.0))
    session, _ = update(session, stored(KEPT_ID, format_match(other)))
    session, _ = update(session, ReadOn(100))
    session, effects = update(session, listed(one, played_ms=5))
    assert effects == (asked(),)
    assert turns_of(session) is None
    session, _ = update(session, stored(KEPT_ID, format_match(one)))
    assert len(session.waits) == 1
    while turns_of(session):
        session, _ = update(session, ReadOn(100))
    assert session.match == one
