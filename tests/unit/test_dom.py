"""What the page hands over to the browser, and takes from it."""

from __future__ import annotations

from html import unescape

import pytest

from spieltisch.presenters.first_views import first_views
from spieltisch.shell.dom import attribute, in_ascii


class Null:
    """As Pyodide gives JavaScript's null: neither None nor a text."""


class Node:
    """An element with attributes."""

    def __init__(self, **attributes: str) -> None:
        self._attributes = attributes

    def getAttribute(self, name: str) -> str | Null:  # noqa: N802
        return self._attributes.get(name, Null())


@pytest.mark.parametrize("markup", first_views().values(), ids=first_views())
def test_a_page_is_handed_over_in_ascii_and_means_the_same(markup: str) -> None:
    handed = in_ascii(markup)
    assert handed.isascii()
    assert unescape(handed) == unescape(markup)


def test_letters_beyond_the_first_plane_are_handed_over_whole() -> None:
    assert in_ascii("<b>🎲 für “zwei”</b>") == "<b>&#127922; f&#252;r &#8220;zwei&#8221;</b>"


def test_an_empty_attribute_is_there_and_another_is_not() -> None:
    node = Node(role="")
    assert attribute(node, "role") == ""
    assert attribute(node, "id") is None
