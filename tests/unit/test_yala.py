"""Every rule of YALA, each test with its source.

"source" is the printed rule (Steffen-Spiele, 2013), "rules.md" this project's docs/rules.md.
"""

import pytest

from spieltisch.games.yala.rules.position import MAX_HEIGHT, Walk, YalaAction, YalaPosition
from spieltisch.games.yala.rules.rules import INFO, RULES
from spieltisch.table import Event, IllegalActionError, Outcome, Past, Setup, SetupError
from spieltisch.table import play as table_play

START = "dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d"
DARK, LIGHT = 1, 2


def position(text: str, repetition: str = "draw") -> YalaPosition:
    parsed = RULES.parse_position(text)
    return YalaPosition(parsed.towers, parsed.to_move, repetition)


def text(of: YalaPosition) -> str:
    return RULES.format_board(of)


def play(before: YalaPosition, actions: str) -> YalaPosition:
    """The position after actions of the seats whose turn it is: ``b+ a- d+``."""
    for word in actions.split():
        (seat,) = before.active_seats
        before = before.apply(seat, RULES.parse_action(word))
    return before


def legal(of: YalaPosition, site: str = "") -> set[str]:
    found = {str(a) for seat in of.active_seats for a in of.legal_actions(seat)}
    return {word for word in found if word.startswith(site)}


def why_not(of: YalaPosition, word: str, seat: int | None = None) -> str:
    seat = seat or min(of.active_seats, default=DARK)
    with pytest.raises(IllegalActionError) as caught:
        of.apply(seat, RULES.parse_action(word))
    assert (caught.value.seat, caught.value.action) == (seat, word)
    return caught.value.why


class TestStart:
    def test_twelve_towers_of_a_dark_and_a_light_stone_six_of_each_on_top(self):
        """source: "12 gemischten Zweiertürmchen", "Bei 6 Türmen wird der dunkle ... nach oben"."""
        for flip in (lambda towers: None, lambda towers: towers.reverse()):
            start = RULES.deal(Setup("yala"), flip)
            towers = RULES.parse_position(start).towers
            assert sorted(towers) == ["dl"] * 6 + ["ld"] * 6

    def test_in_any_order(self):
        """source: "in beliebiger Reihenfolge im Kreis aufgestellt"; rules.md: "random by default,
        or arranged by hand"."""
        for start in ("ld/ld/ld/ld/ld/ld/dl/dl/dl/dl/dl/dl d", START):
            assert text(RULES.initial_position(Setup("yala", start=start))) == start

    @pytest.mark.parametrize(("begins", "side"), [("dark", "d"), ("light", "l")])
    def test_the_players_agree_who_begins(self, begins, side):
        """source: "einigen sich, wer beginnt"."""
        setup = Setup("yala", options=(("begins", begins),))
        assert RULES.deal(setup, lambda towers: None).endswith(f" {side}")
        assert RULES.arrange(setup, "").endswith(f" {side}")

    def test_seat_one_plays_dark_and_seat_two_light(self):
        assert position(START).active_seats == {DARK}
        assert position(START[:-1] + "l").active_seats == {LIGHT}

    @pytest.mark.parametrize(
        "start",
        [
            "ld/ld/ld/ld/ld/ld/ld/dl/dl/dl/dl/dl d",  # seven with dark on top
            "ddd/ll/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d",  # a stone too many
            "ddddd/lllll/dd/lllll/ddddd/ll////// d",  # over: no stone can move
            "dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl d",
            START[:-2],
            "",
        ],
    )
    def test_no_other_ring_of_mixed_towers_is_a_start_nor_what_is_over(self, start):
        with pytest.raises(SetupError):
            RULES.initial_position(Setup("yala", start=start))

    @pytest.mark.parametrize(
        "start",
        [
            "dd/ll/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d",  # not mixed
            "d/lld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d",  # not of two
        ],
    )
    def test_a_match_may_begin_at_any_position_from_which_it_goes_on(self, start):
        """rules.md: "or any position from which the match can go on"."""
        assert text(RULES.initial_position(Setup("yala", start=start))) == start

    def test_nothing_of_it_is_hidden(self):
        assert list(RULES.sealable(START)) == []

    def test_two_players(self):
        """source: "Strategiespiel für 2 Personen"."""
        assert INFO.seat_counts == {"standard": (2,)}

    def test_a_ring_is_arranged_by_turning_towers_over(self):
        """rules.md: "or arranged by hand at set-up"."""
        start = RULES.arrange(Setup("yala"), "")
        turned = RULES.arrange(Setup("yala", start=start), "c")
        assert start == START
        assert turned == "dl/ld/ld/ld/dl/ld/dl/ld/dl/ld/dl/ld d"
        assert RULES.arrange(Setup("yala", start=turned), "c") == start
        assert RULES.arrange(Setup("yala", start=start), "m") == start


