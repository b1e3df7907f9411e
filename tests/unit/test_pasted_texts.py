"""Bots and decks as they are pasted from chats, pages and tables: read as they were meant, or
told in one sentence."""

import ast
import json
import re
from collections import Counter
from html import escape
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from spieltisch.app.core.messages import Edit, ImportFiles, Navigate
from spieltisch.app.core.notice import NoDeckFile
from spieltisch.app.core.session import Session
from spieltisch.app.deck.state import DeckScreen
from spieltisch.app.keeping.decks import (
    MAX_TYPED,
    Decks,
    OwnDeck,
    format_file,
    game_of_file,
    parse_file,
    start_of,
)
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.play.bots import Actor
from spieltisch.play.own_bot import OwnBotError, OwnBotFile
from spieltisch.play.pasted_source import _THREE, meant_source
from spieltisch.table.typed import text_of
from tests.records import keeping

BOT = '''"""“Mine”: don’t — call it ‘his’\u00a0…"""

WORDS = ["a\u00a0b", 'é\u200b', """it's "x" – y"""]  # “why” – not\u00a0?


def choose(position, seat):
    actions = position.legal_actions(seat)
    return actions[-1] if len(actions) > 2 - 1 else actions[0]
'''
YALA = catalog.GAMES["yala"]


def made(source: str) -> Actor:
    return OwnBotFile("mine", source).make(YALA, Random(1))


def led(code: str, first: str, others: str) -> str:
    """The code with what stands before each of its lines, but for blanks at the end of a line."""
    head, *rest = code.splitlines()
    return "\n".join((first + head, *((others + line).rstrip() for line in rest)))


CODE = {
    "blanks that do not break": lambda code: code.replace("    ", "\u00a0\u00a0\u00a0\u00a0"),
    "all blanks": lambda code: code.replace(" ", "\u00a0"),
    "thin blanks": lambda code: code.replace(" > ", "\u2009>\u202f"),
    "wide blanks": lambda code: code.replace("    ", "\u3000\u3000"),
    "zero width": lambda code: code.replace("(", "\u200b(\u2060").replace("return", "ret\u00adurn"),
    "a mark": lambda code: "\ufeff" + code,
    "marks in the middle": lambda code: code.replace("\n", "\n\ufeff"),
    "directions": lambda code: code.replace("choose", "\u202achoose\u202c"),
    "a dash": lambda code: code.replace("2 - 1", "2 \u2013 1").replace("-1", "\u22121"),
    "line breaks of a page": lambda code: code.replace("\n", "\u2028"),
    "windows": lambda code: code.replace("\n", "\r\n"),
    "full width": lambda code: code.translate({ord("("): "（", ord(")"): "）", ord(":"): "："}),
    "a fence": lambda code: f"```\n{code}```",
    "a fence with a language": lambda code: f"\n```python\n{code}\n```\n\n",
    "waves": lambda code: f"~~~py\n{code}~~~",
    "a longer fence": lambda code: f"````py\n{code}````",
    "a fence in a letter": lambda code: f"Here it is:\n\n```python\n{code}```\nDon't lose!",
    "a session": lambda code: led(code, ">>> ", "... "),
    "a notebook": lambda code: led(code, "In [12]: ", "    ...: "),
    "an answered mail": lambda code: led(code, "> ", "> "),
    "what was added to a file": lambda code: led(code, "+", "+"),
    "numbered lines": lambda code: "\n".join(
        f"{number:3} {line}".rstrip() for number, line in enumerate(code.splitlines(), 7)
    ),
    "a deeper place": lambda code: led(code, "        ", "        "),
    "digits in full width": lambda code: code.replace("1", "１").replace("2", "２"),
    "blanks of other scripts": lambda code: code.replace("    ", "\u2800" * 4).replace(
        " >", "\u3164>"
    ),
    "tags": lambda code: code.replace("choose", "\U000e0041choose\U000e007f"),
    "a letter's line breaks": lambda code: code.replace("\n", "\v"),
    "a deeper place by tabs": lambda code: led(code, "\t", "\t"),
    "numbered lines with bars": lambda code: "\n".join(
        f"{number:2} | {line}".rstrip() for number, line in enumerate(code.splitlines(), 7)
    ),
    "a forum": lambda code: f"[code=python]\n{code}[/code]",
    "a terminal": lambda code: code.replace("def", "\x1b[1;34mdef\x1b[0m").replace("(", "\b("),
    "an old editor": lambda code: code + "\x1a",
    "a null": lambda code: code + "\0",
    "what a terminal is told to do": lambda code: "\x1b]0;it\x07" + code.replace("\n", "\x1b[K\n"),
    "a page's escapes": lambda code: escape(code, quote=False),
    "a page's escapes, of quotes too": lambda code: escape(code, quote=True),
    "a page's escapes of a bot without such signs": lambda code: f"&nbsp;\n{escape(code)}",
    "what a chat shows above it": lambda code: f"python\nCopy code\n{code}",
    "a fence on its line": lambda code: f"```{code}```",
    "a fence that ends on its line": lambda code: f"Mine:\n```py\n{code.rstrip()}```\nand you?",
    "a tick": lambda code: f"`{code}`",
    "a fence with more about it": lambda code: f'```{{.python}} title="my bot.py"\n{code}```',
    "a fence in an answered mail": lambda code: led(f"```python\n{code}```", "> ", "> "),
    "a mail that was answered twice": lambda code: led(code, ">> ", ">> "),
    "a fence behind another": lambda code: f"Do:\n```\npip install x\n```\nthen\n```\n{code}\n```",
}
PLAIN = BOT.split("\n\n\n", 1)[1]
QUOTED = PLAIN.replace("    return", "    words = \"so\", 'it'\n    return")


