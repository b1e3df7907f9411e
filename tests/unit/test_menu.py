"""The bar of five words, and what is behind each."""

import re
from dataclasses import replace

import pytest

from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.puzzle_log import DayStreak, GameLog, PuzzleLog
from spieltisch.app.make.screen import NewStudy
from spieltisch.app.screens import FOLDERS, LATE, page_of, title_of
from spieltisch.app.study.state import StudyScreen
from spieltisch.games import catalog
from spieltisch.kit.frame import Area
from spieltisch.kit.words import ENGLISH
from tests.unit.asking import after, seen
from tests.unit.markup_check import Node, check

WITHOUT_BOARD = {
    "#/": Area.PLAY,
    "#/setup/yala": Area.PLAY,
    "#/setup/myra/elsewhere": Area.PLAY,
    "#/puzzles": Area.PUZZLES,
    "#/puzzles/myra": Area.PUZZLES,
    "#/learn": Area.LEARN,
    "#/rules/aya": Area.LEARN,
    "#/make": Area.MAKE,
    "#/workshop/yala": Area.MAKE,
    "#/deck/aya": Area.MAKE,
    "#/matches": Area.YOURS,
    "#/matches?show=ended": Area.YOURS,
    "#/statistics": Area.YOURS,
    "#/import": Area.YOURS,
    "#/settings": None,
    "#/keys": None,
    "#/key-test": None,
}
AT_BOARD = ("#/play/yala?seed=1", "#/play/aya?seed=1", "#/learn/myra", "#/editor/yala")

LEADS_TO = {
    "#/workshop/yala", "#/workshop/aya", "#/editor/yala", "#/editor/myra", "#/deck/aya",
    "#/run/yala", "#/run/aya", "#/duel/aya", "#/daily/yala", "#/daily/aya", "#/daily/myra",
    "#/spot/aya",
    "#/puzzle/myra", "#/puzzles/yala", "#/learn/yala", "#/learn/aya", "#/learn/myra",
    "#/rules/yala", "#/rules/aya", "#/rules/myra", "#/statistics", "#/matches", "#/import",
    "#/setup/aya", "#/setup/myra", "#/setup/yala",
    "#/setup/yala/elsewhere", "#/setup/aya/elsewhere",
}  # fmt: skip
"""What is two presses away. The league and the course of a bot are in its workshop."""


def bar_of(session: Session) -> list[tuple[str, str | None]]:
    """The addresses of the bar's words, and whether each leads to where the page is."""
    return [
        (link.attributes["href"], link.attributes.get("aria-current"))
        for nav in seen(session).all("data-nav")
        for link in nav.all("href")
    ]


def cards_of(session: Session) -> list[Node]:
    return [one for one in seen(session).all("class") if "card" in one.attributes["class"].split()]


@pytest.mark.parametrize("place", WITHOUT_BOARD)
def test_every_screen_without_a_board_has_the_five_words(place):
    session = after(Navigate(place, 0.0))
    area = WITHOUT_BOARD[place]
    assert bar_of(session) == [(one.value, "true" if one is area else None) for one in Area]


@pytest.mark.parametrize("place", AT_BOARD)
def test_they_give_way_to_a_board(place):
    session = after(Navigate(place, 0.0))
    assert bar_of(session) == []
    assert seen(session).all("href", "#/"), "the name leads back to them"


def test_the_words_lead_somewhere_with_a_title_of_its_own():
    titles = [title_of(after(Navigate(area.value, 0.0)), ENGLISH) for area in Area]
    assert len({*titles}) == len(Area)
    for area, title in zip(Area, titles, strict=True):
        session = after(Navigate(area.value, 0.0))
        assert session.notice is None
        check(page_of(session))
        (heading,) = (one.text for one in seen(session).walk() if one.tag == "h1")
        assert area is Area.PLAY or title == f"{heading}, Spieltisch"