class TestMove:
    def test_a_player_moves_only_stones_of_his_own_colour(self):
        """source: "bewegt einen Stein der eigenen Farbe"."""
        assert legal(position(START)) == {f"{s}{way}" for s in "bdfhjl" for way in "+-"}
        assert legal(position(START[:-1] + "l")) == {f"{s}{way}" for s in "acegik" for way in "+-"}
        assert (
            why_not(position(START), "a+") == "The stone on top of a is light, and you play dark."
        )

    def test_only_the_top_stone_of_a_tower_moves(self):
        """source: "Es kann nur der jeweils oberste Stein eines Turms bewegt werden"."""
        assert text(play(position(START), "b+")) == "dl/l/dl/ldd/dl/ld/dl/ld/dl/ld/dl/ld l"

    @pytest.mark.parametrize(
        ("height", "towers", "landing"),
        [
            (1, "d/ld/l/ld/dl/ld/dl/ld/dl/ld/dl/lldd d", "b"),
            (2, START.replace("dl", "ld", 1).replace("/ld", "/dl", 1), "c"),
            (3, "lld/ld/d/ld/dl/ld/dl/ld/dl/ld/dl/ld d", "d"),
            (4, "lldd/l/d/ld/dl/ld/dl/ld/dl/ld/dl/ld d", "e"),
            (5, "lldld/l/d/d/dl/ld/dl/ld/dl/ld/dl/ld d", "f"),
        ],
    )
    def test_the_height_before_the_move_is_how_far_it_goes(self, height, towers, landing):
        """source: "Die Höhe des Turms bestimmt dabei die Zugweite des obersten Steins" - "aus zwei
        Steinen ... um zwei Türme ... aus drei Steinen ... um drei Türme weitergesetzt etc."."""
        before = position(towers)
        assert len(before.towers[0]) == height
        walk = before.walk(YalaAction("a", "+"))
        assert walk == Walk(tuple("bcdef"[:height]), None, is_repeating=False)
        after = play(before, "a+")
        index = "abcdef".index(landing)
        assert after.towers[index] == before.towers[index] + "d"
        assert after.towers[0] == before.towers[0][:-1]

    def test_clockwise_and_counter_clockwise(self):
        """source: "sowohl im, als auch gegen den Uhrzeigersinn"."""
        before = position(START)
        assert before.walk(YalaAction("b", "+")).path == ("c", "d")
        assert before.walk(YalaAction("b", "-")).path == ("a", "l")
        assert text(play(before, "b-")) == "dl/l/dl/ld/dl/ld/dl/ld/dl/ld/dl/ldd l"

    def test_turns_alternate(self):
        """source: "Wer an der Reihe ist, bewegt einen Stein"."""
        before = position(START)
        assert play(before, "b+").active_seats == {LIGHT}
        assert play(before, "b+ a-").active_seats == {DARK}
        assert why_not(before, "a+", LIGHT) == "it is the other seat's turn"

    def test_it_may_land_on_either_colour(self):
        """source names no condition on what lies there but the height."""
        before = position(START)
        assert {before.towers["abcdefghijkl".index(before.walk(YalaAction(s, w)).path[-1])]
                for s in "bdf" for w in "+-"} == {"ld"}  # fmt: skip
        onto_light = position("lld/ld/d/dl/ld/ld/dl/ld/dl/ld/dl/ld d")
        assert play(onto_light, "a+").towers[3] == "dld"


