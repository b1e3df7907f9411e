// One build of the site, whole, in the browser's Cache Storage.
//
// A build's files get there together or not at all. Each is compared with the digest that the build
// has of it: an error, a host's own page or a file of another build cannot take its place.

import { isCompressed, unpacked } from "../runtime/packed.js";
import { withoutCodes } from "../runtime/plain.js";

// Beside the files, and put there last: what they are by their digests, for the next build.
const DIGESTS = "digests.json";

/**
 * @typedef {Record<string, string>} Digests as `integrity` wants them, by the addresses that a page
 *   asks for, relative to its own; the page itself is "./"
 *
 * @typedef {object} Build tools/offline.py makes it
 * @property {string} id
 * @property {Digests} files
 */

/**
 * Name what is kept of a site. Caches belong to a host: those of other sites on it, below other paths,
 * are none of ours.
 * @param {string} scope the site's address
 */
function prefixOf(scope) {
  return `${new URL(scope).pathname}cache-`;
}

/**
 * @param {string} scope the site's address
 * @param {string} [kept] one that is left out
 * @returns {Promise<string[]>} the names of the builds that are kept
 */
async function buildNames(scope, kept) {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(prefixOf(scope)) && name !== kept);
}

/**
 * Delete what is kept of a site.
 * @param {string} scope the site's address
 * @param {string} [kept] the name of the build that stays
 */
export async function dropBuilds(scope, kept) {
  const names = await buildNames(scope, kept);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Where one build of the site is kept. */
export class Shelf {
  #files;
  #scope;

  /**
   * @param {Build} build
   * @param {string} scope the site's address
   */
  constructor({ id, files }, scope) {
    this.#files = files;
    this.#scope = scope;
    this.name = prefixOf(scope) + id;
  }

  /**
   * Find what a request is to be answered with.
   * @param {string} address
   * @returns {Promise<Response | undefined>} undefined for what is no part of the build
   */
  async find(address) {
    const path = new URL(address).pathname.slice(new URL(this.#scope).pathname.length);
    const isPage = path === "" || path === "index.html";
    const shelf = await caches.open(this.name);
    return shelf.match(isPage ? this.#scope : address, { ignoreVary: true });
  }

  /** Keep all of the build; where any of it cannot be had, nothing is kept. */
  async fill() {
    const shelf = await caches.open(this.name);
    const older = await this.#older();
    const fetching = new AbortController();
    try {
      await Promise.all(
        Object.entries(this.#files).map(async ([path, digest]) => {
          const url = new URL(path, this.#scope).href;
          const had = older.find(({ files }) => files[path] === digest);
          const unchanged = await had?.shelf.match(url, { ignoreVary: true });
          await shelf.put(url, unchanged ?? (await fetchExactly(url, digest, fetching.signal)));
        }),
      );
      await shelf.put(this.#scope + DIGESTS, Response.json(this.#files));
    } catch (error) {
      fetching.abort();
      await caches.delete(this.name);
      throw error;
    }
  }

  /** Delete all other builds. */
  async dropOthers() {
    await dropBuilds(this.#scope, this.name);
  }

  /** @returns {Promise<Array<{shelf: Cache, files: Digests}>>} the other builds that are whole */
  async #older() {
    const found = [];
    for (const name of await buildNames(this.#scope, this.name)) {
      const shelf = await caches.open(name);
      const digests = await shelf.match(this.#scope + DIGESTS);
      if (digests) found.push({ shelf, files: await digests.json() });
    }
    return found;
  }
}

/**
 * Fetch a file that is exactly what the build says; it throws where there is none.
 *
 * What comes is kept as it came, if it need not be unpacked: only then do browsers keep what they
 * compiled of it.
 * @param {string} url
 * @param {string} digest
 * @param {AbortSignal} signal
 */
async function fetchExactly(url, digest, signal) {
  /** @type {RequestInit} */
  const options = { integrity: digest, redirect: "error", signal };
  /** @type {Response} */
  let response;
  try {
    // What the page has fetched just now, the browser still has.
    response = await fetch(url, options);
  } catch {
    // It may have an older one instead.
    response = await fetch(url, { ...options, cache: "reload" });
  }
  if (!isCompressed(url)) return response;
  return isSnapshot(url) ? plain(unpacked(response)) : unpacked(response);
}

/** @param {string} url */
function isSnapshot(url) {
  return url.includes("/made/snapshot.");
}

/**
 * @param {Response} snapshot
 * @returns {Promise<Response>}
 */
async function plain(snapshot) {
  const { headers } = snapshot;
  return new Response(withoutCodes(new Uint8Array(await snapshot.arrayBuffer())), { headers });
}
