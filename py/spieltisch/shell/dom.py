"""Reading the document. JavaScript's null is an object of its own in Python; here it is None."""

import json
from collections.abc import Callable
from typing import Any, Self

from spieltisch.views.markup import Markup, whole, without_unchanged

Patch = Callable[[Any, str], bool]
"""``patch`` of static/boot/patch.js: brings parts of the page that a node holds up to date, and
says whether every region was there that was to be changed or to stay."""


def closest(node: Any, selector: str) -> Any | None:
    """The node itself or the nearest one round it that the selector names."""
    return node.closest(selector) or None


def attribute(node: Any, name: str) -> str | None:
    """An attribute's text; None where there is none, which an empty one is not."""
    value = node.getAttribute(name)
    return value if isinstance(value, str) else None


def in_ascii(markup: str) -> str:
    """The same markup in letters that Pyodide hands to JavaScript all at once.

    It hands over any other text a letter at a time, for which each press would wait. A NUL, which
    stands between changes, becomes what a browser makes of it.
    """
    return markup.replace("\0", "\ufffd").encode("ascii", "xmlcharrefreplace").decode("ascii")


def proxy(listener: Callable[..., None]) -> Any:
    """A listener that the browser may call for as long as the page lives."""
    from pyodide.ffi import create_proxy  # only there in the browser

    return create_proxy(listener)


def load_script(window: Any, address: str) -> Any:
    """Fetch a module that the page did without until now; gives its node."""
    script = window.document.createElement("script")
    script.type, script.src = "module", address
    window.document.head.append(script)
    return script


def to_js(window: Any, value: Any) -> Any:
    """Lists, dicts, texts and numbers as JavaScript's own."""
    return window.JSON.parse(json.dumps(value))


def all_of(markup: str) -> str:
    """The change that turns all that a node holds into this markup; see static/boot/patch.js."""
    return f"\0{in_ascii(markup)}"


def changes(before: Markup, page: Markup) -> str:
    """What turns one page into the next: each region that has changed, or all that is round them,
    too, where that has changed. Empty for the same page."""
    changed = {name for name, text in page.regions.items() if text != before.regions.get(name)}
    if page != before:
        return all_of(without_unchanged(page, changed))
    given: list[str] = []
    inside: set[str] = set()
    for name, markup in page.regions.items():
        if name in changed and name not in inside:
            inside.update(markup.regions)
            given += (name, in_ascii(without_unchanged(markup, changed)))
    return "\0".join(given)


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
        # At first the node holds what was there until Python came, such as the last visit's page.
        given = all_of(whole(page)) if before is None else changes(before, page)
        # Much of what time brings is not to be seen. The browser's translation or an extension may
        # have taken a region away.
        if given and not self._patch(self.root, given):
            self._patch(self.root, all_of(whole(page)))
        self._page = page
