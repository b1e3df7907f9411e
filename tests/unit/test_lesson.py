"""A lesson on screen: choosing, mistakes and their answers, replies, progress, the way on."""

import re
from dataclasses import replace

import pytest

from spieltisch.app.board.exercise import REPLY_MS, Exercise
from spieltisch.app.board.messages import (
    AskBoard,
    PlayChosen,
    Point,
    Press,
    Shout,
    ShowSolution,
    TypeAction,
    Wake,
)
from spieltisch.app.board_keys import board_key
from spieltisch.app.core.effects import Animate, Clear, Focus, Keep
from spieltisch.app.core.kept import Kept
from spieltisch.app.core.messages import Command, Navigate, StartMatch
from spieltisch.app.core.notice import BadAction, BadLink
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.progress import Progress, format_progress, parse_progress
from spieltisch.app.screens import page_of, title_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.kit.words import ENGLISH
from tests.unit.asking import after
from tests.unit.markup_check import check


def at(link, kept=None):
    return after(Session(kept=kept or Kept()), Navigate(link, 0.0))


def solved(name, *left_out):
    names = tuple(step.name for step in catalog.game_of(name).lessons.steps)
    return Kept().having(Progress({name: tuple(one for one in names if one not in left_out)}))


def page(session):
    return check(whole(page_of(session)))


def spoken(session):
    (text,) = [node.text for node in page(session).one("id", "live").all("role") if node.text]
    return text


class TestGoingThere:
    def test_the_course_opens_at_the_first_step_that_is_not_solved(self):
        assert at("#/learn/yala").screen.step.name == "move"
        kept = Kept().having(Progress({"yala": ("move", "ways", "wall")}))
        assert at("#/learn/yala", kept).screen.step.name == "height"
        assert at("#/learn/yala", solved("yala")).screen.step.name == "move"

    @pytest.mark.parametrize(
        "link", ["#/learn/yala/nowhere", "#/learn/yala/move/on", "#/learn/chess"]
    )
    def test_a_wrong_link_is_told(self, link):
        session = at(link)
        assert session.on_screen(Exercise) is None
        assert isinstance(session.notice, BadLink)

    def test_from_step_to_step_the_keyboard_stays_on_the_board(self):
        session, effects = update(Session(), Navigate("#/learn/yala/move", 0.0))
        assert effects == ()
        _, effects = update(session, Navigate("#/learn/yala/ways", 0.0))
        assert effects == (Focus("board"),)

    def test_the_next_step_says_something_new_though_the_words_are_the_same(self):
        session = at("#/learn/yala/move")
        again = after(session, Navigate("#/learn/yala/move", 0.0))
        assert again.screen.news.serial > session.screen.news.serial

    def test_the_title_names_the_game(self):
        assert title_of(at("#/learn/myra"), ENGLISH) == "Lessons, Myra, Spieltisch"


