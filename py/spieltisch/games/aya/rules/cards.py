"""AYA's cards and the deck (docs/rules.md, AYA, "Cards").

The sources do not print the cards. The ruling: each of the 19 patterns twice, the five hardest
to reach on light cards, and a third light ``ybyby``. An owner of the box may type in its 39 cards,
in any order and from either side, as ``read_deck`` takes them.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple
from unicodedata import normalize

from spieltisch.games.aya.rules.track import PATTERNS, ZONE, canonical
from spieltisch.table import SEALED, Fact, FlawError, Kind
from spieltisch.table.fact import gettext_noop, ngettext_noop
from spieltisch.table.graphemes import shortened
from spieltisch.table.typed import DARK_WORD, LIGHT_WORD, UNSEEN

DECK_TEXT = """
bbbby bbbby   bbbyb bbbyb   bbbyy bbbyy   bbybb bbybb   bbyby bbyby
bbyyb bbyyb   bbyyy bbyyy   bybby bybby   bybyb bybyb   bybyy bybyy
byyby byyby   byyyb byyyb   ybbby ybbby   ybbyy ybbyy

bbbbb* bbbbb*   byyyy* byyyy*   ybyyy* ybyyy*   yybyy* yybyy*
ybyby* ybyby* ybyby*
"""
"""The deck, a card a word: ``bbbyy`` is dark, ``bbbyy*`` light."""

LIGHT_MARK = "*"
HIDDEN_TEXT = "?"
DARK_COUNT, LIGHT_COUNT = 28, 11
"""What both rule books say the box holds."""


MOST_QUOTED, MOST_MISPRINTS = 12, 4


class CardFlaw(Kind):
    """What is wrong with a card, or with the cards of a deck."""

    SIGNS = gettext_noop(
        "“{word}” may only contain b (blue), y (yellow) and, at the end, * (light card)."
    )
    LENGTH = ngettext_noop(
        "“{word}” has {n} ball; a card shows five.",
        "“{word}” has {n} balls; a card shows five.",
    )
    YELLOW = gettext_noop("Five yellow balls cannot lie side by side: there are only four.")
    CARD = gettext_noop("Card {number}: {card}")
    MOST = gettext_noop(
        "Most of this cannot be read as cards, such as “{word}”. A card is a word of five"
        " letters, b for a blue ball and y for a yellow one, with a * behind it if it is light:"
        " bbbyy ybyby*"
    )
    NUMBER = ngettext_noop(
        "There is {n} card; the box has {all}. Give all of them, or none.",
        "There are {n} cards; the box has {all}. Give all of them, or none.",
    )
    DARK = ngettext_noop(
        "There is {n} dark card; the box has {all}.",
        "There are {n} dark cards; the box has {all}.",
    )
    LIGHT = ngettext_noop(
        "There is {n} light card; the box has {all}.",
        "There are {n} light cards; the box has {all}.",
    )
    KINDS = gettext_noop("{dark} dark cards and {light} light ones. There have to be 28 and 11.")
    NO_ROW = gettext_noop(
        "No row of {number} of these cards was found that can be cleared. Choose another number, or"
        " change some of the cards."
    )

    # Said to programs alone: what people type is turned round first.
    TEXT = "{word!r} is not a card: five balls such as bbbyy, * for light"


class Card(NamedTuple):
    pattern: str
    """Five balls, the canonical text of the pattern; ``?`` for a card face down."""
    is_light: bool = False
    """Matched with one or two standard moves, not with one alone."""

    def __str__(self) -> str:
        return self.pattern + LIGHT_MARK * self.is_light


Cards = tuple[Card, ...]
"""Cards in order: a pile top first, a row from the left."""

HIDDEN = Card(HIDDEN_TEXT)
"""A card that lies face down; no pattern matches it."""


def parse_card(text: str) -> Card:
    """A card from ``bbbyy`` or ``bbbyy*``, or a sealed one; raises FlawError for a pattern that is
    not canonical, or that no track can show.

    >>> parse_card("bbbyy*")
    Card(pattern='bbbyy', is_light=True)
    >>> parse_card("yybbb")
    Traceback (most recent call last):
        ...
    spieltisch.table.fact.FlawError: 'yybbb' is not a card: five balls such as bbbyy, * for light
    """
    if SEALED.fullmatch(text):
        return Card(text)
    card = Card(text.removesuffix(LIGHT_MARK), text.endswith(LIGHT_MARK))
    if card.pattern not in PATTERNS:
        raise FlawError(CardFlaw.TEXT(word=text))
    return card


def check_deck(cards: Iterable[Card]) -> None:
    """Raise FlawError unless these are as many dark and light cards as the box holds; sealed ones
    may be either.

    >>> check_deck(DECK)
    >>> check_deck(DECK[1:])
    Traceback (most recent call last):
        ...
    spieltisch.table.fact.FlawError: 27 dark cards and 11 light ones. There have to be 28 and 11.
    """
    lights = [None if SEALED.fullmatch(card.pattern) else card.is_light for card in cards]
    counts = (lights.count(False), lights.count(True))
    is_all = len(lights) == DARK_COUNT + LIGHT_COUNT
    if not is_all or counts[0] > DARK_COUNT or counts[1] > LIGHT_COUNT:
        raise FlawError(CardFlaw.KINDS(dark=counts[0], light=counts[1]))


def misprint(word: str) -> Fact | None:
    """What is wrong with a card as a person has typed it; None for nothing.

    >>> misprint("YYBBB*")
    >>> for word in ("bb", "yyyyy"):
    ...     print(misprint(word))
    “bb” has 2 balls; a card shows five.
    Five yellow balls cannot lie side by side: there are only four.
    """
    balls = word.lower().removesuffix(LIGHT_MARK)
    if set(balls) - {"b", "y"}:
        return CardFlaw.SIGNS(word=word[:MOST_QUOTED])
    if len(balls) != ZONE:
        return CardFlaw.LENGTH(word=word[:MOST_QUOTED], n=len(balls))
    return None if canonical(balls) in PATTERNS else CardFlaw.YELLOW()


def read_card(word: str) -> Card:
    """A card as a person has typed it, from either side; raises FlawError.

    >>> str(read_card("YYBBB*"))
    'bbbyy*'
    """
    if (wrong := misprint(word)) is not None:
        raise FlawError(wrong)
    text = word.lower()
    balls = text.removesuffix(LIGHT_MARK)
    return parse_card(canonical(balls) + text[len(balls) :])


NOT_LIGHT = "°"
"""Stands, while a text is read, for a word that says a card is dark."""
_PLAIN = {
    **UNSEEN,
    **dict.fromkeys(map(ord, "🔵🟦💙"), "b"),
    **dict.fromkeys(map(ord, "🟡🟨💛"), "y"),
    **dict.fromkeys(map(ord, "★☆⭐🌟✱✳✶∗⁎"), LIGHT_MARK),
    **dict.fromkeys(map(ord, "×✕✖⨯"), "x"),
    ord(NOT_LIGHT): " ",
}
_YELLOW = "ygj"
"""What a yellow ball is written as: yellow, gelb, jaune."""
_BALL = f"[b{_YELLOW}]"
_ROW = rf"{_BALL}{{{ZONE}}}(?!{_BALL})"
_CELLS = rf"(?:{_BALL}[^\w*°]{{1,3}}){{{ZONE - 1}}}{_BALL}(?![^\W_])"
_CARD = re.compile(rf"(?<![^\W_])(?:{_ROW}|{_CELLS})", re.I)
_TIMES = re.compile(rf"(?<![0-9])([1-9])[ \t]?x[ \t]?({_ROW}\*?)", re.I)
_SO_OFTEN = re.compile(
    rf"""(?<![^\W_])({_ROW}\*?)["'”]?[ \t]*+[x:=][ \t]*+([1-9])(?![0-9.])""", re.I
)
_IS_LIGHT = re.compile(
    rf"""(?<![^\W_])(?:({LIGHT_WORD})|{DARK_WORD})["'”]?\s*+[:=]\s*+["'“]?"""
    r"(?:(true|yes|1)|false|no|0)(?![^\W_])",
    re.I,
)
"""As programs write it of a card."""
_COLUMN = re.compile(
    rf"""^([^\n]*?(?:{_ROW}|{_CELLS})["']?)(?:[ \t]*+[,;|][ \t]*+|[ \t]++)["'(\[]?"""
    r"""(?:(1|x|true|yes|l|[✓✔☑✅])|(0|false|no|d|[✗✘☐❌]))?+[)\]"']?[ \t\r|]*+$""",
    re.I | re.M,
)
"""A card in a line of a table, which says in a column of its own whether it is light."""
_BLUE_WORD = "(?:blue|blau(?:e[mnr]?)?|bleue?|azul(?:e(?=s))?|azui(?=s))"
_YELLOW_WORD = "(?:yellow|gelb(?:e[mnr]?)?|jaune|amarill[oa]|amarel[oa])"
_COLOUR = re.compile(rf"(?<![^\W_])(?:({_BLUE_WORD})|{_YELLOW_WORD})s?(?![^\W_])", re.I)
_KEY = re.compile(rf'"(?!(?:{LIGHT_WORD}|{DARK_WORD}|{_BALL}++\*?)")[^"\n]{{0,40}}+"\s*+:', re.I)
_LEGEND = re.compile(rf"(?<![^\W_])[b{_YELLOW}*][ \t]*+=[ \t]*+[^\W\d_]++", re.I)
"""What a sign means, as people say it above cards."""
# Tried once in a row of digits, not at each of them.
_NUMBER = re.compile(r"(?<![^\W_])[0-9]++")
_TONE = re.compile(rf"(?<![^\W_])(?:({LIGHT_WORD})|{DARK_WORD})(?![^\W_])", re.I)
_COLON = re.compile(r"""["'”]?(?:[ \t]++[^\W\d_]++){0,2}+[ \t]*+(?:\([^()\n]{0,20}+\))?+[ \t]*+:""")
_IN_BOLD = re.compile(rf"(?<![^\W_*])(\*{{1,3}})({_ROW})\1", re.I)
_LED = re.compile(rf"(?<![^\W_*])([*°])[^\w*°]{{0,20}}+({_ROW}|{_CELLS})", re.I)
_LED_IN_LINE = re.compile(
    rf"(?:^[ \t]*+(?=[*°][ \t])|(?<![^\W_*])(?=[*°]\w)|(?<=[,;|])[ \t]++(?=[*°][ \t]++{_ROW}))"
    rf"([*°])[^\w*°\n]{{0,9}}+({_ROW}|{_CELLS})",
    re.I | re.M,
)
_MARK_OR_BALLS = re.compile(rf"[*°]|{_CARD.pattern}", re.I)
_BULLET = re.compile(r"^[ \t]*+\*[ \t]++", re.M)
_EMPHASISED = re.compile(rf"(\*{{1,3}}+)(?!{_BALL}{{3}})([^\W\d_][^*\n]{{0,40}}+)\1", re.I)
"""Words, as chats and wikis have them emphasised."""
_WORD = re.compile(r"(?:[^\W_]|[*?])++|°")
MOST_HEADS = 4
"""More words of light and dark than these stand beside cards."""


