"""The times that scripts wait, for tests that let less pass: read from where they stand."""

import re

from tools.project import ROOT


def milliseconds(script: str, name: str) -> int:
    """Read a constant of a script, or of a module of Python."""
    text = (ROOT / script).read_text(encoding="utf-8")
    found = re.findall(rf"^(?:const )?{name} = ([\d_.]+);?$", text, re.MULTILINE)
    assert len(found) == 1, f"{script} has {len(found)} constants {name}"
    return int(float(found[0].replace("_", "")))
