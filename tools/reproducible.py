"""Builds the site twice, in surroundings that differ, and compares the results byte by byte.

The first build is of what is committed (`git archive`), if nothing else is in the checkout. The
second is in another folder, at another time, in another time zone, with other file dates, files
written in another order, other rights, a locale that knows no letter beyond ASCII, a clock that is
a year ahead, another order of Python's sets and, if one is named, with another Node. Neither uses
anything made earlier. If both are the same, anybody who has the sources
can check that a published site was made from them: the digest that is printed is the one that
`make site` prints, without the files that it keeps of an earlier build.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path

from tools import offline
from tools.folders import files_of
from tools.project import NODE_MODULES, ROOT, ToolError
from tools.site import digest_of

NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", ".mutants", ".*_cache", ".hypothesis", "__pycache__", "node_modules", "_site",
    "._site.*", "vendor", "made",
)  # fmt: skip
MADE_LAST = {offline.PAGE, offline.SCRIPT}
PLACES = ("one", "another place/a longer way down")
OLD_S = 1_000_000_000
UTC = {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"}
# Without the last two Python would read and write UTF-8 all the same.
ELSEWHERE = {
    "TZ": "Asia/Kathmandu",
    "LC_ALL": "C",
    "PYTHONHASHSEED": "2",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
}
A_YEAR_AHEAD = """
import time
_now, _now_ns, _localtime, _gmtime = time.time, time.time_ns, time.localtime, time.gmtime
time.time = lambda: _now() + 31_536_000
time.time_ns = lambda: _now_ns() + 31_536_000_000_000_000
time.localtime = lambda seconds=None: _localtime(time.time() if seconds is None else seconds)
time.gmtime = lambda seconds=None: _gmtime(time.time() if seconds is None else seconds)
"""
"""Runs as Python starts. Node has no clock while it makes a snapshot (snapshot/determined.js)."""


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


def copy_committed(target: Path) -> bool:
    """Copy what is committed, as it goes out with a release; tell whether that is all there is."""

    def git(*command: str) -> bytes | None:
        done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, check=False)
        return None if done.returncode else done.stdout

    if git("status", "--porcelain") != b"":
        return False
    archive = git("archive", "--format=tar", "HEAD")
    if archive is None:
        return False
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        files.extractall(target, filter="data")
    return True


def copy_checkout(target: Path) -> None:
    """Copy the sources as they lie there, the last one first, all with the same old date."""
    files: list[tuple[str, str]] = []
    shutil.copytree(
        ROOT,
        target,
        ignore=NOT_COPIED,
        copy_function=lambda source, copy: files.append((str(source), str(copy))),
    )
    for source, copy in sorted(files, reverse=True):
        shutil.copyfile(source, copy)
        os.utime(copy, (OLD_S, OLD_S))


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


def build_twice(folder: Path, address: str, node: str) -> tuple[Path, Path]:
    """Build the site of two copies for an address, the second one with the Node in a folder, if one
    is named; give their folders."""
    one, other = (folder / place for place in PLACES)
    if not copy_committed(one):
        print("The checkout has changes: what is committed was not tried by itself.")
        copy_checkout(one)
    copy_checkout(other)
    for project in (one, other):
        (project / "node_modules").symlink_to(NODE_MODULES.resolve())
    path = f"{node}{os.pathsep}{os.environ['PATH']}" if node else os.environ["PATH"]
    (folder / "ahead").mkdir()
    (folder / "ahead" / "sitecustomize.py").write_text(A_YEAR_AHEAD, encoding="utf-8")
    ahead = ELSEWHERE | {"PATH": path, "PYTHONPATH": str(folder / "ahead")}
    return build(one, address, UTC, umask=0o022), build(other, address, ahead, umask=0o077)


def folder_of_node(program: str) -> str:
    """Give the folder of a Node that is named by its path; ToolError if it is none."""
    path = Path(program).resolve()
    path = path / "node" if path.is_dir() else path
    if path.name != "node" or not os.access(path, os.X_OK):
        raise ToolError(f"{program} is no Node: name the program `node`, or the folder it is in.")
    return str(path.parent)


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="tools.reproducible", description=__doc__)
    parser.add_argument("--address", default="", help="where the site will be")
    parser.add_argument("--node", default="", help="another Node for the second build")
    options = parser.parse_args()
    try:
        node = options.node and folder_of_node(options.node)
        with tempfile.TemporaryDirectory() as name:
            one, other = build_twice(Path(name), options.address, node)
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
