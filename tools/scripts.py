"""Bundles the page's JavaScript: one file for the start, and one for each thing wanted later.

Each further file of a start is one more response to wait for. With one file for each module, these
took most of the time until the first board was shown.
"""

import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tools import vendor
from tools.project import NODE_MODULES, STATIC, ToolError

ESBUILD = NODE_MODULES / ".bin" / "esbuild"
# Every start runs these. What both need becomes one more file.
FIRST = ("boot/begin.js", "boot/page.js")
# Runs by itself, as a classic script: see there.
GUARD = "boot/guard.js"
# Few starts run these, or no page waits for them. Each is bundled with all that it needs: names
# stay the same from build to build, and an old file in a cache must not import a file that is gone.
LATER = (
    "offline/register.js",
    "offline/worker.js",
    "qr/begin.js",
    "qr/reader.js",
    "relay/begin.js",
    "relay/moved.js",
    "runtime/interpreter.js",
    # For the bots' worker; a page has it in boot/page.js.
    "runtime/python.js",
    "share/begin.js",
    "sound/begin.js",
    "workshop/begin.js",
)
# Little of it is ours to be read where it runs, and it is large.
EDITOR = "workshop/editor.js"
# Workers of a frame that can fetch nothing: each is handed over as one text.
HANDED_OVER = ("workshop/bot.js", "workshop/warden.js")
# Not bundled: PyScript, which is big and not ours; what is imported later still; and the modules
# that Pyodide imports under Node only.
APART = (
    "../boot/page.js",
    "../offline/register.js",
    "../vendor/pyscript/core.js",
    "./reader.js",
    "node:*",
    "ws",
)


def bundle(*, is_live: bool = False) -> Mapping[str, bytes]:
    """Give every script by its path in the site; those of a live page have source maps."""
    if not ESBUILD.exists():
        raise ToolError("node_modules has no esbuild: run `npm ci`.")
    vendor.copy()
    options = ["--sourcemap=inline"] if is_live else []
    with tempfile.TemporaryDirectory() as folder:
        run_esbuild(folder, *FIRST, "--splitting", "--chunk-names=boot/shared", *options)
        run_esbuild(folder, *LATER, *options)
        run_esbuild(folder, EDITOR, "--minify", *options)
        run_esbuild(folder, GUARD, *HANDED_OVER, "--format=iife", *options)
        return {
            f"static/{path.relative_to(folder).as_posix()}": path.read_bytes()
            for path in sorted(Path(folder).rglob("*.js"))
        }


def run_esbuild(folder: str, *arguments: str) -> None:
    """Bundle some scripts into a folder; ToolError with esbuild's message if it fails."""
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
