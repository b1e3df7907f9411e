"""Cards that the owner of a box types in, in words and drawings."""

from collections.abc import Sequence

from spieltisch.games.aya.rules.cards import (
    DARK_COUNT,
    LIGHT_COUNT,
    LIGHT_MARK,
    Misprint,
    misprint,
    read_card,
)
from spieltisch.games.aya.rules.track import ZONE, ZONE_BALLS
from spieltisch.games.aya.view.cards import card_svg, card_text
from spieltisch.games.aya.view.track import ball_use
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.words import Words

BLANK = "b" * ZONE
PARTS = (*ZONE_BALLS, LIGHT_MARK)


def pressed(word: str, part: str) -> str:
    """A card after a ball has changed its colour, or the card from dark to light; what is no card
    becomes one.

    >>> pressed("bbbyy", "2"), pressed("bbbyy", "*"), pressed("bXy*", "1")
    ('bybyy', 'bbbyy*', 'ybybb*')
    """
    balls, is_light = _balls(word), word.endswith(LIGHT_MARK)
    if part == LIGHT_MARK:
        return balls + LIGHT_MARK * (not is_light)
    place = ZONE_BALLS.index(part)
    ball = "y" if balls[place] == "b" else "b"
    return balls[:place] + ball + balls[place + 1 :] + LIGHT_MARK * is_light


def _balls(word: str) -> str:
    known = "".join("y" if ball == "y" else "b" for ball in word.lower().removesuffix(LIGHT_MARK))
    return known[:ZONE].ljust(ZONE, "b")


def is_on(word: str, part: str) -> bool:
    if part == LIGHT_MARK:
        return word.endswith(LIGHT_MARK)
    return _balls(word)[ZONE_BALLS.index(part)] == "y"


def part_words(word: str, part: str, words: Words) -> str:
    if part == LIGHT_MARK:
        return words.gettext("Light card")
    colour = words.gettext("yellow") if is_on(word, part) else words.gettext("blue")
    told = words.gettext("Ball {number} of {count}: {colour}")
    return told.format(number=part, count=ZONE, colour=colour)


def part_picture(word: str, part: str) -> Markup | None:
    if part == LIGHT_MARK:
        return None
    colour = "y" if is_on(word, part) else "b"
    return el("svg", {"viewBox": "-56 -56 112 112", "aria-hidden": "true"}, ball_use(colour))


def picture(word: str, words: Words) -> Markup:
    """The card as it was typed, from the side from which it was typed."""
    if misprint(word) is not None:
        return el("span.deck-word", word)
    card = read_card(word)
    return card_svg(card._replace(pattern=_balls(word)), words)


def told(word: str, words: Words) -> str:
    if misprint(word) is not None:
        return word
    return card_text(read_card(word)._replace(pattern=_balls(word)), words)


def flaws(text: str, words: Words) -> Sequence[str]:
    """What is wrong with a deck: card by card, then with the numbers of dark and light ones."""
    cards, told = text.split(), words.gettext("Card {number}: {card}")
    found = [
        told.format(number=number, card=_why(word, wrong, words))
        for number, word in enumerate(cards, 1)
        if (wrong := misprint(word)) is not None
    ]
    light = sum(word.endswith(LIGHT_MARK) for word in cards)
    dark = len(cards) - light
    of_dark = words.ngettext(
        "There is {n} dark card; the box has {all}.",
        "There are {n} dark cards; the box has {all}.",
        dark,
    )
    of_light = words.ngettext(
        "There is {n} light card; the box has {all}.",
        "There are {n} light cards; the box has {all}.",
        light,
    )
    counts = ((of_dark, dark, DARK_COUNT), (of_light, light, LIGHT_COUNT))
    return found + [told.format(n=n, all=most) for told, n, most in counts if n != most]


def _why(word: str, wrong: Misprint, words: Words) -> str:
    match wrong:
        case Misprint.SIGNS:
            return words.gettext(
                "“{word}” has other signs than b for a blue ball, y for a yellow one and, at the"
                " end, * for a light card."
            ).format(word=word[:12])
        case Misprint.LENGTH:
            count = len(word.removesuffix(LIGHT_MARK))
            return words.ngettext(
                "“{word}” has {n} ball; a card shows five.",
                "“{word}” has {n} balls; a card shows five.",
                count,
            ).format(word=word[:12], n=count)
        case Misprint.YELLOW:
            return words.gettext("five yellow balls cannot lie side by side: there are only four.")
