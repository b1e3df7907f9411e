"""Translations: whole, up to date, and with the same places to fill in; and nothing untranslated.

English is the source: what it says is in the code.
"""

import re
from gettext import NullTranslations
from string import Formatter

import pytest

from spieltisch.games import catalog
from spieltisch.presenters.page import page_of
from spieltisch.session.messages import (
    Command,
    Navigate,
    PlayFrom,
    Press,
    SetSetting,
    Show,
    ShowSolution,
    TypeAction,
)
from spieltisch.session.puzzle_messages import PackFetched
from spieltisch.session.session import Session
from spieltisch.session.update import update
from spieltisch.views import words
from spieltisch.views.words import ENGLISH, LANGUAGES, words_of
from tests.small_packs import PACKS
from tests.unit.markup_check import Node, read
from tools import catalogues
from tools.project import LOCALES

TEMPLATE = catalogues.extract()
TRANSLATED = [language for language in LANGUAGES if language != "en"]
FILES = catalogues.po_files()


def read_language(language):
    return catalogues.read_catalogue(language, FILES[language])


def texts(message):
    """A message's texts: one, or one a plural form."""
    return message.string if isinstance(message.string, tuple | list) else (message.string,)


def ids(message):
    return message.id if isinstance(message.id, tuple | list) else (message.id,)


def places(text):
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def test_every_language_of_the_page_has_a_catalogue():
    assert sorted(FILES) == sorted(TRANSLATED)
    assert len(TEMPLATE) > 80


def test_the_template_is_up_to_date():
    pot = LOCALES / f"{catalogues.DOMAIN}.pot"
    assert pot.read_bytes() == catalogues.po_text(TEMPLATE, is_template=True), "make catalogues"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_is_up_to_date(language):
    found = {(m.id if isinstance(m.id, str) else tuple(m.id)) for m in read_language(language)}
    wanted = {(m.id if isinstance(m.id, str) else tuple(m.id)) for m in TEMPLATE}
    assert wanted - found == set(), "make catalogues, then translate"
    assert found - wanted == set(), "make catalogues"
    assert not read_language(language).obsolete


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_and_none_is_a_guess(language):
    missing = [m.id for m in read_language(language) if m.id and not all(texts(m))]
    guessed = [m.id for m in read_language(language) if m.id and m.fuzzy]
    assert missing == []
    assert guessed == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_the_same_places_to_fill_in(language):
    for message in read_language(language):
        if not message.id:
            continue
        wanted = {tuple(places(text)) for text in ids(message)}
        for text in filter(None, texts(message)):
            assert tuple(places(text)) in wanted, f"{message.id!r} -> {text!r}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_the_spaces_and_the_marks_at_both_ends(language):
    for message in read_language(language):
        if not message.id:
            continue
        for source, text in zip(ids(message), texts(message), strict=False):
            if not text:
                continue
            assert text == text.strip() or source != source.strip(), text
            ends = {".", ":", "?", "!", "…"}
            assert (text[-1:] in ends) == (source[-1:] in ends), f"{source!r} -> {text!r}"
            assert "  " not in text


@pytest.mark.parametrize("language", TRANSLATED)
def test_babel_finds_nothing_wrong(language):
    for message, errors in read_language(language).check():
        assert list(errors) == [], message.id


def test_a_language_is_loaded_compiled():
    german = words_of("de")
    assert german.gettext("Take back") == "Zurücknehmen"
    assert german.ngettext("{n} stone", "{n} stones", 1) != german.ngettext(
        "{n} stone", "{n} stones", 2
    )


def test_an_unknown_language_is_english():
    assert words_of("xx") is ENGLISH
    assert words_of("") is ENGLISH


# Every word a person reads goes through the catalogues.


class Marked(NullTranslations):
    """A language in which every text stands in brackets."""

    def gettext(self, message):
        return f"⟦{message}⟧"

    def ngettext(self, msgid1, msgid2, n):
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"

    def pgettext(self, context, message):
        return f"⟦{message}⟧"


