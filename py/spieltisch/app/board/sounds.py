"""The sounds of a match: cues for the events of a turn, and for a clock that is about to run out.

Games know nothing of sounds. They share their kinds of events (table/turn.py), and cues are given
by kind. A turn without any cue sounds as a move, so that nothing happens in silence. How a cue
sounds is defined in static/sound/cues.js.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from spieltisch.app.board.scene import running_clock
from spieltisch.app.core.message import Frozen
from spieltisch.app.core.session import Session
from spieltisch.play.match import Match
from spieltisch.table import CLOCK, EventKind, Seat, Turn


class Cue(StrEnum):
    """What can be heard; static/sound/cues.js says what it sounds like."""

    MOVE = "move"
    CAPTURE = "capture"
    BUILD = "build"
    CALL = "call"
    MATCH = "match"
    MISS = "miss"
    TURN = "turn"
    CLOCK = "clock"
    LIGHT = "light"
    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"


WAYS: Mapping[EventKind, Cue] = {"moved": Cue.MOVE, "sown": Cue.MOVE}
"""Cues while a piece is on its way, by kind of event."""

LANDINGS: Mapping[EventKind, Cue] = {
    "captured": Cue.CAPTURE,
    "matched": Cue.MATCH,
    "refuted": Cue.MATCH,
    "stood": Cue.MATCH,
    "missed": Cue.MISS,
    "taken-back": Cue.MISS,
    "built": Cue.BUILD,
    "gathered": Cue.BUILD,
    "produced": Cue.BUILD,
}
"""Cues when pieces have come to rest, by kind of event. Of several the first here is heard."""

MOST_STOPS = 5
"""How many stops of a piece's way are heard at most."""


class Sound(Frozen):
    cue: Cue
    seat: Seat
    """Whose doing it is."""
    number: int = 1
    """Which stop of a way, which of a seat's words, how high it is built, how many were matched."""


class TurnSounds(Frozen):
    way: tuple[Sound, ...]
    """Heard one after the other while a piece goes from stop to stop."""
    landing: Sound | None = None
    """Heard when all pieces have come to rest."""
    close: Sound | None = None
    """Heard after all else: how the match has ended, or that it is a person's turn."""


def turn_sounds(match: Match, turn: Turn, *, is_new: bool = True) -> TurnSounds:
    """The sounds of a turn for the people at this table. A turn that is not new but only looked at
    has no ``close``."""
    way, landing = tuple(_way(match, turn)), None
    told = {event.kind: event for event in reversed(turn.events)}
    kind = next((kind for kind in LANDINGS if kind in told), None)
    if kind is not None:
        landing = Sound(LANDINGS[kind], told[kind].seat, told[kind].count)
    if not way and landing is None:
        way = (Sound(Cue.MOVE, turn.seat),)
    if not is_new:
        return TurnSounds(way, landing)
    end = _end(match, turn)
    is_called = any(sound.cue is Cue.CALL for sound in way)
    if end is None and not is_called and _is_told_to_play(match, turn):
        end = Cue.TURN
    return TurnSounds(way, landing, None if end is None else Sound(end, turn.seat))


def clock_ms(session: Session) -> float | None:
    """When the clock on screen will have run out, by the page's clock; None if none runs."""
    clock, match = running_clock(session), session.match
    if clock is None or session.table is None or session.table.timing.paused_at_ms is not None:
        return None
    is_bots = match is not None and match.bot_level(match.running_seat or CLOCK) is not None
    return None if is_bots else clock.until_ms


def is_felt(session: Session) -> bool:
    """Whether the device vibrates along with sounds: for people who play, not for mere watchers."""
    match = session.match
    return session.settings.vibration == "on" and (match is None or bool(match.people))


def _way(match: Match, turn: Turn) -> Iterator[Sound]:
    for event in turn.events:
        if event.kind == "called":
            shouts, called = match.game.shouts, 1
            for number, word in enumerate(shouts.words if shouts else (), start=1):
                if shouts and shouts.meaning(turn.before, turn.seat, word) == turn.action:
                    called = number
                    break
            yield Sound(Cue.CALL, turn.seat, called)
        elif event.kind in WAYS:
            stops = min(MOST_STOPS, max(1, len(event.sites) - 1))
            for stop in range(1, stops + 1):
                yield Sound(WAYS[event.kind], turn.seat, stop)


def _end(match: Match, turn: Turn) -> Cue | None:
    """How the match has ended for the people at this table; if none of them plays, as a win."""
    kinds = {event.kind for event in turn.events}
    if "drawn" in kinds:
        return Cue.DRAW
    if "lost" in kinds:
        return Cue.LOSS
    if "won" not in kinds:
        return None
    winners = {event.seat for event in turn.events if event.kind == "won"}
    return Cue.WIN if not match.people or winners & match.people else Cue.LOSS


def _is_told_to_play(match: Match, turn: Turn) -> bool:
    """Whether a bot, or a person on another device, has acted and now one person here may; in a
    race everybody knows that they may."""
    position, shouts = turn.after, match.game.shouts
    seats = position.active_seats - {CLOCK}
    is_ours = match.bot_level(turn.seat) is None and not match.is_elsewhere(turn.seat)
    if is_ours or len(seats) != 1 or not match.is_human(min(seats)):
        return False
    if shouts is not None and shouts.is_heard(position):
        return False
    return match.rules.automatic_action(position) is None
