"""Sound and vibration: loads the synthesizer of static/sound/ and tells it when to play what."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from spieltisch.app.board.sounds import Cue, Sound, TurnSounds, clock_ms, is_felt
from spieltisch.app.core.session import Session
from spieltisch.kit.scene import LEG_MS
from spieltisch.shell.animation import light_ms
from spieltisch.shell.site_files import LateScript

SCRIPT = "static/sound/begin.js"
LOADED = "spieltisch:synth"

CLOSE_MS = 350.0
"""How long after its pieces have landed it is heard that it is a person's turn. How the match has
ended is heard when it is told."""


class Sounds:
    """Hands sounds to the synthesizer; until that has loaded, nothing is heard."""

    def __init__(self, window: Any, on_missing: Callable[[], None]) -> None:
        self._window = window
        self._script = LateScript(window, SCRIPT, LOADED, self._begin, on_missing)
        self._wanted = ("off", False)
        self._runs_out_ms: float | None = None
        self._due: list[TurnSounds] = []
        self._held: Sound | None = None

    def load(self) -> None:
        """Fetch the synthesizer: once, when there is time for it."""
        self._script.load()

    @property
    def _synth(self) -> Any:
        return self._script.handed

    def _begin(self) -> None:
        self._synth.set(*self._wanted)
        self._synth.warn(self._runs_out_ms or 0.0)

    def follow(self, session: Session) -> None:
        """Pass on changed settings and clocks; a new volume is tried out at once by a sound,
        but not where nobody chose it: another tab did."""
        wanted, runs_out_ms = (session.settings.sound, is_felt(session)), clock_ms(session)
        before, self._wanted = self._wanted, wanted
        has_run_ms, self._runs_out_ms = self._runs_out_ms, runs_out_ms
        if self._synth is None:
            return
        if wanted != before:
            self._synth.set(*wanted)
        if wanted[0] not in ("off", before[0]) and not self._window.document.hidden:
            self._play(Sound(Cue.TURN, 1), 0.0)
        if runs_out_ms != has_run_ms:
            self._synth.warn(runs_out_ms or 0.0)

    def note(self, heard: TurnSounds) -> None:
        """Keep a turn's sounds until the turn is seen."""
        if self._synth is not None:
            self._due.append(heard)

    def call(self) -> None:
        """Call back who has looked away: play the turns now, as no frame is drawn for them."""
        if self._synth is not None:
            self._synth.call()
            self.play(0)

    def play(self, legs: int, lights: int = 0, *, holds_close: bool = False) -> None:
        """Play the turns, which are seen now; the pieces of the latest go so many legs, so many
        lights follow, and where that is held, how the match has ended is heard when it is told."""
        due, self._due = self._due, []
        for heard in due[:-1]:
            self._play_turn(heard, 0)
        for heard in due[-1:]:
            self._held = heard.close if holds_close else None
            self._play_turn(replace(heard, close=None) if holds_close else heard, legs)
            for number in range(lights):
                at_ms = light_ms(legs * LEG_MS, number)
                self._play(Sound(Cue.LIGHT, 1, number + 1), at_ms)

    def close(self) -> None:
        """Play how the match has ended: it is told now."""
        held, self._held = self._held, None
        if held is not None:
            self._play(held, 0.0)

    def _play_turn(self, heard: TurnSounds, legs: int) -> None:
        # If no way is shown, only the landing is heard, if there is one.
        if legs or heard.landing is None:
            for leg, sound in enumerate(heard.way[: max(1, legs)]):
                self._play(sound, leg * LEG_MS)
        landed_ms = float(legs * LEG_MS)
        if heard.landing is not None:
            self._play(heard.landing, landed_ms)
        if heard.close is not None:
            is_turn = heard.close.cue is Cue.TURN
            self._play(heard.close, landed_ms + (CLOSE_MS if is_turn else 0.0))

    def _play(self, sound: Sound, after_ms: float) -> None:
        self._synth.play(sound.cue.value, sound.number, sound.seat, after_ms)
