"""Reviews that are kept with their matches, so that no position is evaluated twice."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId
from spieltisch.table import Evaluation, format_record, seat_for
from spieltisch.table.record import parse_json


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
        ValueError: the text is damaged, or is about another match, or about this one before it was
            changed.
    """
    fields = parse_json(text)
    try:
        stamp, is_asked, found = fields["of"], fields["asked"], fields["found"]
        if stamp != _stamp(match) or len(found) != len(match.turns):
            raise ValueError("not a review of this match")
        known = {ply: _evaluation(match, ply, one) for ply, one in enumerate(found) if one}
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"not a review: {error}") from None
    return known, bool(is_asked)


def _evaluation(match: Match, ply: int, fields: Any) -> Evaluation:
    expected, ends_in, variation = fields
    is_known = isinstance(expected, int | float) and 0 <= expected <= 1
    if not is_known or not (ends_in is None or isinstance(ends_in, int)):
        raise ValueError(f"not an evaluation: {fields!r}")
    actions = tuple(map(str, variation))
    for action in actions:
        match.rules.parse_action(action)
    position = match.position_at(ply)
    seat = seat_for(position)
    return Evaluation(position, seat, float(expected), ends_in, actions, is_final=False)


def _stamp(match: Match) -> int:
    """A checksum of a match and all its turns."""
    return crc32(format_record(match.record).encode())
