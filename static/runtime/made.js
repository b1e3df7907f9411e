// The files made for the runtime when the site was built (tools/site.py).
//
// The query of interpreter.js's address names them by their part, so that whoever inherits the
// interpreter, a worker for instance, inherits them too: `app` is our Python, `stdlib` the
// compiled standard library, `wasm` Pyodide's WebAssembly, `snapshot` the memory of a Pyodide with
// all of our Python imported. `app` alone is there always.

const FOLDER = new URL("../made/", import.meta.url);

/** Which made file is for what. */
export class Made {
  #names;

  /** @param {string} address of interpreter.js */
  constructor(address) {
    this.#names = new URL(address).searchParams;
  }

  /**
   * @param {string} part
   * @returns {URL | null} its address, or null where it was not made
   */
  url(part) {
    const name = this.#names.get(part);
    return name ? new URL(name, FOLDER) : null;
  }

  /**
   * Fetch a part that must be there; gzipped ones come unzipped.
   * @param {string} part
   * @returns {Promise<Response>}
   */
  async fetch(part) {
    const url = this.url(part);
    if (!url) throw new Error(`no ${part} was made`);
    const response = await fetch(url);
    if (!response.ok || !response.body) throw new Error(`${response.status} for ${url.pathname}`);
    if (!url.pathname.endsWith(".gz")) return response;
    // Not every host compresses, and none compresses these as well as we did.
    const body = counted(response).pipeThrough(new DecompressionStream("gzip"));
    return new Response(body, { headers: { "Content-Type": "application/wasm" } });
  }

  /** Fetch and compile Pyodide's WebAssembly. */
  async compile() {
    return WebAssembly.compileStreaming(await this.fetch("wasm"));
  }
}

/** What has come so far of what is under way, in bytes. */
const fetched = { bytes: 0, expected: 0 };

/**
 * Tell the page how much of the big files has come.
 * @param {Response} response
 * @returns {ReadableStream<Uint8Array<ArrayBuffer>>}
 */
function counted(response) {
  fetched.expected += Number(response.headers.get("Content-Length")) || 0;
  const counter = new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      fetched.bytes += chunk.length;
      const share = fetched.expected ? Math.min(1, fetched.bytes / fetched.expected) : 0;
      globalThis.dispatchEvent(new CustomEvent("spieltisch:fetched", { detail: share }));
    },
  });
  return /** @type {ReadableStream} */ (response.body).pipeThrough(counter);
}
