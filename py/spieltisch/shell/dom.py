"""Reading the document. JavaScript's null is an object of its own in Python; here it is None."""

import json
from collections.abc import Callable
from typing import Any, Self

from spieltisch.views.markup import Markup, whole, without_unchanged

Patch = Callable[[Any, str], bool]
"""``patch`` of static/boot/patch.js: turns a node's content into a page, and says whether every
region was there that only a stub was given for."""


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


def changed_regions(before: Markup, page: Markup) -> set[str]:
    """The ids of the regions of a page that the one before did not have, or not so."""
    return {name for name, text in page.regions.items() if text != before.regions.get(name)}


class DrawnPage:
    """The page that a node of the document holds, region by region as it was last drawn."""

    def __init__(self, root: Any, patch: Patch) -> None:
        self.root = root
        self._patch = patch
        self._page: Markup | None = None

    def copy(self) -> Self:
        """The same page in a node of its own, which nobody sees."""
        return type(self)(self.root.cloneNode(True), self._patch)

    def show(self, page: Markup) -> None:
        """Turn the node's content into a page; regions that have not changed are not touched."""
        before, self._page = self._page, None
        if before is None:
            # The node holds what was there until Python came: a first view, or the last visit's.
            self._give(whole(page))
        else:
            changed = changed_regions(before, page)
            # Much of what time brings is not to be seen.
            is_same = not changed and page == before
            if not is_same and not self._give(without_unchanged(page, changed)):
                # The browser's translation or an extension has taken a region away.
                self._give(whole(page))
        self._page = page

    def _give(self, markup: str) -> bool:
        return self._patch(self.root, in_ascii(markup))
