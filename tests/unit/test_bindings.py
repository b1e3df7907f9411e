"""Whose keys are where, what the keyboard says, and what a rehearsal finds."""

import re
from dataclasses import replace

import pytest

from spieltisch.app.board.messages import AskBoard
from spieltisch.app.board.scene import key_labels
from spieltisch.app.board_keys import board_key
from spieltisch.app.core.buttons import BUTTONS
from spieltisch.app.core.effects import Keep
from spieltisch.app.core.keys import (
    DEFAULT_KEYS,
    RESERVED,
    SLOTS,
    TABLE_KEYS,
    ReservedKey,
    TakenKey,
    bind,
    format_keys,
    parse_keys,
    slot_of,
)
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.core.notice import KeyReserved, KeyTaken
from spieltisch.app.core.settings import CHOICES
from spieltisch.app.screens import SCREENS, page_of
from spieltisch.app.settings.screen import KEYBOARD_AND_READER, LOOK_AND_SOUND, PLAY
from spieltisch.app.settings.state import Bind, Hold, KeyCaptured, KeyTestScreen, StartKeyTest
from spieltisch.app.study.state import SetGlyph, Vary
from spieltisch.app.update import update
from tests.unit.asking import after, seen
from tests.unit.markup_check import check

MATCH = "#/play/aya?seats=human,human&seed=1"


class TestKeys:
    def test_six_seats_have_two_keys_each_and_share_none(self):
        assert len(set(DEFAULT_KEYS.values())) == len(SLOTS) == 12

    def test_no_key_rolls_a_ball_or_works_the_page(self):
        assert not RESERVED & set(DEFAULT_KEYS.values())

    def test_keys_are_their_text(self):
        assert parse_keys(format_keys(DEFAULT_KEYS)) == DEFAULT_KEYS

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "1:aya=KeyQ",
            format_keys(DEFAULT_KEYS).replace("KeyA", "KeyQ"),
            format_keys(DEFAULT_KEYS).replace("KeyA", "Digit1"),
            format_keys(DEFAULT_KEYS).replace("KeyA", "<b>"),
            format_keys(DEFAULT_KEYS) + " 7:aya=KeyX",
        ],
    )
    def test_what_is_no_keys_is_refused(self, text):
        with pytest.raises(ValueError, match="does not name a key"):
            parse_keys(text)

    def test_a_key_is_bound_anew(self):
        keys = bind(DEFAULT_KEYS, "2:aya", "F9")
        assert slot_of(keys, "F9") == "2:aya"
        assert slot_of(keys, "KeyP") is None

    def test_a_key_of_another_is_refused_by_name(self):
        assert bind(DEFAULT_KEYS, "2:aya", "KeyQ") == TakenKey("1:aya")

    def test_the_same_key_again_is_no_duplicate(self):
        assert bind(DEFAULT_KEYS, "1:aya", "KeyQ") == DEFAULT_KEYS

    @pytest.mark.parametrize("code", ["Digit3", "ArrowLeft", "KeyL", "Tab", "Space", "", "a b"])
    def test_a_key_with_a_duty_is_refused(self, code):
        assert bind(DEFAULT_KEYS, "1:aya", code) == ReservedKey()


class TestBinding:
    def test_the_next_key_is_bound_and_kept(self):
        session = after(Navigate("#/settings", 0.0), Bind("3:oye"))
        session, effects = update(session, KeyCaptured("KeyX", "X"))
        assert session.screen.binding is None
        (kept,) = [effect for effect in effects if isinstance(effect, Keep)]
        assert kept.kept.keys["3:oye"] == "KeyX"

    def test_a_duplicate_is_named_and_another_waited_for(self):
        session = after(Navigate("#/settings", 0.0), Bind("3:oye"), KeyCaptured("KeyQ", "Q"))
        assert session.notice == KeyTaken("Q", 1, "AYA")
        assert session.screen.binding == "3:oye"
        assert session.settings.keys == DEFAULT_KEYS

    def test_a_word_is_named_as_it_stands_on_its_key(self):
        session = after(Navigate("#/settings", 0.0), Bind("3:aya"), KeyCaptured("KeyA", "A"))
        assert session.notice == KeyTaken("A", 1, "OYE / AHA")

    def test_a_key_that_works_the_page_is_refused(self):
        session = after(Navigate("#/settings", 0.0), Bind("3:aya"), KeyCaptured("Enter", ""))
        assert session.notice == KeyReserved("Enter")

    def test_the_same_button_again_gives_up(self):
        assert (
            after(Navigate("#/settings", 0.0), Bind("3:oye"), Bind("3:oye")).screen.binding is None
        )
        assert after(Navigate("#/settings", 0.0), Bind("3:oye"), Bind("")).screen.binding is None

    def test_back_to_the_usual_keys(self):
        session = after(
            Navigate("#/settings", 0.0), Bind("1:aya"), KeyCaptured("KeyX", "X"), Command.RESET_KEYS
        )
        assert session.settings.keys == DEFAULT_KEYS

    def test_no_slot_no_waiting(self):
        assert after(Navigate("#/settings", 0.0), Bind("9:aya")).screen.binding is None
        assert after(Navigate("#/settings", 0.0), KeyCaptured("KeyX")).settings.keys == DEFAULT_KEYS


