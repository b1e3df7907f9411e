"""What the page hands over to the browser, and takes from it."""

from __future__ import annotations

from html import unescape
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.first_views import first_views
from spieltisch.app.matches.state import SetFilter
from spieltisch.app.messages import SetSetting
from spieltisch.app.setup.state import Edit
from spieltisch.kit.markup import Markup, join, region, whole
from spieltisch.shell.dom import DrawnPage, all_of, attribute, in_ascii, written
from spieltisch.shell.events import change_message


class Null:
    """As Pyodide gives JavaScript's null: neither None nor a text."""


class Node:
    """An element with attributes, and a value if it is a field."""

    value = ""

    def __init__(self, **attributes: str) -> None:
        self._attributes = attributes

    def getAttribute(self, name: str) -> str | Null:  # noqa: N802
        return self._attributes.get(name, Null())


VIEWS = first_views()


@pytest.mark.parametrize("markup", VIEWS.values(), ids=VIEWS)
def test_a_page_is_handed_over_in_ascii_and_means_the_same(markup: str) -> None:
    handed = in_ascii(markup)
    assert handed.isascii()
    assert unescape(handed) == unescape(markup)


def test_letters_beyond_the_first_plane_are_handed_over_whole() -> None:
    assert in_ascii("<b>🎲 für “zwei”</b>") == "<b>&#127922; f&#252;r &#8220;zwei&#8221;</b>"


def test_a_nul_ends_no_change() -> None:
    assert in_ascii("<b>\0</b>") == "<b>&#65533;</b>"


def test_an_empty_attribute_is_there_and_another_is_not() -> None:
    node = Node(role="")
    assert attribute(node, "role") == ""
    assert attribute(node, "id") is None


class Root:
    """A node of the document, as the drawn page knows it."""

    def cloneNode(self, is_deep: bool) -> Root:  # noqa: N802
        assert is_deep
        return Root()


class Patches:
    """What was handed over; tells that regions are missing as often as it is told to."""

    def __init__(self) -> None:
        self.given: list[str] = []
        self.misses = 0

    def __call__(self, root: Root, html: str) -> bool:
        self.given.append(html)
        self.misses -= 1
        return self.misses < 0


def two_regions(one: str, two: str) -> Markup:
    return join(region("p", {"id": "one"}, one), region("p", {"id": "two"}, two))


def nested(text: str, two: str, three: str) -> Markup:
    inner = [region("i", {"id": "two"}, two), region("i", {"id": "three"}, three)]
    return join(region("p", {"id": "one"}, text, inner))


class TestDrawnPage:
    def test_the_first_page_is_given_whole_and_the_next_without_what_stays(self) -> None:
        patches = Patches()
        page = DrawnPage(Root(), patches)
        page.show(two_regions("a", "b"))
        page.show(two_regions("a", "c"))
        assert patches.given == [
            '\0<p id="one">a</p><p id="two">b</p>',
            'two\0<p id="two">c</p>',
        ]

    def test_the_same_page_is_not_given_again(self) -> None:
        patches = Patches()
        page = DrawnPage(Root(), patches)
        page.show(two_regions("a", "b"))
        page.show(two_regions("a", "b"))
        assert len(patches.given) == 1

    def test_a_page_whose_regions_go_is_given(self) -> None:
        patches = Patches()
        page = DrawnPage(Root(), patches)
        page.show(two_regions("a", "b"))
        page.show(join(region("p", {"id": "one"}, "a")))
        assert patches.given[1:] == ['\0<p id="one" data-region></p>']

    def test_a_region_goes_with_the_one_it_lies_in_where_both_have_changed(self) -> None:
        patches = Patches()
        page = DrawnPage(Root(), patches)
        page.show(nested("a", "b", "c"))
        page.show(nested("a", "d", "e"))
        page.show(nested("a", "f", "e"))
        page.show(nested("g", "h", "h"))
        assert patches.given[1:] == [
            'two\0<i id="two">d</i>\0three\0<i id="three">e</i>',
            'two\0<i id="two">f</i>',
            'one\0<p id="one">g<i id="two">h</i><i id="three">h</i></p>',
        ]

    def test_what_stays_in_a_region_that_changes_is_a_stub(self) -> None:
        patches = Patches()
        page = DrawnPage(Root(), patches)
        page.show(nested("a", "b", "c"))
        page.show(nested("d", "b", "e"))
        assert patches.given[1:] == [
            'one\0<p id="one">d<i id="two" data-region></i><i id="three">e</i></p>'
        ]

    def test_where_a_region_is_missing_the_page_is_given_whole(self) -> None:
        patches = Patches()
        page = DrawnPage(Root(), patches)
        page.show(two_regions("a", "b"))
        patches.misses = 1
        page.show(two_regions("a", "c"))
        assert patches.given[-1] == all_of(whole(two_regions("a", "c")))

    def test_a_copy_begins_anew(self) -> None:
        patches = Patches()
        page = DrawnPage(Root(), patches)
        page.show(two_regions("a", "b"))
        page.copy().show(two_regions("a", "c"))
        assert patches.given[-1] == all_of(whole(two_regions("a", "c")))


@given(st.text(st.characters()) | st.text(st.sampled_from("a\ud83c\udfb2🎲\0\U0010ffff")))
def test_what_is_written_in_a_field_can_be_encoded_and_is_else_as_it_was(text: str) -> None:
    found = written(SimpleNamespace(value=text))
    found.encode()
    assert [a for a in found if a != "\ufffd"] == [
        a for a in text if a != "\ufffd" and not "\ud800" <= a <= "\udfff"
    ]
    assert len(found) == len(text)


@pytest.mark.parametrize("name", ["edit", "filter", "set"])
def test_no_field_of_a_page_gives_half_a_character(name: str) -> None:
    field = Node(**{f"data-{name}": "text"})
    field.value = "\ud83c"
    message = change_message(field)
    assert isinstance(message, Edit | SetFilter | SetSetting)
    assert message.value == "\ufffd"
