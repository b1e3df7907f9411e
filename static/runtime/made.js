// The files made for the runtime when the site was built (tools/site.py).
//
// The page names them by their part: `app` is our Python, `stdlib` the compiled standard library,
// `wasm` Pyodide's WebAssembly, `rest` what of it a start does without, `snapshot` the memory of a
// Pyodide with all of our Python imported, `words-de` and its like the words of a language. `app`
// alone is there always. A worker is told by the address of its interpreter, which is all that it is
// given.

import { fetchNow } from "./later.js";
import { isCompressed, isUnpacked, unpacked } from "./packed.js";
import { unzstdNow } from "./zstd.js";

const FOLDER = new URL("../made/", import.meta.url);
// The language that all words are written in: it has no file.
const SOURCE = "en";
const WORDS = "words-";

/**
 * @param {string} language
 * @returns {string} the part that holds its words
 */
export const wordsOf = (language) => WORDS + language;

/** @type {Map<string, Promise<any>>} what was begun and not yet taken, by address */
const begun = new Map();

/**
 * What has come so far of what is under way, in bytes, and as a share from 0 to 1; null while nobody
 * can tell.
 * @type {{bytes: number, expected: number, share: number | null}}
 */
const fetched = { bytes: 0, expected: 0, share: null };

/** Which made file is for what. */
class Made {
  #names;

  /** @param {string} names by part, as the query of an address has them */
  constructor(names) {
    this.#names = new URLSearchParams(names);
  }

  /**
   * @param {string} part
   * @returns {URL | null} its address, or null where it was not made
   */
  url(part) {
    const name = this.#names.get(part);
    return name ? new URL(name, FOLDER) : null;
  }

  /** @returns {string[]} the languages there are, the one that needs no file first */
  get languages() {
    const parts = [...this.#names.keys()].filter((part) => part.startsWith(WORDS));
    return [SOURCE, ...parts.map((part) => part.slice(WORDS.length))];
  }

  /**
   * Fetch now what a start from the snapshot will ask for.
   * @param {string} language of this visit
   */
  begin(language) {
    // Without WebAssembly there will be no start.
    if (typeof WebAssembly !== "object") return;
    if (this.url("snapshot")) {
      begun.set("wasm", this.#compile("wasm"));
      begun.set("snapshot", this.#bytes("snapshot"));
    }
    const words = wordsOf(language);
    if (this.url(words)) begun.set(words, this.#bytes(words));
    // compile() and bytes() tell of a failure; until they are called, none is unhandled.
    for (const promise of begun.values()) promise.catch(() => {});
  }

  /** Forget what was fetched, as it is no good. */
  forget() {
    begun.clear();
  }

  /**
   * Get a part that is WebAssembly.
   * @param {string} part
   * @returns {Promise<WebAssembly.Module>}
   */
  async compile(part) {
    return take(part) ?? this.#compile(part);
  }

  /**
   * Get a part that is WebAssembly while the page waits.
   * @param {string} part
   */
  compileNow(part) {
    return new WebAssembly.Module(unzstdNow(fetchNow(this.#urlOf(part))));
  }

  /**
   * Get a part's content.
   * @param {string} part
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   */
  async bytes(part) {
    return take(part) ?? this.#bytes(part);
  }

  /** @param {string} part */
  async #compile(part) {
    return WebAssembly.compileStreaming(await this.#content(part));
  }

  /** @param {string} part */
  async #bytes(part) {
    return new Uint8Array(await (await this.#content(part)).arrayBuffer());
  }

  /** @param {string} part that must be there */
  #urlOf(part) {
    const url = this.url(part);
    if (!url) throw new Error(`no ${part} was made`);
    return url;
  }

  /**
   * Get a part; compressed ones come unpacked.
   * @param {string} part
   */
  async #content(part) {
    const url = this.#urlOf(part);
    const response = await fetch(url);
    if (!response.ok || !response.body) throw new Error(`${response.status} for ${url.pathname}`);
    // Such as a network's login, which answers everything.
    if (isPage(response)) throw new Error(`a page came in the place of ${url.pathname}`);
    if (!isCompressed(url)) return response;
    // Words are few, and no start waits for the rest: neither says how much of all has come.
    const isBig = !part.startsWith(WORDS) && part !== "rest";
    if (!isUnpacked(response)) return unpacked(isBig ? counted(response) : response);
    // The service worker had it.
    if (isBig && !fetched.expected) allFetched();
    return response;
  }
}

/** @param {Response} response */
function isPage({ headers }) {
  return headers.get("Content-Type")?.startsWith("text/html") ?? false;
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
 * @returns {Response}
 */
function counted(response) {
  const length = Number(response.headers.get("Content-Length"));
  // A host that does not say how long a file is leaves nothing to tell.
  if (!length) return response;
  fetched.expected += length;
  tellShare(fetched.bytes / fetched.expected);
  const counter = new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      fetched.bytes += chunk.length;
      tellShare(Math.min(1, fetched.bytes / fetched.expected));
    },
  });
  return new Response(response.body?.pipeThrough(counter));
}

/** Tell the page that all is here, where something else has fetched it. */
export function allFetched() {
  tellShare(1);
}

/** @param {number} share */
function tellShare(share) {
  fetched.share = share;
  globalThis.dispatchEvent(new CustomEvent("spieltisch:fetched", { detail: fetched.share }));
}

/**
 * Tell how much of the big files has come so far.
 * @returns {number | null} from 0 to 1, or null where nobody can tell; every change of it is an event
 *   "spieltisch:fetched"
 */
export function fetchedShare() {
  return fetched.share;
}

/** @returns {string} the names of what was made */
function told() {
  const script = globalThis.document?.querySelector("script[data-made]");
  return script?.getAttribute("data-made") ?? new URL(import.meta.url).search;
}

export const made = new Made(told());
