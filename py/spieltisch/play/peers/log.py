"""The log of a match: its turns, by the number of those before them.

Both ends verify every turn with their own rules. What does not fit is refused as a whole; it
changes nothing.
"""

from collections.abc import Collection
from hashlib import sha256

from spieltisch.play.match import Match
from spieltisch.play.peers.protocol import MAX_TURNS_AT_ONCE, Turns
from spieltisch.play.record_link import MAX_TURNS
from spieltisch.play.summary import MatchId
from spieltisch.table import Seat, Turn

_DIGEST_LENGTH = 16


class RefusedError(ValueError):
    """Turns that do not fit.

    Attributes:
        number: which of the match's turns, counted from 1.
        kind: as in ``Refused.why``.
    """

    def __init__(self, number: int, kind: str) -> None:
        super().__init__(f"turn {number} is refused because of its {kind}")
        self.number = number
        self.kind = kind


class GapError(ValueError):
    """Turns that come before these have not come yet."""


def digest(match: Match, length: int) -> str:
    """The position after so many turns, all that it remembers included, as 16 hexadecimal digits:
    who plays on from another one is found out at once."""
    text = match.rules.format_position(match.position_at(length))
    return sha256(text.encode()).hexdigest()[:_DIGEST_LENGTH]


def tail(match: Match, match_id: MatchId, round_: int, start: int) -> tuple[Turns, ...]:
    """What is to be sent to somebody who knows so many turns."""
    starts = range(start, match.shown, MAX_TURNS_AT_ONCE)
    return tuple(_piece(match, match_id, round_, first) for first in starts)


def _piece(match: Match, match_id: MatchId, round_: int, start: int) -> Turns:
    end = min(match.shown, start + MAX_TURNS_AT_ONCE)
    turns = tuple(map(_told, match.turns[start:end]))
    return Turns(match_id, round_, start, digest(match, start), turns)


def _told(turn: Turn) -> tuple[Seat, str]:
    return turn.seat, turn.entry.action


def with_turns(match: Match, sent: Turns, seats: Collection[Seat], at_ms: int) -> Match:
    """The match with turns that were sent; the very same one where it has them all.

    Args:
        match: as it is known here. What was taken back does not count.
        sent: the turns.
        seats: for which seats the sender may act. An action that nobody chooses (the rules'
            ``automatic_action``) may come from anybody.
        at_ms: when, by the match's clock.

    Raises:
        GapError: turns before these are missing.
        RefusedError: they do not fit.
    """
    if sent.start > match.shown:
        raise GapError(f"turns from {sent.start} on, where {match.shown} are known")
    if digest(match, sent.start) != sent.before:
        raise RefusedError(sent.start + 1, "position")
    for number, (seat, text) in enumerate(sent.turns, start=sent.start + 1):
        if number > match.shown:
            match = _with_turn(match, number, seat, text, seats, at_ms)
        elif _told(match.turns[number - 1]) != (seat, text):
            raise RefusedError(number, "position")
    return match


def _with_turn(
    match: Match, number: int, seat: Seat, text: str, seats: Collection[Seat], at_ms: int
) -> Match:
    position, rules = match.position, match.rules
    try:
        action = rules.parse_action(text)
        played = match.play(seat, action, at_ms)
    except ValueError as error:
        raise RefusedError(number, "action") from error
    if rules.format_action(action) != text or number > MAX_TURNS:
        raise RefusedError(number, "action")
    if seat not in seats and rules.automatic_action(position) != (seat, action):
        raise RefusedError(number, "seat")
    return played
