"""How far a click goes: which of our functions one update calls, and in how many modules.

A walk is the same on every machine: nothing is timed.
"""

import sys
from collections.abc import Callable, Iterable
from itertools import pairwise
from random import Random
from types import CodeType, FrameType
from typing import Any, NamedTuple

from spieltisch.app.board.messages import Press
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from tools.figures import Report
from tools.project import PACKAGE

GOAL_CALLS, GOAL_MODULES = 110, 16
"""What a click may take, from the message to the session after it."""

MOST_PRESSES = 1_000

GOAL_OF_HOUSE = 46
"""How many of these calls may be none of a game's and of the table's: as many in every game."""


class Walk(NamedTuple):
    """The calls of our functions, in order, as their code."""

    calls: tuple[CodeType, ...]

    @property
    def modules(self) -> int:
        return len({code.co_filename for code in self.calls})

    @property
    def of_house(self) -> int:
        """How many calls there are but those of what a game is made of."""
        rules = (str(PACKAGE / "games"), str(PACKAGE / "table"))
        return sum(not code.co_filename.startswith(rules) for code in self.calls)

    @property
    def functions(self) -> int:
        return len(set(self.calls))

    @property
    def changes(self) -> int:
        """How often a call leads into another module than the call before it."""
        files = [code.co_filename for code in self.calls]
        return sum(before != after for before, after in pairwise(files))


def walk_of(act: Callable[[], object]) -> Walk:
    """The calls of our functions while something is done; comprehensions are no calls."""
    calls: list[CodeType] = []
    ours = str(PACKAGE)

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(ours) and code.co_name[0] != "<":
            calls.append(code)

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return Walk(tuple(calls))


def after(session: Session, messages: Iterable[Message]) -> Session:
    """The session after messages."""
    for message in messages:
        session, _ = update(session, message)
    return session


IN_TURNS = tuple(one for one in catalog.GAMES.values() if one.search_bots is not None)
"""The games that are taken in turns."""


def click(game: Game = IN_TURNS[0]) -> tuple[Session, Press]:
    """A match, and the press that completes a move in it."""
    players = ",".join(("human",) * game.info.default_setup().seats)
    session = after(Session(), [Navigate(f"#/play/{game.info.name}?seats={players}&seed=1", 0.0)])
    # Some play before that, so that caches are as warm as in the middle of a match.
    chance = Random(1)
    for _ in range(MOST_PRESSES):
        match, table = session.match, session.table
        assert match is not None
        assert table is not None
        assert table.choice is not None
        tokens = sorted(table.choice.targets)
        playing = [one for one in tokens if table.choice.press(one).action is not None]
        if playing and match.shown:
            return session, Press(playing[0], at_ms=0.0)
        session = after(session, [Press(chance.choice(tokens), at_ms=0.0)])
    raise LookupError(f"no move of {game.info.name} comes about")


def walk_of_click(game: Game = IN_TURNS[0]) -> Walk:
    """The calls of a click on a page that is drawn, as it is once somebody can press: another one
    has warmed what is kept for all. Nothing has been played from there yet, as a match that
    branches copies some of its past."""
    update(*click(game))
    session, press = click(game)
    page_of(session)
    return walk_of(lambda: update(session, press))


def run(_rounds: int, _report: Report) -> None:
    """Print how far a click goes, and how far the drawing of the page after it."""
    clicked = walk_of_click()
    session, press = click()
    then = after(session, [press])
    page_of(session)
    drawn = walk_of(lambda: page_of(then))
    print("| what | calls | functions | modules | changes of module | goal |")
    print("|---|---|---|---|---|---|")
    goal = f"{GOAL_CALLS} calls, {GOAL_MODULES} modules"
    for name, walk, wanted in (("a click that plays", clicked, goal), ("its page", drawn, "")):
        figures = (len(walk.calls), walk.functions, walk.modules, walk.changes)
        print(f"| {name} | {' | '.join(map(str, figures))} | {wanted} |")
