// A browser's Cache Storage, as far as the service worker uses it, and a host that it fetches from.

import { createHash } from "node:crypto";

/** @param {string | Uint8Array} content */
export function digestOf(content) {
  return `sha256-${createHash("sha256").update(content).digest("base64")}`;
}

/** @param {string} content */
export function digestHex(content) {
  return createHash("sha256").update(content).digest("hex");
}

class FakeCache {
  /** @type {Map<string, {body: ArrayBuffer, headers: Headers, status: number}>} */
  kept = new Map();

  /** @type {(url: string, response: Response) => Promise<void>} */
  async put(url, response) {
    const { headers, status } = response;
    this.kept.set(url, { body: await response.arrayBuffer(), headers, status });
  }

  /** @param {string} url */
  async match(url) {
    const kept = this.kept.get(url);
    return kept && new Response(kept.body, kept);
  }

  /** @param {string} url */
  async delete(url) {
    return this.kept.delete(url);
  }
}

export class FakeCaches {
  /** @type {Map<string, FakeCache>} */
  shelves = new Map();

  /** @param {string} name */
  async open(name) {
    const shelf = this.shelves.get(name) ?? new FakeCache();
    this.shelves.set(name, shelf);
    return shelf;
  }

  async keys() {
    return [...this.shelves.keys()];
  }

  /** @param {string} name */
  async delete(name) {
    return this.shelves.delete(name);
  }
}

/** A host, the network to it, and the browser's own cache in between. */
export class FakeHost {
  /** @type {Map<string, string>} contents by address */
  files = new Map();
  /** @type {Map<string, string>} what the browser still has of earlier */
  stale = new Map();
  /** @type {Record<string, string>} what it says of every file */
  headers = { "Content-Type": "text/javascript" };
  /** @type {string[]} what was asked of it */
  asked = [];

  /** @type {(of: string | URL | {url: string}, options?: RequestInit) => Promise<Response>} */
  fetch = async (of, { integrity, cache } = {}) => {
    const url = typeof of === "object" && "url" in of ? of.url : String(of);
    const had = cache === "reload" ? undefined : this.stale.get(url);
    if (had === undefined) this.asked.push(url);
    const content = had ?? this.files.get(url);
    if (content === undefined || (integrity && digestOf(content) !== integrity)) {
      throw new TypeError(`Failed to fetch ${url}`);
    }
    return new Response(content, { headers: this.headers });
  };
}
