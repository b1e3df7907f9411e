// The files made for the runtime when the site was built (tools/site.py).
//
// The page names them by their part: `app` is our Python, `wasm` Pyodide's WebAssembly, `script` its
// JavaScript, `snapshot` the memory of a Pyodide with our Python imported that a start needs, `late`
// the rest of ours, `plain` a folder with Pyodide's own files as they are, `words-de` and the like the
// words of a language. Only `app` always exists. A worker finds the names in the address of its
// interpreter, as it is given nothing else.

import { ownWorker } from "../boot/allowed.js";
import { ask } from "../offline/asking.js";
import { CHECK } from "../offline/said.js";
import { check } from "./digest.js";
import { giveUp, givenUp } from "./given_up.js";
import { isCompressed, isUnpacked, unpacked } from "./packed.js";
import { getReady } from "./zstd.js";

const FOLDER = new URL("../made/", import.meta.url);
// The language of the source, which needs no file.
const SOURCE = "en";
const WORDS = "words-";
// What a person waits for who opens the page.
const BIG = ["snapshot", "wasm"];
// A worker that has not answered by then is not waited for.
const CHECK_MS = 2_000;
// What `make vendored` makes, for a page that is served as it is in the sources.
const UNTOLD = "app=spieltisch.zip";

/**
 * @param {string} language
 * @returns {string} the part that holds its words
 */
export const wordsOf = (language) => WORDS + language;

/**
 * @typedef {object} Early a part's content, with which one may begin while it is being compared with
 *   its digest
 * @property {Uint8Array<ArrayBuffer>} content
 * @property {Promise<void>} checked fails if it is not what it should be
 */

/** @type {Map<string, Promise<any>>} what was begun and not yet taken, by part */
const begun = new Map();

/**
 * How much of the big files has come so far, in bytes, and as a share from 0 to 1; the share is
 * null while it is unknown.
 * @type {{bytes: number, expected: number, share: number | null}}
 */
const fetched = { bytes: 0, expected: 0, share: null };

/** The made files, by their parts. */
export class Made {
  #names;

  /** @param {string} names of the files by part, as the query of an address */
  constructor(names) {
    this.#names = new URLSearchParams(names);
    // A page that is one file has no other way.
    const isGivenUp = this.#names.has("app") && this.#names.get("snapshot") === givenUp();
    if (isGivenUp) this.#names.delete("snapshot");
  }

  /**
   * @param {string} part
   * @returns {URL | null} its address, or null if it was not made
   */
  url(part) {
    const name = this.#names.get(part);
    return name ? new URL(name, FOLDER) : null;
  }

