"""The bots' levels in words: the same six names for every game, and what each is like to play."""

from typing import NamedTuple

from spieltisch.kit.names import bot_names
from spieltisch.kit.words import Words


class LevelWords(NamedTuple):
    """What a level is called, and what to expect of it, in a sentence."""

    name: str
    sentence: str


def level_words(level: int, words: Words, *, is_race: bool) -> LevelWords:
    """A level's words; in a race, where bots react in their own time, quickness tells them apart.

    >>> from spieltisch.kit.words import ENGLISH
    >>> level_words(3, ENGLISH, is_race=False).name
    'Steady'
    """
    names = (
        words.gettext("Gentle"),
        words.gettext("Easy-going"),
        words.gettext("Steady"),
        words.gettext("Sharp"),
        words.gettext("Tough"),
        words.gettext("Merciless"),
    )
    sentences = _quickness(words) if is_race else _foresight(words)
    index = min(level, len(names)) - 1
    return LevelWords(names[index], sentences[index])


def bot_title(level: int, words: Words, name: str = "") -> str:
    """A bot of a level by name and word; by its usual name, where nobody has given it another.

    >>> from spieltisch.kit.words import ENGLISH
    >>> bot_title(4, ENGLISH)
    'Clara, sharp'
    """
    told = level_words(level, words, is_race=False).name
    return words.gettext("{name}, {level}").format(
        name=name or bot_names((level,))[0], level=told[0].lower() + told[1:]
    )


def _foresight(words: Words) -> tuple[str, ...]:
    """How bots that look ahead play, by level."""
    return (
        words.gettext("Moves fast and forgives."),
        words.gettext("Sees what lies close by, and misses the rest."),
        words.gettext("Thinks a little ahead and pounces on careless moves."),
        words.gettext("Sees most traps and sets some of its own."),
        words.gettext("Plans far ahead. One slip is enough."),
        words.gettext("Takes its time and gives nothing away."),
    )


def _quickness(words: Words) -> tuple[str, ...]:
    """How bots that react play, by level."""
    return (
        words.gettext("Looks for a long time, and is often wrong."),
        words.gettext("Leaves you time to look twice."),
        words.gettext("About as quick as somebody who has played a few evenings."),
        words.gettext("Quick, and hardly ever wrong."),
        words.gettext("Sees nearly everything, nearly at once."),
        words.gettext("Sees everything at once."),
    )
