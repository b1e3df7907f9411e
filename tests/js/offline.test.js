import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { dropBuilds, Shelf } from "../../static/offline/shelf.js";
import { run, TAKE_OVER } from "../../static/offline/worker.js";
import { digestOf, FakeCaches, FakeHost } from "./browser_caches.js";

const SCOPE = "https://host/site/";
/** @type {FakeCaches} */
let caches;
/** @type {FakeHost} */
let host;

beforeEach(() => {
  caches = new FakeCaches();
  host = new FakeHost();
  Object.assign(globalThis, { caches, fetch: host.fetch });
});

/**
 * Publish a build, in place of the one that was there.
 * @param {string} id
 * @param {Record<string, string>} contents
 */
function publish(id, contents) {
  const entries = Object.entries(contents);
  host.files = new Map(entries.map(([path, text]) => [new URL(path, SCOPE).href, text]));
  return { id, files: Object.fromEntries(entries.map(([path, text]) => [path, digestOf(text)])) };
}

/**
 * @param {Shelf} shelf
 * @param {string} path
 */
async function textOf(shelf, path) {
  return (await shelf.find(new URL(path, SCOPE).href))?.text();
}

const FIRST = { "./": "<p>first", "static/a.js": "a", "static/b.js?made=1": "b" };

test("a build is kept whole, and found by the addresses that a page asks for", async () => {
  const shelf = new Shelf(publish("one", FIRST), SCOPE);
  await shelf.fill();
  for (const path of ["./", "?from=elsewhere", "index.html", "index.html?x"]) {
    assert.equal(await textOf(shelf, path), "<p>first");
  }
  assert.equal(await textOf(shelf, "static/a.js"), "a");
  assert.equal(await textOf(shelf, "static/b.js?made=1"), "b");
  assert.equal(await textOf(shelf, "static/b.js?made=2"), undefined);
  assert.equal(await textOf(shelf, "static/c.js"), undefined);
  assert.equal(await textOf(shelf, "elsewhere/"), undefined);
});

test("what has not changed is not fetched again", async () => {
  await new Shelf(publish("one", FIRST), SCOPE).fill();
  host.asked = [];
  const second = new Shelf(publish("two", { ...FIRST, "static/a.js": "changed" }), SCOPE);
  await second.fill();
  assert.deepEqual(host.asked, [`${SCOPE}static/a.js`]);
  assert.equal(await textOf(second, "static/a.js"), "changed");
  assert.equal(await textOf(second, "./"), "<p>first");
});

test("of a build of which anything is missing or wrong nothing is kept", async () => {
  const first = new Shelf(publish("one", FIRST), SCOPE);
  await first.fill();
  const build = publish("two", { ...FIRST, "static/a.js": "changed" });
  for (const wrong of [undefined, "<!doctype html>an error's page"]) {
    if (wrong === undefined) host.files.delete(`${SCOPE}static/a.js`);
    else host.files.set(`${SCOPE}static/a.js`, wrong);
    await assert.rejects(new Shelf(build, SCOPE).fill(), /Failed to fetch/);
    assert.deepEqual(await caches.keys(), [first.name]);
    assert.equal(await textOf(first, "static/a.js"), "a");
  }
});

test("an older file in the browser's own cache is passed over", async () => {
  host.stale.set(`${SCOPE}static/a.js`, "old");
  const shelf = new Shelf(publish("one", FIRST), SCOPE);
  await shelf.fill();
  assert.equal(await textOf(shelf, "static/a.js"), "a");
});

test("what the page has fetched just now is not fetched again", async () => {
  host.stale.set(`${SCOPE}static/a.js`, "a");
  await new Shelf(publish("one", FIRST), SCOPE).fill();
  assert.ok(!host.asked.includes(`${SCOPE}static/a.js`));
});

test("a build that was not finished lends nothing to the next", async () => {
  const half = await caches.open(new Shelf(publish("half", {}), SCOPE).name);
  await half.put(`${SCOPE}static/a.js`, new Response("a"));
  await new Shelf(publish("one", FIRST), SCOPE).fill();
  assert.ok(host.asked.includes(`${SCOPE}static/a.js`));
});