class TestDoing:
    def test_what_is_chosen_is_hinted_at_and_can_be_dropped(self):
        session = after(at("#/learn/yala/ways"), Press("e", 0.0))
        assert "The stone on e goes 2 steps." in page(session).one("id", "hint").text
        assert "The stone on e goes 2 steps." in spoken(session)
        session = after(session, Command.CANCEL)
        assert session.screen.choice == session.screen.choice.back()

    def test_why_a_press_leads_nowhere_is_told(self):
        session = after(at("#/learn/yala/ways"), Press("a", 0.0))
        assert "top of a is light" in page(session).one("id", "hint").text
        assert session.screen.state == "open"

    def test_the_solution_is_seen_kept_and_leads_on(self):
        session, effects = update(at("#/learn/yala/ways"), Press("e", 0.0))
        session, effects = update(session, Press("c", 0.0))
        assert session.screen.state == "solved"
        animated, kept, focus = effects
        assert isinstance(animated, Animate)
        assert kept == Keep(Progress({"yala": ("ways",)}))
        assert focus == Focus("lesson-next")
        root = page(session)
        assert root.one("id", "lesson-next").attributes["href"] == "#/learn/yala/height"
        # What is solved again is kept already.
        session, effects = update(after(session, Command.TAKE_BACK), TypeAction("e-", 0.0))
        assert not [effect for effect in effects if isinstance(effect, Keep)]
        assert Clear("typed") in effects

    def test_a_mistake_is_answered_by_its_kind(self):
        session = at("#/learn/yala/ways")
        clockwise, another = (after(session, TypeAction(text, 0.0)) for text in ("e+", "b+"))
        assert "clockwise" in clockwise.screen.told
        assert clockwise.screen.told != another.screen.told == another.screen.step.otherwise
        assert spoken(another).startswith(f"Not yet. {another.screen.told}")
        assert "You: b clockwise to d" in spoken(another)

    @pytest.mark.parametrize("message", [Command.TAKE_BACK, Command.CANCEL, Press("e", 0.0)])
    def test_after_a_mistake_the_step_begins_again(self, message):
        start = at("#/learn/yala/ways")
        session, effects = update(after(start, Point("b"), TypeAction("b+", 0.0)), message)
        assert (session.screen.state, session.screen.told) == ("open", start.screen.told)
        assert session.screen.match == start.screen.match
        assert session.screen.choice == start.screen.choice
        assert session.screen.cursor == "b"
        assert effects == (Focus("board"),)

    def test_nothing_is_chosen_on_a_solved_board(self):
        session = after(at("#/learn/yala/move"), TypeAction("e+", 0.0))
        assert after(session, Press("b", 0.0), TypeAction("b+", 0.0)).screen == session.screen

    def test_a_move_that_cannot_be_is_told(self):
        session = after(at("#/learn/yala/move"), TypeAction("a+", 0.0))
        assert isinstance(session.notice, BadAction)
        assert session.screen.state == "open"
        assert after(session, TypeAction("e+", 0.0)).notice is None

    def test_what_could_go_on_is_played_when_that_is_wanted(self):
        session = at("#/learn/myra/gather")
        session = after(session, *(Press(one, 0.0) for one in ("d4", "gather", "e5", "e6")))
        assert page(session).one("data-do", "play")
        session = after(session, PlayChosen(0.0))
        assert session.screen.state == "wrong"
        assert after(at("#/learn/myra/gather"), PlayChosen(0.0)).screen.match.turns[:] == ()

    def test_a_word_is_called_for_the_learner_alone(self):
        session = at("#/learn/aya/aya")
        assert after(session, Shout(2, "aya", 0.0, 0.0)).screen == session.screen
        assert after(session, Shout(1, "hello", 0.0, 0.0)).screen == session.screen
        assert after(session, Shout(1, "aya", 0.0, 0.0)).screen.state == "solved"
        assert after(session, Shout(1, "oye", 0.0, 0.0)).screen.state == "wrong"

    def test_the_board_answers_questions_and_tells_its_help(self):
        session = after(at("#/learn/yala/wall"), AskBoard("w", 1, 0.0))
        assert spoken(session) == "Walls: none."
        keys = {"has_shift": False, "is_again": False}
        assert board_key(session, "k", "?", 5.0, **keys) == (ShowSolution(5.0),)
        assert board_key(session, "k", "ArrowRight", 5.0, **keys) == (Focus("site-l"),)


class TestBeingShown:
    def test_the_solution_is_played(self):
        session, effects = update(at("#/learn/yala/win"), ShowSolution(0.0))
        assert session.screen.state == "solved"
        assert session.match.rules.format_action(session.match.turns[0].action) == "k+"
        assert isinstance(effects[0], Animate)
        assert after(session, ShowSolution(1.0)) == session

    def test_its_button_stays_so_that_a_second_press_begins_nothing_again(self):
        def buttons(session):
            row = page(session).one("class", "row task-buttons")
            return [node.attributes.get("data-do") for node in row.children]

        before, after_it = at("#/learn/yala/win"), after(at("#/learn/yala/win"), ShowSolution(0.0))
        assert buttons(before).index("show-solution") == buttons(after_it).index("show-solution")
        (shown,) = page(after_it).all("data-do", "show-solution")
        assert shown.attributes["aria-disabled"] == "true"

    def test_a_mistake_is_taken_back_first(self):
        session = after(at("#/learn/yala/win"), TypeAction("e-", 0.0), ShowSolution(0.0))
        assert [turn.entry.action for turn in session.match.turns] == ["k+"]


class TestReplies:
    def test_a_mistake_is_punished_when_it_has_been_seen(self):
        session = at("#/learn/yala/escape")
        assert session.next_wake_ms is None
        session = after(session, Press("b", 0.0), Press("+", 1000.0))
        assert session.next_wake_ms == 1000.0 + REPLY_MS
        assert after(session, Wake(1000.0)) == session
        session, effects = update(session, Wake(session.next_wake_ms))
        assert session.match.position.outcome.winners == {2}
        (effect,) = effects
        assert effect == Animate(session.match.turns[1])
        assert spoken(session).startswith("Light: d clockwise")
        assert session.next_wake_ms is None

    def test_beginning_again_no_reply_is_due(self):
        session, effects = update(at("#/learn/yala/escape"), TypeAction("b+", 0.0))
        assert Focus("lesson-again") in effects
        session = after(session, Command.TAKE_BACK)
        assert session.next_wake_ms is None
        assert not session.screen.replies

    def test_what_nobody_chooses_is_played_after_the_others_have_replied(self):
        session = after(at("#/learn/aya/oye"), Shout(1, "oye", 0.0, 0.0))
        kinds = []
        while session.next_wake_ms is not None:
            session = after(session, Wake(session.next_wake_ms))
            kinds.append(session.match.last_turn.entry.action)
        assert kinds == ["concede", "X"]


