// Pyodide fetches its WebAssembly and its standard library itself, by fixed names, and only when it
// is asked to start. Ours are named by their content, are compressed as no host does it, and
// are under way long before: so while Pyodide loads, the page's own functions answer with ours.

/** @typedef {import("./rest.js").Imports} Imports */

/**
 * @typedef {object} Lent what to use in place of what Pyodide would fetch
 * @property {Promise<WebAssembly.Module>} wasm
 * @property {import("./rest.js").Rest} rest of the WebAssembly
 * @property {Uint8Array<ArrayBuffer>} stdlib
 */

/**
 * Run something while the page's own functions give what we lend.
 * @template T
 * @param {Lent} lent
 * @param {() => Promise<T>} run
 * @returns {Promise<T>}
 */
export async function lending({ wasm, rest, stdlib }, run) {
  const { fetch } = globalThis;
  const { instantiateStreaming, Memory } = WebAssembly;
  /** @type {(error: unknown) => void} */
  let fail = () => {};
  /** @type {Promise<never>} */
  const failure = new Promise((_, reject) => (fail = reject));
  globalThis.fetch = async (input, init) => {
    const address = String(input instanceof Request ? input.url : input);
    if (address.endsWith("/pyodide.asm.wasm")) return new Response();
    if (address.endsWith("/python_stdlib.zip")) return new Response(stdlib);
    return fetch.call(globalThis, input, init);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    try {
      const module = await wasm;
      const first = await WebAssembly.instantiate(module, imports);
      return { module, instance: rest.lendTo(first, /** @type {Imports} */ (imports)) };
    } catch (error) {
      // Pyodide would wait for ever for what cannot come.
      fail(error);
      throw error;
    }
  };
  // Pyodide wants a small shared memory, to wait for files that only Node has. Making one costs
  // Chromium time: it notes the line and column it was made at, and counts them in a script of a
  // million characters: a sixteenth of a warm start when it was measured.
  WebAssembly.Memory = class extends Memory {
    /** @param {WebAssembly.MemoryDescriptor} descriptor */
    constructor(descriptor) {
      super({ ...descriptor, shared: false });
    }
  };
  try {
    return await Promise.race([run(), failure]);
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
    WebAssembly.Memory = Memory;
  }
}
