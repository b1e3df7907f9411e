"""AYA's calls and moves as people read them: buttons, the place of the call, the list, the news."""

import re

import pytest

from spieltisch.app.board.messages import Shout, TypeAction, Wake
from spieltisch.app.core.messages import Navigate, SetSetting
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.games import catalog
from spieltisch.games.aya.rules.rules import RULES
from spieltisch.games.aya.view import call, sentences
from spieltisch.games.aya.view.call import move_words, shout_words
from spieltisch.games.aya.view.view import VIEW
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Flight, Glow, Scene
from spieltisch.kit.words import ENGLISH, LANGUAGES, words_of
from spieltisch.table import play
from tests.unit.asking import after
from tests.unit.markup_check import check
from tests.unit.races import counted_down

NAMES = Names(("Anna", "Ben", "Clara"))
ACTIONS = ("aya", "oye")
CARDS = "seat1.pile bbyby bbbyy ; seat2.pile bybyb bbbyy ; neutral1 ybyby* ; neutral2 bbbbb*"


def position(duty, track="bb|bbbyy|yy"):
    return RULES.parse_position(f"{track} ; aya-oye zoch seats=2 ; {duty} ; {CARDS}")


def labels(duty, seat):
    return [call.shout_words(position(duty), seat, word, ENGLISH) for word in ACTIONS]


def racing(*messages):
    link = "#/play/aya?seats=human,human,human&names=Anna,Ben,Clara&seed=1"
    session = counted_down(after(Session(), Navigate(link, 0.0)))
    session = after(session, Wake(0), *messages)
    for _ in range(2):
        # The call is decided, and its clock begins to run.
        if not session.table.timing.is_planned_for(session.match) or session.calls_held:
            session = after(session, Wake(max(session.next_wake_ms, 600)))
    return session


class TestButtons:
    """They say what they mean at the moment; there are always two."""

    def test_while_anybody_may_call(self):
        assert labels("call", 1) == ["AYA", "OYE"]

    def test_after_an_oye(self):
        assert labels("refute caller=1", 2) == ["I see one", "I see none"]
        assert labels("refute caller=1", 1) == ["AYA", "OYE"]

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_after_an_oye_what_is_told_names_them(self, language):
        """And nothing that cannot be called: a second OYE."""
        words, at = words_of(language), position("refute caller=1")
        buttons = [shout_words(at, 2, shout, words) for shout in ("aya", "oye")]
        scene = Scene(position=at, names=NAMES, words=words, choice=RULES.choose(at, 2))
        told = sentences.hint(scene)
        assert all(f"{button}" in told for button in buttons)
        assert "AYA" not in told
        assert "OYE" not in told
        assert buttons[0] in (sentences.why_not(scene, "1") or "")

    def test_the_course_names_them_too(self):
        course = catalog.game_of("aya").lessons
        step = next(one for one in course.steps if one.name == "refute")
        for language in LANGUAGES:
            words = words_of(language)
            assert words.gettext("I see one") in words.gettext(step.task)
            assert words.gettext("I see one") in words.gettext(step.otherwise)

    def test_a_second_move_can_be_stopped(self):
        assert labels("move seat=1 second", 1)[1] == "I stop"

    def test_the_page_shows_them(self):
        root = check(page_of(racing(Shout(1, "oye", 500, 500))))
        texts = [
            node.text for node in root.all("data-seat", "2") if "data-shout" in node.attributes
        ]
        assert ["I see one" in texts[0], "I see none" in texts[1]] == [True, True]


