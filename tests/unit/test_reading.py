"""Long matches are replayed a few turns at a time, by whatever door they come."""

from dataclasses import replace
from functools import cache

import pytest

from spieltisch.app.effects import Go, Keep, Read
from spieltisch.app.files.screen import LETTERS_AT_ONCE, TURNS_AT_ONCE
from spieltisch.app.files.state import ImportFiles, ImportOn
from spieltisch.app.match.messages import ClaimSeat
from spieltisch.app.matches.state import Adopt, Restore
from spieltisch.app.messages import Command, Navigate, ReadOn
from spieltisch.app.notice import BadLink, PlainNotice
from spieltisch.app.reading import AT_ONCE, IS_LONG, is_read_soon
from spieltisch.app.screens import page_of
from spieltisch.app.session import Session
from spieltisch.app.start.state import StartScreen
from spieltisch.app.together.messages import HangUp, IncomingText
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.play.match import Match, format_match
from spieltisch.play.record_link import LinkedMatch, encode_match
from spieltisch.table import BY_LINK
from spieltisch.table import turn as turns
from tests.front_doors import format_archive
from tests.records import keeping
from tests.unit.devices import Devices
from tests.unit.kept import KEPT_ID, listed
from tests.unit.test_importing import archived
from tools.bench.long_matches import long_match

LENGTH = 600
STEP = 20

each_game = pytest.mark.parametrize("game", catalog.GAMES)
long_match = cache(long_match)


