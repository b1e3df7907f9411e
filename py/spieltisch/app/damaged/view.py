"""The damaged entries of storage, in the settings: how many, which, and what can be done."""

from collections.abc import Mapping

from spieltisch.app.damaged.state import LOCAL, MATCHES, REVIEWS, SUMMARIES, Place
from spieltisch.kit.frame import button, row
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.words import Words

MOST_LISTED = 100
"""How many entries are listed one by one."""


def damaged_section(words: Words, entries: Mapping[Place, str]) -> Markup | None:
    if not entries:
        return None
    count = len(entries)
    told = words.ngettext("{n} damaged entry", "{n} damaged entries", count).format(n=count)
    unlisted = count - MOST_LISTED
    return el(
        "section#damaged.damaged",
        {"aria-labelledby": "damaged-title"},
        el("h2#damaged-title", {"tabindex": -1}, told),
        el(
            "p",
            words.gettext(
                "Some of what is saved on this device can't be read. It was set aside and does"
                " no harm. Somebody who knows about files may be able to repair it."
            ),
        ),
        el(
            "details#damaged-list",
            el("summary", words.gettext("Show them")),
            el(
                "ul.refusals",
                [_entry(words, place, why) for place, why in list(entries.items())[:MOST_LISTED]],
            ),
            el(
                "p.byline",
                words.ngettext(
                    "{n} more is not listed.", "{n} more are not listed.", unlisted
                ).format(n=unlisted),
            )
            if unlisted > 0
            else None,
        ),
        row(
            button(words.gettext("Save as a file"), "save-damaged", icon_name="export"),
            button(words.gettext("Delete"), "delete-damaged"),
        ),
    )


def _entry(words: Words, place: Place, why: str) -> Markup:
    store, key = place
    return el(
        "li",
        el("strong", _what(words, store, key)),
        " ",
        el("code", {"lang": "en"}, f"{store} {key}: {why}"),
    )


def _what(words: Words, store: str, key: str) -> str:
    texts = {
        MATCHES: words.gettext("A game:"),
        SUMMARIES: words.gettext("What the list shows of a game:"),
        REVIEWS: words.gettext("A review:"),
        "review": words.gettext("A review:"),
        "runs": words.gettext("The best runs:"),
        "lessons": words.gettext("Lessons:"),
        "puzzles": words.gettext("Puzzles:"),
        LOCAL: words.gettext("Settings:"),
    }
    kind = key.split("/")[1] if "/" in key else ""
    return texts.get(kind) or texts.get(store) or f"{store}:"
