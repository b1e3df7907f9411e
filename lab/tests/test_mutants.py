"""The small faults that ``lab/mutants`` puts into the engine."""

import ast
from pathlib import Path

import pytest

from lab.mutants import __main__ as driver
from lab.mutants import trial
from lab.mutants.mutations import mutations


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
