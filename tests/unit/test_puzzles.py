"""All puzzles of a game: a calendar of the daily ones, and those of a theme or level, or failed."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.board.messages import ShowSolution, TypeAction
from spieltisch.app.core.dates import Day, day_of, number_of, parse_day
from spieltisch.app.core.effects import Fetch, Go
from spieltisch.app.core.kept import Kept
from spieltisch.app.core.messages import Navigate, SetClock
from spieltisch.app.core.news import StartScreen
from spieltisch.app.core.notice import BadLink
from spieltisch.app.core.session import Session
from spieltisch.app.core.waits import PuzzlePack
from spieltisch.app.keeping.puzzle_log import GameLog, LatestAttempt, PuzzleLog
from spieltisch.app.puzzle.calendar import PuzzlesScreen, weeks_of
from spieltisch.app.puzzle.wanted import PuzzleFilter, format_wanted, parse_wanted
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.play.codec import LinkError, LinkPart
from spieltisch.play.puzzle import of_day
from tests.puzzles import PUZZLED, pack
from tests.small_packs import fetched, pack_came
from tests.unit.asking import after
from tests.unit.markup_check import check
from tools.project import STATIC

NOON_MS = float((number_of(Day(2026, 11, 22)) * 24 + 12) * 3_600_000)
EARLIER = "2026-11-19"
GAMES = pytest.mark.parametrize("game", PUZZLED)


def at(link, log=None):
    """The session at an address, with the packs as they are shipped."""
    kept = Kept().having(PuzzleLog(log or {}))
    session = after(Session(kept=kept), SetClock(NOON_MS))
    for game in PUZZLED:
        text = (STATIC / "puzzles" / f"{game}.json").read_text(encoding="utf-8")
        session = after(session, *fetched(pack_came(game, text)))
    return after(session, Navigate(link, 0.0))


def page(session):
    return check(page_of(session))


def solved(session):
    """The session after the puzzle on screen was solved, if one action does it."""
    return after(session, TypeAction(session.screen.puzzle.solutions[0], 1000.0))


def marked(root):
    """The days that are shown as solved."""
    return [one for one in root.all("class") if "is-solved" in one.attributes["class"].split()]


def quick(game, **wanted):
    """The puzzles of a pack that one action solves."""
    found = PuzzleFilter(**wanted).of(pack(game), GameLog())
    return [one for one in found if one.moves == 1]


class TestTheCalendar:
    @GAMES
    def test_every_day_up_to_today_leads_to_its_puzzle(self, game):
        root = page(at(f"#/puzzles/{game}"))
        hrefs = {
            n.attributes["href"] for n in root.all("href") if "/daily/" in n.attributes["href"]
        }
        days = {f"#/daily/{game}/2026-11-{day:02}" for day in range(1, 22)}
        assert hrefs == days | {f"#/daily/{game}"}
        assert "30" in root.text

    @GAMES
    def test_an_earlier_day_has_its_own_puzzle_which_makes_no_streak(self, game):
        session = at(f"#/daily/{game}/{EARLIER}")
        assert session.screen.puzzle == of_day(pack(game), number_of(parse_day(EARLIER)))
        assert "19 November" in page(session).one("id", "puzzle-title").text

    def test_an_earlier_day_that_is_solved_is_marked_and_makes_no_streak(self):
        days = [day_of(number_of(Day(2026, 11, 1)) + gap) for gap in range(21)]
        day = next(one for one in days if of_day(pack("yala"), number_of(one)).moves == 1)
        session = solved(at(f"#/daily/yala/{day}"))
        assert session.kept.of(PuzzleLog).of("yala").streaks == []
        root = page(after(session, Navigate("#/puzzles/yala", 0.0)))
        link = root.one("href", f"#/daily/yala/{day}")
        assert link.attributes["aria-label"].endswith(", solved")
        assert (
            len([n for n in root.walk() if "is-solved" in (n.attributes.get("class") or "")]) == 1
        )
        again = after(session, Navigate("#/", 0.0), Navigate(f"#/daily/yala/{day}", 0.0))
        assert page(again).one("data-do", "share-result")

    def test_a_streak_is_marked(self):
        log = GameLog().with_day("2026-11-20", 0, "r").with_day("2026-11-21", 0, "r")
        root = page(at("#/puzzles/yala", {"yala": log}))
        assert [node.text for node in marked(root)] == ["20", "21"]

    def test_months_follow_each_other_up_to_the_present_one(self):
        session = at("#/puzzles/yala/2026-03")
        root = page(session)
        assert "March 2026" in root.text
        assert root.one("href", "#/puzzles/yala/2026-02")
        assert root.one("href", "#/puzzles/yala/2026-04")
        assert not page(at("#/puzzles/yala")).all("href", "#/puzzles/yala/2026-12")
        assert not page(at("#/puzzles/yala/2026-01")).all("href", "#/puzzles/yala/2025-12")

    @pytest.mark.parametrize("month", ["2026-12", "2031-01", "9999-12"])
    def test_a_month_to_come_is_the_present_one(self, month):
        assert at(f"#/puzzles/yala/{month}").screen.month == "2026-11-01"

    @given(st.integers(0, 60_000))
    def test_a_month_has_all_of_its_days_once_under_their_weekdays(self, number):
        month = day_of(number)._replace(day=1)
        weeks = list(weeks_of(month))
        days = [day for week in weeks for day in week if day is not None]
        assert [day.day for day in days] == list(range(1, len(days) + 1))
        assert day_of(number_of(days[-1]) + 1).day == 1
        for week in weeks:
            assert len(week) == 7
            for place, day in enumerate(week):
                assert day is None or (number_of(day) + 3) % 7 == place

    @pytest.mark.parametrize("day", ["2026-11-23", "2030-01-01", "9999-12-31"])
    def test_a_day_to_come_has_no_puzzle_yet(self, day):
        session = at(f"#/daily/yala/{day}")
        assert isinstance(session.screen, StartScreen)
        assert f"no puzzle “{day}”" in page(session).one("id", "notice").text

    @pytest.mark.parametrize(
        "link",
        [
            "#/daily/yala/2026-02-30", "#/daily/yala/yesterday", "#/daily/yala/2026-11",
            "#/puzzles/chess", "#/puzzles/yala/2026-13", "#/puzzles/yala/x",
            "#/puzzles/yala/2026-11-01", "#/puzzles/yala/٢٠٢٦-11", "#/puzzle/yala?theme=wal",
            "#/puzzle/yala?level=9", "#/puzzle/yala?level=x", "#/puzzle/aya?theme=wall",
            "#/puzzle/yala?only=all",
        ],
    )  # fmt: skip
    def test_a_wrong_address_is_told(self, link):
        session = at(link)
        assert isinstance(session.screen, StartScreen)
        assert isinstance(session.notice, BadLink)

    def test_the_pack_is_fetched_as_only_it_tells_which_earlier_ones_are_solved(self):
        session, effects = update(
            after(Session(), SetClock(NOON_MS)), Navigate("#/puzzles/yala", 0.0)
        )
        assert effects[-1] == Fetch(PuzzlePack("yala"))
        assert isinstance(session.screen, PuzzlesScreen)
        for text in (None, "{}"):
            assert isinstance(after(session, pack_came("yala", text)).screen, PuzzlesScreen)


class TestThoseOfAKind:
    @GAMES
    def test_each_theme_and_each_level_has_puzzles_and_a_link(self, game):
        session = at(f"#/puzzles/{game}")
        root = page(session)
        for theme in catalog.game_of(game).puzzles.themes:
            assert PuzzleFilter(theme=theme).of(pack(game), GameLog())
            assert root.one("href", f"#/puzzle/{game}?theme={theme}")
        for level in range(1, 6):
            assert root.one("href", f"#/puzzle/{game}?level={level}")

    @GAMES
    def test_one_leads_to_the_next_of_its_kind(self, game):
        session = at(f"#/puzzle/{game}?level=3")
        for _ in range(5):
            assert session.screen.puzzle.band == 3
            session = after(session, ShowSolution(1000.0))
            onward = page(session).one("id", "puzzle-next").attributes["href"]
            assert onward == f"#/puzzle/{game}?level=3"
            before, (session, effects) = (
                session.screen.puzzle,
                update(session, Navigate(onward, 0.0)),
            )
            assert session.screen.puzzle != before
            (own,) = [one.link for one in effects if isinstance(one, Go)]
            assert own == f"#/puzzle/{game}/{session.screen.puzzle.id}?level=3"
            assert at(own).screen.source == session.screen.source

    def test_failed_ones_come_back_until_they_are_solved(self):
        failed = quick("yala")[:2]
        log = GameLog(attempts={one.id: LatestAttempt("w", EARLIER) for one in failed})
        session = at("#/puzzles/yala", {"yala": log})
        link = "#/puzzle/yala?only=failed"
        assert page(session).one("href", link)
        for _ in failed:
            session = solved(after(session, Navigate(link, 0.0)))
        log = session.kept.of(PuzzleLog).of("yala")
        assert not any(map(log.has_failed, log.attempts))
        session, effects = update(session, Navigate(link, 0.0))
        assert Go("#/puzzles/yala", replaces=True) in effects
        assert isinstance(session.screen, PuzzlesScreen)
        assert isinstance(at(link).screen, PuzzlesScreen)
        assert not page(at("#/puzzles/yala")).all("href", link)

    @given(
        st.sampled_from(PUZZLED).flatmap(
            lambda game: st.tuples(
                st.just(game),
                st.builds(
                    PuzzleFilter,
                    st.sampled_from(("", *catalog.game_of(game).puzzles.themes)),
                    st.integers(0, 5),
                    st.booleans(),
                ),
            )
        )
    )
    def test_an_address_says_which(self, told):
        game, wanted = told
        assert parse_wanted(format_wanted(wanted), game) == wanted

    def test_what_others_have_added_to_an_address_is_ignored(self):
        assert parse_wanted("level=2&ref=mail", "yala") == PuzzleFilter(band=2)

    @pytest.mark.parametrize("query", ["level=6", "level=x", "theme=none", "only=all"])
    def test_what_no_puzzle_has_is_told(self, query):
        with pytest.raises(LinkError) as caught:
            parse_wanted(query, "yala")
        assert caught.value.part is LinkPart.PUZZLE
        assert query.endswith(f"={caught.value.value}")

    @given(st.text(max_size=60))
    def test_any_query_is_read_or_refused(self, query):
        with suppress(LinkError):
            assert isinstance(parse_wanted(query, "yala"), PuzzleFilter)
