"""Every way a match can be set up, and random matches through each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, NamedTuple

from spieltisch.games import catalog
from spieltisch.play.bots import parse_bot
from spieltisch.play.selfplay import play_matches
from spieltisch.table import AnyRules, Record, Setup, replay

MOST_POSITIONS = 40


class Moment(NamedTuple):
    """One position of a match, and how it was reached."""

    position: Any
    record: Record


def setups() -> Iterator[Setup]:
    """Every game, variant, edition and number of seats; and every value of every option but the
    clocks', which are no input to a rule."""
    for info in (game.info for game in catalog.GAMES.values()):
        for variant, counts in info.seat_counts.items():
            for edition in info.editions:
                for seats in counts:
                    setup = Setup(info.name, variant, edition, (), seats)
                    yield setup
                    if seats != counts[0]:
                        continue
                    for option in info.options_of(variant):
                        if not option.name.endswith("-clock"):
                            for value in option.choices[1:]:
                                yield replace(setup, options=((option.name, value),))


def name_of(setup: Setup) -> str:
    parts = [setup.game, setup.variant, setup.edition, str(setup.seats)]
    return "-".join(parts + [f"{name}={value}" for name, value in setup.options])


def dealt(setup: Setup, seed: int = 1) -> Setup:
    game = catalog.game_of(setup.game).rules
    return replace(setup, seed=seed, start=game.deal(setup, Random(seed).shuffle))


@cache
def match_of(setup: Setup, seed: int = 1) -> Record:
    """A whole match of random bots."""
    game = catalog.game_of(setup.game)
    bots = [parse_bot("random", game)] * setup.seats
    (finished,) = play_matches(game, setup, bots, seed, 1)
    return finished.record


@cache
def moments(setup: Setup, seed: int = 1) -> tuple[Moment, ...]:
    """Positions of a random match, its first and its last among them; not all, if it is long."""
    game: AnyRules = catalog.game_of(setup.game).rules
    record = match_of(setup, seed)
    positions = [game.initial_position(record.setup)]
    positions += [step.after for step in replay(game, record)]
    every = max(1, len(positions) // MOST_POSITIONS)
    # From both ends: what is rare happens early or late.
    chosen = sorted({*range(0, len(positions), every), *range(len(positions) - 5, len(positions))})
    return tuple(Moment(positions[i], record.cut(i)) for i in chosen if i >= 0)


@cache
def rebuilt(setup: Setup) -> tuple[tuple[Any, Any], ...]:
    """Some positions, each with one that is reached by the same entries anew."""
    game: AnyRules = catalog.game_of(setup.game).rules
    found = []
    for position, record in moments(setup)[:: len(moments(setup)) // 6 or 1]:
        again = game.initial_position(record.setup)
        for step in replay(game, record):
            again = step.after
        found.append((position, again))
    return tuple(found)


SETUPS = tuple(setups())
