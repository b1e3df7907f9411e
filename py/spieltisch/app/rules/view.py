"""The screen with a game's rules: sentences, and pictures drawn by the game's own board."""

from collections.abc import Sequence
from typing import NamedTuple

from spieltisch.app.settings.keys_view import key_list
from spieltisch.kit.frame import Frame, link_button, page, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.rulebook import RulePicture, RuleSection
from spieltisch.kit.scene import GameView
from spieltisch.kit.words import Words
from spieltisch.table import GameInfo


class DrawnSection(NamedTuple):
    """A section and the boards of its pictures, in their order."""

    section: RuleSection
    boards: Sequence[Markup]


def rules_screen(
    frame: Frame,
    info: GameInfo,
    view: GameView,
    sections: Sequence[DrawnSection],
    *,
    has_aids: bool,
    lessons: str | None,
    puzzles: str | None,
) -> Markup:
    """A game's rules; ``has_aids`` is whether its bots help on request, ``lessons`` and ``puzzles``
    are the links to these."""
    words = frame.words
    return page(
        frame,
        "rules",
        el("h1", None, words.gettext("{game}: the rules").format(game=info.title)),
        el(
            "p",
            {"class": "byline"},
            words.gettext("Invented by {author}.").format(author=info.author),
        ),
        _index(info.name, sections, words) if len(sections) > 1 else None,
        region(
            "div",
            {"id": "rulebook", "class": "rulebook"},
            [_section(info.name, drawn) for drawn in sections],
        ),
        _keys(view, words, has_aids=has_aids),
        row(
            link_button(words.gettext("Play"), f"#/setup/{info.name}", "is-primary"),
            link_button(words.gettext("Lessons"), lessons, "is-quiet") if lessons else None,
            link_button(words.gettext("Puzzles"), puzzles, "is-quiet") if puzzles else None,
            link_button(words.gettext("All games"), "#/", "is-quiet"),
            kind="rules-end",
        ),
    )


def section_id(game: str, name: str) -> str:
    """The id of a section. It is what its address has after the ``#``, so that the browser itself
    goes to it."""
    return f"/rules/{game}/{name}"


def _index(game: str, sections: Sequence[DrawnSection], words: Words) -> Markup:
    return el(
        "nav",
        {"class": "rules-index", "aria-label": words.gettext("Contents")},
        el(
            "ul",
            None,
            [
                el(
                    "li",
                    None,
                    el(
                        "a", {"href": f"#{section_id(game, one.section.name)}"}, one.section.heading
                    ),
                )
                for one in sections
            ],
        ),
    )


def _section(game: str, drawn: DrawnSection) -> Markup:
    section = drawn.section
    anchor = section_id(game, section.name)
    return el(
        "section",
        {"class": "rule", "id": anchor, "tabindex": -1, "aria-labelledby": f"{anchor}-heading"},
        el("h2", {"id": f"{anchor}-heading"}, section.heading),
        el("div", {"class": "prose"}, [el("p", None, text) for text in section.sentences]),
        _pictures(section, drawn.boards) if section.pictures else None,
    )


def _pictures(section: RuleSection, boards: Sequence[Markup]) -> Markup:
    """A section's pictures: on a phone they are swiped through, or scrolled with the arrow keys."""
    return el(
        "div",
        {
            "class": "rule-pictures",
            "role": "group",
            "aria-label": section.heading,
            "tabindex": 0 if len(boards) > 1 else None,
        },
        list(map(_picture, section.pictures, boards)),
    )


def _picture(picture: RulePicture, board: Markup) -> Markup:
    return el("figure", {"class": "rule-picture"}, board, el("figcaption", None, picture.caption))


def _keys(view: GameView, words: Words, *, has_aids: bool) -> Markup:
    """The keys, folded away at first, and only where there may be a keyboard (rules.css)."""
    return el(
        "details",
        {"class": "rules-keys"},
        el("summary", None, words.gettext("Keys of the board")),
        key_list(view, words, has_aids=has_aids),
    )
