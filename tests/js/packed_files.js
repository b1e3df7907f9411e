// Compressed files, and a host to which a browser has few connections.

import { readFile } from "node:fs/promises";

import { digestHex } from "./browser_caches.js";

/**
 * Compress a short text, in the simplest form that Zstandard knows: one block, as it is.
 * @param {string} text
 */
export function packed(text) {
  const content = new TextEncoder().encode(text);
  const block = (content.length << 3) | 1;
  return Uint8Array.of(
    0x28,
    0xb5,
    0x2f,
    0xfd,
    0x20,
    content.length,
    block,
    block >> 8,
    0,
    ...content,
  );
}

/**
 * @param {string} part
 * @param {string} text what it holds
 */
export const nameOf = (part, text) => `${part}.${digestHex(text).slice(0, 16)}.zst`;

export class NarrowHost {
  /** @type {Map<string, string | Uint8Array>} contents by address */
  files = new Map();
  /** @type {string[]} what was asked of it */
  asked = [];
  #free;
  /** @type {(() => void)[]} */
  #waiting = [];

  /** @param {number} connections */
  constructor(connections) {
    this.#free = connections;
  }

  async #take() {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise((/** @type {(go: void) => void} */ go) => this.#waiting.push(go));
  }

  #leave() {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }

  /** @type {(of: string | URL) => Promise<Response>} */
  fetch = async (of) => {
    const url = new URL(of);
    this.asked.push(url.href);
    await this.#take();
    const found = this.files.get(url.href) ?? (await readFile(url));
    const content = typeof found === "string" ? new TextEncoder().encode(found) : found;
    let at = 0;
    const body = new ReadableStream(
      {
        // A byte at first: most of a file comes only once somebody has a use for its beginning.
        pull: (controller) => {
          if (at === content.length) {
            controller.close();
            this.#leave();
            return;
          }
          const end = at === 0 ? 1 : content.length;
          controller.enqueue(content.subarray(at, end));
          at = end;
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body);
  };
}
