"""The first minute: what an untouched table says, and what a lesson lights."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from spieltisch.app.board.messages import Press, Ready, ShowSolution, TypeAction
from spieltisch.app.core.messages import Command, Navigate, PlayNow
from spieltisch.app.keeping.progress import Progress
from spieltisch.games import catalog
from spieltisch.kit.scene import Scene
from spieltisch.play.record_link import encode_record
from spieltisch.table import parse_record
from tests.records import keeping
from tests.unit.asking import after, seen

TABLES = [
    ("yala?seats=human,bot:2&seed=3", "Towers of five are walls"),
    ("yala?seats=human,human&seed=3", "Towers of five are walls"),
    ("myra?seats=human,bot:1&seed=3", "Capture the other queen"),
    ("myra?seats=human,human,human&seed=3", "last queen on the board"),
    ("aya?seats=human,bot:2&seed=3", "before the others do"),
    ("aya?variant=turbo&seats=human,bot:2&seed=3", "win the most cards"),
    ("aya?variant=kindergarten&seats=human,human&seed=3", "win the most"),
    ("aya?variant=rumkugeln&seats=human,bot:2&seed=3", "get rid of them"),
    ("aya?variant=tueftler&seats=human&seed=3", "Clear all the cards"),
]


def hint(session):
    return seen(session).one("id", "hint").text


@pytest.mark.parametrize(("link", "goal"), TABLES)
def test_an_untouched_table_says_what_it_is_about(link, goal):
    session = after(Navigate(f"#/play/{link}", 0.0))
    assert goal in hint(session)
    match = session.match
    seat = min(match.position.active_seats - {0}, default=None)
    if session.table.timing.gate is None and seat is not None:
        action = match.position.legal_actions(seat)[0]
        played = session.with_match(session.table.match_id, match.play(seat, action))
        assert goal not in hint(played)


def test_a_press_takes_the_goals_place_and_letting_go_brings_it_back():
    session = after(Navigate(f"#/play/{TABLES[0][0]}", 0.0))
    (site, *_) = sorted(session.table.choice.targets)
    chosen = after(Press(site, 0.0), session=session)
    assert TABLES[0][1] not in hint(chosen)
    assert TABLES[0][1] in hint(after(Command.CANCEL, session=chosen))


def test_the_countdown_is_not_about_the_goal():
    session = after(Navigate(f"#/play/{TABLES[4][0]}", 0.0), Ready(1000.0))
    assert TABLES[4][1] not in hint(session)


@pytest.mark.parametrize("game", catalog.GAMES)
def test_every_game_has_a_goal_in_a_line(game):
    entry = catalog.game_of(game)
    assert 10 < len(entry.view.goal(Scene(entry.view.picture_position()))) < 70


SITE = {
    "myra": r"\b[a-k]\d{1,2}\b",
    "yala": r"\b(?:on|onto) ([a-l])\b(?! tower)",
    "aya": r"(?<=\bball )[1-5]\b",
}
"""What a task calls a site, in English."""


CARDS = {
    "table": "first card|light card",
    "seat2.pile": "player 2's card|Player 2 has one card|light card",
}
"""What a task calls a card that is lit."""


def steps():
    for name, game in catalog.GAMES.items():
        for step in game.lessons.steps if game.lessons else ():
            yield pytest.param(name, step, id=f"{name}-{step.name}")


@pytest.mark.parametrize(("game", "step"), list(steps()))
def test_what_a_task_names_is_lit_until_it_is_done_and_nothing_else(game, step):
    if game in SITE:
        named = set(re.findall(SITE[game], step.task))
        cards = set(step.named) & set(CARDS)
        assert named == set(step.named) - {"L", "R"} - cards
        assert all(re.search(CARDS[one], step.task) for one in cards)
        assert cards or not re.search(CARDS["seat2.pile"].split("|")[0], step.task)
    session = after(Navigate(f"#/learn/{game}/{step.name}", 0.0))
    assert lit(session) == len(step.named)
    solved = after(ShowSolution(5000.0), session=session)
    assert lit(solved) == 0


def lit(session):
    names = [one.attributes["class"].split() for one in seen(session).all("class")]
    return sum(bool({"is-told", "lit-name", "is-pointed"} & set(name)) for name in names)


def test_labels_of_empty_pits_are_there_only_for_those_who_want_them():
    for link in ("#/learn/myra", "#/learn/myra/gather"):
        board = seen(after(Navigate(link, 0.0))).one("id", "board")
        assert "is-named" not in board.attributes["class"]


def offered(session):
    """The ways to a lesson beside what an untouched table says."""
    return seen(session).one("id", "hint").all("href")


class TestTheFirstPlayEver:
    @pytest.mark.parametrize("game", catalog.GAMES)
    def test_offers_a_lesson_until_the_first_turn(self, game):
        session = after(Navigate("#/", 0.0), PlayNow(game, 3, 0.0))
        (link,) = offered(session)
        assert link.attributes["href"] == f"#/learn/{game}"
        assert "The first lesson takes a minute" in link.attributes["title"]
        assert not seen(session).all("id", "notice"), "it covers nothing and interrupts nobody"
        match = session.match
        seat = min(match.position.active_seats - {0})
        moved = match.play(seat, match.position.legal_actions(seat)[0])
        played = session.with_match(session.table.match_id, moved)
        assert not offered(played)

    def test_is_not_in_the_way_of_a_choice(self):
        session = after(Navigate("#/", 0.0), PlayNow("yala", 3, 0.0))
        (site, *_) = sorted(session.table.choice.targets)
        assert not offered(after(Press(site, 0.0), session=session))

    def test_the_next_one_does_not(self):
        session = after(Navigate("#/", 0.0), PlayNow("yala", 3, 0.0))
        (site, *_) = sorted(session.table.choice.targets)
        session = after(Press(site, 0.0), session=session)
        (end, *_) = sorted(session.table.choice.targets)
        session = after(
            Press(end, 9000.0), Navigate("#/", 0.0), PlayNow("myra", 4, 0.0), session=session
        )
        assert session.match.game.info.name == "myra"
        assert not offered(session)

    def test_nor_does_it_come_to_who_has_learnt(self):
        session = after(Navigate("#/learn/yala/move", 0.0), ShowSolution(5000.0))
        step = catalog.game_of("yala").lessons.steps[0]
        solved = replace(session.kept.of(Progress), solved={"yala": (step.name,)})
        session = replace(session, kept=session.kept.having(solved))
        assert not offered(after(Navigate("#/", 0.0), PlayNow("aya", 3, 0.0), session=session))

    def test_nor_to_who_has_set_it_up(self):
        session = after(Navigate("#/play/yala?seats=human,bot:2&seed=3", 0.0))
        assert not offered(session)


class TestTheStart:
    """It has one thing to do first."""

    def primary(self, session):
        found = [
            one
            for one in seen(session).all("class")
            if "is-primary" in one.attributes["class"].split()
        ]
        return [one.attributes.get("href") or one.attributes["data-arg"] for one in found]

    def test_a_newcomer_is_led_to_the_shortest_lessons(self):
        lengths = {name: len(game.lessons.steps) for name, game in catalog.GAMES.items()}
        shortest = min(lengths, key=lengths.get)
        session = after(Navigate("#/", 0.0))
        assert self.primary(session) == [f"#/learn/{shortest}"]
        order = [one.attributes["data-arg"] for one in seen(session).all("data-do", "play-now")]
        assert order == list(catalog.GAMES), "as it always stands"
        assert "six people round one phone" in seen(session).one("class", "lead").text

    def test_who_has_played_finds_the_game_played_last(self):
        record = parse_record(keeping.read("yala-shortest"))
        link = "#/record/" + encode_record(replace(record, entries=record.entries[:-1]))
        last = record.entries[-1]
        session = after(Navigate(link, 0.0), TypeAction(last.action, 99_000.0), Navigate("#/", 0.0))
        assert self.primary(session) == ["yala"]
        order = [one.attributes["data-arg"] for one in seen(session).all("data-do", "play-now")]
        assert order == list(catalog.GAMES)

    def test_who_has_a_match_to_go_on_with_finds_that_above(self):
        session = after(Navigate("#/play/yala?seats=human,human&seed=3", 0.0))
        action = session.match.position.legal_actions(
            1 if 1 in session.match.position.active_seats else 2
        )[0]
        session = after(TypeAction(str(action), 9000.0), Navigate("#/", 0.0), session=session)
        assert seen(session).all("class", "latest")
        assert self.primary(session) == []
