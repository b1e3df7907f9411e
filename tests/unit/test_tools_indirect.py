"""Indirect calls that go through a function more call the same functions."""

import json
import subprocess
from pathlib import Path

import pytest

from tools import lean
from tools.indirect import bodies_of, instructions, with_shared_calls
from tools.project import NODE_MODULES, ToolError
from tools.wasm import exported_function, function_count, function_names, with_function_names

# All kinds of instructions that have more after their code than others, and indirect calls of two
# types and through two tables. It imports more than functions, as later versions of Pyodide do.
CALLING = """(module
  (import "env" "before" (global $before i32))
  (import "env" "say" (func $say (param i32)))
  (import "env" "after" (global $after (mut i32)))
  (memory 1)
  (table $table (export "table") 4 funcref)
  (table $other 1 funcref)
  (elem (table $table) (i32.const 0) func $twice $half $twice)
  (elem (table $other) (i32.const 0) func $half)
  (elem $passive func $half)
  (data $bytes "\\07\\08")
  (func $nothing)
  (func $twice (param i32) (result i32) (i32.mul (local.get 0) (i32.const 2)))
  (func $half (param f64) (result f64) (f64.div (local.get 0) (f64.const 2)))
  (func $bystander (export "bystander") (result i32)
    (call_indirect (param i32) (result i32) (i32.const 50) (i32.const 0)))
  (func $start (export "start") (param i32) (result f64)
    (local $sum f64)
    (memory.init $bytes (i32.const 0) (i32.const 0) (i32.const 2))
    (data.drop $bytes)
    (memory.copy (i32.const 208) (i32.const 0) (i32.const 2))
    (memory.fill (i32.const 209) (i32.const 1) (i32.const 1))
    (table.init $table $passive (i32.const 3) (i32.const 0) (i32.const 1))
    (call $say (i32.load16_u offset=200 align=1 (i32.sub (i32.const -192) (i32.const -200))))
    (call $say (i32.trunc_sat_f32_s (f32.const 3e9)))
    (call $say (select (result i32) (memory.size) (i32.const 3) (i32.const 1)))
    (call $say (ref.is_null (table.get $table (i32.const 2))))
    (block $out (block $in (br_table $in $out (i32.sub (local.get 0) (i32.const 20))))
      (call $say (i32.const -1)))
    (call $say (call_indirect (param i32) (result i32) (local.get 0) (i32.const 0)))
    (call $say (call_indirect (param i32) (result i32) (i32.const 7) (i32.const 2)))
    (local.set $sum (call_indirect (param f64) (result f64) (f64.const 9) (i32.const 3)))
    (f64.add (local.get $sum)
      (call_indirect $other (param f64) (result f64) (f64.const 1) (i32.const 0)))))
"""
STRUCT = """(module
  (type $pair (struct (field i32)))
  (import "env" "say" (func $say))
  (table 1 funcref)
  (func (export "start") (param (ref $pair)) (call_indirect (i32.const 0))))
"""
RUN = """
const { readFileSync } = require("node:fs");
const said = [];
const module = new WebAssembly.Module(readFileSync(process.argv[1]));
const after = new WebAssembly.Global({ value: "i32", mutable: true }, 0);
const env = { before: 1, say: (one) => said.push(one), after };
const { exports } = new WebAssembly.Instance(module, { env });
said.push(exports.start(21), exports.bystander());
console.log(JSON.stringify(said));
"""


def assembled(text: str, folder: Path) -> bytes:
    """Give a module that is written as text."""
    source, made = folder / "module.wat", folder / "module.wasm"
    source.write_text(text)
    assembler = NODE_MODULES / "binaryen" / "bin" / "wasm-as"
    features = (f"--enable-{feature}" for feature in (*lean.FEATURES, "gc"))
    subprocess.run(["node", assembler, *features, source, "-o", made], check=True)
    return made.read_bytes()


@pytest.fixture(scope="module")
def calling(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return assembled(CALLING, tmp_path_factory.mktemp("calling"))


def run(module: bytes, folder: Path) -> list[float]:
    """Run a module under Node, and give what it says."""
    path = folder / "module.wasm"
    path.write_bytes(module)
    done = subprocess.run(["node", "-e", RUN, path], capture_output=True, text=True, check=True)
    said: list[float] = json.loads(done.stdout)
    return said


def indirect_calls(module: bytes, function: int) -> list[int]:
    """Give the types of a function's indirect calls."""
    return [one for one in instructions(bodies_of(module)[function]) if isinstance(one, int)]


def test_a_function_with_shared_calls_does_the_same(calling: bytes, tmp_path: Path) -> None:
    start = exported_function(calling, b"start")
    shared = with_shared_calls(calling, start)
    said = run(calling, tmp_path)
    # The bytes in memory; a number that is too big; a page; a reference; no -1; twice 21 and 7;
    # half of 9 and of 1; twice 50.
    assert said == [0x0107, 2**31 - 1, 1, 0, 42, 14, 5, 100]
    assert run(shared, tmp_path) == said
    assert lean.without_unreachable(shared)


def test_only_the_given_function_s_calls_are_shared_one_function_for_a_type(
    calling: bytes,
) -> None:
    start, bystander = (exported_function(calling, name) for name in (b"start", b"bystander"))
    shared = with_shared_calls(calling, start)
    count = function_count(calling)
    assert function_count(shared) == count + 2
    assert len(indirect_calls(calling, start)) == 3
    assert indirect_calls(shared, start) == []
    assert len(indirect_calls(shared, bystander)) == 1
    assert [len(indirect_calls(shared, one)) for one in (count, count + 1)] == [1, 1]


@pytest.mark.ci
def test_the_interpreter_s_calls_are_shared() -> None:
    module, interpreter = lean.reachable()
    shared = with_shared_calls(module, interpreter)
    assert len(indirect_calls(module, interpreter)) > 100
    assert indirect_calls(shared, interpreter) == []
    assert 0 < function_count(shared) - function_count(module) < 20


def test_functions_have_the_names_they_are_given(calling: bytes) -> None:
    names = {1: "one", 2: "other"}
    assert function_names(with_function_names(calling, names)) == names


def test_a_type_of_another_kind_is_told(tmp_path: Path) -> None:
    module = assembled(STRUCT, tmp_path)
    with pytest.raises(ToolError, match="type of another kind"):
        with_shared_calls(module, exported_function(module, b"start"))


def test_unknown_instructions_and_names_are_told(calling: bytes) -> None:
    with pytest.raises(ToolError, match="unknown here: fd"):
        list(instructions(b"\0\x01\xfd\x0c\x0b"))
    with pytest.raises(ToolError, match="exports no nothing"):
        exported_function(calling, b"nothing")
