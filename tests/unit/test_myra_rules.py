"""Myra's rules, one by one (docs/rules.md, Myra; quotes are from the source text)."""

from __future__ import annotations

import pytest

from spieltisch.games.myra.rules.core import (
    FORTRESS,
    MOVE,
    NO_PIECES,
    PASS,
    Board,
    actions,
    can_act,
    is_legal,
    make,
)
from spieltisch.games.myra.rules.hexagon import BOARD, mask_of, sites
from spieltisch.games.myra.rules.position import MyraPosition, Piece
from spieltisch.games.myra.rules.rules import RULES, STARTS, PieceEvent
from spieltisch.table import Ending, Event, IllegalActionError, Outcome, Setup, SetupError
from spieltisch.table import play as table_play
from spieltisch.table.perft import perft


def events(before: MyraPosition, action: str) -> tuple[Event, ...]:
    """What an action of the seat to act brings about."""
    return table_play(RULES, before, before.to_act, RULES.parse_action(action)).events


def position(one: str, two: str = "Qk11 r0", three: str | None = None, seat: int = 1):
    """A position from fields whose pieces may come in any order."""
    fields = []
    for field in (one, two) if three is None else (one, two, three):
        pieces, reserve = field.split(" ")
        in_order = sorted(pieces.split(","), key=_site_order)
        fields.append(f"{','.join(in_order)} {reserve}")
    return RULES.parse_position(" / ".join(fields) + f" ; {seat}")


def _site_order(piece: str) -> tuple[str, int]:
    return (piece[1:2], int(piece[2:] or 0))


def legal(position: MyraPosition, *starts: str) -> set[str]:
    """The texts of the legal actions, those that begin in one of some ways."""
    texts = {str(action) for action in position.legal_actions(position.to_act)}
    return {text for text in texts if not starts or text.startswith(starts)}


def play(position: MyraPosition, *texts: str) -> MyraPosition:
    for text in texts:
        position = position.apply(position.to_act, RULES.parse_action(text))
    return position


def leaves(board: Board, depth: int) -> int:
    """Perft of the core, which lists the last actions and does not make them."""
    found = actions(board)
    return len(found) if depth == 1 else sum(leaves(make(board, a), depth - 1) for a in found)


def text(position: MyraPosition) -> str:
    return RULES.format_board(position)


def is_refused(position: MyraPosition, action: str) -> bool:
    with pytest.raises(IllegalActionError) as caught:
        play(position, action)
    return caught.value.why == "it is not among the legal actions"


class TestStart:
    """ "Die Anfangsaufstellung für zwei Spieler ist in gegenüberliegenden Ecken, die für drei
    Spieler in jeder zweiten Ecke"; queen, two fours, three threes, four twos."""

    def test_seat_1_starts_at_a1_as_the_rules_print_it(self):
        for start in STARTS.values():
            assert start.startswith("Qa1,4a2,3a3,2a4,4b1,3b2,2b3,3c1,2c2,2d1 r25 / ")

    @pytest.mark.parametrize(("seats", "corners"), [(2, ["a1", "k11"]), (3, ["a1", "f11", "k6"])])
    def test_queens_start_in_corners_with_25_soldiers_and_25_in_reserve(self, seats, corners):
        start = RULES.parse_position(STARTS[seats])
        assert [start.queen(seat) for seat in start.seats] == corners
        for seat in start.seats:
            assert (start.soldiers(seat), start.reserve(seat)) == (25, 25)

    @pytest.mark.parametrize(("seats", "count"), [(2, 47_089), (3, 47_055)])
    def test_perft(self, seats, count):
        start = RULES.parse_position(STARTS[seats])
        assert leaves(start.board, 1) == perft(start, 1) == 217
        assert leaves(start.board, 2) == perft(start, 2) == count

    @pytest.mark.soak
    @pytest.mark.parametrize(("seats", "count"), [(2, 12_984_252), (3, 10_196_179)])
    def test_perft_3_is_as_the_plain_engine_counted_it(self, seats, count):
        assert leaves(RULES.parse_position(STARTS[seats]).board, 3) == count

    def test_dealing_needs_no_chance(self):
        setup = Setup("myra", seats=3)
        assert RULES.deal(setup, lambda items: None) == STARTS[3]
        assert RULES.arrange(setup, "a1") == RULES.arrange(setup, "") == STARTS[3]

    def test_the_start_must_be_a_position_of_as_many_seats_that_is_not_over(self):
        assert text(RULES.initial_position(Setup("myra", start=STARTS[2]))) == STARTS[2]
        for start in ("", "Qa1", STARTS[3], "Qa1 r0 / - r0 ; 1"):
            with pytest.raises(SetupError):
                RULES.initial_position(Setup("myra", start=start))
        with pytest.raises(SetupError):
            RULES.initial_position(Setup("myra", seats=4, start=STARTS[2]))

    def test_there_is_no_start_for_four(self):
        four = Setup("myra", seats=4)
        for begin in (lambda: RULES.deal(four, lambda _: None), lambda: RULES.arrange(four, "")):
            with pytest.raises(SetupError) as caught:
                begin()
            assert caught.value.field == "seats"


