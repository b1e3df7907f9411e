// Pyodide fetches its WebAssembly and its standard library itself, by fixed names, and only when it
// is asked to start. Ours are named by their content, are compressed as no host does it, and
// are under way long before: so while Pyodide loads, the page's own functions answer with ours.

// In bytes: enough for the types of ten parameters.
const SMALL = 64;

/**
 * @typedef {object} Lent what to use in place of what Pyodide would fetch
 * @property {Promise<WebAssembly.Module>} wasm
 * @property {Uint8Array<ArrayBuffer>} stdlib
 */

/**
 * Run something while the page's own functions give what we lend.
 * @template T
 * @param {Lent} lent
 * @param {() => Promise<T>} run
 * @returns {Promise<T>}
 */
export async function lending({ wasm, stdlib }, run) {
  const { fetch } = globalThis;
  const { instantiateStreaming, Memory, Module } = WebAssembly;
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
      return { module, instance: await WebAssembly.instantiate(module, imports) };
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
  WebAssembly.Module = compilingOnce(Module);
  try {
    return await Promise.race([run(), failure]);
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
    WebAssembly.Memory = Memory;
    WebAssembly.Module = Module;
  }
}

/** @param {unknown} source */
function isSmall(source) {
  return source instanceof Uint8Array && source.length <= SMALL;
}

/**
 * Compile a small module once, however often it is wanted.
 *
 * Pyodide makes a module for each of 260 functions that says no more than the types of what goes in
 * and out; thirty differ. In a fresh V8 the 260 take 16 ms and more, the thirty 1 ms.
 * @param {typeof WebAssembly.Module} Module
 */
function compilingOnce(Module) {
  /** @type {Map<string, WebAssembly.Module>} */
  const compiled = new Map();
  return new Proxy(Module, {
    construct(_, [source]) {
      if (!isSmall(source)) return new Module(source);
      const text = String(source);
      const module = compiled.get(text) ?? new Module(source);
      compiled.set(text, module);
      return module;
    },
  });
}
