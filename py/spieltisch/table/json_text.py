"""JSON from elsewhere: links, files and storage hold whatever somebody put there."""

import json
import re
from typing import Any

MAX_NESTING = 16
"""Nothing of ours is nested deeper."""

_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")


def parse_json(text: str) -> Any:
    """A JSON value; raises ValueError, also for one nested deeper than MAX_NESTING.

    The standard reader recurses, and in the browser a text of brackets alone would end Python for
    good: its stack is smaller there than Python believes.
    """
    depth = 0
    for bracket in _BRACKET.finditer(_STRING.sub("", text)):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > MAX_NESTING:
            raise ValueError(f"nested deeper than {MAX_NESTING}")
    return json.loads(text)
