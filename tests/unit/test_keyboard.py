"""Keys on all kinds of keyboards: their names, whom they call for, and where they are nobody's."""

from __future__ import annotations

import string
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.board.messages import Press, Ready, Shout, TypeAction
from spieltisch.app.core.effects import Focus
from spieltisch.app.core.keys import DEFAULT_KEYS
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command, Navigate, SetSetting
from spieltisch.app.screens import page_of
from spieltisch.app.settings.state import Bind, Hold, KeyCaptured, KeyShown
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.shell.events import key_message
from spieltisch.shell.keyboard import (
    KeyUse,
    is_modified,
    is_real,
    key_down,
    key_name,
    key_up,
    keys_lost,
)
from tests.unit.asking import after
from tests.unit.markup_check import read as read_markup
from tests.unit.pressed import Target, key, listening

MATCH = "#/play/aya?seats=human,human&seed=1"
CYRILLIC = dict(zip("qwertyuiopasdfghjklzxcvbnm", "йцукенгшщзфывапролдячсмить", strict=True))
GREEK = dict(zip("wertyuiopasdfghjklzxcvbnm", "ςερτυθιοπασδφγηξκλζχψωβνμ", strict=True))
HEBREW = dict(zip("ertyuiopasdfghjklzxcvbnm", "קראטוןםפשדגכעיחלךזסבהנמצ", strict=True))
ARABIC = dict(zip("qwertyuiopasdfghjklzxcvnm", "ضصثقفغعهخحشسيبلاتنمئءؤرىة", strict=True))
SCRIPTS = (CYRILLIC, GREEK, HEBREW, ARABIC)
FIELD_KINDS = ("input", "textarea", "select", "contenteditable")


class TestShouts:
    def setup_method(self) -> None:
        self.session = after(Navigate(MATCH, 0.0))

    def down(self, event: Any) -> KeyUse:
        return key_down(event, self.session, 200.0)

    def test_a_bound_key_is_a_shout_by_its_own_time(self) -> None:
        assert self.down(key("KeyP")).message == Shout(2, "aya", 100.0, 200.0)

    def test_a_held_key_is_one_shout(self) -> None:
        assert self.down(key("KeyP")).message
        again = self.down(key("KeyP", repeat=True))
        assert again.is_ours
        assert again.message is None

    @pytest.mark.parametrize("code", DEFAULT_KEYS.values())
    def test_a_key_whose_coming_up_was_not_told_is_not_dead(self, code: str) -> None:
        self.session = after(
            Navigate("#/play/aya?seats=" + ",".join(["human"] * 6) + "&seed=1", 0.0)
        )
        assert self.down(key(code)).message
        assert self.down(key(code)).message, "a keyup that never came, as with Cmd or Alt+Tab"

    def test_two_fingers_are_two_shouts(self) -> None:
        assert self.down(key("KeyQ")).message == Shout(1, "aya", 100.0, 200.0)
        assert self.down(key("KeyP")).message == Shout(2, "aya", 100.0, 200.0)

    @pytest.mark.parametrize("name", ["P", "p", "π", "з", "ｐ", "Dead", "Process"])
    def test_it_is_the_place_that_counts(self, name: str) -> None:
        assert self.down(key("KeyP", name)).message

    def test_shift_and_caps_lock_change_nothing(self) -> None:
        assert self.down(key("KeyP", "P", shift=True)).message

    def test_a_key_of_a_seat_that_is_not_there_is_nobodys(self) -> None:
        assert not self.down(key("KeyM")).is_ours

    def test_a_key_of_a_bot_is_nobodys(self) -> None:
        self.session = after(Navigate("#/play/aya?seats=human,bot:1&seed=1", 0.0))
        assert not self.down(key("KeyP")).is_ours

    @pytest.mark.parametrize("modifier", ["ctrl", "alt", "meta"])
    def test_as_a_shortcut_it_is_the_browsers(self, modifier: str) -> None:
        assert not self.down(key("KeyP", **{modifier: True})).is_ours

    def test_with_altgr_it_writes_something_else(self) -> None:
        assert not self.down(key("KeyQ", "@", alt_graph=True)).is_ours

    @pytest.mark.parametrize("kind", FIELD_KINDS)
    def test_in_a_field_it_writes(self, kind: str) -> None:
        assert not self.down(key("KeyP", target=Target(kind))).is_ours

    def test_where_nobody_shouts_keys_are_free(self) -> None:
        self.session = after(
            Navigate("#/play/aya?seats=human,human&variant=kindergarten&seed=1", 0.0)
        )
        assert not self.down(key("KeyP")).is_ours
        self.session = after(Navigate("#/play/yala?seats=human,human&seed=1", 0.0))
        assert not self.down(key("KeyP")).is_ours

    @pytest.mark.parametrize("name", ["Unidentified", "q", "p"])
    def test_a_keyboard_on_the_screen_has_no_places(self, name: str) -> None:
        assert not self.down(key("", name)).is_ours

    def test_media_keys_are_the_browsers(self) -> None:
        assert not self.down(key("MediaPlayPause", "MediaPlayPause")).is_ours