class TestTheWayOn:
    def test_after_the_last_step_what_was_left_out_comes(self):
        session = after(
            at("#/learn/yala/finish", solved("yala", "wall", "finish")), ShowSolution(0)
        )
        assert page(session).one("id", "lesson-next").attributes["href"] == "#/learn/yala/wall"

    def test_the_end_of_the_course_leads_to_a_match_against_level_1(self):
        session = at("#/learn/yala/finish", solved("yala", "finish"))
        assert "disabled" in page(session).one("id", "lesson-next").attributes
        session = after(session, ShowSolution(0.0))
        root = page(session)
        assert root.text.count("Now you know YALA.") == 2, "it is seen and heard"
        assert root.one("id", "lesson-next").attributes["data-do"] == "start"
        session = after(session, StartMatch(7, 0.0))
        assert [str(player.controller) for player in session.match.setup.players] == [
            "human",
            "bot:1",
        ]

    def test_the_first_opponent_of_a_race_is_met_without_a_clock(self):
        session = after(at("#/learn/aya/tueftler", solved("aya")), StartMatch(7, 0.0))
        assert dict(session.match.setup.options) == {"move-clock": "off", "refute-clock": "off"}

    def test_the_row_of_steps_tells_which_are_done_and_which_is_here(self):
        kept = Kept().having(Progress({"yala": ("move",)}))
        root = page(at("#/learn/yala/ways", kept))
        labels = [node.attributes["title"] for node in root.one("id", "lesson-steps").all("href")]
        assert labels[:2] == ["Step 1, Your first move, done", "Step 2, Both directions"]
        (here,) = root.one("id", "lesson-steps").all("aria-current", "step")
        assert here.attributes["href"] == "#/learn/yala/ways"


class TestTheOffer:
    BEGUN = Kept().having(Progress({"yala": ("move",)}))

    def test_is_made_on_the_menu_to_who_is_new(self):
        new, later = page(at("#/")), page(at("#/", self.BEGUN))
        assert new.one("href", "#/learn/yala").text == "Start here"
        assert not new.all("href", "#/learn/myra")
        assert not later.all("href", "#/learn/yala")
        assert "Start here" not in later.text

    def test_is_found_behind_the_bar_by_everybody(self):
        new, later = page(at("#/learn")), page(at("#/learn", self.BEGUN))
        count = len(catalog.game_of("yala").lessons.steps)
        assert new.one("href", "#/learn/yala").text == "Lessons"
        told = later.one("href", "#/learn/yala")
        assert told.attributes["aria-label"] == f"Lessons, YALA, 1 of {count}"
        for name in catalog.GAMES:
            assert new.one("href", f"#/rules/{name}").text == "Rules"

    def test_is_made_on_the_form_and_is_a_quiet_link_later(self):
        new, later = page(at("#/setup/yala")), page(at("#/setup/yala", self.BEGUN))
        assert new.one("href", "#/learn/yala").text == "New here? Learn it in 5 minutes"
        quiet = later.one("href", "#/learn/yala")
        assert quiet.text == "Lessons"
        assert "is-quiet" in quiet.attributes["class"]
        assert page(at("#/rules/yala")).one("href", "#/learn/yala").text == "Lessons"

    def test_is_not_made_to_who_has_played(self):
        session = after(Session(), Navigate("#/play/yala?seats=human,human&seed=1", 0.0))
        rules, position = session.match.rules, session.match.position
        action = rules.format_action(position.legal_actions(1)[0])
        session = after(session, TypeAction(action, 1.0))
        assert not page(after(session, Navigate("#/", 0.0))).all("href", "#/learn/yala")
        form = page(after(session, Navigate("#/setup/yala", 0.0)))
        assert form.one("href", "#/learn/yala").text == "Lessons"


class TestKeeping:
    def test_progress_is_read_as_it_was_written(self):
        progress = Progress().with_step("yala", "move").with_step("yala", "ways")
        progress = progress.with_step("myra", "walk")
        assert parse_progress(format_progress(progress)) == progress
        assert progress.with_step("yala", "move") is progress
        assert progress.has("yala", "ways")
        assert not progress.has("myra", "ways")

    @pytest.mark.parametrize("text", [None, "", "{", "[]", "7", '"yala"', '{"yala": 7}'])
    def test_what_is_damaged_is_left_out(self, text):
        assert not parse_progress(text).solved.get("yala")

    def test_what_is_sound_in_it_is_read(self):
        kept = parse_progress('{"yala": ["move", 7, "move"], "myra": null}')
        assert kept == Progress({"yala": ("move",)})
        session = replace(Session(), kept=Kept().having(kept))
        assert after(session, Navigate("#/learn/yala", 0.0)).screen.step.name == "ways"


@pytest.mark.parametrize("step", catalog.game_of("aya").lessons.steps, ids=lambda one: one.name)
def test_a_step_asks_for_calls_as_their_buttons_say_them(step):
    asked = re.findall(
        r"\b(?:[Pp]ress|Call) (?:“(.+?)”|([A-Z]{3})\b)", f"{step.task} {step.otherwise}"
    )
    root = page(at(f"#/learn/aya/{step.name}"))
    free = [
        one.text
        for one in root.walk()
        if "data-shout" in one.attributes and "disabled" not in one.attributes
    ]
    for quoted, word in asked:
        assert any((quoted or word) in text for text in free), (quoted, word, free)
