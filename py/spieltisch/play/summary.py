"""What a list shows of a kept match: enough to recognize it and to draw its board without a replay.

A summary is kept beside its match and follows from it, except for the name and the wall clock's
times.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from spieltisch.games import catalog
from spieltisch.play.call_figures import figures_of, format_figures, parse_figures
from spieltisch.play.codec import clean_name, linkable
from spieltisch.play.match import Match
from spieltisch.table import CLOCK, Outcome, RecordError, Seat, Setup
from spieltisch.table.record import (
    MAX_NUMBER,
    members_of,
    parse_json,
    setup_from_json,
    setup_to_json,
    typed,
    whole_number,
)

MatchId: TypeAlias = str
"""The name under which a match is kept: ID_LENGTH small letters and digits. No rule knows it."""

FEW_BRACKETS = 50
"""A text with more may be nested so deeply that only parse_json reads it safely."""

HALF = re.compile(r"[\ud800-\udfff]")
"""Half a character, which only parse_json refuses."""

LAST_MOMENT = 8_640_000_000_000_000
"""The last millisecond since 1970 that JavaScript has a date for."""

ID_LENGTH = 12
MAX_SUMMARY_LENGTH = 1_000_000
"""Letters of a summary: the position of a match that is over has all positions before it."""

_ID = re.compile(f"[a-z0-9]{{{ID_LENGTH}}}")


@dataclass(frozen=True)
class Summary:
    """A kept match in a list.

    Attributes:
        id: the match's.
        setup: how it began.
        name: what a person called it; empty if nobody did.
        begun_ms, played_ms: when it began and when it was last played, in milliseconds since 1970.
        length: how many turns count.
        lasted_ms: how long after the beginning the last of them was played, by the match's clock.
        board: the text of the position after them, see shown_board.
        awaits: the seats that may act there, in order, without the clock.
        outcome: how the match ended; None while it goes on.
        helps, here: as in Match.
        calls: the figures of people's calls if the match is over; see play/call_figures.py.
    """

    id: MatchId
    setup: Setup
    name: str
    begun_ms: int
    played_ms: int
    length: int
    lasted_ms: int
    board: str
    awaits: tuple[Seat, ...]
    outcome: Outcome | None
    helps: int = 0
    calls: str = ""
    here: frozenset[Seat] = frozenset()

    @property
    def people(self) -> frozenset[Seat]:
        """The seats of people on this device."""
        return self.setup.people | self.here

    @property
    def own_seat(self) -> Seat | None:
        """The seat of the one person who plays; None if several do, on whatever device, or none."""
        people = self.setup.people
        return min(people) if len(people) == 1 else None


_OPTIONAL = frozenset({"here"})
_REQUIRED = set(Summary.__dataclass_fields__) - _OPTIONAL


def is_match_id(text: str) -> bool:
    """Whether a match may be kept under this name."""
    return _ID.fullmatch(text) is not None


def summary_of(
    match: Match, match_id: MatchId, *, begun_ms: int, played_ms: int, name: str = ""
) -> Summary:
    """The summary of a match as it is now; arguments as the attributes of Summary."""
    position, last = match.position, match.last_turn
    return Summary(
        id=match_id,
        setup=match.setup,
        name=name,
        begun_ms=begun_ms,
        played_ms=played_ms,
        length=match.shown,
        lasted_ms=0 if last is None else last.at_ms,
        board=shown_board(match),
        awaits=tuple(sorted(position.active_seats - {CLOCK})),
        outcome=position.outcome,
        helps=match.helps,
        calls=_calls(match),
        here=match.here,
    )


def shown_board(match: Match) -> str:
    """The position that lists draw and know a match by, as text. If the match is over, the past is
    included, as the outcome may follow from it."""
    rules, position = match.rules, match.position
    return rules.format_position(position) if match.is_over else rules.format_picture(position)


def _calls(match: Match) -> str:
    """The call figures, computed once at the end of a match: statistics are about thousands."""
    shouts = match.game.shouts
    if shouts is None or not match.is_over:
        return ""
    calls = shouts.timed_calls(match.turns[: match.shown])
    return format_figures(figures_of(call for call in calls if match.is_human(call.seat)))


def format_summary(summary: Summary) -> str:
    """The summary as JSON text."""
    fields: dict[str, object] = {
        "id": summary.id,
        "setup": setup_to_json(summary.setup),
        "name": summary.name,
        "begun_ms": summary.begun_ms,
        "played_ms": summary.played_ms,
        "length": summary.length,
        "lasted_ms": summary.lasted_ms,
        "board": summary.board,
        "awaits": summary.awaits,
        "outcome": _outcome_to_json(summary.outcome),
        "helps": summary.helps,
        "calls": summary.calls,
    }
    if summary.here:
        fields["here"] = sorted(summary.here)
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def parse_summary(text: str) -> Summary:
    """The inverse of format_summary; raises ValueError."""
    try:
        # Only we write summaries, and a start reads thousands: use the faster parser if it is safe.
        is_shallow = text.count("[") + text.count("{") <= FEW_BRACKETS
        is_plain = is_shallow and "\\u" not in text and not HALF.search(text)
        value = json.loads(text) if is_plain else parse_json(text, MAX_SUMMARY_LENGTH)
    except ValueError as error:
        raise RecordError(f"not JSON: {error}") from None
    # Members that a later version has added are ignored.
    members = typed(value, dict, "the summary").items()
    known = {name: one for name, one in members if name in Summary.__dataclass_fields__}
    fields = members_of(known, "the summary", _REQUIRED, _OPTIONAL)
    match_id = typed(fields["id"], str, "id")
    if not is_match_id(match_id):
        raise RecordError(f"id {match_id!r} is no match's")
    setup = _setup(fields["setup"])
    return Summary(
        id=match_id,
        setup=setup,
        name=clean_name(typed(fields["name"], str, "name")),
        begun_ms=_moment(fields["begun_ms"], "begun_ms"),
        played_ms=_moment(fields["played_ms"], "played_ms"),
        length=_count(fields["length"], "length"),
        lasted_ms=_count(fields["lasted_ms"], "lasted_ms"),
        board=typed(fields["board"], str, "board"),
        awaits=_seats(fields["awaits"], "awaits", setup),
        outcome=_outcome_from_json(fields["outcome"], setup),
        helps=_count(fields["helps"], "helps"),
        calls=_figures(fields["calls"]),
        here=frozenset(_seats(fields.get("here", []), "here", setup)),
    )


def _setup(value: object) -> Setup:
    """The set-up of a match that this program can play, with players fit to be shown."""
    setup = setup_from_json(value)
    catalog.game_of(setup.game).info.check(setup)
    fit = linkable(setup)
    for one, other in zip(setup.players, fit.players, strict=True):
        if one.controller != other.controller:
            raise RecordError(f"{one.controller!r} acts for no seat of {setup.game}")
    return fit


def _figures(value: object) -> str:
    text = typed(value, str, "calls")
    try:
        parse_figures(text)
    except ValueError as error:
        raise RecordError(f"calls: {error}") from None
    return text


def _outcome_to_json(outcome: Outcome | None) -> dict[str, object] | None:
    if outcome is None:
        return None
    return {
        "winners": sorted(outcome.winners),
        "reason": outcome.reason,
        "scores": outcome.scores,
    }


def _outcome_from_json(value: object, setup: Setup) -> Outcome | None:
    if value is None:
        return None
    fields = members_of(value, "outcome", {"winners", "reason", "scores"})
    scores = fields["scores"]
    return Outcome(
        frozenset(_seats(fields["winners"], "outcome.winners", setup)),
        typed(fields["reason"], str, "outcome.reason"),
        None if scores is None else _scores(scores, setup),
    )


def _scores(value: object, setup: Setup) -> tuple[int, ...]:
    where = "outcome.scores"
    scores: Sequence[object] = typed(value, list, where)
    if len(scores) != setup.seats:
        raise RecordError(f"{where} has {len(scores)} for {setup.seats} seats")
    return tuple(whole_number(score, where, -MAX_NUMBER, MAX_NUMBER) for score in scores)


def _seats(value: object, where: str, setup: Setup) -> tuple[Seat, ...]:
    seats: Sequence[object] = typed(value, list, where)
    return tuple(whole_number(seat, where, 1, setup.seats) for seat in seats)


def _moment(value: object, where: str) -> int:
    return whole_number(value, where, 0, LAST_MOMENT)


def _count(value: object, where: str) -> int:
    return whole_number(value, where, 0, MAX_NUMBER)
