"""The environments pass the own tests of the libraries that they are for, and cut nothing off."""

from __future__ import annotations

import sys
import venv
from pathlib import Path

import pytest

from tools import wheel
from tools.project import ROOT

# They install those libraries.
pytestmark = pytest.mark.soak

IN_TURNS = """
from pettingzoo.test import api_test, seed_test
from pettingzoo_env import InTurns
for game, seats in (("yala", 2), ("myra", 2), ("myra", 3)):
    api_test(InTurns(game, seats), num_cycles=300)
    seed_test(lambda: InTurns(game, seats), num_cycles=100)
"""
AT_ONCE = """
from pettingzoo.test import parallel_api_test, parallel_seed_test
from pettingzoo_env import AtOnce
for seats in (2, 3, 6):
    parallel_api_test(AtOnce("aya", seats), num_cycles=300)
    parallel_seed_test(lambda: AtOnce("aya", seats), num_cycles=100)
"""
UNCUT = """
from random import Random
import numpy as np
from pettingzoo_env import AtOnce, InTurns
for game in ("yala", "myra"):
    env, chance = InTurns(game), Random(1)
    env.reset(seed=3)
    most = 0
    for _ in range(200):
        agent = env.agent_selection
        if env.terminations[agent]:
            break
        seat = env.possible_agents.index(agent) + 1
        legal = env.position.legal_actions(seat)
        numbers = np.flatnonzero(env.observe(agent)["action_mask"])
        assert {env.arrays.actions[number] for number in numbers} == {*legal}
        most = max(most, len(legal))
        env.step(int(chance.choice(numbers)))
    print(game, most)
env = AtOnce("aya")
env.reset(seed=3)
assert env.render().startswith("<svg")
assert AtOnce("aya", render_mode="ansi").number_of_actions == 18
"""
SPIEL = """
import pyspiel, openspiel_game
for params in ("yala", "yala(seed=5)", "myra(seed=2)", "myra(players=3)", "aya", "aya(players=4)"):
    name, _, rest = params.partition("(")
    game = pyspiel.load_game(f"python_spieltisch_{name}" + (f"({rest}" if rest else ""))
    pyspiel.random_sim_test(game, num_sims=1, serialize=name != "myra", verbose=False)
    print(params, "passed")
turns = pyspiel.load_game("turn_based_simultaneous_game(game=python_spieltisch_aya())")
pyspiel.random_sim_test(turns, num_sims=2, serialize=False, verbose=False)
print("aya in turns passed")
"""
SEARCHED = """
import numpy, pyspiel, openspiel_game
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import make_observation
game = pyspiel.load_game("python_spieltisch_yala")
state, random = game.new_initial_state(), numpy.random.RandomState(1)
bot = mcts.MCTSBot(game, 1.4, 50, mcts.RandomRolloutEvaluator(1, random), random_state=random)
number = bot.step(state)
assert number in state.legal_actions()
again = state.clone()
again.apply_action(number)
assert str(again) != str(state)
seen = make_observation(game)
seen.set_from(state, 0)
assert seen.tensor.sum() > 24
assert seen.string_from(state, 0) == str(state)
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That of an environment with what `make -f lab/Makefile ladder` installs."""
    folder = tmp_path_factory.mktemp("libraries")
    venv.create(folder, with_pip=True)
    found = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    lock = ROOT / "lab" / "requirements" / "ladder.txt"
    pip = (found, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    wheel.run(*pip, "--require-hashes", "-r", lock, cwd=folder)
    return found


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (IN_TURNS, "Passed API test"),
        (AT_ONCE, "Passed Parallel API test"),
        (UNCUT, "myra"),
        (SPIEL, "aya in turns passed"),
        (SEARCHED, ""),
    ],
    ids=["in turns", "at once", "uncut", "openspiel", "searched"],
)
def test_environments_pass_the_libraries_own_tests(python: Path, text: str, told: str) -> None:
    paths = [str(ROOT / "py"), str(ROOT / "examples" / "environments")]
    script = f"import sys\nsys.path[:0] = {paths}\n{text}"
    assert told in wheel.run(python, "-c", script, cwd=ROOT)
