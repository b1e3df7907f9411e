"""Makes Pyodide without what is there only for packages written in C, of which a page has none.

Such a package is linked to Pyodide when it is loaded. So Pyodide's WebAssembly exports all that
one might name, 8,600 functions and variables; the scripts of a page name 340. Without the others
nothing reaches a tenth of the code, 280 imports of WebGL among it, and Binaryen drops that. A
visitor fetches 228 KB less, and a start does not put each export into tables. A package that is
loaded all the same fails with the name of what it misses.
"""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tools import vendor
from tools.project import NODE_MODULES, ROOT, STATIC, ToolError
from tools.wasm import with_exports, with_joined_data

PYODIDE = NODE_MODULES / "pyodide"
WASM_OPT = NODE_MODULES / "binaryen" / "bin" / "wasm-opt"
# What Pyodide's WebAssembly is made with beyond the first version of the format.
FEATURES = (
    "bulk-memory",
    "exception-handling",
    "multivalue",
    "mutable-globals",
    "nontrapping-float-to-int",
    "reference-types",
    "sign-ext",
)
WASM, SCRIPT = "pyodide.asm.wasm", "pyodide.asm.mjs"
WORD = re.compile(rb"[\w$]+")


def scripts() -> Iterator[bytes]:
    """Give all scripts that may name an export: Pyodide's, a page's, those that take snapshots."""
    yield vendor.with_short_exports((PYODIDE / SCRIPT).read_bytes())
    yield (PYODIDE / "pyodide.mjs").read_bytes()
    for folder in (STATIC / "runtime", ROOT / "tools" / "snapshot"):
        yield from (path.read_bytes() for path in sorted(folder.glob("*.js")))


def without_unreachable(module: bytes, folder: Path) -> bytes:
    """Drop what of a module can be reached neither from its exports nor from its tables."""
    before, after = folder / "before.wasm", folder / "after.wasm"
    before.write_bytes(module)
    features = (f"--enable-{feature}" for feature in FEATURES)
    done = subprocess.run(
        ["node", WASM_OPT, *features, "--remove-unused-module-elements", before, "-o", after],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise ToolError(f"Binaryen does not take Pyodide's WebAssembly:\n{done.stderr.strip()}")
    dropped = after.read_bytes()
    before.unlink()
    after.unlink()
    return dropped


def write(folder: Path) -> None:
    """Write Pyodide's WebAssembly, and its script as a module, into an existing folder."""
    named = {word for script in scripts() for word in WORD.findall(script)}
    module = with_exports((PYODIDE / WASM).read_bytes(), named)
    (folder / WASM).write_bytes(with_joined_data(without_unreachable(module, folder)))
    script = vendor.with_short_exports((PYODIDE / SCRIPT).read_bytes())
    (folder / SCRIPT).write_bytes(script)