class TestMove:
    """1) Ziehen."""

    def test_the_queen_goes_to_a_neighbouring_pit_only(self):
        """ "Die Königin ... nur in eine benachbarte Mulde"."""
        assert legal(position("Qf6 r0")) == {
            "Qf6-e5", "Qf6-e6", "Qf6-f5", "Qf6-f7", "Qf6-g6", "Qf6-g7",
        }  # fmt: skip
        assert is_refused(position("Qf6 r0"), "Qf6-f8")

    def test_a_single_soldier_goes_to_a_neighbouring_pit_only(self):
        """ "einzelne Soldaten können nur in eine benachbarte Mulde ziehen"."""
        assert legal(position("Qa1,1f6 r0"), "1f6") == {
            "1f6-e5", "1f6-e6", "1f6-f5", "1f6-f7", "1f6-g6", "1f6-g7",
        }  # fmt: skip

    @pytest.mark.parametrize(("soldiers", "ends"), [(2, 18), (3, 36), (4, 60)])
    def test_a_troop_goes_as_far_as_it_is_strong_or_less(self, soldiers, ends):
        """ "entsprechend ihrer Anzahl soviel Mulden entfernt (oder weniger)"."""
        assert len(legal(position(f"Qk6,{soldiers}f6 r0"), f"{soldiers}f6-")) == ends

    def test_the_way_may_wind(self):
        """ "er kann sich auch winden"."""
        walled = position("Qa1,1e5,1e6,1f7,3f6 r0")
        assert "3f6-f8" in legal(walled)
        assert "3f6-e7" not in legal(walled)
        assert walled.walk(RULES.parse_action("3f6-f8")) == ("f6", "g7", "g8", "f8")

    def test_nothing_own_or_foreign_stands_in_the_way(self):
        """ "weder eigene oder fremde Soldaten oder Trupps im Weg"."""
        own = position("Qa1,1a4,1a6,1b4,1b7,1c5,1c6,1c7,2b5,5b6 r0")
        assert "2b5-a5" in legal(own)
        assert "2b5-c8" not in legal(own)
        shut_in = position("Qk6,4a1,5a2,5b1,5b2 r0")
        assert legal(shut_in, "4a1") == set()
        foreign = position("Qk6,4a1 r0", "5a2,5b1,5b2,Qk11 r0")
        assert legal(foreign, "4a1") == set()
        assert is_refused(foreign, "4a1-a3")

    @pytest.mark.parametrize("enemy", [1, 2, 3, 4])
    def test_an_enemy_troop_of_any_size_is_captured_whole(self, enemy):
        """ "egal wie groß"."""
        before = position("Qa1,1f6 r7", f"{enemy}f7,Qk11 r3")
        assert text(play(before, "1f6xf7")) == "Qa1,1f7 r7 / Qk11 r3 ; 2"
        assert events(before, "1f6xf7") == (
            PieceEvent("moved", 1, ("f6", "f7")),
            PieceEvent("captured", 1, ("f7",), target=2, count=enemy),
        )

    def test_a_capture_ends_a_walk(self):
        before = position("Qa1,3f6 r0", "2f8,1f9,Qk11 r0")
        assert legal(before, "3f6x") == {"3f6xf8"}
        assert is_refused(before, "3f6xf9")

    def test_the_queen_captures_too(self):
        """ "Die Königin kann auch schlagen"."""
        assert "Qf6xf7" in legal(position("Qf6 r0", "4f7,Qk11 r0"))
        assert text(play(position("Qf6 r0", "4f7,Qk11 r0"), "Qf6xf7")) == "Qf7 r0 / Qk11 r0 ; 2"
        assert play(position("Qf6 r0", "Qf7 r0"), "Qf6xf7").outcome is not None

    def test_a_fortress_cannot_be_captured(self):
        """ "sie können aber auch nicht geschlagen werden!" """
        before = position("Qf6,4e6 r0", "5f7,Qk11 r0")
        assert legal(before, "Qf6x", "4e6x") == set()
        assert is_refused(before, "4e6xf7")
        assert is_refused(before, "Qf6xf7")

    def test_a_fortress_moves_and_captures_only_in_parts(self):
        """ "diese als Ganzes nicht ziehen, sondern sich entweder nur abbauen oder abketten"."""
        before = position("Qa1,5f6 r0", "1f7,Qk11 r0")
        assert {t[0] for t in legal(before, "1f6-", "2f6-", "3f6-", "4f6-", "5f6")} == set("1234")
        assert legal(before, "f6<") != set()
        assert is_refused(before, "5f6-f5")
        assert is_refused(before, "5f6xf7")
        assert not any("x" in t for t in legal(before))

    def test_no_own_piece_is_captured_and_no_enemy_built_on(self):
        before = position("Qa1,1f5,1f6 r0", "1f7,Qk11 r0")
        assert is_refused(before, "1f6xf5")
        assert is_refused(before, "1f6xe6")
        assert is_refused(before, "1f6-f7")

    def test_only_own_pieces_act_and_no_more_than_there_are(self):
        before = position("Qa1,2f6 r0", "1f7,Qk11 r0")
        assert is_refused(before, "1f7-f8")
        assert is_refused(before, "Qk11-k10")
        assert is_refused(before, "3f6-f5")
        assert is_refused(before, "1a1-a2")


