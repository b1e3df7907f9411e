/**
 * Have the page say that the start failed (boot.js listens).
 * @param {unknown} error
 */
export function failed(error) {
  globalThis.dispatchEvent(new CustomEvent("spieltisch:failed", { detail: error }));
}

/**
 * Have the page say that Python has ended, for want of a file (boot.js listens).
 * @param {unknown} error
 */
export function stopped(error) {
  globalThis.dispatchEvent(new CustomEvent("spieltisch:stopped", { detail: error }));
}
