"""The small faults that ``lab/mutants`` puts into the engine."""

import ast
from pathlib import Path

import pytest

from lab.mutants import __main__ as driver
from lab.mutants import trial
from lab.mutants.cover import read_covered
from lab.mutants.mutations import lines_of, mutations


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("a < b", ["a <= b"]),
        ("a is not b", ["a is b"]),
        ("a == b != c", ["a != b != c", "a == b == c"]),
        ("(a) not in (b)", ["(a) in (b)"]),
        ("a + b", ["a - b"]),
        ("a -= b", ["a += b"]),
        ("a and b and c", ["a or b and c", "a and b or c"]),
        ("not a", ["(a)"]),
        ("f(True)", ["pass", "f(False)"]),
        ("a = 7", ["a = 8"]),
        ("a if b else c", ["a if (not (b)) else c"]),
        ("[a for a in b if c]", ["[a for a in b if (not (c))]"]),
        ("for a in b: break", ["for a in (): break", "for a in b: continue"]),
        ("raise a", ["pass"]),
        ("é = 'ü' < b", ["é = 'ü' <= b"]),
    ],
)
def test_a_source_is_changed_in_one_place(source: str, changed: list[str]) -> None:
    found = [one.apply(source.encode()).decode() for one in mutations(source.encode())]
    assert found == changed


@pytest.mark.parametrize(
    "source",
    ["a: b | c", "def f(a: b[1]) -> b[2]: return a", "@a(1)\ndef f(): return", "'1 < 2'", "f'{1}'"],
)
def test_annotations_decorators_and_texts_stay_as_they_are(source: str) -> None:
    assert mutations(source.encode()) == []


def test_every_mutant_of_ours_is_python_and_another_file() -> None:
    mutants = trial.all_mutants()
    assert len(mutants) == len(set(mutants)) > driver.SAMPLE
    for mutant in driver.sample(60):
        changed = mutant.source()
        assert changed != (trial.ROOT / mutant.path).read_bytes()
        ast.parse(changed)


def test_the_sample_is_the_same_each_time_and_a_smaller_one_is_its_beginning() -> None:
    whole = driver.sample()
    assert len(whole) == driver.SAMPLE
    assert driver.sample(7) == whole[:7]


@pytest.mark.parametrize("path", sorted({mutant.path for mutant in driver.sample()}))
def test_every_module_has_narrow_tests_of_its_own(path: str) -> None:
    assert trial.unit_tests(path)


@pytest.mark.parametrize(
    "room",
    ["games/yala/bots", "games/myra/bots", "games/aya/bots", "search", "play", "games/yala/rules"],
)
def test_bots_searches_and_matches_are_changed_too(room: str) -> None:
    found = {mutant.path for mutant in driver.sample()}
    assert any(path.startswith(f"py/spieltisch/{room}/") for path in found)
    assert any(path.startswith("lab/puzzles/") for path in found)


def test_a_mutant_is_killed_by_a_test_that_notices_it(tmp_path: Path, monkeypatch) -> None:
    """In a project of two rules and a test of one: its mutant is killed, the other survives."""
    source = b"def f(a): return not a\ndef g(a): return -a\n"
    (tmp_path / "ours.py").write_bytes(source)
    (tmp_path / "test_ours.py").write_text("from ours import f\ndef test(): assert f(0)\n")
    (tmp_path / "conftest.py").write_text(
        "from hypothesis import settings\nsettings.register_profile('mutants')\n"
    )
    monkeypatch.setattr(trial, "stages", lambda *_: [["test_ours.py"]])
    noticed = {
        one.apply(source).decode(): trial.killer(trial.Mutant("ours.py", 1, one), tmp_path)
        for one in mutations(source)
    }
    assert noticed == {
        "def f(a): return (a)\ndef g(a): return -a\n": "test_ours.py::test",
        "def f(a): return not a\ndef g(a): return (a)\n": "",
    }
    assert (tmp_path / "ours.py").read_bytes() == source


