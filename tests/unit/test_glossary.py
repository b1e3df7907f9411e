"""The words of docs/words.md are those that people read, and the rules own their rulings."""

import ast
import re
from collections.abc import Iterator

import pytest

from spieltisch.games import catalog
from spieltisch.kit.words import words_of
from tools.catalogues import po_files, read_catalogue
from tools.project import PACKAGE, ROOT

LANGUAGES = ("en", "de", "fr", "es", "pt")
LISTS = "match/view/moves.py", "study/view.py"
"""Where the buttons of moves are made."""


def rows(heading: str) -> list[list[str]]:
    """The rows of a section's table, without its head."""
    section = (ROOT / "docs/words.md").read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [
        [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in lines
    ]


def texts(language: str) -> Iterator[tuple[str, set[str]]]:
    """Every text of a language, and the files it comes from."""
    of = "de" if language == "en" else language
    for message in read_catalogue(of, po_files()[of]):
        told = message.id if language == "en" else message.string
        for text in (told,) if isinstance(told, str) else told:
            yield text, {place for place, _ in message.locations}


@pytest.mark.parametrize("row", rows("The terms"), ids=lambda row: row[0])
def test_every_language_has_its_term(row):
    english, _, *others = row
    for language, term in zip(LANGUAGES, (english, *others), strict=True):
        assert any(term.lower() in text.lower() for text, _ in texts(language)), (language, term)


@pytest.mark.parametrize("row", rows("Not these"), ids=lambda row: f"{row[0]} {row[1]}")
def test_a_word_that_is_not_used_is_in_no_text(row):
    language, pattern, instead = row
    word = re.compile(pattern.strip("`"))
    found = [text for text, _ in texts(language) if word.search(text)]
    assert not found, f"say {instead!r}"


def test_only_aya_has_matches():
    """A contest is a game, so that a match is a pattern hit and nothing else."""
    word = re.compile(r"(?<!\{)\b[Mm]atch(es)?\b(?!\})")
    assert not [
        text
        for text, places in texts("en")
        if word.search(text) and not any("games/aya" in place for place in places)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_notation_comes_after_the_words(language):
    """In brackets, or as a sentence's last word. Only a button of the list of moves is called as it
    looks, so that it can be pressed by saying so: that of a match, and that of a study."""
    early = re.compile(r"(?<!\()\{action\}(?!\.?$)|^\W*\{action\}")
    found = [
        text
        for text, places in texts(language)
        if early.search(text) and not any(place.split(":")[0].endswith(LISTS) for place in places)
    ]
    assert not found


@pytest.mark.parametrize(("game", "chapter"), [("aya", "AYA"), ("yala", "YALA"), ("myra", "Myra")])
def test_every_ruling_is_told_where_it_stands(game, chapter):
    """A page marks at least as many rulings as docs/rules.md has."""
    rules = (ROOT / "docs/rules.md").read_text().split(f"\n# {chapter}\n")[1].split("\n# ")[0]
    sections = catalog.game_of(game).view.rules(words_of("en"))
    told = [ruling for section in sections for ruling in (*section.rulings, *section.departures)]
    assert len(told) >= len(re.findall(r"\*\*[Rr]uling\*\*", rules)) > 0
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "where", "whom"),
    [
        ("aya", "editions", "Zoch Verlag"),
        ("yala", "start", "www.steffen-spiele.de"),
        ("myra", "start", "Mancala World"),
    ],
)
def test_every_game_tells_whom_to_ask_for_it(game, where, whom, language):
    """In a paragraph of its own below the source, the last of its section."""
    sections = catalog.game_of(game).view.rules(words_of(language))
    (told,) = (one.sentences for one in sections if one.name == where)
    source, whom_to_ask = told[-2:]
    assert whom in whom_to_ask
    assert any(mark in source for mark in ("2000", "2013", "Myra"))


def test_nothing_is_called_unsaid_that_the_rules_say_otherwise():
    """The rulings that leave what is printed have a mark of their own."""
    sections = catalog.game_of("aya").view.rules(words_of("en"))
    silent = [text for section in sections for text in section.rulings]
    apart = [text for section in sections for text in section.departures]
    assert apart
    assert all("Zoch" in text for text in apart)
    assert not any("Zoch" in text for text in silent)


def short_words() -> dict[str, list[str]]:
    """Where classes stand whose names have a short word, by that word."""
    table = rows("Short words in the code")
    return {word: re.findall("`([^`]+)`", where) for word, where, _ in table}


def class_names() -> Iterator[tuple[str, str]]:
    """Every class of the package, and the file that it stands in."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield node.name, str(path.relative_to(PACKAGE))


@pytest.mark.parametrize("word", short_words())
def test_a_short_word_means_one_thing(word):
    """A class with such a word in its name stands where that means what the table says."""
    named = [
        (name, file)
        for name, file in class_names()
        if word in re.findall("[a-z]+", re.sub("([A-Z])", r" \1", name).lower().replace("s ", " "))
    ]
    assert named, "a word that no class has needs no row"
    for name, file in named:
        assert file.startswith(tuple(short_words()[word])), name
    for where in short_words()[word]:
        assert any(file.startswith(where) for _, file in named), where
