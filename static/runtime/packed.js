// The big files travel compressed as no host does it. The service worker keeps them unpacked: a start
// need not do it again, and the browser can keep what it compiled of them.

import { zstdStream } from "./zstd.js";

// A header of what has been unpacked: its address still says otherwise.
const UNPACKED = "Spieltisch-Unpacked";

/** @param {string | URL} url */
export function isCompressed(url) {
  return new URL(url).pathname.endsWith(".zst");
}

/** @param {Response} response */
export function isUnpacked({ headers }) {
  return headers.has(UNPACKED);
}

/**
 * Unpack a compressed file as it comes.
 * @param {Response} response
 * @returns {Response}
 */
export function unpacked(response) {
  const body = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body);
  const headers = new Headers(response.headers);
  headers.delete("Content-Length");
  headers.set("Content-Type", "application/wasm");
  headers.set(UNPACKED, "1");
  return new Response(body.pipeThrough(zstdStream()), { headers });
}
