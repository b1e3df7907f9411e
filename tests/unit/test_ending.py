"""The end of a match: who won, as the one who played sees it, and what comes next."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pytest

from spieltisch.app.board.exercise import Exercise
from spieltisch.app.board.messages import PlayAgain, PlayFrom, Rematch, Show, TryMistake, TypeAction
from spieltisch.app.board.opening import next_setup
from spieltisch.app.board.review import with_evaluation
from spieltisch.app.core.effects import Focus, Go
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.keeping.solitaires import Solitaires
from spieltisch.app.screens import page_of
from spieltisch.games import catalog
from spieltisch.games.myra.view.board import shift
from spieltisch.games.yala.rules.position import SITES
from spieltisch.games.yala.view.board import lit_walls
from spieltisch.kit.markup import whole
from spieltisch.kit.scene import Light
from spieltisch.play.record_link import encode_record
from spieltisch.shell.events import deed_message
from spieltisch.table import Evaluation, Player, Prospect, parse_controller, parse_record
from tests.records import keeping
from tests.unit.asking import after, said, seen, with_turn
from tests.unit.markup_check import read
from tests.unit.test_playback import played_back
from tests.unit.test_takeback import node
from tests.unit.whole_step import whole_step

RECORD = parse_record(keeping.read("yala-shortest"))
LIGHT_HAS_WON = RECORD.entries
ENDED = ("yala-shortest", "myra-two-seats", "aya-aya-oye-zoch-2", "aya-tueftler-zoch-broken")
TOP = max(catalog.game_of("yala").bots.levels)


def before_the_end(controllers=("human", "human"), names=("", ""), record=RECORD):
    """A record's match, all but its last turn played."""
    pairs = zip(record.setup.all_players, controllers, names, strict=True)
    players = tuple(
        replace(one, controller=parse_controller(who), name=name) for one, who, name in pairs
    )
    setup = replace(record.setup, players=players)
    cut = replace(record, setup=setup, entries=record.entries[:-1])
    return after(Navigate("#/record/" + encode_record(cut), 0.0))


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


def beside_the_board(session, *, holds_end=False):
    """What stands beside the board."""
    page = whole(page_of(session, holds_end=holds_end))
    begin = page.index('<section class="panel"')
    return page[begin : page.index("</main>")]


