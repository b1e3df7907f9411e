"""Reviews that are kept with their matches, so that no position is evaluated twice."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from zlib import crc32

from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId
from spieltisch.table import Evaluation, Prospect, format_record, seat_for
from spieltisch.table.codec import codec, json_of, read_whole


class OtherMatchError(ValueError):
    """A sound review, but not of this match as it is."""


MAX_REVIEW = 2_000_000
"""Letters of a review, as in a file: up to 160 for each turn of the longest match."""


@dataclass(frozen=True)
class KeptReview:
    """A review as it is kept in storage; its text is None if it is to be erased."""

    match_id: MatchId
    text: str | None


@dataclass(frozen=True)
class _Review:
    of: int
    """The stamp of the match."""
    asked: bool
    """Whether a person has asked for it; the curve at a match's end needs one anyway."""
    found: tuple[Prospect | None, ...]
    """About the position before each turn."""


_REVIEW = codec(_Review, ignores_more=True)


def format_review(match: Match, evaluations: Iterable[Evaluation | None], *, is_asked: bool) -> str:
    """A review of a match that is over as JSON text, from what was found about the position before
    each turn."""
    found = tuple(None if one is None else one.prospects[0] for one in evaluations)
    return json.dumps(_REVIEW.write(_Review(_stamp(match), is_asked, found)))


def check_review(text: str) -> None:
    """Raise ValueError for what is no review of any match."""
    read_whole(json_of(text, MAX_REVIEW), _REVIEW, "the review")


def parse_review(text: str, match: Match) -> tuple[Mapping[int, Evaluation], bool]:
    """The inverse of format_review: what was found, by how many turns had been played, and whether
    a person had asked for it. Raises OtherMatchError for a review of another match, or of this one
    before it was changed, and ValueError for a damaged one."""
    value = json_of(text, MAX_REVIEW)
    found = value.get("found") if isinstance(value, dict) else None
    # Before each of them is looked at: there may be a million.
    is_other = isinstance(found, list) and len(found) != len(match.turns)
    if is_other or (review := read_whole(value, _REVIEW, "the review")).of != _stamp(match):
        raise OtherMatchError("not a review of this match as it is now")
    # Few of all actions are different ones.
    for action in {action for one in review.found if one for action in one.variation}:
        match.rules.parse_action(action)
    known = {ply: _evaluation(match, ply, one) for ply, one in enumerate(review.found) if one}
    return known, review.asked


def _evaluation(match: Match, ply: int, found: Prospect) -> Evaluation:
    position = match.position_at(ply)
    return Evaluation(position, seat_for(position), (found,), is_final=False)


def _stamp(match: Match) -> int:
    """A checksum of a match and all its turns."""
    return crc32(format_record(match.record).encode())