def words_of(text: str) -> list[str]:
    """The cards of a deck as a person has typed or pasted it, a word each: with whatever signs
    between, quotes or numbers, in full width, with a g or j for yellow, a ball a cell, the * apart
    or before, 2x before two of a kind, below heads, as a program writes them, and with words
    around, as long as most words are cards or the cards are all that the box holds.

    >>> words_of('1. "bbbyy", 2. "bbbyb*"; \uff42\uff42\uff42\uff42\uff59 *')
    ['bbbyy', 'bbbyb*', 'bbbby*']
    >>> words_of("b,g,b,g,b,* b,b,b,b,g")
    ['bybyb*', 'bbbby']
    >>> words_of('{"dark": ["bbbyy", "bbbyb"], "light": ["bbbbb"]}')
    ['bbbyy', 'bbbyb', 'bbbbb*']
    """
    plain = normalize("NFKC", text).translate(_PLAIN)
    plain = _IS_LIGHT.sub(
        lambda found: " light " if bool(found[1]) == bool(found[2]) else " dark ", plain
    )
    plain = _LEGEND.sub(" ", _KEY.sub(" ", plain))
    if _CARD.search(plain) is None:
        plain = _COLOUR.sub(lambda found: "b" if found[1] else "y", plain)
    plain = _without_column(plain)
    plain = _TIMES.sub(lambda found: f"{found[2]} " * int(found[1]), plain)
    plain = _SO_OFTEN.sub(lambda found: f"{found[1]} " * int(found[2]), plain)
    cards = [line for line in plain.split("\n") if _CARD.search(line)]
    if len(cards) > 1 and all(map(_BULLET.match, cards)):
        plain = _BULLET.sub("", plain)
    plain = _EMPHASISED.sub(r"\2", plain)
    plain = _stars_behind(_tones_as_stars(_NUMBER.sub(" ", plain)))
    words = _in_y([word.strip("?") or word for word in _WORD.findall(plain)])
    between = zip(words, ["", *words], [*words[1:], ""], strict=False)
    alone = _joined([one for one, *beside in between if not _may_be_said(one, beside)])
    if not (_wrong_counts(alone) or any(map(misprint, alone))):
        return alone
    told = _joined(words)
    if 2 * sum(misprint(word) is None for word in told) > len(told):
        return _joined([word for word in words if not _is_said(word)])
    return told