class TestBuild:
    """2) Aufbauen."""

    def test_a_troop_joins_an_own_troop_within_its_reach(self):
        before = position("Qa1,2f6,1f8 r0")
        assert text(play(before, "2f6-f8")) == "Qa1,3f8 r0 / Qk11 r0 ; 2"
        assert events(before, "2f6-f8") == (
            PieceEvent("moved", 1, ("f6", "f7", "f8"), count=2),
            Event("built", 1, ("f8",), count=3),
        )
        assert "1f8-f6" not in legal(before)

    def test_never_more_than_five_lie_in_a_pit(self):
        """ "nie mehr als fünf Kugeln in einer Mulde"."""
        before = position("Qa1,3f6,3f7,2f8 r0")
        assert legal(before, "3f6-f") & {"3f6-f7", "3f6-f8"} == {"3f6-f8"}
        assert is_refused(before, "3f6-f7")
        assert "2f8-f7" in legal(before)

    def test_five_together_are_a_fortress(self):
        after = play(position("Qa1,4f6,1f7 r0"), "4f6-f7")
        assert after.pieces["f7"].is_fortress
        assert not after.pieces["a1"].is_fortress

    def test_the_queen_is_always_alone(self):
        """ "Die Königin kann sich nicht aufbauen, sie liegt immer alleine"."""
        before = position("Qf6,1f7 r0")
        assert legal(before, "Qf6-f7", "1f7-f6") == set()
        assert is_refused(before, "Qf6-f7")
        assert is_refused(before, "1f7-f6")


