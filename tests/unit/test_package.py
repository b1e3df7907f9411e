"""What `pip install .` gives: the engine and its command, which need nothing of the checkout."""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tools.project import ROOT

PARTS = ("pyproject.toml", "README.md", "LICENSE")


CONFORMS = """
from pettingzoo.test import api_test
from pettingzoo_env import SpieltischEnv
for game in ("yala", "myra"):
    api_test(SpieltischEnv(game), num_cycles=300)
"""


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# It asks a package index for what builds a wheel.
@pytest.mark.soak
def test_a_built_wheel_plays_a_match_in_a_fresh_environment(tmp_path: Path) -> None:
    sources, fresh = tmp_path / "sources", tmp_path / "fresh"
    shutil.copytree(ROOT / "py", sources / "py", ignore=shutil.ignore_patterns("__pycache__"))
    for name in PARTS:
        shutil.copy(ROOT / name, sources / name)
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", ".", ".", cwd=sources)
    (wheel,) = sources.glob("*.whl")
    venv.create(fresh, with_pip=True)
    folder = fresh / ("Scripts" if sys.platform == "win32" else "bin")
    # Without an index: it stands on nothing.
    run(folder / "python", "-m", "pip", "install", "--no-index", wheel, cwd=tmp_path)
    shutil.rmtree(sources)
    shutil.copy(ROOT / "examples" / "one_ahead.py", tmp_path / "mine.py")
    series = ("selfplay", "yala", "--bots", "mine.py,3", "--games", "1", "--seed", "1")
    assert "1 game" in run(folder / "spieltisch", *series, cwd=tmp_path)
    for game in ("aya", "myra"):
        assert "1 game" in run(folder / "spieltisch", "selfplay", game, cwd=tmp_path)


# It installs PettingZoo.
@pytest.mark.soak
def test_the_environment_passes_the_conformance_test_of_pettingzoo(tmp_path: Path) -> None:
    fresh = tmp_path / "fresh"
    venv.create(fresh, with_pip=True)
    python = fresh / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    run(python, "-m", "pip", "install", "pettingzoo", cwd=tmp_path)
    paths = (ROOT / "py", ROOT / "examples" / "environments")
    told = f"import sys\nsys.path[:0] = {[*map(str, paths)]}\n{CONFORMS}"
    assert run(python, "-c", told, cwd=tmp_path).count("Passed") == 2
