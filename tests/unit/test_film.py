"""The last turns of a match as a film."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.board import film
from spieltisch.app.board.film import (
    END_MS,
    FRAME_MS,
    MOST_MS,
    REST_MS,
    START_MS,
    Film,
    film_of,
    has_film,
)
from spieltisch.games import catalog
from spieltisch.kit.markup import Markup
from spieltisch.kit.scene import LEG_MS, Motion
from spieltisch.kit.words import ENGLISH
from spieltisch.play.codec import parse_setup
from spieltisch.play.match import Match
from spieltisch.table import Record, TableAction, parse_record
from tests.records import keeping
from tests.unit.markup_check import read


def recorded(name: str) -> Match:
    return Match.open(parse_record(keeping.read(name)))


ENDED = [name for name in keeping.names() if recorded(name).is_over]


def boards(made: Film, match: Match) -> list[Markup]:
    return [match.game.view.board(scene) for scene in made.scenes]


@pytest.mark.parametrize("name", ENDED)
def test_a_film_is_of_the_last_turns_as_they_were_played_and_ends_with_the_end(name: str) -> None:
    match = recorded(name)
    made = film_of(match, ENGLISH)
    assert made.ms <= MOST_MS
    assert made.shots[0].frames[-1].ms == START_MS
    assert made.shots[-1].frames[-1].ms == END_MS
    assert all(shot.told for shot in made.shots)
    seen = [turn for scene in made.scenes for turn in scene.turns[-1:]]
    turns = list(match.game_turns)
    order = [turns.index(one) for one in seen]
    assert order == sorted(order)
    assert {after - before for before, after in pairwise(order)} <= {0, 1}
    assert order[-1] == len(turns) - 1
    assert made.scenes[-1].position.outcome == match.position.outcome
    first = turns.index(made.scenes[1].turns[-1])
    assert made.scenes[0].position == turns[first].before
    if first:
        # One more would not have fitted.
        more = film._moving(match.game.view.motions(turns[first - 1]))
        assert made.ms + REST_MS + FRAME_MS * len(more) > MOST_MS


@pytest.mark.parametrize("name", ENDED)
def test_what_moves_is_drawn(name: str) -> None:
    match = recorded(name)
    made = film_of(match, ENGLISH)
    for shot, board in zip(made.shots, boards(made, match), strict=True):
        assert board.startswith("<svg")
        drawn = {node.attributes["data-piece"] for node in read(board).all("data-piece")}
        assert {piece for frame in shot.frames for piece in frame.pieces} <= drawn


def test_its_text_is_all_that_is_drawn_but_the_boards() -> None:
    made = film_of(recorded("yala-shortest"), ENGLISH)
    told = json.loads(made.text)
    assert told["title"] == "YALA"
    assert [shot["told"] for shot in told["shots"]] == [shot.told for shot in made.shots]
    assert made.text.isascii()


def test_walls_light_up_at_the_end_and_not_while_the_last_stone_travels() -> None:
    match = recorded("yala-dark-wins")
    *_, moving, settled, end = boards(film_of(match, ENGLISH), match)
    assert "wall-light" not in moving
    assert "wall-light" in settled
    assert "wall-light" in end


def resigned(actions: int, game: str = "myra") -> Match:
    match = Match.open(Record(parse_setup(game, "seats=human,human&names=Ada,Bo&seed=3")))
    for _ in range(actions):
        (seat,) = match.position.active_seats
        match = match.play(seat, match.position.legal_actions(seat)[0], match.shown)
    return match.play(1, TableAction.RESIGN, match.shown)


def test_whoever_resigns_has_no_dead_stones() -> None:
    match = resigned(2, "yala")
    assert match.position.outcome is not None
    assert not any("is-dead" in board for board in boards(film_of(match, ENGLISH), match))


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ("seats=human,bot:1", "You – Ada"),
        ("seats=bot:1,human", "Ada – You"),
        # Whoever it is sent to knows somebody by their name.
        ("seats=human,bot:1&names=Mia,", "Mia – Ada"),
        ("seats=human,human", "Dark – Light"),
        ("seats=bot:1,bot:2", "Ada – Bruno"),
    ],
)
def test_its_person_is_called_as_everywhere(players: str, told: str) -> None:
    match = Match.open(Record(parse_setup("yala", f"{players}&seed=3")))
    (seat,) = match.position.active_seats
    match = match.play(seat, match.position.legal_actions(seat)[0], match.shown)
    match = match.play(seat, TableAction.RESIGN, match.shown)
    assert film_of(match, ENGLISH).shots[0].told == told


@pytest.mark.parametrize("actions", [1, 2])
def test_a_short_match_is_filmed_from_its_start_to_what_was_said(actions: int) -> None:
    match = resigned(actions)
    assert has_film(match)
    made = film_of(match, ENGLISH)
    assert made.scenes[0].position == match.start
    assert (made.shots[0].told, made.shots[-1].told) == ("Ada – Bo", "Ada resigned. Bo wins.")
    assert len({scene.turns[-1] for scene in made.scenes if scene.turns}) == actions


def test_a_match_without_a_move_has_no_film_and_one_that_goes_on_has_none() -> None:
    assert not has_film(resigned(0))
    assert not has_film(recorded("yala-not-over"))
    for name in catalog.FOLDERS:
        assert not has_film(Match.open(Record(parse_setup(name, "seats=human,human&seed=3"))))


def test_of_a_last_turn_that_takes_longer_than_a_film_all_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(film, "MOST_MS", 100)
    match = recorded("yala-shortest")
    assert {scene.turns[-1] for scene in film_of(match, ENGLISH).scenes[1:]} == {match.last_turn}


POINTS = st.tuples(st.floats(-1000, 1000), st.floats(-1000, 1000))


@given(st.lists(st.lists(POINTS, min_size=1, max_size=8), min_size=1, max_size=4))
def test_pieces_go_their_way_evenly(ways: list[list[tuple[float, float]]]) -> None:
    motions = [Motion(str(n), (*way, (0.0, 0.0))) for n, way in enumerate(ways)]
    frames = film._moving(motions)
    legs = max(map(len, ways))
    assert FRAME_MS * len(frames) >= legs * LEG_MS > FRAME_MS * (len(frames) - 1)
    for motion in motions:
        seen = [frame.pieces[motion.piece][:2] for frame in frames]
        assert seen[0] == pytest.approx(motion.offsets[0], abs=0.1)
        for (x, y), after in pairwise(seen):
            # No further in a frame than the longest legs that it may be on.
            most = max(
                abs(p - q) for a, b in pairwise(motion.offsets) for p, q in zip(a, b, strict=True)
            )
            assert abs(after[0] - x) <= most + 0.2
            assert abs(after[1] - y) <= most + 0.2


def test_a_ball_rolls_on_its_way() -> None:
    (frame, *_) = film._moving([Motion("s1", ((0.0, 0.0),) * 2 + ((0.0, 0.0),), (90.0, 45.0, 0.0))])
    assert frame.pieces["s1"] == (0.0, 0.0, 90.0)


def test_a_drawing_that_is_no_film_has_no_room_for_lifted_balls() -> None:
    match = recorded("aya-turbo-zoch-5")
    scene = film_of(match, ENGLISH).scenes[0]
    view = match.game.view
    for is_moving, top in ((False, "-72"), (True, "-72"), (None, "0")):
        drawn = read(view.board(replace(scene, is_moving=is_moving))).all("viewbox")
        assert str(drawn[0].attributes["viewbox"]).split()[1] == top
