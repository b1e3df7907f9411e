"""The bar and the best line: off until asked for, true for what is on screen, and said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spieltisch.app.board.aids import evaluation_bar, evaluation_text, verdict_text
from spieltisch.app.board.messages import (
    Answered,
    MakePuzzle,
    Press,
    Progressed,
    Show,
    ShowVariation,
    Wake,
)
from spieltisch.app.board.thinking import Purpose, thought, wanted_thought
from spieltisch.app.core.effects import Go
from spieltisch.app.core.messages import Command, Navigate, SetSetting, WorkerChanged
from spieltisch.app.puzzle.state import PuzzleScreen
from spieltisch.app.update import update
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Scene, Worker
from spieltisch.kit.words import ENGLISH
from spieltisch.play.service import SearchAnswer
from spieltisch.table import Evaluation, Prospect
from tests.unit.asking import PEOPLE, after, said, seen, told
from tests.unit.markup_check import Node, read

BOT = "#/play/yala?seats=human,bot:2&seed=42"
THREE = "#/play/myra?seats=human,human,human&seed=1"


def bar(session) -> list[Node]:
    return seen(session).all("id", "evaluation")


def test_nothing_is_judged_until_it_is_asked_for():
    session = after(Navigate(PEOPLE, 0.0), Wake(0.0), Press("b", 0.0), Press("+", 0.0))
    assert wanted_thought(session) is None
    assert not bar(session)
    (button,) = seen(session).all("data-do", "analyse")
    assert button.attributes["aria-pressed"] == "false"


def test_what_is_on_screen_is_judged_and_said():
    session = after(WorkerChanged(Worker.READY), Navigate(PEOPLE, 0.0), Command.ANALYSE)
    assert said(session) == "The computer is thinking …"
    asked = wanted_thought(session)
    assert asked is not None
    assert (asked.seat, asked.level) == (1, 0)
    session = told(session, ["b+", "a-", "c+"], 0.62)
    assert wanted_thought(session) is None
    (node,) = bar(session)
    assert "Dark 62%" in node.text
    assert "Light 38%" in node.text
    assert "b+ a- c+" in node.text
    assert said(session).startswith("Dark 62%, Light 38%. Best – Dark: b clockwise to ")
    assert said(session).endswith(" high. Then a counter-clockwise, c+."), "in words, if it can be"
    (button,) = seen(session).all("data-do", "analyse")
    assert button.attributes["aria-pressed"] == "true"
    closed = after(Command.ANALYSE, session=session)
    assert not bar(closed)
    assert wanted_thought(after(Show(0), session=closed)) is None


def test_it_follows_the_moves_and_remembers_what_was_found():
    session = told(after(Navigate(PEOPLE, 0.0), Command.ANALYSE), ["b+"], 0.62)
    session = after(Press("b", 0.0), Press("+", 0.0), session=session)
    session = told(session, ["a-"], 0.3)
    # Light is to move and expects 0.3: Dark has the rest.
    assert "Dark 70%" in bar(session)[0].text
    assert "wins" not in said(session)
    back = after(Show(0), session=session)
    assert wanted_thought(back) is None
    assert "Dark 62%" in bar(back)[0].text
    assert wanted_thought(after(Show(1), session=back)) is None


def test_moves_are_not_talked_over_but_the_key_tells():
    session = told(after(Navigate(PEOPLE, 0.0), Command.ANALYSE), ["b+"], 0.62)
    session = after(Press("b", 0.0), Press("+", 0.0), session=session)
    spoken = said(session)
    session = told(session, ["a-"], 0.3)
    assert said(session) == spoken
    session = after(Command.EVALUATE, session=session)
    assert said(session).startswith("Dark 70%, Light 30%. Best – Light: a counter-clockwise to ")
    assert said(session).endswith(" 3 high."), "and not as it is written"


def test_the_key_opens_what_was_closed_and_tells_as_soon_as_it_can():
    session = after(Navigate(PEOPLE, 0.0), Command.EVALUATE)
    assert bar(session)
    assert said(session) == "The computer is sitting down …"
    session = after(WorkerChanged(Worker.READY), session=session)
    assert said(session) == "The computer is sitting down …", "what it does then is no news"
    session = told(session, ["b+"], 0.5)
    assert said(session).startswith("Dark 50%")


def test_what_is_found_on_the_way_is_shown_and_not_said():
    session = after(WorkerChanged(Worker.READY), Navigate(PEOPLE, 0.0), Command.ANALYSE)
    session = told(session, ["b+"], 0.7, is_whole=False)
    (node,) = bar(session)
    assert "Dark 70%" in node.text
    assert "is thinking" in node.text
    assert said(session) == "The computer is thinking …"
    assert wanted_thought(session) is not None
    session = told(session, ["d+"], 0.6)
    assert "thinking" not in bar(session)[0].text
    late = SearchAnswer("gone", (Prospect(0.1, None, ("a+",)),), 1, 1)
    assert after(Progressed(late), session=session) == session


def test_a_bot_that_is_to_move_thinks_first():
    session = after(Navigate(BOT, 0.0), Wake(0.0), Command.ANALYSE)
    session = told(session, ["a+"], 0.5)
    site = min(session.table.choice.targets)
    session = after(Press(site, 1000.0), session=session)
    session = after(Press(min(session.table.choice.targets), 2000.0), Wake(2000.0), session=session)
    asked = wanted_thought(session)
    assert asked is not None
    assert asked.level == 2
    assert asked.match
    reply = session.match.position.legal_actions(2)[0]
    session = told(session, [str(reply)], 0.5)
    # Its move is seen coming: meanwhile there is time for the analysis.
    asked = wanted_thought(session)
    assert asked is not None
    assert asked.level == 0
    session = after(Wake(session.next_wake_ms), session=session)
    assert session.match.shown == 2
    later = wanted_thought(session)
    assert later is None or later.ticket != asked.ticket


def test_the_hint_and_the_bar_ask_once():
    session = told(after(Navigate(PEOPLE, 0.0), Command.ANALYSE), ["b+"], 0.62)
    session = after(Command.HINT, session=session)
    assert wanted_thought(session) is None
    assert said(session) == "Look at the tower on b."


def test_another_match_begins_without_it():
    session = told(after(Navigate(PEOPLE, 0.0), Command.ANALYSE), ["b+"], 0.62)
    other = after(Navigate("#/play/yala?seats=human,human&seed=7", 0.0), session=session)
    assert not bar(other)
    assert wanted_thought(other) is None


def test_a_match_that_is_over_is_certain():
    link = "#/play/yala?seats=human,human&seed=1"
    session = after(Navigate(link, 0.0), Command.ANALYSE)
    while not session.match.is_over:
        position = session.match.position
        (seat,) = position.active_seats
        actions = position.legal_actions(seat)
        moves = {a: len(position.apply(seat, a).legal_actions(3 - seat)) for a in actions}
        action = min(actions, key=lambda a: (moves[a], str(a)))
        session = after(Press(action.site, 0.0), Press(action.direction, 0.0), session=session)
    # What is thought about is the curve, for the card at the end, while that is open.
    assert thought(session).purpose is Purpose.REVIEW
    session = after(Command.CLOSE_END, session=session)
    assert wanted_thought(session) is None
    assert "100%" in bar(session)[0].text
    assert "thinking" not in bar(session)[0].text


def test_aya_has_no_bar():
    aya = "#/play/aya?seats=human,human&seed=1"
    assert after(Navigate(aya, 0.0), Command.EVALUATE) == after(Navigate(aya, 0.0))
    assert not seen(after(Navigate(aya, 0.0))).all("data-do", "analyse")


def scene(count: int) -> Scene:
    return Scene(position=None, names=Names(("Anna", "Bo", "Cy")[:count]))


VERDICTS = {
    (2, 1, 0.621, None): "Anna 62%",
    (2, 2, 0.999, None): "Bo 99%",
    (2, 2, 0.001, None): "Bo 1%",
    (2, 1, 1.0, 1): "Anna wins in 1 move",
    (2, 1, 1.0, 5): "Anna wins in 3 moves",
    (2, 1, 0.0, 6): "Bo wins in 3 moves",
    (2, 2, 0.0, 6): "Anna wins in 3 moves",
    (3, 2, 0.4, None): "Bo 40%",
    (3, 3, 0.0, 2): "Cy loses in 2 moves",
    (3, 3, 1.0, 3): "Cy wins in 3 moves",
}


@pytest.mark.parametrize("case", VERDICTS)
def test_the_verdict_in_words(case):
    count, seat, expected, ends_in = case
    found = Evaluation(None, seat, (Prospect(expected, ends_in, ("x",)),))
    assert verdict_text(scene(count), found.seat, found.prospects[0]) == VERDICTS[case]
    match = after(Navigate(PEOPLE, 0.0)).match
    assert VERDICTS[case] in evaluation_text(scene(count), match, found, "ready")


@pytest.mark.parametrize(("count", "seat", "widths"), [(2, 1, [100, 70]), (2, 2, [100, 30])])
def test_the_bar_is_dark_from_the_left(count, seat, widths):
    found = Evaluation(None, seat, (Prospect(0.7, None, ("x",)),))
    node = read(evaluation_bar(scene(count), found, "ready"))
    assert [int(rect.attributes["width"]) for rect in node.walk() if rect.tag == "rect"] == widths


def test_of_three_seats_the_one_to_act_is_shown():
    session = told(
        after(SetSetting("language", "de"), Navigate(THREE, 0.0), Command.ANALYSE), ["2c2-c3"], 0.4
    )
    assert "Dunkel 40\u202f%" in bar(session)[0].text
    assert "Hell" not in bar(session)[0].text
    assert said(session) == ("Dunkel 40\u202f%. Am besten – Dunkel: 2 Soldaten von c2 nach c3.")
    assert session.table.analysis.evaluation(session.match, 0).seat == 1


def test_of_a_notation_that_is_no_language_a_whole_line_is_said_in_words():
    session = after(Navigate("#/play/myra?seats=human,human&seed=5", 0.0), Command.ANALYSE)
    session = told(session, ["3a3-d5", "2h11-i10"], 0.5)
    assert said(session).endswith(
        "Best – Dark: 3 soldiers from a3 to d5."
        " Then Light: 2 soldiers from h11 to i10. Now they are 4."
    ), said(session)


def test_the_best_lines_grow_while_one_looks_and_each_can_be_seen_on_the_board():
    session = after(WorkerChanged(Worker.READY), Navigate(PEOPLE, 0.0), Command.ANALYSE)
    asked = wanted_thought(session)
    assert asked.wanted == 3
    lines = (Prospect(0.62, None, ("b+", "a-")), Prospect(0.4, None, ("d+", "c-")))
    early = SearchAnswer(asked.ticket, lines, 4, 100)
    growing = after(Progressed(early), session=session)
    assert "Depth 4" in bar(growing)[0].text
    deeper = (*lines, Prospect(0.0, 2, ("f+", "e-")))
    done = replace(early, depth=7, prospects=deeper)
    session = after(Answered(done, 900.0), session=growing)
    (node,) = bar(session)
    assert "Depth 7" in node.text
    shown = [item.text for item in node.all("class", "line") if item.tag == "li"]
    assert shown == ["Dark 62% b+ a-", "Dark 40% d+ c-", "Light wins in 1 move f+ e-"]
    assert said(session).endswith(
        "Next best: Dark 40%, d clockwise; Light wins in 1 move, f clockwise."
    )
    buttons = [button.attributes["data-arg"] for button in node.all("data-do", "line")]
    assert buttons == ["1", "2", "1 1", "2 1", "1 2", "2 2"]
    tried = after(ShowVariation(2, 1), session=session)
    assert [turn.entry.action for turn in tried.match.turns] == ["d+", "c-"]
    assert after(ShowVariation(1, 3), session=session) == session
    assert after(ShowVariation(1, -1), session=session) == session


WON = (Prospect(1.0, 3, ("b+", "a-", "b+")), Prospect(0.4, None, ("d+",)))


def analysed(*lines: Prospect):
    session = after(WorkerChanged(Worker.READY), Navigate(PEOPLE, 0.0), Command.ANALYSE)
    ticket = wanted_thought(session).ticket
    answer = SearchAnswer(ticket, lines, 5, 100)
    return after(Answered(answer, 900.0), session=session)


def test_a_position_that_one_move_wins_is_a_puzzle_whose_link_holds_it():
    session = analysed(*WON)
    assert seen(session).all("data-do", "make-puzzle")
    made, effects = update(session, MakePuzzle(900.0))
    link = next(effect.link for effect in effects if isinstance(effect, Go))
    sent = after(Navigate(link, 0.0))
    for puzzle in (made, sent):
        assert "Dark to move: find the move that wins within 2 moves." in seen(puzzle).text
        assert "In the game" not in seen(puzzle).text
    solved = after(Press("b", 0.0), Press("+", 0.0), session=sent)
    assert solved.screen.state == "solved"
    wrong = after(Press("d", 0.0), Press("+", 0.0), session=sent)
    assert wrong.screen.state != "solved"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ((Prospect(0.62, None, ("b+",)),), "no forced win can be proved"),
        ((Prospect(0.0, 2, ("b+",)),), "no forced win can be proved"),
        ((WON[0], Prospect(1.0, 3, ("d+",))), "b+, d+ win equally fast"),
    ],
)
def test_what_is_no_puzzle_is_refused_in_words(lines, told):
    session = after(MakePuzzle(900.0), session=analysed(*lines))
    assert session.on_screen(PuzzleScreen) is None
    assert told in session.notice.text(ENGLISH)
