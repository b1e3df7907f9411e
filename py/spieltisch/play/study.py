"""Studies: a tree of variations that begins as a match does, with comments and glyphs.

Frozen, and without recursion: variations may lie in one another however deep.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from typing import Self, TypeAlias

from spieltisch.games import catalog
from spieltisch.table import Player, Setup, Turn, play, seat_for

NodeId: TypeAlias = int

ROOT: NodeId = 0

GLYPHS = ("!", "?", "!!", "??", "!?", "?!", "=")
"""What can be said of a move: good, a mistake, brilliant, a blunder, interesting, dubious; and that
it leads to an even position."""

MAX_MOVES = 2_000
"""Of a chapter."""
MAX_CHAPTERS = 64
MAX_COMMENT = 1_000
"""Letters of a comment."""
BRIEF_MOVES, BRIEF_LETTERS = 4, 120
"""Of how many moves, with how many letters said of them, a variation is at most that is brief."""
MAX_TEXT = 100_000
"""Letters of a study as text."""


class StudyFlaw(StrEnum):
    """What may be wrong with a study, or with what one does to it."""

    HEAD = "head"
    START = "start"
    """Nothing tells what it begins with."""
    LENGTH = "length"
    MOVES = "moves"
    """It has more than MAX_MOVES."""
    COMMENT = "comment"
    """One has no end, or more letters than MAX_COMMENT."""
    BRACKET = "bracket"
    GLYPH = "sign"
    MOVE = "move"
    """One cannot be played where it stands."""
    ROOM = "room"
    """It cannot be kept beside the others."""
    CHAPTERS = "chapters"
    """It has more than MAX_CHAPTERS."""


class StudyMode(StrEnum):
    """What a study is to somebody who opens it."""

    WRITE = "write"
    READ = "read"
    """Nothing of it can be changed."""
    PRACTISE = "practise"
    """It asks for its moves."""


class TaskKind(StrEnum):
    """What is asked of whoever practises a chapter."""

    MOVE = "move"
    """What the study says is played."""
    WIN = "win"
    DEFEND = "defend"
    ALL = "all"
    """Each of the first moves that are good."""
    PLAY = "play"
    """The position is played out against a bot."""


_TASK = re.compile(r"([a-z]+)(?::([1-6]))?")


@dataclass(frozen=True)
class Task:
    """What a chapter asks.

    >>> Task.read("play:3"), str(Task(TaskKind.ALL)), Task.read("all:3"), Task.read("mate")
    (Task(kind=<TaskKind.PLAY: 'play'>, level=3), 'all', None, None)
    """

    kind: TaskKind
    level: int = 0
    """That of the bot against which it is played out; 0 for any other kind."""

    def __str__(self) -> str:
        return f"{self.kind}:{self.level}" if self.level else self.kind.value

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The inverse of ``str``; None for what is no task."""
        found = _TASK.fullmatch(text)
        if found is None or found[1] not in list(TaskKind):
            return None
        kind, level = TaskKind(found[1]), int(found[2] or 0)
        return cls(kind, level) if (kind is TaskKind.PLAY) == (level > 0) else None


MARK = re.compile(r"([GRBY])([a-z0-9]{1,4})(?:-([a-z0-9]{1,4}))?")
"""A ring round a site, or an arrow from one to another, in a colour: ``Ga``, ``Ga-c``."""
MOST_MARKS = 50
"""Of a move."""


class StudyError(ValueError):
    """What is wrong with a study, in which line of its text, and what stands there."""

    def __init__(self, flaw: StudyFlaw, line: int = 0, value: str = "") -> None:
        super().__init__(f"line {line}: {flaw} {value!r}")
        self.flaw, self.line, self.value = flaw, line, value


@dataclass(frozen=True)
class Node:
    """A move, and the position after it; at the root nothing has been played."""

    action: str = ""
    parent: NodeId = ROOT
    children: tuple[NodeId, ...] = ()
    """What is played next: the first goes on, the others are variations."""
    comment: str = ""
    glyph: str = ""
    codes: tuple[int, ...] = ()
    """What else PGN's numbers say of it, which is kept for those who know them."""
    marks: tuple[str, ...] = ()
    """What is marked on the board after it, each a MARK."""


