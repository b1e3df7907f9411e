"""The screen with the rules of a game; their pictures are drawn by the game's own board."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from spieltisch.app.board.key_list import key_list, offered_by
from spieltisch.app.core.contract import Place, Screen, of_game, optional_part, showing
from spieltisch.app.core.effects import Focus
from spieltisch.app.core.news import ScreenState
from spieltisch.app.core.routes import Link, link_to_lessons, link_to_puzzles
from spieltisch.app.core.session import Result, Session
from spieltisch.app.rules.club import ClubScreen, club_screen
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.kit.frame import Area, Frame, link_button, page, row
from spieltisch.kit.markup import Markup, el, join, region
from spieltisch.kit.names import Names
from spieltisch.kit.rulebook import RulePicture, RuleSection
from spieltisch.kit.scene import HelpModel, Scene
from spieltisch.kit.words import Words
from spieltisch.play.codec import LinkError, LinkPart
from spieltisch.table import Choice, Seat, Turn, play, seat_for
from spieltisch.table.game import AnyPosition

ALL_TOLD = 3
"""The step of a hint that tells all, see HelpModel."""


def picture_scene(game: Game, picture: RulePicture, words: Words) -> Scene:
    """The scene of a picture in the rules.

    An action that is still to be played is drawn as boards draw what a hint advises.
    """
    turn = turn_of(game, picture)
    seats = max(max(counts) for counts in game.info.seat_counts.values())
    scene = Scene(
        position=game.rules.parse_position(picture.position),
        names=Names(game.view.seat_name(seat, words) for seat in range(1, seats + 1)),
        words=words,
        is_picture=True,
        focus=picture.focus,
    )
    if turn is None:
        return replace(scene, choice=choice_of(game, picture))
    if picture.is_played:
        return replace(scene, position=turn.after, turns=(turn,))
    told = HelpModel(ALL_TOLD, is_lost=False, moves=(picture.action,), turn=turn)
    return replace(scene, choice=choice_of(game, picture), help=told)


def turn_of(game: Game, picture: RulePicture) -> Turn | None:
    """The turn that a picture shows, if it shows one; raises IllegalActionError."""
    if not picture.action:
        return None
    position = game.rules.parse_position(picture.position)
    action = game.rules.parse_action(picture.action)
    return play(game.rules, position, seat_of(picture, position), action)


def choice_of(game: Game, picture: RulePicture) -> Choice[Any] | None:
    """What has been pressed in a picture, if anything."""
    if not picture.presses:
        return None
    position = game.rules.parse_position(picture.position)
    choice = game.rules.choose(position, seat_of(picture, position))
    for token in picture.presses:
        choice = choice.press(token)
    return choice


def seat_of(picture: RulePicture, position: AnyPosition) -> Seat:
    """Who acts in a picture: as it says, else the first of the seats that may."""
    return picture.seat or seat_for(position)


class RulesScreen(ScreenState):
    game: str


def rules_screen(_: Session, screen: RulesScreen, frame: Frame) -> Markup:
    words, game = frame.words, catalog.game_of(screen.game)
    info = game.info
    lessons, puzzles = link_to_lessons(info.name), link_to_puzzles(info.name)
    drawn = _drawn_sections(game.info.name, words)
    sections = [section for section, _ in drawn]
    return page(
        frame,
        "rules",
        el("h1", words("{game}: the rules", game=info.title)),
        el("p.byline", words("Invented by {author}.", author=info.author)),
        _index(game.info.name, sections, words) if len(sections) > 1 else None,
        region("div#rulebook.rulebook", [markup for _, markup in drawn]),
        el(
            "details.rules-keys",
            el("summary", words.gettext("Keys of the board")),
            key_list(game.view, words, offers=offered_by(game)),
            el("p", el("a", {"href": "#/keys"}, words.gettext("All keys"))),
        ),
        row(
            link_button(words.gettext("Play"), f"#/setup/{info.name}", "is-primary"),
            link_button(words.gettext("Lessons"), lessons, "is-quiet") if lessons else None,
            link_button(words.gettext("Puzzles"), puzzles, "is-quiet") if puzzles else None,
            link_button(words.gettext("To print"), Link("club", info.name).text, "is-quiet"),
            link_button(words.gettext("All games"), "#/", "is-quiet"),
            kind="rules-end",
        ),
    )


# The same whenever the screen is drawn anew; it has regions, so it is no child of a cached one.
@lru_cache(maxsize=4)
def _drawn_sections(name: str, words: Words) -> tuple[tuple[RuleSection, Markup], ...]:
    game = catalog.game_of(name)
    return tuple((one, _section(game, one, words)) for one in game.view.rules(words))


def section_id(game: str, name: str) -> str:
    """The id of a section. It is what its address has after the ``#``, so that the browser itself
    goes to it."""
    return f"/rules/{game}/{name}"


def _index(game: str, sections: Sequence[RuleSection], words: Words) -> Markup:
    return el(
        "nav.rules-index",
        {"aria-label": words.gettext("Contents")},
        el(
            "ul",
            [
                el("li", el("a", {"href": f"#{section_id(game, one.name)}"}, one.heading))
                for one in sections
            ],
        ),
    )


def _section(game: Game, section: RuleSection, words: Words) -> Markup:
    anchor = section_id(game.info.name, section.name)
    boards = [game.view.board(picture_scene(game, one, words)) for one in section.pictures]
    return el(
        "section.rule",
        {"id": anchor, "tabindex": -1, "aria-labelledby": f"{anchor}-heading"},
        el("h2", {"id": f"{anchor}-heading"}, section.heading),
        el("div.prose", [el("p", text) for text in section.sentences]),
        _rulings(section, words),
        el(
            "div.rule-pictures",
            {
                "role": "group",
                "aria-label": section.heading,
                "tabindex": 0 if len(boards) > 1 else None,
            },
            list(map(_picture, section.pictures, boards)),
        )
        if boards
        else None,
    )


def _rulings(section: RuleSection, words: Words) -> Markup | None:
    """What is this site's in a section, told apart from what its sources say."""
    notes = [
        (words.gettext("The printed rules do not say. Here:"), section.rulings),
        (words.gettext("The printed rules say otherwise. Here:"), section.departures),
    ]
    told = [
        join(el("p", lead), el("ul", [el("li", text) for text in texts]))
        for lead, texts in notes
        if texts
    ]
    return el("div.prose.rulings", {"role": "note"}, told) if told else None


