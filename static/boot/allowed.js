/**
 * Get what a browser may not have, or refuses a page that is to keep nothing.
 * @template T
 * @param {() => T} get
 * @returns {NonNullable<T> | null}
 */
export function allowed(get) {
  try {
    return get() ?? null;
  } catch {
    return null;
  }
}

/** @returns {ServiceWorkerContainer | null} */
export function serviceWorkers() {
  return allowed(() => globalThis.navigator.serviceWorker);
}

/**
 * Get the service worker that answers this page, if it is that of its own copy of the site: a copy at
 * the root of a host also answers the pages of copies in folders, until they have a worker.
 * @returns {ServiceWorker | null}
 */
export function ownWorker() {
  const worker = serviceWorkers()?.controller;
  if (!worker) return null;
  // Firefox says "about:blank" of the location of a page that is being left while it starts.
  const here = globalThis.document?.URL ?? location.href;
  // Safari alone also tells the bots' worker of it: that one's address is a blob's, which has no folder.
  return allowed(() => folderOf(here)) === folderOf(worker.scriptURL) ? worker : null;
}

/** @param {string} address */
export const folderOf = (address) => new URL(".", address).href;