@pytest.mark.parametrize("place", WITHOUT_BOARD)
def test_every_screen_has_a_title_of_its_own(place):
    titles = {one: title_of(after(Navigate(one, 0.0)), ENGLISH) for one in WITHOUT_BOARD}
    alike = {"#/setup/myra/elsewhere", "#/matches?show=ended"}
    others = [title for one, title in titles.items() if one != place and one not in alike]
    assert place in alike or titles[place] not in others


def test_all_there_is_is_two_presses_away():
    found = set[str]()
    for area in Area:
        for link in seen(after(Navigate(area.value, 0.0))).all("href"):
            found.add(link.attributes["href"].partition("?")[0])
    # Who is new here begins with lessons, where others have today's puzzle.
    assert found >= LEADS_TO
    studies = seen(after(Navigate("#/make", 0.0))).all("data-do", "new-study")
    assert {one.attributes["data-arg"] for one in studies} == {"yala", "myra"}
    assert seen(after(Navigate("#/settings", 0.0))).all("href", "#/key-test")


@pytest.mark.parametrize("area", [Area.PUZZLES, Area.LEARN, Area.MAKE])
def test_by_ear_every_link_says_of_which_game_it_is(area):
    cards = cards_of(after(Navigate(area.value, 0.0)))
    assert len(cards) == len(catalog.GAMES)
    for card, game in zip(cards, catalog.GAMES.values(), strict=True):
        links = [one for one in card.walk() if one.tag in ("a", "button")]
        assert links
        for link in links:
            assert re.search(rf", {game.info.title}(,|$)", link.attributes["aria-label"])


@pytest.mark.parametrize("game", ["yala", "myra"])
def test_a_study_begins_without_a_match(game):
    session = after(Navigate("#/make", 0.0), NewStudy(game))
    assert isinstance(session.screen, StudyScreen)
    assert session.match.game.info.name == game
    assert not session.match.turns


@pytest.mark.parametrize("game", ["aya", "chess", ""])
def test_none_begins_where_none_can_be(game):
    session = after(Navigate("#/make", 0.0))
    assert after(NewStudy(game), session=session) == session


def test_a_dot_tells_that_todays_puzzle_is_not_solved_yet():
    session = after(Navigate("#/puzzles", 0.0))
    (yala,) = seen(session).all("href", "#/daily/yala")
    assert yala.all("class", "today-dot")
    today = session.screen.today
    days = DayStreak(today, today, 0, "")
    log = PuzzleLog().with_game("yala", replace(GameLog(), days=days))
    session = replace(session, kept=session.kept.having(log))
    (yala,) = seen(session).all("href", "#/daily/yala")
    assert yala.all("class", "today-done")
    assert yala.attributes["aria-label"] == "Today's puzzle, YALA, solved"
    (aya,) = seen(session).all("href", "#/daily/aya")
    assert aya.all("class", "today-dot")
    assert aya.attributes["aria-label"] == "Today's puzzle, AYA"
    start = seen(after(Navigate("#/", 0.0), session=session))
    assert start.one("href", "#/daily/aya").all("class", "today-dot")


def test_each_game_can_be_begun_set_up_and_shared_at_the_start_by_everybody():
    newcomer = seen(after(Navigate("#/", 0.0)))
    for name in catalog.GAMES:
        (play,) = (
            one for one in newcomer.all("data-do", "play-now") if one.attributes["data-arg"] == name
        )
        assert play
        assert newcomer.one("href", f"#/setup/{name}").text == "Set up"
        assert newcomer.one("href", f"#/setup/{name}/elsewhere").text == "With a friend"


def test_the_start_names_each_game_once():
    texts = [card.text for card in cards_of(after(Navigate("#/", 0.0)))]
    for game in catalog.GAMES.values():
        assert sum(text.count(game.info.title) for text in texts) == 1


def test_what_is_behind_a_word_comes_late_so_that_a_start_is_as_fast():
    assert "make" in LATE
    assert "make" not in FOLDERS