class TestSplit:
    """3) Abbauen."""

    def test_a_part_goes_as_far_as_the_part_is_strong(self):
        """ "mit diesem reduzierten Trupp auch nur bis zu dessen Anzahl (oder weniger)"."""
        before = position("Qk6,4f6 r0")
        for part, ends in ((1, 6), (2, 18), (3, 36)):
            assert len(legal(before, f"{part}f6-")) == ends
        assert is_refused(before, "1f6-f8")
        assert text(play(before, "3f6-f9")) == "1f6,3f9,Qk6 r0 / Qk11 r0 ; 2"
        assert events(before, "3f6-f8") == (
            PieceEvent("moved", 1, ("f6", "f7", "f8"), count=3),
            Event("split", 1, ("f6",), count=1),
        )

    def test_one_to_four_leave_a_fortress(self):
        before = position("Qk6,5f6 r0")
        assert [len(legal(before, f"{part}f6-")) for part in range(1, 6)] == [6, 18, 36, 60, 0]
        assert text(play(before, "4f6-f2")) == "4f2,1f6,Qk6 r0 / Qk11 r0 ; 2"

    def test_a_part_may_build(self):
        """Ruling."""
        before = position("Qa1,3f6,3f7 r0")
        assert legal(before, "1f6-f7", "2f6-f7", "3f6-f7") == {"1f6-f7", "2f6-f7"}
        assert text(play(before, "2f6-f7")) == "Qa1,1f6,5f7 r0 / Qk11 r0 ; 2"

    def test_a_part_cannot_capture(self):
        """ "hierbei kann nicht geschlagen werden!" """
        before = position("Qa1,3f6 r0", "1f7,Qk11 r0")
        assert legal(before, "1f6x", "2f6x", "3f6x") == {"3f6xf7"}
        assert is_refused(before, "2f6xf7")


class TestGather:
    """4) Aufketten."""

    ROW = "Qa1,1f3,1f4,1f5,1f6,1f7,1f8 r0"

    def test_single_soldiers_in_a_row_are_collected_into_the_last_pit(self):
        """ "alle benachbarten Kugeln nacheinander sammelt und in die letzte Mulde legt"."""
        before = position("Qa1,1b4,1c5,1d6 r0")
        assert text(play(before, "b4>c5>d6")) == "Qa1,3d6 r0 / Qk11 r0 ; 2"
        assert legal(before, "b4>", "c5>", "d6>") == {"b4>c5>d6", "d6>c5>b4"}

    def test_the_chain_need_not_be_as_long_as_it_could_be(self):
        """Ruling; and five are the most that a pit holds."""
        chains = {t for t in legal(position(self.ROW)) if ">" in t}
        assert "f3>f4>f5" in chains
        assert "f3>f4>f5>f6>f7" in chains
        assert {t.count(">") + 1 for t in chains} == {3, 4, 5}
        assert len(chains) == 2 * (4 + 3 + 2)

    def test_the_chain_may_bend(self):
        """Ruling."""
        assert "b4>b5>c6>d6" in legal(position("Qa1,1b4,1b5,1c6,1d6 r0"))

    def test_a_branch_is_no_chain(self):
        star = position("Qa1,1e5,1f6,1f7,1g6 r0")
        assert {t for t in legal(star) if ">" in t} == {
            "e5>f6>f7", "f7>f6>e5", "e5>f6>g6", "g6>f6>e5", "f7>f6>g6", "g6>f6>f7",
        }  # fmt: skip
        assert is_refused(star, "f7>f6>g6>g5")

    def test_troops_queens_and_enemies_are_not_gathered(self):
        """ "Die Königin kann nicht aufgekettet werden"."""
        before = position("1f4,2f5,1f6,1f7,Qf8 r0", "1f3,Qk11 r0")
        assert not any(">" in t for t in legal(before))
        assert is_refused(before, "f4>f5>f6")
        assert is_refused(before, "f6>f7>f8")
        assert is_refused(before, "f3>f4>f5")

    def test_the_same_soldiers_into_the_same_pit_are_one_action_with_the_smallest_text(self):
        before = position("Qa1,1f5,1f6,1g6 r0")
        assert legal(before, "f", "g") == {"f5>f6>g6", "f5>g6>f6", "f6>g6>f5"}
        for spelling in ("g6>f6>f5", "f6>g6>f5"):
            action = RULES.parse_action(spelling)
            assert str(action) == "f6>g6>f5"
            assert text(before.apply(1, action)) == "Qa1,3f5 r0 / Qk11 r0 ; 2"

    def test_gathering_two_is_building_one_on_its_neighbour(self):
        """ "Two actions that lead to the same position are one action": its text is 1f5-f6."""
        before = position("Qa1,1f5,1f6 r0")
        assert legal(before, "1f5-f6", "f5>f6") == {"1f5-f6"}
        action = RULES.parse_action("f5>f6")
        assert action == RULES.parse_action("1f5-f6")
        assert text(before.apply(1, action)) == "Qa1,2f6 r0 / Qk11 r0 ; 2"


