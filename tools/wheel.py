"""Builds the package's wheel, and plays with it in a fresh environment: `python -m tools.wheel`.

A release has it as its file. It holds the engine and the command `spieltisch`, and needs no other
package.
"""

import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from tools.project import ROOT, ToolError, version

WHEELS = ROOT / "dist"

PARTS = ("pyproject.toml", "README.md", "LICENSE")
"""What a wheel is made of, beside the folder `py`."""

SERIES = (
    ("yala", "--bots", "one_ahead.py,3", "--games", "1", "--seed", "1"),
    ("aya",),
    ("myra",),
)


def run(*command: str | Path, cwd: Path) -> str:
    """Give what a command prints; ToolError if it fails."""
    done = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, timeout=600, check=False
    )
    if done.returncode:
        raise ToolError(f"{' '.join(map(str, command))}:\n{done.stdout}{done.stderr}")
    return done.stdout


def build(target: Path) -> Path:
    """Build the wheel into a folder, from a copy: building leaves files behind."""
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder)
        ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(ROOT / "py", sources / "py", ignore=ignored)
        for name in PARTS:
            shutil.copy(ROOT / name, sources / name)
        run(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", target, ".", cwd=sources)
    (wheel,) = target.glob(f"spieltisch-{version()}-*.whl")
    return wheel


def check(wheel: Path) -> None:
    """Play every game with a wheel where nothing else is installed, nor can be."""
    with tempfile.TemporaryDirectory() as folder:
        fresh, bot = Path(folder) / "fresh", ROOT / "examples" / "one_ahead.py"
        venv.create(fresh, with_pip=True)
        programs = fresh / ("Scripts" if sys.platform == "win32" else "bin")
        python = programs / "python"
        run(python, "-m", "pip", "install", "--no-index", wheel.resolve(), cwd=fresh)
        shutil.copy(bot, fresh / bot.name)
        for series in SERIES:
            told = run(programs / "spieltisch", "selfplay", *series, cwd=fresh)
            if "1 game" not in told:
                raise ToolError(f"selfplay {' '.join(series)} has played no game:\n{told}")


def main() -> int:
    """Run the command line."""
    shutil.rmtree(WHEELS, ignore_errors=True)
    try:
        wheel = build(WHEELS)
        check(wheel)
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{wheel.relative_to(ROOT)} plays in a fresh environment")
    return 0


if __name__ == "__main__":
    sys.exit(main())
