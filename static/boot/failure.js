/**
 * Make the page report that the start failed (boot.js listens).
 * @param {unknown} error
 */
export function failed(error) {
  globalThis.dispatchEvent(new CustomEvent("spieltisch:failed", { detail: error }));
}

/**
 * Make the page report that Python has ended because a file is missing (boot.js listens).
 * @param {unknown} error
 */
export function stopped(error) {
  globalThis.dispatchEvent(new CustomEvent("spieltisch:stopped", { detail: error }));
}
