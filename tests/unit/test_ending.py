"""The end of a match: who won, as the one who played sees it, and what comes next."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pytest

from spieltisch.app.effects import Focus, Go
from spieltisch.app.match.messages import Again, PlayAgain, PlayFrom, Show, TryMistake, TypeAction
from spieltisch.app.match.opening import next_setup
from spieltisch.app.match.review import with_evaluation
from spieltisch.app.messages import Command, Navigate
from spieltisch.games import catalog
from spieltisch.games.myra.view.board import shift
from spieltisch.games.yala.rules.position import SITES
from spieltisch.play.record_link import encode_record
from spieltisch.shell.verbs import deed_message
from spieltisch.table import Evaluation, Player, parse_controller, parse_record
from tests.records import keeping
from tests.unit.asking import after, seen, with_turn
from tests.unit.test_takeback import node
from tests.unit.whole_step import whole_step

RECORD = parse_record(keeping.read("yala-shortest"))
LIGHT_HAS_WON = RECORD.entries
TOP = max(catalog.game_of("yala").bots.levels)


def before_the_end(controllers=("human", "human"), names=("", ""), record=RECORD):
    """A record's match, all but its last turn played."""
    pairs = zip(record.setup.all_players, controllers, names, strict=True)
    players = tuple(
        replace(one, controller=parse_controller(who), name=name) for one, who, name in pairs
    )
    setup = replace(record.setup, players=players)
    cut = replace(record, setup=setup, entries=record.entries[:-1])
    return after(Navigate("#/record/" + encode_record(cut)))


def ended(controllers=("human", "human"), names=("", ""), record=RECORD):
    """The same when the last turn has been played, by whoever it was."""
    session = before_the_end(controllers, names, record)
    last = record.entries[-1]
    if session.match.is_human(last.seat):
        return after(TypeAction(last.action, 99_000.0), session=session)
    played = with_turn(session, last.seat, session.match.rules.parse_action(last.action))
    return after(Command.SHOW_END, session=played)


def card(session):
    """The card beside the board."""
    return seen(session).one("id", "end")


def told_by(session):
    """The sentence on the card, which is the only place where the result is told."""
    sentence = card(session).one("id", "status").text
    assert seen(session).text.count(sentence) == 1 + seen(session).one("id", "live").text.count(
        sentence
    )
    return sentence


def by_class(root):
    """The nodes that have each class name."""
    found = defaultdict(list)
    for one in root.all("class"):
        for name in one.attributes["class"].split():
            found[name].append(one)
    return found


class TestTheCard:
    def test_it_comes_with_the_last_turn_and_the_outcome_is_there_at_once(self):
        session = before_the_end()
        assert not seen(session).all("id", "end")
        session = after(TypeAction(LIGHT_HAS_WON[-1].action, 99_000.0), session=session)
        assert card(session)
        (outcome,) = seen(session).all("data-outcome")
        assert outcome.attributes["data-outcome"] == "2"
        assert "data-settled" in outcome.attributes

    @pytest.mark.parametrize(
        ("controllers", "names", "told", "mood", "celebrated"),
        [
            (("bot:1", "human"), ("", ""), "You win: Ada is walled in and ", "won", True),
            (("bot:1", "human"), ("", "Bo"), "You win: Ada is walled in and ", "won", True),
            (("human", "bot:5"), ("", ""), "You are walled in: none of your ", "lost", False),
            (("human", "human"), ("", ""), "Light wins: Dark ", "told", True),
            (("human", "human"), ("Anna", "Bo"), "Bo wins: Anna ", "told", True),
            (("bot:1", "bot:2"), ("", ""), "Bruno wins: Ada ", "told", False),
        ],
    )
    def test_it_is_told_from_the_side_of_the_one_who_played(
        self, controllers, names, told, mood, celebrated
    ):
        session = ended(controllers, names)
        assert told_by(session).startswith(told)
        assert card(session).attributes["class"] == f"end is-{mood}"
        assert bool(seen(session).all("class", "end-pieces")) is celebrated
        assert f"is-{mood}" in seen(session).one("id", "status").attributes["class"]

    def test_a_draw(self):
        record = parse_record(keeping.read("yala-draw-by-repetition"))
        session = ended(("human", "bot:1"), record=record)
        assert told_by(session).startswith("A draw: ")
        assert card(session).attributes["class"] == "end is-drawn"

    def test_who_plays_alone_has_won_or_not(self):
        for name, told, mood in (
            (
                "aya-tueftler-zoch-master",
                "All cards cleared without a miss: you are an AYA master!",
                "won",
            ),
            ("aya-tueftler-zoch-broken", "The run is over after 3 cards.", "lost"),
        ):
            record = parse_record(keeping.read(name))
            setup = replace(record.setup, players=(Player(),))
            record = replace(record, setup=setup)
            session = after(Navigate("#/record/" + encode_record(record)), Command.SHOW_END)
            assert told_by(session) == told
            assert card(session).attributes["class"] == f"end is-{mood}"
            assert not seen(session).all("class", "end-scores")

    @pytest.mark.parametrize(
        "name", ["aya-aya-oye-zoch-4", "aya-rumkugeln-zoch-6-idle", "aya-turbo-reilly-3"]
    )
    def test_what_is_counted_is_a_table_with_the_winner_first(self, name):
        record = parse_record(keeping.read(name))
        session = after(Navigate("#/record/" + encode_record(record)), Command.SHOW_END)
        outcome = session.match.position.outcome
        rows = card(session).all("class", "is-winner")
        (table,) = seen(session).all("class", "end-scores")
        told = [row.text for row in table.all("scope", "row")]
        assert len(told) == session.match.setup.seats
        first = session.match.setup.all_players[min(outcome.winners) - 1].name
        assert told[0].endswith(first or f"Player {min(outcome.winners)}")
        assert len(rows) == len(outcome.winners)

    def test_its_buttons_are_told_from_those_beside_the_board(self):
        root = seen(ended(("bot:2", "human")))
        for name in ("data-do", "id"):
            told = [one.attributes[name] for one in root.one("id", "end").all(name)]
            assert told
            for one in {*told} - {"close-end"}:
                assert len(root.all(name, one)) == 1

    def test_it_is_closed_and_comes_back(self):
        session = ended()
        for closing in (Command.CANCEL, Command.CLOSE_END, Show(3), Command.EARLIER):
            closed = after(closing, session=session)
            assert not seen(closed).all("id", "end")
            assert seen(closed).all("data-outcome")
            assert card(after(Command.SHOW_END, session=closed))
            assert after(Command.SHOW_END, session=closed).table.browsing is None

    def test_what_is_taken_back_has_not_ended(self):
        session = after(Command.TAKE_BACK, session=ended())
        assert not seen(session).all("id", "end")
        assert after(Command.SHOW_END, session=session).table == session.table
        assert not seen(after(PlayFrom(99), session=session)).all("id", "end")

    def test_a_match_that_was_over_before_is_not_told_anew(self):
        session = after(Navigate("#/record/" + encode_record(RECORD)))
        assert not seen(session).all("id", "end")

    def test_the_review_takes_its_place(self):
        session = ended()
        (button,) = card(session).all("data-do", "look-back")
        session = after(deed_message(node(**button.attributes)), session=session)
        assert not seen(session).all("id", "end")
        assert seen(session).all("id", "review")