class TestBindingAndTrying:
    def test_a_key_that_is_waited_for_is_bound(self) -> None:
        session = after(Navigate("#/settings", 0.0), Bind("1:aya"))
        assert key_down(key("KeyX"), session, 0.0).message == KeyCaptured("KeyX", "X")
        assert key_down(key("Escape", "Escape"), session, 0.0).message == Bind("")

    def test_a_key_without_a_place_is_waited_past(self) -> None:
        session = after(Navigate("#/settings", 0.0), Bind("1:aya"))
        assert key_down(key("", "Unidentified"), session, 0.0) == KeyUse(is_ours=True)

    def test_at_the_rehearsal_keys_are_held(self) -> None:
        session = after(Navigate("#/key-test", 0.0))
        assert key_down(key("KeyP"), session, 0.0).message == Hold(2, is_down=True)
        assert key_up(key("KeyP"), session) == Hold(2, is_down=False)
        assert not key_down(key("Semicolon"), session, 0.0).is_ours
        assert keys_lost(session) == Hold(0, is_down=False)

    def test_once_cmd_is_up_none_is_held(self) -> None:
        session = after(Navigate("#/key-test", 0.0))
        assert key_up(key("MetaLeft", "Meta"), session) == Hold(0, is_down=False)
        assert key_up(key("MetaLeft", "Meta"), after(Navigate(MATCH, 0.0))) is None


class TestNames:
    def test_digits_are_places_and_letters_small(self) -> None:
        assert key_name(key("Digit3", '"')) == "3"
        assert key_name(key("Digit2", "é")) == "2"
        assert key_name(key("Digit1", "١")) == "1"
        assert key_name(key("Digit6", "Dead")) == "6"
        assert key_name(key("KeyL", "L")) == "l"
        assert key_name(key("ArrowLeft", "ArrowLeft")) == "ArrowLeft"

    @pytest.mark.parametrize("digit", string.digits)
    def test_the_numpad_writes_digits_with_num_lock(self, digit: str) -> None:
        assert key_name(key(f"Numpad{digit}", digit)) == digit

    @pytest.mark.parametrize(
        ("digit", "name"),
        [
            (0, "Insert"), (1, "End"), (2, "ArrowDown"), (3, "PageDown"), (4, "ArrowLeft"),
            (5, "Clear"), (6, "ArrowRight"), (7, "Home"), (8, "ArrowUp"), (9, "PageUp"),
        ],
    )  # fmt: skip
    def test_without_num_lock_it_walks(self, digit: int, name: str) -> None:
        assert key_name(key(f"Numpad{digit}", name)) == name

    @pytest.mark.parametrize("script", SCRIPTS)
    def test_a_letter_of_another_script_is_the_one_of_its_place(self, script: Any) -> None:
        for latin, letter in script.items():
            for name in (letter, letter.upper()):
                assert key_name(key(f"Key{latin.upper()}", name)) == latin

    @pytest.mark.parametrize(
        ("code", "name", "called"),
        [
            ("KeyQ", "a", "a"),  # AZERTY
            ("KeyY", "z", "z"),  # QWERTZ
            ("KeyX", "q", "q"),  # Dvorak
            ("KeyW", "é", "é"),  # Bépo
            ("Semicolon", "ö", "ö"),
            ("KeyI", "İ", "i"),  # Turkish
            ("KeyC", "ｃ", "c"),  # full width
            ("Minus", "?", "?"),
            ("Slash", "؟", "?"),
            ("Minus", "−", "-"),
            ("NumpadAdd", "+", "+"),
        ],
    )
    def test_other_layouts(self, code: str, name: str, called: str) -> None:
        assert key_name(key(code, name, shift=name == "؟")) == called

    @given(
        st.sampled_from(["KeyA", "Digit4", "Numpad7", "Slash", "F5", "", "Unidentified"]),
        st.text(min_size=1, max_size=3),
        st.booleans(),
    )
    def test_any_key_has_a_name(self, code: str, name: str, shift: bool) -> None:
        assert key_name(key(code, name, shift=shift))


