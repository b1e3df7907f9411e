"""The list of moves: drawn in chunks, of which a press changes one."""

import pytest

from spieltisch.app.board.shown import Going
from spieltisch.app.core.table import CHUNK
from spieltisch.app.match.view import moves
from spieltisch.app.match.view.moves import move_list
from spieltisch.games.yala.rules.rules import RULES
from spieltisch.games.yala.view.view import VIEW
from spieltisch.kit.names import Names
from spieltisch.kit.words import ENGLISH
from spieltisch.table import History, TurningPoint, play
from tests.unit.markup_check import check

NAMES = Names(("Anna", "Bo"))
RING = "dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d"


def first_turns():
    """The turns that a match may begin with."""
    position = RULES.parse_position(RING)
    (seat,) = position.active_seats
    return [play(RULES, position, seat, action) for action in position.legal_actions(seat)]


def many(count):
    """So many turns. The list looks at none but its entry, so that they may all be the first."""
    turn = first_turns()[0]
    return History(turn.__class__(turn.before, turn.seat, turn.action, turn.after, at, rules=RULES)
                   for at in range(count))  # fmt: skip


def drawn(turns, present, *turnings, shown=None):
    """The list where the present is, or while another moment is looked at."""
    looked_at = present if shown is None else shown
    going = Going(shown=looked_at, present=present, length=len(turns))
    return move_list((VIEW, ENGLISH, NAMES), turns, going, turnings)


def changed(before, after):
    return [name for name, text in after.regions.items() if text != before.regions.get(name)]


@pytest.fixture
def drawings(monkeypatch):
    """How many moves have been drawn."""
    found = []
    draw = moves._move.__wrapped__
    monkeypatch.setattr(
        moves, "_move", lambda *told, **more: found.append(1) or draw(*told, **more)
    )
    return found


@pytest.mark.parametrize("count", [1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])
def test_every_move_is_there_once_in_its_order(count):
    turns = many(count)
    for shown in {0, 1, count // 2, count - 1, count}:
        root = check(drawn(turns, shown))
        buttons = root.all("data-do", "show")
        assert [int(button.attributes["data-arg"]) for button in buttons] == [*range(1, count + 1)]
        assert [b.attributes["data-arg"] for b in root.all("aria-current")] == [str(shown)][:shown]
        undone = [node for node in root.all("class") if "is-undone" in node.attributes["class"]]
        assert len(undone) == count - shown
        starts = [node.attributes["start"] for node in root.all("start")]
        assert starts == [str(at + 1) for at in range(0, count, CHUNK)]


def test_a_move_changes_the_last_chunk_alone():
    turns = many(2 * CHUNK + 5)
    one, two = drawn(turns.cut(2 * CHUNK + 4), 2 * CHUNK + 4), drawn(turns, 2 * CHUNK + 5)
    assert changed(one, two) == [f"moves-{2 * CHUNK}"]


def test_a_move_draws_no_more_in_a_long_match_than_in_a_short_one(drawings):
    turns = many(20 * CHUNK)
    drawn(turns.cut(20 * CHUNK - 1), 20 * CHUNK - 1)
    drawings.clear()
    drawn(turns, 20 * CHUNK)
    assert len(drawings) <= CHUNK


def test_taking_back_changes_the_chunks_that_it_goes_through():
    turns = many(5 * CHUNK)
    one, two = drawn(turns, 4 * CHUNK + 1), drawn(turns, 3 * CHUNK)
    assert changed(one, two) == [f"moves-{2 * CHUNK}", f"moves-{3 * CHUNK}", f"moves-{4 * CHUNK}"]


def test_another_match_that_ends_in_equal_turns_is_another_list():
    one = many(CHUNK + 1)
    other = History([first_turns()[1], *many(CHUNK + 1)[1:]])
    assert one[CHUNK] == other[CHUNK]
    drawn(one, CHUNK + 1)
    first_move = check(drawn(other, CHUNK + 1)).one("id", "move-1")
    assert first_move.text.endswith(other[0].entry.action)
    assert one[0].entry.action != other[0].entry.action


def test_a_turning_point_is_marked_where_it_is():
    turns = many(2 * CHUNK)
    turning = TurningPoint(CHUNK + 1, 1, "b+", 0.6, 0.1, ("c+",))
    one, two = drawn(turns, 2 * CHUNK), drawn(turns, 2 * CHUNK, turning)
    assert changed(one, two) == [f"moves-{CHUNK}"]
    assert "??" in check(two).one("id", f"move-{CHUNK + 1}").text


def test_no_moves_are_told():
    assert check(drawn(History(), 0)).one("id", "moves").text == "No move yet."
