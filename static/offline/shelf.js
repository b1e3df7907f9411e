// One build of the site, whole, in the browser's Cache Storage.
//
// A build's files are kept together or not at all. Each is checked against the build's digest of
// it: an error, a host's own page or a file of another build cannot take its place.

import { isCompressed, unpacked } from "../runtime/packed.js";

// Kept beside the files, and written last: their digests, for the next build to compare.
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
 * Make the prefix of a site's cache names. All sites on a host share its caches: those of sites
 * below other paths are not ours.
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
 * Delete the builds that are kept of a site.
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
   * Find the response to a request.
   * @param {string} address
   * @returns {Promise<Response | undefined>} undefined if the build has no such file
   */
  async find(address) {
    const path = new URL(address).pathname.slice(new URL(this.#scope).pathname.length);
    const isPage = path === "" || path === "index.html";
    const shelf = await caches.open(this.name);
    return shelf.match(isPage ? this.#scope : address, { ignoreVary: true });
  }

  /** Keep the whole build, or nothing if any of its files cannot be fetched. */
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
 * Fetch exactly the file that the build's digest describes; it throws if that is not available.
 *
 * A response that need not be unpacked is kept as it came: only then do browsers keep what they
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
    // The browser still has the files that the page has just fetched.
    response = await fetch(url, options);
  } catch {
    // It may have an older version: fetch the file from the network.
    response = await fetch(url, { ...options, cache: "reload" });
  }
  return isCompressed(url) ? unpacked(response) : response;
}
