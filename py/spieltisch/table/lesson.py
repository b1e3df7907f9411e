"""Lessons as data: a course of short steps on a live board.

Each step has one thing to do, and an answer to every other action. Its position is the text of the
game itself, so a test can check each step by the real rules: it plays every solution, and tries
every other action as well.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from spieltisch.table.position import Seat
from spieltisch.table.text_files import read_beside
from spieltisch.table.turn import Turn

Test: TypeAlias = Callable[[Turn], bool]
"""Says whether a turn is of some kind."""


def plays(*actions: str) -> Test:
    """Whether a turn is one of these actions, given by their texts.

    >>> from spieltisch.games.yala.rules.rules import RULES
    >>> from spieltisch.table.turn import play
    >>> before = RULES.parse_position("ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl d")
    >>> turn = play(RULES, before, 1, RULES.parse_action("a+"))
    >>> plays("a+", "a-")(turn), leaves("c")(turn), brings("built", count=3)(turn)
    (True, False, True)
    """
    return lambda turn: turn.entry.action in actions


def leaves(*sites: str) -> Test:
    """Whether a turn's first event begins at one of these sites."""
    return lambda turn: turn.events[0].sites[:1] in [(site,) for site in sites]


def brings(kind: str, count: int | None = None) -> Test:
    """Whether a turn brings about an event of a kind; if a count is given, with that count."""
    return lambda turn: any(
        event.kind == kind and count in (None, event.count) for event in turn.events
    )


@dataclass(frozen=True)
class Misstep:
    """A kind of action that misses the step's goal."""

    is_made: Test
    answer: str
    """The text shown after it."""
    replies: tuple[str, ...] = ()
    """The other seats' answers, as texts of actions, shown on the board."""


@dataclass(frozen=True)
class Step:
    """One thing to do. Texts for people are English, and are translated where they are shown."""

    name: str
    """Its name in addresses; small letters and hyphens."""
    title: str
    task: str
    """What to do; shown first."""
    position: str
    """The position's text, as in docs/rules.md."""
    goal: Test
    solutions: tuple[str, ...]
    """Actions that reach the goal; the first is shown on request."""
    praise: str
    otherwise: str
    """The text shown after a wrong action that none of ``mistakes`` covers."""
    mistakes: tuple[Misstep, ...] = ()
    """The kinds of mistakes; the first that fits is answered."""
    replies: tuple[str, ...] = ()
    """The other seats' answers to a solution, as texts of actions, shown on the board."""
    is_sole: bool = True
    """Whether no other action reaches the goal."""
    is_feat: bool = True
    """Whether solving it is something to be praised for; it is not where a miss is to be seen."""
    named: tuple[str, ...] = ()
    """The sites that the task names: they are lit until it is done."""
    seat: Seat = 1
    seats: int = 2

    def judge(self, turn: Turn) -> Misstep | None:
        """What was wrong with a turn; None if it solves the step."""
        if self.goal(turn):
            return None
        made = (one for one in self.mistakes if one.is_made(turn))
        return next(made, Misstep(lambda _: True, self.otherwise))


@dataclass(frozen=True)
class Course:
    """A game's lessons, in the order in which a player needs them."""

    steps: tuple[Step, ...]
    farewell: str
    """The text shown at the end, before the first match."""
    options: tuple[tuple[str, str], ...] = ()
    """The options of that match, which is against a weak opponent."""

    def number(self, name: str) -> int:
        """The number of the step with this name, from 1; raises ValueError if there is none."""
        return [step.name for step in self.steps].index(name) + 1


def read_course(module: str, own_tests: Mapping[str, Test] | None = None) -> Course:
    """The course in ``lessons.toml``, in the folder of a module.

    A step has the members of Step, lists of words as one text. What a turn has to be, a step's
    ``goal`` or the ``when`` of a mistake, is ``plays e+ e-``, ``leaves c``, ``brings built 5``, or
    the name of one of the game's own tests.
    """
    told = read_beside(module, "lessons.toml")
    steps = tuple(_step(step, own_tests or {}) for step in told["step"])
    return Course(steps, told["farewell"], tuple(told.get("options", {}).items()))


def _step(told: dict[str, Any], own_tests: Mapping[str, Test]) -> Step:
    mistakes = tuple(
        Misstep(_test(one["when"], own_tests), one["answer"], tuple(one.get("replies", "").split()))
        for one in told.pop("mistake", ())
    )
    lists = {name: tuple(told.pop(name, "").split()) for name in ("solutions", "replies", "named")}
    return Step(**told | lists | {"goal": _test(told["goal"], own_tests), "mistakes": mistakes})


def _test(text: str, own_tests: Mapping[str, Test]) -> Test:
    match text.split():
        case ["plays", *actions]:
            return plays(*actions)
        case ["leaves", *sites]:
            return leaves(*sites)
        case ["brings", kind]:
            return brings(kind)
        case ["brings", kind, count]:
            return brings(kind, int(count))
    return own_tests[text]
