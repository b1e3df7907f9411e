/**
 * Make the page report that the start failed (boot.js listens).
 * @param {unknown} error
 */
export function failed(error) {
  globalThis.dispatchEvent(new CustomEvent("spieltisch:failed", { detail: error }));
}

/**
 * Make the page see to it that Python has ended by an error of its own (boot.js listens).
 * @param {unknown} error
 */
export function died(error) {
  globalThis.dispatchEvent(new CustomEvent("spieltisch:died", { detail: error }));
}
