"""Builds the site twice, in surroundings that differ, and compares the results byte by byte.

The second build is in another folder, at another time, in another time zone, with other file dates
and another order of Python's sets. Neither uses anything made earlier. If both are the same,
anybody who has the sources can check that a published site was made from them: the digest that is
printed is the one that `make site` prints, without the files that it keeps of an earlier build.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import offline
from tools.project import NODE_MODULES, ROOT, ToolError
from tools.site import digest_of, files_of

NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", ".mutants", ".*_cache", ".hypothesis", "__pycache__", "node_modules", "_site",
    "vendor", "made",
)  # fmt: skip
MADE_LAST = {offline.PAGE, offline.SCRIPT}
PLACES = ("one", "another place/a longer way down")


def first_difference(one: Path, other: Path) -> str:
    """Tell where two sites differ first; an empty text if they do not."""
    ours, theirs = files_of(one), files_of(other)
    # Last come the two that hold digests of all others: these differ whenever any file does.
    for name in sorted(ours.keys() | theirs.keys(), key=lambda name: (name in MADE_LAST, name)):
        if name not in ours or name not in theirs:
            return f"{name} is in one of them only"
        a, b = ours[name], theirs[name]
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), -1)
            at = at if at >= 0 else min(len(a), len(b))
            begin = max(0, at - 20)
            return f"{name} from byte {at}: {a[begin : at + 40]!r}, {b[begin : at + 40]!r}"
    return ""


def copy_project(target: Path, date_s: int | None = None) -> None:
    """Copy the sources, dated `date_s` if it is given; what npm has installed is shared."""
    shutil.copytree(ROOT, target, ignore=NOT_COPIED)
    if date_s is not None:
        for path in target.rglob("*"):
            os.utime(path, (date_s, date_s))
    (target / "node_modules").symlink_to(NODE_MODULES.resolve())


def build(project: Path, address: str, surroundings: dict[str, str], umask: int) -> Path:
    """Build the site of a copy for an address; give its folder."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.site", "--fresh", "--address", address],
        cwd=project,
        env=os.environ | surroundings,
        umask=umask,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise ToolError(f"The site could not be built:\n{done.stderr.strip()}")
    return project / "_site"


def build_twice(folder: Path, address: str) -> tuple[Path, Path]:
    """Build the site of two copies for an address; give their folders."""
    one, other = (folder / place for place in PLACES)
    copy_project(one)
    copy_project(other, date_s=1_000_000_000)
    return (
        build(one, address, {"TZ": "UTC", "LANG": "C.UTF-8", "PYTHONHASHSEED": "1"}, umask=0o022),
        build(
            other,
            address,
            {"TZ": "Asia/Kathmandu", "LANG": "C", "PYTHONHASHSEED": "2"},
            umask=0o077,
        ),
    )


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="tools.reproducible", description=__doc__)
    parser.add_argument("--address", default="", help="where the site will be")
    address = parser.parse_args().address
    try:
        with tempfile.TemporaryDirectory() as name:
            one, other = build_twice(Path(name), address)
            difference = first_difference(one, other)
            digest = digest_of(one)
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    if difference:
        print(f"two builds differ: {difference}", file=sys.stderr)
        return 1
    print(f"two builds are the same: sha256 {digest}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
