"""What is said of why a move in a puzzle is right or wrong is true: every fact is looked for in its
position, by playing on from there. ``make unit`` looks at some, ``make soak`` at all of them.
"""

from collections import Counter
from functools import cache
from itertools import islice

import pytest

from spieltisch.app.puzzle.state import match_of
from spieltisch.games import catalog
from spieltisch.kit.names import Names
from spieltisch.kit.sentences import fact_text
from spieltisch.kit.words import ENGLISH
from spieltisch.play.mistake import BETTER
from spieltisch.play.reasons import UNEXPLAINED, missed_reason, reason_for, warning_for
from spieltisch.search.proof import Proof
from spieltisch.table import Fact, play
from tests.puzzles import PUZZLED, pack

each_game = pytest.mark.parametrize("name", PUZZLED)

SAMPLED = {"aya": 20, "yala": 12, "myra": 20}
"""One puzzle in so many."""

FIRST = 4
"""Of so many wrong first actions of a puzzle, evenly spread, the reasons are looked at."""


class Told:
    """A reason for the last action of some turns of a puzzle, and what it has to be true of."""

    def __init__(self, puzzle, turns, moves, accepted, goal=""):
        self.puzzle, self.turns, self.moves, self.accepted = puzzle, turns, moves, accepted
        self.game = catalog.game_of(puzzle.game)
        self.seat, self.other = puzzle.seat, 3 - puzzle.seat
        self.before, self.after = turns[-1].before, turns[-1].after
        self.action = turns[-1].action
        self.is_right = turns[-1].entry.action in accepted
        self.goal = goal or puzzle.goal
        self.reason = reason_for(self.game, turns, goal=self.goal, moves=moves, accepted=accepted)

    def checked(self):
        """Look for each fact in the position."""
        self.check(self.reason.facts)
        return self.reason

    def warned(self):
        """The same of what a hint tells before the action."""
        found = warning_for(self.game, self.before, goal=self.goal, accepted=self.accepted)
        self.check(found)
        return found

    def check(self, found):
        for fact in found:
            facts = dict(fact.about)
            assert facts.get("seat", self.other) == self.other
            CHECKS[fact.kind.name](self, **facts)
            text = fact_text(fact, Names(("Dark", "Light"), you=self.seat), ENGLISH)
            assert text.endswith("."), text
            assert "{" not in text
            assert "Fact" not in text

    @property
    def answer(self):
        return self.game.rules.parse_action(self.reason.answer)

    def other_actions(self):
        """The wrong ones in the place of the last action, and the positions after them."""
        rules = self.game.rules
        for action in self.before.legal_actions(self.seat):
            if rules.format_action(action) not in self.accepted:
                yield action, self.before.apply(self.seat, action)


