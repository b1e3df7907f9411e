/**
 * Make the page report that the start failed (boot.js listens).
 * @param {unknown} error
 */
export function failed(error) {
  globalThis.dispatchEvent(new CustomEvent("spieltisch:failed", { detail: error }));
}