class TestPlayingAgain:
    def press(self, session, do):
        """The session after a button of the card, and what the shell has to do."""
        (button,) = card(session).all("data-do", do)
        return whole_step(session, deed_message(node(**button.attributes)))

    def test_a_rematch_is_the_same_but_for_chance(self):
        session = ended(("human", "bot:3"), ("Anna", ""))
        again, effects = whole_step(session, PlayAgain(Again.SAME, 77))
        assert len(again.match.turns) == 0
        assert again.match.setup.all_players == session.match.setup.all_players
        assert again.match.setup.options == session.match.setup.options
        assert Focus("board") in effects
        assert isinstance(effects[0], Go)
        assert session.matches.items() < again.matches.items(), "the one before is still there"
        assert not again.table.shows_end

    def test_it_is_dealt_anew_each_time(self):
        record = parse_record(keeping.read("aya-aya-oye-zoch-2"))
        over = after(Navigate("#/record/" + encode_record(record)))
        dealt = [after(PlayAgain(Again.SAME, seed), session=over).match.setup for seed in (1, 2)]
        assert [setup.seed for setup in dealt] == [1, 2]
        assert dealt[0].start != dealt[1].start

    def test_the_sides_are_swapped_where_they_differ(self):
        session = ended(("human", "bot:3"))
        again, _ = self.press(session, "swap-sides")
        assert [str(one.controller) for one in again.match.setup.all_players] == ["bot:3", "human"]
        alike = ended()
        assert not card(alike).all("data-do", "swap-sides")
        assert after(PlayAgain(Again.SWAPPED, 1), session=alike) == alike

    def test_three_move_on_by_a_seat(self):
        record = parse_record(keeping.read("myra-three-seats"))
        match = after(Navigate("#/record/" + encode_record(record))).match
        players = match.setup.all_players
        names = tuple(replace(one, name=name) for one, name in zip(players, "abc", strict=True))
        moved = next_setup(replace(match, setup=replace(match.setup, players=names)), Again.SWAPPED)
        assert [one.name for one in moved.players] == ["c", "a", "b"]

    def test_in_a_race_all_seats_are_alike(self):
        record = parse_record(keeping.read("aya-aya-oye-zoch-2"))
        session = after(Navigate("#/record/" + encode_record(record)), Command.SHOW_END)
        assert not card(session).all("data-do", "swap-sides")

    def test_who_has_won_may_go_a_level_up(self):
        session = ended(("bot:2", "human"))
        (button,) = card(session).all("data-do", "next-level")
        assert button.text == "Next level: Nora"
        again, _ = self.press(session, "next-level")
        assert [str(one.controller) for one in again.match.setup.all_players] == ["bot:3", "human"]

    @pytest.mark.parametrize(
        "controllers",
        [("human", "bot:2"), (f"bot:{TOP}", "human"), ("human", "human"), ("bot:1", "bot:1")],
    )
    def test_nobody_else_may(self, controllers):
        session = ended(controllers)
        assert next_setup(session.match, Again.HARDER) is None
        assert not card(session).all("data-do", "next-level")
        assert after(PlayAgain(Again.HARDER, 1), session=session) == session

    def test_who_has_lost_may_go_a_level_down(self):
        session = ended(("human", "bot:2"))
        (button,) = card(session).all("data-do", "easier")
        assert button.text == "Easier: Ada"
        again, _ = self.press(session, "easier")
        assert [str(one.controller) for one in again.match.setup.all_players] == ["human", "bot:1"]

    @pytest.mark.parametrize(
        "controllers",
        [("bot:2", "human"), ("human", "bot:1"), ("human", "human"), ("bot:2", "bot:2")],
    )
    def test_there_is_nothing_easier_for_anybody_else(self, controllers):
        session = ended(controllers)
        assert not card(session).all("data-do", "easier")
        assert after(PlayAgain(Again.EASIER, 1), session=session) == session

    def test_nothing_begins_before_the_end_or_by_another_name(self):
        session = before_the_end(("bot:2", "human"))
        for kind in Again:
            assert after(PlayAgain(kind, 1), session=session) == session


