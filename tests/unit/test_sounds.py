"""What is heard of a match, and how loud: cues, the clock, settings and keys."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest

from spieltisch.app.board.messages import Press, Shout, Wake
from spieltisch.app.board.shown import Shown
from spieltisch.app.board.sounds import Cue, Sound, TurnSounds, clock_ms, is_felt, turn_sounds
from spieltisch.app.board_keys import board_key
from spieltisch.app.core.effects import Keep
from spieltisch.app.core.messages import Command, Navigate, Pause, Resume, SetSetting
from spieltisch.app.core.session import At, Session
from spieltisch.app.core.settings import Settings, format_settings, parse_settings
from spieltisch.app.match.view.speech import spoken
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.kit.markup import whole
from spieltisch.kit.scene import LEG_MS
from spieltisch.kit.words import ENGLISH
from spieltisch.play.match import Match
from spieltisch.shell import site_files, sound
from spieltisch.table import parse_record
from tests.records import keeping
from tests.still import session_after
from tools.project import STATIC

YALA = "#/play/yala?seats=human,bot:1&start=dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld%20d"
MYRA = "#/play/myra?seats=human,human&seed=1"
AYA = "#/play/aya?seats=human,human&seed=4"
RING = "#/play/yala?seats=human,human&start=dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld%20d"


def heard(session: Session) -> TurnSounds:
    """What is heard of the last turn."""
    return turn_sounds(session.match, session.match.turns[-1])


def played(link: str, *actions: str) -> Session:
    """A session in whose match the seats to act have played these actions."""
    session = session_after([Navigate(link, 0.0)])
    for text in actions:
        match = session.match
        action = match.rules.parse_action(text)
        seat = next(
            seat
            for seat in sorted(match.position.active_seats)
            if action in match.position.legal_actions(seat)
        )
        session = session.with_table(session.table, match.play(seat, action))
    return session


class TestTurns:
    def test_a_stone_is_heard_at_each_stop_and_where_it_builds(self):
        sounds = heard(played(RING, "b+"))
        assert sounds.way == (Sound(Cue.MOVE, 1, 1), Sound(Cue.MOVE, 1, 2))
        assert sounds.landing == Sound(Cue.BUILD, 1, 3)
        assert sounds.close is None

    def test_a_capture_is_heard_instead_of_all_else(self):
        opening = "3c1-d1 3k9-i9 2a4-b6 2j11-i10 2c2-e3 3i9-h11 d1<e1<f1<g2<g3<f3 3i11-f9 b6<c6<c5"
        session = played(MYRA, *opening.split(), "3f9xc6")
        assert heard(session).landing == Sound(Cue.CAPTURE, 2, 1)

    def test_the_word_of_a_call_is_heard(self):
        assert heard(played(AYA, "aya")).way == (Sound(Cue.CALL, 1, 1),)
        assert heard(played(AYA, "oye")).way == (Sound(Cue.CALL, 1, 2),)

    def test_a_demonstration_is_the_word_that_there_is_a_match(self):
        assert heard(played(AYA, "oye", "refute")).way == (Sound(Cue.CALL, 2, 1),)

    def test_a_person_hears_that_a_bot_has_moved(self):
        session = played(YALA, "b+")
        assert heard(session).close is None
        bots = session.match.position.legal_actions(2)[0]
        session = session.with_match(session.table.match_id, session.match.play(2, bots))
        assert heard(session).close == Sound(Cue.TURN, 2)

    def test_in_a_race_nobody_is_told_to_play(self):
        session = played("#/play/aya?seats=human,bot:1&seed=4", "aya", "expire")
        assert heard(session).landing.cue == "miss"
        session = played("#/play/aya?seats=bot:1,human&seed=4", "oye")
        assert heard(session).close is None


class TestClock:
    def running(self) -> Session:
        called = [Shout(1, "aya", 400.0, 400.0), Wake(900.0), Wake(1000.0)]
        return session_after([Navigate(AYA, 0.0), *called])

    def test_the_clock_on_screen_runs_out(self):
        assert clock_ms(self.running()) == 6000.0

    def test_nothing_runs_on_other_screens_and_before_the_first_call(self):
        assert clock_ms(Session()) is None
        assert clock_ms(session_after([Navigate(AYA, 0.0), Wake(10.0)])) is None

    def test_a_clock_that_stands_still_is_not_heard(self):
        session = session_after([Pause(2000.0)], self.running())
        assert clock_ms(session) is None
        assert clock_ms(session_after([Resume(10_000.0)], session)) == 14_000.0


class TestLoudness:
    def test_it_is_soft_at_first(self):
        assert (Settings().sound, Settings().vibration) == ("soft", "on")

    def test_a_button_at_the_table_makes_it_full_then_silent_then_soft(self):
        session, told = session_after([Navigate(RING, 0.0)]), []
        for _ in range(3):
            session, effects = update(session, Command.NEXT_SOUND)
            assert effects == (Keep(session.settings),)
            told.append(session.settings.sound)
        assert told == ["full", "off", "soft"]

    @pytest.mark.parametrize(
        ("level", "told"), [("off", "Sound: off"), ("soft", "Sound: soft"), ("full", "Sound: full")]
    )
    def test_the_button_says_how_loud_it_is(self, level, told):
        session = session_after([SetSetting("sound", level), Navigate(RING, 0.0)])
        page = whole(page_of(session))
        (button,) = re.findall('<button[^>]*data-do="sound"[^>]*>', page)
        assert f'title="{told}"' in button

    def test_what_it_has_become_is_said(self):
        session = session_after([Navigate(RING, 0.0), Command.NEXT_SOUND])
        assert spoken(Shown(At.table_of(session, session.table), ENGLISH)) == "Sound: full"

    def test_there_is_no_button_where_nothing_is_heard(self):
        assert 'data-do="sound"' not in whole(page_of(Session()))
        assert 'data-set="sound"' in whole(page_of(session_after([Navigate("#/settings", 0.0)])))

    def test_the_choice_is_kept(self):
        settings = replace(Settings(), sound="full", vibration="off")
        assert parse_settings(format_settings(settings)) == settings
        assert parse_settings('{"sound":"deafening","vibration":7}') == Settings()

    def test_nothing_is_felt_by_those_who_only_watch(self):
        assert is_felt(session_after([Navigate(RING, 0.0)]))
        assert not is_felt(session_after([Navigate("#/play/yala?seats=bot:1,bot:1&seed=1", 0.0)]))
        assert not is_felt(session_after([SetSetting("vibration", "off"), Navigate(RING, 0.0)]))


class TestKeys:
    def pressed(self, link, site, *, has_shift, **settings):
        messages = [SetSetting(name, value) for name, value in settings.items()]
        session = session_after([*messages, Navigate(link, 0.0)])
        return board_key(session, site, "m", 0.0, has_shift=has_shift, is_again=False)

    @pytest.mark.parametrize("link", [RING, MYRA, AYA])
    def test_beside_the_board_a_letter_is_enough(self, link):
        assert self.pressed(link, None, has_shift=False) == (Command.NEXT_SOUND,)
        assert self.pressed(link, None, has_shift=True) == (Command.NEXT_SOUND,)

    @pytest.mark.parametrize(("link", "site"), [(RING, "a"), (MYRA, "b1")])
    def test_on_the_board_the_letter_asks_and_shift_is_heard(self, link, site):
        assert self.pressed(link, site, has_shift=False) != (Command.NEXT_SOUND,)
        assert self.pressed(link, site, has_shift=True) == (Command.NEXT_SOUND,)

    def test_letters_can_be_switched_off(self):
        assert self.pressed(RING, None, has_shift=True, letter_keys="off") is None

    def test_a_key_that_is_held_counts_once(self):
        session = session_after([Navigate(RING, 0.0)])
        assert board_key(session, None, "m", 0.0, has_shift=False, is_again=True) == ()

    def test_a_half_chosen_move_stays_chosen(self):
        session = session_after([Navigate(RING, 0.0), Press("b", 0.0), Command.NEXT_SOUND])
        assert (
            session.table.choice.targets
            == session_after([Navigate(RING, 0.0), Press("b", 0.0)]).table.choice.targets
        )


class Synth:
    """Remembers what it is told."""

    def __init__(self) -> None:
        self.played: list[tuple[str, int, int, float]] = []
        self.was_set: list[tuple[str, bool]] = []
        self.warned: list[float] = []

    def play(self, cue, number, seat, after_ms):
        self.played.append((cue, number, seat, after_ms))

    def set(self, level, is_felt):
        self.was_set.append((level, is_felt))

    def warn(self, runs_out_ms):
        self.warned.append(runs_out_ms)


class Window:
    """A page that loads what is put into its head."""

    def __init__(self) -> None:
        self.listeners = {}
        self.scripts = []
        head = SimpleNamespace(append=self.scripts.append)
        self.document = SimpleNamespace(
            head=head,
            createElement=lambda _: SimpleNamespace(addEventListener=lambda *_: None),
            # As a page from the working tree, whose files have their own names.
            getElementById=lambda _: None,
            hidden=False,
        )
        self.addEventListener = self.listeners.__setitem__


class TestPlaying:
    @pytest.fixture
    def page(self, monkeypatch):
        """What is to be heard, the synthesizer that plays it, and what brings it."""
        monkeypatch.setattr(site_files, "proxy", lambda listener: listener)
        window, synth = Window(), Synth()
        sounds = sound.Sounds(window, lambda: None)
        sounds.load()
        return sounds, synth, lambda: window.listeners[sound.LOADED](SimpleNamespace(detail=synth))

    def test_a_way_is_heard_stop_by_stop_then_what_comes_of_it_then_the_rest(self, page):
        sounds, synth, arrive = page
        arrive()
        way = (Sound(Cue.MOVE, 1, 1), Sound(Cue.MOVE, 1, 2))
        sounds.note(TurnSounds(way, Sound(Cue.BUILD, 1, 3), Sound(Cue.TURN, 1)))
        assert synth.played == []
        sounds.play(legs=2)
        cues = [(cue, after_ms) for cue, _, _, after_ms in synth.played]
        assert cues == [
            ("move", 0),
            ("move", LEG_MS),
            ("build", 2 * LEG_MS),
            ("turn", 2 * LEG_MS + sound.CLOSE_MS),
        ]

    @pytest.mark.parametrize("name", keeping.names())
    def test_no_two_cues_of_a_match_that_was_played_begin_at_once(self, page, name):
        """In a row, as they are heard: none is on top of another, and no tone of the end comes
        before the end is told."""
        sounds, synth, arrive = page
        arrive()
        match = Match.open(parse_record(keeping.read(name)))
        for turn in match.game_turns:
            synth.played.clear()
            motions = match.game.view.motions(turn)
            legs = max((len(motion.offsets) - 1 for motion in motions), default=0)
            heard = turn_sounds(match, turn)
            is_end = heard.close is not None and heard.close.cue is not Cue.TURN
            sounds.note(heard)
            sounds.play(legs, holds_close=is_end)
            begun = [after_ms for *_, after_ms in synth.played]
            assert begun == sorted(begun)
            assert all(after - before >= 80 for before, after in pairwise(begun)), synth.played
            assert len(synth.played) > 0
            assert {cue for cue, *_ in synth.played}.isdisjoint({Cue.WIN, Cue.LOSS, Cue.DRAW})
            sounds.close()
            if is_end:
                assert synth.played[-1] == (heard.close.cue, 1, turn.seat, 0.0)

    @pytest.mark.parametrize("cue", [Cue.WIN, Cue.LOSS, Cue.DRAW])
    def test_an_end_that_is_told_at_once_is_heard_at_once(self, page, cue):
        """As after somebody has resigned, or where nothing moves."""
        sounds, synth, arrive = page
        arrive()
        sounds.note(TurnSounds((), Sound(Cue.BUILD, 1, 3), Sound(cue, 1)))
        sounds.play(legs=0)
        assert synth.played == [("build", 3, 1, 0.0), (cue, 1, 1, 0.0)]

    def test_where_nothing_moves_only_what_comes_of_it_is_heard(self, page):
        sounds, synth, arrive = page
        arrive()
        sounds.note(TurnSounds((Sound(Cue.MOVE, 1, 1),), Sound(Cue.BUILD, 1, 3)))
        sounds.note(TurnSounds((Sound(Cue.MOVE, 2, 1), Sound(Cue.MOVE, 2, 2))))
        sounds.play(legs=0)
        assert synth.played == [("build", 3, 1, 0.0), ("move", 1, 2, 0.0)]

    def test_before_the_synthesizer_is_there_nothing_is_kept_but_settings_and_clock(self, page):
        sounds, synth, arrive = page
        sounds.note(TurnSounds((Sound(Cue.MOVE, 1),)))
        sounds.follow(TestClock().running())
        arrive()
        sounds.play(legs=0)
        assert (synth.was_set, synth.warned, synth.played) == ([("soft", True)], [6000.0], [])

    def test_another_loudness_is_heard_and_silence_is_not(self, page):
        sounds, synth, arrive = page
        session = session_after([Navigate(RING, 0.0)])
        sounds.follow(session)
        arrive()
        session = session_after([Command.NEXT_SOUND], session)
        sounds.follow(session)
        assert synth.was_set[-1] == ("full", True)
        assert [cue for cue, *_ in synth.played] == ["turn"]
        sounds.follow(session_after([Command.NEXT_SOUND], session))
        assert synth.was_set[-1] == ("off", True)
        assert len(synth.played) == 1

    def test_a_loudness_that_another_tab_has_chosen_is_not_tried_out_here(self, page):
        sounds, synth, arrive = page
        arrive()
        sounds._window.document.hidden = True
        sounds.follow(Session(settings=Settings(sound="full")))
        assert synth.was_set[-1][0] == "full"
        assert not synth.played


def test_the_synthesizer_has_every_cue():
    text = (STATIC / "sound" / "cues.js").read_text(encoding="utf-8")
    body = text.partition("export const CUES = {")[2]
    assert set(re.findall(r"^  (\w+): \{", body, re.MULTILINE)) == set(Cue)