class TestVanishing:
    """source: "Wenn ein Turm, der nur noch aus einem Stein besteht weggesetzt wird, löst sich damit
    ein Platz im Kreis auf. Die Türme rücken näher zusammen."
    """

    BEFORE = "dl/d/ldl/ld/dl/ld/dl/ld/dl/ld/dl/ld d"

    def test_the_place_of_a_last_stone_is_gone(self):
        assert text(play(position(self.BEFORE), "b+")) == "dl//ldld/ld/dl/ld/dl/ld/dl/ld/dl/ld l"

    def test_the_ring_closes_up(self):
        after = play(position(self.BEFORE), "b+")
        assert after.walk(YalaAction("a", "+")).path == ("c", "d")
        assert after.walk(YalaAction("d", "-")).path == ("c", "a")

    def test_places_keep_their_names(self):
        """rules.md: "keep their names when others vanish"."""
        after = play(position(self.BEFORE), "b+ k+")
        assert after.towers[1] == ""
        assert "d+" in legal(after)

    def test_nothing_moves_from_a_vanished_place(self):
        after = play(position(self.BEFORE), "b+")
        assert why_not(after, "b+") == "place b has vanished"


class TestBlockade:
    WALL = "dl/ld/lldld/ld/dl/d/dl/ld//ld/dl/ld d"

    def test_no_tower_is_higher_than_five(self):
        """source: "Ein Turm darf aus maximal fünf Steinen bestehen"."""
        assert MAX_HEIGHT == 5
        assert "b+" not in legal(position("d/ld/dl/lldld/dl/d/ld/ld/ld/dl/dl/l d"))
        with pytest.raises(ValueError, match="a is taller than five"):
            RULES.parse_position("dldldl/ld/dl/ld/dl/ld/dl/ld/dl/d/l/ld d")

    def test_a_tower_of_five_is_not_entered(self):
        """source: "Ein solcher Turm darf von anderen Spielsteinen weder besetzt ... werden"."""
        before = position("ld/dl/lldld/ld/dl/d/dl/ld//ld/dl/ld d")
        assert before.walk(YalaAction("a", "+")) == Walk(("b", "c"), "c", is_repeating=False)
        assert legal(before, "a") == {"a-"}
        assert why_not(before, "a+") == "Clockwise: blocked, c is a wall."

    def test_a_tower_of_five_is_not_jumped_over(self):
        """source: "... noch übersprungen werden"."""
        before = position(self.WALL)
        assert before.walk(YalaAction("b", "+")) == Walk(("c", "d"), "c", is_repeating=False)
        assert legal(before, "b") == {"b-"}
        assert legal(before, "d") == {"d+"}
        assert why_not(before, "b+") == "Clockwise: blocked, c is a wall."

    def test_its_own_top_stone_may_leave_it(self):
        """source: "Ein Stein der die Spitze eines Fünfer-Turms bildet, darf jederzeit wieder
        wegbewegt werden"."""
        before = position(self.WALL)
        assert legal(before, "c") == {"c+", "c-"}
        after = play(before, "c+")
        assert after.towers[2] == "lldl"
        assert after.towers[7] == "ldd"
        assert after.walk(YalaAction("a", "+")).is_open

    def test_if_it_can_go_five_steps(self):
        """source: "wenn er noch fünf Schritte laufen kann"."""
        before = position("l/d/lldld/d/d/l/lddll/d/d/d/ll/lddl d")
        assert before.walk(YalaAction("c", "+")).blocked_at == "g"
        assert legal(before, "c") == {"c-"}

    def test_both_walls_shut_a_stone_in(self):
        before = position("/d/lldld/ld/lddll/d//d/l/ld/dl/lldd d")
        assert legal(before, "d") == set()
        assert why_not(before, "d+") == "Clockwise: blocked, e is a wall."
        assert why_not(before, "d-") == "Counter-clockwise: blocked, c is a wall."