class TestNobodys:
    @pytest.mark.parametrize("name", ["Escape", "z", "Enter", "Process", "Unidentified"])
    def test_what_an_input_method_takes_is_its_own(self, name: str) -> None:
        assert not is_real(key("KeyZ", name, composing=True))
        assert not is_real(key("KeyZ", name, key_code=229))
        assert is_real(key("KeyZ", name))

    def test_a_dead_key_is_a_key(self) -> None:
        assert is_real(key("BracketLeft", "Dead", key_code=229))

    def test_an_event_without_a_key_is_none(self) -> None:
        assert not is_real(SimpleNamespace(isComposing=False, keyCode=0))

    def test_altgr_is_a_modifier(self) -> None:
        assert is_modified(key("KeyQ", "@", alt_graph=True))
        assert is_modified(key("KeyQ", "@", ctrl=True, alt=True))
        assert not is_modified(key("KeyQ", "Q", shift=True))


class TestShortcuts:
    @pytest.mark.parametrize("modifier", ["ctrl", "meta"])
    @pytest.mark.parametrize(
        ("name", "code", "shift", "command"),
        [
            ("z", "KeyZ", False, Command.TAKE_BACK),
            ("Z", "KeyZ", False, Command.TAKE_BACK),
            ("Z", "KeyZ", True, Command.REDO),
            ("y", "KeyY", False, Command.REDO),
            ("z", "KeyY", False, Command.TAKE_BACK),
            ("я", "KeyZ", False, Command.TAKE_BACK),
            ("ζ", "KeyZ", False, Command.TAKE_BACK),
            ("ז", "KeyZ", False, Command.TAKE_BACK),
            ("ئ", "KeyZ", False, Command.TAKE_BACK),
            ("Я", "KeyZ", True, Command.REDO),
            ("н", "KeyY", False, Command.REDO),
            ("w", "KeyZ", False, None),
        ],
    )
    def test_they_mean_the_same_on_every_layout(
        self, modifier: str, name: str, code: str, shift: bool, command: Command | None
    ) -> None:
        event = key(code, name, shift=shift, **{modifier: True})
        assert key_message(event, is_at_table=True) is command

    @pytest.mark.parametrize("kind", FIELD_KINDS)
    @pytest.mark.parametrize("modifier", ["ctrl", "meta"])
    @pytest.mark.parametrize("name", ["z", "Z", "y", "я"])
    def test_in_a_field_they_are_its_own(self, kind: str, modifier: str, name: str) -> None:
        event = key("KeyZ", name, target=Target(kind), shift=name == "Z", **{modifier: True})
        assert key_message(event, is_at_table=True, may_browse=True) is None

    @pytest.mark.parametrize("name", ["Escape", "ArrowLeft", "ArrowRight", "Home", "End"])
    @pytest.mark.parametrize("kind", FIELD_KINDS)
    def test_so_are_the_keys_that_browse(self, kind: str, name: str) -> None:
        event = key(name, name, target=Target(kind))
        assert key_message(event, is_at_table=True, may_browse=True) is None

    @pytest.mark.parametrize("kind", FIELD_KINDS)
    def test_a_screens_own_keys_mean_something_outside_fields_alone(self, kind: str) -> None:
        own = {"ArrowUp": Command.FIRST, "ArrowLeft": Command.PRESENT, "1": Command.REDO}
        for code, name in (("ArrowUp", "ArrowUp"), ("ArrowLeft", "ArrowLeft"), ("Digit1", "&")):
            wanted = own.get(name, Command.REDO)
            assert key_message(key(code, name), is_at_table=True, own=own) is wanted
            field = key(code, name, target=Target(kind))
            for event in (field, key(code, name, shift=True), key(code, name, ctrl=True)):
                assert key_message(event, is_at_table=True, own=own) is None

    def test_altgr_makes_none(self) -> None:
        assert key_message(key("KeyZ", "z", ctrl=True, alt=True), is_at_table=True) is None
        assert key_message(key("KeyZ", "z", ctrl=True, alt_graph=True), is_at_table=True) is None