def told_of(puzzle):
    """The reasons of a puzzle: for each action of its line, and for wrong first actions."""
    rules, node, turns = catalog.game_of(puzzle.game).rules, 0, []
    match = match_of(puzzle)
    past, moves = len(match.turns), puzzle.moves
    while node is not None:
        text, answer = next(iter(puzzle.solution[node].items()))
        match = match.play(puzzle.seat, rules.parse_action(text))
        turns = tuple(match.turns[past:])
        yield Told(puzzle, turns, moves, tuple(puzzle.solution[node]))
        for reply in answer.replies:
            (seat,) = match.position.active_seats
            match = match.play(seat, rules.parse_action(reply))
        node, moves = answer.then, moves - 1
    match = match_of(puzzle)
    wrong = [
        action
        for action in match.position.legal_actions(puzzle.seat)
        if rules.format_action(action) not in puzzle.solution[0]
    ]
    for action in wrong[:: max(1, len(wrong) // FIRST)]:
        turns = tuple(match.play(puzzle.seat, action).turns[past:])
        yield Told(puzzle, turns, puzzle.moves, puzzle.solutions)


CHECKS = {}


def check(*names):
    def noted(function):
        for name in names:
            assert name not in CHECKS
            CHECKS[name] = function
        return function

    return noted


# ------------------------------------------------------ against an opponent: what is forced


def forces(position, seat, moves):
    """Whether a seat forces its win within so many own moves, by trying all that can be done."""
    if position.outcome is not None:
        return seat in position.outcome.winners
    if position.active_seats == {seat}:
        return moves > 0 and any(
            forces(position.apply(seat, action), seat, moves - 1)
            for action in position.legal_actions(seat)
        )
    return moves > 0 and all(
        forces(position.apply(3 - seat, action), seat, moves)
        for action in position.legal_actions(3 - seat)
    )


def is_forced(told, position, seat, moves):
    """The same; where that would take too long, as the packs' own proofs have it."""
    if moves == 1 and position.active_seats == {seat} and told.puzzle.game == "myra":
        return bool(reaching(told, position, seat))
    if moves <= BRUTE[told.puzzle.game] or position.outcome is not None:
        return forces(position, seat, moves)
    search = told.game.search_bots.search_for(position)
    root = search.root(position)
    proof = Proof(search, root, 3_000_000, told.game.puzzles.sees_losses)
    if position.active_seats == {seat}:
        return proof.is_won(root.node, moves)
    return proof.is_lost(root.node, moves)


BRUTE = {"yala": 2, "myra": 0}


@check("LOSES")
def loses(told, answer, n, seat=None):
    then = told.after.apply(told.other, told.answer)
    assert is_forced(told, then, told.other, n - 1)
    assert answer_told(told, answer, told.answer)


@check("LOSES_NOW")
def loses_now(told, answer):
    assert answer == told.reason.answer
    assert told.after.apply(told.other, told.answer).queen(told.seat) is None


@check("ESCAPES")
def escapes(told, answer, n, seat=None):
    then = told.after.apply(told.other, told.answer)
    assert n == told.moves - 1
    assert then.outcome is None or told.seat not in then.outcome.winners
    assert not is_forced(told, then, told.seat, n)
    assert answer_told(told, answer, told.answer)


def answer_told(told, words, action):
    if isinstance(words, Fact):
        way = {"CLOCKWISE": "+", "COUNTER_CLOCKWISE": "-"}[words.kind.name]
        return dict(words.about)["site"] + way == str(action)
    return words == str(action)


def threat_of(told, words):
    """The action that is told as a threat, which wins within the horizon after most others."""
    rules = told.game.rules
    if isinstance(words, Fact):
        text = dict(words.about)["site"] + {"CLOCKWISE": "+"}.get(words.kind.name, "-")
    else:
        text = words
    action = rules.parse_action(text)
    wins = [
        after.outcome is None
        and action in after.legal_actions(told.other)
        and is_forced(
            told, after.apply(told.other, action), told.other, told.game.puzzles.horizon - 1
        )
        for _, after in told.other_actions()
    ]
    assert sum(wins) * 2 > len(wins)
    # It needs nothing that one of these does: who does nothing has to fear it, too.
    assert action in others_turn(told).legal_actions(told.other)
    return action


def others_turn(told):
    """The position as if it were the other side's turn."""
    if told.puzzle.game == "yala":
        return idle(told)
    rules = told.game.rules
    board, _, _ = rules.format_position(told.before).partition(" | ")
    return rules.parse_position(f"{board.rpartition(';')[0]}; {told.other}")


# ------------------------------------------------------------------------------ YALA


def height(position, site):
    return len(position.towers["abcdefghijklmnop".index(site)])


def top(position, site):
    return position.towers["abcdefghijklmnop".index(site)][-1:]


COLOURS = {1: "d", 2: "l"}


def idle(told):
    """Where the other side would be to move without the action."""
    board, _, _ = told.puzzle.position.partition(" | ")
    towers = "/".join(told.before.towers)
    text = board.partition(" ")[2][1:]
    return told.game.rules.parse_position(f"{towers} {COLOURS[told.other]}{text}")


def movable(position, seat):
    return {action.site for action in position.legal_actions(seat)}


@check("CLOSED", "CLOSED_OR_ROUND")
def closed(told, seat, sites, n):
    assert told.after.outcome.winners == {told.seat}
    assert n == len(sites) == len(set(sites))
    walls = {site for site in sites if height(told.after, site) == told.after.wall}
    assert walls == set(sites)
    # Without these walls, as if they were one lower, there would be a way.
    own = [s for s in "abcdefghijklmnop"[: len(told.after.towers)]
           if top(told.after, s) == COLOURS[seat]]  # fmt: skip
    assert own
    met = set()
    for site in own:
        for way in (1, -1):
            met |= first_met(told.after, site, way) - {site}
    assert met == set(sites)


def first_met(position, site, way):
    """The first wall on a stone's way, or its own tower; empty if it is free."""
    standing = [s for s in "abcdefghijklmnop"[: len(position.towers)] if height(position, s)]
    here = standing.index(site)
    for step in range(1, height(position, site) + 1):
        there = standing[(here + way * step) % len(standing)]
        if there == site or height(position, there) == position.wall:
            return {there}
    return set()


@check("BURIED")
def buried(told, seat):
    assert told.after.outcome.winners == {told.seat}
    assert not any(tower.endswith(COLOURS[seat]) for tower in told.after.towers)


@check("WALLED")
def walled(told, seat, site, sites):
    assert height(told.before, site) < told.before.wall == height(told.after, site)
    for one in sites:
        assert one in movable(idle(told), seat)
        assert {site} in [first_met(told.after, one, way) for way in (1, -1)]


@check("COVERED")
def covered(told, seat, site):
    assert site in movable(idle(told), seat)
    assert top(told.before, site) == COLOURS[seat]
    assert top(told.after, site) == COLOURS[told.seat]


@check("SHRUNK")
def shrunk(told, seat, site, sites):
    assert height(told.before, site) == 1
    assert not height(told.after, site)
    assert set(sites) <= movable(idle(told), seat) - movable(told.after, seat)


@check("LEFT")
def left(told, seat, n):
    assert len(told.after.legal_actions(seat)) == n > 0


@check("STILL_MOVES")
def still_moves(told, seat, sites):
    assert movable(told.after, seat) == set(sites)


@check("THREATENS")
def threatens(told, seat, threat):
    assert threat_of(told, threat)


@check("THREAT_COVERED")
def threat_covered(told, threat, site):
    assert threat_of(told, threat).site == site
    assert top(told.before, site) == COLOURS[told.other]
    assert top(told.after, site) == COLOURS[told.seat]


@check("THREAT_WALLED")
def threat_walled(told, threat, site):
    action = threat_of(told, threat)
    way = 1 if action.direction == "+" else -1
    assert height(told.before, site) < told.before.wall == height(told.after, site)
    assert first_met(told.after, action.site, way) == {site}


@check("THREAT_GONE")
def threat_gone(told, threat):
    assert threat_of(told, threat) not in told.after.legal_actions(told.other)


@check("THREAT_MET")
def threat_met(told, threat, n):
    then = told.after.apply(told.other, threat_of(told, threat))
    assert len(then.legal_actions(told.seat)) == n > 0


@check("THREAT_DRAWN")
def threat_drawn(told, threat):
    assert threat_of(told, threat)
    assert told.after.outcome.is_draw


@check("DRAWN")
def drawn(told, seat):
    assert told.after.outcome.is_draw
    for _, after in told.other_actions():
        assert is_forced(told, after, seat, told.game.puzzles.horizon)


# ------------------------------------------------------------------------------ Myra


def reaching(told, position, seat):
    """From where a seat could capture the other queen if it were its turn."""
    fields, _, _ = told.game.rules.format_board(position).rpartition(" ; ")
    acting = told.game.rules.parse_position(f"{fields} ; {seat}")
    queen = position.queen(3 - seat)
    assert queen is not None
    return {
        one.site
        for one in acting.legal_actions(seat)
        if str(one).endswith(f"x{queen}") and acting.apply(seat, one).queen(3 - seat) is None
    }


def is_lost_after(told, position, action):
    after = position.apply(told.other, action)
    return bool(reaching(told, after, told.seat))


def at_bay(told):
    """The position after the seat's last action but the one that ended it."""
    own = [turn for turn in told.turns if turn.seat == told.seat]
    return own[-1].after if told.after.outcome is None else own[-2].after


def queen_steps(told, position):
    queen = position.queen(told.other)
    return [one for one in position.legal_actions(told.other) if str(one).startswith(f"Q{queen}")]


@check("CORNERED")
def cornered(told, site, sites, n):
    position = at_bay(told)
    assert position.queen(told.other) == site
    assert reaching(told, position, told.seat) == set(sites) != set()
    steps = queen_steps(told, position)
    assert len(steps) == n > 0
    assert all(is_lost_after(told, position, step) for step in steps)


@check("HAD_TO_ACT")
def had_to_act(told, seat):
    position = at_bay(told)
    assert all(is_lost_after(told, position, one) for one in position.legal_actions(seat))


@check("ATTACKED")
def attacked(told, sites):
    assert reaching(told, told.before, told.other) == set(sites) != set()


def was_attacked(told, sites):
    attacked(told, sites)
    assert not reaching(told, told.after, told.other)


@check("STEPPED_AWAY")
def stepped_away(told, sites, site):
    was_attacked(told, sites)
    assert told.before.queen(told.seat) != told.after.queen(told.seat) == site


@check("ATTACKER_GONE")
def attacker_gone(told, sites, site):
    was_attacked(told, sites)
    assert site in sites
    assert told.before.pieces[site].seat == told.other
    assert told.after.pieces[site].seat == told.seat


@check("OUT_OF_REACH")
def out_of_reach(told, sites):
    was_attacked(told, sites)
    assert told.before.queen(told.seat) == told.after.queen(told.seat)


# ------------------------------------------------------------------------------- AYA


def card_of(fact):
    """A card as it is written, from its words."""
    runs = (fact_text(one, Names(()), ENGLISH) for one in dict(fact.about)["balls"])
    balls = ""
    for run in runs:
        count, _, colour = run.rpartition(" ")
        balls += colour[0] * int(count or 1)
    return balls + "*" * (fact.kind.name == "LIGHT_CARD")


def move_of(fact):
    return dict(fact.about)["number"] + {"TO_LEFT": "L", "TO_RIGHT": "R"}[fact.kind.name]


@cache
def rows_after(position):
    """The rows that are left wherever play can go on from a position without a miss."""
    row = tuple(map(str, position.table.row))
    if position.outcome is not None:
        return frozenset([row] if position.outcome.winners else [])
    found = {row}
    for move in position.legal_actions(1):
        if move != "stop":
            found |= rows_after(position.apply(1, move))
    return frozenset(found)


def never_matched(position, card):
    rows = rows_after(position)
    return card in map(str, position.table.row) and all(card in row for row in rows)


@check("NEVER")
def never(told, card):
    assert never_matched(told.after, card_of(card))


@check("LEFT_OVER")
def left_over(told, n):
    assert min(map(len, rows_after(told.after))) == n > 0


@check("NOT_NEXT")
def not_next(told, card):
    assert told.after.outcome is not None
    assert str(told.before.table.row[0]) == card_of(card)
    assert told.before.variant.goes_in_order


@check("NO_CARD")
def no_card(told):
    zone = told.after.track[2:7]
    shown = {zone, zone[::-1]}
    assert not shown & {str(card).rstrip("*") for card in told.before.table.row}


@check("NOT_LIGHT")
def not_light(told):
    zone = told.after.track[2:7]
    matching = [c for c in told.before.table.row if c.pattern in (zone, zone[::-1])]
    assert matching
    assert not any(card.is_light for card in matching)


def trapped(told, number, move):
    """The position after another move than the one that was right."""
    turn = told.turns[number - 1]
    assert move_of(move) != turn.action
    after = turn.before.apply(1, move_of(move))
    assert len(after.table.row) < len(turn.before.table.row)
    assert after.outcome is None
    return after


@check("TRAP")
def trap(told, number, move, card):
    assert never_matched(trapped(told, number, move), card_of(card))


@check("TRAP_LEFT")
def trap_left(told, number, move, n):
    assert min(map(len, rows_after(trapped(told, number, move)))) == n > 0


def ahead(told, move):
    """The position after a move that a hint warns of."""
    assert move_of(move) not in told.accepted
    after = told.before.apply(1, move_of(move))
    assert len(after.table.row) < len(told.before.table.row)
    return after


@check("BEWARE")
def beware(told, move, card):
    assert never_matched(ahead(told, move), card_of(card))


@check("BEWARE_LEFT")
def beware_left(told, move, n):
    assert min(map(len, rows_after(ahead(told, move)))) == n > 0


@check("FORCED")
def forced(told):
    assert told.after.outcome.winners
    for turn in told.turns:
        rows = {
            after.table.row
            for move in turn.before.legal_actions(1)
            if move != "stop" and (after := turn.before.apply(1, move)).table.row
        } - {turn.before.table.row}
        assert len(rows) <= 1


# --------------------------------------------------------------------------- the packs


def looked_at(name, step):
    """How often each kind of fact was told; of right, last and wrong actions, how many have one."""
    kinds, counts = Counter(), Counter()
    for puzzle in pack(name)[::step]:
        for told in told_of(puzzle):
            reason = told.checked()
            counts["warned", bool(told.warned())] += 1
            kinds.update(fact.kind.name for fact in reason.facts)
            what = "right" if told.is_right else "wrong"
            is_last = told.is_right and told.moves == 1
            counts[what, bool(reason.facts)] += 1
            counts["solved", bool(reason.facts)] += is_last
    return kinds, counts


def share(counts, what):
    return counts[what, True] / (counts[what, True] + counts[what, False])


@each_game
def test_what_is_said_of_some_puzzles_is_true(name):
    _, counts = looked_at(name, SAMPLED[name])
    assert share(counts, "solved") > 0.9
    assert share(counts, "wrong") > 0.9


@pytest.mark.soak
@each_game
def test_what_is_said_of_all_puzzles_is_true(name):
    kinds, counts = looked_at(name, 1)
    assert share(counts, "solved") > 0.95
    assert share(counts, "wrong") > 0.98
    assert len(kinds) >= 5


# ------------------------------------------------- hints, duels and mistakes of one's own


@each_game
def test_a_hint_tells_what_threatens(name):
    """But not where the goal is to win, as then it is the other side that is in danger."""
    for puzzle in pack(name)[:: SAMPLED[name]]:
        assert not next(told_of(puzzle)).warned() or puzzle.goal != "win"
    wanted = {"aya": "clear", "yala": "do-not-lose", "myra": "save-queen"}[name]
    warned = (one for one in pack(name) if one.goal == wanted and next(told_of(one)).warned())
    assert len([*islice(warned, 3)]) == 3


def test_what_others_cannot_do_yet_is_no_threat():
    """After most moves g clockwise would win, but the stone on g is the own one still."""
    puzzle = next(one for one in pack("yala") if one.id == "2zybj5")
    told = next(told_of(puzzle))
    assert warning_for(told.game, told.before, goal=puzzle.goal, accepted=told.accepted) == ()


def test_a_draw_in_a_mistake_of_ones_own_says_nothing_of_other_moves():
    """Only in the packs it is proved that every other move loses."""
    puzzle = next(one for one in pack("yala") if one.goal == "draw")
    told = next(told_of(puzzle))
    assert told.after.outcome is not None
    found = reason_for(told.game, told.turns, goal=BETTER, moves=1, accepted=told.accepted)
    assert found == UNEXPLAINED


@each_game
def test_what_is_said_of_mistakes_in_matches_is_true(name):
    """Of any position, whatever is taken for the best that the bots have found there."""
    game, counts = catalog.game_of(name), Counter()
    if game.search_bots is None:
        return
    for puzzle in pack(name)[:: SAMPLED[name]]:
        match = match_of(puzzle)
        past, actions = len(match.turns), match.position.legal_actions(puzzle.seat)
        best = game.rules.format_action(actions[len(actions) // 2])
        for action in actions[:: max(1, len(actions) // 3)]:
            turns = tuple(match.play(puzzle.seat, action).turns[past:])
            for accepted in ((best,), puzzle.solutions):
                told = Told(puzzle, turns, 1, accepted, BETTER)
                counts[bool(told.checked().facts)] += 1
                told.warned()
    assert counts[True] > 20


def test_nothing_is_proved_where_repeating_is_forbidden_or_three_play():
    yala, myra = catalog.game_of("yala"), catalog.game_of("myra")
    for game, text in (
        (yala, "l/l/dll//d/lddll/dl/ld/dlddd/dl/ld/ l | no-repeat"),
        (myra, "Qa1,2b1 r0 / 2f10,Qf11 r0 / Qk6,2k7 r0 ; 1"),
    ):
        position = game.rules.parse_position(text)
        (seat,) = position.active_seats
        action = position.legal_actions(seat)[0]
        turn = play(game.rules, position, seat, action)
        assert reason_for(game, [turn], goal=BETTER, moves=1, accepted=()) == UNEXPLAINED
        assert not warning_for(game, position, goal=BETTER, accepted=())


def test_a_miss_that_is_taken_back_is_told_as_what_would_have_been():
    told = 0
    for puzzle in pack("aya")[:: SAMPLED["aya"]]:
        match, solver = match_of(puzzle), catalog.game_of("aya").solver
        for action in match.position.legal_actions(1):
            then = match.play(1, action)
            facts = missed_reason(then.game, then.turns[-1:]).facts
            if then.is_over or solver.advise(then.position) is not None:
                assert not facts
                continue
            told += len(facts)
            for fact in facts:
                about = dict(fact.about)
                after = then.position
                assert move_of(about["move"]) == action
                if fact.kind.name == "MISSED":
                    assert never_matched(after, card_of(about["card"]))
                else:
                    assert min(map(len, rows_after(after))) == about["n"]
    assert told > 10
