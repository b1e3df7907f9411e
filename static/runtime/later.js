// For what a start does without: it is fetched in a calm moment, or while the page waits.

// A start is not kept waiting by what nothing may ever ask for.
const CALM_MS = 2_000;

/** @param {() => void} run */
export function whenCalm(run) {
  setTimeout(run, CALM_MS);
}

/**
 * Fetch a file while the page waits for it: nothing of ours should come to this.
 * @param {URL} url
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function fetchNow(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  // The one way to read bytes that a page is not forbidden to wait for.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status !== 200) throw new Error(`${request.status} for ${url.pathname}`);
  if (request.getResponseHeader("Content-Type")?.startsWith("text/html")) {
    throw new Error(`a page came in the place of ${url.pathname}`);
  }
  const text = request.responseText;
  return Uint8Array.from({ length: text.length }, (_, i) => text.charCodeAt(i) & 0xff);
}
