"""What is pressed and leads nowhere is answered: in the hint, and to those who listen."""

import pytest

from spieltisch.app.board.messages import Press
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.rules.screen import picture_scene
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.kit.rulebook import RulePicture
from spieltisch.kit.scene import Scene
from spieltisch.kit.words import ENGLISH
from tests.unit.markup_check import read

YALA = "#/play/yala?seats=human,human&start=dl/ld/ld/dl/ld/dl/ld/dl/dl/ld/dl/ld+d"

CHAINS = "Qa1,4c3,2c4,1e7,1f7,1f8,3g7 r20 / 2d5,Qk11 r20 ; 1"
CORNERED = "Qa1,1a2,2a3,2a4,2b2,2b4,3d4 r20 / 2c3,Qk11 r20 ; 1"


def after(link: str, *tokens: str) -> Session:
    session, _ = update(Session(), Navigate(link, 0.0))
    for token in tokens:
        session, _ = update(session, Press(token, 1000.0))
    return session


def told(session: Session) -> str:
    """What stands under the board; the same is spoken."""
    root = read(whole(page_of(session)))
    hint = root.one("id", "hint").text
    assert hint in [node.text for node in root.all("role", "status")]
    return hint


def why(game: str, position: str, *tokens: str, pressed: str) -> str | None:
    """What a game says of a token that was pressed, after others, in a position."""
    found = catalog.game_of(game)
    parsed = found.rules.parse_position(position)
    choice = found.rules.choose(parsed, min(seat for seat in parsed.active_seats if seat))
    for token in (*tokens, pressed):
        choice = choice.press(token)
    names = picture_scene(found, RulePicture("", position), ENGLISH).names
    return found.view.why_not(Scene(parsed, choice, names=names), pressed)


def test_a_tower_of_the_other_side_is_answered():
    assert told(after(YALA, "a")) == "The stone on top of a is light, and you play dark."
    # In the same words again, it is spoken again.
    one, two = after(YALA, "a"), after(YALA, "a", "a")
    assert one.table is not None
    assert two.table is not None
    assert one.table.news != two.table.news


def test_the_answer_goes_when_something_is_chosen():
    assert "is light" not in told(after(YALA, "a", "b"))


def test_a_piece_that_is_let_go_needs_no_answer():
    assert told(after(YALA, "b", "b")) == told(after(YALA, "b", "a", "b", "b"))
    assert "you play dark" not in told(after(YALA, "b", "b"))


@pytest.mark.parametrize(
    ("game", "position", "tokens", "pressed", "part"),
    [
        ("yala", "dldll/l/dd//ld/dlll//ld/dd//dll/ldd d", (), "a", "a wall"),
        ("yala", "dldll/l/dd//ld/dlll//ld/dd//dll/ldd d", ("l",), "a", "a wall"),
        ("yala", "dldll/l/dd//ld/dlll//ld/dd//dll/ldd d", (), "b", "is light"),
        ("myra", "Qa1,5a2,5b1,5b2,1c1 r0 / Qk11 r0 ; 1", (), "a1", "shut in"),
        ("myra", "Qa1,1k11 r0 / Qa6,5j10,5j11,5k10 r0 ; 1", (), "k11", "shut in"),
        ("myra", "Qa1,3d4 r20 / 5f6,1g7,Qk11 r20 ; 1", ("d4",), "f6", "Light has a fortress"),
        ("myra", "Qa1,3d4 r20 / 5f6,1g7,Qk11 r20 ; 1", (), "g7", "belongs to Light"),
        ("myra", "Qa1,3d4 r20 / Qk11 r20 ; 1", (), "f6", "is empty"),
        ("myra", "Qa1,3d4 r20 / Qk11 r20 ; 1", ("d4", "sow", "d5"), "k6", "beside d5"),
        ("myra", CHAINS, ("c3", "sow", "d4"), "c4", "c4 is not empty"),
        ("myra", CHAINS, ("c3", "sow", "d4"), "d5", "d5 is not empty"),
        ("myra", CORNERED, ("d4", "sow", "c4"), "b3", "the rest would have nowhere to go"),
        ("myra", CHAINS, ("e7", "gather", "f7"), "g7", "g7 holds none"),
        ("myra", CHAINS, ("e7", "gather", "f7"), "f6", "f6 holds none"),
        ("myra", CHAINS, ("e7", "gather", "f7"), "k6", "beside f7"),
        (
            "aya",
            "bb|bbbyy|yy ; aya-oye zoch seats=2 ; call ; seat1.pile bbyyy",
            (),
            "3",
            "Call AYA",
        ),
        (
            "aya",
            "bb|bbbyy|yy ; aya-oye zoch seats=2 ; refute caller=1 ; seat1.pile bbyyy",
            (),
            "3",
            "then show your match",
        ),
    ],
)
def test_every_reason_is_told(game, position, tokens, pressed, part):
    answer = why(game, position, *tokens, pressed=pressed)
    assert answer is not None
    assert part in answer
    assert "{" not in answer


@pytest.mark.parametrize(
    ("game", "position", "pressed"),
    [
        ("yala", "dldll/l/dd//ld/dlll//ld/dd//dll/ldd d", "c"),
        ("myra", "Qa1,3d4 r20 / Qk11 r20 ; 1", "d4"),
        ("aya", "bb|bbbyy|yy", "3"),
    ],
)
def test_what_can_be_pressed_needs_no_reason(game, position, pressed):
    assert why(game, position, pressed=pressed) is None
