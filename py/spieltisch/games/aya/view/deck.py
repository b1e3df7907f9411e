"""Cards that the owner of a box types in, in words and drawings."""

from spieltisch.games.aya.rules.cards import (
    LIGHT_MARK,
    misprint,
    read_card,
)
from spieltisch.games.aya.rules.track import ZONE, ZONE_BALLS
from spieltisch.games.aya.view.cards import card_svg, card_text
from spieltisch.games.aya.view.track import ball_text, ball_use
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
    return ball_text(_balls(word)[ZONE_BALLS.index(part)], part, ZONE, words)


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
