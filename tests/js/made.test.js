import assert from "node:assert/strict";
import { test } from "node:test";

import { NarrowHost, nameOf, packed } from "./packed_files.js";

const MADE = new URL("../../static/runtime/made.js", import.meta.url);

test("a start asks for what unpacks files before it asks for them", async () => {
  const [snapshot, words] = [nameOf("snapshot", "all"), nameOf("words", "hello")];
  const host = new NarrowHost(1);
  host.files = new Map([
    [new URL(`../made/${snapshot}`, MADE).href, packed("all")],
    [new URL(`../made/${words}`, MADE).href, packed("hello")],
  ]);
  Object.assign(globalThis, { fetch: host.fetch });
  const { made } = await import(`${MADE}?snapshot=${snapshot}&words-de=${words}`);
  const found = await Promise.all(["snapshot", "words-de"].map((part) => made.bytes(part)));
  assert.deepEqual(found.map((bytes) => new TextDecoder().decode(bytes)), ["all", "hello"]);
  assert.match(host.asked[0], /zstddec/);
});

// A module of WebAssembly with nothing in it.
const WASM = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/**
 * Compile what a service worker has kept.
 * @param {string} name of the file
 * @param {unknown} answer of the worker, when it is asked whether the file is right
 * @returns {Promise<{asked: unknown[], fetches: number, outcome: unknown}>}
 */
async function compileKept(name, answer) {
  /** @type {unknown[]} */
  const asked = [];
  let fetches = 0;
  const controller = {
    postMessage: (/** @type {unknown} */ question, /** @type {MessagePort[]} */ [port]) => {
      asked.push(question);
      port.postMessage(answer);
    },
  };
  Object.defineProperty(globalThis, "navigator", {
    configurable: true,
    value: { serviceWorker: { controller } },
  });
  const fetch = async (/** @type {string} */ url) => {
    fetches += 1;
    const headers = { "Content-Type": "application/wasm", "Spieltisch-Unpacked": "1" };
    return Object.defineProperty(new Response(WASM, { headers }), "url", { value: String(url) });
  };
  Object.assign(globalThis, { fetch, dispatchEvent: () => true });
  const { made } = await import(`${MADE}?wasm=${name}&${answer}`);
  const outcome = await made.compile("wasm").catch((/** @type {unknown} */ error) => error);
  return { asked, fetches, outcome };
}

test("the worker is asked whether the WebAssembly that it has kept is right", async () => {
  const right = nameOf("pyodide", String.fromCharCode(...WASM));
  const url = new URL(`../made/${right}`, MADE).href;
  const found = await compileKept(right, true);
  assert.deepEqual(found.asked, [{ said: "check", url }]);
  assert.ok(found.outcome instanceof WebAssembly.Module);
  assert.equal(found.fetches, 1);
  assert.match(String((await compileKept(right, false)).outcome), /is damaged/);
});

test("where the worker cannot tell, the page compares it", async () => {
  const found = await compileKept(nameOf("pyodide", String.fromCharCode(...WASM)), null);
  assert.ok(found.outcome instanceof WebAssembly.Module);
  assert.equal(found.fetches, 2);
  const other = await compileKept(nameOf("pyodide", "something else"), null);
  assert.match(String(other.outcome), /is damaged/);
});