class TestSow:
    """5) Abketten."""

    def test_one_soldier_each_is_laid_on_a_chain_of_empty_pits(self):
        before = position("Qa1,3f6 r0")
        assert text(play(before, "f6<f7<f8<g9")) == "Qa1,1f7,1f8,1g9 r0 / Qk11 r0 ; 2"
        assert before.walk(RULES.parse_action("f6<f7<f8<g9")) == ("f6", "f7", "f8", "g9")

    @pytest.mark.parametrize(("soldiers", "sets"), [(1, 0), (2, 24), (3, 102), (4, 426), (5, 1762)])
    def test_all_of_a_troop_or_fortress_are_laid_out(self, soldiers, sets):
        """ "bis die ursprüngliche Truppenstärke aufgebraucht ist". Straight to a1 or k11 a queen
        is in the way of five."""
        sown = legal(position(f"Qa1,{soldiers}f6 r0"), "f6<")
        assert {t.count("<") for t in sown} <= {soldiers}
        assert len(sown) == sets

    def test_all_must_find_an_empty_pit(self):
        pocket = position("Qk6,3a1,5a3,5b3,5c1,5c2,5c3 r0")
        assert legal(pocket, "a1<") == {"a1<a2<b2<b1"}
        smaller = position("Qk6,3a1,5a3,5b2,5b3,5c1,5c2 r0")
        assert legal(smaller, "a1<") == set()

    def test_sowing_neither_captures_nor_builds(self):
        """ "Auch hierbei kann nicht geschlagen werden"."""
        before = position("Qa1,2f6,1f7 r0", "1f5,Qk11 r0")
        assert is_refused(before, "f6<f5<e4")
        assert is_refused(before, "f6<f7<f8")

    def test_only_the_whole_troop_is_sown(self):
        before = position("Qa1,3f6 r0")
        assert is_refused(before, "f6<f7<f8")

    def test_the_same_pits_are_one_action_with_the_smallest_text(self):
        before = position("Qa1,2f6 r0")
        assert legal(before, "f6<f5", "f6<e5<f5") == {
            "f6<e5<f5",
            "f6<f5<f4",
            "f6<f5<e4",
            "f6<f5<g5",
            "f6<f5<g6",
        }
        assert str(RULES.parse_action("f6<f5<e5")) == "f6<e5<f5"

    def test_the_own_pit_is_left_empty(self):
        assert "f6" not in play(position("Qa1,2f6 r0"), "f6<f7<g7").pieces