class TestEnd:
    def test_who_cannot_move_has_lost_and_the_last_mover_wins(self):
        """source: "Das Spiel endet, wenn einer der Spieler nicht mehr ziehen kann. Der Spieler, der
        den letzten Zug gemacht hat, gewinnt."
        """
        walled = "ddddd/lllll/ddddd/lllll/ddll d"
        before = position("/".join([*walled.split(" ")[0].split("/"), *[""] * 7]) + " d")
        assert before.outcome == Outcome(frozenset((LIGHT,)), "no-move")
        assert before.active_seats == frozenset()
        assert before.legal_actions(DARK) == ()
        assert why_not(before, "a+") == "the match is over"

    def test_a_move_that_leaves_the_other_none_wins(self):
        before = position("ldld/l//d/ldlld/ll//dld//lddd/dldl/ l")
        after = play(before, "b-")
        assert {tower[-1:] for tower in after.towers} == {"", "l", "d"}
        assert after.outcome == Outcome(frozenset((LIGHT,)), "no-move")

    def test_a_player_without_a_top_stone_cannot_move(self):
        under = position("ddl/ddl/ddl/ddl/ddl/ddl/l/l/l/l/l/l d")
        assert under.outcome == Outcome(frozenset((LIGHT,)), "no-move")

    def test_a_player_with_a_move_has_not_lost(self):
        assert position(START).outcome is None


class TestRepetition:
    """rules.md, ruling: the printed rule has none, yet stones can go back and forth."""

    RING = "ld/ld/d/ldd/dll/l/dl/ld/dl/dl/ld/dl d"
    THERE_AND_BACK = "h- e- f+ b+"
    """Two stones go out and come home: the ring lies as before, with the same side to move."""

    def test_the_third_time_is_a_draw(self):
        """rules.md: "A position ... that occurs for the third time ends the game as a draw"."""
        before = position(self.RING)
        second = play(before, self.THERE_AND_BACK)
        assert second.key == before.key
        assert second.outcome is None
        third = play(second, self.THERE_AND_BACK)
        assert third.key == before.key
        assert third.outcome == Outcome(frozenset(), "repetition")
        assert third.outcome.is_draw
        assert third.active_seats == frozenset()
        assert why_not(third, "e+") == "the match is over"

    def test_the_side_to_move_belongs_to_the_position(self):
        """rules.md: "(ring and side to move)"."""
        dark, light = position(self.RING), position(self.RING[:-1] + "l")
        assert dark.key != light.key

    def test_no_repeat_forbids_the_move_that_leads_back(self):
        """rules.md: "the set-up option no-repeat instead forbids a move that would re-create an
        earlier position"."""
        before = position(self.RING, "no-repeat")
        firsts, last = self.THERE_AND_BACK.rsplit(" ", 1)
        assert last in legal(play(position(self.RING), firsts))
        at = play(before, firsts)
        assert last not in legal(at)
        assert at.walk(RULES.parse_action(last)).is_repeating
        assert not at.walk(RULES.parse_action(last)).is_open
        assert "it would repeat a position" in why_not(at, last)

    def test_no_repeat_knows_no_draw(self):
        before = position(self.RING, "no-repeat")
        assert YalaPosition(before.towers, "d", "no-repeat", Past([before.key] * 5)).outcome is None

    def test_no_repeat_can_lose_the_match(self):
        """A side with only moves that lead back cannot move: rules.md, both rules together."""
        ring, moves = "/ld/ldl//ldld/dld///dlld/dll/dlldd/ d", "k+ c- i-"
        stuck = play(position(ring, "no-repeat"), moves)
        assert stuck.outcome == Outcome(frozenset((DARK,)), "no-move")
        by_the_other_rule = play(position(ring), moves)
        assert by_the_other_rule.key == stuck.key
        assert legal(by_the_other_rule) == {"j-"}

    def test_a_vanished_place_makes_everything_new(self):
        before = position(TestVanishing.BEFORE)
        first = play(before, "d+")
        assert list(first.earlier) == [before.board]
        after = play(position(TestVanishing.BEFORE), "b+")
        assert list(after.earlier) == []


