"""Every way a match can be set up, random matches through each of them, and what each can do.

No test of this folder names a game. What only some set-ups have (chance, hidden parts, few
actions) is found here by looking at them, and tests run over those that have it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest

from spieltisch.games import catalog
from spieltisch.play.bots import parse_bot, play_matches
from spieltisch.table import AnyRules, Option, Record, Setup, SetupError, Turn, replay

MOST_POSITIONS = 40
MOST_ACTIONS = 40
"""How many of a position's actions are tried; some games have hundreds."""


class Moment(NamedTuple):
    """One position of a match, and how it was reached."""

    position: Any
    record: Record


def setups() -> Iterator[Setup]:
    """Every game, variant, edition and number of seats; every value of every option but clocks,
    which are no input to a rule; and house rules where they are furthest from the printed ones."""
    for info in (game.info for game in catalog.GAMES.values()):
        for variant, counts in info.seat_counts.items():
            for edition in info.editions:
                for seats in counts:
                    setup = Setup(info.name, variant, edition, (), seats)
                    yield setup
                    yield from by_house_rules(setup, info.options_of(variant))
                    if seats != counts[0]:
                        continue
                    for option in info.options_of(variant):
                        if not option.name.endswith("-clock"):
                            for value in option.choices[1:]:
                                yield replace(setup, options=((option.name, value),))


def by_house_rules(setup: Setup, options: tuple[Option, ...]) -> Iterator[Setup]:
    """Every lowest and highest value of one house rule with every one of the others, where there is
    room for it, and with the last value of each other option."""
    house = {
        one.name: sorted({min(one.choices, key=int), max(one.choices, key=int)})
        for one in options
        if one.is_house
    }
    others = {one.name: one.choices[-1] for one in options if not one.is_house}
    for values in product(*house.values()) if house else ():
        chosen = {**others, **dict(zip(house, values, strict=True))}
        found = replace(setup, options=tuple(sorted(chosen.items())))
        # Tests of its own say what has no room.
        with suppress(SetupError):
            rules_of(setup).initial_position(dealt(found))
            yield found


def name_of(setup: Setup) -> str:
    parts = [setup.game, setup.variant, setup.edition, str(setup.seats)]
    return "-".join(parts + [f"{name}={value}" for name, value in setup.options])


def rules_of(setup: Setup) -> AnyRules:
    return catalog.game_of(setup.game).rules


def over(those: tuple[Setup, ...]) -> pytest.MarkDecorator:
    """Runs a test for each of some set-ups."""
    return pytest.mark.parametrize("setup", those, ids=name_of)


def some(items, most=MOST_ACTIONS):
    """Not all of them, if they are many; the same ones each time."""
    return items if len(items) <= most else Random(len(items)).sample(items, most)


def observers(setup: Setup) -> tuple[int | None, ...]:
    """A spectator and every seat."""
    return (None, *range(1, setup.seats + 1))


def dealt(setup: Setup, seed: int = 1) -> Setup:
    return replace(setup, seed=seed, start=rules_of(setup).deal(setup, Random(seed).shuffle))


@cache
def match_of(setup: Setup, seed: int = 1) -> Record:
    """A whole match of random bots."""
    bots = [parse_bot("random", catalog.game_of(setup.game))] * setup.seats
    (finished,) = play_matches(catalog.game_of(setup.game), setup, bots, seed, 1)
    return finished.record


@cache
def turns(setup: Setup, seed: int = 1) -> tuple[Turn, ...]:
    """All turns of a random match."""
    return tuple(replay(rules_of(setup), match_of(setup, seed)))


@cache
def moments(setup: Setup, seed: int = 1) -> tuple[Moment, ...]:
    """Positions of a random match, its first and its last among them; not all, if it is long."""
    record = match_of(setup, seed)
    positions = [rules_of(setup).initial_position(record.setup)]
    positions += [turn.after for turn in turns(setup, seed)]
    every = max(1, len(positions) // MOST_POSITIONS)
    # From both ends: what is rare happens early or late.
    chosen = sorted({*range(0, len(positions), every), *range(len(positions) - 5, len(positions))})
    return tuple(Moment(positions[i], record.cut(i)) for i in chosen if i >= 0)


@cache
def rebuilt(setup: Setup) -> tuple[tuple[Any, Any], ...]:
    """Some positions, each with one that is reached by the same entries anew."""
    game = rules_of(setup)
    found = []
    for position, record in moments(setup)[:: len(moments(setup)) // 6 or 1]:
        again = game.initial_position(record.setup)
        for turn in replay(game, record):
            again = turn.after
        found.append((position, again))
    return tuple(found)


def has_chance(setup: Setup) -> bool:
    """Whether a deal shuffles anything."""
    shuffled = []
    rules_of(setup).deal(setup, shuffled.append)
    return bool(shuffled)


def is_hiding(setup: Setup) -> bool:
    """Whether somebody does not see all of a dealt start."""
    position = rules_of(setup).initial_position(dealt(setup))
    return any(position.observe(seat) != position for seat in observers(setup))


def has_few_actions(setup: Setup) -> bool:
    """Whether all ways to choose an action can be gone through."""
    position = rules_of(setup).initial_position(dealt(setup))
    return all(len(position.legal_actions(seat)) <= MOST_ACTIONS for seat in position.active_seats)


SETUPS = tuple(dict.fromkeys(setups()))
BY_CHANCE = tuple(filter(has_chance, SETUPS))
WITHOUT_CHANCE = tuple(setup for setup in SETUPS if setup not in BY_CHANCE)
ARRANGED = tuple(setup for setup in SETUPS if rules_of(setup).arrange(setup, ""))
HIDING = tuple(filter(is_hiding, SETUPS))
OPEN = tuple(setup for setup in SETUPS if setup not in HIDING)
WITH_FEW_ACTIONS = tuple(filter(has_few_actions, SETUPS))
