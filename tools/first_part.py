"""The list of the functions of Pyodide's WebAssembly that pages run: `first_part.txt`.

These functions are the first part of it (tools/split.py).
"""

import hashlib
import re
import textwrap

from tools.project import NODE_MODULES, ROOT, ToolError

FILE = ROOT / "tools" / "first_part.txt"
WASM = NODE_MODULES / "pyodide" / "pyodide.asm.wasm"
RANGE = re.compile(r"(\d+)(?:-(\d+))?")
WIDTH = 120


def digest() -> str:
    """Give the digest of Pyodide's WebAssembly: another one numbers its functions differently."""
    return hashlib.sha256(WASM.read_bytes()).hexdigest()


def format_numbers(found: frozenset[int]) -> str:
    """Write numbers, consecutive ones as a range."""
    firsts = sorted(number for number in found if number - 1 not in found)
    lasts = sorted(number for number in found if number + 1 not in found)
    pairs = zip(firsts, lasts, strict=True)
    words = (str(one) if one == other else f"{one}-{other}" for one, other in pairs)
    return textwrap.fill(" ".join(words), WIDTH, break_on_hyphens=False) + "\n"


def parse_numbers(text: str) -> frozenset[int]:
    """Read what `format_numbers` writes."""
    ranges = ((int(one), int(other or one)) for one, other in RANGE.findall(text))
    return frozenset(number for first, last in ranges for number in range(first, last + 1))


def write(found: frozenset[int]) -> None:
    """Write which functions are in the first part."""
    FILE.write_text(f"{digest()}\n{format_numbers(found)}", encoding="ascii")


def numbers() -> frozenset[int]:
    """Give the functions' numbers; ToolError if they were found for another Pyodide."""
    of, _, text = FILE.read_text(encoding="ascii").partition("\n")
    if of != digest():
        raise ToolError(f"{FILE.name} is of another Pyodide: run `make functions`.")
    return parse_numbers(text)
