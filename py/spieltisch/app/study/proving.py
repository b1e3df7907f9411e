"""What is proved of the task of a chapter: which of the first moves win, or lose, whatever is
played then, as the search has found it for each of them; and whether these are the study's
answers."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import NamedTuple

from spieltisch.app.core.message import Frozen
from spieltisch.games import catalog
from spieltisch.play.study import ROOT, NodeId, Study, Task, TaskKind
from spieltisch.play.study_text import Chapter
from spieltisch.table import AnyPosition, Evaluation, Prospect, Turn, play

MOST_CHECKED = 64
"""Of so many first moves, the best ones, it is found out what comes of them."""

PROVABLE = frozenset({TaskKind.WIN, TaskKind.DEFEND, TaskKind.ALL})
"""The tasks of which something can be proved: what is played otherwise is for its maker to say."""

MISTAKES = ("?", "??", "?!")
"""The glyphs of moves that are no right answer."""


class Verdict(Enum):
    WINS = auto()
    """The answers, and no others, win within so many moves."""
    HOLDS = auto()
    """All moves but the answers lose."""
    LONGEST = auto()
    """All moves lose, and all others sooner than the answers."""
    NO_WIN = auto()
    """No move was found that wins."""
    OTHERS_WIN = auto()
    """Other moves than the answers win fastest."""
    LOSES = auto()
    """An answer loses."""
    OTHERS_HOLD = auto()
    """Moves that are no answers were not found to lose."""
    TOO_MANY = auto()
    """There are too many good moves to look at."""


class TaskProof(Frozen):
    verdict: Verdict
    moves: tuple[str, ...] = ()
    """Those that the verdict is about."""
    within: int = 0
    """Within how many moves they win."""

    @property
    def is_proved(self) -> bool:
        return self.verdict in (Verdict.WINS, Verdict.HOLDS, Verdict.LONGEST)


class Subject(NamedTuple):
    """What a proof is about: once one of these is another, nothing is proved."""

    setup: tuple[tuple[str, str], ...]
    task: Task | None
    answers: tuple[str, ...]


def answers_of(study: Study) -> tuple[NodeId, ...]:
    """The first moves that the study does not call mistakes."""
    nodes = study.nodes
    return tuple(one for one in nodes[ROOT].children if nodes[one].glyph not in MISTAKES)


def asks_something(study: Study) -> bool:
    """Whether its task can be done: there is a move to find, or a position to play out."""
    match study.task:
        case None:
            return False
        case Task(TaskKind.PLAY):
            return True
        case Task(TaskKind.ALL):
            return bool(answers_of(study))
        case _:
            return bool(study.nodes[ROOT].children)


def subject_of(study: Study) -> Subject:
    answers = (study.nodes[one].action for one in answers_of(study))
    return Subject(Chapter("", study).told_setup, study.task, tuple(sorted(answers)))


def can_check(study: Study) -> bool:
    """Whether something could be proved of its task."""
    is_provable = study.task is not None and study.task.kind in PROVABLE
    return is_provable and study.setup.seats == 2 and bool(answers_of(study))


def proof_of(study: Study, turns: Mapping[NodeId, Turn], found: Evaluation) -> TaskProof:
    """What follows of its task, given the turns of its moves, from what was found about the first
    position, of all moves."""
    # What is left out is no better than the last one.
    is_cut, last = len(found.prospects) >= MOST_CHECKED, found.prospects[-1]
    rules, position = catalog.game_of(study.setup.game).rules, found.position
    assert study.task is not None

    def board_after(text: str) -> str:
        action = rules.parse_action(text)
        return board(play(rules, position, found.seat, action).after)

    def board(after: AnyPosition) -> str:
        return rules.format_board(after)

    def is_lost(one: Prospect) -> bool:
        return one.win_probability == 0 and one.ends_in is not None

    # Moves that lead to the same board are the same answer, however they are played.
    answers = {board(turns[one].after): study.nodes[one].action for one in answers_of(study)}
    first = {board_after(one.variation[0]): one for one in found.prospects}
    fastest = min((one.wins_in for one in first.values() if one.wins_in is not None), default=0)
    # Where nothing wins, what is good does not lose.
    if study.task.kind is TaskKind.DEFEND or (study.task.kind is TaskKind.ALL and not fastest):
        lost = {
            after: one.ends_in
            for after, one in first.items()
            if one.ends_in is not None and is_lost(one)
        }
        if len(lost) == len(first):
            longest = max(lost.values())
            latest = {after for after, ends_in in lost.items() if ends_in == longest}
            if latest == answers.keys() and len(latest) < len(lost):
                return TaskProof(Verdict.LONGEST, tuple(sorted(answers.values())))
        if is_cut and not is_lost(last):
            return TaskProof(Verdict.TOO_MANY)
        unheld = (one for one in answers if one in lost or one not in first)
        if losing := [answers[one] for one in unheld]:
            return TaskProof(Verdict.LOSES, tuple(losing))
        holding = [one for after, one in first.items() if after not in lost.keys() | answers.keys()]
        moves = tuple(one.variation[0] for one in holding)
        return TaskProof(Verdict.OTHERS_HOLD if moves else Verdict.HOLDS, moves)
    if not fastest:
        return TaskProof(Verdict.NO_WIN)
    if is_cut and last.wins_in == fastest:
        return TaskProof(Verdict.TOO_MANY)
    winning = {after: one.variation[0] for after, one in first.items() if one.wins_in == fastest}
    if winning.keys() == answers.keys():
        return TaskProof(Verdict.WINS, tuple(sorted(answers.values())), fastest)
    return TaskProof(Verdict.OTHERS_WIN, tuple(sorted(winning.values())), fastest)