class TestRehearsal:
    def test_all_that_arrive_together_are_known(self):
        session = after(
            Navigate("#/key-test", 0.0),
            StartKeyTest(3),
            *(Hold(seat, is_down=True) for seat in (1, 2, 3)),
        )
        assert session.screen.together == {1, 2, 3}
        assert not session.screen.dropped

    def test_a_key_that_arrives_alone_only_is_dropped(self):
        tried = KeyTestScreen(3)
        for seat, is_down in ((3, True), (3, False), (1, True), (2, True)):
            tried = tried.after(Hold(seat, is_down))
        assert tried.dropped == {3}
        assert tried.together == {1, 2}

    def test_a_key_that_never_arrives_is_silent(self):
        tried = KeyTestScreen(3).after(Hold(1, is_down=True))
        assert tried.silent == {2, 3}

    def test_who_does_not_take_part_is_not_heard(self):
        assert (
            after(Navigate("#/key-test", 0.0), StartKeyTest(2), Hold(5, is_down=True)).screen.held
            == frozenset()
        )

    def test_a_lost_keyboard_lets_go_of_all(self):
        session = after(
            Navigate("#/key-test", 0.0),
            StartKeyTest(2),
            Hold(1, is_down=True),
            Hold(0, is_down=False),
        )
        assert not session.screen.held
        assert session.screen.seen == {1}

    @pytest.mark.parametrize(("wanted", "seats"), [(1, 2), (4, 4), (9, 6)])
    def test_two_to_six_take_part(self, wanted, seats):
        assert after(Navigate("#/key-test", 0.0), StartKeyTest(wanted)).screen.seats == seats


class TestTheListBesideTheBoard:
    def test_it_tells_the_people_here_how_to_call_by_the_keys_they_chose(self):
        bound = after(Navigate("#/settings", 0.0), Bind("3:oye"), KeyCaptured("KeyX", "X"))
        keys = key_rows("#/play/aya?seats=human,bot:1,human&seed=3", bound)
        assert list(keys.items())[:4] == [
            ("Q", "Player 1: AYA"),
            ("A", "Player 1: OYE / AHA"),
            (key_labels(bound)["3:aya"], "Player 3: AYA"),
            ("X", "Player 3: OYE / AHA"),
        ]
        assert not any("Computer" in meaning for meaning in keys.values())

    @pytest.mark.parametrize(
        "link",
        ["aya?variant=kindergarten&seats=human,human", "aya?variant=tueftler&seats=human", "yala"],
    )
    def test_nothing_is_told_of_calls_where_nobody_calls(self, link):
        assert not any("AYA" in meaning for meaning in key_rows(f"#/play/{link}").values())


RACE = "#/play/aya?seats=human,bot:1&seed=77"
TABLE = "#/play/yala?seats=human,human&seed=42&clock=1+2"
STROKES = [one for row in TABLE_KEYS for one in row.strokes]


