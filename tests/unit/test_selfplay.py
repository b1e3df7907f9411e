"""Self-play in time: the page's timing under a clock that jumps."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from spieltisch.games import catalog
from spieltisch.games.contract import Reaction, ReactionBots
from spieltisch.play import bots
from spieltisch.play.bots import (
    BotKind,
    BotName,
    EndlessMatchError,
    names_for,
    parse_bot,
    play_matches,
)
from spieltisch.play.match import Match, format_match
from spieltisch.play.timing import Timing
from spieltisch.table import CLOCK, Bot, Player, Seat, Setup
from tests.front_doors import parse_match

TIMED = [name for name, game in catalog.GAMES.items() if game.reaction_bots is not None]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """AYA with bots that all do the first legal action after the same time, which a test sets."""
    delays = [1000.0]

    def react(position: Any, seat: Seat, level: int, rng: Random) -> Reaction | None:
        return Reaction(delays[0], position.legal_actions(seat)[0])

    bots = ReactionBots(react, (1,), lambda *_: None, lambda *_: False)
    monkeypatch.setitem(catalog.GAMES, "aya", replace(catalog.game_of("aya"), bots=bots))
    return delays


def begun(seed: int = 1) -> Match:
    rules = catalog.game_of("aya").rules
    setup = Setup("aya", "aya-oye", "zoch", (), 2, seed, "", (Player("", Bot(1)),) * 2)
    setup = replace(setup, start=rules.deal(setup, Random(seed).shuffle))
    return Match(setup, rules.initial_position(setup))


@pytest.mark.parametrize("name", TIMED)
def test_the_timing_of_the_page_would_play_the_same_match(name: str) -> None:
    """Step by step, whatever was played, the next action is what is due at its time."""
    game = catalog.game_of(name)
    setup = Setup(name, game.info.variants[0], game.info.editions[0], (), 2)
    bots = [parse_bot(names_for(game)[-1], game)] * 2
    (played,) = play_matches(game, setup, bots, 3, 1)
    rng = Random("bots 3")
    match = Match(played.setup, played.start)
    timing, now_ms = Timing(), 0.0
    for turn in played.turns:
        timing = timing.planned(match, now_ms, rng, automatic_ms=0)
        due = timing.due(match, turn.at_ms)
        assert due is not None
        assert timing.due(match, turn.at_ms - 1) is None
        assert (due.seat, due.action, due.at_ms) == (turn.seat, turn.action, turn.at_ms)
        match, now_ms = match.play(due.seat, due.action, turn.at_ms), due.at_ms
    assert match.record == played.record
    assert match.is_over


@pytest.mark.parametrize("name", TIMED)
def test_time_passes_and_never_back(name: str) -> None:
    game = catalog.game_of(name)
    setup = Setup(name, game.info.variants[0], game.info.editions[0], (), 2)
    (played,) = play_matches(game, setup, [parse_bot(names_for(game)[1], game)] * 2, 1, 1)
    times = [turn.at_ms for turn in played.turns]
    assert times == sorted(times)
    assert times[0] > 0


def test_of_equally_soon_bots_chance_says_who_is_first(slow: list[float]) -> None:
    firsts = Counter[Seat]()
    for seed in range(100):
        match = begun(seed)
        due = Timing().planned(match, 0.0).due(match, slow[0])
        assert due is not None
        firsts[due.seat] += 1
    assert min(firsts[1], firsts[2]) >= 25


def test_a_clock_that_runs_out_as_a_bot_acts_was_first(slow: list[float]) -> None:
    match = begun()
    match = match.play(1, match.position.legal_actions(1)[0])
    limit = match.rules.time_limit(match.setup, match.position)
    assert limit is not None
    for delay_ms, seat in ((limit.ms - 1, 1), (limit.ms, CLOCK), (limit.ms + 1, CLOCK)):
        slow[0] = delay_ms
        due = Timing().planned(match, 0.0).due(match, limit.ms)
        assert due is not None
        assert due.seat == seat


def test_a_match_without_an_end_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "MOST_ENTRIES", 3)
    for name, game in catalog.GAMES.items():
        setup = Setup(name, game.info.variants[0], game.info.editions[0], (), 2)
        for bot in ("random", names_for(game)[1]):
            with pytest.raises(EndlessMatchError, match="no end after 3 entries, seed 1"):
                list(play_matches(game, setup, [parse_bot(bot, game)] * 2, 1, 1))


def test_a_match_in_which_nobody_acts_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = ReactionBots(lambda *_: None, (1,), lambda *_: None, lambda *_: False)
    game = replace(catalog.game_of("aya"), bots=bots)
    monkeypatch.setitem(catalog.GAMES, "aya", game)
    setup = Setup("aya", "aya-oye", "zoch", (), 2)
    with pytest.raises(EndlessMatchError, match="nobody acts after 0 entries"):
        list(play_matches(game, setup, [BotName(BotKind.REFLEX, 1)] * 2, 1, 1))


def test_a_bot_of_another_game_is_not_made() -> None:
    for game in catalog.GAMES.values():
        other = BotKind.SEARCH if game.search_bots is None else BotKind.REFLEX
        with pytest.raises(ValueError, match=f"has no bots of kind '{other}'"):
            BotName(other, 1).make(game, Random(1))


def test_a_plan_is_for_a_moment_of_a_match_also_once_that_was_read_again() -> None:
    match = begun()
    for _ in range(4):
        seat = min(match.position.active_seats - {CLOCK})
        match = match.play(seat, match.position.legal_actions(seat)[0])
    again = parse_match(format_match(match))
    for shown in range(match.shown + 1):
        planned = Timing().planned(match.show(shown), 0.0)
        assert [planned.is_planned_for(again.show(ply)) for ply in range(match.shown + 1)] == [
            ply == shown for ply in range(match.shown + 1)
        ]
    earlier = replace(Timing().planned(match, 0.0), planned_ply=match.shown - 2)
    assert not earlier.is_planned_for(match), "a position that has come up again"