class TestTexts:
    def test_a_position_is_twelve_towers_and_the_side_to_move(self):
        assert text(position(START)) == START
        assert position("dl/ld/dl/ld//dlld/dl/ld/dl/ld/dl/ld l").towers[4] == ""

    @pytest.mark.parametrize(
        ("wrong", "why"),
        [
            ("", "There is 1 tower"),
            (START[:-2], "“” is not a side to move"),
            (START + " ", "“d ” is not a side to move"),
            (START[:-1] + "x", "“x” is not a side to move"),
            (START[15:], "are 7 towers. There have to be 8 to 16"),
            ("dl/ld/dl/ld/dl/" + START, "are 17 towers. There have to be 8 to 16"),
            (START[3:-1] + "d wall=5", "wall=5 is none of the heights"),
            (START + " wall=7", "“7” is not a wall: a wall has 5, 4, 6 stones"),
            (START.replace("dl", "dx", 1), "on a is “dx”: stones are d or l"),
            (START.replace("dl", "DL", 1), "on a is “DL”: stones are"),
            ("dldldl" + START[2:], "on a is taller than five"),
            (START.replace("dl", "dd", 1), "Seat 1 has 13 stones. There have to be 12"),
            (START.replace("dl", "d", 1), "Seat 2 has 11 stones. There have to be 12"),
        ],
    )
    def test_wrong_positions_say_what_is_wrong(self, wrong, why):
        with pytest.raises(ValueError, match=why):
            RULES.parse_position(wrong)

    def test_a_whole_position_tells_the_rule_and_what_could_come_again(self):
        ring = TestRepetition.RING
        out = play(position(ring), "h-")
        assert RULES.format_position(out) == f"{text(out)} | draw | {ring}"
        strict = position(ring, "no-repeat")
        assert RULES.format_position(strict) == f"{ring} | no-repeat"
        for whole in (out, strict, play(strict, "h- e-")):
            assert RULES.parse_position(RULES.format_position(whole)) == whole

    @pytest.mark.parametrize(
        ("more", "why"),
        [
            (" | draw", "'draw' goes without saying"),
            (" | never", "'never' is none of draw, no-repeat"),
            (" | ", "'' is none of draw, no-repeat"),
            (" | draw | x", "on a is “x”: stones"),
            (" | draw | " + START.replace("dl", "d", 1), "Seat 2 has 11 stones"),
            (" | draw | dl/ld//dlld" + START[11:], "has other places, so it cannot come again"),
        ],
    )
    def test_wrong_pasts_say_what_is_wrong(self, more, why):
        with pytest.raises(ValueError, match=why):
            RULES.parse_position(START + more)

    @pytest.mark.parametrize("word", ["a+", "l-", "e+"])
    def test_an_action_is_a_place_and_a_direction(self, word):
        assert RULES.format_action(RULES.parse_action(word)) == word

    @pytest.mark.parametrize("word", ["", "a", "+a", "q+", "a*", "a++", " a+", "A+", "ab", "a−"])
    def test_wrong_actions_are_refused(self, word):
        with pytest.raises(ValueError, match="is not a place a-p and a direction"):
            RULES.parse_action(word)

    def test_an_action_that_is_no_place_is_refused_when_played(self):
        with pytest.raises(IllegalActionError, match="no such place or direction"):
            position(START).apply(DARK, YalaAction("z", "+"))


class TestEvents:
    def events(self, ring: str, word: str) -> tuple[Event, ...]:
        before = position(ring)
        seat = min(before.active_seats)
        return table_play(RULES, before, seat, RULES.parse_action(word)).events

    def test_a_stone_moves_and_builds(self):
        assert self.events(START, "b+") == (
            Event("moved", DARK, ("b", "c", "d")),
            Event("built", DARK, ("d",), count=3),
        )

    def test_a_place_vanishes(self):
        moved, built, vanished = self.events(TestVanishing.BEFORE, "b+")
        assert (moved.sites[0], moved.kind) == ("b", "moved")
        assert built.sites == moved.sites[-1:]
        assert vanished == Event("vanished", DARK, ("b",))

    def test_the_end_is_told_last_with_its_reason(self):
        before = play(position(TestRepetition.RING), TestRepetition.THERE_AND_BACK)
        *firsts, last = TestRepetition.THERE_AND_BACK.split()
        before = play(before, " ".join(firsts))
        *_, drawn = table_play(RULES, before, LIGHT, RULES.parse_action(last)).events
        assert (drawn.kind, drawn.seat, drawn.reason) == ("drawn", LIGHT, "repetition")
        before = position("/ld/ldl//ldld/dld///dlld/dll/dlldd/ d", "no-repeat")
        before = play(before, "k+ c-")
        *_, won = table_play(RULES, before, DARK, RULES.parse_action("i-")).events
        assert (won.kind, won.seat, won.reason) == ("won", DARK, "no-move")
