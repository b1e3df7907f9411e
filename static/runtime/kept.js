// Files that were made for the runtime, kept unpacked in the browser's Cache Storage: unpacking them
// took a third of every start but the first.

const SHELF = "spieltisch-made";

/**
 * Find what an earlier visit kept.
 * @param {URL} url of the file as it is on the host
 * @returns {Promise<Response | undefined>} its content, unpacked
 */
export async function findKept(url) {
  try {
    const shelf = await caches.open(SHELF);
    return await shelf.match(url);
  } catch {
    // Storage may be forbidden, and is absent where a page came over an insecure line.
    return undefined;
  }
}

/**
 * Keep files for the next visit.
 * @param {Array<{url: string, content: Response}>} files unpacked
 * @param {string[]} wanted the addresses that may be kept; what else was is of an older site
 */
export async function keep(files, wanted) {
  try {
    const shelf = await caches.open(SHELF);
    for (const { url } of await shelf.keys()) {
      if (!wanted.includes(url)) await shelf.delete(url);
    }
    await Promise.all(files.map(({ url, content }) => shelf.put(url, content)));
  } catch {
    // There is no room, or none is given: the next start takes as long as this one.
  }
}

/** Keep nothing: what was kept may be broken. */
export async function forgetKept() {
  try {
    await caches.delete(SHELF);
  } catch {
    // Nothing was kept.
  }
}
