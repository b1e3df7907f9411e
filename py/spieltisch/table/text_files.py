"""Texts for people that stand in TOML files beside the code: rulebooks, lessons and fixed words."""

import tomllib
from collections.abc import Callable
from pkgutil import get_data
from typing import Any

PLACES = ("position", "focus")
"""Members in which ``{name}`` stands for a text of the file's ``[names]``, so that it is said
once."""


def read_beside(module: str, file: str) -> dict[str, Any]:
    """A TOML file in the folder of a module. Its texts are as ``unfolded`` gives them, and names
    are put in; the names themselves may use those before them."""
    texts = unfolded((get_data(module, file) or b"").decode())
    names: dict[str, str] = {}
    for name, text in texts.pop("names", {}).items():
        names[name] = text.format_map(names)
    return {
        key: _each(value, lambda text, key: text.format_map(names) if key in PLACES else text, key)
        for key, value in texts.items()
    }


def unfolded(text: str) -> dict[str, Any]:
    """A TOML text in which every paragraph is a line.

    >>> unfolded('task = \"\"\"\\nOne\\nparagraph.\\n\\nAnother.\\n\"\"\"')
    {'task': 'One paragraph.\\nAnother.'}
    """
    whole: dict[str, Any] = _each(
        tomllib.loads(text),
        lambda text, _: "\n".join(" ".join(part.split()) for part in text.split("\n\n")),
    )
    return whole


def _each(value: Any, change: Callable[[str, str], str], key: str = "") -> Any:
    """A value with each of its texts changed, given the member in which it is."""
    match value:
        case dict():
            return {name: _each(each, change, name) for name, each in value.items()}
        case list():
            return [_each(each, change, key) for each in value]
        case str():
            return change(value, key)
    return value
