// What of Pyodide's WebAssembly pages seldom run: a module of its own (tools/split.py). A page joins
// it to the first part in a calm moment, or, where something calls it before, while the page waits.

/** @typedef {Record<string, any>} Imports what a module is instantiated with */

// What begins so is between the two parts.
const OWN = "~";
const BETWEEN = "~between";
// Which place of the table between is called before a function of the rest is.
const FETCHES_REST = 0;

// (module (import "e" "f" (func)) (export "f" (func 0))): no table takes a script's own function.
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

  /** @param {() => WebAssembly.Module} now gives the rest at once; what it throws ends Python */
  constructor(now) {
    this.#now = now;
  }

  /**
   * Have an instance of the first part find the rest when it calls it.
   * @param {WebAssembly.Instance} first
   * @param {Imports} imports that it was made with
   * @returns {WebAssembly.Instance} what Pyodide is to see of it
   */
  lendTo({ exports }, imports) {
    this.#imports = { ...imports, first: exports };
    const between = /** @type {WebAssembly.Table} */ (exports[BETWEEN]);
    between.set(FETCHES_REST, asWasm(() => this.join(this.#now())));
    const shown = Object.entries(exports).filter(([name]) => !name.startsWith(OWN));
    return { exports: Object.fromEntries(shown) };
  }

  /**
   * Join the rest to the first part; joining it once more changes nothing.
   * @param {WebAssembly.Module} rest
   */
  join(rest) {
    new WebAssembly.Instance(rest, this.#imports);
  }
}
