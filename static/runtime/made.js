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
   * @param {string} [type] the content's type
   * @returns {Promise<Response>}
   */
  async fetch(part, type = "application/octet-stream") {
    const url = this.url(part);
    if (!url) throw new Error(`no ${part} was made`);
    const response = await fetch(url);
    if (!response.ok || !response.body) throw new Error(`${response.status} for ${url.pathname}`);
    if (!url.pathname.endsWith(".gz")) return response;
    // Not every host compresses, and none compresses these as well as we did.
    const body = response.body.pipeThrough(new DecompressionStream("gzip"));
    return new Response(body, { headers: { "Content-Type": type } });
  }
}
