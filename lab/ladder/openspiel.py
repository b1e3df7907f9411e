"""OpenSpiel's Monte Carlo tree search as an opponent, on our games wrapped as its Python game.

It needs ``lab/requirements/ladder.txt``, which neither the project nor its tests do.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from time import process_time
from typing import Any

from lab.ladder.histories import History, history_of
from spieltisch.table import AnyPosition, Seat
from tools.project import ToolError

EXPLORATION = 1.4142135
FIRST_SIMULATIONS = 10
"""Simulations for the first move, before it is known how long one takes."""

MOST_CHOICES = 10_000
LONGEST_MATCH = 100_000


def spiel() -> Any:
    """The module pyspiel; raises ToolError if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        raise ToolError(
            "OpenSpiel is not installed: run it by `make -f lab/Makefile ladder`"
        ) from None
    return pyspiel


def _facts(pyspiel: Any) -> tuple[Any, Any]:
    """What OpenSpiel wants to know of any game."""
    kind = pyspiel.GameType(
        short_name="python_spieltisch",
        long_name="Spieltisch",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    facts = pyspiel.GameInfo(
        num_distinct_actions=MOST_CHOICES,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=LONGEST_MATCH,
    )
    return kind, facts


@cache
def _state_class() -> type[Any]:
    pyspiel = spiel()

    class State(pyspiel.State):  # type: ignore[misc,name-defined]
        """A history as OpenSpiel sees it: player 0 is seat 1."""

        def __init__(self, game: Any, history: History) -> None:
            super().__init__(game)
            self.game = game
            self.past = history

        def current_player(self) -> int:
            return self.past.seat - 1 if self.past.choices else int(pyspiel.PlayerId.TERMINAL)

        def _legal_actions(self, player: int) -> list[int]:
            return list(range(self.past.choices))

        def _apply_action(self, action: int) -> None:
            self.past.play(action)

        def _action_to_string(self, player: int, action: int) -> str:
            return str(self.past.action(action))

        def is_terminal(self) -> bool:
            return not self.past.choices

        def returns(self) -> list[float]:
            return {0: [0.0, 0.0], 1: [1.0, -1.0], 2: [-1.0, 1.0]}[self.past.winner]

        def clone(self) -> Any:
            return State(self.game, self.past.copy())

        def __str__(self) -> str:
            return repr(vars(self.past))

    return State


@cache
def _game() -> Any:
    pyspiel = spiel()
    kind, facts = _facts(pyspiel)

    class Game(pyspiel.Game):  # type: ignore[misc,name-defined]
        """One of our games; its states are made from positions."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, facts, params or {})

    return Game()


class MctsBot:
    """OpenSpiel's MCTSBot with random rollouts and its solver, thinking for a given time.

    Attributes:
        simulations: how many were made.
        seconds: how long it has thought, in processor time.
    """

    def __init__(self, budget: Callable[[], float], rng: Random) -> None:
        """Args:
        budget: how many seconds it may think about the next move.
        rng: seeds its random choices.
        """
        import numpy
        from open_spiel.python.algorithms import mcts

        self._game = _game()
        chance = numpy.random.RandomState(rng.randrange(2**31))
        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        self._bot = mcts.MCTSBot(
            self._game, EXPLORATION, FIRST_SIMULATIONS, evaluator, random_state=chance
        )
        self._budget = budget
        self._owed = 0.0
        self.simulations = 0
        self.seconds = 0.0

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        """The move simulated most; the pace so far tells how many simulations fit the time.

        If a move takes too much or too little time, the next gets less or more.
        """
        history = history_of(position)
        self._owed += self._budget()
        if self.seconds:
            pace = self.simulations / self.seconds
            self._bot.max_simulations = max(10, round(pace * self._owed))
        begun = process_time()
        root = self._bot.mcts_search(_state_class()(self._game, history.copy()))
        elapsed = process_time() - begun
        self._owed -= elapsed
        self.seconds += elapsed
        self.simulations += root.explore_count
        return history.action(root.best_child().action)