def test_a_mutant_that_never_ends_is_noticed_by_the_test_it_holds_up(
    tmp_path: Path, monkeypatch
) -> None:
    source = b"def f(a):\n    while a > 0: a -= 1\n    return a\n"
    (tmp_path / "ours.py").write_bytes(source)
    (tmp_path / "test_ours.py").write_text(
        "from ours import f\ndef test_one(): assert True\ndef test_two(): assert f(3) == 0\n"
    )
    (tmp_path / "conftest.py").write_text(
        "from hypothesis import settings\nsettings.register_profile('mutants')\n"
    )
    monkeypatch.setattr(trial, "stages", lambda *_: [["test_ours.py"]])
    monkeypatch.setattr(trial, "TEST_CPU_S", 1.0)
    [endless] = [one for one in mutations(source) if (one.old, one.new) == ("-", "+")]
    found = trial.killer(trial.Mutant("ours.py", 2, endless), tmp_path)
    assert found == "test_ours.py::test_two"


def test_what_was_found_by_trying_is_not_changed() -> None:
    assert all((trial.ROOT / path).exists() for path in trial.FITTED)
    assert not trial.FITTED & {mutant.path for mutant in trial.all_mutants()}


SUM = b"""def f(a):
    if (
        a > 1
    ):
        return a
    return g(
        a,
        2,
    )


def g(a, b):
    print(a)
    return a + b


LIMIT = 7
"""


@pytest.mark.parametrize(
    ("old", "lines"),
    [(">", range(2, 5)), ("2", range(6, 10)), ("+", range(14, 15)), ("7", range(17, 18))],
)
def test_the_lines_of_a_mutation_are_those_of_its_statement(old: str, lines: range) -> None:
    [found] = [one for one in mutations(SUM) if one.old == old]
    assert lines_of(SUM, found) == lines


def test_tests_are_known_by_the_lines_that_they_run(tmp_path: Path, monkeypatch) -> None:
    """Only those that run what was changed are run for it, where they notice; else all."""
    folder = tmp_path / "py" / "spieltisch"
    folder.mkdir(parents=True)
    (folder / "ours.py").write_bytes(SUM)
    for name, body in {"one": "f(2) == 2", "two": "f(1) == 3", "three": "LIMIT == 7"}.items():
        path = tmp_path / f"test_{name}.py"
        path.write_text(f"from ours import LIMIT, f\ndef test(): assert {body}\n")
    (tmp_path / "conftest.py").write_text(
        "import sys\nfrom hypothesis import settings\nsettings.register_profile('mutants')\n"
        f"sys.path.insert(0, {str(folder)!r})\n"
    )
    target = tmp_path / "covered.json"
    assert trial.failure(tmp_path, ["--covered", str(target), "."]) == ""
    covered = read_covered(target)
    path = "py/spieltisch/ours.py"
    one, two, three = (f"test_{name}.py::test" for name in ("one", "two", "three"))
    assert {*covered.seconds} == {one, two, three}
    ran: list[list[str]] = []
    really = trial.failure

    def failure(scratch: Path, arguments: list[str]) -> str:
        ran.append(arguments)
        return really(scratch, arguments)

    monkeypatch.setattr(trial, "stages", lambda *_: [["."]])
    monkeypatch.setattr(trial, "failure", failure)
    by_old = {one.old: one for one in mutations(SUM)}
    wanted = {">": ([one, two], 1), "+": ([two], 1), "7": ([], 1), "2": ([two], 1)}
    for old, (tests, runs) in wanted.items():
        mutant = trial.Mutant(path, 1, by_old[old])
        assert sorted(covered.running(path, mutant.lines(tmp_path))) == tests, old
        assert trial.killer(mutant, tmp_path, covered), old
        assert len(ran) == runs, old
        ran.clear()
    # No test reads what is printed.
    unnoticed = trial.Mutant(path, 1, by_old["print(a)"])
    assert trial.killer(unnoticed, tmp_path, covered) == ""
    assert len(ran) == 2