class TestProduce:
    """6) Produzieren."""

    def test_one_soldier_comes_from_the_reserve_next_to_the_own_queen(self):
        before = position("Qf6,1f7 r2", "1f5,Qk11 r0")
        assert legal(before, "+") == {"+e5", "+e6", "+g6", "+g7"}
        assert text(play(before, "+e5")) == "1e5,Qf6,1f7 r1 / 1f5,Qk11 r0 ; 2"

    def test_not_without_a_reserve_an_empty_pit_or_the_queen(self):
        before = position("Qf6,1f7 r2", "Qk11 r0")
        assert is_refused(before, "+f7")
        assert is_refused(before, "+f8")
        assert is_refused(position("Qf6 r0"), "+f7")


class TestEnd:
    def test_with_two_seats_capturing_the_queen_wins(self):
        """ "das Spiel beendet, wenn es einer Partei gelingt, die gegnerische Königin zu
        schlagen"."""
        before = position("Qa1,2f6 r0", "2d4,Qf8 r3")
        after = play(before, "2f6xf8")
        assert after.outcome == Outcome(frozenset({1}), "queen-captured")
        assert after.fallen == {2}
        assert after.active_seats == frozenset()
        assert after.legal_actions(1) == after.legal_actions(2) == ()
        assert text(after) == "Qa1,2f8 r0 / 2d4 r3 ; 1"
        assert events(before, "2f6xf8") == (
            PieceEvent("moved", 1, ("f6", "f7", "f8"), count=2),
            PieceEvent("captured", 1, ("f8",), target=2, is_queen=True),
            Event("eliminated", 1, ("f8",), target=2),
            Ending("won", 1, reason="queen-captured"),
        )
        with pytest.raises(IllegalActionError, match="the match is over"):
            after.apply(1, RULES.parse_action("Qa1-a2"))

    def test_a_seat_acts_on_its_turn_only(self):
        before = position("Qa1 r0")
        with pytest.raises(IllegalActionError, match="another seat's turn"):
            before.apply(2, RULES.parse_action("Qk11-k10"))
        assert before.legal_actions(2) == ()


class TestThreeSeats:
    """ "so fallen dem Spieler, der zuerst eine der feindlichen Königinnen schlägt, deren Soldaten
    und Trupps zu, die sich noch auf dem Spielbrett befinden"."""

    BEFORE = ("Qa1,2f6 r4", "3c3,Qf8,5h8 r9", "1d4,Qk6 r2")

    def test_the_captor_takes_over_the_soldiers_on_the_board(self):
        before = position(*self.BEFORE)
        after = play(before, "2f6xf8")
        assert text(after) == "Qa1,3c3,2f8,5h8 r4 / - r0 / 1d4,Qk6 r2 ; 3"
        assert after.outcome is None
        assert after.fallen == {2}
        assert events(before, "2f6xf8") == (
            PieceEvent("moved", 1, ("f6", "f7", "f8"), count=2),
            PieceEvent("captured", 1, ("f8",), target=2, is_queen=True),
            Event("eliminated", 1, ("f8",), target=2),
            Event("inherited", 1, ("c3", "h8"), target=2, count=8),
        )

    def test_the_fallen_seats_reserve_is_out_of_play(self):
        after = play(position(*self.BEFORE), "2f6xf8")
        assert (after.reserve(1), after.reserve(2)) == (4, 0)

    def test_the_two_left_play_on_by_turns(self):
        after = play(position(*self.BEFORE), "2f6xf8")
        assert after.active_seats == {3}
        after = play(after, "1d4-d5")
        assert after.active_seats == {1}
        assert after.legal_actions(2) == ()
        assert play(after, "3c3-d3").active_seats == {3}

    def test_the_turn_goes_clockwise_past_the_fallen(self):
        """ "clockwise": after seat 3 captures seat 1's queen, seat 2 acts."""
        before = position("1b1,Qc3 r0", "Qf11 r0", "1c4,Qk6 r0", seat=3)
        after = play(before, "1c4xc3")
        assert text(after) == "- r0 / Qf11 r0 / 1b1,1c3,Qk6 r0 ; 2"
        assert play(after, "Qf11-f10").to_act == 3

    def test_the_captor_uses_what_it_took_over(self):
        after = play(position(*self.BEFORE), "2f6xf8", "1d4-d5")
        assert {"3c3-d3", "1h8-h9", "3c3xd5"} <= legal(after)
        assert "2f8-g8" in legal(after)
        assert text(play(after, "3c3xd5")).startswith("Qa1,3d5,2f8,5h8 r4")

    def test_the_second_queen_captured_ends_the_match(self):
        before = position("Qa1,2f6 r0", "- r0", "1d4,Qf8 r2")
        after = play(before, "2f6xf8")
        assert after.outcome == Outcome(frozenset({1}), "queen-captured")
        assert text(after) == "Qa1,2f8 r0 / - r0 / 1d4 r2 ; 1"
        assert "inherited" not in {event.kind for event in events(before, "2f6xf8")}
        assert RULES.parse_position(text(after)).outcome == after.outcome

    def test_a_queen_may_fall_to_another_queen(self):
        before = position("Qe5 r0", "1c3,Qe6 r0", "Qk6 r0")
        assert text(play(before, "Qe5xe6")) == "1c3,Qe6 r0 / - r0 / Qk6 r0 ; 3"


