"""The start screen: the menu of games, and the matches that can be continued."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from spieltisch.app.board.form import play_now
from spieltisch.app.board.match_cards import latest_in_progress, latest_matches
from spieltisch.app.board.menu import game_card, named, today_link
from spieltisch.app.board.seats import link_to_elsewhere
from spieltisch.app.core.contract import Place, Screen
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import PlayNow
from spieltisch.app.core.news import StartScreen
from spieltisch.app.core.notice import LessonOffer
from spieltisch.app.core.routes import Link, link_to_lessons
from spieltisch.app.core.session import Result, Session
from spieltisch.app.keeping.progress import has_met
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.kit.frame import Area, Frame, button, link_button, page, row
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.words import Words


def start_screen(session: Session, screen: StartScreen, frame: Frame) -> Markup:
    """The menu of games. People who have matches to continue need no introduction: their matches
    take its place."""
    words, today = frame.words, screen.today or session.day(0.0)
    latest = latest_matches(words, session.library.summaries)
    first = _first_to_do(session)
    return page(
        frame,
        "start",
        el("h1", words.gettext("Take a seat.")),
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
        el(
            "ul.menu",
            [_menu_item(session, game, today, words, first) for game in catalog.GAMES.values()],
        ),
        layout=() if latest is None else ("latest",),
    )


class _First(NamedTuple):
    """The one thing to do first: the lessons of a game, or a match of it."""

    game: str
    is_lesson: bool


def _first_to_do(session: Session) -> _First | None:
    """What the screen leads to: a newcomer to the shortest lessons, anybody else to the game played
    last; None if a match can be continued, as that stands above the games."""
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


def _menu_item(
    session: Session, game: Game, today: str, words: Words, first: _First | None
) -> Markup:
    info, is_first = game.info, first is not None and first.game == game.info.name
    begins_here = is_first and first is not None and first.is_lesson
    lessons, elsewhere = link_to_lessons(info.name), link_to_elsewhere(info.name)
    play = words.gettext("Play")

    def to(label: str, link: str, kind: str = "") -> Markup:
        # By ear, games are told apart by what their buttons are called.
        return link_button(label, link, kind, named(label, game))

    return game_card(
        game,
        words,
        el("p", game.view.tagline(words)),
        row(
            button(
                play,
                "play-now",
                info.name,
                kind="is-primary" if is_first and not begins_here else "",
                title=named(play, game),
            ),
            to(words.gettext("With a friend"), elsewhere) if elsewhere else None,
            to(words.gettext("Set up"), Link("setup", info.name).text, "is-quiet"),
            kind="card-actions",
        ),
        beside=[
            el("p.byline", words("by {author}", author=info.author)),
            # Who is new here has no use for a puzzle yet.
            to(words.gettext("Start here"), lessons, "is-primary start-here")
            if begins_here and lessons
            else [*today_link(session, game, today, words, "is-quiet today")],
        ],
        kind="card is-first" if is_first else "card",
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


def arrived(session: Session, _: Link, at_ms: float) -> Result:
    return session.on(StartScreen(session.day(at_ms))), ()


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    """The menu has the address of the site itself."""
    return None if parts else Link("")


SCREENS = (
    Screen(
        StartScreen,
        start_screen,
        update,
        places={"": Place(parse, arrived)},
        area=Area.PLAY,
    ),
)