def _without_column(plain: str) -> str:
    """The text of a table with a * for what one of its columns says: of each card, or of those that
    are light."""
    lines = [line for line in plain.split("\n") if _CARD.search(line)]
    found = [_COLUMN.match(line) for line in lines]
    if not all(found) or LIGHT_MARK in "".join(lines) or len(lines) < MOST_HEADS:
        return plain
    lit = sum(one is not None and one[2] is not None for one in found)
    if not lit or lit == len(lines):
        return plain
    return _COLUMN.sub(lambda one: f"{one[1]} {LIGHT_MARK * bool(one[2])}", plain)


def _tones_as_stars(plain: str) -> str:
    """The text with a * for each word that says a card is light, or all below it."""
    tones = list(_TONE.finditer(plain))
    is_few = len(tones) <= MOST_HEADS
    if is_few and LIGHT_MARK in plain:
        # They tell of the stars, or stand above them.
        return _TONE.sub(" ", plain)
    if not is_few or not all(_is_head(plain, tone) for tone in tones):
        return _TONE.sub(lambda tone: f" {LIGHT_MARK if tone[1] else NOT_LIGHT} ", plain)
    told, at, is_light = "", 0, False
    for tone in tones:
        told += _lit(plain[at : tone.start()], is_light=is_light) + " "
        at, is_light = tone.end(), tone[1] is not None
    return told + _lit(plain[at:], is_light=is_light)


