"""Translations: whole, up to date, and with the same places to fill in; and nothing untranslated.

English is the source: what it says is in the code.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain
from random import Random
from string import Formatter

import pytest

from spieltisch.app.board.messages import PlayFrom, Press, Show, ShowSolution, TypeAction
from spieltisch.app.core.messages import Command, Navigate, SetSetting
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit import words
from spieltisch.kit.names import CAST, Names
from spieltisch.kit.scene import Scene
from spieltisch.kit.words import ENGLISH, LANGUAGES, Words, words_of
from tests.small_packs import FETCHED, pack_came
from tests.unit.markup_check import Node, read
from tools import catalogues
from tools.project import LOCALES, ROOT

TRANSLATED = [language for language in LANGUAGES if language != "en"]
FILES = catalogues.po_files()


@pytest.fixture(scope="module")
def template():
    return catalogues.extract()


@cache
def read_language(language):
    return catalogues.read_catalogue(language, FILES[language])


def texts(message):
    """A message's texts: one, or one a plural form."""
    return message.string if isinstance(message.string, tuple | list) else (message.string,)


def ids(message):
    return message.id if isinstance(message.id, tuple | list) else (message.id,)


def places(text):
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def test_every_language_of_the_page_has_a_catalogue(template):
    assert sorted(FILES) == sorted(TRANSLATED)
    assert len(template) > 80


def test_the_template_is_up_to_date(template):
    pot = LOCALES / f"{catalogues.DOMAIN}.pot"
    assert pot.read_bytes() == catalogues.po_text(template, is_template=True), "make catalogues"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_is_up_to_date(language, template):
    found = {(m.id if isinstance(m.id, str) else tuple(m.id)) for m in read_language(language)}
    wanted = {(m.id if isinstance(m.id, str) else tuple(m.id)) for m in template}
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
def test_every_text_can_be_filled_in(language):
    """Also the English one: facts of whatever kind, and no brace is left."""
    for message in read_language(language):
        facts = dict.fromkeys(chain(*map(places, ids(message))), "fact") if message.id else {}
        for text in (*ids(message), *texts(message)):
            told = text.format(**facts) if message.id else ""
            assert not {*"{}"} & {*told}, text


FIXED = {"tagline", "questions", "keys", "themes", "call_kinds", "options", "start", "goals"}
"""What ``words.toml`` may hold (kit/scene.py)."""


@pytest.mark.parametrize("name", catalog.GAMES)
def test_every_label_in_a_file_is_of_something_that_the_game_has(name):
    """So none is translated that nobody reads. Themes are held by test_puzzle_themes."""
    game = catalog.game_of(name)
    fixed, info = game.view.fixed_words, game.info
    assert fixed.keys() <= FIXED
    had = {option.name: {*option.choices} for option in info.options} | {
        "variant": {*info.variants},
        "edition": {*info.editions},
        "seats": {str(seats) for counts in info.seat_counts.values() for seats in counts},
    }
    for option, label in fixed["options"].items():
        assert label["choices"].keys() == had[option], option
        assert label.get("notes", {}).keys() <= had[option], option
    assert fixed.get("goals", {}).keys() in ({*()}, {*info.variants})
    assert fixed.get("start", {}).get("choices", {}).keys() in ({*()}, {"random", "arranged"})
    kinds = () if game.shouts is None else game.shouts.kinds
    assert fixed.get("call_kinds", {}).keys() == {*kinds}
    setup = info.default_setup()
    start = game.rules.deal(setup, Random(1).shuffle)
    position = game.rules.initial_position(replace(setup, start=start))
    scene = Scene(position=position, names=Names(("Ada", "Bo")))
    for key in fixed["questions"]:
        assert game.view.answer(scene, key), key


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


