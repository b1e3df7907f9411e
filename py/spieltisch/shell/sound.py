"""What is heard and felt: the synthesizer of static/sound/, and when it plays what."""

from typing import Any

from spieltisch.presenters.sounds import Sound, TurnSounds, clock_ms, is_felt
from spieltisch.session.session import Session
from spieltisch.shell.dom import load_script, proxy
from spieltisch.views.scene import LEG_MS

SCRIPT = "static/sound/begin.js"
LOADED = "spieltisch:synth"

CLOSE_MS = 350.0
"""How long after a turn has been heard its close is."""


class Sounds:
    """What is to be heard goes to the synthesizer; before that is there, nothing is heard."""

    def __init__(self, window: Any) -> None:
        self._window = window
        self._synth: Any = None
        self._wanted = ("off", False)
        self._runs_out_ms = 0.0
        self._due: list[TurnSounds] = []

    def load(self) -> None:
        """Fetch the synthesizer: once, when there is time for it."""
        self._window.addEventListener(LOADED, proxy(self._take))
        load_script(self._window, SCRIPT)

    def _take(self, event: Any) -> None:
        self._synth = event.detail
        self._synth.set(*self._wanted)
        self._synth.warn(self._runs_out_ms)

    def follow(self, session: Session) -> None:
        """The settings or the clock may have changed. Another loudness is heard at once."""
        wanted, runs_out_ms = (session.settings.sound, is_felt(session)), clock_ms(session)
        before, self._wanted = self._wanted, wanted
        has_run_ms, self._runs_out_ms = self._runs_out_ms, runs_out_ms
        if self._synth is None:
            return
        if wanted != before:
            self._synth.set(*wanted)
        if wanted[0] not in ("off", before[0]):
            self._play(Sound("turn", 1), 0.0)
        if runs_out_ms != has_run_ms:
            self._synth.warn(runs_out_ms)

    def note(self, heard: TurnSounds) -> None:
        """A turn is to be heard as soon as it is seen."""
        if self._synth is not None:
            self._due.append(heard)

    def play(self, legs: int) -> None:
        """Turns are seen now, the latest with pieces that go so many legs."""
        due, self._due = self._due, []
        for heard in due:
            self._play_turn(heard, legs if heard is due[-1] else 0)

    def _play_turn(self, heard: TurnSounds, legs: int) -> None:
        # Where nothing is seen on its way, what comes of it is all there is to hear.
        if legs or heard.landing is None:
            for leg, sound in enumerate(heard.way[: max(1, legs)]):
                self._play(sound, leg * LEG_MS)
        landed_ms = float(legs * LEG_MS)
        if heard.landing is not None:
            self._play(heard.landing, landed_ms)
        if heard.close is not None:
            self._play(heard.close, landed_ms + CLOSE_MS)

    def _play(self, sound: Sound, after_ms: float) -> None:
        self._synth.play(sound.cue, sound.number, sound.seat, after_ms)
