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

from tools import first_part, vendor
from tools.indirect import with_shared_calls
from tools.project import NODE_MODULES, ROOT, STATIC, ToolError
from tools.split import split
from tools.wasm import (
    exported_function,
    function_count,
    function_names,
    with_exports,
    with_function_names,
    with_joined_data,
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
WASM, REST, SCRIPT = "pyodide.asm.wasm", "rest.wasm", "pyodide.asm.mjs"
# The function that runs Python's code.
INTERPRETER = b"_PyEval_EvalFrameDefault"
# A function is named by this and its number.
MARK = "#"
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


def reachable() -> tuple[bytes, dict[int, int]]:
    """Give the module without unreachable code, and each function's number in Pyodide's own."""
    named = {word for script in scripts() for word in WORD.findall(script)}
    module = with_exports((PYODIDE / WASM).read_bytes(), named)
    marks = {function: f"{MARK}{function}" for function in range(function_count(module))}
    left = without_unreachable(with_function_names(module, marks))
    names = function_names(left).items()
    own = {function: int(name[1:]) for function, name in names if name.startswith(MARK)}
    return without_names(left), own


def interpreter(own_numbers: dict[int, int]) -> int:
    """Give the number of the function that runs Python's code, among those that are left."""
    number = exported_function((PYODIDE / WASM).read_bytes(), INTERPRETER)
    (function,) = (function for function, own in own_numbers.items() if own == number)
    return function


def write(folder: Path) -> None:
    """Write Pyodide's WebAssembly in its two parts, and its script as a module, into an existing
    folder."""
    module, own_numbers = reachable()
    wanted = first_part.numbers()
    first = frozenset(function for function, own in own_numbers.items() if own in wanted)
    module, added = with_shared_calls(module, interpreter(own_numbers))
    write_parts(folder, *split(module, first | added, without_unreachable))


def write_parts(folder: Path, first: bytes, rest: bytes) -> None:
    """Write the files of a Pyodide: both parts and the script."""
    (folder / WASM).write_bytes(with_joined_data(first))
    (folder / REST).write_bytes(rest)
    script = vendor.lean_script((PYODIDE / SCRIPT).read_bytes())
    (folder / SCRIPT).write_bytes(script)
