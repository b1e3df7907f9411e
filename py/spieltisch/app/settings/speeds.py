"""The names of the speeds at which bots play each other and matches are played back."""

from collections.abc import Mapping

from spieltisch.kit.words import Words


def pace_words(words: Words) -> Mapping[str, str]:
    """What each pace is called."""
    return {
        "slow": words.gettext("Slow"),
        "normal": words.gettext("Normal"),
        "fast": words.gettext("Fast"),
    }


def speed_words(words: Words) -> Mapping[str, str]:
    """What each speed is called."""
    return {**pace_words(words), "as-played": words.gettext("As played")}
