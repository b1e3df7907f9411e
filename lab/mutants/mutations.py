"""Small changes to Python source, each of which a good test notices.

They are the usual ones of mutation testing: a comparison changed at its boundary, a sum for a
difference, a negated condition, a number one larger, a statement left out. Annotations, decorators
and texts stay as they are: changing them seldom changes behaviour.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

# What stands in the source, and what is put in its place.
COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.Pow: ("**", "*"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "|"),
}
LOGIC: dict[type[ast.boolop], tuple[str, str]] = {ast.And: ("and", "or"), ast.Or: ("or", "and")}
LEFT_ALONE = {"annotation", "returns", "decorator_list"}


@dataclass(frozen=True, order=True)
class Mutation:
    """The bytes `start` to `end` of a source, and what takes their place."""

    start: int
    end: int
    old: str
    new: str

    def apply(self, source: bytes) -> bytes:
        """Give the changed source."""
        return source[: self.start] + self.new.encode() + source[self.end :]


class Finder:
    """Finds the mutations of one source."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.lines = [0]
        for line in source.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    def start(self, node: ast.expr | ast.stmt) -> int:
        """Tell where a node begins."""
        return self.lines[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        """Tell where a node ends."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.lines[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.expr | ast.stmt) -> str:
        """Give a node's source."""
        return self.source[self.start(node) : self.end(node)].decode()

    def whole(self, node: ast.expr | ast.stmt, new: str) -> Mutation:
        """Put something else in a node's place."""
        return Mutation(self.start(node), self.end(node), self.text(node), new)

    def between(
        self, left: ast.expr, right: ast.expr, change: tuple[str, str]
    ) -> Iterator[Mutation]:
        """Change the operator that stands between two operands."""
        old, new = change
        begin = self.source.find(old.encode(), self.end(left), self.start(right))
        if begin >= 0:
            yield Mutation(begin, begin + len(old), old, new)

    def walk(self, node: ast.AST) -> Iterator[Mutation]:
        """Find what can be changed in a node and below it."""
        if isinstance(node, ast.JoinedStr):
            return
        yield from self.here(node)
        for name, value in ast.iter_fields(node):
            if name not in LEFT_ALONE:
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        yield from self.walk(child)

    def here(self, node: ast.AST) -> Iterator[Mutation]:
        """Find what can be changed of one node."""
        yield from self.operators(node)
        yield from self.values(node)
        yield from self.steps(node)

    def operators(self, node: ast.AST) -> Iterator[Mutation]:
        """Put other operators between operands."""
        match node:
            case ast.Compare():
                operands = [node.left, *node.comparators]
                for sort, left, right in zip(node.ops, operands, operands[1:], strict=False):
                    yield from self.between(left, right, COMPARISONS[type(sort)])
            case ast.BinOp() if type(node.op) in ARITHMETIC:
                yield from self.between(node.left, node.right, ARITHMETIC[type(node.op)])
            case ast.AugAssign() if type(node.op) in ARITHMETIC:
                yield from self.between(node.target, node.value, ARITHMETIC[type(node.op)])
            case ast.BoolOp():
                for left, right in pairwise(node.values):
                    yield from self.between(left, right, LOGIC[type(node.op)])

    def values(self, node: ast.AST) -> Iterator[Mutation]:
        """Drop `not` and minus signs, swap True and False, and make numbers one larger."""
        match node:
            case ast.UnaryOp(op=ast.Not() | ast.USub()):
                yield self.whole(node, f"({self.text(node.operand)})")
            case ast.Constant(value=bool() as truth):
                yield self.whole(node, str(not truth))
            case ast.Constant(value=int() as number):
                yield self.whole(node, str(number + 1))

    def steps(self, node: ast.AST) -> Iterator[Mutation]:
        """Negate conditions, skip `for` loops and statements, swap `break` and `continue`."""
        match node:
            case ast.If() | ast.While() | ast.IfExp():
                yield self.whole(node.test, f"(not ({self.text(node.test)}))")
            case ast.comprehension():
                for test in node.ifs:
                    yield self.whole(test, f"(not ({self.text(test)}))")
            case ast.For():
                yield self.whole(node.iter, "()")
            case ast.Break():
                yield self.whole(node, "continue")
            case ast.Continue():
                yield self.whole(node, "break")
            case ast.Raise() | ast.Expr(value=ast.Call()):
                yield self.whole(node, "pass")


def lines_of(source: bytes, mutation: Mutation) -> range:
    """Tell the lines of the statement that a mutation changes; of one with a body, those before
    it."""
    finder, found = Finder(source), range(0)
    for node in ast.walk(ast.parse(source)):
        # Breadth first: the last one that holds it is the innermost.
        if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            first, last = _span(node)
            if finder.lines[first - 1] <= mutation.start and mutation.end <= finder.lines[last]:
                found = range(first, last + 1)
    return found


def _span(node: ast.stmt | ast.ExceptHandler | ast.match_case) -> tuple[int, int]:
    head = node.pattern if isinstance(node, ast.match_case) else node
    first, last = head.lineno, head.end_lineno or head.lineno
    body = getattr(node, "body", None)
    return first, max(first, body[0].lineno - 1) if body else last


def mutations(source: bytes) -> list[Mutation]:
    """Give all mutations of a source, in its order."""
    return sorted(set(Finder(source).walk(ast.parse(source))))
