"""Bundles the page's JavaScript: one file for the start, and one for each thing wanted later.

Each file more of a start is one more answer to wait for. With a file a module, those took most of
the time until the first board was there.
"""

import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tools import vendor
from tools.project import NODE_MODULES, STATIC, ToolError

ESBUILD = NODE_MODULES / ".bin" / "esbuild"
# What every start runs. Both need some of the same, which is one file more.
FIRST = ("boot/begin.js", "boot/page.js")
# What few do, or no page waits for. Each holds all that it needs: names stay the same from build to
# build, and a file that a cache still has must not ask for a part that is gone.
LATER = (
    "offline/forget.js",
    "offline/register.js",
    "offline/worker.js",
    "qr/begin.js",
    "qr/reader.js",
    "runtime/interpreter.js",
    # For the bots' worker; a page has it in its own file.
    "runtime/python.js",
    "share/begin.js",
    "sound/begin.js",
)
# PyScript is big, and not ours; some is wanted later still; Pyodide runs under Node as well.
APART = (
    "../boot/page.js",
    "../offline/*",
    "../vendor/pyscript/core.js",
    "./reader.js",
    "node:*",
    "ws",
)


def bundle(*, is_live: bool = False) -> Mapping[str, bytes]:
    """Give every script by its path in the site; those of a live page tell where lines are from."""
    if not ESBUILD.exists():
        raise ToolError("node_modules has no esbuild: run `npm ci`.")
    vendor.copy()
    options = ["--sourcemap=inline"] if is_live else []
    with tempfile.TemporaryDirectory() as folder:
        run_esbuild(folder, *FIRST, "--splitting", "--chunk-names=boot/shared", *options)
        run_esbuild(folder, *LATER, *options)
        return {
            f"static/{path.relative_to(folder).as_posix()}": path.read_bytes()
            for path in sorted(Path(folder).rglob("*.js"))
        }


def run_esbuild(folder: str, *arguments: str) -> None:
    """Bundle some scripts into a folder; ToolError with esbuild's words where it cannot."""
    apart = [f"--external:{name}" for name in APART]
    shape = ["--bundle", "--format=esm", "--target=es2022", "--charset=utf8", *apart]
    places = ["--log-level=warning", "--outbase=.", f"--outdir={folder}"]
    done = subprocess.run(
        [ESBUILD, *shape, *places, *arguments],
        cwd=STATIC,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise ToolError(f"The scripts could not be bundled:\n{done.stderr.strip()}")
