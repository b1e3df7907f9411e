// What a page that is one file has in it, in place of a host (tools/carry.py).
//
// The site's files are texts in the page, or in the bots' worker, which gets those that it needs. The
// page's own `fetch` gives them, by addresses of a host that nobody is asked for: the page's policy
// lets nothing be asked of any. A script of the site runs as an inline one, of which the policy has
// the digest.

import { unpacked } from "../runtime/packed.js";

/** Where the site would be. */
export const SITE = "https://spieltisch.invalid/";

/**
 * @typedef {object} Part a file of the site
 * @property {string} text as it is written here
 * @property {string} form of the text: `text`, as it is; `bytes` in base 85; `packed`, bytes in
 *   Zstandard whose name does not say so; `ranges`, bytes of which only some are there
 * @property {string} [ranges] of these, where each begins and how long it is, and then the size of all
 */

const TYPES = /** @type {Record<string, string>} */ ({
  js: "text/javascript",
  json: "application/json",
  wasm: "application/wasm",
  html: "text/html",
});
const DIGITS =
  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;,=>?@^_`{|}~";

/**
 * Read bytes that are written in base 85: five digits for four bytes, the first digit the highest.
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function fromBase85(text) {
  const values = new Uint8Array(128);
  for (let i = 0; i < DIGITS.length; i += 1) values[DIGITS.charCodeAt(i)] = i;
  const whole = Math.ceil(text.length / 5);
  const bytes = new DataView(new ArrayBuffer(whole * 4));
  for (let group = 0, at = 0; group < whole; group += 1) {
    let value = 0;
    // What the last group lacks counts as the highest digit.
    for (let i = 0; i < 5; i += 1, at += 1) {
      value = value * 85 + (at < text.length ? values[text.charCodeAt(at)] : 84);
    }
    bytes.setUint32(group * 4, value);
  }
  return new Uint8Array(bytes.buffer, 0, whole * 4 - (whole * 5 - text.length));
}

/**
 * Get a file's bytes at once, unless it is packed.
 * @param {Part} part
 */
function bytesOf({ text, form, ranges = "" }) {
  if (form === "text") return new TextEncoder().encode(text);
  const bytes = fromBase85(text);
  if (form !== "ranges") return bytes;
  const numbers = ranges.split(" ").map(Number);
  const all = new Uint8Array(numbers[numbers.length - 1]);
  for (let i = 0, from = 0; i + 1 < numbers.length; i += 2) {
    all.set(bytes.subarray(from, from + numbers[i + 1]), numbers[i]);
    from += numbers[i + 1];
  }
  return all;
}

/**
 * Find the path of a file of the site; null for any other address.
 * @param {string} address
 */
export function pathOf(address) {
  return address.startsWith(SITE) ? address.slice(SITE.length).replace(/[?#].*/, "") : null;
}

/**
 * Have the site's files come from what is here.
 * @param {(path: string) => Part | null} find
 */
export function lend(find) {
  const { fetch } = globalThis;
  /** @param {string} address */
  const partAt = (address) => {
    const path = pathOf(address);
    return path === null ? null : find(path);
  };
  globalThis.fetch = async (input, init) => {
    const address = String(input instanceof Request ? input.url : input);
    const part = partAt(address);
    if (!part) return fetch.call(globalThis, input, init);
    const type = TYPES[pathOf(address)?.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    const response = new Response(bytesOf(part), { headers: { "Content-Type": type } });
    return part.form === "packed" ? unpacked(response) : response;
  };
  // What cannot be waited for (runtime/later.js).
  Object.assign(globalThis, {
    spieltischBytes: (/** @type {URL} */ { href }) => {
      const part = partAt(href);
      return part && part.form !== "packed" ? bytesOf(part) : null;
    },
  });
}
