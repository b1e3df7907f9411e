// The big files are compressed by us, in a way that no host uses. The service worker keeps them
// unpacked, so that a start need not unpack them and the browser can keep their compiled code.

import { zstdStream } from "./zstd.js";

// A header that marks unpacked files, whose addresses still end in .zst.
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
 * Unpack a compressed file while it is arriving. A host may declare it as encoded in Zstandard: then
 * the browser has unpacked it already.
 * @param {Response} response
 * @returns {Response}
 */
export function unpacked(response) {
  const body = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body);
  const headers = new Headers(response.headers);
  headers.delete("Content-Length");
  headers.set("Content-Type", "application/wasm");
  headers.set(UNPACKED, "1");
  const mayBeUnpacked = headers.get("Content-Encoding")?.includes("zstd") ?? false;
  headers.delete("Content-Encoding");
  return new Response(body.pipeThrough(zstdStream(mayBeUnpacked)), { headers });
}