class TestTheCard:
    def test_it_comes_with_the_last_turn_and_the_outcome_is_there_at_once(self):
        session = before_the_end()
        assert not seen(session).all("id", "end")
        session = after(TypeAction(LIGHT_HAS_WON[-1].action, 99_000.0), session=session)
        assert card(session)
        (outcome,) = seen(session).all("data-outcome")
        assert outcome.attributes["data-outcome"] == "2"
        assert outcome.attributes["id"] == "status"

    @pytest.mark.parametrize("name", ENDED)
    @pytest.mark.parametrize("controllers", [("human", "human"), ("bot:1", "human")])
    def test_until_the_last_turn_has_been_seen_nothing_but_the_board_is_another(
        self, name, controllers
    ):
        record = parse_record(keeping.read(name))
        record = replace(record, setup=replace(record.setup, players=()))
        seats = record.setup.seats
        session = before_the_end(controllers[-seats:], ("", "")[-seats:], record)
        before = beside_the_board(session)
        last = record.entries[-1]
        session = with_turn(session, last.seat, session.match.rules.parse_action(last.action))
        assert session.match.is_over
        assert beside_the_board(session, holds_end=True) == before
        assert beside_the_board(session) != before
        (outcome,) = read(whole(page_of(session, holds_end=True))).all("data-outcome")
        assert "hidden" in outcome.attributes

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

    @pytest.mark.parametrize("name", ["Ann: the first", "a : b : c", "(.*): x", "דנה: ב", "::"])
    def test_a_colon_in_a_name_is_none_of_the_sentence(self, name):
        for names in ((name, "Ben"), ("Ben", name), (name, name)):
            session = ended(names=names)
            (news,) = by_class(card(session))["end-title"]
            (reason,) = by_class(card(session))["end-reason"]
            assert news.text.endswith(" wins: ")
            assert reason.text.endswith(" cannot move any stone.")
            assert news.text + reason.text == told_by(session)

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
            session = after(Navigate("#/record/" + encode_record(record), 0.0), Command.SHOW_END)
            assert told_by(session) == told
            assert card(session).attributes["class"] == f"end is-{mood}"
            assert not seen(session).all("class", "end-scores")

    @pytest.mark.parametrize(
        "name", ["aya-aya-oye-zoch-4", "aya-rumkugeln-zoch-6-idle", "aya-turbo-reilly-3"]
    )
    def test_what_is_counted_is_a_table_with_the_winner_first(self, name):
        record = parse_record(keeping.read(name))
        session = after(Navigate("#/record/" + encode_record(record), 0.0), Command.SHOW_END)
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
        session = after(Navigate("#/record/" + encode_record(RECORD), 0.0))
        assert not seen(session).all("id", "end")

    def test_the_review_takes_its_place(self):
        session = ended()
        (button,) = card(session).all("data-do", "look-back")
        session = after(deed_message(node(**button.attributes), 0.0), session=session)
        assert not seen(session).all("id", "end")
        assert seen(session).all("id", "review")

    @pytest.mark.parametrize("name", ENDED)
    def test_one_button_leads_to_the_review(self, name):
        record = parse_record(keeping.read(name))
        session = after(Navigate("#/record/" + encode_record(record), 0.0), Command.SHOW_END)
        ways = [len(seen(session).all("data-do", do)) for do in ("look-back", "review")]
        assert ways in ([1, 0], [0, 0])
        closed = after(Command.CLOSE_END, session=session)
        assert [len(seen(closed).all("data-do", do)) for do in ("look-back", "review")] == [
            0,
            ways[0],
        ]

    def test_beside_it_there_is_no_analysis_unless_one_is_open(self):
        session = ended()
        assert not seen(session).all("data-do", "analyse")
        closed = after(Command.CLOSE_END, session=session)
        assert seen(closed).all("data-do", "analyse")
        opened = after(Command.ANALYSE, Command.SHOW_END, session=closed)
        (button,) = seen(opened).all("data-do", "analyse")
        assert button.attributes["aria-pressed"] == "true"


def alone(helps=0):
    """A solitaire match that was won: all its cards are cleared, the last by a person."""
    record = parse_record(keeping.read("aya-tueftler-zoch-master"))
    session = before_the_end(("human",), ("",), record)
    match = replace(session.match, helps=helps)
    session = session.with_table(session.table, match)
    return after(TypeAction(record.entries[-1].action, 999_000.0), session=session)


class TestAlone:
    def test_who_was_not_helped_is_a_master_and_has_a_best_run(self):
        session = alone()
        assert told_by(session).endswith("you are an AYA master!")
        assert session.kept.of(Solitaires)
        # The balls rain, which are nobody's.
        (rain,) = seen(session).all("class", "end-pieces")
        assert {one.attributes["href"] for one in rain.all("href")} == {
            "#aya-ball-b",
            "#aya-ball-y",
        }

    def test_what_was_helped_is_no_mastery_and_no_best_run(self):
        session = alone(helps=1)
        assert told_by(session) == "All cleared, with help."
        assert "master" not in said(session)
        # Nor when it is played back.
        _, again = played_back(session)
        assert said(again).endswith("All cleared, with help.")
        assert not session.kept.of(Solitaires)
        assert not seen(session).all("class", "end-pieces")


