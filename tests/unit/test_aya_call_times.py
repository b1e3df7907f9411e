"""How fast calls were and what came of them, as statistics count them."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from spieltisch.games.aya.rules import duties
from spieltisch.games.aya.rules.cards import DARK_COUNT, LIGHT_COUNT
from spieltisch.games.aya.rules.duties import Attempt, Calling
from spieltisch.games.aya.rules.events import DARK, LIGHT, NOTHING, timed_calls
from spieltisch.games.aya.rules.matches import matches
from spieltisch.games.aya.rules.rules import RULES
from spieltisch.games.aya.rules.track import PATTERNS
from spieltisch.play.match import Match
from spieltisch.table import CLOCK, Setup, TimedCall, Turn, parse_record, play
from tests.records import keeping

# The first turns of two recorded matches, worked out by hand: what was called at which moment,
# when the turn before was, what came of it, and which turn the call was.
FIRST_CALLS = {
    "aya-aya-oye-zoch-2": (
        TimedCall(1, "aya", DARK, 2192, is_right=True, number=1),
        TimedCall(1, "aya", DARK, 6957 - 2841, is_right=True, number=3),
        TimedCall(2, "aya", "", 14593 - 9448, is_right=False, number=5),
    ),
    "aya-aya-oye-reilly-3": (
        TimedCall(3, "aya", DARK, 2401, is_right=True, number=1),
        TimedCall(3, "oye", NOTHING, 8506 - 4029, is_right=True, number=3),
        TimedCall(3, "aya", "", 30239 - 28506, is_right=False, number=6),
    ),
}


@pytest.mark.parametrize("name", FIRST_CALLS)
def test_a_call_is_told_with_its_time_and_what_came_of_it(name):
    turns = Match.open(parse_record(keeping.read(name))).turns
    assert timed_calls(turns)[:3] == FIRST_CALLS[name]


def test_a_call_is_left_out_until_something_has_come_of_it():
    turns = Match.open(parse_record(keeping.read("aya-aya-oye-zoch-2"))).turns
    assert timed_calls(turns[:1]) == ()
    assert len(timed_calls(turns[:2])) == 1


def eager_match(variant, edition, seed):
    """The turns of a match of seats that mostly see what can be matched, with cards of so few
    patterns that dark and light ones are often matched by one move."""
    rng = Random(seed)
    patterns = rng.sample(PATTERNS, 4)
    words = [rng.choice(patterns) for _ in range(DARK_COUNT)]
    words += [rng.choice(patterns) + "*" for _ in range(LIGHT_COUNT)]
    setup = Setup("aya", variant, edition, seats=4, start=" ".join(words))
    start = RULES.deal_rest(setup, rng.shuffle)
    position, turns = RULES.initial_position(Setup("aya", variant, edition, (), 4, None, start)), []
    while position.active_seats and len(turns) < 300:
        seat = rng.choice(sorted(position.active_seats))
        actions = position.legal_actions(seat)
        found = matches(position)
        if isinstance(position.duty, Calling) and rng.random() < 0.8:
            actions = (duties.AYA if found else duties.OYE,)
        elif isinstance(position.duty, Attempt) and seat != CLOCK and found and rng.random() < 0.9:
            actions = (rng.choice(found).moves[0],)
        turns.append(play(RULES, position, seat, rng.choice(actions), 100 * len(turns) + 50))
        position = turns[-1].after
    return turns


def told_plainly(turns: list[Turn]) -> list[tuple[int, str, str]]:
    """Who called what, and what about, as the table before and after each turn shows it."""
    found: list[tuple[int, str, str]] = []
    call = None
    for turn in turns:
        before, duty = turn.before, turn.before.duty
        is_owed = isinstance(duty, Attempt | duties.Oye)
        if isinstance(duty, Calling):
            call = (turn.seat, turn.action)
        elif call and is_owed and not isinstance(turn.after.duty, Attempt | duties.Oye):
            demonstration = duty.demonstration if isinstance(duty, Attempt) else None
            kind = ""
            if isinstance(duty, Attempt) and demonstration is None:
                shown = before.try_move(turn.action).cards if len(turn.action) == 2 else ()
                is_dark = any(not card.card.is_light for card in shown)
                kind = "" if not shown else DARK if is_dark else LIGHT
            elif demonstration is None or turn.action == duties.EXPIRE:
                track = demonstration.track if demonstration else before.track
                table = before.table.with_track(track)
                kind = "" if matches(replace(before, table=table, duty=Calling())) else NOTHING
            found.append((*call, kind))
            call = None
    return found


@pytest.mark.parametrize("variant", ["aya-oye", "turbo"])
@pytest.mark.parametrize("edition", ["zoch", "reilly"])
def test_what_a_call_was_about_is_what_lay_open(variant, edition):
    mixed, kinds = 0, Counter()
    for seed in range(16):
        turns = eager_match(variant, edition, seed)
        told = [(call.seat, call.word, call.kind) for call in timed_calls(turns)]
        assert told == told_plainly(turns)
        kinds.update(kind for _, _, kind in told)
        for turn in turns:
            matched = [event for event in turn.events if event.kind == "matched"]
            lights = {card.card.is_light for event in matched for card in event.cards}
            mixed += len(lights) == 2
    assert mixed, "a dark and a light card, matched by one move"
    assert set(kinds) == {DARK, LIGHT, NOTHING, ""}
