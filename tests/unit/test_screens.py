"""The table of screens: what each folder adds to it."""

from pathlib import Path

import pytest

from spieltisch.app.core.buttons import BUTTONS
from spieltisch.app.core.message import Message
from spieltisch.app.core.news import ScreenState
from spieltisch.app.screens import FOLDERS, LATE, PLACES, SCREENS, bring_in
from spieltisch.shell.deeds import DEEDS
from tests.fourth import SCREEN

APP = Path(__file__).parents[2] / "py/spieltisch/app"


@pytest.fixture(autouse=True)
def all_screens():
    for folder in LATE:
        bring_in(folder)


def kinds_of(state: type[ScreenState]) -> set[type[ScreenState]]:
    """Every class of a state that nothing derives from."""
    below = [kind for one in state.__subclasses__() for kind in kinds_of(one)]
    return set(below) or {state}


def test_every_state_has_its_screen():
    ours = {kind for kind in kinds_of(ScreenState) if kind.__module__.startswith("spieltisch.")}
    assert ours == SCREENS.keys()


def test_every_folder_with_a_screen_is_in_the_table():
    folders = [path.parent.name for path in APP.glob("*/screen.py")]
    assert sorted(folders) == sorted([*FOLDERS, *LATE])


def test_no_address_and_no_button_means_two_things():
    assert len(PLACES) == sum(len(screen.places) for screen in SCREENS.values())
    assert not BUTTONS.keys() & DEEDS.keys()
    with pytest.raises(TypeError, match="the button play makes Other and PlayChosen"):

        class Other(Message, do="play"):
            pass

    assert BUTTONS["play"].kind.__name__ == "PlayChosen"


def test_late_screens_have_the_addresses_that_the_table_says():
    for folder, words in LATE.items():
        theirs = [
            word
            for state, screen in SCREENS.items()
            if state.__module__.split(".")[2] == folder
            for word in screen.places
        ]
        assert sorted(theirs) == sorted(words)


def test_a_further_screen_is_small():
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in SCREEN.glob("*.py"))
    assert lines <= 150