def _lit(plain: str, *, is_light: bool) -> str:
    return _CARD.sub(r"\g<0> *", plain) if is_light else plain


def _is_head(plain: str, tone: re.Match[str]) -> bool:
    """Whether a word tells of all cards below it: with a colon, or without a card before it in
    its line."""
    begin = plain.rfind("\n", 0, tone.start()) + 1
    is_first = _CARD.search(plain, begin, tone.start()) is None
    return is_first or _COLON.match(plain, tone.end()) is not None


def _stars_behind(plain: str) -> str:
    """The text with each * that stands before a card behind it, or nowhere if one is before each
    of them, as in a list."""
    count = len(_CARD.findall(plain))
    if len(_IN_BOLD.findall(plain)) == count:
        plain = _IN_BOLD.sub(r"\2", plain)
    elif LIGHT_MARK not in _IN_BOLD.sub("", plain):
        plain = _IN_BOLD.sub(r"\2*", plain)
    # Where the first one has nothing before it, all stand before their cards.
    first = _MARK_OR_BALLS.search(plain)
    led = _LED if first is not None and first[0] in LIGHT_MARK + NOT_LIGHT else _LED_IN_LINE
    marks = led.findall(plain)
    is_list = len(marks) == count > 1 and {mark for mark, _ in marks} == {LIGHT_MARK}
    return led.sub(r" \2" if is_list else r" \2 \1 ", plain)