  /** Do without this snapshot in all later starts, as it does not work in this browser. */
  giveUpSnapshot() {
    giveUp(this.#names.get("snapshot") ?? "");
  }

  /**
   * @param {string} part
   * @returns {URL} its address; it throws if it was not made
   */
  address(part) {
    const url = this.url(part);
    if (!url) throw new Error(`no ${part} was made`);
    return url;
  }

  /** @returns {string[]} all languages, the one that needs no file first */
  get languages() {
    const parts = [...this.#names.keys()].filter((part) => part.startsWith(WORDS));
    return [SOURCE, ...parts.map((part) => part.slice(WORDS.length))];
  }

  /**
   * Begin to fetch the files that a start from the snapshot will ask for.
   * @param {string} language of this visit
   */
  begin(language) {
    // Without WebAssembly there will be no start.
    if (typeof WebAssembly !== "object") return;
    if (this.url("snapshot")) {
      begun.set("wasm", this.#compile("wasm"));
      begun.set("snapshot", this.#early("snapshot"));
    }
    const words = wordsOf(language);
    if (this.url(words)) begun.set(words, this.#early(words));
    // compile() and early() report failures; until they are called, none must count as unhandled.
    for (const promise of begun.values()) promise.catch(() => {});
  }

  /** Forget the fetched files, as they may be broken. */
  forget() {
    begun.clear();
  }

  /**
   * Get a part that is WebAssembly, compiled.
   * @param {string} part
   * @returns {Promise<WebAssembly.Module>}
   */
  async compile(part) {
    return take(part) ?? this.#compile(part);
  }

  /**
   * Get a part's content.
   * @param {string} part
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   */
  async bytes(part) {
    const { content, checked } = await this.early(part);
    await checked;
    return content;
  }

  /**
   * Get a part's content before it is known to be right.
   * @param {string} part
   * @returns {Promise<Early>}
   */
  async early(part) {
    return take(part) ?? this.#early(part);
  }

  /** @param {string} part */
  async #compile(part) {
    const url = this.address(part);
    const response = await this.#content(part);
    // Browsers keep compiled WebAssembly only if they read the service worker's copy themselves, so
    // that one is compared with its digest apart. What was unpacked here, and so has no address, has
    // been compared with Zstandard's checksum.
    const compare = async () => check(url, await (await this.#content(part)).arrayBuffer());
    const checked = response.url && this.#checkKept(url, compare);
    const [module] = await Promise.all([WebAssembly.compileStreaming(response), checked]);
    return module;
  }

  /**
   * @param {string} part
   * @returns {Promise<Early>}
   */
  async #early(part) {
    const url = this.address(part);
    const response = await this.#content(part);
    const coming = response.arrayBuffer();
    const compare = async () => check(url, await coming);
    const isKept = BIG.includes(part) && isUnpacked(response);
    const checked = isKept ? this.#checkKept(url, compare) : compare();
    // Whoever waits for it hears of it.
    checked.catch(() => {});
    return { content: new Uint8Array(await coming), checked };
  }

  /**
   * Throw unless the service worker's copy of a file is what it should be. The worker compares it in
   * a thread of its own, while this one has other things to do.
   * @param {URL} url
   * @param {() => Promise<void>} compare what to do where the worker cannot tell
   */
  async #checkKept({ href, pathname }, compare) {
    const worker = ownWorker();
    const isRight = worker && (await ask(worker, { said: CHECK, url: href }, null, CHECK_MS));
    if (isRight === false) throw new Error(`${pathname} is damaged`);
    if (!isRight) await compare();
  }

  /**
   * Get a part; compressed ones come unpacked.
   * @param {string} part
   */
  async #content(part) {
    const url = this.address(part);
    // What a service worker has kept is unpacked.
    if (isCompressed(url) && !ownWorker()) getReady();
    const response = await fetch(url);
    if (!response.ok || !response.body) throw new Error(`${response.status} for ${url.pathname}`);
    // A network's login, for one, answers every request with its page.
    if (isPage(response)) throw new Error(`a page came in the place of ${url.pathname}`);
    if (!isCompressed(url)) return response;
    const isBig = BIG.includes(part);
    if (!isUnpacked(response)) return unpacked(isBig ? counted(response) : response);
    // It is the service worker's copy: nothing has to be fetched.
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
  // Without a length from the host there is no progress to tell.
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

/** Tell the page that all files are here, if their progress was not counted. */
export function allFetched() {
  tellShare(1);
}

/**
 * Tell how much has come. A further file that is being fetched takes nothing back.
 * @param {number} share
 */
function tellShare(share) {
  fetched.share = Math.max(share, fetched.share ?? 0);
  globalThis.dispatchEvent(new CustomEvent("spieltisch:fetched", { detail: fetched.share }));
}

/**
 * Tell how much of the big files has come so far.
 * @returns {number | null} from 0 to 1, or null if it is unknown; each change is told by an event
 *   "spieltisch:fetched"
 */
export function fetchedShare() {
  return fetched.share;
}

/** @returns {string} the names of the made files */
function told() {
  const script = globalThis.document?.querySelector("script[data-made]");
  return script?.getAttribute("data-made") || new URL(import.meta.url).search || UNTOLD;
}

export const made = new Made(told());
