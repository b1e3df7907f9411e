"""Statistics on screen, erased and brought back; and what goes out: a file, a picture."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.core.effects import Keep
from spieltisch.app.core.messages import Command, Navigate, SetClock, SetSetting
from spieltisch.app.core.session import Session
from spieltisch.app.core.settings import Settings, format_settings, parse_settings
from spieltisch.app.keeping.puzzle_log import GameLog, PuzzleLog, format_puzzle_log
from spieltisch.app.keeping.solitaires import Solitaires, format_solitaires
from spieltisch.app.matches.finding import chosen
from spieltisch.app.matches.state import LibraryChanged, ValuesChanged
from spieltisch.app.picture import picture_of
from spieltisch.app.screens import page_of
from spieltisch.app.statistics.screen import EraseStatistics, time_text
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.kit.plots import BAR_WIDTH, latest_results, result_bar, time_plot
from spieltisch.kit.sentences import seconds
from spieltisch.kit.words import ENGLISH, words_of
from spieltisch.play.codec import parse_setup
from spieltisch.play.match import Match
from spieltisch.play.puzzle import Rating
from spieltisch.play.statistics import statistics_of
from spieltisch.play.summary import Summary, format_summary
from spieltisch.table import Record, Solitaire, TimedCall
from tests import fourth
from tests.unit.markup_check import check, read
from tests.unit.test_statistics import DUEL, ended, with_seats

RACE = parse_setup("aya", "seats=human,bot:2&seed=1")
CALLS = (
    TimedCall(1, "aya", "dark", 2350, is_right=True),
    TimedCall(1, "aya", "", 900, is_right=False),
    TimedCall(1, "oye", "nothing", 61_000, is_right=True),
)
SOLITAIRES = {"zoch/10": (Solitaire(0, 1, 83_000),), "reilly/39": (Solitaire(3, 0, 3_725_000),)}
MATCHES = [
    replace(one, id=f"match{number:07}")
    for number, one in enumerate(
        [ended((1,), at=11), ended((2,), at=12), ended((1,), setup=RACE, at=13, calls=CALLS)]
    )
]


def on_screen(
    summaries: list[Summary], link: str = "#/statistics", language: str = "en"
) -> Session:
    session = Session()
    session = replace(session, kept=session.kept.having(Solitaires(SOLITAIRES)))
    for message in (
        SetSetting("language", language),
        SetClock(100.0),
        LibraryChanged(tuple(map(format_summary, summaries))),
        Navigate(link, 0.0),
    ):
        session, _ = update(session, message)
    return session


def text_of(session: Session) -> str:
    return read(whole(page_of(session))).text


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_screen_is_sound_and_tells_of_every_game(language: str) -> None:
    with fourth.in_catalogue():
        added = [
            replace(
                ended(setup=replace(setup, start=game.rules.deal(setup, list.reverse))), id=str(n)
            )
            for n, game in enumerate(catalog.GAMES.values())
            for setup in [game.info.default_setup()]
        ]
        given_ids = [replace(one, id=f"other{number:07}") for number, one in enumerate(added)]
        session = on_screen([*MATCHES, *given_ids], language=language)
        check(whole(page_of(session)))
        for game in catalog.GAMES.values():
            assert game.info.title in text_of(session)


def test_numbers_stand_in_tables() -> None:
    told = text_of(on_screen(MATCHES))
    for text in ("2.35 s", "61.00 s", "OYE / AHA", "Nora, steady", "1:02:05", "1:23", "50 %"):
        assert text in told


@pytest.mark.parametrize("ms", [0, 1, 2**53 - 1])
def test_any_time_that_a_call_can_take_is_drawn(ms: int) -> None:
    calls = (TimedCall(1, "aya", "dark", ms, is_right=True),)
    session = on_screen([replace(ended(setup=RACE, at=13, calls=calls), id="match0000000")])
    check(whole(page_of(session)))
    assert "Reaction times" in text_of(session)


def test_nothing_is_told_before_a_match_is_over() -> None:
    session = on_screen([])
    session = replace(session, kept=session.kept.having(Solitaires()))
    assert "Nothing here yet" in text_of(session)
    assert "erase-statistics" not in whole(page_of(session))


def test_what_is_erased_comes_back_until_one_leaves() -> None:
    session = on_screen(MATCHES)
    before = text_of(session)
    erased, effects = update(session, EraseStatistics(0.0))
    assert effects == (Keep(erased.settings), Keep({}), Keep(PuzzleLog()))
    assert erased.settings.counted_since_ms == 101
    assert statistics_of(erased.library.summaries.values(), 101) == ()
    assert erased.library == session.library
    assert "Erased." in text_of(erased)
    restored, effects = update(erased, Command.RESTORE_STATISTICS)
    assert effects == (Keep(session.settings), Keep(SOLITAIRES), Keep(session.kept.of(PuzzleLog)))
    assert text_of(restored) == before
    assert update(restored, Command.RESTORE_STATISTICS) == (restored, ())
    elsewhere, _ = update(erased, Navigate("#/", 0.0))
    back, _ = update(elsewhere, Navigate("#/statistics", 0.0))
    assert update(back, Command.RESTORE_STATISTICS) == (back, ())
    later = replace(MATCHES[0], id="later0000000", played_ms=500)
    back, _ = update(back, LibraryChanged((format_summary(later),)))
    assert "since you last erased your statistics" in text_of(back)
    assert "YALA" in text_of(back)


def test_what_another_tab_adds_after_all_was_erased_stays_when_that_is_brought_back() -> None:
    session = on_screen(MATCHES)
    erased, _ = update(session, EraseStatistics(0.0))
    quick = Solitaire(0, 0, 9)
    other = GameLog().attempted("other", Rating(1000, 80), "r", "2026-11-25")
    added = {
        "runs": format_solitaires({"zoch/10": (quick,)}),
        "puzzles": format_puzzle_log(PuzzleLog({"myra": other})),
    }
    erased, _ = update(erased, ValuesChanged(added))
    # Erased once more, both come back.
    for before in (erased, update(erased, EraseStatistics(9.0))[0]):
        back, _ = update(before, Command.RESTORE_STATISTICS)
        assert back.settings == session.settings
        assert back.kept.of(Solitaires) == {
            **SOLITAIRES,
            "zoch/10": (quick, *SOLITAIRES["zoch/10"]),
        }
        expected = {**session.kept.of(PuzzleLog).games, "myra": other}
        assert back.kept.of(PuzzleLog) == PuzzleLog(expected)


@pytest.mark.parametrize("moment", [0, 1, 2**53 - 1])
def test_since_when_is_counted_is_kept_with_the_settings(moment: int) -> None:
    settings = Settings(counted_since_ms=moment)
    assert parse_settings(format_settings(settings)) == settings


@pytest.mark.parametrize("damaged", ["-1", '"1"', "1.5", "null", "9007199254740992"])
def test_a_moment_that_is_none_counts_for_ever(damaged: str) -> None:
    assert parse_settings(f'{{"counted_since_ms": {damaged}}}') == Settings()


def test_times_are_told_as_people_write_them() -> None:
    german = words_of("de")
    assert [seconds(ENGLISH, ms) for ms in (0, 999, 1005, 12_340)] == [
        "0.00 s", "1.00 s", "1.00 s", "12.34 s",
    ]  # fmt: skip
    assert seconds(german, 2350)
    assert [time_text(ms) for ms in (0, 59_600, 61_000, 3_600_000)] == [
        "0:00", "1:00", "1:01", "1:00:00",
    ]  # fmt: skip


@given(st.tuples(*[st.integers(0, 99)] * 3))
def test_the_shares_of_a_bar_fill_it(counts: tuple[int, int, int]) -> None:
    bars = [node for node in read(result_bar(counts)).walk() if node.tag == "rect"]
    assert len(bars) == sum(count > 0 for count in counts)
    if bars:
        ends = [float(bar.attributes["x"]) + float(bar.attributes["width"]) for bar in bars]
        assert ends == sorted(ends)
        assert ends[-1] == pytest.approx(BAR_WIDTH, abs=0.05)


@given(st.lists(st.integers(0, 10**6), min_size=1), st.integers(0, 10**6), st.integers(1, 10**5))
def test_times_of_any_length_are_inside_their_plot(
    times: list[int], median: int, longest: int
) -> None:
    plot = read(time_plot(times, median, longest))
    width, height = map(float, plot.children[0].attributes["viewbox"].split()[2:])
    for bar in (node for node in plot.walk() if node.tag == "rect"):
        assert 0 <= float(bar.attributes["x"]) < width
        assert 0 <= float(bar.attributes["y"]) < height


def test_the_latest_results_have_a_name() -> None:
    assert 'aria-label="Lately"' in latest_results(("won", "drawn", "lost"), "Lately")


# What goes out.


def test_all_are_exported_or_those_that_were_found_or_one() -> None:
    session = on_screen(MATCHES, "#/matches?game=yala")
    assert set(chosen(session, "", ENGLISH)) == set(MATCHES)
    assert set(chosen(session, "found", ENGLISH)) == set(MATCHES[:2])
    assert list(chosen(session, f"{MATCHES[2].id} gone00000000", ENGLISH)) == [MATCHES[2]]
    going = on_screen(MATCHES, "#/matches?show=going")
    assert list(chosen(going, "found", ENGLISH)) == []


@pytest.mark.parametrize("name", catalog.FOLDERS)
def test_a_picture_is_one_drawing_with_what_the_match_was(name: str) -> None:
    setup = parse_setup(name, "seats=human,human&names=Ada,Bo&seed=3")
    picture = picture_of(Match.open(Record(setup)), ENGLISH)
    assert picture.board.startswith("<svg")
    assert "data-site" not in picture.board or "tabindex" not in picture.board
    assert picture.text == "Ada – Bo\nAfter 0 moves"
    assert picture.file_name == f"{name}.png"


def test_results_are_told_from_the_seat_of_the_one_person() -> None:
    told = text_of(
        on_screen([replace(ended((1,), setup=with_seats("human", "human")), id="a" * 12)])
    )
    assert "With several people" in told
    assert DUEL.game.upper() in told


def test_one_match_is_told_and_what_bars_show_is_written_beside_them() -> None:
    one = text_of(on_screen(MATCHES[:1]))
    assert "Won" in one
    assert "Your first game" in one
    assert "median" not in one
    assert "streak" not in one
    two = text_of(on_screen(MATCHES[:2]))
    assert "Your first game" not in two
    assert "The latest 2 results, the last on the right: up for a win, down for a loss" in two