class Played:
    """How many turns each message has played by the rules."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.most = 0
        self._count = 0
        plain = turns.play

        def counting(*args, **named):
            self._count += 1
            return plain(*args, **named)

        for module in ("table.turn", "play.digits", "play.match"):
            monkeypatch.setattr(f"spieltisch.{module}.play", counting)

    def step(self, session: Session, message):
        self._count = 0
        result = update(session, message)
        self.most = max(self.most, self._count)
        return result

    def read_on(self, session: Session) -> Session:
        while session.readings:
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
    session, effects = played.step(Session(), Navigate(link))
    assert (session.match, effects) == (None, ())
    session = played.read_on(session)
    assert session.match is not None
    played_here = [turn.action for turn in session.match.turns]
    assert played_here == [turn.action for turn in match.turns]
    assert 0 < played.most <= AT_ONCE + 1


@each_game
def test_a_long_kept_match_is_opened_in_slices(game: str, played: Played) -> None:
    match = long_match(game, LENGTH)
    session, _ = update(Session(), listed(match))
    session, effects = update(session, Navigate(f"#/match/{KEPT_ID}"))
    assert effects == (Read(KEPT_ID),)
    session, _ = played.step(session, Restore(KEPT_ID, format_match(match)))
    assert session.match is None
    session = played.read_on(session)
    assert session.match == match
    assert 0 < played.most <= AT_ONCE + 1


@each_game
def test_a_long_match_of_an_earlier_version_is_adopted_in_slices(game: str, played: Played) -> None:
    match = long_match(game, LENGTH)
    session, effects = played.step(Session(), Adopt(KEPT_ID, game, format_match(match)))
    assert effects == ()
    while session.readings:
        session, effects = played.step(session, ReadOn(STEP))
    assert [type(effect) for effect in effects][:1] == [Keep]
    assert session.matches[KEPT_ID] == match
    assert 0 < played.most <= AT_ONCE + 1


@each_game
def test_a_long_match_is_imported_in_slices(game: str, played: Played) -> None:
    match = long_match(game, LENGTH)
    texts = [format_archive([archived(match.record)])]
    texts += [f"Look: https://a.test/{link_of(match)}"] if game == "yala" else []
    for text in texts:
        session, _ = played.step(Session(), ImportFiles((("", text),)))
        steps = 0
        while session.importing is not None:
            session, effects = played.step(session, ImportOn(1))
            steps += 1
        assert len(session.screen.job.taken) == 1
        assert any(isinstance(effect, Keep) for effect in effects)
        assert steps >= LENGTH / AT_ONCE
    assert 0 < played.most <= AT_ONCE + 1


def test_an_import_that_was_quick_is_not_slow_at_once(played: Played) -> None:
    """Matches that are known cost next to nothing, and those after them may be long."""
    match = long_match("yala", LENGTH)
    known = [archived(match.record.cut(1)), archived(match.record.cut(1), 2)]
    longer = [archived(match.record.cut(LENGTH - n), 3 + n) for n in range(4)]
    session, _ = update(Session(), ImportFiles((("", format_archive([*known, *longer])),)))
    while session.importing is not None:
        session, _ = played.step(session, ImportOn(64))
    assert len(session.screen.job.taken) == 5
    assert played.most <= TURNS_AT_ONCE + 1


def test_a_long_piece_has_a_step_of_its_own(played: Played) -> None:
    """To read its text takes long by itself, before any turn is replayed."""
    match = long_match("yala", LENGTH)
    pieces = [archived(match.record.cut(LENGTH - n), 1 + n) for n in range(3)]
    assert len(format_archive(pieces)) > 2 * LETTERS_AT_ONCE
    session, _ = update(Session(), ImportFiles((("", format_archive(pieces)),)))
    while session.importing is not None:
        before = session.screen.job
        session, _ = played.step(session, ImportOn(64))
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
    assert session.readings
    session = played.read_on(session)
    assert session.match is not None
    assert session.match.shown == LENGTH
    assert 0 < played.most <= AT_ONCE + 1


def invited() -> Devices:
    """A guest has come to a long match: its welcome is on its way."""
    devices = Devices.some(2)
    match = long_match("yala", LENGTH)
    players = tuple(replace(one, controller=BY_LINK) for one in match.setup.all_players)
    setup = replace(match.setup, players=players)
    shared = Match.of_turns(setup, match.turns)
    devices.send(0, Navigate(link_of(shared)))
    devices.send(0, ClaimSeat(1))
    devices.connect(0, 1)
    return devices


def test_nobody_waits_for_what_is_not_wanted_any_more() -> None:
    link = link_of(long_match("yala", LENGTH))
    reading, _ = update(Session(), Navigate(link))
    left, _ = update(reading, Navigate("#/settings"))
    assert left.readings == ()
    assert update(left, ReadOn(99)) == (left, ())
    stopped, effects = update(reading, Command.STOP_READING)
    assert (stopped.readings, stopped.awaited) == ((), None)
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
    shown = {}
    for length in (AT_ONCE + 20, IS_LONG):
        session, _ = update(Session(), Navigate(link_of(long_match("yala", length))))
        session, _ = update(session, ReadOn(9))
        shown[length] = ("stop-reading" in whole(page_of(session)), is_read_soon(session))
    assert shown == {AT_ONCE + 20: (False, True), IS_LONG: (True, False)}


def test_a_long_link_to_what_cannot_be_ends_in_a_notice() -> None:
    match = long_match("yala", LENGTH)
    entries = list(match.record.entries)
    entries[500] = replace(entries[500], seat=3 - entries[500].seat)
    link = keeping.json_link(replace(match.record, entries=tuple(entries)))
    session, _ = update(Session(), Navigate(link))
    assert session.readings
    while session.readings:
        session, effects = update(session, ReadOn(100))
    assert session.notice is not None
    assert session.notice == BadLink("turn", "501")
    assert effects[0] == Go("#/", replaces=True)


def test_a_damaged_long_match_is_set_aside() -> None:
    match = long_match("yala", LENGTH)
    entries = list(match.record.entries)
    entries[500] = replace(entries[500], action="zz")
    session, _ = update(Session(), listed(match))
    session, _ = update(session, Navigate(f"#/match/{KEPT_ID}"))
    text = format_match(match).replace('\\"' + match.record.entries[500].action + '\\"', '\\"zz\\"')
    session, _ = update(session, Restore(KEPT_ID, text))
    while session.readings:
        session, _ = update(session, ReadOn(100))
    assert session.notice is not None
    assert session.notice is PlainNotice.DAMAGE_KEPT


def test_one_reading_for_the_same_takes_the_place_of_another() -> None:
    one, other = long_match("yala", LENGTH), long_match("yala", LENGTH, 2)
    session, _ = update(Session(), listed(one))
    session, _ = update(session, Navigate(f"#/match/{KEPT_ID}"))
    for match in (other, one):
        session, _ = update(session, Restore(KEPT_ID, format_match(match)))
    assert len(session.readings) == 1
    while session.readings:
        session, _ = update(session, ReadOn(100))
    assert session.match == one
