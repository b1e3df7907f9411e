"""Reading the document. JavaScript's null is an object of its own in Python; here it is None."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any


def closest(node: Any, selector: str) -> Any | None:
    """The node itself or the nearest one round it that the selector names."""
    return node.closest(selector) or None


def attribute(node: Any, name: str) -> str | None:
    """An attribute's text; None where there is none, which an empty one is not."""
    value = node.getAttribute(name)
    return value if isinstance(value, str) else None


def in_ascii(markup: str) -> str:
    """The same markup in letters that Pyodide hands to JavaScript all at once.

    It hands over any other text a letter at a time, for which each press would wait.
    """
    return markup.encode("ascii", "xmlcharrefreplace").decode("ascii")


def proxy(listener: Callable[..., None]) -> Any:
    """A listener that the browser may call for as long as the page lives."""
    from pyodide.ffi import create_proxy  # only there in the browser

    return create_proxy(listener)


def to_js(window: Any, value: Any) -> Any:
    """Lists, dicts, texts and numbers as JavaScript's own."""
    return window.JSON.parse(json.dumps(value))
