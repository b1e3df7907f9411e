"""Playing back a match that is over."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from secrets import randbelow

import pytest

from spieltisch.app.board import browsing
from spieltisch.app.board.messages import LookAt, PlayBack, Press, Show, Wake
from spieltisch.app.core.buttons import pressed
from spieltisch.app.core.effects import Animate
from spieltisch.app.core.messages import Command, Navigate, Pause, SetSetting
from spieltisch.play.timing import AS_PLAYED, LONGEST_MS, REST_MS, speeds_of, stay_ms
from spieltisch.table import Entry, parse_record
from tests.records import keeping
from tests.unit.asking import after, said, seen
from tests.unit.whole_step import whole_step

SHORTEST = keeping.RECORDS / "yala-shortest.json"
TURBO = keeping.RECORDS / "aya-turbo-reilly-3.json"


def opened(path=SHORTEST, *, gaps=()):
    """A match that is over, on the table; ``gaps`` are the times between its turns."""
    record = parse_record(path.read_text())
    if gaps:
        at_ms, entries = 0, []
        for number, entry in enumerate(record.entries):
            entries.append(Entry(entry.seat, entry.action, at_ms))
            at_ms += gaps[number % len(gaps)]
        record = replace(record, entries=tuple(entries))
    return after(Navigate(keeping.json_link(record), 0.0))


def played_back(session, at_ms=1000.0):
    """All moments that come on screen once it plays, each with when it came."""
    session = after(PlayBack(at_ms), session=session)
    found = [(session.looked_at.shown, at_ms)]
    while session.next_wake_ms is not None:
        at_ms = session.next_wake_ms
        session = after(Wake(at_ms), session=session)
        found.append((session.looked_at.shown, at_ms))
    return found, session


def gaps_of(found):
    return [round(after - before) for (_, before), (_, after) in pairwise(found)]


class TestGoingOn:
    def test_it_shows_every_moment_from_the_start_to_the_end_and_stops(self):
        session = opened()
        length = len(session.match.turns)
        found, ended = played_back(session)
        assert [ply for ply, _ in found] == list(range(length + 1))
        assert ended.table.playback_ms is None
        assert ended.table.browsing is None
        assert ended.match is session.match

    def test_it_goes_on_from_the_moment_that_is_looked_at(self):
        found, _ = played_back(after(Show(4), session=opened()))
        assert [ply for ply, _ in found][:3] == [5, 6, 7]

    def test_every_move_is_seen_and_heard_as_one_that_is_looked_at(self):
        session = after(PlayBack(0.0), session=opened())
        session, effects = whole_step(session, Wake(session.next_wake_ms))
        assert effects == (Animate(session.match.turns[0], is_new=False),)

    @pytest.mark.parametrize("speed", REST_MS)
    def test_each_moment_stays_until_its_turn_has_been_seen_and_rests_for_a_while(self, speed):
        session = after(SetSetting("playback", speed), session=opened())
        view, turns = session.match.game.view, session.match.turns
        found, _ = played_back(session)
        rest = REST_MS[speed]
        assert gaps_of(found) == [rest, *(round(view.seen_ms(one) + rest) for one in turns[:-1])]
        assert any(view.seen_ms(one) > 0 for one in turns)

    def test_as_it_was_played_it_takes_as_long_as_then_but_no_thought_is_waited_for(self):
        session = opened(gaps=(300, 5_000, 3_600_000))
        found, _ = played_back(after(SetSetting("playback", "as-played"), session=session))
        assert gaps_of(found)[1:4] == [300, 5_000, LONGEST_MS]

    def test_another_speed_counts_at_once(self):
        session = after(PlayBack(0.0), Wake(10_000.0), session=opened(gaps=(60_000,)))
        waits = []
        for speed in ("as-played", "fast", "slow"):
            session = after(SetSetting("playback", speed), session=session)
            waits.append(session.next_wake_ms)
        assert waits[1] < waits[2] < waits[0]

    def test_a_page_that_was_busy_plays_nothing_in_a_hurry(self):
        session = after(PlayBack(0.0), Wake(60_000.0), session=opened())
        assert session.next_wake_ms > 60_000.0
        assert session.looked_at.shown == 1

    def test_it_is_said_what_was_played_and_how_it_ended(self):
        session = after(PlayBack(0.0), session=opened())
        assert said(session) == "From the start."
        session = after(Wake(session.next_wake_ms), session=session)
        assert said(session) == "Anna: c counter-clockwise to a, now 3 high."
        _, ended = played_back(opened())
        assert "wins" in said(ended)


class TestStopping:
    @pytest.fixture
    def running(self):
        session = after(PlayBack(0.0), session=opened())
        return after(Wake(session.next_wake_ms), session=session)

    @pytest.mark.parametrize(
        ("message", "shown"),
        [
            (PlayBack(9.0), 1),
            (Press("a1", 9.0), 1),
            (Command.CANCEL, 1),
            (Command.LATER, 2),
            (Show(5), 5),
            (LookAt(6), 6),
            (Pause(9.0), 1),
        ],
        ids=str,
    )
    def test_any_press_stops_it_and_so_does_a_hidden_page(self, running, message, shown):
        stopped = after(message, session=running)
        assert stopped.table.playback_ms is None
        assert stopped.next_wake_ms is None
        assert stopped.looked_at.shown == shown

    def test_what_a_person_asks_does_not(self, running):
        assert after(Command.NEXT_SOUND, session=running).table.playback_ms is not None


class TestWhere:
    def test_only_a_match_that_is_over_is_played_back(self):
        going = opened(keeping.RECORDS / "yala-not-over.json")
        assert after(PlayBack(0.0), session=going).table.playback_ms is None
        assert not seen(going).all("id", "play-back")
        assert browsing.playback_message(going, "k", 1.0) is None

    def test_a_race_is_played_back_once_it_is_over(self):
        session = opened(TURBO)
        cut = session.match.record.cut(20)
        going = after(Navigate(keeping.json_link(cut), 0.0))
        assert after(PlayBack(0.0), session=going).table.playback_ms is None
        found, _ = played_back(after(SetSetting("playback", "as-played"), session=session))
        times = [entry.at_ms for entry in session.match.record.entries]
        expected = [min(b - a, LONGEST_MS) for a, b in pairwise(times)]
        assert gaps_of(found)[1:] == expected

    def test_what_is_tried_out_is_not(self):
        session = after(Show(3), Command.TRY_OUT, session=opened())
        assert not seen(session).all("id", "play-back")
        assert after(PlayBack(0.0), session=session) == session

    def test_a_record_without_times_cannot_be_played_back_as_it_was_played(self):
        timed, plain = opened(gaps=(1000,)), opened(gaps=(0,))
        assert AS_PLAYED in speeds_of(timed.match)
        assert "as-played" in speeds_of(timed.match)
        assert AS_PLAYED not in speeds_of(plain.match)
        assert "as-played" not in speeds_of(plain.match)
        assert "as-played" not in [
            node.attributes.get("value") for node in seen(plain).all("value")
        ]


class TestControls:
    def test_the_button_says_what_it_does_and_the_slider_where_one_is(self):
        session = opened()
        (button,) = seen(session).all("data-do", "play-back")
        assert button.text == "Play back"
        session = after(Show(3), PlayBack(0.0), session=session)
        (button,) = seen(session).all("data-do", "play-back")
        assert button.text == "Pause"
        slider = seen(session).one("id", "playback-slider")
        assert slider.attributes["value"] == "4"
        assert slider.attributes["aria-valuetext"].startswith("Move 4 of ")

    def test_space_and_k_do_what_the_button_does(self):
        session = opened()
        assert pressed("play-back", "", 5.0, randbelow) == PlayBack(5.0)
        for key in (" ", "k", "K"):
            assert browsing.playback_message(session, key, 5.0) == PlayBack(5.0)
        assert browsing.playback_message(session, "j", 5.0) is None

    def test_how_long_a_moment_stays_needs_no_page(self):
        match = opened().match
        assert stay_ms(match, 0, "slow") == REST_MS["slow"]
