"""Builds the package's wheel, and plays with it in a fresh environment: `python -m tools.wheel`.

A release has it as its file. It holds the engine and the command `spieltisch`, and needs no other
package. The same sources give the same bytes, wherever and whenever it is built.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Mapping
from pathlib import Path

from tools.project import ROOT, ToolError, version

WHEELS = ROOT / "dist"

PARTS = ("pyproject.toml", "LICENSE")
"""What a wheel is made of, beside the folder `py`."""

MADE = ("__pycache__", "*.egg-info", "locale")
"""What a build of the page leaves in it."""

EPOCH = "315532800"
"""The oldest date that a zip file can hold, in seconds since 1970."""

SERIES = (
    ("yala", "--bots", "turns_step_3.py,3", "--games", "1", "--seed", "1"),
    ("aya",),
    ("myra",),
)


def run(*command: str | Path, cwd: Path, **surroundings: str) -> str:
    """Give what a command prints; ToolError if it fails."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **surroundings},
        umask=0o022,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    if done.returncode:
        raise ToolError(f"{' '.join(map(str, command))}:\n{done.stdout}{done.stderr}")
    return done.stdout


def build(target: Path, urls: Mapping[str, str] | None = None, root: Path = ROOT) -> Path:
    """Build the wheel into a folder. It tells of the addresses that it is given, by their names, as
    only who publishes it knows them."""
    with tempfile.TemporaryDirectory() as folder:
        # A copy: building leaves files behind, and the modes of files are those of their owner.
        sources = Path(folder)
        shutil.copytree(root / "py", sources / "py", ignore=shutil.ignore_patterns(*MADE))
        for name in PARTS:
            shutil.copy(root / name, sources / name)
        if urls:
            with (sources / "pyproject.toml").open("a", encoding="utf-8") as file:
                file.write("\n[project.urls]\n")
                file.writelines(f"{name} = {json.dumps(url)}\n" for name, url in urls.items())
        for path in sources.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)
        # By the setuptools that tools/requirements/build.txt names, with its digest.
        options = ("--no-deps", "--no-index", "--no-build-isolation", "--no-cache-dir")
        pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check")
        run(*pip, *options, "-w", target.resolve(), ".", cwd=sources, SOURCE_DATE_EPOCH=EPOCH)
    (wheel,) = target.glob(f"spieltisch-{version()}-*.whl")
    return wheel


def environment(folder: Path, wheel: Path) -> Path:
    """Make a fresh environment with a wheel, and nothing else; give the folder of its programs."""
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    pip = (programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--no-index", wheel.resolve(), cwd=folder)
    return programs


def check(wheel: Path) -> None:
    """Play every game with a wheel where nothing else is installed, nor can be."""
    with tempfile.TemporaryDirectory() as name:
        folder, bot = Path(name), ROOT / "examples" / "turns_step_3.py"
        programs = environment(folder / "fresh", wheel)
        shutil.copy(bot, folder / bot.name)
        for series in SERIES:
            told = run(programs / "spieltisch", "selfplay", *series, cwd=folder)
            if "1 game" not in told:
                raise ToolError(f"selfplay {' '.join(series)} has played no game:\n{told}")


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="tools.wheel", description=__doc__)
    parser.add_argument("--address", metavar="URL", default="", help="where the page is played")
    parser.add_argument("--source", metavar="URL", default="", help="where the sources are")
    options = parser.parse_args()
    urls = {"Homepage": options.address, "Source": options.source}
    if options.source:
        urls["Issues"] = f"{options.source}/issues"
        urls["Documentation"] = f"{options.source}/blob/v{version()}/docs/engine.md"
        urls["Changelog"] = f"{options.source}/blob/v{version()}/CHANGELOG.md"
    shutil.rmtree(WHEELS, ignore_errors=True)
    try:
        wheel = build(WHEELS, {name: url for name, url in urls.items() if url})
        check(wheel)
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    print(f"{wheel.relative_to(ROOT)} plays in a fresh environment: sha256 {digest}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
