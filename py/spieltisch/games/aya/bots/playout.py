"""A whole match of AYA among bots, played as fast as it can be computed.

Time passes as in life: of all plans the soonest is carried out, and a clock that runs out first
acts itself. Nothing waits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import NamedTuple

from spieltisch.games.aya.bots.reflex import LEVELS, plan
from spieltisch.games.aya.rules.duties import EXPIRE
from spieltisch.games.aya.rules.info import clock_ms
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.rules import RULES
from spieltisch.table.position import CLOCK, Seat
from spieltisch.table.record import Entry, Player, Record, Setup

MOST_ENTRIES = 20_000
"""A match that is longer is a mistake in the rules or in the bots."""


class Playout(NamedTuple):
    """A match played to its end: its record, and its last position."""

    record: Record
    position: AyaPosition


class EndlessMatchError(RuntimeError):
    """Bots have played MOST_ENTRIES entries without an end."""


Watch = Callable[[Entry, AyaPosition], None]
"""Told of every entry and the position it led to."""


def play_out(setup: Setup, rng: Random, watch: Watch | None = None) -> Playout:
    """Play a match of bots to its end.

    Args:
        setup: its start is dealt if it is empty. A player whose controller is ``bot:1`` to
            ``bot:5`` plays at that level; any other level is drawn, and named in the record.
        rng: the deal's and the bots' chance: the same state gives the same match.
        watch: called after every entry, as a test may want.

    Raises EndlessMatchError if there is no end in sight.
    """
    if not setup.start:
        setup = replace(setup, start=RULES.deal(setup, rng.shuffle))
    levels = _levels(setup, rng)
    setup = replace(setup, players=tuple(_named(setup, seat, levels) for seat in levels))
    position = RULES.initial_position(setup)
    entries: list[Entry] = []
    now_ms = 0
    deadline_ms: int | None = None
    clock_before: str | None = None
    while position.active_seats:
        if len(entries) >= MOST_ENTRIES:
            raise EndlessMatchError(f"{setup.variant}, {setup.edition}: {len(entries)} entries")
        is_running_on = position.clock == clock_before == "refute"
        if not is_running_on:
            limit_ms = clock_ms(setup, position.clock) if position.clock else None
            deadline_ms = None if limit_ms is None else now_ms + limit_ms
        entry = _next_entry(position, levels, rng, now_ms, deadline_ms)
        clock_before = position.clock
        now_ms = entry.at_ms
        position = position.apply(entry.seat, entry.action)
        entries.append(entry)
        if watch:
            watch(entry, position)
    return Playout(Record(setup, tuple(entries)), position)


def _next_entry(
    position: AyaPosition,
    levels: Mapping[Seat, int],
    rng: Random,
    now_ms: int,
    deadline_ms: int | None,
) -> Entry:
    """The soonest plan, or the clock; of equally soon ones a random one."""
    seen = position.observe(None)
    planned = [
        (made.delay_ms, rng.random(), seat, made.action)
        for seat in position.owing_seats
        if (made := plan(seen, seat, levels[seat], rng))
    ]
    delay_ms, _, seat, action = min(planned)
    if deadline_ms is not None and now_ms + delay_ms >= deadline_ms:
        return Entry(CLOCK, EXPIRE, deadline_ms)
    return Entry(seat, action, now_ms + delay_ms)


def _levels(setup: Setup, rng: Random) -> dict[Seat, int]:
    """The bots' levels by seat."""
    levels = {}
    for seat in range(1, setup.seats + 1):
        controller = setup.players[seat - 1].controller if setup.players else ""
        kind, _, level = controller.partition(":")
        is_known = kind == "bot" and level in map(str, LEVELS)
        levels[seat] = int(level) if is_known else rng.choice(list(LEVELS))
    return levels


def _named(setup: Setup, seat: Seat, levels: Mapping[Seat, int]) -> Player:
    name = setup.players[seat - 1].name if setup.players else ""
    return Player(name, f"bot:{levels[seat]}")
