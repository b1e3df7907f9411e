"""Whole matches of Myra, kept as records: each must go on as the plain engine says, and end so."""

from __future__ import annotations

from pathlib import Path

import pytest

from spieltisch.games.myra.rules.rules import RULES
from spieltisch.table import Outcome, format_record, parse_record, replay
from tests.unit import myra_plain as plain

RECORDS = Path(__file__).parents[1] / "records"
OUTCOMES = {
    "two-seats": Outcome(frozenset({1}), "queen-captured"),
    "three-seats": Outcome(frozenset({3}), "queen-captured"),
    "repetition": Outcome(frozenset(), "repetition"),
    "pass": Outcome(frozenset({2}), "queen-captured"),
}
ALL_KINDS = {"moved", "built", "split", "captured", "gathered", "sown", "produced"}
AT_THE_END = {"eliminated", "inherited", "won"}


def test_every_record_is_named_here():
    found = {path.stem.removeprefix("myra-") for path in RECORDS.glob("myra-*.json")}
    assert found == OUTCOMES.keys()


@pytest.mark.parametrize("name", OUTCOMES)
def test_a_record_is_played_to_its_end(name):
    text = (RECORDS / f"myra-{name}.json").read_text(encoding="utf-8")
    record = parse_record(text)
    assert format_record(record) + "\n" == text

    before = RULES.initial_position(record.setup)
    kinds = set()
    for step in replay(RULES, record):
        plainly = plain.parse(RULES.format_board(before))
        legal = plain.legal(plainly)
        assert step.entry.action in legal
        after = plain.after(plainly, step.entry.action, legal[step.entry.action])
        assert RULES.format_board(step.after) == plain.format_plain(after)
        kinds |= {event.kind for event in step.events}
        before = step.after
    assert before.outcome == OUTCOMES[name]
    if name.endswith("seats"):
        assert kinds - AT_THE_END == ALL_KINDS


def test_of_three_seats_one_fell_to_another_which_won():
    text = (RECORDS / "myra-three-seats.json").read_text(encoding="utf-8")
    falls = []
    record = parse_record(text)
    for step in replay(RULES, record):
        told = {event.kind: event for event in step.events}
        if "eliminated" in told:
            falls.append((step.seat, told["eliminated"].target, "inherited" in told))
    assert falls == [(3, 2, True), (3, 1, False)]
