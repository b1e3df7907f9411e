"""A WebAssembly module that is parted in two does what the whole does, however it is parted."""

import functools
import json
import subprocess
from pathlib import Path

import pytest

from tools import first_part, lean
from tools.first_part import format_numbers, parse_numbers
from tools.project import NODE_MODULES, ROOT, ToolError
from tools.run_functions import noting
from tools.split import OWN, Parts, Whole, split
from tools.wasm import (
    GLOBAL,
    IMPORTS,
    TAG,
    function_count,
    function_names,
    imports,
    sections,
    with_function_names,
)

# Functions that call one another, by name and by number, and throw; they share a memory, a variable
# that is counted up and one that stays.
WHOLE = """(module
  (import "env" "say" (func $say (param i32)))
  (tag $thrown (param i32))
  (memory (export "memory") 1 2)
  (global $count (mut i32) (i32.const 0))
  (global $step i32 (i32.const 3))
  (table $table (export "table") 3 funcref)
  (elem (i32.const 1) $odd $even)
  (data (i32.const 8) "\\05")
  (func $start (export "start") (param i32) (result i32)
    (call $count_up)
    (call $say (i32.load8_u (i32.const 8)))
    (try (result i32)
      (do (call_indirect (param i32) (result i32) (local.get 0) (i32.const 1)))
      (catch $thrown)))
  (func $even (param i32) (result i32)
    (call $count_up)
    (if (result i32) (i32.eqz (local.get 0))
      (then (throw $thrown (global.get $count)))
      (else (call $odd (i32.sub (local.get 0) (i32.const 1))))))
  (func $odd (param i32) (result i32)
    (i32.store (i32.const 16) (i32.add (i32.load (i32.const 16)) (local.get 0)))
    (if (result i32) (i32.eqz (local.get 0))
      (then (call $sum (i64.const 40) (f64.const 2.5) (global.get $count)))
      (else (call $even (i32.sub (local.get 0) (i32.const 1))))))
  (func $sum (param i64 f64 i32) (result i32)
    (local $two i32)
    (local.set $two (i32.const 2))
    (i32.add (i32.wrap_i64 (local.get 0))
      (i32.add (local.get 2) (i32.mul (local.get $two) (i32.trunc_f64_s (local.get 1))))))
  (func $count_up (global.set $count (i32.add (global.get $count) (global.get $step)))))
"""
NAMES = ("start", "even", "odd", "sum", "count_up")
WAYS = ((), (1, 3, 5), (2, 4), (1, 2, 3, 4, 5))
# Runs each module, given with its rest or without, and tells what it did and how often it asked.
RUN = """
import { readFileSync } from "node:fs";
import { Rest } from "%s/static/runtime/rest.js";
const module = (path) => new WebAssembly.Module(readFileSync(path));
const told = JSON.parse(process.argv[2]).map(([first, rest, isJoined]) => {
  const said = [];
  const imports = { env: { say: (value) => said.push(value) } };
  let asked = 0;
  let instance = new WebAssembly.Instance(module(first), imports);
  if (rest) {
    const lent = new Rest(() => { asked += 1; return module(rest); });
    instance = lent.lendTo(instance, imports);
    if (isJoined) lent.join(module(rest));
  }
  const { start, memory, table } = instance.exports;
  said.push(start(6), start(7), table.get(1)(4), new Uint32Array(memory.buffer)[4]);
  return { said, asked, exports: Object.keys(instance.exports) };
});
console.log(JSON.stringify(told));
"""


def assembled(text: str, folder: Path) -> bytes:
    """Give a module that is written as text, its functions named."""
    source, made = folder / "whole.wat", folder / "whole.wasm"
    source.write_text(text)
    assembler = NODE_MODULES / "binaryen" / "bin" / "wasm-as"
    features = (f"--enable-{feature}" for feature in (*lean.FEATURES, "gc"))
    subprocess.run(["node", assembler, *features, source, "-o", made], check=True)
    return made.read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return assembled(WHOLE, tmp_path_factory.mktemp("whole"))


@functools.cache
def parted(whole: bytes, way: tuple[int, ...]) -> tuple[bytes, bytes]:
    """Part a module, these functions being the first part."""
    return split(whole, frozenset(way), lean.without_unreachable)


