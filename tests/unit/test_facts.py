"""What is wrong, why something cannot be and why a move is right are facts (`table/fact.py`): each
kind of them is used, is given just what its sentence tells, and is told in every language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from string import Formatter

import pytest

from spieltisch.kit.names import Names
from spieltisch.kit.sentences import fact_text
from spieltisch.kit.words import LANGUAGES, words_of
from spieltisch.play.own_jobs import FailureKind, FailureReason
from spieltisch.table.fact import Fact, Kind
from tools.project import PACKAGE

SOURCES = {
    path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))
}


def kinds() -> dict[str, type[Kind]]:
    """The enums of kinds, by name, wherever they stand."""
    found = {}
    for path, tree in SOURCES.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and "Kind" in map(ast.unparse, node.bases):
                name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
                found[node.name] = getattr(import_module(name), node.name)
    return found


KINDS = kinds()
MEMBERS = [member for kind in KINDS.values() for member in kind]


def places(kind: Kind) -> set[str]:
    """The places that the sentence of a kind has."""
    texts = (kind.one, kind.other)
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}


def wanted(kind: Kind) -> set[str]:
    """What it is to be given: a seat is told by its name, and a count chooses the form."""
    named = {"seat" if name == "name" else name for name in places(kind)}
    return named | {"n"} if kind.other else named


def uses() -> Iterator[tuple[str, Kind, ast.Attribute]]:
    """Where a kind is named: the place, the kind, the node."""
    for path, tree in SOURCES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                kind = KINDS.get(node.value.id)
                if kind is not None and node.attr in kind.__members__:
                    yield f"{path.name}:{node.lineno}", kind[node.attr], node


def test_there_are_kinds_of_every_game_and_of_the_table() -> None:
    rooms = {
        kind.__module__.removeprefix("spieltisch.").split(".rules")[0] for kind in KINDS.values()
    }
    assert {"games.aya", "games.myra", "games.yala"} < rooms
    assert len(MEMBERS) > 100


def test_every_kind_is_used() -> None:
    used = {kind for _, kind, _ in uses()}
    # These are found by the names of what a bot may fail of.
    used |= {FailureReason[kind.name] for kind in FailureKind}
    assert [kind for kind in MEMBERS if kind not in used] == []


def test_every_fact_is_given_just_what_its_sentence_has_places_for() -> None:
    called = {
        id(node.func): node
        for tree in SOURCES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    }
    compared = 0
    for where, kind, node in uses():
        call = called.get(id(node))
        given = {keyword.arg for keyword in call.keywords} if call else {None}
        if None not in given:
            assert given == wanted(kind), where
            compared += 1
    assert compared > 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_is_told_in_every_language(language: str) -> None:
    names = Names(("Ada", "Zoë", "Cy"))
    for kind in MEMBERS:
        for n in (0, 1, 2, 5, 11):
            given = {name: f"<{name}>" for name in wanted(kind)} | {"seat": 2, "n": n}
            fact = Fact(kind, tuple(given.items()))
            told = fact_text(fact, names, words_of(language))
            assert "{" not in told, kind
            assert ("Zoë" in told) == ("name" in places(kind)), kind
            # In the form of one, the number may be a word.
            for name in places(kind) - {"name", "seat", "n"}:
                assert f"<{name}>" in told or kind.other, (kind, name)
            if language == "en":
                assert str(fact).replace("Seat 2", "Zoë") == told