@pytest.mark.parametrize("how", CODE)
def test_a_bot_that_was_pasted_is_run_as_it_was_meant(how: str) -> None:
    for code in (PLAIN, QUOTED):
        pasted = CODE[how](code)
        assert made(pasted)
        assert ast.dump(ast.parse(meant_source(pasted))) == ast.dump(ast.parse(code))


def test_curly_quotes_round_a_text_are_straight() -> None:
    told = meant_source("x = [“it's”, ‘say “so”’, „low“, «far»]")
    assert ast.literal_eval(told.removeprefix("x = ")) == ["it's", "say “so”", "low", "far"]


@given(st.text(alphabet="\\“”‘’\"'x\n", min_size=1, max_size=8))
@example("\\“““x")
@example("\\\\’’’x")
@example("“““\\")
@example('"“““x')
def test_a_text_between_three_curly_quotes_is_looked_for_in_proportion(part: str) -> None:
    """Counted in letters that are gone through, from each place where one may begin."""
    source = part * 300
    for begin, inside, _ in _THREE:
        within = re.compile(inside, re.DOTALL)
        starts = [one.start() + 3 for one in re.finditer(f"(?={begin})", source)]
        through = sum(len(found[0]) for at in starts if (found := within.match(source, at)))
        # Of four and more quotes in a row, the last four begin as many texts that are not empty.
        assert through <= 4 * len(source)


@pytest.mark.parametrize(
    "marks", ["“““ ”””", "””” ”””", "“”“ ”“”", "‘‘‘ ’’’", "’’’ ’’’", "«»« »«»"]
)
@pytest.mark.parametrize(
    "body",
    [
        "Mine.",
        "",
        "Mine.\n\n    It’s “good”, and\n    f(2 – 1) ≠ 0: see `x`.\n    ",
        'It "says" so,\n    don\'t it? \u00a0, ”so“ and ‘so’.',
    ],
)
def test_a_text_of_many_lines_between_curly_quotes_stays_as_it_is(marks: str, body: str) -> None:
    begin, end = marks.split()
    code = PLAIN.replace("seat):", f"seat):\n    {begin}{body}{end}", 1).replace(
        "    return", "    x = “a”\n    return"
    )
    told = meant_source(code)
    function = ast.parse(told).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert ast.get_docstring(function, clean=False) == body
    assert made(code)
    assert meant_source(told) == told
    assert told.count("\n") == code.count("\n")


def test_signs_of_programs_for_letters_are_pythons() -> None:
    told = meant_source("def f(a、b) → None:\n    x。y ≠ ‹≠› ≤ 「≤」 ≥ “→” # ≥\n    …\n")
    assert told == 'def f(a,b) -> None:\n    x.y != \'≠\' <= "≤" >= "→" # ≥\n    ...\n'