class TestPass:
    SHUT_IN = ("Qa1 r5", "5a2,5b1,5b2,Qk11 r0")

    def test_a_seat_with_no_legal_action_passes(self):
        """Ruling."""
        shut_in = position(*self.SHUT_IN)
        assert legal(shut_in) == {"pass"}
        assert text(play(shut_in, "pass")) == "Qa1 r5 / 5a2,5b1,5b2,Qk11 r0 ; 2"
        assert events(shut_in, "pass") == (Event("passed", 1),)
        assert RULES.automatic_action(shut_in) == (1, RULES.parse_action("pass"))

    def test_no_other_seat_passes(self):
        assert is_refused(position("Qa1 r0"), "pass")
        assert RULES.automatic_action(position("Qa1 r0")) is None

    @pytest.mark.parametrize("size", range(FORTRESS + 1))
    def test_what_can_only_capture_does_not_pass(self, size):
        """On a board full of fortresses but for one soldier: the queen takes it, and any troop."""
        corner, beside, first, second = map(mask_of, ("a1", "a2", "k11", "k6"))
        mine, theirs = [0] * 7, [0] * 7
        mine[0] = first
        mine[size] |= corner
        theirs[0], theirs[1] = second, beside
        theirs[FORTRESS] = BOARD & ~(corner | beside | first | second)
        if size == 0:
            mine[0], theirs[FORTRESS] = corner, theirs[FORTRESS] | first
        board = Board((tuple(mine), tuple(theirs)), 1)
        expected = {f"{size or 'Q'}a1xa2"} if size != FORTRESS else {"pass"}
        assert legal(MyraPosition(board)) == expected
        assert can_act(board, 1) == (size != FORTRESS)

    def test_what_names_no_pits_is_no_pass(self):
        board = RULES.parse_position(STARTS[2]).board
        assert not is_legal(board, (MOVE, 0, 0, 0))
        assert not is_legal(board, (PASS, 0, 0, 1))

    def test_a_passing_seat_acts_again_when_it_can(self):
        after = play(position(*self.SHUT_IN), "pass", "1a2-a3")
        assert legal(after) == {"Qa1xa2"}

    def test_if_no_seat_can_act_it_is_a_draw(self):
        """Ruling. It takes a board full of fortresses, more soldiers than there are."""
        first, second = mask_of("a1"), mask_of("k11")
        full = Board(
            (
                (first, 0, 0, 0, 0, BOARD & ~(first | second), 0),
                (second, 0, 0, 0, 0, 0, 0),
            ),
            2,
        )
        stuck = MyraPosition(full)
        assert stuck.outcome == Outcome(frozenset(), "no-action")
        assert stuck.legal_actions(2) == ()
        assert actions(full) == []


