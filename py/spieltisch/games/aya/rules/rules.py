"""AYA's rules as the table knows them (docs/rules.md, AYA): set-up, start, texts and traces."""

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress

from spieltisch.games.aya.rules import duties, texts
from spieltisch.games.aya.rules.cards import DECK, Cards, check_deck, parse_card, read_deck
from spieltisch.games.aya.rules.choice import AyaChoice
from spieltisch.games.aya.rules.duties import AyaAction
from spieltisch.games.aya.rules.events import events_of
from spieltisch.games.aya.rules.info import INFO, SIZES, clock_ms
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.solver import MOST_SHUFFLES, arrange
from spieltisch.games.aya.rules.texts import VARIANTS
from spieltisch.games.aya.rules.track import BALLS, format_track, parse_track
from spieltisch.games.aya.rules.variants import EDITIONS, Tueftler, Variant
from spieltisch.table import (
    SEALED,
    Fact,
    FlawError,
    Rules,
    Seat,
    Setup,
    SetupError,
    Shuffle,
    TimeLimit,
)

MOST_TRACKS, SHUFFLES_A_TRACK = 20, 6
"""So many tracks, and orders of the deck on each, are tried for a solitaire of own cards."""

STEPS_A_TRACK, STEPS_IN_ORDER = 300, 900
"""The solver's steps on each of them, where cards are cleared in any order, and in the row's, where
a step takes a third of the time. Where one track takes many, another mostly takes few."""


class Aya(Rules[AyaPosition, AyaAction]):
    draws_whole = True  # Cards are drawn, too.
    parse_position = staticmethod(texts.parse_position)
    format_position = staticmethod(texts.format_position)
    events = staticmethod(events_of)

    def deal(self, setup: Setup, shuffle: Shuffle) -> str:
        """A track and the shuffled deck, top card first: ``bb|bbbyy|yy bbbyy* bbbyy ...``. For the
        solitaire the deck is dealt so that its row can be cleared."""
        return _dealt(setup, DECK, shuffle)

    def deal_rest(self, setup: Setup, shuffle: Shuffle) -> str:
        """The cards of a start that has no track: they may be a person's own, of which hardly any
        row can be cleared, so other tracks are tried as well."""
        if not is_undealt(setup.start):
            return setup.start
        INFO.check(setup)
        deck = deck_of(setup.start)
        in_order = variant_of(setup).edition.clears_in_order
        steps = STEPS_IN_ORDER if in_order else STEPS_A_TRACK
        for _ in range(MOST_TRACKS - 1):
            with suppress(SetupError):
                return _dealt(setup, deck, shuffle, SHUFFLES_A_TRACK, steps)
        return _dealt(setup, deck, shuffle, SHUFFLES_A_TRACK, steps)

    def initial_position(self, setup: Setup) -> AyaPosition:
        INFO.check(setup)
        variant = variant_of(setup)
        track, *cards = setup.start.split(" ")
        for flaw in self.flaws(setup):
            raise SetupError("start", setup.start, why=str(flaw))
        if setup.seats == 1 and any(map(SEALED.search, cards)):
            why = "some cards are sealed, and nobody else could open them"
            raise SetupError("start", setup.start, why=why)
        try:
            moment = variant.deal(parse_track(track), tuple(map(parse_card, cards)), setup.seats)
        except ValueError as error:
            raise SetupError("start", setup.start, why=str(error)) from error
        return AyaPosition(variant, *moment)

    def flaws(self, setup: Setup) -> tuple[Fact, ...]:
        track, *cards = setup.start.split(" ")
        found: list[Fact] = []
        for check in (lambda: parse_track(track), lambda: check_deck(map(parse_card, cards))):
            try:
                check()
            except FlawError as error:
                found.append(error.flaw)
        return tuple(found)

    def sealable(self, start: str) -> range:
        """The deck; everybody sees the track."""
        return range(1, len(start.split(" ")))

    def format_board(self, position: AyaPosition) -> str:
        """The track, ``bb|bbbyy|yy``."""
        return format_track(position.track)

    def count_seats(self, position: AyaPosition) -> int:
        return position.seats

    def parse_action(self, text: str) -> AyaAction:
        """``4R``, ``X``, ``aya``, ``oye``, ``refute``, ``concede``, ``stop`` or ``expire``."""
        if text not in duties.ACTIONS:
            raise ValueError(f"{text!r} is none of {', '.join(duties.ACTIONS)}")
        return text

    def choose(self, position: AyaPosition, seat: Seat) -> AyaChoice:
        return AyaChoice(position, seat)

    def time_limit(self, setup: Setup, position: AyaPosition) -> TimeLimit | None:
        """The move clock for each owed move; the refute clock for all that is done about an OYE."""
        if position.clock is None:
            return None
        ms = clock_ms(setup, position.clock)
        return None if ms is None else TimeLimit(position.clock, ms, position.clock == "refute")

    def automatic_action(self, position: AyaPosition) -> tuple[Seat, AyaAction] | None:
        """The exceptional move, as it leaves nothing to choose."""
        duty = position.duty
        return (duty.seat, duties.EXCEPTIONAL) if isinstance(duty, duties.ExceptionalMove) else None

    def trace(self, position: AyaPosition) -> Mapping[str, object]:
        """``track``, ``owes`` (see ``owes``), ``piles`` by name, top first, and ``scores``."""
        return {
            "track": format_track(position.track),
            "owes": owes(position),
            "piles": {
                name: [str(card) for card in cards]
                for name, cards in position.table.piles().items()
            },
            "scores": list(position.scores),
        }


