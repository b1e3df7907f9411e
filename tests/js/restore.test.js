import assert from "node:assert/strict";
import { test } from "node:test";

import { BLOCK, describeText, formatDelta } from "../../static/runtime/delta.js";
import { Restoration } from "../../static/runtime/restore.js";
import { version } from "../../static/vendor/pyodide/pyodide.mjs";

const SIZE = 64 * BLOCK;
const HEAP = 32 * BLOCK;
/** Where the module of this test keeps things, as indexes of four bytes. */
const [BREAK, RUNTIME, OFFSET] = [1, 24, 2];
const TRAMPOLINE = 4711;
const WASM = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));

/** @param {Partial<import("../../static/runtime/delta.js").Head>} [changes] */
function snapshot(changes) {
  const head = {
    version,
    own: btoa("\0".repeat(8)),
    size: SIZE,
    heapStart: HEAP,
    stdlib: "/lib/python.zip",
    library: { size: 0, sum: 0 },
    pyscript: { ...describeText("text"), instead: "" },
    ...changes,
  };
  const memory = new Uint8Array(SIZE).fill(7);
  return formatDelta(head, [1, 1, 40, 1], memory);
}

/** Pyodide's module, as far as it is used before Python runs. */
class Module {
  HEAPU8 = new Uint8Array(SIZE / 2);
  HEAPU32 = new Uint32Array(this.HEAPU8.buffer);
  __PyRuntime = RUNTIME * 4;
  __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET = OFFSET * 4;
  constructor() {
    this.#fill();
  }
  #fill() {
    this.HEAPU32 = new Uint32Array(this.HEAPU8.buffer);
    this.HEAPU32[BREAK] = HEAP;
    this.HEAPU32[RUNTIME] = TRAMPOLINE;
  }
  _emscripten_get_sbrk_ptr = () => BREAK * 4;
  /** @param {number} size */
  growMemory(size) {
    this.HEAPU8 = new Uint8Array(size);
    this.#fill();
  }
}

/**
 * Begin a start, and give what became of its memory.
 * @param {object} parts
 * @param {Uint8Array<ArrayBuffer>} [parts.content] of the snapshot
 * @param {Promise<void>} [parts.checked]
 * @param {Promise<any>} [parts.coming] the snapshot
 * @param {Promise<void>} [parts.script]
 */
function begin({
  content = snapshot(),
  checked = Promise.resolve(),
  coming = Promise.resolve({ content, checked }),
  script = Promise.resolve(),
}) {
  const module = new Module();
  let hasRun = false;
  /** @type {any} */ (globalThis)._createPyodideModule = async (/** @type {any} */ settings) => {
    settings.API.rawRun = () => [0, ""];
    return module;
  };
  const restoration = new Restoration({
    snapshot: coming,
    wasm: Promise.resolve(WASM),
    script,
    lendStdlib: () => (hasRun = true),
  });
  const loading = restoration.load({
    indexURL: new URL("../../static/vendor/pyodide/", import.meta.url).pathname,
    lockFileContents: JSON.stringify({ info: {}, packages: {} }),
  });
  return { restoration, module, loading, hasRun: () => hasRun };
}

test("a snapshot of another Pyodide is refused before its memory is written", async () => {
  const { loading, module } = begin({ content: snapshot({ version: "0.1.0" }) });
  await assert.rejects(loading, /the snapshot is of Pyodide 0\.1\.0/);
  assert.equal(module.HEAPU8.includes(7), false);
});

test("what is no snapshot is refused", async () => {
  for (const content of [new Uint8Array(0), new Uint8Array(100), snapshot().slice(0, -1)]) {
    const { loading, restoration } = begin({ content });
    await assert.rejects(loading);
    assert.equal(await restoration.hasCome(), false);
  }
});

test("nothing runs in a memory that turns out not to be what it should be", async () => {
  const { loading, module, hasRun, restoration } = begin({
    checked: Promise.reject(new Error("the snapshot is damaged")),
  });
  await assert.rejects(loading, /damaged/);
  assert.equal(hasRun(), false);
  assert.equal(await restoration.hasCome(), false);
  // It was written while it was being compared, in a memory that has grown for it.
  assert.equal(module.HEAPU8.length, SIZE);
  assert.equal(module.HEAPU8[BLOCK + 8], 7);
});

test("each engine keeps its own way to call functions written in C", async () => {
  const { loading, module } = begin({ checked: Promise.reject(new Error("damaged")) });
  await assert.rejects(loading);
  assert.equal(module.HEAPU32[RUNTIME], TRAMPOLINE);
  assert.equal(module.HEAPU8[RUNTIME * 4 + 4], 7, "what is beside it is the snapshot's");
});

test("a file that does not come ends the start, and is told of", async () => {
  const torn = () => Promise.reject(new Error("torn"));
  for (const parts of [{ coming: torn() }, { script: torn() }]) {
    const { loading, restoration } = begin(parts);
    await assert.rejects(loading, /torn/);
    assert.equal(await restoration.hasCome(), false);
  }
});

test("a start whose files have all come says so, whatever becomes of it", async () => {
  const { loading, restoration } = begin({ content: snapshot({ version: "0.1.0" }) });
  await assert.rejects(loading);
  assert.equal(await restoration.hasCome(), true);
});
