"""What buttons do: the message that each makes, of its argument, the time and what chance draws."""

from typing import Annotated

import pytest

from spieltisch.app.board.messages import (
    BranchOff,
    PlayAgain,
    Rematch,
    Say,
    ShowBetter,
    ShowVariation,
)
from spieltisch.app.core.buttons import BUTTONS, Button, Drawn, pressed
from spieltisch.app.core.message import Message, TimedMessage
from spieltisch.app.core.messages import Command, Introduce, PlayNow
from spieltisch.app.deck.state import NewDeck
from spieltisch.app.matches.state import DeleteMatches
from spieltisch.app.screens import LATE, bring_in
from spieltisch.app.together.messages import AnswerSeat, GiveSign, LiveCommand, PlayLive
from spieltisch.app.workshop.state import CheckStep
from spieltisch.live.codes import LINES
from spieltisch.table import MAX_SEED, TableAction

CASES = [
    ("hint", "", Command.HINT),
    ("watch", "", LiveCommand.WATCH),
    ("rematch", "", PlayAgain(Rematch.SAME, MAX_SEED, 5.0)),
    ("next-level", "", PlayAgain(Rematch.HARDER, MAX_SEED, 5.0)),
    ("resign", "2", Say(TableAction.RESIGN, 2, 5.0)),
    ("branch-off", "12", BranchOff(12, 5.0)),
    ("line", "3", ShowVariation(3)),
    ("line", "3 1", ShowVariation(3, 1)),
    ("better", "7 2", ShowBetter(7, 2)),
    ("delete", "a1", DeleteMatches(("a1",))),
    ("who", "3 Zeno of Elea", Introduce(3, "Zeno of Elea")),
    ("new-deck", "", NewDeck(False)),
    ("new-deck", "usual", NewDeck(True)),
    ("keep-seat", "4", AnswerSeat(4, is_given=False)),
    ("give-sign", "bravo", GiveSign("bravo", 5.0)),
    ("seat-phones", "", PlayLive(LINES - 1, is_table=True)),
    ("play-now", "aya", PlayNow("aya", MAX_SEED, 5.0)),
    ("check-step", "2", CheckStep(2)),
    ("dance", "", None),
]


@pytest.mark.parametrize(("name", "arg", "made"), CASES)
def test_a_press_makes_the_message_that_names_the_button(name, arg, made):
    assert pressed(name, arg, 5.0, lambda below: below - 1) == made


def test_of_every_button_it_is_known_how_its_message_is_read():
    for folder in LATE:
        bring_in(folder)
    for name, button in BUTTONS.items():
        if isinstance(button, Button):
            known = {*button.sets, *button.drawn, *button.details, "at_ms"}
            assert known >= set(button.kind.__dataclass_fields__), name
        else:
            assert pressed(name, "", 5.0, int) is button


def test_a_class_may_name_several_buttons_and_have_numbers_drawn():
    class Rolled(Message, do={"roll-one": {"count": 1}, "roll-two": {"count": 2}}):
        count: int
        eyes: Annotated[int, Drawn(6)]

    try:
        assert pressed("roll-two", "", 5.0, lambda below: below) == Rolled(2, 6)
        with pytest.raises(TypeError, match="the button hint makes"):

            class Hint(Message, do="hint"):
                pass
    finally:
        del BUTTONS["roll-one"], BUTTONS["roll-two"]
    assert BUTTONS["hint"] is Command.HINT


def test_what_has_a_time_is_a_timed_message_and_nothing_else_is():
    with pytest.raises(TypeError, match="Untimed: a TimedMessage has the field at_ms"):

        class Untimed(Message):
            at_ms: float

    with pytest.raises(TypeError, match="Timeless: a TimedMessage has the field at_ms"):

        class Timeless(TimedMessage):
            pass
