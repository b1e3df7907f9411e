"""The table's screen while phones come to take their seats: one after the other, by a QR code."""

from dataclasses import dataclass
from functools import lru_cache

from spieltisch.kit.frame import button, row
from spieltisch.kit.markup import Child, Markup, el, region
from spieltisch.kit.words import Words


@dataclass(frozen=True)
class SeatingModel:
    """Whose phone comes next.

    Attributes:
        name: the name of the player who takes the seat.
        link: the invitation; empty while it is being made.
        is_answered: whether the answer has come.
        has_failed: whether the connection could not be made.
        seated: the names of those who have taken theirs.
        is_back: whether the seat was taken before, and its phone has been lost.
        has_bots: whether a bot can act for a player whose phone is lost.
    """

    name: str
    link: str = ""
    is_answered: bool = False
    has_failed: bool = False
    seated: tuple[str, ...] = ()
    is_back: bool = False
    has_bots: bool = False


def seating_card(words: Words, model: SeatingModel) -> Markup:
    """The card over the board until all are there."""
    return region(
        "section",
        {
            "id": "peers",
            "class": "seating",
            "tabindex": -1,
            "aria-label": words.gettext("Seats for phones"),
        },
        el("div", {"class": "seating-card"}, *_content(words, model), _foot(words, model)),
    )


def seating_text(words: Words, model: SeatingModel) -> str:
    """Whose phone comes next, in a sentence."""
    if model.is_answered:
        return words.gettext("Connecting …")
    return words.gettext("{name}: scan this with your phone").format(name=model.name)


def code_form(words: Words, label: str, attribute: str, action: str) -> Markup:
    """The field that takes what the other person has sent back."""
    return el(
        "form",
        {"class": "code-form", "autocomplete": "off"},
        el("label", {"for": "code-field"}, label),
        el(
            "input",
            {
                "id": "code-field",
                attribute: True,
                "autocapitalize": "off",
                "autocomplete": "off",
                "spellcheck": "false",
                "maxlength": 2000,
            },
        ),
        button(action, kind="is-primary"),
        _scanner(words),
    )


@lru_cache(maxsize=4)
def _scanner(words: Words) -> Markup:
    """The element that scans the code on the other screen with a camera; it shows nothing where the
    browser does not let a page use one (static/qr/scanner.js)."""
    refused = words.gettext("The camera cannot be used: paste the link.")
    unseen = words.gettext("No code is seen yet: hold the whole code in the picture, and still.")
    return el(
        "code-scanner",
        None,
        el(
            "button",
            {"type": "button", "class": "button"},
            words.gettext("Scan it with the camera of this device"),
        ),
        el("p", {"slot": "refused"}, refused),
        el("p", {"slot": "unseen"}, unseen),
    )


def _content(words: Words, model: SeatingModel) -> list[Child]:
    if model.has_failed:
        return [
            el("h2", None, words.gettext("No connection could be made.")),
            row(button(words.gettext("Invite once more"), "play-live", kind="is-primary")),
        ]
    if model.is_answered or not model.link:
        told = words.gettext("The invitation is being written …")
        return [el("h2", None, words.gettext("Connecting …") if model.is_answered else told)]
    label = words.gettext("The invitation as a QR code")
    return [
        el("h2", None, seating_text(words, model)),
        # Drawn large: phones scan it from across the room.
        el("qr-code", {"data-text": model.link, "role": "img", "aria-label": label}),
        el(
            "div",
            {"class": "seating-ways"},
            el("p", None, words.gettext("Or open this link on the phone:")),
            el(
                "p",
                {"class": "turn-link", "data-invitation": True, "translate": "no", "tabindex": 0},
                model.link,
            ),
            row(
                button(words.gettext("Send …"), "send-code", icon_name="share"),
                button(words.gettext("Copy"), "copy-code"),
            ),
            code_form(
                words,
                words.gettext("Then the phone shows an answer. Take it here:"),
                "data-answer-field",
                words.gettext("Connect"),
            ),
        ),
    ]


def same_network(words: Words) -> str:
    """Says what it takes to be connected."""
    return words.gettext("Both devices must be on one network, such as the same Wi-Fi.")


def _foot(words: Words, model: SeatingModel) -> Markup:
    told = same_network(words)
    if model.seated:
        told = words.gettext("Seated: {names}").format(names=", ".join(model.seated))
    return el(
        "div",
        {"class": "seating-foot"},
        el("p", {"class": "byline"}, told),
        row(
            button(words.gettext("Let a computer play"), "let-bots-play", kind="is-quiet")
            if model.is_back and model.has_bots
            else None,
            button(words.gettext("Stop playing live"), "stop-live", kind="is-quiet"),
        ),
    )
