"""Writing HTML and SVG: an element is a function call, and text is always escaped."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from itertools import starmap
from typing import TypeAlias

VOID = frozenset(("br", "hr", "img", "input", "link", "meta"))
"""HTML elements that have no end tag."""


class Markup(str):
    """Text that is markup already and must not be escaped again."""

    __slots__ = ()


Child: TypeAlias = "str | int | Sequence[Child] | None"
Value: TypeAlias = "str | int | float | bool | None"


def el(name: str, attributes: dict[str, Value] | None = None, /, *children: Child) -> Markup:
    """An element.

    Args:
        name: the tag's name.
        attributes: True writes the bare name, False and None leave the attribute out, numbers are
            written with at most two decimals.
        children: markup as it is, text escaped, None left out, lists laid flat.
    """
    opening = f"<{name}{''.join(starmap(_attribute, (attributes or {}).items()))}>"
    if name in VOID:
        return Markup(opening)
    return Markup(f"{opening}{join(*children)}</{name}>")


def join(*children: Child) -> Markup:
    """Children one after another, without an element round them."""
    return Markup("".join(map(_child, children)))


def number(value: float) -> str:
    """A coordinate: at most two decimals, and no more zeros than needed."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


# A page says the same of most of its nodes at each turn. Typed, as True is no 1 here.
@lru_cache(maxsize=8192, typed=True)
def _attribute(name: str, value: Value) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return f" {name}"
    text = number(value) if isinstance(value, float) else escape(str(value), quote=True)
    return f' {name}="{text}"'


def _child(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, Markup):
        return child
    if isinstance(child, str | int):
        return escape(str(child), quote=False)
    return join(*child)