class TestALostRace:
    def lost(self, own):
        record = parse_record(keeping.read("aya-aya-oye-zoch-2"))
        players = tuple(
            Player(controller=parse_controller("human" if seat == own else "bot:2"))
            for seat in (1, 2)
        )
        record = replace(record, setup=replace(record.setup, players=players))
        return after(Navigate("#/record/" + encode_record(record), 0.0), Command.SHOW_END)

    def test_it_speaks_to_who_has_lost_and_says_where(self):
        session = self.lost(1)
        assert told_by(session) == "You have lost to Bruno, who has 11 cards: a pile is used up."
        wrong = next(one for one in session.match.calls if one.seat == 1 and not one.is_right)
        told = card(session).one("id", "end-turn")
        assert told.text.startswith(f"Move {wrong.number} cost you: OYE, ")
        (button,) = told.all("data-do", "branch-off")
        again = after(deed_message(node(**button.attributes), 0.0), session=session)
        assert again.match.shown == wrong.number - 1
        assert not again.match.is_over

    def test_who_has_won_is_told_of_no_call(self):
        session = self.lost(2)
        assert told_by(session) == "You win with 11 cards: a pile is used up."
        assert not card(session).all("id", "end-turn")

    def test_who_has_called_nothing_wrong_is_told_so(self):
        session = self.lost(1)
        calls = tuple(one for one in session.match.calls if one.seat != 1 or one.is_right)
        match = replace(session.match)
        vars(match)["calls"] = calls
        session = replace(session, matches={**session.matches, session.table.match_id: match})
        told = card(session).one("id", "end-turn")
        assert told.text == "None of your calls was wrong. Others were faster."


class TestPlayingAgain:
    def press(self, session, do):
        """The session after a button of the card, and what the shell has to do."""
        (button,) = card(session).all("data-do", do)
        return whole_step(session, deed_message(node(**button.attributes), 0.0))

    def test_a_rematch_is_the_same_but_for_chance(self):
        session = ended(("human", "bot:3"), ("Anna", ""))
        again, effects = whole_step(session, PlayAgain(Rematch.SAME, 77, 0.0))
        assert len(again.match.turns) == 0
        assert again.match.setup.all_players == session.match.setup.all_players
        assert again.match.setup.options == session.match.setup.options
        assert Focus("board") in effects
        assert isinstance(effects[0], Go)
        assert session.matches.items() < again.matches.items(), "the one before is still there"
        assert not again.table.shows_end

    def test_it_is_dealt_anew_each_time(self):
        record = parse_record(keeping.read("aya-aya-oye-zoch-2"))
        over = after(Navigate("#/record/" + encode_record(record), 0.0))
        dealt = [
            after(PlayAgain(Rematch.SAME, seed, 0.0), session=over).match.setup for seed in (1, 2)
        ]
        assert [setup.seed for setup in dealt] == [1, 2]
        assert dealt[0].start != dealt[1].start

    def test_the_sides_are_swapped_where_they_differ(self):
        session = ended(("human", "bot:3"))
        again, _ = self.press(session, "swap-sides")
        assert [str(one.controller) for one in again.match.setup.all_players] == ["bot:3", "human"]
        alike = ended()
        assert not card(alike).all("data-do", "swap-sides")
        assert after(PlayAgain(Rematch.SWAPPED, 1, 0.0), session=alike) == alike

    def test_three_move_on_by_a_seat(self):
        record = parse_record(keeping.read("myra-three-seats"))
        match = after(Navigate("#/record/" + encode_record(record), 0.0)).match
        players = match.setup.all_players
        names = tuple(replace(one, name=name) for one, name in zip(players, "abc", strict=True))
        moved = next_setup(
            replace(match, setup=replace(match.setup, players=names)), Rematch.SWAPPED
        )
        assert [one.name for one in moved.players] == ["c", "a", "b"]

    def test_in_a_race_all_seats_are_alike(self):
        record = parse_record(keeping.read("aya-aya-oye-zoch-2"))
        session = after(Navigate("#/record/" + encode_record(record), 0.0), Command.SHOW_END)
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
        assert next_setup(session.match, Rematch.HARDER) is None
        assert not card(session).all("data-do", "next-level")
        assert after(PlayAgain(Rematch.HARDER, 1, 0.0), session=session) == session

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
        assert after(PlayAgain(Rematch.EASIER, 1, 0.0), session=session) == session

    def test_nothing_begins_before_the_end_or_by_another_name(self):
        session = before_the_end(("bot:2", "human"))
        for kind in Rematch:
            assert after(PlayAgain(kind, 1, 0.0), session=session) == session


