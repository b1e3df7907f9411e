"""The games as environments of PettingZoo, for research: `pip install . pettingzoo`.

    env = InTurns("yala")
    env.reset(seed=1)

YALA and Myra are taken in turns. In AYA everybody may call at any time: `AtOnce("aya")` is a
parallel environment, in which each agent acts or waits, and chance says who of several was first.
Actions and observations are those of the games' `arrays()`; `action_mask` says which are legal.
"""

from dataclasses import replace
from random import Random
from typing import ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv, ParallelEnv

from spieltisch.games import catalog
from spieltisch.table import CLOCK


class _Spieltisch:
    """What both kinds of environment have."""

    def _open(self, name, seats, waits, render_mode):
        self.game = catalog.game_of(name)
        self.arrays, info = self.game.arrays(), self.game.info
        chosen = seats or info.default_setup().seats
        self.setup = replace(info.default_setup(), seats=chosen, players=())
        info.check(self.setup)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(1, chosen + 1)]
        self.number_of_actions = len(self.arrays.actions) + waits
        seen = Box(0, 255, self.arrays.shape, np.uint8)
        mask = Box(0, 1, (self.number_of_actions,), np.int8)
        space = Dict({"observation": seen, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: Discrete(self.number_of_actions) for agent in self.possible_agents
        }

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def _begin(self, seed):
        if seed is not None or not hasattr(self, "chance"):
            self.chance = Random(seed)
        self.position = self.game.begin(self.chance.randrange(10**9), self.setup)
        self.agents = list(self.possible_agents)

    def _observed(self, seat, numbers):
        told = self.arrays.observe(self.position, seat)
        mask = np.zeros(self.number_of_actions, np.int8)
        mask[numbers] = 1
        seen = np.frombuffer(told, np.uint8).reshape(self.arrays.shape).copy()
        return {"observation": seen, "action_mask": mask}

    def _numbers(self, seat):
        return [*map(self.arrays.actions.index, self.position.legal_actions(seat))]

    def _returns(self):
        outcome, seats = self.position.outcome, self.setup.seats
        got = (0.0,) * seats if outcome is None else outcome.returns(seats)
        return dict(zip(self.possible_agents, got, strict=True))

    def render(self):
        """The board as text, or as the SVG file that the page draws."""
        return (
            str(self.position) if self.render_mode == "ansi" else self.game.drawing(self.position)
        )

    def close(self):
        pass


class InTurns(_Spieltisch, AECEnv):
    """A game in which one seat acts after the other."""

    metadata: ClassVar = {
        "name": "spieltisch_in_turns_v1",
        "render_modes": ["ansi", "svg"],
        "is_parallelizable": False,
    }

    def __init__(self, game="yala", seats=None, render_mode=None):
        super().__init__()
        self._open(game, seats, 0, render_mode)
        if self.game.search_bots is None:
            raise ValueError(f"{game} is not taken in turns")

    def reset(self, seed=None, options=None):
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def _select(self):
        for seat in self.position.active_seats:
            self.agent_selection = f"seat_{seat}"

    def observe(self, agent):
        seat = self.possible_agents.index(agent) + 1
        return self._observed(seat, self._numbers(seat))

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        seat = self.possible_agents.index(agent) + 1
        self.position = self.position.apply(seat, self.arrays.actions[action])
        if self.position.outcome is not None:
            self.rewards = self._returns()
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()


class AtOnce(_Spieltisch, ParallelEnv):
    """A game in which several seats may act. The last number is that of waiting; an action that is
    not legal counts as such."""

    metadata: ClassVar = {"name": "spieltisch_at_once_v1", "render_modes": ["ansi", "svg"]}

    def __init__(self, game="aya", seats=None, render_mode=None):
        self._open(game, seats, 1, render_mode)
        self.wait = self.number_of_actions - 1

    def reset(self, seed=None, options=None):
        self._begin(seed)
        return self._all_observed(), {agent: {} for agent in self.agents}

    def _all_observed(self):
        acting = self.position.active_seats - {CLOCK}
        return {
            agent: self._observed(seat, self._numbers(seat) + [self.wait] * (acting != {seat}))
            for seat, agent in enumerate(self.possible_agents, 1)
        }

    def step(self, actions):
        called = [
            (seat, int(actions[agent]))
            for seat, agent in enumerate(self.possible_agents, 1)
            if int(actions[agent]) in self._numbers(seat)
        ]
        if called:
            seat, number = self.chance.choice(called)
            self.position = self.position.apply(seat, self.arrays.actions[number])
        observed, rewards = self._all_observed(), self._returns()
        is_over = self.position.outcome is not None
        ended = dict.fromkeys(self.possible_agents, is_over)
        cut = dict.fromkeys(self.possible_agents, False)
        infos = {agent: {} for agent in self.possible_agents}
        self.agents = [] if is_over else self.agents
        return observed, rewards, ended, cut, infos
