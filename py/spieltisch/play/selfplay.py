"""Bots play against each other.

Where all of them react in their own time, the match runs through the same timing as on the page,
under a clock that jumps to the next thing that happens. Bots that search or play at random take no
time: where several seats may act, chance says who is first, and now and then it is the clock.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.play.bots import BotName
from spieltisch.play.match import Match
from spieltisch.play.timing import Timing
from spieltisch.table import CLOCK, AnyPosition, Player, Seat, Setup

MOST_ENTRIES = 20_000
"""A match that is longer is broken off."""

CLOCK_CHANCE = 0.05
"""Where no time passes: how likely a clock that is running runs out before anybody acts."""


class EndlessMatchError(RuntimeError):
    """Bots have played MOST_ENTRIES entries without an end, or none of them acts any more."""


def play_matches(
    game: Game, setup: Setup, bots: Sequence[BotName], seed: int, matches: int
) -> Iterator[Match]:
    """Play matches to their ends, one after the other; the seeds are ``seed``, ``seed + 1``, ...

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
        yield play_match(dealt, bots, Random(f"bots {number}"))


def play_match(setup: Setup, bots: Sequence[BotName], rng: Random) -> Match:
    """Play one match to its end.

    Args:
        setup: with its start dealt; its players' controllers say the levels of bots that react.
        bots: who sits where, seat 1 first.
        rng: the bots' chance: the same one in the same state plays the same match.

    Raises EndlessMatchError for a match without an end.
    """
    game = catalog.game_of(setup.game)
    match = Match(setup, game.rules.initial_position(setup))
    reactions = game.reaction_bots
    is_timed = reactions is not None and all(bot.kind == reactions.kind for bot in bots)
    progress = _in_time(match, rng) if is_timed else _untimed(match, bots, rng)
    for match in progress:
        if len(match.turns) >= MOST_ENTRIES and not match.is_over:
            raise EndlessMatchError(f"no end after {MOST_ENTRIES} entries, seed {setup.seed}")
    return match


def _in_time(match: Match, rng: Random) -> Iterator[Match]:
    """The match after every entry."""
    timing, now_ms = Timing(), 0.0
    while not match.is_over:
        wake_ms = timing.next_wake_ms(match)
        if wake_ms is None:
            raise EndlessMatchError(f"nobody acts after {len(match.turns)} entries")
        now_ms = max(now_ms, wake_ms)
        if (due := timing.due(match, now_ms)) is not None:
            match = match.play(due.seat, due.action, round(due.at_ms))
            yield match
        else:
            timing = timing.planned(match, now_ms, rng, automatic_ms=0)


def _untimed(match: Match, bots: Sequence[BotName], rng: Random) -> Iterator[Match]:
    """The match after every entry."""
    made = [bot.make(match.game, rng) for bot in bots]
    while not match.is_over:
        position = match.position
        seat = _first_to_act(position, rng)
        if seat == CLOCK:
            action = position.legal_actions(CLOCK)[0]
        else:
            action = made[seat - 1].choose(position.observe(seat), seat)
        match = match.play(seat, action)
        yield match


def _first_to_act(position: AnyPosition, rng: Random) -> Seat:
    seats = sorted(position.active_seats - {CLOCK})
    is_timed = CLOCK in position.active_seats
    if not seats or (is_timed and rng.random() < CLOCK_CHANCE):
        return CLOCK
    return rng.choice(seats) if len(seats) > 1 else seats[0]
