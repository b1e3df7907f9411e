// Starts Python from a snapshot of its memory.
//
// This file and tools/snapshot/, which takes the snapshot, use interfaces that Pyodide does not
// promise to keep: `_loadSnapshot`, `createPyodideModule`, `rawRun` and the module itself. A
// snapshot is tied to one build of Pyodide. Anything wrong with it throws here, and python.js then
// starts Python without it.

import { loadPyodide, version } from "../vendor/pyodide/pyodide.mjs";
import { applyDelta, isText, parseDelta } from "./delta.js";
import { lending } from "./lending.js";
import { placeOfTrampoline } from "./trampoline.js";

/**
 * @typedef {import("pyodide").PyodideConfig} Options
 *
 * @typedef {object} Parts what a start is made of, wherever it comes from
 * @property {Promise<import("./made.js").Early>} snapshot
 * @property {Promise<WebAssembly.Module>} wasm
 * @property {Promise<void>} script comes true once `_createPyodideModule` is there
 * @property {(FS: any, path: string, described: import("./delta.js").Text) => void} lendStdlib puts the standard library into Python's files
 */

// Room for Pyodide's own head of a snapshot, which it wants before our snapshot has come.
const OWN_HEAD_ROOM = 4096;
const EMPTY_ZIP = Uint8Array.of(0x50, 0x4b, 5, 6, ...new Array(18).fill(0));

// The first text that Pyodide runs in a new interpreter.
const IMPORT_CORE = "import _pyodide_core";

/** One attempt to start from the snapshot. */
export class Restoration {
  #delta;
  #checked;
  #wasm;
  #script;
  #lendStdlib;

  /** @param {Parts} parts */
  constructor({ snapshot, wasm, script, lendStdlib }) {
    this.#delta = snapshot.then(({ content }) => parseDelta(content));
    this.#checked = snapshot.then(({ checked }) => checked);
    this.#wasm = wasm;
    this.#script = script;
    this.#lendStdlib = lendStdlib;
    // load() reports a failure; until it gets there, it must not count as unhandled.
    for (const promise of [this.#delta, this.#checked, wasm, script]) promise.catch(() => {});
  }

  /**
   * Wait for the files; fetched ones have a checksum.
   * @returns {Promise<boolean>} whether all have come, and are what they should be
   */
  async hasCome() {
    const parts = [this.#delta, this.#checked, this.#wasm, this.#script];
    const outcomes = await Promise.allSettled(parts);
    return outcomes.every(({ status }) => status === "fulfilled");
  }

  /** @param {Options} options */
  async load(options) {
    const ownHead = new Uint8Array(OWN_HEAD_ROOM);
    const pyodide = await lending({ wasm: this.#wasm, stdlib: EMPTY_ZIP }, () =>
      loadPyodide({
        ...options,
        _loadSnapshot: ownHead,
        createPyodideModule: (settings) => this.#createModule(settings, ownHead),
      }),
    );
    const { head } = await this.#delta;
    this.#lendStdlib(pyodide.FS, head.stdlib, head.library);
    // The snapshot has the state of `random` in it: every start would deal the same cards.
    pyodide.pyimport("random").seed();
    useKeptModules(pyodide, head.pyscript);
    return pyodide;
  }

  /**
   * @param {any} settings
   * @param {Uint8Array} ownHead
   */
  async #createModule(settings, ownHead) {
    // The module comes first, even if the snapshot turns out to be broken: lending() ends with this
    // attempt, and Pyodide must have asked for the WebAssembly by then.
    await this.#script;
    const module = await /** @type {any} */ (globalThis)._createPyodideModule(settings);
    skipImported(settings.API);
    const delta = await this.#delta;
    const { head } = delta;
    if (head.version !== version) throw new Error(`the snapshot is of Pyodide ${head.version}`);
    if (module.HEAPU8.length < head.size) module.growMemory(head.size);
    const heapEnd = module.HEAPU32[module._emscripten_get_sbrk_ptr() >>> 2];
    const trampoline = module.HEAPU32[placeOfTrampoline(module)];
    applyDelta(delta, module.HEAPU8, heapEnd);
    module.HEAPU32[placeOfTrampoline(module)] = trampoline;
    // Nothing runs in a memory that is not what it should be.
    await this.#checked;
    ownHead.set(Uint8Array.from(atob(head.own), (char) => char.charCodeAt(0)));
    // Pyodide sets the memory to what follows its head: let nothing follow.
    new DataView(ownHead.buffer).setUint32(4, ownHead.length, true);
    return module;
  }
}

// The two functions below, and the texts that inside.py compiles ahead, spare a start compiling any
// Python: that took 60 ms of 730, most of them for the browser to compile Python's own compiler.

/**
 * Skip the code with which Pyodide imports its own core: the snapshot has it imported.
 * @param {any} api Pyodide's own
 */
function skipImported(api) {
  const { rawRun } = api;
  api.rawRun = (/** @type {string} */ code) => (code === IMPORT_CORE ? [0, ""] : rawRun(code));
}

/**
 * Skip the code with which PyScript writes its modules into files: the snapshot has them. Pyodide
 * looks at each character of the code that it runs, in Python, and this code is long. What is run in
 * its place awaits nothing, and so need not wait for its turn among the page's tasks.
 * @param {any} pyodide
 * @param {import("./delta.js").Replaced} text
 */
function useKeptModules(pyodide, text) {
  const { runPythonAsync } = pyodide;
  pyodide.runPythonAsync = async (/** @type {string} */ code, /** @type {unknown} */ options) =>
    isText(code.slice(0, text.size), text)
      ? pyodide.runPython(text.instead + code.slice(text.size), options)
      : runPythonAsync.call(pyodide, code, options);
}