def test_texts_and_comments_stay_as_they_are() -> None:
    assert meant_source(BOT) == BOT
    assert made(BOT)


@given(st.text("ab'\"\\#\n\u00a0\u200b“”‘’–`(「…→", max_size=60))
@example("```\n```\nb\n")
@example("```a```\n\n")
@example("[code]\na[/code]\n\n")
@example("\x1b]0;a\nb\x07a\n")
@example('“”“”\'"""“”\'')
@example('““""""““"')
@example('\u200b""\u200b""\u200b""')
@example('“““a\nb”””"c"')
@example('“““a"“““"""')
@example("‘‘‘a\\’’’’")
@example('““““““““"')
def test_what_python_reads_keeps_its_meaning(text: str) -> None:
    """What compiles is never changed, as it is tried first; and all lines keep their numbers."""
    told = meant_source(text)
    assert told.count("\n") >= text.count("\n") - 1
    assert meant_source(told) == told or "`" in text


ENDS = {
    "a comment": "# see ```",
    "a text": '"""See ```\n    for more"""',
    "a comment of its own": "# ```\n    # more",
}


@pytest.mark.parametrize("inside", ENDS)
@pytest.mark.parametrize("fenced", ["```py\n{}```", "Mine:\n```\n{}\n```\nSo (it = is)."])
def test_a_fence_does_not_end_within_the_code(inside: str, fenced: str) -> None:
    code = PLAIN.replace("\n    actions", f"\n    {ENDS[inside]}\n    actions")
    assert ast.dump(ast.parse(meant_source(fenced.format(code)))) == ast.dump(ast.parse(code))


@pytest.mark.parametrize("first", ["```\npip install x```", "```sh\npip install x\n```"])
@pytest.mark.parametrize("between", ["\nthen\n", "\n\n"])
@pytest.mark.parametrize("second", ["```\n{}```", "```py\n{}\n```\n", "~~~\n{}\n~~~ and so on"])
def test_the_fence_that_has_a_bot_is_found(first: str, between: str, second: str) -> None:
    code = PLAIN.rstrip()
    pasted = first + between + second.format(code)
    assert ast.dump(ast.parse(meant_source(pasted))) == ast.dump(ast.parse(code))


@pytest.mark.parametrize(
    ("source", "meant"),
    [
        ("x = “a”, '&amp; &gt;'", "x = \"a\", '&amp; &gt;'"),
        ("x = “a”  # a &lt; b", 'x = "a"  # a &lt; b'),
        ("if a &gt; b: x = '&amp;'", "if a > b: x = '&'"),
        ("x = [&#39;a&#39;, '&amp;']", "x = ['a', '&']"),
        ("if a > b &gt; c: x = 1", "if a > b &gt; c: x = 1"),
    ],
)
def test_what_a_bot_says_with_escapes_it_goes_on_saying(source: str, meant: str) -> None:
    assert meant_source(source) == meant


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("def choose(position, seat):\n    return “x\n", 2),
        ("x = 1\ny = 2\nHere: it is\n```\nz\n```", 3),
        ("Mine:\n```\nx = 1\ndef f():\n```\nIt\nis\nnot\nwhole.", 4),
        ("```\nx = (1\n```\nand\nwords", 2),
    ],
)
def test_what_stays_wrong_is_named_with_its_line(source: str, line: int) -> None:
    with pytest.raises(OwnBotError) as error:
        made(source)
    assert error.value.failure.line == line


@pytest.mark.parametrize(
    "code", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]
)
def test_a_bots_file_of_any_code_is_run(code: str) -> None:
    source = PLAIN.replace("actions", "züge") + "# Größe – “so”\n"
    assert text_of(source.encode(code)) == source
    assert made(text_of(source.encode(code)))


OWN = catalog.GAMES["aya"].own_cards
assert OWN is not None
CARDS = OWN.usual.split()
USUAL = " ".join(CARDS)


DARK = [card for card in CARDS if not card.endswith("*")]
LIGHT = [card[:5] for card in CARDS if card.endswith("*")]


def cells(card: str, between: str) -> str:
    return between.join(card)