READ = ("aria-label", "title", "placeholder", "alt", "aria-roledescription", "content")
NAMES = {
    "Spieltisch",
    "OYE",
    "AHA",  # the calls are the same in every language
    *LANGUAGES.values(),
    *(game.info.title for game in catalog.GAMES.values()),
    *(game.info.author for game in catalog.GAMES.values()),
}
NOTATION = re.compile(r"[a-l]|[a-l][+-]|[by]{5}\*?|[0-9 ·,:./–+-]*")


def spoken_texts(root: Node):
    """Whatever a person sees or hears: texts, and attributes that are read out. What is printed on
    a key is not of a language."""
    keys = {id(node) for holder in root.walk() if holder.tag == "kbd" for node in holder.walk()}
    for node in root.walk():
        if id(node) in keys:
            continue
        for child in node.children:
            if isinstance(child, str):
                yield child
        for name in READ:
            yield node.attributes.get(name) or ""


PLAY = "#/play/yala?seats=human,human&seed=1"
RESTING = [Navigate(PLAY)]
MOVED = [*RESTING, Press("a"), Press("-", 9000.0)]
SCREENS = {
    "start": [Navigate("#/")],
    "start-with-a-match": [*MOVED, Navigate("#/")],
    "setup": [Navigate("#/setup/yala")],
    "rules": [Navigate("#/rules/yala")],
    "settings": [Navigate("#/settings")],
    "lesson": [Navigate("#/learn/yala/wall")],
    "lesson-solved": [Navigate("#/learn/yala/wall"), ShowSolution(0.0)],
    "lesson-wrong": [Navigate("#/learn/yala/wall"), TypeAction("c+")],
    "puzzle": [*PACKS, Navigate("#/puzzle/yala/aaaaaa")],
    "puzzle-hinted": [*PACKS, Navigate("#/daily/aya"), Command.HINT],
    "puzzle-solved": [*PACKS, Navigate("#/puzzle/yala/aaaaab"), TypeAction("i-")],
    "puzzle-failed": [*PACKS, Navigate("#/daily/aya"), TypeAction("1L")],
    "puzzle-shown": [*PACKS, Navigate("#/puzzle/yala/aaaaab"), ShowSolution(0.0)],
    "puzzle-awaited": [Navigate("#/puzzle/yala")],
    "puzzle-missing": [Navigate("#/puzzle/yala"), PackFetched("yala", None)],
    "puzzle-statistics": [
        *PACKS,
        Navigate("#/puzzle/yala/aaaaab"),
        TypeAction("i-"),
        Navigate("#/statistics"),
    ],
    "play": RESTING,
    "chosen": [*RESTING, Press("a")],
    "moved": MOVED,
    "taken-back": [*MOVED, PlayFrom(0)],
    "looked-at": [*MOVED, Show(0)],
    "redone": [*MOVED, PlayFrom(0), PlayFrom(1)],
    "asked": [*MOVED, Navigate(PLAY.replace("seed=1", "seed=2"))],
    "wrong-game": [Navigate("#/play/chess")],
    "wrong-seats": [Navigate("#/play/yala?seats=human&seed=1")],
}


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_on_a_screen_is_untranslated(screen, monkeypatch):
    monkeypatch.setitem(words._loaded, "de", Marked())
    session, _ = update(Session(), SetSetting("language", "de"))
    for message in SCREENS[screen]:
        session, _ = update(session, message)
    found = []
    for text in spoken_texts(read(page_of(session))):
        # What is left when all that went through a catalogue is taken out, innermost first.
        rest = text
        while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", "", rest)) != rest:
            rest = shorter
        for name in NAMES:
            rest = rest.replace(name, "")
        if not NOTATION.fullmatch(rest.strip()):
            found.append((text, rest))
    assert found == []
