"""The games as Python games of OpenSpiel, for research: `pip install . open_spiel`.

    import pyspiel, openspiel_game
    game = pyspiel.load_game("python_spieltisch_yala")

YALA and Myra are sequential, with perfect information. In AYA everybody may call at any time: it is
a simultaneous game, in which each seat acts or waits, and chance says who of several was first.
What is dealt is dealt from the parameter ``seed``, so that chance has nothing else to do.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np
import pyspiel

from spieltisch.games import catalog
from spieltisch.table import CLOCK

LONGEST = 1_000_000
"""Turns of a match, at most: no rule counts them, but every match ends."""


def _info(game, seats, number_of_actions):
    is_alone = seats == 1
    return pyspiel.GameInfo(
        num_distinct_actions=number_of_actions,
        max_chance_outcomes=0 if game.search_bots else seats,
        num_players=seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=None if is_alone else 0.0,
        max_game_length=LONGEST,
    )


def _kind(game):
    dynamics = pyspiel.GameType.Dynamics
    chance = pyspiel.GameType.ChanceMode
    counts = game.info.seat_counts[game.info.variants[0]]
    return pyspiel.GameType(
        short_name=f"python_spieltisch_{game.info.name}",
        long_name=game.info.title,
        dynamics=dynamics.SEQUENTIAL if game.search_bots else dynamics.SIMULTANEOUS,
        chance_mode=chance.DETERMINISTIC if game.search_bots else chance.EXPLICIT_STOCHASTIC,
        information=(
            pyspiel.GameType.Information.PERFECT_INFORMATION
            if game.search_bots
            else pyspiel.GameType.Information.IMPERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(counts), "seed": 1},
    )


class _Observer:
    """What a player observes, as OpenSpiel's observers give it: a tensor and a text."""

    def __init__(self, ours):
        self._ours = ours
        self.tensor = np.zeros(prod(ours.arrays().shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(ours.arrays().shape)}

    def set_from(self, state, player):
        told = self._ours.arrays().observe(state.position, player + 1)
        self.tensor[:] = np.frombuffer(told, np.uint8)

    def string_from(self, state, player):
        return self._ours.rules.format_position(state.position.observe(player + 1))


class _State(pyspiel.State):
    ours = None
    """The game; on the class, as OpenSpiel copies what a state has."""

    def __init__(self, game):
        super().__init__(game)
        self.position = game.start
        self.called = ()
        """Who wants to act at once, with what: chance says who does."""

    # What both kinds have.

    def _numbers(self, seat):
        index = self.ours.arrays().actions.index
        return sorted(map(index, self.position.legal_actions(seat)))

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            return f"seat {self.called[action][0]} is first"
        actions = self.ours.arrays().actions
        return "wait" if action == len(actions) else str(actions[action])

    def is_terminal(self):
        return self.position.outcome is not None

    def returns(self):
        seats, outcome = self.num_players(), self.position.outcome
        return [0.0] * seats if outcome is None else [*outcome.returns(seats)]

    def __str__(self):
        return self.ours.rules.format_position(self.position)

    def _play(self, seat, number):
        self.position = self.position.apply(seat, self.ours.arrays().actions[number])


class SequentialState(_State):
    """A position of a game in which one seat acts after the other."""

    def current_player(self):
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        [seat] = self.position.active_seats
        return seat - 1

    def _legal_actions(self, player):
        return self._numbers(player + 1)

    def _apply_action(self, action):
        self._play(self.current_player() + 1, action)


class SimultaneousState(_State):
    """A position in which several seats may act. A seat that need not may wait: that is an action
    of its own, the number after those of the game."""

    def current_player(self):
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.called else pyspiel.PlayerId.SIMULTANEOUS

    def _legal_actions(self, player):
        wait = len(self.ours.arrays().actions)
        acting = self.position.active_seats - {CLOCK}
        if player + 1 not in acting:
            return [wait]
        return self._numbers(player + 1) + ([wait] if len(acting) > 1 else [])

    def chance_outcomes(self):
        return [(place, 1 / len(self.called)) for place in range(len(self.called))]

    def _apply_action(self, action):
        seat, number = self.called[action]
        self.called = ()
        self._play(seat, number)

    def _apply_actions(self, actions):
        wait = len(self.ours.arrays().actions)
        called = [(seat, one) for seat, one in enumerate(actions, 1) if one != wait]
        if len(called) == 1:
            self._play(*called[0])
        else:
            self.called = tuple(called)


def _class_for(name):
    ours = catalog.game_of(name)
    kind = _kind(ours)
    kind_of_state = SequentialState if ours.search_bots else SimultaneousState
    state_class = type(
        f"{kind_of_state.__name__}Of{ours.info.title}", (kind_of_state,), {"ours": ours}
    )

    class SpieltischGame(pyspiel.Game):
        def __init__(self, params=None):
            chosen = params or {}
            seats = chosen.get("players", kind.min_num_players)
            number = len(ours.arrays().actions) + (0 if ours.search_bots else 1)
            super().__init__(kind, _info(ours, seats, number), chosen)
            setup = replace(ours.info.default_setup(), seats=seats, players=())
            self.start = ours.begin(chosen.get("seed", 1), setup)

        def new_initial_state(self):
            return state_class(self)

        def make_py_observer(self, iig_obs_type=None, params=None):
            return _Observer(ours)

    pyspiel.register_game(kind, SpieltischGame)
    return SpieltischGame


GAMES = {name: _class_for(name) for name in catalog.FOLDERS}
