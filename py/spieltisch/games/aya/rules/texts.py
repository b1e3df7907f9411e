"""A whole position of AYA as one line of text, and back.

Fields, with `` ; `` between them, in this order:

    bb|bbbyy|yy ; turbo reilly seats=2 ; refute caller=1 ; ahas=2 ; seat1.open bbbyy ; stock ? ? ?

- the track; alone, it is a position without cards;
- variant, edition, the number of seats and, where the set-up chooses one, the variant's ``size``;
- what is owed: ``call``, ``refute``, ``move``, ``demonstrate`` or ``exceptional-move``, as traces
  say it, with the seat and what else the duty remembers; or ``over`` with the outcome. A
  demonstration's ``track`` is the one that it goes back to if it fails;
- ``ahas``: how many AHAs in a row have stood, if any have;
- the piles by name, top card first, ``?`` for a card that cannot be seen. Empty piles are left
  out, except neutral ones (``neutral1 -``), as their number is part of the position. ``unseen`` are
  those cards of ``out`` that were never turned up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import count, takewhile

from spieltisch.games.aya.rules import duties
from spieltisch.games.aya.rules.cards import DECK, HIDDEN, HIDDEN_TEXT, Cards, parse_card
from spieltisch.games.aya.rules.duties import Attempt, AyaEnd, Demonstration, Duty, Oye
from spieltisch.games.aya.rules.info import INFO, SIZES
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.table import Hand, Table
from spieltisch.games.aya.rules.track import Track, format_track, parse_track
from spieltisch.games.aya.rules.variants import (
    EDITIONS,
    MOST_IDLE_TURNS,
    MOST_STANDING_AHAS,
    ZOCH,
    AyaOye,
    BareTrack,
    Kindergarten,
    Rumkugeln,
    Tueftler,
    Turbo,
    Variant,
)
from spieltisch.table import Outcome, Seat

VARIANTS: Mapping[str, type[Variant]] = {
    variant.name: variant for variant in (AyaOye, Rumkugeln, Turbo, Kindergarten, Tueftler)
}

SEPARATOR = " ; "
EMPTY = "-"
UNSEEN = "unseen"


def format_position(position: AyaPosition) -> str:
    return SEPARATOR.join(_fields(position))


def parse_position(text: str) -> AyaPosition:
    """The position of a text; raises ValueError for any that format_position does not give.

    >>> text = "bb|bbbyy|yy ; turbo reilly seats=2 ; refute caller=1 ; ahas=2 ; seat1.open bbbyy"
    >>> position = parse_position(text)
    >>> sorted(position.active_seats), position.legal_actions(2)
    ([0, 2], ('refute', 'concede'))
    >>> format_position(position) == text
    True
    """
    track_text, *fields = text.split(SEPARATOR)
    track = parse_track(track_text)
    if not fields:
        return AyaPosition(BareTrack(ZOCH), *BareTrack(ZOCH).deal(track, (), 1))
    if len(fields) < 2:
        raise ValueError(f"{text!r} does not say what is owed")
    variant, seats = _parse_variant(fields[0])
    duty = _parse_duty(fields[1], variant, seats)
    table = _parse_table(fields[2:], track, seats)
    position = AyaPosition(variant, table, duty)
    if format_position(position) != text:
        raise ValueError(f"{text!r} has to be written {format_position(position)!r}")
    for why in _impossible(position, [field.partition(" ")[0] for field in fields[2:]]):
        raise ValueError(why)
    return position


def _impossible(position: AyaPosition, names: list[str]) -> Iterator[str]:
    """What no moment of a match can be, given the names of the piles that are told. Fewer cards
    than the box has are fine: lessons and rule books show such tables."""
    variant, duty, ahas = position.variant, position.duty, position.table.standing_ahas
    for name in names:
        kind = "neutral" if name.startswith("neutral") else name.rpartition(".")[2]
        if kind not in variant.piles and "=" not in name:
            yield f"{variant.name} has no {name}"
    outcome = position.outcome
    if outcome is not None and outcome.reason not in variant.ends:
        yield f"{variant.name} does not end by {outcome.reason!r}"
    if outcome is not None and bool(outcome.winners) == (outcome.reason == AyaEnd.RUN_BROKEN):
        yield f"{len(outcome.winners)} seats have won by {outcome.reason!r}"
    is_stuck = outcome is not None and outcome.reason == AyaEnd.STUCK
    if ahas > (MOST_STANDING_AHAS if variant.counts_ahas else 0):
        yield f"{ahas} AHAs in a row do not stand in {variant.name} {variant.edition.name}"
    if is_stuck != (ahas == MOST_STANDING_AHAS):
        yield f"the match ends with {MOST_STANDING_AHAS} AHAs in a row that stand, not {ahas}"
    if isinstance(duty, Attempt | duties.ExceptionalMove):
        has_matched = isinstance(duty, Attempt) and duty.has_matched
        most = MOST_IDLE_TURNS - isinstance(duty, Attempt)
        if not variant.counts_idle_turns and (has_matched or duty.idle_turns):
            yield f"{variant.name} remembers no turns in which no card was laid off"
        if duty.idle_turns > (0 if has_matched else most):
            yield f"idle={duty.idle_turns} has ended before"
    if isinstance(duty, Attempt) and duty.is_second:
        cards = [one.card for one in position.open_cards]
        if not any(card.is_light or card.pattern.startswith(HIDDEN_TEXT) for card in cards):
            yield "a second move needs an open light card"


def _fields(position: AyaPosition) -> Iterator[str]:
    yield format_track(position.track)
    if isinstance(position.duty, duties.FreePlay):
        return
    variant, table = position.variant, position.table
    size = f" size={variant.size}" if variant.size else ""
    yield f"{variant.name} {variant.edition.name} seats={position.seats}{size}"
    yield _format_duty(position.duty)
    if table.standing_ahas:
        yield f"ahas={table.standing_ahas}"
    seen_out = len(table.out) - table.unseen_out
    piles = table.piles()
    piles = {**piles, "out": piles["out"][:seen_out], UNSEEN: piles["out"][seen_out:]}
    for name, cards in piles.items():
        if cards or name.startswith("neutral"):
            yield f"{name} {' '.join(map(str, cards)) or EMPTY}"


def _format_duty(duty: Duty) -> str:
    """A word, and the values that differ from its defaults."""
    if isinstance(duty, duties.Calling):
        return "call"
    if isinstance(duty, Oye):
        return " ".join(["refute", *_oye_values(duty)])
    if isinstance(duty, duties.Over):
        winners, reason, scores = duty.outcome.winners, duty.outcome.reason, duty.outcome.scores
        won = [f"winners={_format_numbers(sorted(winners))}"] if winners else []
        scored = [f"scores={_format_numbers(scores)}"] if scores is not None else []
        return " ".join(["over", *won, f"reason={reason}", *scored])
    if isinstance(duty, duties.FreePlay):
        raise ValueError("a bare track says itself what is owed")
    values = [f"seat={duty.seat}"]
    word = "exceptional-move"
    if isinstance(duty, Attempt):
        word = "demonstrate" if duty.demonstration else "move"
        values += ["second"] if duty.is_second else []
        values += ["matched"] if duty.has_matched else []
        if duty.demonstration:
            values.append(f"track={format_track(duty.demonstration.track)}")
            values += _oye_values(duty.demonstration.oye)
    values += [f"idle={duty.idle_turns}"] if duty.idle_turns else []
    return " ".join([word, *values])


def _oye_values(oye: Oye) -> list[str]:
    conceded = [f"conceded={_format_numbers(sorted(oye.conceded))}"] if oye.conceded else []
    return [f"caller={oye.caller}", *conceded]


def _format_numbers(numbers: list[int] | tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))


def _parse_variant(text: str) -> tuple[Variant, int]:
    words = text.split(" ")
    if len(words) < 3:
        raise ValueError(f"{text!r} is not a variant, an edition and a number of seats")
    name, edition = words[:2]
    if name not in VARIANTS:
        raise ValueError(f"{name!r} is none of {', '.join(VARIANTS)}")
    if edition not in EDITIONS:
        raise ValueError(f"{edition!r} is none of {', '.join(EDITIONS)}")
    values = _Values(words[2:])
    seats, size = values.number("seats"), values.number("size", 0)
    if seats not in INFO.seat_counts[name]:
        raise ValueError(f"{name} is not played by {seats}")
    if bool(size) != (name in SIZES):
        raise ValueError(f"{name} {'needs a' if name in SIZES else 'has no'} size")
    if size and str(size) not in SIZES[name].choices:
        raise ValueError(f"{size} is none of {', '.join(SIZES[name].choices)}")
    return VARIANTS[name](EDITIONS[edition], size), seats


def _parse_duty(text: str, variant: Variant, seats: int) -> Duty:
    word, *words = text.split(" ")
    values = _Values(words, seats)
    if word == "call" and variant.calls:
        return duties.Calling(variant.calls)
    if word == "refute" and variant.is_timed:
        return _parse_oye(values, seats)
    if word == "move":
        return _parse_attempt(values, None)
    if word == "demonstrate" and variant.is_timed:
        oye = _parse_oye(values, seats)
        return _parse_attempt(values, Demonstration(oye, parse_track(values["track"])))
    if word == "exceptional-move" and seats > 1:
        return duties.ExceptionalMove(values.seat("seat"), values.number("idle", 0))
    if word == "over":
        reason, scores = values["reason"], None
        if reason not in [*AyaEnd]:
            raise ValueError(f"{reason!r} is no reason to end")
        if "scores" in values:
            scores = values.numbers("scores")
            if len(scores) != seats:
                raise ValueError(f"{len(scores)} scores for {seats} seats")
        winners = frozenset(values.seats("winners"))
        return duties.Over(Outcome(winners, AyaEnd(reason), scores))
    raise ValueError(f"{word!r} is nothing that is owed in {variant.name}")


def _parse_oye(values: _Values, seats: int) -> Oye:
    oye = Oye(values.seat("caller"), frozenset(values.seats("conceded")))
    if oye.caller in oye.conceded or len(oye.conceded) > seats - 2:
        raise ValueError(f"an OYE of seat {oye.caller} does not wait for anybody's answer")
    return oye


def _parse_attempt(values: _Values, demonstration: Demonstration | None) -> Attempt:
    seat = values.seat("seat")
    if demonstration and seat in (demonstration.oye.caller, *demonstration.oye.conceded):
        raise ValueError(f"seat {seat} may not refute that OYE")
    return Attempt(
        seat,
        is_second="second" in values,
        demonstration=demonstration,
        has_matched="matched" in values,
        idle_turns=values.number("idle", 0),
    )


def _parse_table(fields: list[str], track: Track, seats: int) -> Table:
    ahas = 0
    if fields and fields[0].startswith("ahas="):
        ahas = _Values([fields[0]]).number("ahas")
        fields = fields[1:]
    piles: dict[str, Cards] = {}
    for field in fields:
        name, _, told = field.partition(" ")
        words = told.split(" ") if told != EMPTY else ()
        piles[name] = tuple(HIDDEN if word == HIDDEN_TEXT else parse_card(word) for word in words)
    if sum(map(len, piles.values())) > len(DECK):
        raise ValueError(f"there are more than {len(DECK)} cards")
    unseen = piles.get(UNSEEN, ())
    neutral = takewhile(piles.__contains__, (f"neutral{number}" for number in count(1)))
    return Table(
        track,
        tuple(
            Hand(*(piles.get(f"seat{seat}.{part}", ()) for part in ("pile", "open", "won")))
            for seat in range(1, seats + 1)
        ),
        tuple(piles[name] for name in neutral),
        row=piles.get("table", ()),
        stock=piles.get("stock", ()),
        out=piles.get("out", ()) + unseen,
        unseen_out=len(unseen),
        standing_ahas=ahas,
    )


class _Values(dict[str, str]):
    """Words such as ``seat=2`` or ``second``, by name. Unknown, repeated and
    misplaced words are found when parse_position formats what it has read and compares."""

    def __init__(self, words: list[str], seats: int = 0) -> None:
        super().__init__((name, text) for name, _, text in (word.partition("=") for word in words))
        self._seats = seats

    def __missing__(self, name: str) -> str:
        raise ValueError(f"{name}= is missing")

    def number(self, name: str, default: int | None = None) -> int:
        return _parse_number(self[name]) if default is None or name in self else default

    def numbers(self, name: str) -> tuple[int, ...]:
        return tuple(map(_parse_number, self[name].split(",")))

    def seat(self, name: str) -> Seat:
        return self._checked(self.number(name))

    def seats(self, name: str) -> tuple[Seat, ...]:
        """Several seats; none if there is no such word."""
        return tuple(map(self._checked, self.numbers(name) if name in self else ()))

    def _checked(self, number: int) -> Seat:
        if not 1 <= number <= self._seats:
            raise ValueError(f"there is no seat {number}")
        return number


def _parse_number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise ValueError(f"{text!r} is not a number")
    return int(text)