TONES = {"*": "light", "": "dark"}
DECKS = {
    "words": USUAL,
    "lines": "\n".join(CARDS),
    "commas": ", ".join(CARDS),
    "commas alone": ",".join(CARDS),
    "semicolons": ";".join(CARDS),
    "numbers": "\n".join(f"{n}. {card}" for n, card in enumerate(CARDS, 1)),
    "numbers in brackets": "\n".join(f"{n}) {card}" for n, card in enumerate(CARDS, 1)),
    "numbers alone": "\n".join(f"{n}\t{card}" for n, card in enumerate(CARDS, 1)),
    "bullets": "\n".join(f"- {card}" for card in CARDS),
    "dots": "\n".join(f"• {card}" for card in CARDS),
    "quotes": " ".join(f'"{card}"' for card in CARDS),
    "curly quotes": ", ".join(f"“{card}”" for card in CARDS),
    "a list": repr(CARDS),
    "full width": USUAL.translate({ord("b"): "ｂ", ord("y"): "ｙ", ord("*"): "＊", 32: "\u3000"}),
    "capitals": USUAL.upper(),
    "no-break spaces": USUAL.replace(" ", "\u00a0"),
    "zero width": USUAL.replace("b", "b\u200b"),
    "a mark": "\ufeff" + USUAL,
    "a fence": f"```\n{USUAL}\n```",
    "a cell a ball": "\n".join(cells(card, "\t") for card in CARDS),
    "a cell a ball, with commas": "\n".join(cells(card, ",") for card in CARDS),
    "a cell a ball, with blanks": " ".join(cells(card, " ") for card in CARDS),
    "a cell a ball, with dashes": "\n".join(cells(card, "-") for card in CARDS),
    "a star apart": "\n".join(card.replace("*", " *") for card in CARDS),
    "a star in a column": "\n".join(f"{card[:5]};{card[5:]}" for card in CARDS),
    "a word for a star": "\n".join(card.replace("*", " light") for card in CARDS),
    "g for yellow": USUAL.replace("y", "g"),
    "G and B": USUAL.replace("y", "g").upper(),
    "a table": "\n".join(f"| {n} | {card} |" for n, card in enumerate(CARDS, 1)),
    "quoted cells": "\n".join(f'"{n}","{card}"' for n, card in enumerate(CARDS, 1)),
    "a head": "\n".join(("No.;Card", *(f"{n};{card}" for n, card in enumerate(CARDS, 1)))),
    "a title": f"# My box of AYA\n\n{USUAL}",
    "a title above cells": "My cards\n" + "\n".join(cells(card, " ") for card in CARDS),
    "stars for bullets": "\n".join(f"* {card}" for card in CARDS),
    "once each": "\n".join(f"1x {card}" for card in CARDS),
    "two of a kind": ", ".join(f"{CARDS.count(card)} × {card}" for card in dict.fromkeys(CARDS)),
    "commas of Arabic": "، ".join(CARDS),
    "commas of Chinese": "、".join(CARDS),
    "arrows": " → ".join(CARDS),
    "other balls": USUAL.translate(dict(zip(map(ord, "by*"), ("🔵", "🟡", "⭐️"), strict=True))),
    "a picture before each": " ".join(f"🃏{card}" for card in CARDS),
    "words around": f"Hi! 🎉 Here is my box, by Zoch: {USUAL}. Thanks, Bobby 👍🏽",
    "words of Spanish": f"28 oscuras y 11 claras:\n{USUAL}",
    "the last one with and": f"{', '.join(CARDS[:-1])} y {CARDS[-1]}",
    "what signs mean": f"(b = blue, y = yellow, * = light)\n{USUAL}",
    "j for yellow": "b=bleu, j=jaune: " + USUAL.replace("y", "j"),
    "a star before": " ".join("*" + card[:5] if card[5:] else card for card in CARDS),
    "a star before, by lines": "\n".join("* " * len(card[5:]) + card[:5] for card in CARDS),
    "stars for bullets, one line": " ".join(f"* {card}" for card in CARDS),
    "stars glued on": "\n".join(f"*{card}" for card in CARDS),
    "all in bold": "\n".join(f"**{card}**" for card in CARDS),
    "light ones in bold": " ".join(f"**{card[:5]}**" if card[5:] else card for card in CARDS),
    "heads": "\n".join(("Dark (28)", *DARK, "", "Light (11):", *LIGHT)),
    "heads in a line": f"dunkel: {', '.join(DARK)}; hell: {', '.join(LIGHT)}",
    "heads of a list": "\n".join(
        f"* **{head}**\n" + "\n".join(f"  * {card}" for card in cards)
        for head, cards in (("Light", LIGHT), ("Dark", DARK))
    ),
    "a word for each": "\n".join(f"{card[:5]} {TONES[card[5:]]}" for card in CARDS),
    "a word before each": "\n".join(f"{TONES[card[5:]]}: {card[:5]}" for card in CARDS),
    "JSON": json.dumps({"name": "My box", "cards": CARDS}, indent=2),
    "JSON of both kinds": json.dumps({"light": LIGHT, "dark": DARK}),
    "JSON of how many": json.dumps(Counter(CARDS)),
    "JSON of each": json.dumps([{"card": card[:5], "light": bool(card[5:])} for card in CARDS]),
    "JSON of each, turned round": json.dumps(
        {
            "deck": [
                {"id": n, "light": bool(card[5:]), "is": card[:5]} for n, card in enumerate(CARDS)
            ]
        }
    ),
    "Python": repr({"dark": DARK, "light": LIGHT}),
    "how many behind": ", ".join(f"{card} x{n}" for card, n in Counter(CARDS).items()),
    "a column of noughts and ones": "card;light\n"
    + "\n".join(f"{card[:5]};{len(card[5:])}" for card in CARDS),
    "a column of a program": "\r\n".join(f"{card[:5]},{bool(card[5:])}" for card in CARDS),
    "a column with a cross": "\n".join(f"{card[:5]}\t{'x' * len(card[5:])}" for card in CARDS),
    "a letter in brackets": "\n".join(
        f"{n}. {card[:5]} ({'DL'[len(card[5:])]})" for n, card in enumerate(CARDS, 1)
    ),
    "ticks": "\n".join(f"{card[:5]} {'✗✓'[len(card[5:])]}" for card in CARDS),
    "colours as words": "\n".join(
        " ".join({"b": "blue", "y": "yellow"}[ball] for ball in card[:5]) + " light" * len(card[5:])
        for card in CARDS
    ),
    "colours as words of German": "\n".join(
        "-".join({"b": "blau", "y": "gelb"}[ball] for ball in card[:5]) + " hell" * len(card[5:])
        for card in CARDS
    ),
    **{
        f"colours as words of {language}": "\n".join(
            " ".join({"b": blue, "y": yellow}[ball] for ball in card[:5])
            + f" {tone}" * len(card[5:])
            for card in CARDS
        )
        for language, blue, yellow, tone in (
            ("German balls", "blaue", "gelbe", "hell"),
            ("a German ball", "blauer", "gelber", "hell"),
            ("French", "bleu", "jaune", "claire"),
            ("French balls", "bleues", "jaunes", "claires"),
            ("Spanish balls", "azules", "amarillas", "claras"),
            ("Portuguese balls", "azuis", "amarelas", "claras"),
        )
    },
    "mirrored": " ".join(card[:5][::-1] + card[5:] for card in CARDS),
}


