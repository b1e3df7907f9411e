// For files that a start does not need: they are fetched in a calm moment, or while the page waits.

// Files that may never be needed must not delay the start.
const CALM_MS = 2_000;

/** @param {() => void} run */
export function whenCalm(run) {
  setTimeout(run, CALM_MS);
}

/**
 * Fetch a file while the page waits for it: a last resort that our own code should not need.
 * @param {URL} url
 * @param {(bytes: Uint8Array) => boolean} isRight
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function fetchNow(url, isRight) {
  // A page that is one file has it in it (static/file/parts.js).
  const carried = /** @type {any} */ (globalThis).spieltischBytes?.(url);
  if (carried) return carried;
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  // The only way for a page to read bytes by a synchronous request.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status !== 200) throw new Error(`${request.status} for ${url.pathname}`);
  if (request.getResponseHeader("Content-Type")?.startsWith("text/html")) {
    throw new Error(`a page came in the place of ${url.pathname}`);
  }
  const text = request.responseText;
  const bytes = Uint8Array.from({ length: text.length }, (_, i) => text.charCodeAt(i) & 0xff);
  if (!isRight(bytes)) throw new Error(`${url.pathname} is damaged`);
  return bytes;
}
