"""Choosing a Myra action step by step: the scheme that games/myra/rules/choice.py documents."""

from __future__ import annotations

import random

import pytest

from spieltisch.games.myra.rules.actions import MyraAction
from spieltisch.games.myra.rules.choice import MyraChoice
from spieltisch.games.myra.rules.core import is_legal
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.games.myra.rules.rules import RULES, STARTS
from spieltisch.table import Status
from tests.unit import myra_plain as plain


def choice(field: str, other: str = "Qk11 r0") -> MyraChoice:
    return RULES.choose(RULES.parse_position(f"{field} / {other} ; 1"), 1)


def press(choice: MyraChoice, *tokens: str) -> MyraChoice:
    for token in tokens:
        choice = choice.press(token)
    return choice


def tokens_for(position: MyraPosition, action: MyraAction) -> list[str]:
    """What a person presses for an action, at most."""
    if action.kind == "pass":
        return ["pass"]
    if action.kind in ("sow", "gather"):
        return [action.path[0], action.kind, *action.path[1:]]
    if action.kind in ("move", "capture"):
        chosen = RULES.choose(position, position.to_act).press(action.site)
        number = [] if chosen.soldiers == action.soldiers else [str(action.soldiers)]
        return [action.site, *number, action.target]
    return [action.target]


def some_positions(count: int, seed: int) -> list[MyraPosition]:
    chance = random.Random(seed)
    found = [RULES.parse_position(start) for start in STARTS.values()]
    while len(found) < count:
        position = RULES.parse_position(plain.random_position(chance))
        if position.outcome is None:
            found.append(position)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_every_legal_action_can_be_pressed_and_taken_back(seed):
    chance = random.Random(seed)
    for position in some_positions(40, seed):
        legal = position.legal_actions(position.to_act)
        by_kind = {action.kind: [a for a in legal if a.kind == action.kind] for action in legal}
        for actions in by_kind.values():
            for action in chance.sample(actions, min(6, len(actions))):
                choices = [RULES.choose(position, position.to_act)]
                for token in tokens_for(position, action):
                    assert token in choices[-1].targets, (action, token)
                    assert choices[-1].status is not Status.COMPLETE
                    choices.append(choices[-1].press(token))
                if choices[-1].status is Status.PLAYABLE:
                    assert choices[-1].action == action
                    choices.append(choices[-1].press(action.target))
                assert choices[-1].status is Status.COMPLETE
                assert choices[-1].action == action
                assert choices[-1].targets == frozenset()
                back = choices[-1]
                for earlier in reversed(choices[:-1]):
                    back = back.back()
                    assert back == earlier
                assert back.back() is back


def every_action(position: MyraPosition) -> set[MyraAction]:
    """All that presses on targets can lead to."""
    found: set[MyraAction] = set()
    seen: set[MyraChoice] = set()
    waiting = [RULES.choose(position, position.to_act)]
    while waiting:
        choice = waiting.pop()
        if choice not in seen:
            seen.add(choice)
            if choice.action is not None:
                found.add(choice.action)
            waiting += [choice.press(token) for token in choice.targets]
    return found


@pytest.mark.parametrize(
    "text",
    [
        STARTS[2],
        "Qa1,1b4,1b5,1c5,1c6,2d5,3e2 r1 / 1b3,Qk11 r0 ; 1",
        "5e5,Qf6,1f7,1f8,1g8,1h9,1h10 r3 / 1d4,2e6,Qf11 r2 / 5c3,1g7,Qk6 r0 ; 1",
        "Qa1 r5 / 5a2,5b1,5b2,Qk11 r0 ; 1",
    ],
)
def test_presses_lead_to_every_legal_action_and_to_no_other(text):
    position = RULES.parse_position(text)
    assert every_action(position) == set(position.legal_actions(position.to_act))


