"""Every test can fail by more than an error that nobody meant: it asserts something."""

import ast
from pathlib import Path
from typing import NamedTuple

from tools.project import ROOT

EXPECTING = {
    "raises",
    "fail",
    "expect",
    "wait_for_function",
    "expect_event",
    "run_state_machine_as_test",
}
"""What else than an ``assert`` fails a test that is wrong."""


class Found(NamedTuple):
    """A function of the tests."""

    name: str
    expects: bool
    """Whether it can fail by itself."""
    calls: frozenset[str]


def functions(tree: ast.AST) -> list[Found]:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return [_found(node) for node in ast.walk(tree) if isinstance(node, kinds)]


def _found(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Found:
    inside = [*ast.walk(function)]
    called = (node.func for node in inside if isinstance(node, ast.Call))
    calls = frozenset(getattr(one, "attr", getattr(one, "id", "")) for one in called)
    asserts = any(isinstance(node, ast.Assert | ast.Raise) for node in inside)
    return Found(function.name, asserts or bool(calls & EXPECTING), calls)


def silent(every: list[Found]) -> list[str]:
    """The tests that expect nothing, neither by themselves nor in a function of these files."""
    helpers = [one for one in every if not one.name.startswith("test")]
    known = {one.name for one in helpers if one.expects}
    while more := {one.name for one in helpers if one.calls & known} - known:
        known |= more
    tests = (one for one in every if one.name.startswith("test_") and not one.expects)
    return [one.name for one in tests if not one.calls & known]


def test_every_test_expects_something() -> None:
    paths = [*Path(ROOT, "tests").rglob("*.py"), *Path(ROOT, "lab", "tests").rglob("*.py")]
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in paths)
    every = [one for tree in trees for one in functions(tree)]
    assert len(every) > 3_000
    assert silent(every) == []


def test_what_expects_nothing_is_found() -> None:
    code = """
def see(text): assert text
def look(text): see(text)
def read(text): return text.strip()
def test_by_itself(): assert read("a")
def test_by_a_helper(): look("a")
def test_by_a_block():
    with pytest.raises(ValueError): read("a")
def test_that_must_not_raise(): read("a")
"""
    assert silent(functions(ast.parse(code))) == ["test_that_must_not_raise"]
