"""AYA's texts, set-up and start (rules.md, section 1)."""

from __future__ import annotations

from collections.abc import Mapping

from spieltisch.games.aya.rules.aya_oye import AyaOye
from spieltisch.games.aya.rules.cards import DECK, Cards, check_deck, parse_card
from spieltisch.games.aya.rules.choice import AyaChoice
from spieltisch.games.aya.rules.duties import (
    ACTIONS,
    EXCEPTIONAL,
    Attempt,
    AyaAction,
    Calling,
    ExceptionalMove,
    Oye,
)
from spieltisch.games.aya.rules.editions import EDITIONS
from spieltisch.games.aya.rules.info import CARDS, INFO, OPEN_CARDS, clock_ms
from spieltisch.games.aya.rules.kindergarten import Kindergarten
from spieltisch.games.aya.rules.position import AyaPosition, TrackPosition
from spieltisch.games.aya.rules.rumkugeln import Rumkugeln
from spieltisch.games.aya.rules.solver import arrange
from spieltisch.games.aya.rules.track import BALLS, format_track, parse_track
from spieltisch.games.aya.rules.tueftler import Tueftler
from spieltisch.games.aya.rules.turbo import Turbo
from spieltisch.games.aya.rules.variant import Variant
from spieltisch.table.event import Event
from spieltisch.table.game import GameInfo, Shuffle, TimeLimit
from spieltisch.table.position import Seat
from spieltisch.table.record import Setup, SetupError
from spieltisch.table.turn import Turn

VARIANTS: Mapping[str, type[Variant]] = {
    "aya-oye": AyaOye,
    "rumkugeln": Rumkugeln,
    "turbo": Turbo,
    "kindergarten": Kindergarten,
    "tueftler": Tueftler,
}
SIZES = {"kindergarten": OPEN_CARDS, "tueftler": CARDS}
"""The option that gives a variant its size."""


class Aya:
    """The rules of AYA, as the table's Game."""

    info: GameInfo = INFO

    def deal(self, setup: Setup, shuffle: Shuffle) -> str:
        """A track and the shuffled deck, top card first: ``bb|bbbyy|yy bbbyy* bbbyy ...``.

        For the solitaire the deck is dealt so that its row can be cleared.
        """
        INFO.check(setup)
        variant = _variant(setup)
        balls = list(BALLS)
        shuffle(balls)
        track = "".join(balls)
        if isinstance(variant, Tueftler):
            cards = arrange(track, DECK, variant.size, variant.edition.clears_in_order, shuffle)
        else:
            deck = list(DECK)
            shuffle(deck)
            cards = tuple(deck)
        return " ".join([format_track(track), *map(str, cards)])

    def initial_position(self, setup: Setup) -> AyaPosition:
        INFO.check(setup)
        try:
            track, cards = _parse_start(setup.start)
        except ValueError as error:
            raise SetupError("start", setup.start) from error
        variant = _variant(setup)
        return AyaPosition(variant, *variant.deal(track, cards, setup.seats))

    def parse_position(self, text: str) -> TrackPosition:
        """A bare track, ``bb|bbbyy|yy``: a position of AYA without cards."""
        return TrackPosition(parse_track(text))

    def format_position(self, position: AyaPosition | TrackPosition) -> str:
        """The track."""
        return format_track(position.track)

    def format_board(self, position: AyaPosition | TrackPosition) -> str:
        """The track."""
        return format_track(position.track)

    def parse_action(self, text: str) -> AyaAction:
        """``4R``, ``X``, ``aya``, ``oye``, ``refute``, ``concede``, ``stop`` or ``expire``."""
        if text not in ACTIONS:
            raise ValueError(f"{text!r} is none of {', '.join(ACTIONS)}")
        return text

    def format_action(self, action: AyaAction) -> str:
        return action

    def arrange(self, setup: Setup, token: str) -> str:
        """Nothing is arranged by hand: chance deals the track and the cards."""
        return setup.start

    def choose(self, position: AyaPosition | TrackPosition, seat: Seat) -> AyaChoice:
        return AyaChoice(position, seat)

    def time_limit(self, setup: Setup, position: AyaPosition | TrackPosition) -> TimeLimit | None:
        """The move clock for each owed move; the refute clock for all that is done about an OYE."""
        if isinstance(position, TrackPosition) or position.clock is None:
            return None
        ms = clock_ms(setup, position.clock)
        return None if ms is None else TimeLimit(position.clock, ms, position.clock == "refute")

    def automatic_action(
        self, position: AyaPosition | TrackPosition
    ) -> tuple[Seat, AyaAction] | None:
        """An exceptional move has no choice in it."""
        duty = None if isinstance(position, TrackPosition) else position.duty
        return (duty.seat, EXCEPTIONAL) if isinstance(duty, ExceptionalMove) else None

    def events(self, turn: Turn) -> tuple[Event, ...]:
        return (Event("moved", turn.seat),)

    def trace(self, position: AyaPosition | TrackPosition) -> Mapping[str, object]:
        """``track``, ``owes`` (see ``owes``), ``piles`` by name, top first, and ``scores``; of a
        bare track only itself."""
        track = format_track(position.track)
        if isinstance(position, TrackPosition):
            return {"track": track}
        return {
            "track": track,
            "owes": owes(position),
            "piles": {
                name: [str(card) for card in cards]
                for name, cards in position.table.piles().items()
            },
            "scores": list(position.scores),
        }


def owes(position: AyaPosition) -> Mapping[str, object] | None:
    """Who must act and how; None when the match is over.

    ``how`` is ``call``, ``refute``, ``move``, ``demonstrate`` or ``exceptional-move``; with a move
    or a demonstration goes ``move``, 1 or 2. ``clock`` is ``move``, ``refute`` or None.
    """
    duty = position.duty
    if position.outcome:
        return None
    told: dict[str, object] = {"seats": list(position.owing_seats)}
    if isinstance(duty, Calling):
        told["how"] = "call"
    elif isinstance(duty, Oye):
        told["how"] = "refute"
    elif isinstance(duty, Attempt):
        told["how"] = "demonstrate" if duty.demonstration else "move"
        told["move"] = 2 if duty.is_second else 1
    else:
        told["how"] = "exceptional-move"
    return {**told, "clock": position.clock}


def _variant(setup: Setup) -> Variant:
    option = SIZES.get(setup.variant)
    size = int(setup.option(option.name, option.default)) if option else 0
    return VARIANTS[setup.variant](EDITIONS[setup.edition], size)


def _parse_start(text: str) -> tuple[str, Cards]:
    """The track and the 39 cards; raises ValueError."""
    track, *words = text.split(" ")
    cards = tuple(parse_card(word) for word in words)
    check_deck(cards)
    return parse_track(track), cards


RULES = Aya()