class Host:
    """A page that does what it is told, and remembers it."""

    def __init__(self, *links: str, letter_keys: str = "on") -> None:
        self.session = after(
            SetSetting("letter_keys", letter_keys), *(Navigate(one, 0.0) for one in links)
        )
        self.sent: list[Message] = []
        self.effects: list[object] = []

    def send(self, message: Message, *, shows: bool = True) -> None:
        # That a key shows what is printed on it changes nothing but labels.
        if not isinstance(message, KeyShown):
            self.sent.append(message)
        self.session, _ = update(self.session, message)

    def carry_out(self, effect: Focus) -> None:
        self.effects.append(effect)

    def give(self, what: str, arg: str) -> None:
        raise AssertionError("no key shares anything")


class Place(Target):
    """A node with what the listeners ask of it."""

    def getAttribute(self, _name: str) -> None:  # noqa: N802
        return None

    def matches(self, _selector: str) -> bool:
        return False


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Press a key on a page."""

    def press(host: Host, event: Any) -> None:
        event.preventDefault = lambda: None
        listening(monkeypatch, host, event.timeStamp)["keydown"](event)

    return press


CHARACTERS = [
    *((f"Key{letter.upper()}", letter) for letter in string.ascii_lowercase),
    *((f"Digit{digit}", digit) for digit in string.digits),
    *((f"Numpad{digit}", digit) for digit in string.digits),
    ("Slash", "?"), ("Slash", "/"), ("Minus", "-"), ("Equal", "+"), ("Comma", ","),
    ("Semicolon", ";"), ("Space", " "), ("NumpadAdd", "+"), ("KeyZ", "я"), ("BracketLeft", "Dead"),
]  # fmt: skip
PLACES = [
    *(f"#/play/{name}?seats=human,human&seed=9" for name in catalog.GAMES),
    *(f"#/play/{name}?seats=bot:1,bot:1&seed=9" for name in catalog.GAMES),
    "#/play/aya?seats=human,human&variant=kindergarten&seed=9",
    "#/play/aya?seats=human&variant=tueftler&seed=9",
    *(f"#/learn/{name}" for name in catalog.GAMES),
    *(f"#/setup/{name}" for name in catalog.GAMES),
    "#/", "#/matches", "#/settings", "#/statistics", "#/import", "#/puzzles", "#/learn", "#/make",
]  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_with_letter_keys_off_no_character_does_anything_off_the_board(
    press: Any, place: str
) -> None:
    host = Host(place, letter_keys="off")
    for code, name in CHARACTERS:
        for shift in (False, True):
            press(host, key(code, name, target=Place(), shift=shift))
    assert (host.sent, host.effects) == ([], [])


def chosen_ball(letter_keys: str, target: Target, press: Any) -> list[Message]:
    host = Host("#/play/aya?seats=human&variant=tueftler&seed=9", letter_keys=letter_keys)
    press(host, key("Digit1", "1", target=target))
    press(host, key("KeyL", "l", target=target))
    return [message for message in host.sent if isinstance(message, Press)]


def test_with_letter_keys_on_they_play_wherever_the_focus_is(press: Any) -> None:
    assert [message.token for message in chosen_ball("on", Place(), press)] == ["1", "L"]


def test_with_letter_keys_off_they_play_where_the_table_has_the_focus(press: Any) -> None:
    played = chosen_ball("off", Place(".table"), press)
    assert [message.token for message in played] == ["1", "L"]


def test_with_letter_keys_off_whoever_is_ready_comes_to_the_board(press: Any) -> None:
    host = Host(MATCH, letter_keys="off")
    press(host, key("Enter", "Enter", target=Place()))
    assert [type(message) for message in host.sent] == [Ready]
    assert host.effects == [Focus("board")]
    press(host, key("KeyQ", target=Place(".table")))
    assert isinstance(host.sent[-1], Shout)


@pytest.mark.parametrize("event", [{"composing": True}, {"key_code": 229}, {"alt_graph": True}])
@pytest.mark.parametrize("place", PLACES)
def test_what_is_composed_or_written_with_altgr_does_nothing(
    press: Any, place: str, event: Any
) -> None:
    host = Host(place)
    for code, name in [*CHARACTERS, ("Escape", "Escape"), ("Enter", "Enter")]:
        if "alt_graph" in event and name in ("Escape", "Enter"):
            continue
        press(host, key(code, name, target=Place(), **event))
        press(host, key(code, name, target=Place(".table"), **event))
    assert (host.sent, host.effects) == ([], [])


MODIFIERS = {"Control": "ctrl", "Shift": "shift"}


@pytest.mark.parametrize("letter_keys", ["on", "off"])
@pytest.mark.parametrize(
    "place", [one for one in PLACES if ("/play/" in one and "human" in one) or "/learn/" in one]
)
def test_a_button_that_names_keys_is_pressed_by_each_of_them(
    press: Any, place: str, letter_keys: str
) -> None:
    """On screens with a match, where moves were played and something is chosen."""
    host = Host(place, letter_keys=letter_keys)
    found = pressed_by_keys(press, host)
    for _ in range(4):
        match, table = host.session.match, host.session.table
        if match is None or table is None or not match.position.active_seats:
            break
        if table.choice is not None and table.choice.targets:
            host.send(Press(min(table.choice.targets), 4.0))
            found |= pressed_by_keys(press, host)
            host.send(Command.CANCEL)
        seat = min(match.position.active_seats)
        action = match.position.legal_actions(seat)[0]
        host.send(TypeAction(match.rules.format_action(action), 5.0))
        found |= pressed_by_keys(press, host)
    if "/play/myra?seats=human" in place:
        assert found == {"first", "earlier", "take-back", "cancel"}


def pressed_by_keys(press: Any, host: Host) -> set[str]:
    """What the buttons do that name keys, each of which was pressed."""
    before, found = host.session, set[str]()
    for node in read_markup(str(whole(page_of(before)))).walk():
        named = node.attributes
        if "aria-keyshortcuts" not in named or "disabled" in named:
            continue
        for shortcut in str(named["aria-keyshortcuts"]).split():
            *modifiers, name = shortcut.split("+")
            held = {MODIFIERS[one]: True for one in modifiers}
            is_letter = len(name) == 1
            code, typed = (f"Key{name}", name.lower()) if is_letter else (name, name)
            host.session, host.sent = before, []
            press(host, key(code, typed, target=Place(), **held))
            assert host.sent == [Command(named["data-do"])], shortcut
            found.add(str(named["data-do"]))
    host.session = before
    return found
