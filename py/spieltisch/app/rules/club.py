"""What somebody prints who brings a game to a table: its rules in one minute, to be read aloud, and
a sheet to note games on. The rules themselves print on two pages (rules.css)."""

from spieltisch.app.core.news import ScreenState
from spieltisch.app.core.routes import Link
from spieltisch.app.core.session import Session
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.kit.frame import Frame, link_button, page, row
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.words import Words

LINES = 25
"""Of a table on the sheet, so that it fills a page."""

FEW_SEATS = 3
"""With up to so many, two tables lie side by side."""


class ClubScreen(ScreenState):
    game: str


def club_screen(_: Session, screen: ClubScreen, frame: Frame) -> Markup:
    words, game = frame.words, catalog.game_of(screen.game)
    told = [text for section in game.view.rules(words) for text in section.aloud]
    return page(
        frame,
        "club",
        el("h1", words("{game}, to print", game=game.info.title)),
        el(
            "p.club-told",
            words.gettext(
                "Print this page from your browser's menu: first what to read aloud, then the"
                " sheet. The rules print on two pages of their own."
            ),
        ),
        row(
            link_button(words.gettext("Rules"), Link("rules", game.info.name).text, "is-quiet"),
            kind="club-ways",
        ),
        el(
            "section.club-aloud",
            {"aria-labelledby": "club-aloud"},
            el("h2#club-aloud", words.gettext("In one minute, to be read aloud")),
            el("div.prose", [el("p", text) for text in told]),
        )
        if told
        else None,
        _sheet(game, words),
    )


def _sheet(game: Game, words: Words) -> Markup:
    seats = max(max(counts) for counts in game.info.seat_counts.values())
    blanks = (words.gettext("Date"), words.gettext("Players"), words.gettext("Result"))
    heads = [game.view.seat_name(seat, words) for seat in range(1, seats + 1)]
    tables = 2 if seats <= FEW_SEATS else 1
    return el(
        "section.club-sheet",
        {"aria-labelledby": "club-sheet"},
        el("h2#club-sheet", words("{game}: a sheet to note a game", game=game.info.title)),
        el("p.club-blanks", [el("span.club-blank", f"{blank}:") for blank in blanks]),
        el(
            "div.club-tables",
            [_table(heads, of * LINES, words) for of in range(tables)],
        ),
    )


def _table(heads: list[str], after: int, words: Words) -> Markup:
    first, last = after + 1, after + LINES
    return el(
        "table.club-table",
        el("caption.visually-hidden", words("Lines {first} to {last}", first=first, last=last)),
        el(
            "thead",
            el(
                "tr",
                [el("th", {"scope": "col"}, head) for head in ("#", *heads)],
            ),
        ),
        el(
            "tbody",
            [
                el("tr", el("th", {"scope": "row"}, number), [el("td") for _ in heads])
                for number in range(first, last + 1)
            ],
        ),
    )
