"""Reviews that are kept with their matches, so that no position is evaluated twice."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from zlib import crc32

from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId
from spieltisch.table import Evaluation, RecordError, format_record, seat_for
from spieltisch.table.record import parse_json, real_number, typed, whole_number

MOST_ACTIONS = 1000
"""No search proves an end that is further away."""


class OtherMatchError(ValueError):
    """A sound review, but not of this match as it is."""


MAX_LENGTH = 4_000_000
"""Letters of a review: up to a hundred for each turn of a very long match."""


@dataclass(frozen=True)
class KeptReview:
    """A review as it is kept in storage; its text is None if it is to be erased."""

    match_id: MatchId
    text: str | None


def format_review(match: Match, evaluations: Iterable[Evaluation | None], *, is_asked: bool) -> str:
    """A review as JSON text.

    Args:
        match: the match, which is over.
        evaluations: what was found about the position before each of its turns.
        is_asked: whether a person has asked for it; the curve at a match's end needs one anyway.
    """
    found = [one and [one.win_probability, one.ends_in, list(one.variation)] for one in evaluations]
    return json.dumps({"of": _stamp(match), "asked": is_asked, "found": found})


def parse_review(text: str, match: Match) -> tuple[Mapping[int, Evaluation], bool]:
    """The inverse of format_review: what was found, by how many turns had been played, and whether
    a person had asked for it.

    Raises:
        OtherMatchError: it is about another match, or about this one before it was changed.
        ValueError: the text is damaged.
    """
    fields = typed(parse_json(text, MAX_LENGTH), dict, "the review")
    is_asked = fields.get("asked")
    if not isinstance(is_asked, bool):
        raise RecordError("asked is neither true nor false")
    found: list[object] = typed(fields.get("found"), list, "found")
    if typed(fields.get("of"), int, "of") != _stamp(match) or len(found) != len(match.turns):
        raise OtherMatchError("not a review of this match as it is now")
    known = {ply: _evaluation(match, ply, one) for ply, one in enumerate(found) if one is not None}
    return known, is_asked


def _evaluation(match: Match, ply: int, value: object) -> Evaluation:
    where = f"found[{ply}]"
    fields: list[object] = typed(value, list, where)
    if len(fields) != 3:
        raise RecordError(f"{where} is no evaluation")
    chance, ends_in, variation = fields
    if ends_in is not None:
        ends_in = whole_number(ends_in, where, 0, MOST_ACTIONS)
    actions = tuple(typed(one, str, where) for one in typed(variation, list, where))
    if not actions:
        raise RecordError(f"{where} has no action")
    for action in actions:
        match.rules.parse_action(action)
    position = match.position_at(ply)
    seat = seat_for(position)
    chance = real_number(chance, where, 0, 1)
    return Evaluation(position, seat, chance, ends_in, actions, is_final=False)


def _stamp(match: Match) -> int:
    """A checksum of a match and all its turns."""
    return crc32(format_record(match.record).encode())