@pytest.mark.parametrize("seed", range(4))
def test_any_presses_are_taken_without_raising_and_never_lead_astray(seed):
    chance = random.Random(100 + seed)
    junk = [*plain.SITES, "0", "1", "2", "3", "4", "5", "move", "gather", "sow", "pass", "x", ""]
    for position in some_positions(25, 100 + seed):
        choice = RULES.choose(position, position.to_act)
        for _ in range(30):
            targets = sorted(choice.targets)
            token = chance.choice(targets if targets and chance.random() < 0.7 else junk)
            after = choice.press(token)
            if token in targets:
                assert after != choice
                assert after.back() == choice
            elif after != choice:
                assert after.back() == choice
                assert len(after.trace) <= max(1, len(choice.trace))
            if after.action is not None:
                assert is_legal(position.board, after.action)
            assert (after.status is Status.INCOMPLETE) == (after.action is None)
            assert (after.status is Status.COMPLETE) == (not after.targets)
            for end in after.ends:
                assert (after.walk(end)[0], after.walk(end)[-1]) == (after.site, end)
            choice = after if after.status is not Status.COMPLETE else after.back()


def test_at_first_own_pits_and_the_queens_empty_neighbours_lead_on():
    first = choice("Qa1,2c3,5k6 r1")
    assert first.status is Status.INCOMPLETE
    assert first.origins == {"a1", "c3", "k6"}
    assert first.births == {"a2", "b1", "b2"}
    assert first.targets == first.origins | first.births
    assert first.ends == frozenset()
    assert first.kinds == first.counts == ()


def test_a_pit_with_nothing_to_do_cannot_be_chosen():
    shut_in = choice("Qa1,2a2,5a3,5b1,5b2,5b3 r0")
    assert "a2" not in shut_in.targets
    assert "a1" not in shut_in.targets
    assert shut_in.press("a2") == shut_in


def test_a_move_is_two_presses_and_all_soldiers_go():
    chosen = choice("Qa1,3f6 r0").press("f6")
    assert (chosen.kind, chosen.soldiers, chosen.site) == ("move", 3, "f6")
    assert len(chosen.ends) == 36
    done = chosen.press("f8")
    assert (str(done.action), done.status) == ("3f6-f8", Status.COMPLETE)


def test_a_number_says_how_many_go():
    chosen = choice("Qa1,3f6 r0").press("f6")
    assert chosen.counts == (1, 2, 3)
    assert {"1", "2"} <= chosen.targets
    assert "3" not in chosen.targets
    two = chosen.press("2")
    assert len(two.ends) == 18
    assert str(press(two, "f7").action) == "2f6-f7"
    assert two.press("2") == two.press("4") == two.press("5") == two


def test_four_leave_a_fortress_at_most():
    chosen = choice("Qa1,5f6 r0").press("f6")
    assert (chosen.soldiers, chosen.counts) == (4, (1, 2, 3, 4))


def test_the_most_that_have_somewhere_to_go_are_proposed():
    chosen = choice("4a1,3a2,5b1,5b2,Qk6 r0").press("a1")
    assert (chosen.soldiers, chosen.counts, chosen.ends) == (2, (1, 2), {"a2"})


def test_captures_and_builds_are_told_apart():
    chosen = choice("Qa1,2f5,2f6 r0", "1f7,5g7,Qk11 r0").press("f6")
    assert chosen.captures == {"f7"}
    assert chosen.builds == {"f5"}
    assert str(chosen.press("f7").action) == "2f6xf7"
    assert str(chosen.press("f5").action) == "2f6-f5"
    assert chosen.press("1").captures == frozenset()


def test_the_walk_is_told_before_it_is_made():
    chosen = choice("Qa1,1e6,3f6,1f7 r0").press("f6")
    assert chosen.walk("f8") == ("f6", "g7", "g8", "f8")
    assert chosen.walk("a1") == ()


def test_producing_is_one_press_on_an_empty_pit_by_the_queen():
    done = choice("Qa1 r1").press("b2")
    assert (str(done.action), done.status) == ("+b2", Status.COMPLETE)


def test_with_a_pit_chosen_a_slip_never_produces():
    slip = press(choice("Qa1,1f6 r1"), "f6", "b2")
    assert slip.kind is None
    assert slip.back().site == "f6"


def test_the_queen_chosen_moves():
    assert str(press(choice("Qa1 r1"), "a1", "b2").action) == "Qa1-b2"
    assert choice("Qa1 r1").press("a1").counts == ()


def test_pressing_the_pit_again_lets_go_and_another_own_pit_is_chosen_instead():
    chosen = choice("Qa1,1c3,1f6 r0").press("f6")
    assert chosen.press("f6").kind is None
    assert chosen.press("c3").site == "c3"
    assert chosen.press("c3").back() == chosen


