"""Strips Pyodide of what only packages written in C need, of which a page has none.

Such a package is linked to Pyodide when it is loaded, so Pyodide's WebAssembly exports all that one
might name: 8,600 functions and variables. The scripts of a page name 340. Without the other exports
a tenth of the code is unreachable, 280 imports of WebGL among it, and Binaryen drops it. A visitor
fetches 228 KB less, and a start does not put each export into tables. A package that is loaded all
the same fails with the name of what it misses.

The one function that runs Python's code is changed, so that browsers can keep it compiled well
(tools/indirect.py).
"""

import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tools import vendor
from tools.indirect import with_shared_calls
from tools.project import NODE_MODULES, ROOT, STATIC, ToolError
from tools.wasm import (
    exported_function,
    function_names,
    with_exports,
    with_function_names,
    without_names,
)

PYODIDE = NODE_MODULES / "pyodide"
WASM_OPT = NODE_MODULES / "binaryen" / "bin" / "wasm-opt"
# What Pyodide's WebAssembly uses beyond the first version of the format.
FEATURES = (
    "bulk-memory",
    "exception-handling",
    "multivalue",
    "mutable-globals",
    "nontrapping-float-to-int",
    "reference-types",
    "sign-ext",
)
# -g keeps the functions' names.
DROP_UNREACHABLE = ("--remove-unused-module-elements", "-g")
WASM, SCRIPT = "pyodide.asm.wasm", "pyodide.asm.mjs"
# The function that runs Python's code.
INTERPRETER = b"_PyEval_EvalFrameDefault"
WORD = re.compile(rb"[\w$]+")


def scripts() -> Iterator[bytes]:
    """Give all scripts that may name an export: Pyodide's, a page's, those that take snapshots."""
    yield vendor.lean_script((PYODIDE / SCRIPT).read_bytes())
    yield (PYODIDE / "pyodide.mjs").read_bytes()
    for folder in (STATIC / "runtime", ROOT / "tools" / "snapshot"):
        yield from (path.read_bytes() for path in sorted(folder.glob("*.js")))


def without_unreachable(module: bytes) -> bytes:
    """Drop the parts of a module that neither its exports nor its tables reach."""
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder) / "before.wasm", Path(folder) / "after.wasm"
        before.write_bytes(module)
        features = (f"--enable-{feature}" for feature in FEATURES)
        done = subprocess.run(
            ["node", WASM_OPT, *features, *DROP_UNREACHABLE, before, "-o", after],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise ToolError(f"Binaryen does not take Pyodide's WebAssembly:\n{done.stderr.strip()}")
        return after.read_bytes()


def reachable() -> tuple[bytes, int]:
    """Give the module without unreachable code, and the number in it of the function that runs
    Python's code."""
    whole = (PYODIDE / WASM).read_bytes()
    named = {word for script in scripts() for word in WORD.findall(script)}
    marks = {exported_function(whole, INTERPRETER): INTERPRETER.decode()}
    left = without_unreachable(with_function_names(with_exports(whole, named), marks))
    numbers = {name: number for number, name in function_names(left).items()}
    return without_names(left), numbers[INTERPRETER.decode()]


def write(folder: Path) -> None:
    """Write Pyodide's WebAssembly, and its script as a module, into an existing folder."""
    (folder / WASM).write_bytes(with_shared_calls(*reachable()))
    script = vendor.lean_script((PYODIDE / SCRIPT).read_bytes())
    (folder / SCRIPT).write_bytes(script)
