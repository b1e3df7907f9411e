"""AYA's track, and what follows from it (docs/rules.md, AYA, "Track" and "Cards")."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.games.aya.rules.track import (
    BALLS,
    PATTERN_BIT,
    PATTERNS,
    STANDARD_MOVES,
    TRACKS,
    after_one_move,
    bits,
    canonical,
    exceptional_move,
    format_track,
    one_move_to,
    parse_track,
    pattern_of,
    patterns_after_one_move,
    patterns_of,
    play_zone,
    showing,
    sources,
    standard_move,
    track_set,
    two_moves_to,
)

tracks = st.sampled_from(TRACKS)


def moved(track: str, move: str) -> str:
    return format_track(standard_move(track, move))


def test_a_move_takes_a_ball_of_the_play_zone_to_an_outer_end():
    # rules.md: from ab|cdefg|hi, 4R gives ab|cdegh|if
    assert moved("abcdefghi", "4R") == "ab|cdegh|if"
    assert moved("abcdefghi", "1L") == "ca|bdefg|hi"
    assert moved("abcdefghi", "5L") == "ga|bcdef|hi"
    assert moved("abcdefghi", "1R") == "ab|defgh|ic"


def test_the_exceptional_move_swaps_both_outermost_balls_out():
    # rules.md: ab|cdefg|hi becomes ca|bdefh|ig
    assert format_track(exceptional_move("abcdefghi")) == "ca|bdefh|ig"


def test_there_are_ten_moves_in_a_stable_order():
    assert STANDARD_MOVES == ("1L", "2L", "3L", "4L", "5L", "1R", "2R", "3R", "4R", "5R")


def test_there_are_126_tracks_and_19_patterns():
    assert len(TRACKS) == len(set(TRACKS)) == 126
    assert list(TRACKS) == sorted(TRACKS)
    assert len(PATTERNS) == 19
    assert "yyyyy" not in PATTERNS


@given(tracks)
def test_tracks_are_written_and_read(track):
    assert parse_track(format_track(track)) == track
    assert format_track(track)[2] == format_track(track)[8] == "|"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bbbbbyyyy",
        "bbb|bbyy|yy",
        "bb|bbbyy|yy ",
        "bb|bbbyy|yy|",
        "bb|bbbbb|yy",
        "bb|bbbyx|yy",
        "BB|BBBYY|YY",
    ],
)
def test_other_texts_are_refused(text):
    with pytest.raises(ValueError, match="ball"):
        parse_track(text)


@given(tracks, st.sampled_from([*STANDARD_MOVES, "X"]))
def test_every_move_gives_a_track(track, move):
    after = exceptional_move(track) if move == "X" else standard_move(track, move)
    assert after in TRACKS
    assert sorted(after) == sorted(BALLS)


@given(tracks, st.sampled_from(STANDARD_MOVES))
def test_a_mirrored_move_on_a_mirrored_track_gives_the_mirrored_track(track, move):
    mirrored = f"{6 - int(move[0])}{'R' if move[1] == 'L' else 'L'}"
    assert standard_move(track[::-1], mirrored) == standard_move(track, move)[::-1]


@given(tracks)
def test_a_pattern_is_the_smaller_of_itself_and_its_mirror(track):
    zone = play_zone(track)
    assert pattern_of(track) == pattern_of(track[::-1]) == min(zone, zone[::-1]) == canonical(zone)


@given(tracks)
def test_the_tables_of_what_moves_reach_agree_with_moving(track):
    for pattern, moves in one_move_to(track).items():
        assert moves == tuple(
            m for m in STANDARD_MOVES if pattern_of(standard_move(track, m)) == pattern
        )
    assert sum(map(len, one_move_to(track).values())) == 10
    pairs = [(pattern, pair) for pattern, found in two_moves_to(track).items() for pair in found]
    assert len(pairs) == 100
    for pattern, (first, second) in pairs:
        assert pattern_of(standard_move(standard_move(track, first), second)) == pattern


@given(st.sets(tracks))
def test_sets_of_tracks_as_bits_agree_with_sets_of_tracks(some):
    after = {standard_move(track, move) for track in some for move in STANDARD_MOVES}
    assert after_one_move(track_set(some)) == track_set(after)
    shown = {pattern_of(track) for track in some}
    assert patterns_of(track_set(some)) == sum(PATTERN_BIT[pattern] for pattern in shown)
    shown_after = {pattern_of(track) for track in after}
    assert patterns_after_one_move(track_set(some)) == sum(PATTERN_BIT[p] for p in shown_after)


def test_bits_of_patterns_name_the_tracks_that_show_them_and_those_that_lead_there():
    for pattern, bit in PATTERN_BIT.items():
        assert showing(bit) == track_set(t for t in TRACKS if pattern_of(t) == pattern)
        once = {pattern_of(track) for track in TRACKS if pattern in one_move_to(track)}
        twice = {pattern_of(track) for track in TRACKS if pattern in two_moves_to(track)}
        assert set(bits(sources(bit, 1))) == {PATTERN_BIT[p] for p in once}
        assert set(bits(sources(bit, 2))) == {PATTERN_BIT[p] for p in twice}
