"""Why a set-up cannot be played, in the words of its game."""

from collections.abc import Mapping

from spieltisch.games import catalog
from spieltisch.kit.scene import OptionWords
from spieltisch.kit.words import Words
from spieltisch.table.graphemes import shortened

MOST_SHOWN = 40
"""How many characters of what a link says are quoted."""


def refusal_text(facts: tuple[str, ...], words: Words) -> str:
    """The words of a notice of kind ``setup``: its facts are the game, empty if none is known, and
    a SetupError's field, value and choices."""
    game, field, value, *choices = facts
    if field == "clock":
        return words.gettext(
            "There are no clocks here: games by link are untimed, and some games have clocks "
            "of their own."
        )
    if field == "start":
        told = words.gettext(
            "The rules do not allow the start you arranged. Change it, or have it dealt by chance."
        )
        flaw = catalog.GAMES[game].view.start_flaw(value, words) if game in catalog.GAMES else ""
        return f"{told} {flaw}".rstrip()
    if field == "seats":
        return words.gettext("{value} cannot play this; it takes {choices}.").format(
            value=_short(value), choices=" / ".join(choices)
        )
    labels = catalog.GAMES[game].view.option_words(words) if game in catalog.GAMES else {}
    if field == "option" or field not in labels:
        return _without_choice(value if field == "option" else field, labels, words)
    named, known = labels[field].label, labels[field].choices
    told = known.get(value, _short(value))
    if not choices:
        return words.gettext("“{value}” is not possible for “{field}”. Choose another.").format(
            value=told, field=named
        )
    return words.gettext("“{value}” is not possible for “{field}”. Choose from: {choices}.").format(
        value=told, field=named, choices=", ".join(known.get(one, one) for one in choices)
    )


def _without_choice(option: str, labels: Mapping[str, OptionWords], words: Words) -> str:
    """Something was chosen that this game, or this variant of it, leaves nobody to choose."""
    if option not in labels:
        return words.gettext("This game is set up in a way its rules do not know.")
    return words.gettext("“{field}” cannot be chosen in this variant. Leave it out.").format(
        field=labels[option].label
    )


def _short(text: str) -> str:
    return shortened(text, MOST_SHOWN)
