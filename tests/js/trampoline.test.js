// Where Python keeps its trampoline, in the Pyodide that the page has.

import assert from "node:assert/strict";
import { test } from "node:test";

import { loadPyodide } from "pyodide";

import { placeOfTrampoline } from "../../static/runtime/trampoline.js";

// An empty structure's type: engines with garbage collection in WebAssembly know it.
const GARBAGE_COLLECTED = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 3, 1, 0x5f, 0);

test("Python has a trampoline of WebAssembly where the engine can run one", async () => {
  const { _module: module } = /** @type {any} */ (await loadPyodide());
  const found = module.HEAPU32[placeOfTrampoline(module)];
  assert.equal(found > 0, WebAssembly.validate(GARBAGE_COLLECTED));
  if (found) assert.equal(typeof module.wasmTable.get(found), "function");
});

test("another Pyodide that keeps it elsewhere is refused", () => {
  const HEAPU32 = new Uint32Array(4);
  assert.throws(() => placeOfTrampoline({ HEAPU32 }), /keeps its trampoline elsewhere/);
  assert.throws(() => placeOfTrampoline({ HEAPU32, __PyRuntime: 8 }), /elsewhere/);
});
