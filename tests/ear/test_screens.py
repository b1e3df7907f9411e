"""The screens around a match, each from its first word on."""

from __future__ import annotations

from tests.ear.conftest import Listen, in_chromium


def test_a_lesson_tells_its_task_and_its_praise_and_names_its_steps(listen: Listen) -> None:
    listener = listen("#/learn/yala", r"Your first move\. You play dark\. .*exactly two towers\.")
    listener.skip_to_board(until=r"YALA, a ring of towers\. .*a, 2 stones")
    assert "Can move: b, c, e, g, j, l." in listener.answer("m")
    listener.press("Right", until=r"b, 2 stones, from the top dark, light")
    listener.press("Return", until=r"The stone on b goes 2 steps\. .*ounter.clockwise: to l")
    told = listener.press("plus", until=r"Now it lies on top of that tower\. .*now 3 high")
    assert "Next link" in told, "the keys are where one goes on"
    listener.press("Return", until=r"Both directions\. A stone goes clockwise or counter.*onto c\.")
    listener.come_to("Step 1, Your first move, done link")


def test_settings_are_named_and_chosen_by_keys(listen: Listen) -> None:
    listener = listen("#/settings", "Setting the table|Settings, Spieltisch|Finished loading")
    # In Firefox Orca does not say the first stop of a page.
    listener.press("Tab", "Tab")
    told = [listener.come_to("Language combo box")]
    while "Keep the game for playing offline" not in told[-1]:
        assert len(told) < 40, told
        told.append(listener.press("Tab"))
    for name in ("Colours", "Sound", "Turn the board towards whoever is to move", "Playback speed"):
        assert sum(name in one for one in told) == 1, name
    assert "Keep the game for playing offline, about" in told[-1]
    listener.press("Down", until="Always.*radio button")


@in_chromium
def test_a_file_of_a_bot_is_left_by_keys_that_are_told(listen: Listen) -> None:
    listener = listen("#/workshop/yala", "Start position")
    told = listener.come_to("Python entry")
    assert "Tab indents, or takes a suggestion. Escape, then Tab, leaves the file." in told
    listener.press("Tab", until="Indented to 4")
    listener.press("Tab", until="Indented to 8")
    listener.press("Escape", "Tab", until="Copy link")


@in_chromium
def test_an_editor_tells_what_lies_there_and_what_is_wrong(listen: Listen) -> None:
    listener = listen("#/editor/yala", "A game can begin like this")
    listener.come_to("YALA, a ring of towers.* board.* a, 2 stones, from the top light, dark")
    listener.press("3", until="Take away")
    listener.press("Right", until="b, 2 stones, from the top dark, light")
    told = listener.press("Return", until="There have to be 12")
    assert "b, 1 stone, from the top light" in told
    assert "Dark has 11 stones." in told


@in_chromium
def test_a_puzzle_tells_its_task_and_its_board_answers(listen: Listen) -> None:
    listener = listen("#/daily/yala/2026-11-01", r"Light to move: win in 3\. Move 1 of 3\.")
    listener.skip_to_board(until="YALA, a ring of towers.* board.* a, 2 stones, from the top dark")
    assert "Can move: d, g, h, l." in listener.answer("m")
    listener.come_to("Type a move")
