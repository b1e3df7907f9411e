"""A kept match in a list: a small board, the facts, and the buttons."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from spieltisch.kit.frame import button
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.words import Words
from spieltisch.play.codec import MAX_NAME_CODES


@dataclass(frozen=True)
class MatchCard:
    """A kept match in a list, in words.

    Attributes:
        id: the match's.
        link: where it is opened.
        title: what a person called it; else the game.
        about: the game where the title is another, and the variant where there are several.
        players: who plays against whom.
        picture: its board, as it is or was at the end; None where it cannot be drawn.
        turn: whose turn it is, or how it ended.
        mood: ``yours`` or ``theirs`` in progress; ``won``, ``lost``, ``drawn`` or ``told`` after.
        length: how long it is.
        when: when it was played last.
        name: what a person called it, while that is being edited; else None.
    """

    id: str
    link: str
    title: str
    about: str
    players: str
    picture: Markup | None
    turn: str
    mood: str
    length: str
    when: str
    name: str | None = None


@lru_cache(maxsize=64)
def match_item(words: Words, card: MatchCard) -> Markup:
    """A match in a list: a press anywhere but on its buttons opens it."""
    return region(
        "li",
        {"id": f"kept-{card.id}", "class": f"kept is-{card.mood}", "data-match": card.id},
        el("div", {"class": "kept-picture", "aria-hidden": "true"}, card.picture),
        el(
            "div",
            {"class": "kept-text"},
            _title(card) if card.name is None else _renaming(words, card, card.name),
            el("p", {"class": "kept-about"}, card.about) if card.about else None,
            el("p", {"class": "kept-players"}, card.players),
            el("p", {"class": "kept-turn"}, card.turn),
            el("p", {"class": "kept-length"}, card.length),
        ),
        el(
            "div",
            {"class": "kept-foot"},
            el("p", {"class": "kept-when"}, card.when),
            _actions(words, card) if card.name is None else None,
        ),
    )


def _title(card: MatchCard) -> Markup:
    return el(
        "h3",
        {"class": "kept-title"},
        el("a", {"id": f"open-{card.id}", "href": card.link}, card.title),
    )


def _renaming(words: Words, card: MatchCard, name: str) -> Markup:
    """The field for the match's name."""
    label = words.gettext("What this match is to be called")
    return el(
        "form",
        {"class": "kept-naming", "data-do": "rename", "data-arg": card.id, "autocomplete": "off"},
        el(
            "input",
            {
                "id": f"name-{card.id}",
                "data-name": True,
                "value": name,
                "placeholder": card.title,
                "aria-label": label,
                "maxlength": MAX_NAME_CODES,
                "autocomplete": "off",
            },
        ),
        button(words.gettext("Save"), kind="is-primary"),
        button(None, "cancel", icon_name="close", kind="is-quiet", title=words.gettext("Cancel")),
    )


def _actions(words: Words, card: MatchCard) -> Markup:
    return el(
        "div",
        {"class": "kept-actions"},
        _action(
            "edit-name", card.id, "edit", words.gettext("Rename {match}").format(match=card.title)
        ),
        _action(
            "export", card.id, "export", words.gettext("Export {match}").format(match=card.title)
        ),
        _action(
            "delete", card.id, "delete", words.gettext("Delete {match}").format(match=card.title)
        ),
    )


def _action(do: str, match_id: str, icon_name: str, title: str) -> Markup:
    return button(
        None,
        do,
        match_id,
        icon_name=icon_name,
        kind="is-quiet",
        title=title,
        node_id=f"{do}-{match_id}",
    )


# ---------------------------------------------------------- the start screen


def latest_matches(words: Words, cards: Sequence[MatchCard], total: int) -> Markup | None:
    """The matches in progress that were played last, above the games; None where none is kept.

    Args:
        words: the language.
        cards: as many as there is room for.
        total: how many matches are kept.
    """
    if not total:
        return None
    return el(
        "section",
        {"class": "latest", "aria-labelledby": "latest-title"},
        el("h2", {"id": "latest-title", "class": "visually-hidden"}, words.gettext("Go on")),
        el("ul", {"class": f"latest-list of-{len(cards)}"}, [_latest(words, one) for one in cards])
        if cards
        else None,
        el(
            "a",
            {"class": "latest-all", "href": "#/matches"},
            words.gettext("All matches ({n})").format(n=total),
        ),
    )


def _latest(words: Words, card: MatchCard) -> Markup:
    return el(
        "li",
        None,
        el(
            "a",
            {
                "class": f"latest-match is-{card.mood}",
                "href": card.link,
                "data-match": card.id,
            },
            el("div", {"class": "kept-picture", "aria-hidden": "true"}, card.picture),
            el(
                "span",
                {"class": "latest-text"},
                el("span", {"class": "visually-hidden"}, words.gettext("Continue")),
                " ",
                el("strong", None, card.title),
                " ",
                el("span", {"class": "kept-players"}, card.players),
                " ",
                el("span", {"class": "kept-turn"}, card.turn),
            ),
        ),
    )