def _strange(word: str) -> int:
    """How many signs of a word are neither balls nor a mark."""
    return sum(sign not in "by*°" for sign in word.lower())


def _may_be_said(word: str, beside: list[str]) -> bool:
    """Whether a word may belong to what is said beside cards, such as by, or y for and."""
    is_alone = not any(other.lower().removesuffix(LIGHT_MARK) in ("b", "y") for other in beside)
    return _strange(word) > 0 or word.lower() == "by" or (word.lower() == "y" and is_alone)


def _is_said(word: str) -> bool:
    """Whether a word is no misprint of a card, either."""
    has_balls = len(word) - _strange(word) > 0
    return 2 * _strange(word) >= len(word) and not (has_balls and len(word) == ZONE)


def _in_y(words: list[str]) -> list[str]:
    """The words with a y for each yellow ball, whichever letter most of them have."""
    alphabets = {letter: {"b", letter, LIGHT_MARK} for letter in _YELLOW}
    counts = {
        letter: sum(set(word.lower()) <= signs for word in words)
        for letter, signs in alphabets.items()
    }
    letter = max(_YELLOW, key=counts.__getitem__)
    if letter == "y":
        return words
    signs = alphabets[letter]
    return [
        word.lower().replace(letter, "y") if set(word.lower()) <= signs else word for word in words
    ]


def _joined(words: list[str]) -> list[str]:
    """The cards, with those that are told a ball a word made one word, and marks put behind."""
    told = list[str]()
    cell = ""
    for word in words:
        if word == LIGHT_MARK and told and not cell:
            told[-1] = told[-1].removesuffix(LIGHT_MARK) + LIGHT_MARK
        elif word.lower().removesuffix(LIGHT_MARK) in ("b", "y"):
            cell += word
            if len(cell.removesuffix(LIGHT_MARK)) == ZONE:
                told.append(cell)
                cell = ""
        elif word != NOT_LIGHT:
            told += [cell, word] if cell else [word]
            cell = ""
    return [*told, cell] if cell else told


def _wrong_counts(cards: list[str]) -> list[Fact]:
    """How the numbers of dark and light cards are wrong."""
    light = sum(word.endswith(LIGHT_MARK) for word in cards)
    dark = len(cards) - light
    found = list[Fact]()
    if dark != DARK_COUNT:
        found.append(CardFlaw.DARK(n=dark, all=DARK_COUNT))
    if light != LIGHT_COUNT:
        found.append(CardFlaw.LIGHT(n=light, all=LIGHT_COUNT))
    return found


def deck_flaws(text: str) -> tuple[Fact, ...]:
    """What is wrong with a deck as a person has typed it: card by card, then with the numbers of
    dark and light ones.

    >>> [str(flaw) for flaw in deck_flaws(DECK_TEXT.replace("yybyy*", "yybyy", 1))]
    ['There are 29 dark cards; the box has 28.', 'There are 10 light cards; the box has 11.']
    """
    cards = words_of(text)
    wrong_ones = {number: misprint(word) for number, word in enumerate(cards, 1)}
    found = [CardFlaw.CARD(number=n, card=wrong) for n, wrong in wrong_ones.items() if wrong]
    if len(found) > max(MOST_MISPRINTS, len(cards) // 2):
        # Somebody has pasted something else, or wants to tell cards in another way.
        first = next(word for word in cards if misprint(word))
        return (CardFlaw.MOST(word=shortened(first, MOST_QUOTED)),)
    found += _wrong_counts(cards)
    return tuple(found)


def read_deck(text: str) -> Cards:
    """A deck's cards, whichever way round they were typed; raises ValueError. Of a start only the
    cards count."""
    cards = tuple(read_card(word) for word in text.split() if "|" not in word)
    check_deck(cards)
    return cards


DECK: Cards = read_deck(DECK_TEXT)