@dataclass(frozen=True)
class Study:
    """The tree.

    >>> from spieltisch.play.codec import parse_setup
    >>> study, first = Study(parse_setup("yala", "seed=42")).played(ROOT, "a+")
    >>> study, other = study.played(ROOT, "b+")
    >>> study, second = study.played(first, "a-")
    >>> study.moves_through(other), study.moves_through(first), study.moves_through(ROOT)
    ((2,), (1, 3), (1, 3))
    >>> study.promoted(other).moves_through(ROOT)
    (2,)
    >>> study, third = study.played(other, "c+")
    >>> study, fourth = study.played(other, "d+")
    >>> study.promoted(fourth, is_main=True).moves_through(ROOT)
    (2, 5)
    """

    setup: Setup
    nodes: Mapping[NodeId, Node] = field(default_factory=lambda: {ROOT: Node()})
    given: int = 1
    """How many ids have been given: none is given twice, though moves may be deleted."""
    tags: tuple[tuple[str, str], ...] = ()
    """What else its text tells in front of the moves, which is kept for those who know it."""
    task: Task | None = None
    """What it asks where it is practised; None for the moves that it has."""

    @classmethod
    def of_moves(cls, setup: Setup, actions: Sequence[str]) -> Self:
        """The study of a match, without variations."""
        if len(actions) > MAX_MOVES:
            raise StudyError(StudyFlaw.MOVES, value=str(len(actions)))
        ids = range(len(actions) + 1)
        nodes = {
            one: Node(action, max(0, one - 1), tuple(ids[one + 1 : one + 2]))
            for one, action in zip(ids, ("", *actions), strict=True)
        }
        return cls(to_study(setup), nodes, len(ids))

    @property
    def moves(self) -> int:
        return len(self.nodes) - 1

    def path(self, at: NodeId) -> tuple[NodeId, ...]:
        """The moves that lead to a position."""
        found = []
        while at != ROOT:
            found.append(at)
            at = self.nodes[at].parent
        return tuple(reversed(found))

    def moves_through(self, at: NodeId) -> tuple[NodeId, ...]:
        """The moves that lead to a position, and those that follow as the first of each."""
        found = list(self.path(at))
        while following := self.nodes[at].children:
            at = following[0]
            found.append(at)
        return tuple(found)

    def variations(self, at: NodeId) -> tuple[NodeId, ...]:
        """The moves that are alternatives to the last one of a path at which there are any."""
        for one in (at, *reversed(self.path(at))):
            alternatives = self.nodes[self.nodes[one].parent].children
            if one != ROOT and len(alternatives) > 1:
                return alternatives
        return ()

    def walk(self) -> Iterator[tuple[int, bool, NodeId]]:
        """All moves in the order of the text: a move, then what else was possible in its place,
        then what follows. With each in how many variations it lies, and whether it begins one."""
        left = [(0, ROOT, False)]
        while left:
            depth, at, begins = left.pop()
            if begins:
                yield depth, True, at
            children = self.nodes[at].children
            if children:
                yield depth, False, children[0]
                left.append((depth, children[0], False))
                left += [(depth + 1, one, True) for one in reversed(children[1:])]

    def brief_variations(self) -> frozenset[NodeId]:
        """The moves of variations that are read in passing: of few moves, and little is said of
        them."""
        found = set[NodeId]()
        for one, node in self.nodes.items():
            if one == ROOT or self.nodes[node.parent].children[0] == one:
                continue
            moves, letters, at = [one], len(node.comment), one
            while len(children := self.nodes[at].children) == 1 and len(moves) <= BRIEF_MOVES:
                at = children[0]
                moves.append(at)
                letters += len(self.nodes[at].comment)
            if not children and len(moves) <= BRIEF_MOVES and letters <= BRIEF_LETTERS:
                found.update(moves)
        return frozenset(found)

    def played(self, at: NodeId, action: str) -> tuple[Self, NodeId]:
        """The study after a move, and the move: one that is there already is followed."""
        node = self.nodes[at]
        known = self.child(at, action)
        if known is not None:
            return self, known
        if self.moves >= MAX_MOVES:
            raise StudyError(StudyFlaw.MOVES, value=str(MAX_MOVES + 1))
        new = self.given
        nodes = {
            **self.nodes,
            at: replace(node, children=(*node.children, new)),
            new: Node(action, at),
        }
        return replace(self, nodes=nodes, given=new + 1), new

    def followed(self, actions: Iterable[str]) -> NodeId:
        """The last of some moves in a row, as far as they are there."""
        at = ROOT
        for action in actions:
            known = self.child(at, action)
            if known is None:
                break
            at = known
        return at

    def child(self, at: NodeId, action: str) -> NodeId | None:
        """A move that is there after another one; None if it is not."""
        children = self.nodes[at].children
        return next((one for one in children if self.nodes[one].action == action), None)

    def played_on(self, at: NodeId, actions: Iterable[str]) -> tuple[Self, NodeId]:
        """The study after some moves in a row, and the last of them."""
        study = self
        for action in actions:
            study, at = study.played(at, action)
        return study, at

    def grafted(self, other: "Study", at: NodeId) -> tuple[Self, NodeId]:
        """This study with all moves of another one and what is said of them, and where one of its
        moves is now."""
        study, here = self._saying(ROOT, other.nodes[ROOT]), {ROOT: ROOT}
        for _, _, one in other.walk():
            node = other.nodes[one]
            study, here[one] = study.played(here[node.parent], node.action)
            study = study._saying(here[one], node)
        return study, here[at]

    def numbered_as(self, other: "Study") -> Self:
        """This study with the ids that its moves have in another one, as far as they are there."""
        here, given = {ROOT: ROOT}, max(self.given, other.given)
        for _, _, one in self.walk():
            node, parent = self.nodes[one], here[self.nodes[one].parent]
            known = other.child(parent, node.action) if parent in other.nodes else None
            here[one] = given if known is None else known
            given += known is None
        nodes = {
            here[one]: replace(
                node,
                parent=here[node.parent],
                children=tuple(here[child] for child in node.children),
            )
            for one, node in self.nodes.items()
        }
        return replace(self, nodes=nodes, given=given)

    def _saying(self, at: NodeId, said: Node) -> Self:
        node = self.nodes[at]
        more = replace(
            node,
            comment=said.comment or node.comment,
            glyph=said.glyph or node.glyph,
            codes=said.codes or node.codes,
            marks=said.marks or node.marks,
        )
        return self._with(at, more)

    def commented(self, at: NodeId, comment: str) -> Self:
        return self._with(at, replace(self.nodes[at], comment=clean_comment(comment)))

    def with_glyph(self, at: NodeId, glyph: str) -> Self:
        """The study with a glyph at a move; the one that it has is taken away."""
        node = self.nodes[at]
        if at == ROOT or glyph not in GLYPHS:
            return self
        return self._with(at, replace(node, glyph="" if node.glyph == glyph else glyph))

    def marked(self, at: NodeId, mark: str) -> Self:
        """The study with a mark on the board after a move; the same one that is there is taken
        away."""
        marks = self.nodes[at].marks
        others = tuple(one for one in marks if one[1:] != mark[1:])
        more = others if mark in marks else (*others, mark)[:MOST_MARKS]
        return self._with(at, replace(self.nodes[at], marks=in_order(more)))

    def without(self, at: NodeId) -> tuple[Self, NodeId]:
        """The study without a move and all that follows it, and the move before."""
        if at == ROOT:
            return self, ROOT
        gone, left = set[NodeId](), [at]
        while left:
            one = left.pop()
            gone.add(one)
            left += self.nodes[one].children
        parent = self.nodes[at].parent
        nodes = {one: node for one, node in self.nodes.items() if one not in gone}
        rest = tuple(one for one in nodes[parent].children if one != at)
        nodes[parent] = replace(nodes[parent], children=rest)
        return replace(self, nodes=nodes), parent

    def promoted(self, at: NodeId, *, is_main: bool = False) -> Self:
        """The study where the variation that a position lies in changes places with the one before
        it, of which the first is what the others are alternatives to; or becomes the main line."""
        nodes = dict(self.nodes)
        for one, before in pairwise((*reversed(self.path(at)), ROOT)):
            children = nodes[before].children
            if children[0] != one:
                others = [other for other in children if other != one]
                others.insert(0 if is_main else children.index(one) - 1, one)
                nodes[before] = replace(nodes[before], children=tuple(others))
                if not is_main:
                    break
        return self if nodes == self.nodes else replace(self, nodes=nodes)

    def _with(self, at: NodeId, node: Node) -> Self:
        return self if self.nodes[at] == node else replace(self, nodes={**self.nodes, at: node})


