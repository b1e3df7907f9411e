"""How long each moment of a match stays on screen while the match is played back."""

from spieltisch.play.match import Match, seen_ms

REST_MS = {"slow": 1800.0, "normal": 800.0, "fast": 200.0}
"""How long a moment stays once the turn that led to it has been seen, by speed."""

AS_PLAYED = "as-played"
"""The speed at which turns follow each other as they did when the match was played."""

LONGEST_MS = 15_000.0
"""The longest stay of a moment: somebody may have thought for an hour."""


def can_play_back(match: Match) -> bool:
    """Whether a match can be played back: once it is over, so that no race goes on meanwhile."""
    return match.is_over and match.shown > 0


def has_times(match: Match) -> bool:
    """Whether it is known when each turn was played: some records have no times."""
    last = match.last_turn
    return last is not None and last.at_ms > 0


def speeds_of(match: Match) -> tuple[str, ...]:
    """The speeds at which a match can be played back."""
    return (*REST_MS, AS_PLAYED) if has_times(match) else tuple(REST_MS)


def speed_for(match: Match, wanted: str) -> str:
    """The wanted speed, if the match can be played back at it."""
    return wanted if wanted in speeds_of(match) else "normal"


def stay_ms(match: Match, ply: int, speed: str) -> float:
    """How long the moment after so many turns stays on screen, once it has come there, at one of
    ``speeds_of``; at least one more turn follows."""
    turn = match.turns[ply - 1] if ply else None
    if speed == AS_PLAYED and turn is not None:
        gap_ms = match.turns[ply].at_ms - turn.at_ms
        return float(max(0, min(gap_ms, LONGEST_MS)))
    rest_ms = REST_MS[speed_for(match, "normal" if speed == AS_PLAYED else speed)]
    return rest_ms if turn is None else seen_ms(match, turn) + rest_ms