def opened() -> Session:
    session, _ = update(Session(), Navigate("#/deck/aya", 0.0))
    return session


@pytest.mark.parametrize("how", DECKS)
def test_a_deck_is_read_in_whatever_way_it_was_written(how: str) -> None:
    deck = OwnDeck(game="aya", name="x", cards=DECKS[how])
    assert start_of(deck) == start_of(OwnDeck(game="aya", name="x", cards=USUAL))
    assert start_of(parse_file(DECKS[how], "aya", "x")) == start_of(deck)
    assert parse_file(format_file(deck), "aya", "y").name == "x"
    session, _ = update(opened(), Edit("cards", DECKS[how]))
    assert "The deck is complete." in whole(page_of(session))
    session, _ = update(opened(), ImportFiles((("box.csv", DECKS[how]),), 0.0))
    assert isinstance(session.screen, DeckScreen)
    assert session.notice is None
    assert start_of(session.screen.deck) == start_of(deck)


@pytest.mark.parametrize(
    "text",
    [
        "the quick brown fox jumps over the lazy dog again",
        " ".join(f"{card[:2]}x{card[3:]}" for card in CARDS),
        "1 0 1 0 1\n" * 39,
        "红 蓝 红 蓝 红 蓝 红",
    ],
)
def test_what_is_no_deck_is_told_in_one_sentence(text: str) -> None:
    session, _ = update(opened(), Edit("cards", text))
    told = re.findall(r"<li>.*?</li>", whole(page_of(session)).partition("deck-flaws")[2])
    assert len(OWN.flaws(text)) <= 2
    assert told or OWN.flaws(text)
    before = opened()
    session, _ = update(before, ImportFiles((("notes.txt", text),), 0.0))
    assert session.notice == NoDeckFile("notes.txt")
    assert session.screen == before.screen


