"""The server that is asked where a device can be reached, if a person names one."""

from spieltisch.kit.frame import button
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.words import Words


def stun_field(words: Words, now: str) -> Markup:
    """What the server is for, what it learns, and which one is asked; folded away until wanted."""
    return el(
        "details",
        {"id": "stun", "class": "stun"},
        el("summary", None, words.gettext("On different networks?")),
        el(
            "p",
            {"class": "byline"},
            words.gettext(
                "A STUN server helps devices on different networks to find each other. It"
                " learns the internet address of your device and that you are about to connect,"
                " and nothing of the match. Only the one that you name here is asked; the other"
                " side has to name one, too."
            ),
        ),
        el(
            "form",
            {"class": "code-form", "autocomplete": "off"},
            el("label", {"for": "stun-field"}, words.gettext("STUN server (may stay empty):")),
            el(
                "input",
                {
                    "id": "stun-field",
                    "data-stun": True,
                    "value": now,
                    "placeholder": "stun:example.org:3478",
                    "autocapitalize": "off",
                    "autocomplete": "off",
                    "spellcheck": "false",
                    "maxlength": 300,
                },
            ),
            button(words.gettext("Use it")),
        ),
    )
