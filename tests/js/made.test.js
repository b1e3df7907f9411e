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
  assert.deepEqual(
    found.map((bytes) => new TextDecoder().decode(bytes)),
    ["all", "hello"],
  );
  assert.match(host.asked[0], /zstddec/);
});

// A module of WebAssembly with nothing in it.
const WASM = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/**
 * Have a service worker keep one file, and import what is made anew.
 * @param {string} part
 * @param {string} name of the file
 * @param {Promise<unknown>} answer of the worker, when it is asked whether the file is right
 */
async function keep(part, name, answer) {
  const seen = { asked: /** @type {unknown[]} */ ([]), fetches: 0 };
  const controller = {
    scriptURL: new URL("../service-worker.js", MADE).href,
    postMessage: (/** @type {unknown} */ question, /** @type {MessagePort[]} */ [port]) => {
      seen.asked.push(question);
      answer.then((found) => port.postMessage(found));
    },
  };
  Object.defineProperty(globalThis, "navigator", {
    configurable: true,
    value: { serviceWorker: { controller } },
  });
  const fetch = async (/** @type {string} */ url) => {
    seen.fetches += 1;
    const headers = { "Content-Type": "application/wasm", "Spieltisch-Unpacked": "1" };
    return Object.defineProperty(new Response(WASM, { headers }), "url", { value: String(url) });
  };
  const location = { href: new URL("../", MADE).href };
  Object.assign(globalThis, { location, fetch, dispatchEvent: () => true });
  const { made } = await import(`${MADE}?${part}=${name}&${(keeps += 1)}`);
  return { made, seen };
}

let keeps = 0;
const RIGHT = nameOf("kept", String.fromCharCode(...WASM));

/** @param {Promise<unknown>} promise */
const outcomeOf = (promise) => promise.catch((/** @type {unknown} */ error) => error);

test("the worker is asked whether the WebAssembly that it has kept is right", async () => {
  const url = new URL(`../made/${RIGHT}`, MADE).href;
  const right = await keep("wasm", RIGHT, Promise.resolve(true));
  assert.ok((await right.made.compile("wasm")) instanceof WebAssembly.Module);
  assert.deepEqual(right.seen, { asked: [{ said: "check", url }], fetches: 1 });
  const wrong = await keep("wasm", RIGHT, Promise.resolve(false));
  assert.match(String(await outcomeOf(wrong.made.compile("wasm"))), /is damaged/);
});

test("where the worker cannot tell, the page compares it", async () => {
  const { made, seen } = await keep("wasm", RIGHT, Promise.resolve(null));
  assert.ok((await made.compile("wasm")) instanceof WebAssembly.Module);
  assert.equal(seen.fetches, 2);
  const other = await keep("wasm", nameOf("kept", "something else"), Promise.resolve(null));
  assert.match(String(await outcomeOf(other.made.compile("wasm"))), /is damaged/);
});

test("a start has the snapshot before the worker has compared it", async () => {
  let tell = (/** @type {boolean} */ _) => {};
  const { made, seen } = await keep("snapshot", RIGHT, new Promise((resolve) => (tell = resolve)));
  const { content, checked } = await made.early("snapshot");
  assert.deepEqual([...content], [...WASM]);
  assert.equal(await Promise.race([checked, "not yet"]), "not yet");
  tell(true);
  await checked;
  assert.equal(seen.fetches, 1);
});

test("whoever waits for the snapshot's comparison hears that it is damaged", async () => {
  for (const [name, answer] of [
    [RIGHT, false],
    [nameOf("kept", "something else"), null],
  ]) {
    const { made } = await keep("snapshot", String(name), Promise.resolve(answer));
    const { checked } = await made.early("snapshot");
    assert.match(String(await outcomeOf(checked)), /is damaged/);
    assert.match(String(await outcomeOf(made.bytes("snapshot"))), /is damaged/);
  }
});
