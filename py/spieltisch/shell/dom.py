"""Reading the document. JavaScript's null is an object of its own in Python; here it is None."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from spieltisch.views.markup import Markup, whole

Patch = Callable[[Any, Any], bool]
"""``patch`` of static/boot/patch.js: brings regions of a node's page up to date, and says whether
the page is then as it should be."""


def closest(node: Any, selector: str) -> Any | None:
    """The node itself or the nearest one round it that the selector names."""
    return node.closest(selector) or None


def attribute(node: Any, name: str) -> str | None:
    """An attribute's text; None where there is none, which an empty one is not."""
    value = node.getAttribute(name)
    return value if isinstance(value, str) else None


def proxy(listener: Callable[..., None]) -> Any:
    """A listener that the browser may call for as long as the page lives."""
    from pyodide.ffi import create_proxy  # only there in the browser

    return create_proxy(listener)


def to_js(window: Any, value: Any) -> Any:
    """Lists, dicts, texts and numbers as JavaScript's own.

    JSON is ASCII, which Pyodide hands over all at once, and other texts a letter at a time.
    """
    return window.JSON.parse(json.dumps(value))


class DrawnPage:
    """The page that a node of the document holds, region by region as it was last drawn."""

    def __init__(self, window: Any, root: Any, patch: Patch) -> None:
        self._window = window
        self._patch = patch
        self._shown: Mapping[str, Markup] = {}
        self._root_id = str(root.id)
        self.root = root

    def copy(self) -> DrawnPage:
        """The same page in a node of its own, which nobody sees."""
        return DrawnPage(self._window, self.root.cloneNode(True), self._patch)

    def show(self, page: Markup) -> None:
        """Turn the node's content into a page; only regions that have changed are touched."""
        before, regions = self._shown, {self._root_id: page, **page.regions}
        # Should this fail half-way, the next page is drawn as a whole.
        self._shown = {}
        changed = [(name, text) for name, text in regions.items() if text != before.get(name)]
        # Before the first page the node holds whatever was there until Python came; later on the
        # browser's translation or an extension may have taken something away.
        if changed and not (before and self._patch(self.root, to_js(self._window, changed))):
            self._patch(self.root, to_js(self._window, [(self._root_id, whole(page))]))
        self._shown = regions
