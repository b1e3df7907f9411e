"""Reading the document. JavaScript's null is an object of its own in Python; here it is None."""

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any, Self

from spieltisch.kit.markup import Markup, whole, without_unchanged
from spieltisch.table.typed import text_of

Patch = Callable[[Any, str], bool]
"""``patch`` of static/boot/patch.js: updates parts of the page that a node holds, and says whether
it found every region that had to change or to stay."""

_HALF = re.compile("[\ud800-\udfff]")


def closest(node: Any, selector: str) -> Any | None:
    """The node itself or its nearest ancestor that matches the selector; None without one."""
    return node.closest(selector) or None


def attribute(node: Any, name: str) -> str | None:
    """An attribute's text, which may be empty; None if the node lacks the attribute."""
    value = node.getAttribute(name)
    return value if isinstance(value, str) else None


def written(field: Any) -> str:
    """What is written in a field, as text that every link, file and record can hold: half a
    character, as a browser lets one be cut or pasted, becomes U+FFFD."""
    return _HALF.sub("\ufffd", field.value)


def long_text(held: Any) -> str:
    """The same of a field without a limit, or of a clipboard's data. Pyodide takes a text a letter
    at a time, but bytes at once."""
    from pyscript.js_modules.page import utf8Of  # available only in the browser

    return decoded(utf8Of(held))


def decoded(content: Any) -> str:
    """The text of a file's bytes, in whatever code it was written."""
    return text_of(content.to_bytes())


def in_ascii(markup: str) -> str:
    """The markup in ASCII, which Pyodide hands to JavaScript all at once.

    Pyodide hands over any other text a letter at a time, which would delay each press. A NUL, which
    separates changes, becomes U+FFFD, which is what a browser makes of it.
    """
    return markup.replace("\0", "\ufffd").encode("ascii", "xmlcharrefreplace").decode("ascii")


def _heard(listener: Callable[..., Any]) -> Callable[..., Any]:
    """The listener, of which the loop is told what it raises (see shell/faults.py): much of what
    calls it, such as a promise, says nothing of that to anybody."""

    def heard(*given: Any) -> Any:
        try:
            return listener(*given)
        except Exception as error:
            asyncio.get_event_loop().call_exception_handler({"exception": error})
            raise

    return heard


def proxy(listener: Callable[..., Any]) -> Any:
    """A listener that the browser may call for as long as the page lives."""
    from pyodide.ffi import create_proxy  # available only in the browser

    return create_proxy(_heard(listener))


def once(listener: Callable[..., Any]) -> Any:
    """A listener that the browser calls a single time."""
    from pyodide.ffi import create_once_callable  # available only in the browser

    return create_once_callable(_heard(listener))


def ignored() -> Any:
    """A listener for what a promise comes to where nothing depends on it."""
    return proxy(lambda *_: None)


def page_ms(window: Any) -> float:
    """The time by the page's clock, which began at 0 when the page was opened."""
    return float(window.performance.now())


def can_connect(window: Any) -> bool:
    """Whether the browser can connect to others directly."""
    return bool(getattr(window, "RTCPeerConnection", None))


def relays(window: Any) -> str:
    """Which relays the page's policy lets it ask (``Device.relays``), if the browser encrypts."""
    policy = window.document.querySelector("meta[http-equiv=Content-Security-Policy]")
    if not policy or not window.isSecureContext:
        return ""
    return " ".join(re.findall(r" (wss:[^ ;]*)", str(policy.content)))


def to_js(window: Any, value: Any) -> Any:
    """Lists, dicts, texts and numbers as JavaScript values."""
    return window.JSON.parse(json.dumps(value))


def all_of(markup: str) -> str:
    """The change that replaces all that a node holds by this markup; see static/boot/patch.js."""
    return f"\0{in_ascii(markup)}"


def changes(before: Markup, page: Markup) -> str:
    """The changes from one page to the next: the regions that have changed, or the whole page if
    the markup round its regions has. Empty for the same page."""
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
        """The page in a node that is not in the document."""
        return type(self)(self.root.cloneNode(True), self._patch)

    def show(self, page: Markup) -> None:
        """Show a page in the node; regions that have not changed are not touched."""
        before, self._page = self._page, None
        # At first the node holds what was shown before Python ran, such as the last visit's page.
        given = all_of(whole(page)) if before is None else changes(before, page)
        # Often nothing visible has changed. A patch fails if the browser's translation or an
        # extension has removed a region.
        if given and not self._patch(self.root, given):
            self._patch(self.root, all_of(whole(page)))
        self._page = page