def run(folder: Path, *given: tuple[bytes, bytes | None, bool]) -> list[dict[str, object]]:
    """Run modules under Node, with the rest if they have one, and joined to it before."""
    paths = []
    for i, (first, rest, is_joined) in enumerate(given):
        names = [folder / f"{i}.first.wasm", folder / f"{i}.rest.wasm"]
        names[0].write_bytes(first)
        names[1].write_bytes(rest or b"")
        paths.append([str(names[0]), str(names[1]) if rest else None, is_joined])
    script = folder / "run.mjs"
    script.write_text(RUN % ROOT.as_uri())
    done = subprocess.run(
        ["node", script, json.dumps(paths)], capture_output=True, text=True, check=True
    )
    told: list[dict[str, object]] = json.loads(done.stdout)
    return told


def test_it_does_the_same_however_it_is_parted(whole: bytes, tmp_path: Path) -> None:
    ways = [parted(whole, way) for way in WAYS]
    before, *after = run(
        tmp_path,
        (whole, None, False),
        *((*parts, False) for parts in ways),
        *((*parts, True) for parts in ways),
    )
    # What is said at each start; then, counting by threes, a sum of 40 + 2 * 2 and 12, what is
    # thrown, a sum again, and all that $odd was given.
    assert before["said"] == [5, 5, 44 + 12, 27, 44 + 33, 16 + 12 + 6]
    for way, told in zip((*WAYS, *WAYS), after, strict=True):
        assert (told["said"], told["exports"]) == (before["said"], before["exports"]), way


def test_the_rest_is_asked_for_once_and_only_where_it_is_called(
    whole: bytes, tmp_path: Path
) -> None:
    all_first, some_first = parted(whole, (1, 2, 3, 4, 5)), parted(whole, (1, 3, 5))
    told = run(tmp_path, (*all_first, False), (*some_first, False), (*some_first, True))
    assert [one["asked"] for one in told] == [0, 1, 0]


def test_each_part_has_its_own_functions_and_what_it_calls_of_the_other(whole: bytes) -> None:
    first, rest = parted(whole, (1, 3, 5))
    # The first part imports $say, and has stubs for $even and $sum; the rest has some for $odd and
    # $count_up, and a function that does nothing.
    assert (function_count(first), function_count(rest)) == (1 + 3 + 2, 2 + 2 + 1)
    wanted = {one.name.decode() for one in imports(dict(sections(rest))[IMPORTS])}
    assert wanted == {f"{OWN}{kind}.0" for kind in (GLOBAL, TAG)} | {f"{OWN}between"}


def test_a_call_that_cannot_be_is_no_call(whole: bytes) -> None:
    parts = Parts(Whole(whole), frozenset({1}), by_rest=(), by_first=())
    assert parts.stub(2, b"") == b"\0\0\x0b"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('(module (import "a" "b" (memory 1)) (func (export "f")))', "something else than"),
        ('(module (type $s (struct)) (func (export "f") (param (ref null $s))))', "another kind"),
    ],
)
def test_modules_of_another_kind_are_refused(text: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(ToolError, match=told):
        Whole(assembled(text, tmp_path))


def test_functions_have_the_names_they_are_given(whole: bytes) -> None:
    names = {0: "say", **{1 + i: name for i, name in enumerate(NAMES)}}
    assert function_names(with_function_names(whole, names)) == names
    assert function_names(whole) == {}


def test_functions_note_that_they_ran(whole: bytes, tmp_path: Path) -> None:
    noted = noting(whole, {number: 100 + number for number in range(1, 6)})
    (tmp_path / "noting.wasm").write_bytes(noted)
    script = """
      const { readFileSync } = require("node:fs");
      const module = new WebAssembly.Module(readFileSync(process.argv[1]));
      const { exports } = new WebAssembly.Instance(module, { env: { say() {} } });
      exports.start(0);
      const ran = Object.keys(exports).filter((name) => exports[name].value === 1);
      console.log(JSON.stringify(ran));"""
    done = subprocess.run(
        ["node", "-e", script, tmp_path / "noting.wasm"], capture_output=True, text=True, check=True
    )
    # $even throws at once.
    assert json.loads(done.stdout) == ["~101", "~103", "~104", "~105"]


def test_the_list_is_read_as_it_is_written() -> None:
    numbers = frozenset({0, 1, 2, 5, 7, 8, *range(100, 400, 2)})
    text = format_numbers(numbers)
    assert text.startswith("0-2 5 7-8 100 102 ")
    assert max(map(len, text.splitlines())) <= first_part.WIDTH
    assert parse_numbers(text) == numbers


def test_a_list_of_another_pyodide_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(first_part, "FILE", tmp_path / "first_part.txt")
    first_part.write(frozenset({1, 2}))
    assert first_part.numbers() == {1, 2}
    monkeypatch.setattr(first_part, "digest", lambda: "another")
    with pytest.raises(ToolError, match="make functions"):
        first_part.numbers()
