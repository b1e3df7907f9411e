"""A match as a person holds it: the record, how much of it is shown, and the positions."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from spieltisch.games import catalog
from spieltisch.session.link import format_setup, linkable
from spieltisch.table import (
    CLOCK,
    AnyGame,
    AnyPosition,
    Entry,
    Record,
    RecordError,
    Seat,
    Setup,
    format_record,
    parse_record,
    replay,
)
from spieltisch.table.json_text import parse_json


@dataclass(frozen=True)
class Match:
    """A record and how far into it the person is.

    Taking back moves ``shown`` towards the start and forgets nothing, until another action is
    played from there.

    Attributes:
        record: all that was played, including what was taken back.
        positions: the position after every entry, the start first; one more than entries.
        shown: how many entries count now.
        helps: how often a solitaire player was helped, or took something back.
    """

    record: Record
    positions: tuple[AnyPosition, ...]
    shown: int
    helps: int = 0

    @classmethod
    def open(cls, record: Record, shown: int | None = None) -> Self:
        """The match of a record; raises ValueError where it cannot be replayed."""
        game = catalog.load(record.setup.game)
        record = replace(record, setup=linkable(record.setup))
        positions = [game.initial_position(record.setup)]
        positions += [step.position for step in replay(game, record)]
        length = len(record.entries)
        return cls(record, tuple(positions), length if shown is None else min(shown, length))

    @cached_property
    def game(self) -> AnyGame:
        return catalog.load(self.record.setup.game)

    @property
    def position(self) -> AnyPosition:
        return self.positions[self.shown]

    @property
    def is_over(self) -> bool:
        return self.position.outcome is not None

    @property
    def last_entry(self) -> Entry | None:
        return self.record.entries[self.shown - 1] if self.shown else None

    def controller(self, seat: Seat) -> str:
        """Who acts for a seat: ``human``, ``clock`` or a bot."""
        if seat == CLOCK:
            return "clock"
        players = self.record.setup.players
        return players[seat - 1].controller if players else "human"

    @property
    def is_at_end(self) -> bool:
        """Whether nothing is taken back: time passes here, and bots act."""
        return self.shown == len(self.record.entries)

    def bot_level(self, seat: Seat) -> int | None:
        """The level of the bot that acts for a seat; None where no bot does."""
        kind, _, level = self.controller(seat).partition(":")
        return int(level) if kind == "bot" else None

    def is_human(self, seat: Seat) -> bool:
        return self.controller(seat) == "human"

    def is_same_setup(self, setup: Setup) -> bool:
        """Whether a link to that set-up is a link to this match."""
        return format_setup(self.record.setup) == format_setup(setup)

    def play(self, seat: Seat, action: Any, at_ms: int = 0) -> Self:
        """The match after an action; what was taken back before is forgotten."""
        position = self.position.apply(seat, action)
        entry = Entry(seat, self.game.format_action(action), at_ms)
        return replace(
            self,
            record=self.record.cut(self.shown).with_entry(entry),
            positions=(*self.positions[: self.shown + 1], position),
            shown=self.shown + 1,
        )

    def show(self, shown: int) -> Self:
        """The match with its first entries counting, as many as there are."""
        return replace(self, shown=max(0, min(shown, len(self.record.entries))))


def format_match(match: Match) -> str:
    """The match as it is kept in storage: its record and how much is shown."""
    fields = {"shown": match.shown, "record": format_record(match.record)}
    return json.dumps({**fields, "helps": match.helps} if match.helps else fields)


def parse_match(text: str) -> Match:
    """The inverse of format_match; raises ValueError for what is damaged."""
    try:
        fields = parse_json(text)
        shown, record, helps = fields["shown"], fields["record"], fields.get("helps", 0)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise RecordError(f"not a kept match: {error}") from None
    are_counts = all(isinstance(count, int) and count >= 0 for count in (shown, helps))
    if not are_counts or not isinstance(record, str):
        raise RecordError("not a kept match")
    return replace(Match.open(parse_record(record), shown), helps=helps)
