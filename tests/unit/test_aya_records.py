"""Whole matches of AYA, kept as records: each must go on to the end that is kept beside it.

``records/ends/<name>.json`` holds the outcome and the trace of the last position.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spieltisch.games.aya.rules.events import KINDS
from spieltisch.games.aya.rules.info import INFO
from spieltisch.games.aya.rules.rules import RULES
from spieltisch.table import format_record, parse_record, replay
from spieltisch.table.turn import Ending

RECORDS = Path(__file__).parents[1] / "records"
NAMES = sorted(path.stem for path in RECORDS.glob("aya-*.json"))


def read(name):
    return parse_record((RECORDS / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_played_to_its_end(name):
    text = (RECORDS / f"{name}.json").read_text(encoding="utf-8")
    record = read(name)
    assert format_record(record) + "\n" == text
    *_, last = replay(RULES, record)
    outcome = last.after.outcome
    assert outcome is not None
    end = json.loads((RECORDS / "ends" / f"{name}.json").read_text(encoding="utf-8"))
    assert RULES.trace(last.after) == end["trace"]
    told = {
        "winners": sorted(outcome.winners),
        "reason": outcome.reason,
        "scores": list(outcome.scores or ()),
    }
    assert told == end["outcome"]


def test_every_record_has_its_end_and_every_variant_and_edition_its_record():
    assert sorted(path.stem for path in (RECORDS / "ends").glob("aya-*.json")) == NAMES
    played = {(s.variant, s.edition) for s in (read(name).setup for name in NAMES)}
    assert played == {(v, e) for v in INFO.variants for e in INFO.editions}


def test_the_records_show_everything_that_can_happen():
    happened = set()
    reasons = set()
    for name in NAMES:
        record = read(name)
        for step in replay(RULES, record):
            for event in step.events:
                if isinstance(event, Ending):
                    happened.add(event.kind)
                    continue
                happened.add(event.kind)
                happened.add((event.kind, event.call) if event.call else event.kind)
                happened.add((event.kind, len(event.sites)) if event.sites else event.kind)
                happened.add((event.kind, "late") if event.has_expired else event.kind)
                happened.add((event.kind, "several") if len(event.cards) > 1 else event.kind)
                happened.add((event.kind, "overlooked") if event.overlooked else event.kind)
        reasons.add(step.after.outcome.reason)
    assert happened >= KINDS
    assert {
        ("called", "aya"),
        ("called", "oye"),
        ("called", "refute"),
        ("moved", 2),
        ("moved", 4),
        ("missed", "late"),
        ("stood", "late"),
        ("stood", "overlooked"),
        ("matched", "several"),
    } <= happened
    assert reasons == {
        "no-cards",
        "all-open-cards",
        "last-card",
        "three-idle-turns",
        "all-won",
        "stock-turned-over",
        "aya-master",
        "run-broken",
    }