def owes(position: AyaPosition) -> Mapping[str, object] | None:
    """Who must act and how; None when the match is over. ``how`` is ``call``, ``refute``, ``move``,
    ``demonstrate`` or ``exceptional-move``; a move or a demonstration also has ``move``, 1 or 2.
    ``clock`` is ``move``, ``refute`` or None.

    >>> owes(RULES.parse_position("bb|bbbyy|yy ; turbo zoch seats=2 ; refute caller=1"))
    {'seats': [2], 'how': 'refute', 'clock': 'refute'}
    """
    duty = position.duty
    if position.outcome:
        return None
    told: dict[str, object] = {"seats": list(position.owing_seats)}
    if isinstance(duty, duties.Calling):
        told["how"] = "call"
    elif isinstance(duty, duties.Oye):
        told["how"] = "refute"
    elif isinstance(duty, duties.ExceptionalMove):
        told["how"] = "exceptional-move"
    else:
        attempt = duty if isinstance(duty, duties.Attempt) else None
        told["how"] = "demonstrate" if attempt and attempt.demonstration else "move"
        told["move"] = 2 if attempt and attempt.is_second else 1
    return {**told, "clock": position.clock}


def _dealt(
    setup: Setup,
    deck: Cards,
    shuffle: Shuffle,
    most: int = MOST_SHUFFLES,
    most_steps: int | None = None,
) -> str:
    INFO.check(setup)
    variant = variant_of(setup)
    balls = list(BALLS)
    shuffle(balls)
    track = "".join(balls)
    if isinstance(variant, Tueftler):
        in_order = variant.edition.clears_in_order
        cards = arrange(track, deck, variant.size, in_order, shuffle, most, most_steps)
    else:
        shuffled = list(deck)
        shuffle(shuffled)
        cards = tuple(shuffled)
    return " ".join([format_track(track), *map(str, cards)])


def deck_of(start: str) -> Cards:
    """The cards of a start, or of a deck as a person has typed it, in order; this site's if some
    are sealed. Raises SetupError."""
    if any(map(SEALED.fullmatch, start.split(" "))):
        return tuple(sorted(DECK))
    try:
        return tuple(sorted(read_deck(start)))
    except ValueError as error:
        raise SetupError("start", start, why=str(error)) from error


def is_undealt(start: str) -> bool:
    """Whether a start has cards and no track: they are still to be dealt."""
    return bool(start) and "|" not in start


def has_own_deck(start: str) -> bool:
    """Whether other cards are dealt than this site's; sealed ones do not tell.

    >>> has_own_deck("bb|bbbyy|yy " + " ".join(map(str, DECK))), has_own_deck("")
    (False, False)
    """
    cards = (word for word in start.split() if "|" not in word)
    known = Counter(word for word in cards if not SEALED.fullmatch(word))
    return not known <= Counter(map(str, DECK))


def variant_of(setup: Setup) -> Variant:
    option = SIZES.get(setup.variant)
    size = int(setup.option(option.name, option.default)) if option else 0
    return VARIANTS[setup.variant](EDITIONS[setup.edition], size)


RULES = Aya()