class TestTheTableOfKeys:
    @pytest.mark.parametrize("stroke", STROKES, ids=str)
    def test_a_key_does_what_a_button_does(self, stroke):
        assert stroke.do in BUTTONS

    def test_no_key_has_two_uses_at_once_that_nobody_tells_apart(self):
        """Escape drops a choice or pauses, Space is ready or plays back: which of the two is
        possible tells them apart."""
        uses = {}
        for one in STROKES:
            uses.setdefault((one.key, one.modifier), set()).add(one.do)
        several = {key: dos for (key, _), dos in uses.items() if len(dos) > 1}
        assert several == {"Escape": {"cancel", "pause"}, " ": {"ready", "play-back"}}

    def test_each_is_told_where_all_keys_are_told(self):
        shown = seen(after(Navigate("#/keys", 0.0))).text
        for row in TABLE_KEYS:
            assert row.shown in shown
            assert row.told in shown

    def test_what_a_match_does_not_have_is_not_told(self):
        told = key_rows("#/play/yala?seats=human,human&seed=42")
        assert not {"P or Esc", "C"} & told.keys()
        assert {"P or Esc", "C"} <= key_rows(TABLE).keys()

    @pytest.mark.parametrize(
        ("stroke", "message"),
        [
            (("?", ""), Command.HINT),
            (("b", ""), Command.EVALUATE),
            (("b", "Shift"), Command.EVALUATE),
            (("n", ""), Command.NEXT_TURNING_POINT),
            (("n", "Shift"), Command.PREVIOUS_TURNING_POINT),
            (("Backspace", "Shift"), Command.CANCEL),
        ],
    )
    def test_on_the_board(self, stroke, message):
        key, modifier = stroke
        session = after(Navigate(TABLE, 0.0))
        done = board_key(session, "a", key, 1.0, has_shift=bool(modifier), is_again=False)
        assert done == (message,)

    @pytest.mark.parametrize("key", ["k", "o", "d"])
    def test_of_a_board_that_is_the_whole_table_questions_are_asked_from_anywhere(self, key):
        """As "Ready?" says so, and nothing has led to the board by then."""
        keys = {"has_shift": False, "is_again": False}
        session = after(Navigate(RACE, 0.0))
        assert board_key(session, None, key, 1.0, **keys) == (AskBoard(key, 1, 1.0),)
        session = replace(session, settings=replace(session.settings, letter_keys="off"))
        assert board_key(session, None, key, 1.0, **keys) is None
        other = after(Navigate(TABLE, 0.0))
        assert board_key(other, None, key, 1.0, **keys) is None

    def test_the_keys_of_a_study_are_told_and_do_what_their_buttons_do(self):
        session = after(Navigate("#/editor/myra", 0.0), Command.STUDY)
        keys = SCREENS[type(session.screen)].keys
        told = "".join(key_rows_of(session))
        names = {"Delete": "Del", "PageUp": "PgUp", "PageDown": "PgDn"}
        names |= dict(zip(("Left", "Right", "Up", "Down"), "←→↑↓", strict=True))
        assert len(keys) == 19
        for key in keys:
            name = key.removeprefix("Arrow")
            assert names.get(name, name) in told
        assert keys["ArrowUp"] == Vary(-1)
        assert keys["4"] == SetGlyph("??")
        assert keys["End"] == Command.PRESENT


def key_rows(link, session=None):
    """The rows of the list of keys, key to meaning."""
    return key_rows_of(after(Navigate(link, 0.0), session=session))


def key_rows_of(session):
    panel = seen(session).one("id", "keys")
    rows = [node.children for node in panel.walk() if node.tag == "li"]
    return {printed(key): told.text for key, _, told in rows}


def printed(key):
    """What is printed on a key of the list."""
    return key.one("aria-hidden").text


def heard(key):
    """What is read out of it."""
    hidden = {id(node) for node in key.all("aria-hidden")}
    return "".join(node.text for node in key.children if id(node) not in hidden)


@pytest.mark.parametrize("link", ["#/play/aya", "#/play/yala", "#/play/myra?seats=human,human"])
def test_the_list_of_keys_is_read_where_it_begins_and_in_words(link):
    panel = seen(after(Navigate(link, 0.0))).one("id", "keys")
    assert panel.one("tabindex").tag == "h2"
    keys = [heard(node.children[0]) for node in panel.walk() if node.tag == "li"]
    assert all(re.fullmatch(r"[\w ,;:-]+", key) for key in keys), keys
    assert {"NVDA", "JAWS", "Orca", "VoiceOver"} < set(keys)
    assert any("Left or Right arrow" in key for key in keys)
    # A blank stands between a key and what it does.
    assert all(node.children[1] == " " for node in panel.walk() if node.tag == "li")


def test_the_settings_for_keys_are_folded_away_and_no_other_is():
    root = check(page_of(after(Navigate("#/settings", 0.0))))
    folded = root.one("id", "keyboard-and-reader")
    assert "open" not in folded.attributes
    assert {n.attributes["name"] for n in folded.all("type", "radio")} <= {*KEYBOARD_AND_READER}
    assert folded.one("id", "bind-1:aya")
    assert {*LOOK_AND_SOUND, *PLAY, *KEYBOARD_AND_READER} == {*CHOICES}
    assert root.one("id", "theme-auto") not in list(folded.walk())
