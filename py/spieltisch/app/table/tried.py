"""What is tried out in matches, as text: the tab keeps it until it is left, but no match has it.

So a variation is there again after a step back and forth, and after a reload. Where another turn
was played in the meantime, it no longer fits, and is dropped.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from spieltisch.app.table.state import Variation
from spieltisch.play.match import Match
from spieltisch.table import Record
from spieltisch.table.record import (
    MAX_LENGTH,
    parse_json,
    record_from_json,
    record_to_json,
    typed,
    whole_number,
)

MOST_TRIED = 8
"""In so many matches, those of the last variations, what is tried out is kept."""

Tried: TypeAlias = Mapping[str, str]
"""Variations as text, the latest last: by the id of the match, or by its link if it is not kept, as
its id is a new one after a reload."""


def format_variation(variation: Variation) -> str:
    """A variation as text: where it branches off, its own turns, and which moment is on screen."""
    match, branch = variation.match, variation.branch
    entries = tuple(turn.entry for turn in match.turns[branch:])
    fields: dict[str, object] = {
        "branch": branch,
        "position": match.rules.format_position(match.position_at(branch)),
        "record": record_to_json(Record(match.setup, entries)),
        "shown": match.shown,
    }
    return json.dumps(fields)


def parse_variation(text: str, played: Match) -> tuple[Match, int]:
    """The variation of a match and where it branches off; raises ValueError for a damaged text, and
    where the match has gone on otherwise."""
    fields = typed(parse_json(text, MAX_LENGTH), dict, "the variation")
    branch = whole_number(fields.get("branch"), "branch", 0, len(played.turns))
    record = record_from_json(fields.get("record"))
    # Other people may play in it, and no clock runs.
    theirs = replace(played.setup, clock=None, players=record.setup.players)
    match = replace(played, setup=record.setup, turns=played.turns.cut(branch)).show(branch)
    if record.setup != theirs or match.rules.format_position(match.position) != fields.get(
        "position"
    ):
        raise ValueError("the match has gone on otherwise")
    for entry in record.entries:
        match = match.play(entry.seat, match.rules.parse_action(entry.action), entry.at_ms)
    return match.show(whole_number(fields.get("shown"), "shown", 0, len(match.turns))), branch


def format_tried(tried: Tried) -> str:
    return json.dumps(dict(tried))


def parse_tried(text: str | None) -> Tried:
    """The inverse of format_tried; nothing for a damaged text, as a variation is no match."""
    try:
        fields = typed(parse_json(text or "{}", MOST_TRIED * MAX_LENGTH), dict, "what is tried out")
        return {key: typed(one, str, key) for key, one in fields.items()}
    except ValueError:
        return {}
