"""Every game's matches travel as links: packed, checked and recomputed (docs/rules.md, Links)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from spieltisch.play.codec import linkable
from spieltisch.play.record_link import decode_match, encode_record
from spieltisch.table import Record, format_record, parse_record
from tests.conformance.matches import SETUPS, match_of, over

MATCH_ID = "0a1b2c3d4e5f"
LONGEST = 500
"""So long a fragment may be after sixty turns: what any messenger sends whole."""


def timeless(record: Record) -> Record:
    """The record without what a link leaves out, or tells in hundredths of a second alone."""
    entries = tuple(replace(entry, at_ms=0) for entry in record.entries)
    return Record(linkable(record.setup), entries)


@cache
def code_of(setup):
    return encode_record(match_of(setup), MATCH_ID)


@cache
def linked_match(setup):
    return decode_match(code_of(setup))


@over(SETUPS)
def test_a_link_is_its_match(setup):
    record, linked = match_of(setup), linked_match(setup)
    assert linked.match_id == MATCH_ID
    assert timeless(linked.record) == timeless(record)
    for ours, theirs in zip(linked.record.entries, record.entries, strict=True):
        assert ours.at_ms in (0, theirs.at_ms // 10 * 10)
    assert parse_record(format_record(linked.record)) == linked.record
    assert encode_record(linked.record, MATCH_ID) == code_of(setup)


@over(SETUPS)
def test_sixty_turns_are_short_enough_to_be_sent(setup):
    record = match_of(setup).cut(60)
    named = tuple(
        replace(player, name=name)
        for player, name in zip(
            record.setup.all_players, ("Annabella", "Bo", "Zoë", "Dörthe", "李", "F"), strict=False
        )
    )
    record = Record(replace(record.setup, players=named), record.entries)
    assert len("#/record/" + encode_record(record, MATCH_ID)) < LONGEST


@over(SETUPS)
def test_a_match_grows_in_its_link_turn_by_turn(setup):
    """Whoever has seen a match before finds it again as the beginning of the longer one."""
    whole, long = match_of(setup), linked_match(setup).record
    for length in {0, 1, len(whole.entries) // 2}:
        short = decode_match(encode_record(whole.cut(length))).record
        assert timeless(short) == timeless(long.cut(length))
