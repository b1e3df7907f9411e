"""Hints in steps where the bots give them: asked for, awaited, shown and said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spieltisch.app.board.controls import help_text, hint_text
from spieltisch.app.board.exercise_view import exercise_scene
from spieltisch.app.board.messages import PlayFrom, Press, Wake
from spieltisch.app.board.scene import help_model
from spieltisch.app.board.thinking import bot_thought, helper_of, wanted_thought, warned
from spieltisch.app.core.messages import Command, Navigate, SetSetting
from spieltisch.app.core.session import Session
from spieltisch.app.core.table import Help
from spieltisch.app.puzzle.state import PuzzleScreen, match_of
from spieltisch.games import catalog
from spieltisch.kit.words import ENGLISH
from tests.puzzles import pack
from tests.unit.asking import PEOPLE, after, said, seen, told

MYRA = "#/play/myra?seats=human,human&seed=1"


def classes(session: Session, site: str) -> str:
    return seen(session).one("id", f"site-{site}").attributes["class"] or ""


def test_the_bots_are_asked_for_all_they_know() -> None:
    session = after(Navigate(PEOPLE, 0.0), Wake(0.0))
    assert wanted_thought(session) is None
    session = after(Command.HINT, session=session)
    asked = wanted_thought(session)
    assert asked is not None
    assert (asked.game, asked.seat, asked.level, asked.match) == ("yala", 1, 0, "")
    assert bot_thought(session) is None
    assert said(session) == "Looking for a hint …"
    again = after(Command.HINT, session=session)
    assert wanted_thought(again) == asked, "asking twice is no second question"
    assert again.table.news != session.table.news


def test_a_hint_tells_the_tower_first_and_then_the_way() -> None:
    session = told(after(Navigate(PEOPLE, 0.0), Command.HINT), ["b+", "a-"])
    assert wanted_thought(session) is None
    assert said(session) == "Look at the tower on b."
    assert "is-hinted" in classes(session, "b")
    assert "is-hinted" not in classes(session, "d")
    assert not seen(session).all("class", "walks is-hint")
    assert "The hint starts here" in (
        seen(session).one("id", "site-b").attributes["aria-label"] or ""
    )
    session = after(Command.HINT, session=session)
    assert said(session) == "Just a hint – Dark: b clockwise to d, now 3 high."
    assert seen(session).one("id", "hint").text.endswith("now 3 high (b+).")
    assert "is-hinted" in classes(session, "d")
    assert seen(session).all("class", "walks is-hint")
    assert "The hint ends here" in (
        seen(session).one("id", "site-d").attributes["aria-label"] or ""
    )
    again = after(Command.HINT, session=session)
    assert said(again) == said(session)
    assert again.table.news != session.table.news


def test_a_hint_stays_while_one_chooses_and_goes_with_the_move() -> None:
    session = told(after(Navigate(PEOPLE, 0.0), Command.HINT), ["b+"])
    chosen = after(Press("b", 0.0), session=session)
    assert said(chosen).startswith("Look at the tower on b. The stone on b goes 2 steps.")
    played = after(Press("+", 0.0), session=chosen)
    assert played.table.help is None
    assert wanted_thought(played) is None


def test_what_was_found_is_not_asked_again() -> None:
    session = told(after(Navigate(PEOPLE, 0.0), Command.HINT), ["b+"])
    back = after(Press("b", 0.0), Press("+", 0.0), PlayFrom(0), session=session)
    assert back.table.help is None
    back = after(Command.HINT, session=back)
    assert said(back) == "Look at the tower on b."
    assert wanted_thought(back) is None


def test_another_way_to_the_same_number_of_moves_is_asked_about_anew() -> None:
    session = told(
        after(Navigate(PEOPLE, 0.0), Press("b", 0.0), Press("+", 0.0), Command.HINT), ["a-"]
    )
    other = after(PlayFrom(0), Press("b", 0.0), Press("-", 0.0), Command.HINT, session=session)
    assert other.table.help is not None
    assert other.table.help.is_awaited


def test_taking_back_withdraws_the_question() -> None:
    session = after(Navigate(PEOPLE, 0.0), Press("b", 0.0), Press("+", 0.0), Command.HINT)
    assert wanted_thought(session) is not None
    assert wanted_thought(after(PlayFrom(0), session=session)) is None


def test_nobody_is_helped_while_a_bot_is_to_move_or_the_match_is_over() -> None:
    bots = after(Navigate("#/play/yala?seats=bot:1,human&seed=1", 0.0), Wake(0.0))
    assert bots.match is not None
    assert helper_of(bots.match) is None
    asked = bot_thought(bots)
    assert after(Command.HINT, session=bots) == bots
    assert wanted_thought(bots) == asked
    # AYA's race helps nobody, whoever is to act.
    aya = after(Navigate("#/play/aya?seats=human,human&seed=1", 0.0))
    assert after(Command.HINT, session=aya) == aya


def test_the_button_names_the_next_step() -> None:
    session = after(Navigate(PEOPLE, 0.0))
    (button,) = seen(session).all("data-do", "hint")
    assert button.text == "Hint"
    session = told(after(Command.HINT, session=session), ["b+"])
    (button,) = seen(session).all("data-do", "hint")
    assert button.text == "Which move?"
    (button,) = seen(after(Command.HINT, session=session)).all("data-do", "hint")
    assert button.text == "Hint"
    assert not seen(after(Navigate("#/play/aya?seats=human,human&seed=1", 0.0))).all(
        "class", "row aids"
    )


@pytest.mark.parametrize("action", ["b2<c3<d4<e5", "2c2-c3", "+b2"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_myra_is_helped_with_every_kind_of_action(action: str, language: str) -> None:
    game = catalog.game_of("myra").rules
    session = after(SetSetting("language", language), Navigate(MYRA, 0.0))
    if action == "+b2":  # its pit is empty once the troop has gone
        moved = game.format_action(game.parse_action("b2<c3<d4<e5"))
        session = after(
            *(Press(one, 0.0) for one in ("b2", "sow", "c3", "d4", "e5")), session=session
        )
        assert session.match is not None
        assert session.match.record.entries[0].action == moved
        session = after(
            *(Press(one, 0.0) for one in ("j10", "sow", "i9", "h8", "g7")), session=session
        )
    session = told(after(Command.HINT, session=session), [action])
    start = {"+b2": "a1"}.get(action, action[1:3] if action[0].isdigit() else action[:2])
    assert start in said(session)
    assert len(seen(session).all("class", "hinted-pit")) == 1
    session = after(Command.HINT, session=session)
    # It is read as it is written, and said in words alone.
    assert f"({action})" in seen(session).one("id", "hint").text
    assert action not in said(session)
    assert len(seen(session).all("class", "hinted-pit")) == 2
    end = session.match and game.parse_action(action).target
    label = seen(session).one("id", f"site-{end}").attributes["aria-label"] or ""
    assert ("The hint ends here" if language == "en" else "Der Tipp endet hier") in label


def test_a_hint_tells_what_threatens_there() -> None:
    puzzle = next(one for one in pack("myra") if one.goal == "save-queen")
    session = Session(screen=PuzzleScreen.at(puzzle, "2026-11-22"))
    first = after(Command.HINT, session=session)
    assert isinstance(first.screen, PuzzleScreen)
    for hinted in (first, after(Command.HINT, session=first)):
        assert "Your queen is under attack from" in seen(hinted).one("id", "puzzle-told").text
    # In a match it is found in the same way.
    match = first.screen.match
    known = warned(Help(1, puzzle.solutions[0]), match)
    assert known.warning == first.screen.help.warning if first.screen.help is not None else False
    scene = exercise_scene(first, first.screen, ENGLISH, help_model(known, match))
    assert "Your queen is under attack from" in hint_text(scene, match.game.view)


def test_somebody_alone_is_not_warned_of_a_move_before_a_card_is_told() -> None:
    for puzzle in pack("aya"):
        match = match_of(puzzle)
        assert match.game.solver is not None
        told = warned(Help(1, match.game.solver.advise(match.position)), match)
        if told.warning:
            break
    session = Session(screen=PuzzleScreen.at(puzzle, "2026-11-22"))
    assert isinstance(session.screen, PuzzleScreen)
    for step in (1, 2, 3):
        model = help_model(replace(told, step=step), match)
        text = help_text(exercise_scene(session, session.screen, ENGLISH, model), match.game.view)
        assert ("Beware of" in text) == (step > 1)
