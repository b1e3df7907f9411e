"""The start screen: the menu of games, and the matches that can be continued."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from spieltisch.app.matches.cards import latest_matches
from spieltisch.app.matches.finding import latest_in_progress
from spieltisch.app.message import Message
from spieltisch.app.notice import LessonOffer
from spieltisch.app.routes import Link, has_met, link_to_daily, link_to_elsewhere, link_to_lessons
from spieltisch.app.screen import Place, Screen, showing
from spieltisch.app.session import Result, Session
from spieltisch.app.setup.update import play_now
from spieltisch.app.start.state import PlayNow, StartScreen
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.kit.frame import Frame, button, link_button, page, row
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.scene import Scene
from spieltisch.kit.words import Words


def start_screen(session: Session, _: StartScreen, frame: Frame) -> Markup:
    """The menu of games. People who have matches to continue need no introduction: their matches
    take its place."""
    words, games = frame.words, list(catalog.GAMES.values())
    latest = latest_matches(words, session.library.summaries)
    first = _first_to_do(session)
    # A newcomer begins with the first card; who has been here finds all where they were.
    if first is not None and first.is_lesson:
        games.sort(key=lambda game: game.info.name != first.game)
    return page(
        frame,
        "start",
        el(
            "div.start-head",
            el("h1", words.gettext("Take a seat.")),
            _of_each_game(words.gettext("Today's puzzle"), link_to_daily),
        ),
        latest
        if latest is not None
        else el(
            "div.lead",
            _round_one_phone(),
            el(
                "p",
                words.gettext(
                    "Up to six people round one phone, friends anywhere by link, the computer,"
                    " or a bot you write yourself. No account, no download."
                ),
            ),
        ),
        el("ul.menu", [_menu_item(session, game, words, first) for game in games]),
        _of_each_game(words.gettext("With somebody elsewhere"), link_to_elsewhere),
    )


class _First(NamedTuple):
    """The one thing to do first: the lessons of a game, or a match of it."""

    game: str
    is_lesson: bool


def _first_to_do(session: Session) -> _First | None:
    """What the screen leads to: a newcomer to the shortest lessons, anybody else to the game played
    last; None for who has a match to go on with, which stands above the games."""
    names, library = list(catalog.GAMES), session.library
    if not any(has_met(session, name) for name in names):
        courses = {name: game.lessons for name, game in catalog.GAMES.items() if game.lessons}
        lengths = {name: len(course.steps) for name, course in courses.items()}
        return _First(min(lengths, key=lambda name: lengths[name]), is_lesson=True)
    if latest_in_progress(library.summaries):
        return None
    played = {name: one for name in names if (one := library.latest(name)) is not None}
    game = max(played, key=lambda name: played[name].played_ms, default=names[0])
    return _First(game, is_lesson=False)


def _round_one_phone() -> Markup:
    """Six people round a phone that lies on the table."""
    seats = [(-26, -48), (26, -48), (-64, 0), (64, 0), (-26, 48), (26, 48)]
    return el(
        "svg.round-phone",
        {"viewBox": "-80 -72 160 144", "aria-hidden": "true"},
        el("rect.round-phone-body", {"x": -42, "y": -24, "width": 84, "height": 48, "rx": 9}),
        el("rect.round-phone-face", {"x": -34, "y": -18, "width": 68, "height": 36, "rx": 3}),
        [
            el("circle", {"class": f"round-phone-seat is-seat-{seat}", "cx": x, "cy": y, "r": 14})
            for seat, (x, y) in enumerate(seats, start=1)
        ],
    )


def _of_each_game(label: str, link: Callable[[str], str | None]) -> Markup | None:
    """A line with a link for each game that has one."""
    links = {
        game.info.title: found for name, game in catalog.GAMES.items() if (found := link(name))
    }
    if not links:
        return None
    return el(
        "p.daily",
        el("span", label),
        [
            el("a", {"href": href, "aria-label": f"{label}: {title}"}, title)
            for title, href in links.items()
        ],
    )


def _menu_item(session: Session, game: Game, words: Words, first: _First | None) -> Markup:
    info, view = game.info, game.view
    scene = Scene(position=view.picture_position(), words=words, is_picture=True)
    lessons = None if has_met(session, info.name) else link_to_lessons(info.name)
    is_first = first is not None and first.game == info.name
    begins_here = is_first and first is not None and first.is_lesson
    play_kind = "is-primary" if is_first and not begins_here else ""
    return el(
        "li",
        {"class": "card is-first" if is_first else "card"},
        el("div.card-picture", {"aria-hidden": "true"}, view.board(scene)),
        el(
            "div.card-text",
            el("h2", info.title),
            el("p.byline", words.gettext("by {author}").format(author=info.author)),
            el("p", view.tagline(words)),
        ),
        row(
            button(words.gettext("Play"), "play-now", info.name, kind=play_kind),
            link_button(words.gettext("Set up"), f"#/setup/{info.name}", "is-quiet"),
            # A phone has room for three buttons; the lessons link to the rules as well.
            link_button(
                words.gettext("Start here") if begins_here else words.gettext("Learn"),
                lessons,
                "is-primary" if begins_here else "is-offer",
            )
            if lessons
            else link_button(words.gettext("Rules"), f"#/rules/{info.name}", "is-quiet"),
            kind="card-actions",
        ),
    )


def update(session: Session, _: StartScreen, message: Message) -> Result:
    """The session after a message to the menu, from which a match can begin in one press."""
    if isinstance(message, PlayNow) and message.game in catalog.GAMES:
        is_new = not any(has_met(session, name) for name in catalog.GAMES)
        begun, effects = play_now(session, message)
        if is_new and begun.table is not None and link_to_lessons(message.game):
            begun = replace(begun, notice=LessonOffer(message.game))
        return begun, effects
    return session, ()


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """The menu has the address of the site itself."""
    return None if parts else Link("start")


SCREENS = (
    Screen(
        StartScreen,
        start_screen,
        update,
        places={"": Place(parse, showing(lambda _: StartScreen()))},
    ),
)
