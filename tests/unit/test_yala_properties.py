"""What holds in every position of YALA that can be reached, whatever is played."""

from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.games.yala.rules.position import YalaPosition
from spieltisch.games.yala.rules.rules import RULES
from spieltisch.play.match import Match
from spieltisch.table import Entry, Record, Setup, format_record, parse_record, replay
from tests.unit import yala_plain

towers = st.permutations(["dl", "ld"] * 6)
rules = st.sampled_from(["draw", "no-repeat"])
begins = st.sampled_from("dl")


@st.composite
def matches(draw) -> tuple[Record, list[YalaPosition]]:
    """A match played at random, to its end or not: its record and its positions."""
    setup = Setup(
        "yala",
        options=(("repetition", draw(rules)),),
        start="/".join(draw(towers)) + " " + draw(begins),
    )
    position = RULES.initial_position(setup)
    record, positions = Record(setup), [position]
    # One draw for a whole match: an action is the remainder of a number.
    for number in draw(st.lists(st.integers(0, 10**6), max_size=60)):
        if not position.active_seats:
            break
        (seat,) = position.active_seats
        actions = position.legal_actions(seat)
        action = actions[number % len(actions)]
        entry = Entry(seat, RULES.format_action(action))
        record = Record(record.setup, (*record.entries, entry))
        position = position.apply(seat, action)
        positions.append(position)
    return record, positions


@given(matches())
def test_there_are_always_24_stones_twelve_of_each(match):
    for position in match[1]:
        stones = "".join(position.towers)
        assert (stones.count("d"), stones.count("l"), len(stones)) == (12, 12, 24)


@given(matches())
def test_no_tower_is_ever_higher_than_five_and_no_fewer_than_five_places_stand(match):
    for position in match[1]:
        heights = [len(tower) for tower in position.towers]
        assert max(heights) <= 5
        assert sum(map(bool, heights)) >= 5


@given(matches())
def test_a_place_that_vanished_never_comes_back(match):
    gone: set[int] = set()
    for position in match[1]:
        empty = {index for index, tower in enumerate(position.towers) if not tower}
        assert gone <= empty
        gone = empty


@given(matches())
def test_a_move_moves_one_stone_of_the_mover(match):
    record, positions = match
    for entry, before, after in zip(record.entries, positions, positions[1:], strict=False):
        changed = [(b, a) for b, a in zip(before.towers, after.towers, strict=True) if a != b]
        (left, entered) = sorted(changed, key=lambda pair: len(pair[1]) - len(pair[0]))
        colour = "dl"[entry.seat - 1]
        assert left[0] == left[1] + colour
        assert entered[1] == entered[0] + colour


@given(matches())
def test_a_stone_never_laps_the_ring(match):
    for position in match[1]:
        for seat in position.active_seats:
            for action in position.legal_actions(seat):
                path = position.walk(action).path
                assert len(set(path)) == len(path)
                assert action.site not in path


@given(matches())
def test_format_and_parse_are_inverses(match):
    record, positions = match
    for position in positions:
        text = RULES.format_position(position)
        parsed = RULES.parse_position(text)
        assert parsed == position
        board = RULES.parse_position(RULES.format_board(position))
        assert (board.towers, board.to_move) == (position.towers, position.to_move)
        assert list(board.earlier) == []
        assert RULES.format_position(parsed) == text
    assert parse_record(format_record(record)) == record


@given(matches())
def test_replay_equals_live_play(match):
    record, positions = match
    assert [step.after for step in replay(RULES, record)] == positions[1:]
    match = Match.open(record)
    assert [match.position_at(ply) for ply in range(len(match.turns) + 1)] == positions


@given(matches())
def test_a_plain_yala_plays_the_same(match):
    for position in match[1]:
        if position.repetition == "no-repeat" or position.outcome:
            continue
        ring, colour = yala_plain.parse(RULES.format_board(position))
        expected = sorted("/".join(after) for after in yala_plain.moves(ring, colour))
        (seat,) = position.active_seats
        found = sorted(
            "/".join(filter(None, position.apply(seat, action).towers))
            for action in position.legal_actions(seat)
        )
        assert found == expected


@given(matches())
def test_a_match_ends_without_a_move_or_by_repetition(match):
    record, positions = match
    *before, last = positions
    assert all(position.outcome is None for position in before)
    keys = [position.key for position in positions]
    times = max(keys.count(key) for key in keys)
    if record.setup.option("repetition", "draw") == "no-repeat":
        assert times == 1
    else:
        assert times <= 3
        assert (times == 3) == (last.outcome is not None and last.outcome.is_draw)
    if last.outcome is not None and not last.outcome.is_draw:
        assert last.outcome.winners == {2 if last.to_move == "d" else 1}


@given(matches())
def test_forgetting_what_cannot_come_again_changes_nothing(match):
    """The positions kept for the repetition rule are all that could be repeated."""
    _, positions = match
    for index, position in enumerate(positions):
        earlier = [one.board for one in positions[:index]]
        assert list(position.earlier) == earlier[len(earlier) - len(position.earlier) :]
        dropped = earlier[: len(earlier) - len(position.earlier)]
        assert position.board not in dropped


@settings(max_examples=300)
@given(st.text(alphabet="dl/ x", max_size=60) | st.text(max_size=20))
def test_any_text_is_a_position_or_a_value_error(text):
    try:
        position = RULES.parse_position(text)
    except ValueError:
        return
    assert RULES.format_position(position) == text
