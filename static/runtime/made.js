// The files made for the runtime when the site was built (tools/site.py).
//
// The query of interpreter.js's address names them by their part, so that whoever inherits the
// interpreter, a worker for instance, inherits them too: `app` is our Python, `stdlib` the
// compiled standard library, `wasm` Pyodide's WebAssembly, `snapshot` the memory of a Pyodide with
// all of our Python imported. `app` alone is there always.

const FOLDER = new URL("../made/", import.meta.url);

/** @type {Map<string, Promise<any>>} what was begun and not yet taken, by address */
const begun = new Map();

/** What has come so far of what is under way, in bytes. */
const fetched = { bytes: 0, expected: 0 };

/** Which made file is for what. */
export class Made {
  #names;

  /** @param {string} address of interpreter.js */
  constructor(address) {
    this.#names = new URL(address, globalThis.location?.href).searchParams;
  }

  /**
   * @param {string} part
   * @returns {URL | null} its address, or null where it was not made
   */
  url(part) {
    const name = this.#names.get(part);
    return name ? new URL(name, FOLDER) : null;
  }

  /** Fetch now what a start from the snapshot will ask for. */
  begin() {
    if (!this.url("snapshot")) return;
    begun.set("wasm", this.#compile());
    begun.set("snapshot", this.#bytes("snapshot"));
    // Whoever takes them hears of it.
    for (const promise of begun.values()) promise.catch(() => {});
  }

  /**
   * Get Pyodide's WebAssembly.
   * @returns {Promise<WebAssembly.Module>}
   */
  async compile() {
    return take("wasm") ?? this.#compile();
  }

  /**
   * Get a part's content.
   * @param {string} part
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   */
  async bytes(part) {
    return take(part) ?? this.#bytes(part);
  }

  async #compile() {
    return WebAssembly.compileStreaming(await this.#fetch("wasm"));
  }

  /** @param {string} part */
  async #bytes(part) {
    return new Uint8Array(await (await this.#fetch(part)).arrayBuffer());
  }

  /**
   * Fetch a part that must be there; gzipped ones come unzipped.
   * @param {string} part
   */
  async #fetch(part) {
    const url = this.url(part);
    if (!url) throw new Error(`no ${part} was made`);
    const response = await fetch(url);
    if (!response.ok || !response.body) throw new Error(`${response.status} for ${url.pathname}`);
    if (!url.pathname.endsWith(".gz")) return response;
    // Not every host compresses, and none compresses these as well as we did.
    const body = counted(response).pipeThrough(new DecompressionStream("gzip"));
    return new Response(body, { headers: { "Content-Type": "application/wasm" } });
  }
}

/** @param {string} part */
function take(part) {
  const promise = begun.get(part);
  begun.delete(part);
  return promise;
}

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
