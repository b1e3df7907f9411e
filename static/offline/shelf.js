// One build of the site, whole, in the browser's Cache Storage.
//
// Each file is checked against the build's digest of it: an error, a host's own page or a file of
// another build cannot take its place. A build is kept with all that is needed to play, or not at
// all. What is kept may be damaged later: `mend` compares it again, with the digests of what was
// kept, and fetches anew what is damaged or missing.

import { isCompressed, unpacked } from "../runtime/packed.js";
import { getReady } from "../runtime/zstd.js";
import { buildNames, cacheName, dropBuilds } from "./builds.js";

// Kept beside the files, and written last: what is known of each of them.
const NOTES = "digests.json";
// Raised when what is made of a compressed file changes: then what is kept of it is another file.
const FORM = 1;
// The site's own page. A host may have put something of its own into it, such as a counter.
const PAGE = "./";
const PAGE_END = "</html>";
// A host that has said nothing by then is taken to be out of reach.
const PAGE_MS = 8_000;
// The biggest file comes within this by a slow line.
const FILE_MS = 120_000;
// While all files are fetched side by side, one of them is done within this. Browsers end a worker
// after five minutes, without a word to the page.
const FILL_MS = 240_000;
// The types that browsers insist on, whatever is in a file, by the ends of names. Hosts may have
// others for these.
/** @type {Record<string, {isRight: RegExp, type: string}>} */
const TYPES = {
  html: { isRight: /^text\/html\b/i, type: "text/html" },
  js: { isRight: /^(text|application)\/(x-)?(java|ecma)script\b/i, type: "text/javascript" },
  css: { isRight: /^text\/css\b/i, type: "text/css" },
  // Compressed files are kept unpacked, as what packed.js makes of them.
  zst: { isRight: /^application\/wasm$/, type: "application/wasm" },
};
// What a person gets in place of the page, if that is damaged and its host out of reach.
const NO_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Spieltisch</title>
<div role="alert">
<p>The game's page is damaged or gone on this device, and cannot be fetched. Connect to the internet, and load the page again. What was played is kept.</p>
<p lang="de">Die Seite des Spiels ist auf diesem Gerät beschädigt oder verloren und lässt sich nicht laden. Stelle eine Verbindung zum Internet her und lade die Seite neu. Was gespielt wurde, ist noch da.</p>
<p lang="fr">La page du jeu est abîmée ou perdue sur cet appareil et ne peut être chargée. Connecte-toi à internet et recharge la page. Ce qui a été joué est conservé.</p>
<p lang="es">La página del juego está dañada o se ha perdido en este dispositivo y no se puede cargar. Conéctate a internet y vuelve a cargar la página. Lo jugado se conserva.</p>
<p lang="pt-BR">A página do jogo está danificada ou se perdeu neste dispositivo e não pode ser carregada. Conecte-se à internet e recarregue a página. O que foi jogado continua guardado.</p>
</div>
<p><a href="">Try again</a></p>
${PAGE_END}`;

/**
 * @typedef {Record<string, string>} Digests as `integrity` wants them, by the addresses that a page
 *   asks for, relative to its own; the page itself is "./"
 *
 * @typedef {object} Build tools/offline.py makes it
 * @property {string} id
 * @property {Digests} files
 * @property {string[]} [optional] those that no match needs: a build is kept without them, too
 * @property {string[]} [spare] those that a page starts from only where it cannot start from its
 *   snapshot: they are kept from when they are needed first; see `keepSpare`
 *
 * @typedef {{of: string, kept: string}} Note what a kept file was made of, and the digest of it as
 *   it is kept: compressed files are kept unpacked
 *
 * @typedef {object} Mended
 * @property {string[]} damaged the files that were damaged
 * @property {string[]} missing the files that are still missing
 * @property {string[]} restored those that were kept once, were damaged or gone, now or when it was
 *   last compared, and are kept again
 */

/** Where one build of the site is kept. */
export class Shelf {
  #id;
  #files;
  #optional;
  #spare;
  #scope;
  /** @type {Promise<Mended> | null} */
  #mending = null;

  /**
   * @param {Build} build
   * @param {string} scope the site's address
   */
  constructor({ id, files, optional = [], spare = [] }, scope) {
    this.#id = id;
    this.#files = files;
    this.#optional = new Set(optional);
    this.#spare = new Set(spare);
    this.#scope = scope;
    this.name = cacheName(scope, id);
  }

  /**
   * Find the response to a request.
   * @param {string} address
   * @returns {Promise<Response | undefined>} undefined if the build has no such file
   */
  async find(address) {
    const shelf = await caches.open(this.name);
    return shelf.match(this.#isPage(address) ? this.#scope : address, { ignoreVary: true });
  }

  /**
   * Answer a request: with the build's file, or, if it has none, from the network.
   * @param {Request} request
   * @returns {Promise<Response>}
   */
  async answer(request) {
    const { url } = request;
    // What is kept may be out of reach while the network is not.
    const kept = await this.find(url).catch(() => undefined);
    if (!this.#isPage(url)) return kept ?? fetch(request);
    if (kept && (await this.#isRightPage(kept.clone()))) return kept;
    // A damaged page may run no script that could notice it.
    const limit = AbortSignal.timeout(PAGE_MS);
    const silence = new Promise((_, reject) => limit.addEventListener("abort", reject));
    return Promise.race([fetch(request), silence]).catch(() => noPage());
  }

  /** Keep the build, or nothing if any file that is needed cannot be fetched. */
  async fill() {
    const shelf = await caches.open(this.name);
    const older = await this.#older();
    const fetching = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let silence;
    const wait = () => {
      clearTimeout(silence);
      if (fetching.signal.aborted) return;
      silence = setTimeout(() => fetching.abort(new Error("the host does not answer")), FILL_MS);
    };
    /** @type {Record<string, Note>} */
    const notes = {};
    wait();
    try {
      await Promise.all(
        this.#wanted(older.map((one) => one.notes)).map(async (path) => {
          try {
            notes[path] =
              (await this.#takeOver(path, shelf, older)) ??
              (await this.#fetch(path, shelf, fetching.signal));
            wait();
          } catch (error) {
            if (!this.#optional.has(path) && !this.#spare.has(path)) throw error;
            console.info(`Kept without ${path}:`, error);
          }
        }),
      );
      await this.#write(shelf, notes);
    } catch (error) {
      fetching.abort();
      await caches.delete(this.name);
      throw error;
    } finally {
      clearTimeout(silence);
    }
  }

  /**
   * Compare all files with their digests again, drop the damaged ones, and fetch what is missing.
   * @returns {Promise<Mended>}
   */
  mend() {
    this.#mending ??= this.#mend().finally(() => (this.#mending = null));
    return this.#mending;
  }

  async #mend() {
    const shelf = await caches.open(this.name);
    const notes = await this.#notes(shelf);
    /** @type {Mended} */
    const { damaged, missing, restored } = { damaged: [], missing: [], restored: [] };
    let [isChanged, isSilent] = [false, false];
    // One after the other: some are big.
    for (const path of this.#wanted([notes])) {
      const url = this.#urlOf(path);
      const kept = await shelf.match(url, { ignoreVary: true });
      if (kept && (await this.#isRight(path, kept, notes))) continue;
      if (kept) {
        damaged.push(path);
        await shelf.delete(url, { ignoreVary: true });
      }
      // A host that does not answer is not waited for with each file.
      const signal = isSilent ? AbortSignal.abort() : AbortSignal.timeout(FILE_MS);
      try {
        const note = await this.#fetch(path, shelf, signal);
        if (kept || notes[path]) restored.push(path);
        notes[path] = note;
        isChanged = true;
      } catch {
        isSilent ||= signal.aborted;
        missing.push(path);
      }
    }
    if (isChanged) await this.#write(shelf, notes);
    return { damaged, missing, restored };
  }

  /**
   * Keep from now on, here and in later builds, what a page starts from where it cannot start from
   * its snapshot.
   * @returns {Promise<boolean>} whether all of it is kept
   */
  async keepSpare() {
    // Both write the notes.
    await this.#mending?.catch(() => {});
    const shelf = await caches.open(this.name);
    const notes = await this.#notes(shelf);
    const lacking = [...this.#spare].filter((path) => !notes[path]);
    for (const path of lacking) {
      try {
        notes[path] = await this.#fetch(path, shelf, AbortSignal.timeout(FILE_MS));
      } catch (error) {
        console.info(`Kept without ${path}:`, error);
      }
    }
    if (lacking.length > 0) await this.#write(shelf, notes);
    return lacking.every((path) => notes[path]);
  }

  /**
   * List the files that are to be kept: the spare ones, too, once one of them was.
   * @param {Record<string, Note>[]} known what is known of files of this build or others
   */
  #wanted(known) {
    const isSpareWanted = [...this.#spare].some((path) => known.some((notes) => notes[path]));
    return Object.keys(this.#files).filter((path) => isSpareWanted || !this.#spare.has(path));
  }

  /**
   * Compare one kept file with what is known of it.
   * @param {string} address
   * @returns {Promise<boolean | null>} null if it is not kept, or nothing is known of it
   */
  async isKeptRight(address) {
    if (!address.startsWith(this.#scope)) return null;
    const path = this.#isPage(address) ? PAGE : address.slice(this.#scope.length);
    const shelf = await caches.open(this.name);
    const [kept, notes] = await Promise.all([this.find(address), this.#notes(shelf)]);
    return kept && notes[path] ? this.#isRight(path, kept, notes) : null;
  }

  /** Delete all other builds. */
  async dropOthers() {
    await dropBuilds(this.#scope, this.name);
  }

  /** @param {string} address */
  #isPage(address) {
    const path = new URL(address).pathname.slice(new URL(this.#scope).pathname.length);
    return path === "" || path === "index.html";
  }

  /** @param {Response} page */
  async #isRightPage(page) {
    return this.#isRight(PAGE, page, await this.#notes(await caches.open(this.name)));
  }

  /** @param {string} path */
  #urlOf(path) {
    return new URL(path, this.#scope).href;
  }

  /**
   * What a kept file is made of: its content, and for compressed ones the way they are unpacked.
   * @param {string} path
   */
  #of(path) {
    const digest = this.#files[path];
    return isCompressed(this.#urlOf(path)) ? `${digest} ${FORM}` : digest;
  }

  /**
   * @param {string} path
   * @param {Response} kept
   * @param {Record<string, Note>} notes
   */
  async #isRight(path, kept, notes) {
    if (!kept.ok || !hasRightType(path, kept)) return false;
    try {
      const content = await kept.arrayBuffer();
      return (await digestOf(content)) === (notes[path]?.kept ?? this.#files[path]);
    } catch {
      // It could not be read at all.
      return false;
    }
  }

  /**
   * Take a file over from an older build, if it is the same and not damaged.
   * @param {string} path
   * @param {Cache} shelf
   * @param {Array<{shelf: Cache, notes: Record<string, Note>}>} older
   * @returns {Promise<Note | undefined>}
   */
  async #takeOver(path, shelf, older) {
    const had = older.find(({ notes }) => notes[path]?.of === this.#of(path));
    const kept = await had?.shelf.match(this.#urlOf(path), { ignoreVary: true });
    if (!had || !kept || !(await this.#isRight(path, kept.clone(), had.notes))) return undefined;
    await shelf.put(this.#urlOf(path), asKept(path, kept));
    return had.notes[path];
  }

  /**
   * Fetch a file and keep it; it throws if it is not exactly the one that the build has.
   * @param {string} path
   * @param {Cache} shelf
   * @param {AbortSignal} [signal]
   * @returns {Promise<Note>}
   */
  async #fetch(path, shelf, signal) {
    const [response, kept] = await this.#fetchExactly(path, signal);
    await shelf.put(this.#urlOf(path), asKept(path, response));
    return { of: this.#of(path), kept };
  }

  /**
   * @param {string} path
   * @param {AbortSignal} [signal]
   * @returns {Promise<[Response, string]>} what is to be kept, and its digest
   */
  async #fetchExactly(path, signal) {
    const url = this.#urlOf(path);
    const digest = this.#files[path];
    /** @type {RequestInit} */
    const options = { redirect: "error", signal };
    if (isCompressed(url)) return fetchUnpacked(url, options);
    try {
      const exact = { ...options, integrity: digest };
      // The browser still has the files that the page has just fetched; but it may have an older
      // version: then fetch the file from the network. A response that is kept as it came is one of
      // which browsers keep what they have compiled.
      const response = await fetch(url, exact).catch(() =>
        fetch(url, { ...exact, cache: "reload" }),
      );
      return [response, digest];
    } catch (error) {
      if (path !== PAGE) throw error;
      return this.#fetchAlteredPage(url, options);
    }
  }

  /**
   * Fetch the page as a host gives it that adds something of its own; it must be this build's.
   * @param {string} url
   * @param {RequestInit} options
   * @returns {Promise<[Response, string]>}
   */
  async #fetchAlteredPage(url, options) {
    const response = await fetch(url, { ...options, cache: "reload" });
    const content = await response.clone().arrayBuffer();
    const text = new TextDecoder().decode(content);
    const isOurs = text.includes(`data-build="${this.#id}"`) && text.includes(PAGE_END);
    if (!response.ok || !isOurs) throw new TypeError(`${url} is not the page of this build`);
    return [response, await digestOf(content)];
  }

  /**
   * @param {Cache} shelf
   * @returns {Promise<Record<string, Note>>} what is known of its files; nothing, if that is damaged
   */
  async #notes(shelf) {
    try {
      const kept = await shelf.match(this.#scope + NOTES);
      const notes = kept && JSON.parse(await kept.text());
      return typeof notes === "object" && notes !== null ? notes : {};
    } catch {
      return {};
    }
  }

  /**
   * @param {Cache} shelf
   * @param {Record<string, Note>} notes
   */
  async #write(shelf, notes) {
    await shelf.put(this.#scope + NOTES, Response.json(notes));
  }

  /** @returns {Promise<Array<{shelf: Cache, notes: Record<string, Note>}>>} the other builds */
  async #older() {
    const found = [];
    for (const name of await buildNames(this.#scope, this.name)) {
      const shelf = await caches.open(name);
      found.push({ shelf, notes: await this.#notes(shelf) });
    }
    return found;
  }
}

/**
 * Fetch a compressed file and unpack it; it throws if the result is not what its name says, which
 * holds the beginning of its digest.
 * @param {string} url
 * @param {RequestInit} options
 * @returns {Promise<[Response, string]>} the file, and its digest
 */
async function fetchUnpacked(url, options) {
  await Promise.race([getReady(), aborted(options.signal)]);
  const named = new URL(url).pathname.split(".").at(-2) ?? "";
  for (const cache of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const response = await fetch(url, { ...options, cache });
    if (!response.ok) continue;
    const { headers, body } = unpacked(response);
    const content = await new Response(body).arrayBuffer().catch(() => null);
    if (content === null) continue;
    const hash = await crypto.subtle.digest("SHA-256", content);
    const hex = [...new Uint8Array(hash)]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    if (hex.startsWith(named)) return [new Response(content, { headers }), asDigest(hash)];
  }
  throw new TypeError(`${url} is not the file of this build`);
}

/**
 * @param {AbortSignal | null} [signal]
 * @returns {Promise<unknown>} fulfilled once it says so
 */
function aborted(signal) {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => signal?.addEventListener("abort", resolve));
}

function noPage() {
  return new Response(NO_PAGE, { status: 503, headers: { "Content-Type": "text/html" } });
}

/** @param {ArrayBuffer} content */
async function digestOf(content) {
  return asDigest(await crypto.subtle.digest("SHA-256", content));
}

/** @param {ArrayBuffer} hash */
function asDigest(hash) {
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}`;
}

