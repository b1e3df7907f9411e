"""What is printed on keys, where the browser does not tell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.board.scene import key_labels
from spieltisch.app.core.effects import Keep
from spieltisch.app.core.keys import LAYOUTS, LETTERED, fitting, label_in, shown_by
from spieltisch.app.core.messages import Navigate, SetSetting
from spieltisch.app.core.session import Session
from spieltisch.app.core.settings import format_settings, parse_settings
from spieltisch.app.screens import page_of
from spieltisch.app.settings.state import Bind, KeyCaptured, KeyLabelsLoaded, KeyShown
from spieltisch.app.update import update
from spieltisch.kit.markup import whole
from spieltisch.shell.keyboard import shown_message
from tests.unit.asking import after
from tests.unit.pressed import key

ENGLISH = SetSetting("language", "en")


def labels(*messages: object) -> dict[str, str]:
    return dict(key_labels(after(ENGLISH, *messages)))


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_has_each_label_once(name: str) -> None:
    assert len(set(LAYOUTS[name].values())) == len(LAYOUTS[name])
    letters = {label for label in LAYOUTS[name].values() if "A" <= label <= "Z"}
    assert len(letters) == 26


@pytest.mark.parametrize("name", LAYOUTS)
@given(st.data())
def test_any_keys_of_a_layout_fit_it(name: str, data: st.DataObject) -> None:
    """Whatever is pressed, what is found out agrees with it."""
    pairs = data.draw(st.sets(st.sampled_from(sorted(LAYOUTS[name].items()))))
    found = LAYOUTS[fitting(frozenset(pairs), "en")]
    assert all(found[code] == label for code, label in pairs)


@pytest.mark.parametrize(
    ("code", "label", "layout"),
    [("KeyQ", "A", "azerty"), ("KeyY", "Z", "qwertz"), ("Semicolon", "Ñ", "spanish"),
     ("Semicolon", "Ç", "portuguese"), ("KeyX", "Q", "dvorak"), ("KeyE", "F", "colemak"),
     ("KeyQ", "Й", "qwerty")],
)  # fmt: skip
def test_one_key_may_be_enough(code: str, label: str, layout: str) -> None:
    assert fitting(frozenset({(code, label)}), "en") == layout


def test_a_french_keyboard_is_known_by_one_key() -> None:
    """The key marked Q calls OYE for player 1, and is labelled so."""
    found = labels(KeyShown("KeyQ", "A"))
    assert (found["1:aya"], found["1:oye"], found["6:aya"]) == ("A", "Q", ",")


def test_a_german_one_has_no_semicolon() -> None:
    assert labels(KeyShown("Semicolon", "Ö"))["2:oye"] == "Ö"
    assert dict(key_labels(after(SetSetting("language", "de"))))["2:oye"] == "Ö"


def test_what_was_pressed_counts_more_than_what_fits() -> None:
    found = labels(KeyShown("KeyQ", "A"), KeyShown("KeyA", "A"))
    assert found["1:oye"] == "A"


def test_another_keyboard_is_known_by_its_first_key() -> None:
    """No two keys that call bear one label when a French keyboard comes after another one."""
    found = labels(KeyShown("KeyQ", "Q"), KeyShown("KeyA", "A"), KeyShown("KeyQ", "A"))
    assert (found["1:aya"], found["1:oye"]) == ("A", "Q")


def test_the_browser_knows_better() -> None:
    session = after(ENGLISH, KeyLabelsLoaded({"KeyQ": "A"}), KeyShown("KeyQ", "Q"))
    assert key_labels(session)["1:aya"] == "A"
    assert not session.settings.key_labels


def test_what_was_learnt_is_kept_once() -> None:
    session, effects = update(Session(), KeyShown("KeyQ", "A"))
    assert [type(effect) for effect in effects] == [Keep]
    kept = parse_settings(format_settings(session.settings))
    assert kept.key_labels == {"KeyQ": "A"}
    assert update(session, KeyShown("KeyQ", "A")) == (session, ())


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_layout_that_is_chosen_counts_until_keys_show_another(layout: str) -> None:
    chosen = (KeyShown("KeyQ", "Й"), SetSetting("keyboard", layout))
    found = labels(*chosen)
    assert found["1:aya"] == LAYOUTS[layout]["KeyQ"]
    assert found["2:oye"] == LAYOUTS[layout]["Semicolon"]
    assert labels(*chosen, KeyShown("KeyQ", "Q"))["1:aya"] == "Q"


def test_it_is_asked_only_where_the_browser_does_not_tell() -> None:
    there = after(Navigate("#/settings", 0.0))
    assert 'id="keyboard-azerty"' in whole(page_of(there))
    known = after(Navigate("#/settings", 0.0), KeyLabelsLoaded({"KeyQ": "Q"}))
    assert "keyboard-azerty" not in whole(page_of(known))


def test_keys_without_letters_are_called_as_they_are() -> None:
    assert label_in("azerty", "Digit6") == "6"
    assert label_in("azerty", "F9") == "F9"
    assert label_in("qwertz", "NumpadAdd") == "Numpad Add"


@pytest.mark.parametrize(
    ("code", "name", "shift", "shown"),
    [
        ("KeyQ", "a", False, "A"),
        ("KeyQ", "A", True, "A"),
        ("Minus", "ß", False, "ß"),
        ("Semicolon", "ö", False, "Ö"),
        ("Semicolon", ":", True, None),
        ("Semicolon", ";", False, ";"),
        ("Digit6", "-", False, None),
        ("Numpad6", "6", False, None),
        ("Equal", "Dead", False, None),
        ("KeyQ", "Process", False, None),
        ("Space", " ", False, None),
        ("", "a", False, None),
        ("KeyQ", "\u0301", False, "\u0301"),
        ("KeyQ", "\u200b", False, None),
        ("KeyQ", "\x00", False, None),
    ],
)
def test_what_a_key_shows(code: str, name: str, shift: bool, shown: str | None) -> None:
    assert shown_by(code, name, has_shift=shift) == shown


def test_modified_keys_show_nothing() -> None:
    assert shown_message(key("KeyQ", "a")) == KeyShown("KeyQ", "A")
    assert shown_message(key("KeyQ", "@", alt_graph=True)) is None
    for modifier in ("ctrl", "alt", "meta", "repeat"):
        assert shown_message(key("KeyQ", "a", **{modifier: True})) is None


def test_a_bound_key_is_called_as_it_showed() -> None:
    found = labels(
        Navigate("#/settings", 0.0), Bind("1:aya"), KeyCaptured("BracketLeft", "Ü"),
        KeyShown("BracketLeft", "Ü"),
    )  # fmt: skip
    assert found["1:aya"] == "Ü"


@given(st.sampled_from(sorted(LETTERED)), st.text(min_size=1, max_size=2), st.booleans())
def test_a_label_is_one_character(code: str, name: str, shift: bool) -> None:
    shown = shown_by(code, name, has_shift=shift)
    assert shown is None or (len(shown) == 1 and shown.isprintable())