@pytest.mark.parametrize(
    "how", ["words around", "a picture before each", "JSON", "heads in a line"]
)
@pytest.mark.parametrize("wrong", ["bbxby", "bbb", "bxxxx"])
def test_a_wrong_card_is_named_whatever_stands_around(how: str, wrong: str) -> None:
    flaws = OWN.flaws(DECKS[how].replace("bbbby", wrong, 1))
    assert any(f"“{wrong}”" in str(flaw) for flaw in flaws)


def test_a_text_too_long_to_be_kept_is_read_before_it_is_cut() -> None:
    text = DECKS["JSON of each, turned round"]
    assert len(text) > MAX_TYPED
    session, _ = update(opened(), Edit("cards", text))
    (deck,) = session.kept.of(Decks).by_id.values()
    assert deck.cards.split() == CARDS


def test_some_wrong_cards_are_told_one_by_one() -> None:
    flaws = OWN.flaws(" ".join(("bbxyy", "bb", *CARDS[2:])))
    assert [str(flaw)[:8] for flaw in flaws[:2]] == ["Card 1: ", "Card 2: "]


@pytest.mark.parametrize("name", ["", "box.json"])
@pytest.mark.parametrize("place", ["#/", "#/import", "#/workshop/yala", "#/deck/aya"])
def test_a_deck_that_was_saved_is_taken_on_any_screen(place: str, name: str) -> None:
    deck = OwnDeck(game="aya", name="Box", cards="bbbyy bbbyb*")
    there, _ = update(Session(), Navigate(place, 0.0))
    session, effects = update(there, ImportFiles(((name, format_file(deck)),), 0.0))
    assert isinstance(session.screen, DeckScreen)
    assert [(one.name, one.cards) for one in session.kept.of(Decks).by_id.values()] == [
        ("Box", deck.cards)
    ]
    assert session.notice is None
    assert effects


@pytest.mark.parametrize("how", DECKS)
@pytest.mark.parametrize("place", ["#/", "#/import", "#/workshop/yala", "#/rules/myra"])
def test_a_deck_that_is_pasted_bare_is_taken_on_any_screen(place: str, how: str) -> None:
    there, _ = update(Session(), Navigate(place, 0.0))
    session, effects = update(there, ImportFiles((("", DECKS[how]),), 0.0))
    assert isinstance(session.screen, DeckScreen)
    assert start_of(session.screen.deck) == start_of(OwnDeck(game="aya", name="", cards=USUAL))
    assert session.notice is None
    assert effects


def test_a_deck_with_a_misprint_is_taken_as_well_and_it_is_told() -> None:
    there, _ = update(Session(), Navigate("#/settings", 0.0))
    session, _ = update(there, ImportFiles((("", " ".join(["bbbb", *CARDS[1:]])),), 0.0))
    assert isinstance(session.screen, DeckScreen)
    assert "Card 1: " in whole(page_of(session))


NO_DECKS = (
    "{}",
    '{"a": "bbbyy", "b": "and others"}',
    "b y b y",
    "baby, bobby and bye",
    "the bbbyy in a sentence of other words",
    "a+ b+ c-",
    "",
    "\n",
    "bbbyy " * 4_000,
)


@pytest.mark.parametrize("text", NO_DECKS)
def test_other_texts_are_no_decks(text: str) -> None:
    assert game_of_file(text) == ""


def test_no_record_is_a_deck() -> None:
    assert not {name for name in keeping.names() if game_of_file(keeping.read(name))}
