"""Setting a match up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self, TypeAlias

from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.play.codec import CONTROLLER, clean_name, complete_setup
from spieltisch.play.match import Match
from spieltisch.session.effects import Focus
from spieltisch.session.notice import Notice
from spieltisch.session.screens.table.opening import open_or_ask
from spieltisch.table import GameInfo, Player, Record, Setup, SetupError

if TYPE_CHECKING:
    from spieltisch.session.session import Result, Session


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
    def game_record(self) -> Game:
        """The game that is set up."""
        return catalog.game_of(self.game)

    @property
    def info(self) -> GameInfo:
        return self.game_record.info

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
        rules = self.game_record.rules
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


@dataclass(frozen=True)
class SetupScreen:
    """Attributes:
    draft: the match being set up.
    """

    draft: Draft


@dataclass(frozen=True)
class Edit:
    """A field of the form was changed; see Draft.with_field."""

    field: str
    value: str


@dataclass(frozen=True)
class Arrange:
    """A token of the hand-arranged start was pressed."""

    token: str


@dataclass(frozen=True)
class Swap:
    """The players change seats."""


@dataclass(frozen=True)
class StartMatch:
    """The match that was set up begins; chance deals from the seed."""

    seed: int


SetupMessage: TypeAlias = Edit | Arrange | Swap | StartMatch


def update(session: Session, screen: SetupScreen, message: SetupMessage) -> Result:
    """The session after a message to this screen."""
    draft = screen.draft
    match message:
        case Edit(name, value):
            draft = draft.with_field(name, value)
        case Arrange(token):
            draft = draft.arranged(token)
        case Swap():
            draft = draft.swapped()
        case StartMatch(seed):
            return _start(session, draft, seed)
    return replace(session.on(SetupScreen(draft)), notice=None), ()


def _start(session: Session, draft: Draft, seed: int) -> Result:
    try:
        setup = draft.to_setup(seed)
    except SetupError as error:
        notice = Notice("setup", (error.field, error.value, *error.choices))
        return replace(session, notice=notice), (Focus("notice"),)
    match = Match.open(Record(setup))
    # The step back leads to the form, so the address before stays.
    return open_or_ask(replace(session, notice=None), match, replaces=False)
