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
