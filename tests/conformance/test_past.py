"""Positions told together with what they remember: exactly what the bots in their worker get."""

import pickle
import subprocess
import sys
from random import Random

import pytest

from spieltisch.games import catalog
from spieltisch.table import PastGame
from tests.conformance.matches import SETUPS, moments, name_of
from tools.project import PY

TOLD = [s for s in SETUPS if isinstance(catalog.game_of(s.game).rules, PastGame)]
every_told_setup = pytest.mark.parametrize("setup", TOLD, ids=name_of)


def test_every_game_that_is_searched_can_be_told():
    assert {name for name, game in catalog.GAMES.items() if game.search_bots} <= {
        setup.game for setup in TOLD
    }


@every_told_setup
def test_the_text_is_the_position_and_all_that_it_remembers(setup):
    game = catalog.game_of(setup.game).rules
    for seed in (1, 2):
        for position, _ in moments(setup, seed):
            text = game.format_with_past(position)
            again = game.parse_with_past(text)
            assert again == position
            assert game.format_with_past(again) == text
            assert again.active_seats == position.active_seats


@every_told_setup
def test_what_is_no_such_text_is_refused(setup):
    game = catalog.game_of(setup.game).rules
    texts = [game.format_with_past(moment.position) for moment in moments(setup)]
    rng = Random(7)
    text = max(texts, key=len)
    lines = text.split("\n")
    wrong = ["", "\n", "x", text + "\n", text + " ", text.replace("\n", "\r\n"), "\n" + text]
    wrong += ["\n".join([*lines, "x"]), pickle.dumps(text).decode("latin-1")]
    wrong += [text[: rng.randrange(len(lines[0]))] for _ in range(20)]
    for one in wrong:
        if one not in texts:
            with pytest.raises(ValueError, match=r"."):
                game.parse_with_past(one)


def test_the_page_and_the_worker_do_without_pickle():
    """It is large, and reading it from elsewhere would run what stands there."""
    rooms = "spieltisch.presenters.page, spieltisch.play.service, spieltisch.play.bots"
    code = f"import sys, {rooms}; sys.exit('pickle' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=PY, check=False).returncode == 0