class TestALoss:
    """It shows itself: on the board, and by the turn that lost the match."""

    def reviewed(self, shares):
        """A lost match that is evaluated: dark's chances before each turn."""
        session = ended(("human", "bot:2"))
        seats = [turn.seat for turn in session.match.turns]
        for ply, seat in enumerate(seats):
            share = shares.get(ply, 0.05)
            other = session.match.turns[ply].entry.action + "x"
            line = Prospect(share if seat == 1 else 1 - share, None, (other,))
            evaluation = Evaluation(session.match.show(ply).position, seat, (line,))
            table = with_evaluation(session.table, session.match, ply, evaluation)
            session = session.on(table)
        return session

    def test_the_turn_that_lost_it_is_looked_for_and_told(self):
        session = ended(("human", "bot:2"))
        assert card(session).one("id", "end-turn").text == "Looking for the move that lost it …"
        assert not card(session).all("data-do", "try-mistake")
        session = self.reviewed(dict.fromkeys(range(5), 0.9))
        told = card(session).one("id", "end-turn")
        action = session.match.turns[4].entry.action
        assert told.text.startswith(f"Move 5 lost it: from 90% to 5% ({action}).")
        (button,) = told.all("data-do", "try-mistake")
        (asking,) = card(session).all("data-do", "share-escape")
        assert asking.attributes["data-arg"] == button.attributes["data-arg"]
        tried = after(TryMistake(int(button.attributes["data-arg"]), 9.0), session=session)
        assert tried.on_screen(Exercise) is not None
        assert tried.screen.match.position.towers == session.match.show(4).position.towers

    def test_where_no_turn_lost_it_nothing_is_to_be_tried(self):
        told = card(self.reviewed({})).one("id", "end-turn")
        assert told.text == "No single move lost it."
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
        # They light up one after the other, round the ring.
        lit = lit_walls(position)
        assert lit
        assert list(lit) == sorted(lit)
        assert set(lit) <= walls
        marks = [one.attributes["data-after"] for one in shown["wall-light"]]
        assert sorted(marks) == sorted(lit.values()) == [f"wall-{n + 1}" for n in range(len(lit))]
        last = session.match.last_turn
        assert session.match.game.view.after_motions(last) == tuple(map(Light, lit.values()))
        earlier = by_class(seen(after(Command.EARLIER, session=session)))
        assert not {"is-dead", "wall-light"} & earlier.keys()

    def test_a_captured_queen_lies_beside_her_captor(self):
        record = parse_record(keeping.read("myra-two-seats"))
        players = (Player(controller=parse_controller("bot:1")), Player())
        record = replace(record, setup=replace(record.setup, players=players))
        session = after(Navigate("#/record/" + encode_record(record), 0.0), Command.SHOW_END)
        assert told_by(session) == "Your queen is captured, and Ada wins."
        (captor,) = seen(session).all("class", "captor")
        taken = next(one for one in session.match.last_turn.events if one.kind == "captured")
        assert captor.attributes["transform"] == shift(taken.sites[-1])
        assert not seen(after(Command.EARLIER, session=session)).all("class", "captor")


@pytest.mark.parametrize("name", ENDED)
def test_the_next_match_is_called_by_one_word_on_the_card_and_beside_the_result(name):
    record = parse_record(keeping.read(name))
    open_card = ended(["human"] * record.setup.seats, [""] * record.setup.seats, record)
    closed = after(Command.CLOSE_END, session=open_card)
    on_card, *more = seen(open_card).all("data-do", "rematch")
    assert not more
    (beside,) = seen(closed).all("data-do", "rematch")
    assert beside.text == on_card.text == "Rematch"
