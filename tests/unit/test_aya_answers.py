"""How long an OYE lasts that computers answer, on the page's own clock: nobody waits for long."""

from dataclasses import replace

import pytest

from spieltisch.app.board.messages import Shout, Wake
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.games.aya.bots.reflex import LEVELS
from spieltisch.games.aya.rules.duties import Attempt, Oye
from spieltisch.play.bots import parse_bot, play_matches
from tests.unit.asking import after
from tests.unit.races import counted_down

LONGEST_MS = 7000
SEEDS = range(12)
CLOCKS = {"with clocks": "", "without": "&move-clock=off&refute-clock=off"}
TABLES = [("aya-oye", "zoch"), ("aya-oye", "reilly"), ("turbo", "zoch"), ("turbo", "reilly")]


def is_open(position):
    """Whether an OYE waits for its end."""
    duty = position.duty
    return isinstance(duty, Oye) or (isinstance(duty, Attempt) and duty.demonstration is not None)


def lasted_ms(session, called_ms):
    """How long an OYE lasts that was called at that moment, and the session at its end."""
    while is_open(session.match.position):
        wanted_ms = session.next_wake_ms
        assert wanted_ms is not None
        session = after(session, Wake(max(called_ms, wanted_ms)))
    return session.match.last_turn.at_ms - session.match.turns[0].at_ms, session


@pytest.mark.parametrize("clocks", CLOCKS.values(), ids=CLOCKS)
@pytest.mark.parametrize(("variant", "edition"), TABLES)
@pytest.mark.parametrize("level", LEVELS)
def test_an_oye_against_a_computer_is_over_soon(level, variant, edition, clocks):
    for seed in SEEDS:
        link = f"#/play/aya?seats=human,bot:{level}&variant={variant}&edition={edition}&seed={seed}"
        session, _ = update(Session(), Navigate(link + clocks, 0.0))
        session = after(counted_down(session), Wake(0), Shout(1, "oye", 20.0, 20.0))
        session = after(session, Wake(session.next_wake_ms))
        assert is_open(session.match.position)
        ms, ended = lasted_ms(session, 20.0)
        assert ms <= LONGEST_MS
        assert "expire" not in [entry.action for entry in ended.match.record.entries]


@pytest.mark.parametrize("levels", [(1, 1), (5, 1), (1, 5, 3), (1, 2, 3, 4, 5, 1)])
def test_computers_do_not_keep_those_waiting_who_watch(levels):
    game = catalog.game_of("aya")
    bots = [parse_bot(f"reflex:{level}", game) for level in levels]
    setup = replace(game.info.default_setup(), seats=len(levels))
    for match in play_matches(game, setup, bots, 1, 4):
        called_ms = None
        for turn in match.turns:
            is_before, is_now = is_open(turn.before), is_open(turn.after)
            if is_now and not is_before:
                called_ms = turn.at_ms
            if is_before and not is_now:
                assert turn.at_ms - called_ms <= LONGEST_MS