@pytest.mark.parametrize(
    ("language", "mark"), [("fr", r" [:;?!»%]|« |\w[;?!»]"), ("de", r"[\d}] %"), ("es", r"[\d}] %")]
)
def test_no_line_begins_with_a_mark(language, mark):
    """A space that a language sets before a mark is there, and no line breaks at it."""
    told = [text for message in read_language(language) if message.id for text in texts(message)]
    assert [text for text in told if re.search(mark, text)] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_button_that_a_text_names_is_called_so(language):
    """“Try again” in a sentence is what the button says in that language."""
    catalogue = read_language(language)
    named = [
        (message, label)
        for message in catalogue
        for label in re.findall("“(.+?)”", ids(message)[0])
        if label in catalogue
    ]
    assert len(named) > 3
    for message, label in named:
        assert catalogue[label].string in texts(message)[0], message.string


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_sentence_is_left_in_english(language):
    """Names, units and keys may be the same; whole sentences are not."""
    left = [
        text
        for message in read_language(language)
        for source, text in zip(ids(message), texts(message), strict=False)
        if text == source and len(re.findall(r"[^\W\d_]{2,}", re.sub(r"{\w+}", "", text))) > 2
    ]
    assert left == []


def test_german_says_du_throughout():
    """Du and Sie were mixed. At the beginning of a sentence "Sie" is "they" or "she"."""
    formal = re.compile(r"(?<=[^.:!?…»“] )\b(?:Sie|Ihnen|Ihren?)\b")
    told = [text for message in read_language("de") for text in texts(message)]
    assert [text for text in told if formal.search(text)] == []
    assert formal.search("Öffnen Sie den Link.")


PLURALS = {"de": "(n != 1)", "es": "(n != 1)", "fr": "(n > 1)", "pt": "(n > 1)"}
"""Which form a number takes, as gettext counts; in French and in Brazil there is 0 pierre."""


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_plural_form_is_there(language):
    catalogue = read_language(language)
    assert catalogue.plural_expr == PLURALS[language]
    for message in catalogue:
        if message.pluralizable:
            assert len(texts(message)) == catalogue.num_plurals, message.id


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


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_takes_the_form_of_one_in_french_and_in_brazil(language):
    found, forms = words_of(language), ("{n} stone", "{n} stones")
    none_is_one = found.ngettext(*forms, 0) == found.ngettext(*forms, 1)
    assert none_is_one == (language in ("fr", "pt"))
    assert found.ngettext(*forms, 1) != found.ngettext(*forms, 2)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_text_is_translated_and_filled_in_at_once(language):
    words = words_of(language)
    told = words.counted("{n} stone", "{n} stones", 3)
    assert told == words.ngettext("{n} stone", "{n} stones", 3).format(n=3) != "3 stones"
    label = words("{site}, no stone", site="a")
    assert label.startswith("a")
    assert label != "a, no stone"


def test_an_unknown_language_is_english():
    assert words_of("xx") is ENGLISH
    assert words_of("") is ENGLISH


class TestTakenIn:
    """A page has no files: it hands the words in that it has fetched."""

    @pytest.fixture(autouse=True)
    def own_words(self, monkeypatch):
        monkeypatch.setattr(words, "_loaded", {"en": ENGLISH})

    def test_a_language_is_spoken_once_its_words_are_there(self):
        assert not words.is_loaded("fr")
        words.take_in("fr", catalogues.compiled()["fr"])
        assert words.is_loaded("fr")
        assert words_of("fr").gettext("Take back") != "Take back"

    @pytest.mark.parametrize(
        "content",
        [b"", b"\xde", b"<!doctype html><title>404</title>", None],
        ids=["nothing", "one byte", "a page", "cut short"],
    )
    def test_what_is_no_catalogue_is_refused(self, content):
        cut = catalogues.compiled()["fr"][:-5_000]
        with pytest.raises(words.CatalogueError, match="'fr'"):
            words.take_in("fr", cut if content is None else content)
        assert not words.is_loaded("fr")


