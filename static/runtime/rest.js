// The part of Pyodide's WebAssembly that pages seldom run: a module of its own (tools/split.py). A
// page joins it to the first part in a calm moment, or waits for it if something calls it before.

/** @typedef {Record<string, any>} Imports what a module is instantiated with */

// The prefix of exports that are only for the other part.
const OWN = "~";
const BETWEEN = "~between";
// The place in the table between the parts that is called to fetch the rest.
const FETCHES_REST = 0;

// (module (import "e" "f" (func)) (export "f" (func 0))): a table takes no plain script function.
const AS_WASM = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 4, 1, 0x60, 0, 0],
  ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0],
);

/** @param {() => void} run */
function asWasm(run) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(AS_WASM), { e: { f: run } });
  return exports.f;
}

/** The rest, for one instance of the first part. */
export class Rest {
  #imports = /** @type {Imports} */ ({});
  #now;

  /** @param {() => WebAssembly.Module} now returns the rest at once; an error in it ends Python */
  constructor(now) {
    this.#now = now;
  }

  /**
   * Make an instance of the first part join the rest when it first calls it.
   * @param {WebAssembly.Instance} first
   * @param {Imports} imports that it was made with
   * @returns {WebAssembly.Instance} the instance as Pyodide should see it
   */
  lendTo({ exports }, imports) {
    this.#imports = { ...imports, first: exports };
    const between = /** @type {WebAssembly.Table} */ (exports[BETWEEN]);
    between.set(FETCHES_REST, asWasm(() => this.join(this.#now())));
    const shown = Object.entries(exports).filter(([name]) => !name.startsWith(OWN));
    return { exports: Object.fromEntries(shown) };
  }

  /**
   * Join the rest to the first part; joining it again changes nothing.
   * @param {WebAssembly.Module} rest
   */
  join(rest) {
    new WebAssembly.Instance(rest, this.#imports);
  }
}
