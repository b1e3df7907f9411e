"""What `pip install .` gives: the engine and its command, which need nothing of the checkout."""

from __future__ import annotations

import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from tools import wheel
from tools.project import ROOT, ToolError

CONFORMS = """
from pettingzoo.test import api_test
from pettingzoo_env import SpieltischEnv
for game in ("yala", "myra"):
    api_test(SpieltischEnv(game), num_cycles=300)
"""


# It asks a package index for what builds a wheel.
@pytest.mark.soak
def test_a_built_wheel_plays_a_match_in_a_fresh_environment(tmp_path: Path) -> None:
    built = wheel.build(tmp_path)
    with ZipFile(built) as archive:
        [described] = (name for name in archive.namelist() if name.endswith("/METADATA"))
        assert "Requires-Dist" not in archive.read(described).decode()
    wheel.check(built)


# A wheel that plays nothing is told: pip has nothing to install it with but the wheel itself.
@pytest.mark.soak
def test_a_wheel_that_does_not_play_is_refused(tmp_path: Path) -> None:
    whole, broken = wheel.build(tmp_path / "whole"), tmp_path / "broken"
    broken.mkdir()
    with ZipFile(whole) as archive, ZipFile(broken / whole.name, "w") as other:
        for name in archive.namelist():
            text = archive.read(name)
            other.writestr(name, b"def main(): pass" if name.endswith("/cli.py") else text)
    with pytest.raises(ToolError, match="has played no game"):
        wheel.check(broken / whole.name)


# It installs PettingZoo.
@pytest.mark.soak
def test_the_environment_passes_the_conformance_test_of_pettingzoo(tmp_path: Path) -> None:
    fresh = tmp_path / "fresh"
    venv.create(fresh, with_pip=True)
    python = fresh / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    wheel.run(python, "-m", "pip", "install", "pettingzoo", cwd=tmp_path)
    paths = (ROOT / "py", ROOT / "examples" / "environments")
    told = f"import sys\nsys.path[:0] = {[*map(str, paths)]}\n{CONFORMS}"
    assert wheel.run(python, "-c", told, cwd=tmp_path).count("Passed") == 2
