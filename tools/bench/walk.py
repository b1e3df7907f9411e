"""How far a click goes: which of our functions one update calls, and in how many modules.

A walk is the same on every machine: nothing is timed.
"""

import sys
from collections.abc import Callable, Iterable
from itertools import pairwise
from types import CodeType, FrameType
from typing import Any, NamedTuple

from spieltisch.app.board.messages import Press
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from tools.figures import Report
from tools.project import PACKAGE

GOAL_CALLS, GOAL_MODULES = 110, 16
"""What a click may take, from the message to the session after it."""


class Walk(NamedTuple):
    """The calls of our functions, in order, as their code."""

    calls: tuple[CodeType, ...]

    @property
    def modules(self) -> int:
        return len({code.co_filename for code in self.calls})

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


def click() -> tuple[Session, Press]:
    """A match of the first game taken in turns, and the press that completes its first move."""
    game = next(one for one in catalog.GAMES.values() if one.search_bots is not None)
    players = ",".join(("human",) * game.info.default_setup().seats)
    session = after(Session(), [Navigate(f"#/play/{game.info.name}?seats={players}&seed=1", 0.0)])
    # Some play before that, so that caches are as warm as in the middle of a match.
    while True:
        match, table = session.match, session.table
        assert match is not None
        assert table is not None
        assert table.choice is not None
        for token in sorted(table.choice.targets):
            pressed = Press(token, at_ms=0.0)
            then = after(session, [pressed])
            assert then.match is not None
            if then.match.shown > match.shown and match.shown:
                return session, pressed
        session = then


def run(_rounds: int, _report: Report) -> None:
    """Print how far a click goes, and how far the drawing of the page after it."""
    session, press = click()
    update(session, press)
    clicked = walk_of(lambda: update(session, press))
    then = after(session, [press])
    page_of(session)
    drawn = walk_of(lambda: page_of(then))
    print("| what | calls | functions | modules | changes of module | goal |")
    print("|---|---|---|---|---|---|")
    goal = f"{GOAL_CALLS} calls, {GOAL_MODULES} modules"
    for name, walk, wanted in (("a click that plays", clicked, goal), ("its page", drawn, "")):
        figures = (len(walk.calls), walk.functions, walk.modules, walk.changes)
        print(f"| {name} | {' | '.join(map(str, figures))} | {wanted} |")
