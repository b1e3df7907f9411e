"""Bots play against each other, as fast as they choose.

No time passes: where several seats may act, chance says who is first, and now and then it is the
clock. Where all are AYA's reflex bots, they play in time instead (see playout).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from spieltisch.games.contract import Game
from spieltisch.play.bots import Bot, BotName
from spieltisch.table import CLOCK, AnyPosition, AnyRules, Entry, Player, Record, Seat, Setup

MOST_ENTRIES = 20_000
"""A match that is longer is broken off."""

CLOCK_CHANCE = 0.05
"""How likely a clock that is running runs out before anybody acts."""


class EndlessMatchError(RuntimeError):
    """Bots have played MOST_ENTRIES entries without an end."""


@dataclass(frozen=True)
class Finished:
    """A match played to its end: its record, and its last position."""

    record: Record
    position: AnyPosition


def play_matches(
    game: Game, setup: Setup, bots: Sequence[BotName], seed: int, matches: int
) -> Iterator[Finished]:
    """Play matches one after the other; the seeds are ``seed``, ``seed + 1``, ...

    Args:
        game: what is played.
        setup: what is played, without seed, start and players.
        bots: who sits where, seat 1 first.
        seed: of the first deal, and of its bots' chance.
        matches: how many.

    Raises SetupError for a set-up that cannot be, EndlessMatchError for a match without an end.
    """
    game.info.check(setup)
    players = tuple(Player(str(bot), bot.controller) for bot in bots)
    for number in range(seed, seed + matches):
        start = game.rules.deal(setup, Random(number).shuffle)
        dealt = replace(setup, seed=number, start=start, players=players)
        # The bots' chance is another one than the deal's: they know nothing of the cards.
        rng = Random(f"bots {number}")
        if all(bot.kind == "reflex" for bot in bots):
            yield _play_in_time(dealt, rng)
        else:
            yield play_match(game.rules, dealt, [bot.make(rng) for bot in bots], rng)


def play_match(rules: AnyRules, setup: Setup, bots: Sequence[Bot], rng: Random) -> Finished:
    """Play one match to its end; the set-up's start is dealt."""
    position: AnyPosition = rules.initial_position(setup)
    entries: list[Entry] = []
    while position.active_seats:
        if len(entries) >= MOST_ENTRIES:
            raise EndlessMatchError(f"no end after {MOST_ENTRIES} entries, seed {setup.seed}")
        seat = _first_to_act(position, rng)
        if seat == CLOCK:
            action = position.legal_actions(CLOCK)[0]
        else:
            action = bots[seat - 1].choose(position.observe(seat), seat)
        position = position.apply(seat, action)
        entries.append(Entry(seat, rules.format_action(action)))
    return Finished(Record(setup, tuple(entries)), position)


def _first_to_act(position: AnyPosition, rng: Random) -> Seat:
    seats = sorted(position.active_seats - {CLOCK})
    is_timed = CLOCK in position.active_seats
    if not seats or (is_timed and rng.random() < CLOCK_CHANCE):
        return CLOCK
    return rng.choice(seats) if len(seats) > 1 else seats[0]


def _play_in_time(setup: Setup, rng: Random) -> Finished:
    from spieltisch.games.aya.bots import playout

    try:
        played = playout.play_out(setup, rng)
    except playout.EndlessMatchError as error:
        raise EndlessMatchError(str(error)) from error
    return Finished(played.record, played.position)