def test_every_language_is_told_as_browsers_know_it():
    for code, language in LANGUAGES.items():
        assert language.tag.partition("-")[0] == code
        assert language.direction in ("ltr", "rtl")
        assert language.name


def said_at_once() -> Iterator[tuple[str, ast.Call, tuple[str, ...]]]:
    """The calls that translate and fill in (kit/words.py): where, and the texts."""
    for path in sorted((ROOT / "py" / "spieltisch").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            texts = [one.value for one in node.args[: 1 + (name == "counted")] if is_text(one)]
            if name in ("words", "counted") and texts:
                yield f"{path.name}:{node.lineno}", node, tuple(texts)


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_every_text_is_given_just_the_facts_that_it_has_places_for():
    found = list(said_at_once())
    assert len(found) > 200
    for where, call, texts in found:
        given = {keyword.arg for keyword in call.keywords}
        if None in given:
            continue
        places = {one for text in texts for _, one, _, _ in Formatter().parse(text) if one}
        assert places - {"n"} == given - {"n"}, where
        is_plural = len(texts) == 2
        assert is_plural or ("n" in places) == ("n" in given), where


def test_nothing_is_translated_and_then_filled_in():
    """``words`` does both."""
    chain = re.compile(r"\bgettext\((?:\s*\"[^\"]*\")+,?\s*\)\.format\(")
    for path in sorted((ROOT / "py" / "spieltisch").rglob("*.py")):
        assert not chain.search(path.read_text(encoding="utf-8")), path


# Every word a person reads goes through the catalogues.


class Marked(Words):
    """A language in which every text stands in brackets."""

    def gettext(self, message):
        return f"⟦{super().gettext(message)}⟧"

    def ngettext(self, msgid1, msgid2, n):
        return f"⟦{super().ngettext(msgid1, msgid2, n)}⟧"

    def pgettext(self, context, message):
        return f"⟦{message}⟧"


READ = ("aria-label", "title", "placeholder", "alt", "aria-roledescription", "content")
NAMES = {
    "Spieltisch",
    "OYE",
    "AHA",  # the calls are the same in every language
    *("QWERTY", "QWERTZ", "AZERTY", "BÉPO", "Dvorak", "Colemak"),  # keyboards
    *(language.name for language in LANGUAGES.values()),
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
RESTING = [Navigate(PLAY, 0.0)]
MOVED = [*RESTING, Press("a", 0.0), Press("-", 9000.0)]
SCREENS = {
    "start": [Navigate("#/", 0.0)],
    "start-with-a-match": [*MOVED, Navigate("#/", 0.0)],
    "setup": [Navigate("#/setup/yala", 0.0)],
    "rules": [Navigate("#/rules/yala", 0.0)],
    "settings": [Navigate("#/settings", 0.0)],
    "lesson": [Navigate("#/learn/yala/wall", 0.0)],
    "lesson-solved": [Navigate("#/learn/yala/wall", 0.0), ShowSolution(0.0)],
    "lesson-wrong": [Navigate("#/learn/yala/wall", 0.0), TypeAction("c+", 0.0)],
    "puzzle": [*FETCHED, Navigate("#/puzzle/yala/aaaaaa", 0.0)],
    "puzzle-hinted": [*FETCHED, Navigate("#/daily/aya", 0.0), Command.HINT],
    "puzzle-solved": [*FETCHED, Navigate("#/puzzle/yala/aaaaab", 0.0), TypeAction("i-", 0.0)],
    "puzzle-failed": [*FETCHED, Navigate("#/daily/aya", 0.0), TypeAction("1L", 0.0)],
    "puzzle-shown": [*FETCHED, Navigate("#/puzzle/yala/aaaaab", 0.0), ShowSolution(0.0)],
    "puzzle-awaited": [Navigate("#/puzzle/yala", 0.0)],
    "match-awaited": [Navigate("#/match/kept00000001", 0.0)],
    "puzzle-missing": [Navigate("#/puzzle/yala", 0.0), pack_came("yala", None)],
    "puzzle-statistics": [
        *FETCHED,
        Navigate("#/puzzle/yala/aaaaab", 0.0),
        TypeAction("i-", 0.0),
        Navigate("#/statistics", 0.0),
    ],
    "play": RESTING,
    "chosen": [*RESTING, Press("a", 0.0)],
    "moved": MOVED,
    "taken-back": [*MOVED, PlayFrom(0)],
    "looked-at": [*MOVED, Show(0)],
    "redone": [*MOVED, PlayFrom(0), PlayFrom(1)],
    "asked": [*MOVED, Navigate(PLAY.replace("seed=1", "seed=2"), 0.0)],
    "wrong-game": [Navigate("#/play/chess", 0.0)],
    "wrong-seats": [Navigate("#/play/yala?seats=human&seed=1", 0.0)],
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
        for name in (*NAMES, *(name for row in CAST for name in row)):
            rest = rest.replace(name, "")
        if not NOTATION.fullmatch(rest.strip()):
            found.append((text, rest))
    assert found == []


class TestBeforeNames:
    """What a word is before a name follows from the name's sound, and not from the catalogue."""

    @pytest.mark.parametrize(
        ("name", "told"),
        [
            ("Ada", "la reine d’Ada "), ("Olga", "la reine d’Olga "), ("Éva", "la reine d’Éva "),
            ("Bruno", "la reine de Bruno "), ("Yann", "la reine de Yann "), ("", "la reine de  "),
        ],
    )  # fmt: skip
    def test_a_french_e_is_left_out_before_a_vowel(self, name, told):
        words = words_of("fr")
        text = "{name}'s queen can be captured ({action})."
        assert words(text, name=name, action="a1").startswith(told.replace("la", "La", 1))

    def test_every_french_text_with_a_name_is_one_that_follows_it(self):
        """Also of those that are counted, and those that are filled in later."""
        found = 0
        for message in read_language("fr"):
            if not message.id:
                continue
            texts = message.string if isinstance(message.string, tuple) else (message.string,)
            for number, text in enumerate(texts):
                if not re.search(r"\b([Dd]e|[Qq]ue) \{name\}", text):
                    continue
                found += 1
                ids = message.id if isinstance(message.id, tuple) else (message.id,)
                words = words_of("fr")
                told = words.ngettext(*ids, number + 1) if len(ids) > 1 else words.gettext(ids[0])
                facts = dict.fromkeys(re.findall(r"\{(\w+)\}", told), "1") | {"name": "Ada"}
                assert not re.search(r"\b([Dd]e|[Qq]ue) Ada", told.format(**facts))
                facts["name"] = "Bo"
                assert re.search(r"\b([Dd]e|[Qq]ue) Bo", told.format(**facts))
        assert found > 5

    def test_a_spanish_and_is_e_before_the_sound_of_i(self):
        words = words_of("es")
        assert words.listed(["Bruno", "Ines"]) == "Bruno e Ines"
        assert words.listed(["Ada", "Bruno", "Hilda"]) == "Ada, Bruno e Hilda"
        assert words.listed(["Ada", "Hielo"]) == "Ada y Hielo"
        assert words.listed(["Ines", "Bruno"]) == "Ines y Bruno"
        told = "You and {second} were equally fast. Lots were drawn: you go first."
        assert words(told, second="Ines").startswith("Tú e Ines ")
        assert words(told, second="Olga").startswith("Tú y Olga ")

    @pytest.mark.parametrize("language", ["en", "de", "fr", "pt"])
    def test_other_languages_join_alike_whatever_comes(self, language):
        words = words_of(language)
        between = words.gettext(" and ")
        for last in ("Ines", "Ada", "Hilda", "{name}", "a{b"):
            assert words.listed(["Bo", last]) == f"Bo{between}{last}"