class TestRepetition:
    """Ruling: a position that occurs for the third time is a draw."""

    ROUND = ("Qa1-b1", "Qk11-j10", "Qb1-a1", "Qj10-k11")

    def test_the_third_occurrence_is_a_draw(self):
        start = position("Qa1 r0")
        second = play(start, *self.ROUND)
        assert second.outcome is None
        third = play(second, *self.ROUND)
        assert third.board == start.board
        assert third.outcome == Outcome(frozenset(), "repetition")
        assert third.active_seats == frozenset()
        with pytest.raises(IllegalActionError, match="the match is over"):
            third.apply(1, RULES.parse_action("Qa1-b1"))

    def test_the_boards_text_has_no_past(self):
        third = play(position("Qa1 r0"), *self.ROUND, *self.ROUND)
        assert RULES.parse_position(text(third)).outcome is None
        assert RULES.parse_position(RULES.format_position(third)).outcome == third.outcome

    def test_the_seat_to_act_and_the_reserves_belong_to_the_position(self):
        start = position("Qa1,1f6 r1")
        # The queen of seat 1 goes round a triangle, seat 2's there and back: now seat 2 is to act.
        walked = play(start, "Qa1-a2", "Qk11-k10", "Qa2-b2", "Qk10-k11", "Qb2-a1")
        assert walked.board.sides == start.board.sides
        assert walked.board not in walked.earlier
        assert start.board != position("Qa1,1f6 r0").board

    @pytest.mark.parametrize("action", ["+b1", "1f6xf7"])
    def test_what_cannot_be_undone_clears_the_past(self, action):
        before = position("Qa1,1f6 r1", "1f7,Qk11 r0")
        before = play(before, "Qa1-a2", "Qk11-k10", "Qa2-a1")
        before = play(before, "Qk10-k11")
        assert len(before.earlier) == 4
        assert list(play(before, action).earlier) == []

    def test_equal_positions_are_equal_and_hash_alike(self):
        start = position("Qa1 r0")
        assert start == position("Qa1 r0")
        assert hash(start) == hash(position("Qa1 r0"))
        assert play(start, *self.ROUND) != start


class TestPosition:
    def test_it_tells_what_lies_where(self):
        before = position("Qa1,5b2 r3", "1c3,Qk11 r0")
        assert dict(before.pieces) == {
            "a1": Piece(1, 0), "b2": Piece(1, 5), "c3": Piece(2, 1), "k11": Piece(2, 0),
        }  # fmt: skip
        assert list(before.pieces) == ["a1", "b2", "c3", "k11"]
        assert before.pieces["a1"].is_queen
        assert (before.soldiers(1), before.reserve(1), before.queen(2)) == (5, 3, "k11")
        assert len(sites(before.empty_pits)) == 87
        assert before.seats == (1, 2)

    def test_nothing_is_hidden(self):
        before = position("Qa1 r0")
        assert before.observe(1) is before.observe(None) is before

    def test_the_order_of_actions_is_stable(self):
        before = position("Qa1,1b4,1b5,1b6,2f6 r1", "1f7,Qk11 r0")
        texts = [str(action) for action in before.legal_actions(1)]
        assert texts == [
            str(action)
            for action in position("Qa1,1b4,1b5,1b6,2f6 r1", "1f7,Qk11 r0").legal_actions(1)
        ]
        assert texts[:3] == ["Qa1-a2", "Qa1-b1", "Qa1-b2"]
        assert texts[-3:] == ["+a2", "+b1", "+b2"]
        assert len(texts) == len(set(texts))

    def test_a_fallen_side_holds_nothing(self):
        after = play(position(*TestThreeSeats.BEFORE), "2f6xf8")
        assert after.board.sides[1] == NO_PIECES
        assert after.queen(2) is None