test("builds of a site are dropped, and nobody else's", async () => {
  for (const name of ["/site/cache-1", "/site/cache-2", "/cache-1", "/site/x/cache-1", "other"]) {
    await caches.open(name);
  }
  await dropBuilds(SCOPE, "/site/cache-2");
  assert.deepEqual(await caches.keys(), ["/site/cache-2", "/cache-1", "/site/x/cache-1", "other"]);
  await dropBuilds(SCOPE);
  assert.deepEqual(await caches.keys(), ["/cache-1", "/site/x/cache-1", "other"]);
});

/** A service worker's global scope, in which events happen one at a time. */
class FakeWorker {
  registration = { scope: SCOPE };
  /** @type {Array<{url: string}>} */
  pages = [];
  clients = { matchAll: async () => this.pages };
  hasTakenOver = false;
  /** @type {Map<string, (event: any) => void>} */
  #listeners = new Map();

  skipWaiting = async () => {
    this.hasTakenOver = true;
  };

  /** @type {(type: string, listener: (event: any) => void) => void} */
  addEventListener(type, listener) {
    this.#listeners.set(type, listener);
  }

  /**
   * @param {string} type
   * @param {object} [facts] of the event
   * @returns {Promise<any>} what the event was answered with
   */
  async happen(type, facts) {
    /** @type {unknown} */
    let done;
    const note = (/** @type {unknown} */ promise) => (done = promise);
    this.#listeners.get(type)?.({ ...facts, waitUntil: note, respondWith: note });
    return done;
  }

  /** @param {string} path */
  async answer(path, method = "GET") {
    return this.happen("fetch", { request: { url: new URL(path, SCOPE).href, method } });
  }
}

test("a worker answers from its own build, whatever the host has by now", async () => {
  const [old, next] = [new FakeWorker(), new FakeWorker()];
  run(publish("one", FIRST), old);
  await old.happen("install");
  // What the site kept before it had a worker.
  await caches.open("spieltisch-made");
  await old.happen("activate");
  assert.deepEqual(await caches.keys(), ["/site/cache-one"]);
  run(publish("two", { ...FIRST, "static/a.js": "changed" }), next);
  await next.happen("install");
  assert.equal(await (await old.answer("static/a.js")).text(), "a");
  assert.equal(await (await next.answer("static/a.js")).text(), "changed");
  await next.happen("activate");
  assert.deepEqual(await caches.keys(), ["/site/cache-two"]);
});

test("what is no part of the build comes from the network and is not kept", async () => {
  const worker = new FakeWorker();
  run(publish("one", FIRST), worker);
  await worker.happen("install");
  const fetched = new Response("new");
  Object.assign(globalThis, { fetch: async () => fetched });
  assert.equal(await worker.answer("static/new.js"), fetched);
  assert.equal((await (await caches.open("/site/cache-one")).match(`${SCOPE}static/new.js`)), undefined);
});

test("other methods and other sites are none of its business", async () => {
  const worker = new FakeWorker();
  run(publish("one", FIRST), worker);
  assert.equal(await worker.answer("static/a.js", "POST"), undefined);
  assert.equal(await worker.answer("https://host/other/"), undefined);
});

/**
 * @param {FakeWorker} worker
 * @param {unknown} data
 */
async function tell(worker, data) {
  /** @type {unknown[]} */
  const answers = [];
  const port = { postMessage: (/** @type {unknown} */ answer) => answers.push(answer) };
  await worker.happen("message", { data, ports: [port] });
  return answers;
}

test("a worker takes over when the only page asks for it", async () => {
  const worker = new FakeWorker();
  run(publish("one", FIRST), worker);
  worker.pages = [{ url: `${SCOPE}#/` }, { url: "https://host/other/" }];
  assert.deepEqual(await tell(worker, "something else"), []);
  assert.equal(worker.hasTakenOver, false);
  assert.deepEqual(await tell(worker, TAKE_OVER), [true]);
  assert.equal(worker.hasTakenOver, true);
});

test("a worker does not take over while another page would have files of two builds", async () => {
  const worker = new FakeWorker();
  run(publish("one", FIRST), worker);
  worker.pages = [{ url: `${SCOPE}#/` }, { url: `${SCOPE}#/settings` }];
  assert.deepEqual(await tell(worker, TAKE_OVER), [false]);
  assert.equal(worker.hasTakenOver, false);
});
