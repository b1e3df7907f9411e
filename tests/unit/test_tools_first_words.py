"""First views travel in English alone, with the words that make them others."""

import re

import pytest

from tools import first_words
from tools.first_words import first_words as words_of_views
from tools.page import ask_python
from tools.project import STATIC, ToolError


def test_texts_and_attributes_that_are_read_are_found_whole() -> None:
    view = '<p class="a">{}</p><img alt="{}"><button title="YALA" aria-label="{}">+</button>'
    found = words_of_views(
        {
            "en:start": view.format("Hello &amp; welcome", "A board", "More"),
            "de:start": view.format("Hallo &amp; willkommen", "Ein Brett", "Mehr"),
        }
    )
    assert found == {
        "en": {},
        "de": {"Hello & welcome": "Hallo & willkommen", "A board": "Ein Brett", "More": "Mehr"},
    }


def test_which_language_is_chosen_is_no_word() -> None:
    field = '<select><option lang="en"{}>English</option><option lang="de"{}>Deutsch</option>'
    views = {"en:start": field.format(" selected", ""), "de:start": field.format("", " selected")}
    assert words_of_views(views)["de"] == {}


@pytest.mark.parametrize(
    "other",
    [
        "<p>Hallo</p><p>x</p>",
        "<p>Hallo</p>",
        '<p class="b">Hallo</p><b>x</b>',
        "<p>Hallo<b>x</b></p>",
    ],
)
def test_views_must_differ_by_their_texts_alone(other: str) -> None:
    with pytest.raises(ToolError, match="First view de:start"):
        words_of_views({"en:start": "<p>Hello</p><b>x</b>", "de:start": other})


def test_a_text_must_be_one_in_each_language() -> None:
    views = {"en:a": "<p>Open</p>", "de:a": "<p>Offen</p>"}
    words_of_views({**views, "en:b": "<p>Open</p>", "de:b": "<p>Offen</p>"})
    with pytest.raises(ToolError, match="'Open' is 'Offen' and"):
        words_of_views({**views, "en:b": "<p>Open</p>", "de:b": "<p>Öffnen</p>"})


def test_script_and_tool_know_the_same_attributes() -> None:
    script = (STATIC / "boot" / "words.js").read_text(encoding="utf-8")
    (names,) = re.findall(r"const ATTRIBUTES =\s*\[(.*?)\]", script, re.DOTALL)
    assert re.findall(r'"([\w-]+)"', names) == list(first_words.ATTRIBUTES)


def test_a_language_costs_the_page_a_few_words() -> None:
    views = ask_python().views
    for language, words in words_of_views(views).items():
        size = sum(len(text) + len(told) for text, told in words.items())
        assert size < 8_000, language
