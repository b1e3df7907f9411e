"""AYA's own skill: is there a match, and where? Positions to be seen through at a glance, made by
chance, and what can be said of them.

A position is as hard as what has to be looked at. How many blue balls a move leaves in the zone is
seen at once, as only the ball that leaves and the one that rolls in count; what has to be looked at
are the moves that leave as many as a card has.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from spieltisch.games.aya.rules.cards import DECK, Card, Cards
from spieltisch.games.aya.rules.duties import AYA, OYE
from spieltisch.games.aya.rules.matches import CardMatch, matches, moves_needed
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.rows import Chance
from spieltisch.games.aya.rules.texts import parse_position
from spieltisch.games.aya.rules.track import (
    BALLS,
    STANDARD_MOVES,
    Move,
    Track,
    format_track,
    one_move_to,
    play_zone,
    standard_move,
    two_moves_to,
)
from spieltisch.games.aya.rules.why import card_fact, move_fact
from spieltisch.table import Fact, Kind, Turn
from spieltisch.table.fact import gettext_noop, ngettext_noop

FEWEST_CARDS, MOST_CARDS = 3, 5
"""How many cards lie open: in Turbo there are five at first, and fewer towards the end."""

LIMITS = (3.0, 5.0, 9.0, 18.0)
"""How many looks a position of each band but the last takes at most."""


class AyaSpot(NamedTuple):
    """A position, and all that is right in it."""

    position: str
    nodes: tuple[Mapping[str, int | None], ...]
    """At each moment that may come the right actions, each with the number of the next moment; None
    where it is solved."""
    effort: int
    """How many looks it takes, in hundredths."""


def made(band: int, rng: Chance) -> AyaSpot:
    """A position of a band from 1 on, in which one card or more can be matched, or just as often
    none."""
    has_match = rng.random() < 0.5
    while True:
        track = "".join(rng.sample(BALLS, len(BALLS)))
        cards = tuple(rng.sample(DECK, rng.randint(FEWEST_CARDS, MOST_CARDS)))
        if has_match != any(moves_needed(track, cards)):
            continue
        effort = looks(track, cards)
        if 1 + bisect_left(LIMITS, effort) == band:
            text = position_text(track, cards)
            return AyaSpot(text, nodes_of(parse_position(text)), round(100 * effort))


def position_text(track: Track, cards: Cards) -> str:
    """A moment of Turbo in which anybody may call."""
    piles = (f" ; neutral{number} {card}" for number, card in enumerate(cards, 1))
    return f"{format_track(track)} ; turbo zoch seats=2 ; call{''.join(piles)}"


def nodes_of(position: AyaPosition) -> tuple[Mapping[str, int | None], ...]:
    """All that is right in a position where anybody may call, as in ``AyaSpot``."""
    found = matches(position)
    if not found:
        return ({OYE: None},)
    moves: dict[str, int | None] = {match.moves[0]: None for match in found if _is_one_move(match)}
    seconds: dict[Move, dict[str, int | None]] = {}
    for match in found:
        if not _is_one_move(match):
            seconds.setdefault(match.moves[0], {})[match.moves[1]] = None
    moves |= {first: number for number, first in enumerate(seconds, 2)}
    return ({AYA: 1}, moves, *seconds.values())


def _is_one_move(match: CardMatch) -> bool:
    return len(match.moves) == 1


def looks(track: Track, cards: Cards) -> float:
    """How many moves a person imagines, on average, who looks at the cards in any order until one
    can be matched, and at the moves for it in any order: of all cards that cannot be matched, if
    none can, and of fewer the more there are that can."""
    vain, found = [], []
    for card, needed in zip(cards, moves_needed(track, cards), strict=True):
        here = candidates(track, card.pattern)
        hits = len(one_move_to(track).get(card.pattern, ()))
        if needed == 1:
            found.append((len(here) + 1) / (hits + 1))
            continue
        # A light card is looked at with pairs of moves, too.
        pairs = _pairs(track, card.pattern.count("b")) if card.is_light else 0
        if needed is None:
            vain.append(len(here) + pairs)
        else:
            hits = len(two_moves_to(track)[card.pattern])
            found.append(len(here) + (pairs + 1) / (hits + 1))
    first = sum(found) / len(found) if found else 0.0
    return first + sum(vain) / (len(found) + 1)


@cache
def candidates(track: Track, pattern: str) -> tuple[Move, ...]:
    """The moves that leave as many blue balls in the zone as a pattern has."""
    return tuple(move for move in STANDARD_MOVES if _blue_after(track, move) == pattern.count("b"))


@cache
def _pairs(track: Track, blue: int) -> int:
    """How many pairs of moves leave so many blue balls in the zone."""
    firsts = (standard_move(track, first) for first in STANDARD_MOVES)
    return sum(_blue_after(one, second) == blue for one in firsts for second in STANDARD_MOVES)


def _blue_after(track: Track, move: Move) -> int:
    return play_zone(standard_move(track, move)).count("b")


# Why an answer is right or wrong.


class SpotWhy(Kind):
    SHOWN = gettext_noop("Look: {move} matches {card}.")
    SHOWN_TWO = gettext_noop("Look: {move}, and then {second}, matches {card}.")
    WAYS = ngettext_noop(
        "Only {n} of the ten moves matches a card.", "{n} of the ten moves match a card."
    )
    TWO_MOVES = gettext_noop("No single move matches a card here, but two do: the card is light.")
    COUNT = gettext_noop(
        "Count the blue balls: no move leaves as many in the zone as any of the cards has."
    )
    CLOSE = ngettext_noop(
        "{n} of the ten moves leaves as many blue balls in the zone as {card} has, but in another"
        " order.",
        "{n} of the ten moves leave as many blue balls in the zone as {card} has, but in another"
        " order.",
    )
    NO_TWO = gettext_noop("No two moves match a light card, either.")


def why(turns: Sequence[Turn], is_right: bool) -> tuple[Fact, ...]:
    """Why the last turn is right or wrong, given all since the position. See ``Skill.why``."""
    position, action = turns[0].before, turns[-1].action
    found = matches(position)
    if not found:
        # Whatever was done about it.
        return _nothing(position)
    if not is_right:
        return (_shown(found[0]),)
    if action == AYA or not any(event.kind == "matched" for event in turns[-1].events):
        # It is still to be shown.
        return ()
    count = sum(map(_is_one_move, found))
    return (SpotWhy.WAYS(n=count) if count else SpotWhy.TWO_MOVES(),)


def _shown(match: CardMatch) -> Fact:
    move, card = move_fact(match.moves[0]), card_fact(match.cards[0].card)
    if _is_one_move(match):
        return SpotWhy.SHOWN(move=move, card=card)
    return SpotWhy.SHOWN_TWO(move=move, second=move_fact(match.moves[1]), card=card)


def _nothing(position: AyaPosition) -> tuple[Fact, ...]:
    """That nothing can be matched: how near the nearest card is."""
    cards: list[Card] = [one.card for one in position.open_cards]
    near = max(cards, key=lambda card: len(candidates(position.track, card.pattern)))
    count = len(candidates(position.track, near.pattern))
    told = SpotWhy.CLOSE(n=count, card=card_fact(near)) if count else SpotWhy.COUNT()
    return (told, SpotWhy.NO_TWO()) if any(card.is_light for card in cards) else (told,)
