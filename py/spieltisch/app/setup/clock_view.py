"""The choice of time in the form that sets a match up."""

from collections.abc import Sequence

from spieltisch.kit.markup import Markup, el
from spieltisch.kit.words import Words
from spieltisch.table import TimeControl, format_time_control
from spieltisch.table.time_control import MOST_MINUTES, MOST_SECONDS, NO_CLOCK, OWN, PRESETS


def clock_field(words: Words, now: TimeControl | None) -> Markup:
    """How much time each seat has: the usual times in a list, any other as numbers."""
    is_own = now is not None and now not in PRESETS
    chosen = OWN if is_own else format_time_control(now) if now else NO_CLOCK
    return el(
        "fieldset",
        {"class": "field field-clock"},
        el("legend", None, words.gettext("Time")),
        el(
            "div",
            {"class": "clock-choice"},
            el(
                "select",
                {"id": "clock", "data-edit": "clock", "aria-label": words.gettext("Time")},
                _options(words, chosen),
            ),
            _number(words.gettext("Minutes"), "clock-minutes", now.minutes, MOST_MINUTES)
            if is_own and now
            else None,
            _number(words.gettext("Seconds a move"), "clock-seconds", now.seconds, MOST_SECONDS)
            if is_own and now
            else None,
        ),
    )


def _options(words: Words, chosen: str) -> Sequence[Markup]:
    told = words.gettext("{minutes} min + {seconds} s a move")
    labels = {
        NO_CLOCK: words.gettext("No clock"),
        **{
            format_time_control(one): words.gettext("1 minute")
            if not one.seconds and one.minutes == 1
            else told.format(minutes=one.minutes, seconds=one.seconds)
            for one in PRESETS
        },
        OWN: words.gettext("Another time"),
    }
    return [
        el("option", {"value": value, "selected": value == chosen}, label)
        for value, label in labels.items()
    ]


def _number(label: str, name: str, value: int, most: int) -> Markup:
    return el(
        "label",
        {"class": "clock-number"},
        el("span", None, label),
        el(
            "input",
            {
                "id": name,
                "data-edit": name,
                "type": "number",
                "inputmode": "numeric",
                "min": 0,
                "max": most,
                "value": value,
            },
        ),
    )
