// Pyodide fetches its WebAssembly and its standard library itself, by fixed names, and only when it
// is asked to start. Ours are named by their content, compressed in a way that no host uses, and
// requested long before: so while Pyodide loads, the page's own functions return ours instead.

/**
 * @typedef {object} Lent what to use in place of what Pyodide would fetch
 * @property {Promise<WebAssembly.Module>} wasm
 * @property {Uint8Array<ArrayBuffer>} stdlib
 */

/**
 * Run something while the page's own functions return what is lent.
 * @template T
 * @param {Lent} lent
 * @param {() => Promise<T>} run
 * @returns {Promise<T>}
 */
export async function lending({ wasm, stdlib }, run) {
  const { fetch } = globalThis;
  const { instantiateStreaming, Memory } = WebAssembly;
  globalThis.fetch = async (input, init) => {
    const address = String(input instanceof Request ? input.url : input);
    if (address.endsWith("/pyodide.asm.wasm")) return new Response();
    if (address.endsWith("/python_stdlib.zip")) return new Response(stdlib);
    return fetch.call(globalThis, input, init);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await wasm;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  // Pyodide makes a small shared memory, to wait for files that only Node has. That is slow in
  // Chromium, which notes the line and column of the call, and counts them in a script of a million
  // characters: a sixteenth of a warm start when it was measured. So the memory is not shared here.
  WebAssembly.Memory = class extends Memory {
    /** @param {WebAssembly.MemoryDescriptor} descriptor */
    constructor(descriptor) {
      super({ ...descriptor, shared: false });
    }
  };
  try {
    return await unlessNoInstance(run);
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
    WebAssembly.Memory = Memory;
  }
}

/**
 * Run something that starts Pyodide, and fail if its WebAssembly cannot be had: Pyodide itself would
 * wait for ever for an instance that cannot be made.
 * @template T
 * @param {() => Promise<T>} run
 * @returns {Promise<T>}
 */
export async function unlessNoInstance(run) {
  const { instantiateStreaming } = WebAssembly;
  /** @type {(error: unknown) => void} */
  let fail = () => {};
  /** @type {Promise<never>} */
  const failure = new Promise((_, reject) => (fail = reject));
  WebAssembly.instantiateStreaming = (response, imports) => {
    const made = instantiateStreaming.call(WebAssembly, asWasm(response), imports);
    made.catch(fail);
    return made;
  };
  try {
    return await Promise.race([run(), failure]);
  } finally {
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/**
 * Have a response say that it is WebAssembly: not all hosts know the type, and browsers insist on
 * it. A page that came in its place says what it is.
 * @param {Response | PromiseLike<Response>} coming
 */
async function asWasm(coming) {
  const response = await coming;
  const type = response?.headers.get("Content-Type") ?? "";
  if (!response?.ok || type === "application/wasm" || type.startsWith("text/html")) return response;
  return new Response(response.body, { headers: { "Content-Type": "application/wasm" } });
}