def _picture(picture: RulePicture, board: Markup) -> Markup:
    return el("figure.rule-picture", board, el("figcaption", picture.caption))


_SECTION = re.compile("[a-z][a-z0-9-]*")


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """``#/rules/<game>`` or ``#/rules/<game>/<section>``; raises LinkError for what can be no
    section, such as one with a sign from the text that the link stood in."""
    link = optional_part(place, parts, query)
    if link is not None and link.section is not None and not _SECTION.fullmatch(link.section):
        raise LinkError(LinkPart.PAGE, link.section)
    return link


def arrived(session: Session, link: Link, _at_ms: float) -> Result:
    """``#/rules/<game>``: a part of them has its address as its id, and the keyboard goes there."""
    assert link.game is not None
    focus = (Focus(link.text.removeprefix("#")),) if link.section else ()
    return session.on(RulesScreen(link.game)), focus


def _parse_club(place: str, parts: Sequence[str], query: str) -> Link | None:
    """``#/club/<game>``."""
    return optional_part(place, parts, query) if len(parts) == 1 else None


def _club(link: Link) -> ClubScreen:
    assert link.game is not None
    return ClubScreen(link.game)


SCREENS = (
    Screen(
        RulesScreen,
        rules_screen,
        places={"rules": Place(parse, arrived)},
        title=lambda _, screen, words: of_game(words.gettext("Rules"), screen.game),
        area=Area.LEARN,
    ),
    Screen(
        ClubScreen,
        club_screen,
        places={"club": Place(_parse_club, showing(_club))},
        title=lambda _, screen, words: of_game(words.gettext("To print"), screen.game),
        area=Area.LEARN,
    ),
)
