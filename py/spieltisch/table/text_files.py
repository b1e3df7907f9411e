"""Texts for people that stand in TOML files beside the code: rulebooks, lessons and fixed words."""

import tomllib
from collections.abc import Mapping
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
    return {key: _named(value, names, key) for key, value in texts.items()}


def unfolded(text: str) -> dict[str, Any]:
    """A TOML text in which every paragraph is a line.

    >>> unfolded('task = \"\"\"\\nOne\\nparagraph.\\n\\nAnother.\\n\"\"\"')
    {'task': 'One paragraph.\\nAnother.'}
    """
    return {key: _unfolded(value) for key, value in tomllib.loads(text).items()}


def _unfolded(value: Any) -> Any:
    match value:
        case dict():
            return {key: _unfolded(each) for key, each in value.items()}
        case list():
            return [_unfolded(each) for each in value]
        case str():
            return "\n".join(" ".join(part.split()) for part in value.split("\n\n"))
    return value


def _named(value: Any, names: Mapping[str, str], key: str) -> Any:
    match value:
        case dict():
            return {name: _named(each, names, name) for name, each in value.items()}
        case list():
            return [_named(each, names, key) for each in value]
        case str() if key in PLACES:
            return value.format_map(names)
    return value
