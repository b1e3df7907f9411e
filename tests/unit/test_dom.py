"""What the page hands over to the browser, and takes from it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.core.messages import Edit, ImportFiles, SetSetting
from spieltisch.app.first_views import first_views
from spieltisch.app.matches.state import SetFilter
from spieltisch.app.together.messages import TakeCode
from spieltisch.kit.markup import Markup, join, region, whole
from spieltisch.shell.dom import DrawnPage, all_of, attribute, decoded, in_ascii, written
from spieltisch.shell.events import change_message, submit_message
from spieltisch.shell.files import Files
from tools.project import PY


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


class Bytes(bytes):
    """As Pyodide gives an array of JavaScript's."""

    def to_bytes(self) -> bytes:
        return bytes(self)


class LongText:
    """A field, or a clipboard's data, whose letters are not to come one by one."""

    files: tuple[object, ...] = ()

    def __init__(self, text: str) -> None:
        self.bytes = Bytes(text.encode())

    @property
    def value(self) -> str:
        raise AssertionError("the letters came one by one")

    def getData(self, kind: str) -> str:  # noqa: N802
        raise AssertionError(f"the letters of the {kind} came one by one")


@pytest.fixture
def given_as_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    page = SimpleNamespace(utf8Of=lambda held: held.bytes)
    for name in ("pyscript", "pyscript.js_modules"):
        monkeypatch.setitem(sys.modules, name, SimpleNamespace())
    monkeypatch.setitem(sys.modules, "pyscript.js_modules.page", page)


@pytest.mark.usefixtures("given_as_bytes")
@pytest.mark.parametrize(
    ("selector", "message"),
    [("data-pasted", ImportFiles((("", "é🎲"),), 0.0)), ("field", TakeCode("é🎲", 0.0))],
)
def test_a_field_without_a_limit_is_handed_over_at_once(selector: str, message: object) -> None:
    def form(text: str) -> SimpleNamespace:
        def found(asked: str) -> LongText | None:
            return LongText(text) if selector in asked else None

        return SimpleNamespace(querySelector=found)

    assert submit_message(form("é🎲"), 0.0) == message
    assert submit_message(form(" "), 0.0) is None


@pytest.mark.usefixtures("given_as_bytes")
def test_what_is_pasted_is_handed_over_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spieltisch.shell.pacer.proxy", lambda listener: listener)
    monkeypatch.setattr("spieltisch.shell.files.proxy", lambda listener: listener)
    sent: list[object] = []
    listeners: dict[str, Callable[[object], None]] = {}
    document = SimpleNamespace(addEventListener=listeners.__setitem__)
    host: Any = SimpleNamespace(send=sent.append, show_now=None)
    unused: Any = None
    Files(SimpleNamespace(document=document), host, unused, unused).listen()
    target = SimpleNamespace(closest=lambda _: None)
    event = SimpleNamespace(clipboardData=LongText(" {é🎲"), target=target, timeStamp=0.0)
    listeners["paste"](event)
    assert sent == [ImportFiles((("", "{é🎲"),), 0.0)]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("\ufeffé\ufeff".encode(), "é\ufeff"),
        ("ö\ufeffü".encode() + b"\xff", "ö\ufeffü\ufffd"),
        ("Gänsefüßchen „ja“ – 5 €".encode("cp1252"), "Gänsefüßchen „ja“ – 5 €"),
        ("Zug é 🎲".encode("utf-16"), "Zug é 🎲"),
        ("Zug é 🎲".encode("utf-16-be"), "Zug é 🎲"),
        ("Zug é 🎲".encode("utf-16-le"), "Zug é 🎲"),
        (b"\xfe\xff" + "Zug 🎲".encode("utf-16-be"), "Zug 🎲"),
        (b"\xff", "ÿ"),
        (b"", ""),
        ("\ufeff\ufeff🎲".encode(), "\ufeff🎲"),
    ],
)
def test_a_file_is_read_in_whatever_code_it_was_written(content: bytes, text: str) -> None:
    assert decoded(Bytes(content)) == text


def test_the_page_needs_no_codec_of_the_library_that_is_fetched_late() -> None:
    """To fetch and to open that library keeps the page busy for longer than anything a file may
    hold. These two are part of Python itself."""
    named = re.compile(r"""\b(?:en|de)code\((?:[^()"']*,)?\s*"([^"]*)\"""")
    used = {
        (path.name, codec)
        for path in (PY / "spieltisch").rglob("*.py")
        if path.name != "cli.py"
        for codec in named.findall(path.read_text("utf-8"))
    }
    assert ("dom.py", "ascii") in used
    assert {codec for _, codec in used} <= {"utf-8", "ascii", "utf-16", "latin-1"}
    code = (
        "import sys\nfor one in ('utf-8', 'ascii', 'utf-16', 'latin-1'): b'a\\0'.decode(one)\n"
        "print(sorted(one for one in sys.modules if one.startswith('encodings.')))"
    )
    run = [sys.executable, "-X", "utf8", "-S", "-E", "-c", code]
    told = subprocess.run(run, capture_output=True, text=True, check=True)
    assert "utf_16" not in told.stdout
    assert "latin_1" not in told.stdout
