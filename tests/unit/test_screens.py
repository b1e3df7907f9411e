"""The table of screens: what each folder adds to it."""

from pathlib import Path

from spieltisch.app.news import ScreenState
from spieltisch.app.screens import FOLDERS, PLACES, SCREENS
from spieltisch.shell.verbs import VERBS
from tests.fourth import SCREEN


def kinds_of(state: type[ScreenState]) -> set[type[ScreenState]]:
    """Every class of a state that nothing derives from."""
    below = [kind for one in state.__subclasses__() for kind in kinds_of(one)]
    return set(below) or {state}


def test_every_state_has_its_screen():
    ours = {kind for kind in kinds_of(ScreenState) if kind.__module__.startswith("spieltisch.")}
    assert ours == {screen.state for screen in SCREENS}


def test_every_folder_with_a_screen_is_in_the_table():
    app = Path(__file__).parents[2] / "py/spieltisch/app"
    assert {path.parent.name for path in app.glob("*/screen.py")} == set(FOLDERS)


def test_no_address_and_no_verb_means_two_things():
    assert len(PLACES) == sum(len(screen.places) for screen in SCREENS)
    own = [name for screen in SCREENS for name in screen.verbs]
    assert len(own) == len(set(own))
    assert set(own) <= VERBS.keys()


def test_a_further_screen_is_small():
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in SCREEN.glob("*.py"))
    assert lines <= 150