/**
 * @param {string} path
 * @returns {{isRight: RegExp, type: string} | undefined} the type that browsers insist on
 */
function typeOf(path) {
  const [name] = path.split("?");
  return TYPES[path === PAGE ? "html" : (name.split(".").at(-1) ?? "")];
}

/** @type {(path: string, response: Response) => boolean} */
function hasRightType(path, { headers }) {
  return typeOf(path)?.isRight.test(headers.get("Content-Type") ?? "") ?? true;
}

/**
 * Have a response say what it is kept as. It stays as it came if that is right: of such a one
 * browsers keep what they have compiled.
 *
 * The header Vary is left out if it asks for more than what a host does about compression: else a
 * browser that reads the cache by itself finds nothing there for a request with other headers.
 * @param {string} path
 * @param {Response} response
 * @returns {Response}
 */
function asKept(path, response) {
  const varies = (response.headers.get("Vary") ?? "").toLowerCase().split(",");
  const varying = varies.some((name) => !["", "accept-encoding"].includes(name.trim()));
  if (!varying && hasRightType(path, response)) return response;
  const headers = new Headers(response.headers);
  if (varying) headers.delete("Vary");
  if (!hasRightType(path, response)) headers.set("Content-Type", typeOf(path)?.type ?? "");
  return new Response(response.body, { headers });
}
