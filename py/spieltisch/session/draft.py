"""A match being set up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from spieltisch.games import catalog
from spieltisch.session.link import CONTROLLER, clean_name, complete_setup
from spieltisch.table import GameInfo, Player, Setup


@dataclass(frozen=True)
class Draft:
    """Attributes:
    game, variant, edition: as in Setup.
    options: the chosen options, by name.
    players: who sits where, seat 1 first.
    start: arranged by hand; empty where chance deals.
    """

    game: str
    variant: str
    edition: str
    options: Mapping[str, str] = field(default_factory=dict)
    players: tuple[Player, ...] = ()
    start: str = ""

    @classmethod
    def of_game(cls, info: GameInfo) -> Self:
        """The draft that a set-up screen opens with."""
        variant = info.variants[0]
        seats = info.seat_counts[variant][0]
        return cls(info.name, variant, info.editions[0], players=(Player(),) * seats)

    @classmethod
    def of_setup(cls, setup: Setup) -> Self:
        """A draft that would set the same match up again; chance deals anew."""
        return cls(
            setup.game,
            setup.variant,
            setup.edition,
            dict(setup.options),
            setup.players or (Player(),) * setup.seats,
            setup.start if setup.seed is None else "",
        )

    @property
    def info(self) -> GameInfo:
        return catalog.game_of(self.game).info

    def with_field(self, name: str, value: str) -> Self:
        """The draft with one field of the form changed; fields it does not know change nothing.

        Fields are ``variant``, ``edition``, ``seats``, ``start`` (``random`` or ``arranged``),
        ``name:2``, ``controller:2``, and the options by name; ``options`` changes several of them,
        as in ``move-clock=off+refute-clock=off``.
        """
        if name == "options":
            draft = self
            for pair in value.split("+"):
                option, _, chosen = pair.partition("=")
                draft = draft._with_option(option, chosen)
            return draft
        kind, _, seat = name.partition(":")
        if kind in ("name", "controller") and seat.isdecimal():
            return self._with_player(int(seat), kind, value)
        if name == "variant" and value in self.info.variants:
            return self._with_variant(value)
        if name == "edition" and value in self.info.editions:
            return replace(self, edition=value)
        if name == "seats" and value.isdecimal():
            return self._with_seats(int(value))
        if name == "start":
            return self.arranged("") if value == "arranged" else replace(self, start="")
        return self._with_option(name, value)

    def _with_option(self, name: str, value: str) -> Self:
        options = {option.name: option for option in self.info.options_of(self.variant)}
        if name in options and value in options[name].choices:
            changed = replace(self, options={**self.options, name: value})
            return changed.arranged("") if self.start else changed
        return self

    def arranged(self, token: str) -> Self:
        """The draft after a press on the start's board; see Game.arrange."""
        rules = catalog.game_of(self.game).rules
        return replace(self, start=rules.arrange(self._setup(None), token))

    def swapped(self) -> Self:
        """The players in the other order: who was first is last."""
        return replace(self, players=self.players[::-1])

    def to_setup(self, seed: int) -> Setup:
        """The set-up to play; raises SetupError where it cannot be played."""
        return complete_setup(self._setup(None if self.start else seed))

    def _setup(self, seed: int | None) -> Setup:
        known = {option.name for option in self.info.options_of(self.variant)}
        return Setup(
            self.game,
            self.variant,
            self.edition,
            tuple(sorted(item for item in self.options.items() if item[0] in known)),
            len(self.players),
            seed,
            self.start,
            self.players,
        )

    def _with_player(self, seat: int, kind: str, value: str) -> Self:
        if not 1 <= seat <= len(self.players):
            return self
        players = list(self.players)
        if kind == "name":
            players[seat - 1] = replace(players[seat - 1], name=clean_name(value))
        elif CONTROLLER.fullmatch(value):
            players[seat - 1] = replace(players[seat - 1], controller=value)
        return replace(self, players=tuple(players))

    def _with_variant(self, variant: str) -> Self:
        changed = replace(self, variant=variant)
        counts = self.info.seat_counts[variant]
        return changed if len(self.players) in counts else changed._with_seats(counts[0])

    def _with_seats(self, seats: int) -> Self:
        if seats not in self.info.seat_counts[self.variant]:
            return self
        more = (Player(),) * (seats - len(self.players))
        return replace(self, players=(*self.players[:seats], *more))