def in_order(marks: Iterable[str]) -> tuple[str, ...]:
    """Marks as a text has them: rings, then arrows."""
    return tuple(sorted(marks, key=lambda one: "-" in one))


def to_study(setup: Setup) -> Setup:
    """The set-up as a study has it: people move for all sides, no clock runs, and what was dealt is
    told rather than what it was dealt from."""
    players = tuple(Player(player.name) for player in setup.all_players)
    seed = setup.seed if not setup.start else None
    return replace(setup, players=players, clock=None, seed=seed)


def clean_comment(text: str) -> str:
    """A comment fit to be kept: without control characters, and not too long."""
    lines = "\n".join(text.splitlines()) + "\n" * text.endswith(("\n", "\r"))
    kept = (one for one in lines if one == "\n" or unicodedata.category(one) not in ("Cc", "Cs"))
    return "".join(kept)[:MAX_COMMENT]


def turns_of(
    study: Study,
    lines: Mapping[NodeId, int] | None = None,
    played: Mapping[NodeId, Turn] | None = None,
) -> Iterator[Turn]:
    """The turns of all moves, as ``walk`` has them; raises StudyError at the first that cannot be
    played, with its line, and SetupError if the study cannot begin as it says. What is ``played``
    already is not played anew."""
    rules, known = catalog.game_of(study.setup.game).rules, played or {}
    positions = {ROOT: rules.initial_position(study.setup)}
    for _, _, one in study.walk():
        node = study.nodes[one]
        before = positions[node.parent]
        try:
            action = rules.parse_action(node.action)
            turn = known.get(one) or play(rules, before, seat_for(before, action), action)
        except ValueError:
            line = (lines or {}).get(one, 0)
            raise StudyError(StudyFlaw.MOVE, line, node.action) from None
        positions[one] = turn.after
        yield turn