class TestALoss:
    """It shows itself: on the board, and by the turn that lost the match."""

    def reviewed(self, shares):
        """A lost match that is evaluated: dark's chances before each turn."""
        session = ended(("human", "bot:2"))
        seats = [turn.seat for turn in session.match.turns]
        for ply, seat in enumerate(seats):
            share = shares.get(ply, 0.05)
            evaluation = Evaluation(
                session.match.show(ply).position, seat, share if seat == 1 else 1 - share, None,
                (session.match.turns[ply].entry.action + "x",),
            )  # fmt: skip
            table = with_evaluation(session.table, session.match, ply, evaluation)
            session = session.on(table)
        return session

    def test_the_turn_that_lost_it_is_looked_for_and_told(self):
        session = ended(("human", "bot:2"))
        assert card(session).one("id", "end-turn").text == "Looking for the turn that lost it …"
        assert not card(session).all("data-do", "try-mistake")
        session = self.reviewed(dict.fromkeys(range(5), 0.9))
        told = card(session).one("id", "end-turn")
        action = session.match.turns[4].entry.action
        assert told.text.startswith(f"Turn 5 lost it: from 90% to 5% ({action}).")
        (button,) = told.all("data-do", "try-mistake")
        (asking,) = told.all("data-do", "share-escape")
        assert asking.attributes["data-arg"] == button.attributes["data-arg"]
        tried = after(TryMistake(int(button.attributes["data-arg"]), 9.0), session=session)
        assert tried.exercise is not None
        assert tried.exercise.match.position.towers == session.match.show(4).position.towers

    def test_where_no_turn_lost_it_nothing_is_to_be_tried(self):
        told = card(self.reviewed({})).one("id", "end-turn")
        assert told.text == "No single turn lost it."
        assert not told.all("data-do", "try-mistake")

    def test_who_has_not_lost_is_told_of_no_turn(self):
        for controllers in (("bot:2", "human"), ("human", "human"), ("bot:1", "bot:2")):
            assert not card(ended(controllers)).all("id", "end-turn")

    def test_walls_and_dead_stones_are_shown_at_the_end_and_only_there(self):
        session = ended(("human", "bot:2"))
        position = session.match.position
        dead = {
            site for site, tower in zip(SITES, position.towers, strict=False) if tower[-1:] == "d"
        }
        walls = {
            site for site, tower in zip(SITES, position.towers, strict=False) if len(tower) == 5
        }
        shown = by_class(seen(session))
        assert {one.attributes["data-site"] for one in shown["is-dead"]} == dead
        shut = [one.attributes["data-site"] for one in shown["is-shut"]]
        assert shut
        assert shut == sorted(shut)
        assert set(shut) <= walls
        for order, site in enumerate(shut, start=1):
            (one,) = shown[f"is-shut-{order}"]
            assert one.attributes["data-site"] == site
        earlier = by_class(seen(after(Command.EARLIER, session=session)))
        assert not {"is-dead", "is-shut"} & earlier.keys()

    def test_a_captured_queen_lies_beside_her_captor(self):
        record = parse_record(keeping.read("myra-two-seats"))
        players = (Player(controller=parse_controller("bot:1")), Player())
        record = replace(record, setup=replace(record.setup, players=players))
        session = after(Navigate("#/record/" + encode_record(record)), Command.SHOW_END)
        assert told_by(session) == "Your queen is captured, and Ada wins."
        (captor,) = seen(session).all("class", "captor")
        taken = next(one for one in session.match.last_turn.events if one.kind == "captured")
        assert captor.attributes["transform"] == shift(taken.sites[-1])
        assert not seen(after(Command.EARLIER, session=session)).all("class", "captor")
