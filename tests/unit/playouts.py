"""Matches of bots that react, as tests want them: at random levels, and with every step to see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from spieltisch.games import catalog
from spieltisch.play.bots import BotKind, BotName, play_match
from spieltisch.table import Bot, Entry, Player, Record, Setup


class Playout(NamedTuple):
    """A match played to its end: its record, and its last position."""

    record: Record
    position: Any


def play_out(
    setup: Setup, rng: Random, watch: Callable[[Entry, Any], None] | None = None
) -> Playout:
    """Play a match to its end; without players, bots of random levels play."""
    game = catalog.game_of(setup.game)
    bots = game.reaction_bots
    assert bots is not None
    if not setup.start:
        setup = replace(setup, start=game.rules.deal(setup, rng.shuffle))
    if not setup.players:
        levels = [rng.choice(bots.levels) for _ in range(setup.seats)]
        setup = replace(setup, players=tuple(Player("", Bot(level)) for level in levels))
    names = [BotName(BotKind.REFLEX, player.controller.level) for player in setup.players]
    match = play_match(catalog.game_of(setup.game), setup, names, rng)
    for turn in match.turns if watch else ():
        watch(turn.entry, turn.after)
    return Playout(match.record, match.position)