def test_sowing_is_traced_pit_by_pit():
    chosen = choice("Qa1,3f6 r0").press("f6")
    assert chosen.kinds == ("move", "sow")
    sowing = chosen.press("sow")
    assert sowing.ends == {"e5", "e6", "f5", "f7", "g6", "g7"}
    assert sowing.counts == ()
    traced = press(sowing, "f7", "g8")
    assert traced.status is Status.INCOMPLETE
    assert "f8" in traced.ends
    assert traced.walk("f8") == ("f6", "f7", "g8", "f8")
    done = traced.press("f8")
    assert (str(done.action), done.status) == ("f6<f7<f8<g8", Status.COMPLETE)


def test_sowing_offers_only_what_can_be_finished():
    # From a1, a2 is a dead end: there is room for one soldier only.
    chosen = press(choice("3a1,5a3,5b2,5b3,Qk6 r0"), "a1", "sow")
    assert chosen.ends == {"b1"}
    assert chosen.press("b1").ends == {"c1", "c2"}


def test_gathering_is_playable_from_two_on():
    chosen = choice("Qa1,1f4,1f5,1f6,1f7 r0").press("f4")
    assert chosen.kinds == ("move", "gather")
    gathering = chosen.press("gather")
    assert (gathering.status, gathering.ends) == (Status.INCOMPLETE, {"f5"})
    two = gathering.press("f5")
    assert (two.status, str(two.action)) == (Status.PLAYABLE, "1f4-f5")
    three = two.press("f6")
    assert (three.status, str(three.action)) == (Status.PLAYABLE, "f4>f5>f6")
    assert three.targets == {"f7", "f6", "move"}
    assert three.builds == {"f7"}
    four = three.press("f7")
    assert (four.status, str(four.action)) == (Status.COMPLETE, "f4>f5>f6>f7")


def test_pressing_the_last_pit_of_a_gathering_again_ends_it():
    done = press(choice("Qa1,1f4,1f5,1f6,1f7 r0"), "f4", "gather", "f5", "f6", "f6")
    assert (done.status, str(done.action)) == (Status.COMPLETE, "f4>f5>f6")
    assert done.back().status is Status.PLAYABLE


def test_five_are_gathered_at_most():
    done = press(choice("Qa1,1f1,1f2,1f3,1f4,1f5,1f6 r0"), "f1", "gather", "f2", "f3", "f4", "f5")
    assert (done.status, str(done.action)) == (Status.COMPLETE, "f1>f2>f3>f4>f5")


def test_a_neighbouring_pair_is_built_without_gathering():
    chosen = choice("Qa1,1f4,1f5 r0").press("f4")
    assert chosen.kinds == ("move",)
    assert str(chosen.press("f5").action) == "1f4-f5"


def test_an_earlier_pit_of_the_chain_goes_back_to_it_and_other_sites_change_nothing():
    sowing = press(choice("Qa1,2c3,5f6 r0"), "f6", "sow", "f7", "f8", "f9")
    assert sowing.press("f7").trace == ("f6", "f7")
    assert sowing.press("f7").back() == sowing
    assert sowing.press("f6").trace == ("f6",)
    for slip in ("f9", "c3", "a1", "k11", "sow", "3", "nonsense"):
        assert sowing.press(slip) is sowing


def test_move_leaves_a_chain_for_walking():
    sowing = press(choice("Qa1,3f6 r0"), "f6", "sow", "f7")
    assert "move" in sowing.targets
    walking = sowing.press("move")
    assert (walking.kind, walking.soldiers, walking.trace) == ("move", 3, ("f6",))
    assert walking.back() == sowing


def test_passing_is_the_only_token_when_nothing_else_can_be_done():
    first = choice("Qa1 r5", "5a2,5b1,5b2,Qk11 r0")
    assert first.targets == {"pass"}
    done = first.press("pass")
    assert (str(done.action), done.status) == ("pass", Status.COMPLETE)
    assert choice("Qa1 r0").press("pass").kind is None


def test_who_may_not_act_can_choose_nothing():
    position = RULES.parse_position("Qa1 r1 / Qk11 r1 ; 1")
    waiting = RULES.choose(position, 2)
    assert waiting.targets == frozenset()
    assert waiting.press("k11") is waiting.press("k10") is waiting.press("pass") is waiting
    over = RULES.parse_position("Qa1 r1 / - r0 ; 1")
    assert RULES.choose(over, 1).targets == frozenset()
