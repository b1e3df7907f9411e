"""The start screen: the menu of games, and the matches that can be continued."""

from spieltisch.app.links import has_met, link_to_daily, link_to_lessons
from spieltisch.app.matches.cards import latest_matches
from spieltisch.app.session import Session
from spieltisch.app.start.state import StartScreen
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
    return page(
        frame,
        "start",
        el(
            "div",
            {"class": "start-head"},
            el("h1", None, words.gettext("Take a seat.")),
            _daily(words),
        ),
        latest
        if latest is not None
        else el(
            "p",
            {"class": "lead"},
            words.gettext(
                "Tabletop games for the people next to you: no account, no download, nothing but"
                " the board."
            ),
            [" ", words.gettext("New here? Learn each in five minutes.")]
            if not any(has_met(session, game.info.name) for game in games)
            else None,
        ),
        el("ul", {"class": "menu"}, [_menu_item(session, game, words) for game in games]),
    )


def _daily(words: Words) -> Markup | None:
    """The puzzles of the day, for those who come by for a moment."""
    links = {name: link_to_daily(name) for name in catalog.GAMES}
    label = words.gettext("Today's puzzle: {game}")
    titles = {link: catalog.GAMES[name].info.title for name, link in links.items() if link}
    if not titles:
        return None
    return el(
        "p",
        {"class": "daily"},
        el("span", None, words.gettext("Today's puzzle")),
        [
            el("a", {"href": link, "aria-label": label.format(game=title)}, title)
            for link, title in titles.items()
        ],
    )


def _menu_item(session: Session, game: Game, words: Words) -> Markup:
    info, view = game.info, game.view
    scene = Scene(position=view.picture_position(), words=words, is_picture=True)
    lessons = None if has_met(session, info.name) else link_to_lessons(info.name)
    return el(
        "li",
        {"class": "card"},
        el("div", {"class": "card-picture", "aria-hidden": "true"}, view.board(scene)),
        el(
            "div",
            {"class": "card-text"},
            el("h2", None, info.title),
            el("p", {"class": "byline"}, words.gettext("by {author}").format(author=info.author)),
            el("p", None, view.tagline(words)),
        ),
        row(
            button(words.gettext("Play"), "play-now", info.name, kind="is-primary"),
            link_button(words.gettext("Choose …"), f"#/setup/{info.name}"),
            # A phone has room for three buttons; the lessons link to the rules as well.
            link_button(words.gettext("Learn"), lessons, "is-offer")
            if lessons
            else link_button(words.gettext("Rules"), f"#/rules/{info.name}", "is-quiet"),
            kind="card-actions",
        ),
    )
