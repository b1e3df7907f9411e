"""What is tried out in matches, as text: the tab keeps it until it is left, but no match has it.

So a variation is there again after a step back and forth, and after a reload. Where another turn
was played in the meantime, it no longer fits, and is dropped.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, TypeAlias

from spieltisch.app.match.state import Variation
from spieltisch.play.match import Match
from spieltisch.table import Record, action_of
from spieltisch.table.codec import codec, parse
from spieltisch.table.marks import COUNT
from spieltisch.table.record import MAX_LENGTH

MOST_TRIED = 8
"""In so many matches, those of the last variations, what is tried out is kept."""

Tried: TypeAlias = Mapping[str, str]
"""Variations as text, the latest last: by the id of the match, or by its link if it is not kept, as
its id is a new one after a reload."""


@dataclass(frozen=True)
class _Stored:
    branch: Annotated[int, COUNT]
    """How many turns of the match come before the variation."""
    position: str
    """The text of the position after them."""
    record: Record
    """The variation's own turns, as if it began there."""
    shown: Annotated[int, COUNT]
    """How many turns, of both, were shown."""


_STORED, _TRIED = codec(_Stored, ignores_more=True), codec(Mapping[str, str])


def format_variation(variation: Variation) -> str:
    """A variation as text: where it branches off, its own turns, and which moment is on screen."""
    match, branch = variation.match, variation.branch
    entries = tuple(turn.entry for turn in match.turns[branch:])
    position = match.rules.format_position(match.position_at(branch))
    record = Record(match.setup, entries)
    return json.dumps(_STORED.write(_Stored(branch, position, record, match.shown)))


def parse_variation(text: str, played: Match) -> tuple[Match, int]:
    """The variation of a match and where it branches off; raises ValueError for a damaged text, and
    where the match has gone on otherwise."""
    stored = parse(text, MAX_LENGTH, _STORED, "the variation")
    branch, record = stored.branch, stored.record
    # Other people may play in it, and no clock runs.
    theirs = replace(played.setup, clock=None, players=record.setup.players)
    match = replace(played, setup=record.setup, turns=played.turns.cut(branch)).show(branch)
    is_there = branch <= len(played.turns) and record.setup == theirs
    if not is_there or match.rules.format_position(match.position) != stored.position:
        raise ValueError("the match has gone on otherwise")
    for entry in record.entries:
        match = match.play(
            entry.seat,
            action_of(match.rules, match.setup, match.position, entry, None),
            entry.at_ms,
        )
    if stored.shown > len(match.turns):
        raise ValueError(f"shown is {stored.shown} of {len(match.turns)} turns")
    return match.show(stored.shown), branch


def format_tried(tried: Tried) -> str:
    return json.dumps(dict(tried))


def parse_tried(text: str | None) -> Tried:
    """The inverse of format_tried; nothing for a damaged text, as a variation is no match."""
    try:
        return parse(text or "{}", MOST_TRIED * MAX_LENGTH, _TRIED, "what is tried out")
    except ValueError:
        return {}
