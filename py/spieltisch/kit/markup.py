"""Writing HTML and SVG: an element is a function call, and text is always escaped.

A page is cut into regions: elements with an id that are compared and patched by themselves. In the
markup round it a region is only a stub, an empty element of the same tag and id, so that what
stands round a region stays the same text when the region changes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from html import escape
from types import MappingProxyType
from typing import TypeAlias
from zlib import crc32

VOID = frozenset(("br", "hr", "img", "input", "link", "meta", "wbr"))
"""HTML elements that have no end tag."""


STUB = re.compile(r'<([\w-]+) id="([^"]*)" data-region></\1>')
"""Where a region belongs: its tag and its id."""


class Markup(str):
    """Text that is markup already and must not be escaped again.

    Two with the same text are equal though their regions differ: no cached function may take one
    that has regions.
    """

    regions: Mapping[str, Markup] = MappingProxyType({})
    """The markup of each region whose stub is in the text or in another region's, by id, outer
    regions before inner ones."""


Child: TypeAlias = "str | int | Sequence[Child] | None"
Value: TypeAlias = "str | int | float | bool | None"
Attributes: TypeAlias = dict[str, Value]


def el(selector: str, attributes: Attributes | Child = None, /, *children: Child) -> Markup:
    """An element.

    Args:
        selector: the tag, with the id and the classes that are always the same, as in a style
            sheet: ``ol#moves.moves.is-long``.
        attributes: all others, if there are any: True writes the bare name, False and None leave
            the attribute out, numbers are written with at most two decimals.
        children: markup as it is, text escaped, None left out, lists laid flat.

    >>> el("p.note", {"hidden": False, "data-ply": 3}, "2 < 3")
    '<p class="note" data-ply="3">2 &lt; 3</p>'
    >>> el("button#stop", {"disabled": True}, el("b", "Stop"))
    '<button id="stop" disabled><b>Stop</b></button>'
    """
    if isinstance(attributes, dict):
        opening, closing = _tags(selector, *attributes, *attributes.values())
    else:
        opening, closing = _tags(selector)
        children = (attributes, *children)
    regions: dict[str, Markup] = {}
    inside = "".join([_text(child, regions) for child in children])
    return _with_regions(f"{opening}{inside}{closing}", regions)


def join(*children: Child) -> Markup:
    """Children one after another, without an element round them.

    >>> str(join("a & b", el("br"), None, ["c", 4]))
    'a &amp; b<br>c4'
    """
    regions: dict[str, Markup] = {}
    return _with_regions("".join([_text(child, regions) for child in children]), regions)


def region(selector: str, attributes: Attributes | Child = None, /, *children: Child) -> Markup:
    """An element that is patched by itself: the stub of what ``el`` would give.

    It has an id: plain letters, digits and signs that need no escaping, and no other element's of
    the page.

    >>> page = el("main", region("ol#moves", el("li", "a+")))
    >>> str(page)
    '<main><ol id="moves" data-region></ol></main>'
    >>> whole(page)
    '<main><ol id="moves"><li>a+</li></ol></main>'
    """
    whole_region = el(selector, attributes, *children)
    tag, named = _named(selector)
    own = {**named, **attributes} if isinstance(attributes, dict) else named
    stub = Markup(f"<{tag}{_attribute('id', own['id'])} data-region></{tag}>")
    stub.regions = {str(own["id"]): whole_region, **whole_region.regions}
    return stub


def whole(markup: Markup) -> str:
    """The markup as one text, with every region where its stub is."""
    regions = markup.regions
    return STUB.sub(lambda stub: whole(regions[stub[2]]), markup) if regions else markup


def without_unchanged(markup: Markup, changed: Collection[str]) -> str:
    """The markup as one text, with stubs alone for the regions that are not among the changed ones
    and hold none of them."""

    def text_for(stub: re.Match[str]) -> str:
        inside = markup.regions[stub[2]]
        is_changed = stub[2] in changed or any(name in changed for name in inside.regions)
        return without_unchanged(inside, changed) if is_changed else stub[0]

    return STUB.sub(text_for, markup) if markup.regions else markup


def anew(name: str, text: str) -> Markup:
    """A text that takes the place of the one before rather than change into it.

    The browser's measure of layout shifts counts centred text that changes as moved, and to the eye
    it may seem so; a new node does not count.
    """
    return el("span", {"id": f"{name}-{crc32(text.encode()):x}"}, text)


def number(value: float) -> str:
    """A coordinate: at most two decimals, and no more zeros than needed.

    >>> number(2.0), number(1 / 3), number(-0.001)
    ('2', '0.33', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=1024)
def _named(selector: str) -> tuple[str, Attributes]:
    """The tag of a selector, and the attributes that it stands for."""
    tag, *classes = selector.split(".")
    tag, _, node_id = tag.partition("#")
    attributes: Attributes = {"id": node_id} if node_id else {}
    if classes:
        attributes["class"] = " ".join(classes)
    return tag, attributes


# Most nodes of a page are the same at each turn. Typed, as True and 1 give different markup.
@lru_cache(maxsize=8192, typed=True)
def _tags(selector: str, *names_then_values: Value) -> tuple[str, str]:
    """An element's start tag and end tag, from the names of its attributes, then their values."""
    tag, named = _named(selector)
    count = len(names_then_values) // 2
    names, values = map(str, names_then_values[:count]), names_then_values[count:]
    attributes = named | dict(zip(names, values, strict=True))
    inside = "".join(_attribute(name, value) for name, value in attributes.items())
    return f"<{tag}{inside}>", "" if tag in VOID else f"</{tag}>"


def _attribute(name: str, value: Value) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return f" {name}"
    text = number(value) if isinstance(value, float) else escape(str(value), quote=True)
    return f' {name}="{text}"'


def _text(child: Child, regions: dict[str, Markup]) -> str:
    """A child's markup; its regions are added to the others."""
    if child is None:
        return ""
    if isinstance(child, Markup):
        if child.regions:
            regions.update(child.regions)
        return child
    if isinstance(child, str | int):
        return escape(str(child), quote=False)
    return "".join([_text(one, regions) for one in child])


def _with_regions(text: str, regions: Mapping[str, Markup]) -> Markup:
    markup = Markup(text)
    if regions:
        markup.regions = regions
    return markup
