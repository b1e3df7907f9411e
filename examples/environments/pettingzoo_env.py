"""YALA and Myra as environments of PettingZoo, for research: `pip install . pettingzoo`.

    env = SpieltischEnv("yala")
    env.reset(seed=1)

What is observed is the board as text (docs/rules.md), letter by letter. An action is a number: its
place among the legal ones, in the engine's order, and ``action_mask`` says how many these are.
"""

from dataclasses import replace
from random import Random
from typing import ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from spieltisch.games import catalog

MOST_ACTIONS = 512
MOST_LETTERS = 512
MOST_TURNS = 1_000


class SpieltischEnv(AECEnv):
    metadata: ClassVar = {"name": "spieltisch_v0", "render_modes": [], "is_parallelizable": False}

    def __init__(self, game="yala"):
        super().__init__()
        self.game = catalog.game_of(game)
        if self.game.search_bots is None:
            raise ValueError(f"{game} is not taken in turns")
        self.setup = self.game.info.default_setup()
        self.possible_agents = [f"seat_{seat}" for seat in range(1, self.setup.seats + 1)]
        letters = Box(0, 255, (MOST_LETTERS,), np.uint8)
        mask = Box(0, 1, (MOST_ACTIONS,), np.int8)
        space = Dict({"observation": letters, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(MOST_ACTIONS) for agent in self.possible_agents}
        self.render_mode = None

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        chance = Random(seed)
        rules = self.game.rules
        start = rules.deal(self.setup, chance.shuffle)
        self.position = rules.initial_position(replace(self.setup, start=start))
        self.turns = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def _select(self):
        seat = min(self.position.active_seats, default=None)
        if seat is not None:
            self.agent_selection = f"seat_{seat}"

    def _legal(self, agent):
        seat = int(agent.removeprefix("seat_"))
        return self.position.legal_actions(seat)[:MOST_ACTIONS]

    def observe(self, agent):
        letters, mask = np.zeros(MOST_LETTERS, np.uint8), np.zeros(MOST_ACTIONS, np.int8)
        seat = int(agent.removeprefix("seat_"))
        text = self.game.rules.format_board(self.position.observe(seat)).encode()[:MOST_LETTERS]
        letters[: len(text)] = list(text)
        mask[: len(self._legal(agent)) if agent == self.agent_selection else 0] = 1
        return {"observation": letters, "action_mask": mask}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        seat = int(agent.removeprefix("seat_"))
        self.position = self.position.apply(seat, self._legal(agent)[action])
        self.turns += 1
        outcome = self.position.outcome
        if outcome is not None:
            for number, one in enumerate(self.possible_agents, start=1):
                if not outcome.is_draw:
                    self.rewards[one] = 1 if number in outcome.winners else -1
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.turns >= MOST_TURNS:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()
