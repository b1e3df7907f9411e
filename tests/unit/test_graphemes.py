"""Names as people write them everywhere: nothing of a character is lost, and none is cut in two."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.play.codec import MAX_NAME_CODES, MAX_NAME_LENGTH, clean_name
from spieltisch.table.graphemes import clusters, cut, shortened

CHARACTERS = {
    "a letter": "a",
    "a letter with a mark": "e\u0301",
    "a letter with three marks": "o\u0302\u0323\u0301",
    "a family": "👨\u200d👩\u200d👧\u200d👦",
    "a profession with a tone": "👩🏽\u200d🔬",
    "a couple": "👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏻",
    "a flag": "🇩🇪",
    "a region's flag": "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "a rainbow flag": "🏳\ufe0f\u200d🌈",
    "a keycap": "1\ufe0f\u20e3",
    "a heart": "❤\ufe0f",
    "Hangul": "한",
    "Hangul in parts": "\u1112\u1161\u11ab",
    "a conjunct": "क्षि",
    "a conjunct with a joiner": "क्\u200dष",
    "Tamil": "நி",
    "Thai": "กำ"[:1] + "\u0e34",
    "Malayalam of old": "ന്\u200d",
}


@pytest.mark.parametrize("kind", CHARACTERS)
def test_it_is_one_character_and_stays_whole(kind):
    one = CHARACTERS[kind]
    assert list(clusters(one)) == [one]
    assert clean_name(one) == one
    assert clean_name(f"a{one}b") == f"a{one}b"
    many = clean_name(one * 30)
    assert many
    assert many.replace(one, "") == ""


@given(st.lists(st.sampled_from(sorted(CHARACTERS.values())), max_size=40))
def test_a_name_is_cut_between_characters(parts):
    text = " ".join(parts)
    name = clean_name(text)
    assert text.startswith(name)
    assert set(" ".join(clusters(name)).split()) <= set(parts)
    assert len(list(clusters(name))) <= MAX_NAME_LENGTH
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "name",
    ["می\u200cخواهم", "نیم\u200cفاصله", "श्री\u200dमान", "🧑🏿\u200d🚀 Ann", "Zoë", "Ngô\u0301"],
)
def test_a_persons_name_stays_as_it_is(name):
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("\u202eevil", "evil"),
        ("a\u2066b\u2069", "a b"),
        ("a\u200bb", "a b"),
        ("\ufeffa", "a"),
        ("\u200d\u200ca", "a"),
        ("a\u200d\u200d\u200db", "a\u200db"),
        ("a\U000e0067", "a"),
        ("a\0\x1b[31m", "a [31m"),
        ("\ud800", ""),
    ],
)
def test_unseen_signs_are_taken_out(text, name):
    assert clean_name(text) == name


@given(st.text())
def test_any_text_is_a_name_that_stays(text):
    name = clean_name(text)
    assert len(name) <= MAX_NAME_CODES
    assert clean_name(name) == name


def test_a_character_of_ever_more_marks_has_an_end():
    assert len(clean_name("a" + "\u0301" * 10**6)) == MAX_NAME_CODES


@given(st.text(max_size=50))
def test_all_of_a_text_is_in_its_characters(text):
    assert "".join(clusters(text)) == text
    assert text.startswith(cut(text, 5, 20))


def test_a_quotation_ends_between_characters():
    family = CHARACTERS["a family"]
    assert shortened(family * 3, 2) in (family * 2 + "…", family + "…")
    assert shortened("abc", 3) == "abc"