class TestTheCall:
    def test_it_is_told_in_its_place(self):
        root = check(page_of(racing(Shout(2, "aya", 500, 500))))
        place = root.one("id", "call")
        assert "Ben: AYA!" in place.text
        assert root.one("role", "timer").text == "5"

    @pytest.mark.parametrize("word", ACTIONS)
    def test_a_seats_head_stays_as_it_is(self, word):
        """A bubble came into it, once, and what stood beside had to make room."""

        def head(session):
            page = page_of(session)
            return re.search(r'<div class="place-head">.*?</div>', page.regions["place-1"])[0]

        assert head(racing(Shout(1, word, 500, 500))) == head(racing())

    def test_who_sees_none_either_has_a_tick_for_a_number(self):
        """It lay over the number and the name."""
        session = after(racing(Shout(1, "oye", 500, 500)), Shout(2, "oye", 900, 900))
        session = after(session, Wake(session.next_wake_ms))
        root = check(page_of(session))
        badges = [root.one("id", f"place-{seat}").all("viewbox", "0 0 40 40") for seat in (1, 2, 3)]
        assert [badge.text for badge, *_ in badges] == ["1", "✓", "3"]

    def test_a_computer_shows_that_it_looks_and_then_says_that_it_sees_none(self):
        link = "#/play/aya?seats=human,bot:1,bot:3&seed=401"
        session = counted_down(after(Session(), Navigate(link, 0.0)))
        session = after(session, Wake(0), Shout(1, "oye", 20, 20))
        seen = []
        while len(session.match.turns) < 3:
            session = after(session, Wake(max(session.next_wake_ms, 20)))
            if not session.match.turns:
                continue
            root = check(page_of(session))
            places = [root.one("id", f"place-{seat}") for seat in (1, 2, 3)]
            said = [[node.text for node in place.all("data-answer")] for place in places]
            if said not in seen:
                seen.append(said)
        sooner, later = (turn.seat for turn in session.match.turns[1:])
        told = {sooner: ["None!"], later: ["…"]}
        assert seen[:2] == [[[], ["…"], ["…"]], [[], told[2], told[3]]]
        assert seen[-1][later - 1] == ["None!"]

    def test_until_a_turn_is_seen_the_eye_has_the_call_and_the_counts_of_before(self):
        session = racing(Shout(1, "aya", 500, 500))
        (called,) = check(page_of(session)).one("id", "call").all("id", "called-1")
        expired = after(session, Wake(session.next_wake_ms))
        assert [turn.seat for turn in expired.match.turns] == [1, 0]
        root = check(page_of(expired))
        still = root.one("id", "call").one("id", "called-1")
        assert still.text == called.text
        assert still.attributes["aria-hidden"] == "true"
        before, now = root.one("id", "scored-1").all("aria-hidden")
        assert before.attributes["class"] == "count-before"
        assert int(before.text) == int(now.text) + 1
        # Of the others nothing has changed, so there is nothing to hold back.
        assert len(root.one("id", "scored-2").all("aria-hidden")) == 1

    def test_the_rim_has_the_callers_colour(self):
        root = check(page_of(racing(Shout(3, "aya", 500, 500))))
        assert "is-seat-3" in root.one("class", "rim-clock is-seat-3").attributes["class"]

    @pytest.mark.parametrize(
        ("kind", "goal"), [("neutral", "hand-1"), ("own", "hand-1"), ("others", "")]
    )
    def test_a_card_goes_to_who_keeps_it(self, kind, goal):
        piles = {
            "own": "seat1.pile bbbyy bbbyy ; seat2.pile ybyby* bbyby ; neutral1 bbbbb*",
            "others": "seat1.pile ybyby* bbyby ; seat2.pile bbbyy bbbyy ; neutral1 bbbbb*",
            "neutral": "seat1.pile ybyby* bbyby ; seat2.pile bbbbb* bbyby ; neutral1 bbbyy",
        }[kind]
        text = f"bb|bybby|yy ; aya-oye zoch seats=2 ; move seat=1 ; {piles} ; neutral2 bbbbb*"
        glow, *flights = VIEW.after_motions(play(RULES, RULES.parse_position(text), 1, "2R"))
        assert glow == Glow(call.ZONE_GLOW)
        assert [flight.goal for flight in flights] == [goal]
        assert all(isinstance(flight, Flight) for flight in flights)

    def test_nothing_glows_where_nothing_matched(self):
        assert VIEW.after_motions(play(RULES, position("call"), 1, "aya")) == ()


class TestTheList:
    def told(self, duty, seat, action):
        return move_words(play(RULES, position(duty), seat, action), NAMES, ENGLISH)

    def test_who_did_what_and_what_came_of_it(self):
        assert self.told("call", 1, "aya") == "Anna: AYA!"
        assert self.told("call", 2, "oye") == "Ben: OYE!"
        assert self.told("refute caller=1", 2, "refute") == "Ben: I see one!"
        assert self.told("move seat=1", 0, "expire") == "Anna: out of time"
        assert self.told("exceptional-move seat=2", 2, "X") == "Ben: exceptional move"
        assert self.told("move seat=1 second", 1, "stop") == "Anna: stops"

    def test_a_move_tells_its_cards(self):
        before = position("move seat=1", "bb|bybby|yy")
        told = {
            move_words(play(RULES, before, 1, move), NAMES, ENGLISH)
            for move in before.legal_actions(1)
            if before.try_move(move).cards
        }
        assert told
        assert all(re.fullmatch(r"Anna: \d (left|right): \d cards?", one) for one in told)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_notation_stands_last_and_can_be_typed(self, language):
        session = after(racing(), SetSetting("language", language), TypeAction("aya", 900))
        root = check(page_of(session))
        move = root.one("id", "move-1")
        assert "Anna" in move.text
        assert move.text.endswith("aya")


def test_the_news_tells_no_pattern_as_letters():
    """What was matched is shown as a card; "matches bbyyy" is not how people speak."""
    before = position("move seat=1", "bb|bybby|yy")
    for move in before.legal_actions(1):
        turn = play(RULES, before, 1, move)
        told = sentences.event_sentence(turn, sentences.told_event(turn), NAMES, words_of("en"))
        assert not re.search(r"\b[by]{5}\b", told)


def test_those_who_listen_are_told_the_cards():
    before = position("move seat=1", "bb|bybby|yy")
    turns = [play(RULES, before, 1, move) for move in before.legal_actions(1)]
    told = [
        sentences.full_sentence(turn, NAMES, ENGLISH)
        for turn in turns
        if sentences.told_event(turn).kind == "matched"
    ]
    assert told
    assert all(re.search(r"Matched: .*(blue|yellow)", one) for one in told)
