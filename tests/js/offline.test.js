import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { buildNames, cacheName, dropBuilds } from "../../static/offline/builds.js";
import { Shelf } from "../../static/offline/shelf.js";
import {
  CHECK,
  END,
  KEEP_SPARE,
  MEND,
  MENDED,
  REFUSED,
  TAKE_OVER,
} from "../../static/offline/said.js";
import { run } from "../../static/offline/worker.js";
import { digestHex, digestOf, FakeCaches, FakeHost } from "./browser_caches.js";

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

test("of a build of which anything needed is missing or wrong nothing is kept", async () => {
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

// Sites on one host, in folders whose names begin like one another's, or like a cache's.
const SCOPES = [
  "/",
  "/a/",
  "/a/b/",
  "/ab/",
  "/cache-/",
  "/cache-x/",
  "/cache-0123456789abcdef/",
  "/a/cache-x/",
  "/a/cache-x/b/",
  "/cache-x/cache-y/",
  "/gr%C3%B6%C3%9Fe/",
  "/größe/cache-x/",
  "/gr%c3%b6%c3%9fe/",
  "/a%2Fb/",
  "/a b/",
  "/遊び/",
  "/a.b/",
  "//",
  "/a//",
];
for (const folder of SCOPES) {
  test(`a site in ${folder} drops, and takes files over from, its own builds alone`, async () => {
    const scopes = [...new Set(SCOPES.map((one) => new URL(`https://host${one}`).href))];
    const own = new URL(`https://host${folder}`).href;
    const all = scopes.flatMap((scope) =>
      ["0123456789abcdef", "fedcba9876543210"].map((id) => cacheName(scope, id)),
    );
    assert.equal(new Set(all).size, all.length);
    for (const name of all) await caches.open(name);
    const [kept, older] = ["0123456789abcdef", "fedcba9876543210"].map((id) => cacheName(own, id));
    assert.deepEqual(await buildNames(own, kept), [older]);
    await dropBuilds(own);
    assert.deepEqual(
      await caches.keys(),
      all.filter((name) => name !== kept && name !== older),
    );
  });

  test(`the kill switch in ${folder} ends its own worker's builds alone`, async () => {
    const others = SCOPES.map((one) =>
      cacheName(new URL(`https://host${one}`).href, "0123456789abcdef"),
    );
    for (const name of others) await caches.open(name);
    const worker = new FakeWorker();
    worker.registration.scope = new URL(`https://host${folder}`).href;
    const { addEventListener } = worker;
    Object.assign(globalThis, {
      registration: worker.registration,
      addEventListener: addEventListener.bind(worker),
    });
    await import(`../../static/offline/end.js?${encodeURIComponent(folder)}`);
    await worker.happen("activate");
    assert.ok(worker.isGone);
    const own = cacheName(worker.registration.scope, "0123456789abcdef");
    assert.deepEqual(new Set(await caches.keys()), new Set(others.filter((name) => name !== own)));
  });
}

/**
 * @param {string} path
 * @param {string} content
 * @param {Record<string, string>} [headers]
 */
async function put(path, content, headers) {
  const shelf = await caches.open("/site/cache-one");
  await shelf.put(new URL(path, SCOPE).href, new Response(content, { headers }));
}

const OPTIONAL = { ...FIRST, "static/sound.js": "sound", "static/icon.png": "icon" };

/** A build that can be kept without its sound and icon. */
function publishOptional() {
  return { ...publish("one", OPTIONAL), optional: ["static/sound.js", "static/icon.png"] };
}

test("a build is kept without what no match needs, and gets that later", async () => {
  const build = publishOptional();
  host.files.delete(`${SCOPE}static/sound.js`);
  host.files.set(`${SCOPE}static/icon.png`, "an error's page");
  const shelf = new Shelf(build, SCOPE);
  await shelf.fill();
  assert.equal(await textOf(shelf, "static/a.js"), "a");
  assert.equal(await textOf(shelf, "static/sound.js"), undefined);
  assert.equal(await textOf(shelf, "static/icon.png"), undefined);
  assert.deepEqual(await shelf.mend(), {
    damaged: [],
    missing: ["static/sound.js", "static/icon.png"],
    restored: [],
  });
  publishOptional();
  assert.deepEqual(await shelf.mend(), { damaged: [], missing: [], restored: [] });
  assert.equal(await textOf(shelf, "static/sound.js"), "sound");
});

for (const path of Object.keys(FIRST)) {
  test(`${path}, damaged after it was kept, is dropped and fetched anew`, async () => {
    const shelf = new Shelf(publish("one", FIRST), SCOPE);
    await shelf.fill();
    host.asked = [];
    assert.deepEqual(await shelf.mend(), { damaged: [], missing: [], restored: [] });
    assert.deepEqual(host.asked, []);
    for (const damaged of ["", "damaged", FIRST[/** @type {"./"} */ (path)].slice(0, -1)]) {
      await put(path, damaged);
      assert.deepEqual(await shelf.mend(), { damaged: [path], missing: [], restored: [path] });
      assert.equal(await textOf(shelf, path), FIRST[/** @type {"./"} */ (path)]);
    }
    const contents = host.files;
    host.files = new Map();
    await put(path, "damaged");
    assert.deepEqual(await shelf.mend(), { damaged: [path], missing: [path], restored: [] });
    assert.equal(await textOf(shelf, path), undefined, "without a host it is dropped all the same");
    assert.deepEqual(await shelf.mend(), { damaged: [], missing: [path], restored: [] });
    host.files = contents;
    assert.deepEqual(await shelf.mend(), { damaged: [], missing: [], restored: [path] });
    assert.deepEqual(await shelf.mend(), { damaged: [], missing: [], restored: [] });
    assert.equal(await textOf(shelf, path), FIRST[/** @type {"./"} */ (path)]);
  });
}

const STYLED = { ...FIRST, "static/a.css": "a{}", "licences.html": "<p>free" };

for (const path of Object.keys(STYLED)) {
  test(`${path} is damaged, too, if it says that it is something else`, async () => {
    const shelf = new Shelf(publish("one", STYLED), SCOPE);
    await shelf.fill();
    const url = new URL(path, SCOPE).href;
    const cache = await caches.open(shelf.name);
    const right = (await cache.match(url))?.headers.get("Content-Type") ?? "";
    const text = STYLED[/** @type {"./"} */ (path)];
    /** @type {(type: string, status?: number) => Promise<void>} */
    const say = (type, status = 200) =>
      cache.put(url, new Response(text, { status, headers: { "Content-Type": type } }));
    for (const type of ["text/plain", "application/octet-stream", "", `x${right}`, `${right}s`]) {
      await say(type);
      assert.deepEqual(await shelf.mend(), { damaged: [path], missing: [], restored: [path] });
    }
    await say(right, 404);
    assert.deepEqual(await shelf.mend(), { damaged: [path], missing: [], restored: [path] });
    await say("text/plain");
    const second = new Shelf(publish("two", STYLED), SCOPE);
    await second.fill();
    const kept = await second.find(url);
    assert.equal(kept?.headers.get("Content-Type"), right);
  });
}

test("a page that says that it is something else comes from the host", async () => {
  const shelf = new Shelf(publish("one", FIRST), SCOPE);
  await shelf.fill();
  await put("./", FIRST["./"], { "Content-Type": "text/plain" });
  host.headers = { "Content-Type": "text/html" };
  const answer = await shelf.answer(/** @type {any} */ ({ url: SCOPE }));
  assert.equal(answer.headers.get("Content-Type"), "text/html");
});

test("a host may not know the types of files, or have others for scripts", async () => {
  for (const type of ["application/octet-stream", "application/x-javascript; charset=utf-8"]) {
    host.headers = { "Content-Type": type };
    const shelf = new Shelf(publish("one", STYLED), SCOPE);
    await shelf.fill();
    const typeOf = async (/** @type {string} */ path) =>
      (await shelf.find(new URL(path, SCOPE).href))?.headers.get("Content-Type");
    assert.equal(await typeOf("./"), "text/html");
    assert.equal(await typeOf("static/a.css"), "text/css");
    const isScript = type.includes("javascript");
    assert.equal(await typeOf("static/a.js"), isScript ? type : "text/javascript");
    assert.deepEqual(await shelf.mend(), { damaged: [], missing: [], restored: [] });
    await dropBuilds(SCOPE);
  }
});

test("what cannot be read counts as damaged", async () => {
  const shelf = new Shelf(publish("one", FIRST), SCOPE);
  await shelf.fill();
  const cache = await caches.open(shelf.name);
  const { match } = cache;
  cache.match = async (url) => {
    const found = await match.call(cache, url);
    if (found && url.endsWith("a.js")) found.arrayBuffer = () => Promise.reject(new Error("no"));
    return found;
  };
  assert.deepEqual(await shelf.mend(), {
    damaged: ["static/a.js"],
    missing: [],
    restored: ["static/a.js"],
  });
});

for (const notes of ["", "{", "null", "7", '{"./": null}', "[]"]) {
  test(`what is known of the files may itself be damaged: ${notes}`, async () => {
    const shelf = new Shelf(publish("one", FIRST), SCOPE);
    await shelf.fill();
    await put("digests.json", notes);
    assert.deepEqual(await shelf.mend(), { damaged: [], missing: [], restored: [] });
    await new Shelf(publish("two", FIRST), SCOPE).fill();
  });
}

test("a damaged file is not taken over by the next build", async () => {
  await new Shelf(publish("one", FIRST), SCOPE).fill();
  await put("static/a.js", "damaged");
  const second = new Shelf(publish("two", FIRST), SCOPE);
  await second.fill();
  assert.equal(await textOf(second, "static/a.js"), "a");
});

for (const vary of ["Origin", "Accept", "User-Agent", "*", "accept-encoding, Cookie"]) {
  test(`files are kept without the header Vary: ${vary}`, async () => {
    host.headers = { ...host.headers, Vary: vary };
    await new Shelf(publish("one", FIRST), SCOPE).fill();
    host.files.delete(`${SCOPE}static/a.js`);
    for (const { kept } of caches.shelves.values()) {
      for (const { headers } of kept.values()) assert.equal(headers.get("Vary"), null);
    }
  });
}

test("a response that varies by its compression alone is kept as it came", async () => {
  host.headers = { ...host.headers, Vary: "Accept-Encoding" };
  const shelf = new Shelf(publish("one", FIRST), SCOPE);
  await shelf.fill();
  const kept = await shelf.find(`${SCOPE}static/a.js`);
  assert.equal(kept?.headers.get("Vary"), "Accept-Encoding");
});

test("a page that the host has added to is kept as it is, if it is this build's", async () => {
  const build = { ...publish("one", FIRST), id: "one" };
  const altered = '<html data-build="one">and a counter</html>';
  host.files.set(SCOPE, altered);
  const shelf = new Shelf(build, SCOPE);
  await shelf.fill();
  assert.equal(await textOf(shelf, "./"), altered);
  assert.deepEqual(await shelf.mend(), { damaged: [], missing: [], restored: [] });
  await put("./", altered.replace("counter", "damage"));
  assert.deepEqual(await shelf.mend(), { damaged: ["./"], missing: [], restored: ["./"] });
  for (const wrong of ['<html data-build="two"></html>', '<html data-build="one">cut', "login"]) {
    host.files.set(SCOPE, wrong);
    await assert.rejects(new Shelf({ ...build, id: "one" }, SCOPE).fill(), /not the page/);
  }
});

const CONTENT = "what a compressed file holds";
const HEX = digestHex(CONTENT).slice(0, 16);
const PACKED_NAME = `static/made/words.${HEX}.zst`;

test("a compressed file that the browser has unpacked already is kept as it is", async () => {
  // A host may declare it as encoded in Zstandard.
  host.headers = { "Content-Encoding": "zstd" };
  const build = publish("one", { ...FIRST, [PACKED_NAME]: CONTENT });
  const shelf = new Shelf(build, SCOPE);
  await shelf.fill();
  assert.equal(await textOf(shelf, PACKED_NAME), CONTENT);
  assert.deepEqual(await shelf.mend(), { damaged: [], missing: [], restored: [] });
  await put(PACKED_NAME, CONTENT.toUpperCase());
  assert.deepEqual(await shelf.mend(), {
    damaged: [PACKED_NAME],
    missing: [],
    restored: [PACKED_NAME],
  });
  await dropBuilds(SCOPE);
  host.files.set(new URL(PACKED_NAME, SCOPE).href, "an error's page");
  await assert.rejects(new Shelf({ ...build, id: "two" }, SCOPE).fill(), /not the file/);
});

test("what was made of a compressed file in another way is not taken over", async () => {
  host.headers = { "Content-Encoding": "zstd" };
  const contents = { ...FIRST, [PACKED_NAME]: CONTENT };
  await new Shelf(publish("one", contents), SCOPE).fill();
  const notes = await (await caches.open("/site/cache-one")).match(`${SCOPE}digests.json`);
  const known = await notes?.json();
  known[PACKED_NAME].of += " of earlier";
  await put("digests.json", JSON.stringify(known));
  host.asked = [];
  await new Shelf(publish("two", contents), SCOPE).fill();
  assert.deepEqual(
    host.asked.filter((url) => url.startsWith(SCOPE)),
    [new URL(PACKED_NAME, SCOPE).href],
  );
});

/** A service worker's global scope, in which events happen one at a time. */
class FakeWorker {
  registration = { scope: SCOPE, unregister: async () => (this.isGone = true) };
  isGone = false;
  /** @type {any[]} */
  pages = [];
  clients = {
    get: async (/** @type {string} */ id) => this.pages.find((page) => page.id === id),
    matchAll: async () => this.pages,
  };
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
  assert.equal(
    await (await caches.open("/site/cache-one")).match(`${SCOPE}static/new.js`),
    undefined,
  );
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

test("pages of other copies of the site, and frames, hold up no update and hear of none", async () => {
  const worker = new FakeWorker();
  run(publish("one", FIRST), worker);
  const others = [
    "https://host/",
    `${SCOPE}a/`,
    `${SCOPE}a/index.html`,
    "https://host/sitex/",
    "about:srcdoc",
    "about:blank",
  ].map((url) => Object.assign(new FakePage(true), { url }));
  worker.pages = [Object.assign(new FakePage(true), { url: `${SCOPE}index.html#/` }), ...others];
  assert.deepEqual(await tell(worker, TAKE_OVER), [true]);
  host.files.delete(`${SCOPE}static/a.js`);
  await assert.rejects(worker.happen("install"));
  assert.deepEqual(worker.pages[0].told, [{ said: REFUSED }]);
  for (const page of others) assert.deepEqual(page.told, [], page.url);
});

test("an open page of licences holds up no update: it asks for nothing any more", async () => {
  const worker = new FakeWorker();
  run(publish("one", FIRST), worker);
  worker.pages = [{ url: `${SCOPE}#/settings` }, { url: `${SCOPE}licences.html?a#top` }];
  assert.deepEqual(await tell(worker, TAKE_OVER), [true]);
});

test("a worker does not take over while another page would have files of two builds", async () => {
  const worker = new FakeWorker();
  run(publish("one", FIRST), worker);
  worker.pages = [{ url: `${SCOPE}#/` }, { url: `${SCOPE}#/settings` }];
  assert.deepEqual(await tell(worker, TAKE_OVER), [false]);
  assert.equal(worker.hasTakenOver, false);
});

for (const method of /** @type {const} */ (["open", "keys", "delete"])) {
  test(`a worker answers from the network where caches.${method} fails`, async () => {
    const worker = new FakeWorker();
    run(publish("one", FIRST), worker);
    await worker.happen("install");
    /** @type {any} */ (caches)[method] = () =>
      Promise.reject(new DOMException("broken", "UnknownError"));
    assert.equal(await (await worker.answer("static/a.js")).text(), "a");
    await worker.happen("activate");
  });
}

for (const method of /** @type {const} */ (["match", "put"])) {
  test(`a worker answers from the network where a cache's ${method} fails`, async () => {
    const worker = new FakeWorker();
    run(publish("one", FIRST), worker);
    await worker.happen("install");
    const cache = await caches.open("/site/cache-one");
    /** @type {any} */ (cache)[method] = () =>
      Promise.reject(new DOMException("broken", "UnknownError"));
    assert.equal(await (await worker.answer("static/a.js")).text(), "a");
    assert.equal(await (await worker.answer("./")).text(), "<p>first");
  });
}

test("a damaged page comes from the network, and what to do is told where there is none", async () => {
  const worker = new FakeWorker();
  run(publish("one", FIRST), worker);
  await worker.happen("install");
  await put("./", "damaged");
  assert.equal(await (await worker.answer("./")).text(), "<p>first");
  host.files.clear();
  for (const happened of ["damaged", "gone"]) {
    if (happened === "gone") await (await caches.open("/site/cache-one")).delete(SCOPE);
    const answer = await worker.answer("./");
    assert.equal(answer.status, 503);
    assert.match(await answer.text(), /Connect to the internet, and load the page again/);
  }
});

test("a host that says nothing is not waited for without an end", async (t) => {
  const over = new AbortController();
  t.mock.method(AbortSignal, "timeout", () => over.signal);
  const worker = new FakeWorker();
  run(publish("one", FIRST), worker);
  await worker.happen("install");
  for (const path of Object.keys(FIRST)) await put(path, "damaged");
  /** @type {string[]} */
  const asked = [];
  /** @type {any} */ (globalThis).fetch = (
    /** @type {any} */ of,
    /** @type {any} */ { signal } = {},
  ) => {
    asked.push(String(of.url ?? of));
    return new Promise((_, reject) => {
      signal?.addEventListener("abort", reject);
      if (signal?.aborted) reject();
    });
  };
  const [page, mended] = [worker.answer("./"), tell(worker, MEND)];
  while (asked.length < 2) await new Promise((resolve) => setImmediate(resolve));
  over.abort(new DOMException("too late", "TimeoutError"));
  assert.equal((await page).status, 503);
  const all = Object.keys(FIRST);
  assert.deepEqual(await mended, [{ damaged: all, missing: all, restored: [] }]);
});

test("a host that falls silent while a build is fetched is not waited for without an end", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  for (const path of Object.keys(FIRST)) {
    for (const optional of [[], [path]]) {
      const build = { ...publish("one", FIRST), optional };
      let asked = 0;
      /** @type {any} */ (globalThis).fetch = (
        /** @type {any} */ of,
        /** @type {any} */ options,
      ) => {
        asked += 1;
        if (new URL(of).href !== new URL(path, SCOPE).href) return host.fetch(of, options);
        return new Promise((_, reject) => {
          options.signal.addEventListener("abort", () => reject(options.signal.reason));
          if (options.signal.aborted) reject(options.signal.reason);
        });
      };
      const worker = new FakeWorker();
      run(build, worker);
      worker.pages = [new FakePage(true)];
      const installed = worker.happen("install");
      while (asked < Object.keys(FIRST).length)
        await new Promise((resolve) => setImmediate(resolve));
      for (let turn = 0; turn < 20; turn += 1)
        await new Promise((resolve) => setImmediate(resolve));
      t.mock.timers.tick(240_000);
      if (optional.length === 0) await assert.rejects(installed, /does not answer/);
      else await installed;
      assert.deepEqual(worker.pages[0].told, optional.length ? [] : [{ said: REFUSED }]);
      assert.equal((await caches.keys()).length, optional.length);
      await dropBuilds(SCOPE);
    }
  }
});

test("junk that is sent to a worker is no news", async () => {
  const worker = new FakeWorker();
  run(publish("one", FIRST), worker);
  for (const data of [null, undefined, 5, 7n, {}, new Map(), [null], { said: MENDED }, "x", NaN]) {
    assert.deepEqual(await tell(worker, data), []);
    await worker.happen("message", { data, ports: [] });
    await worker.happen("message", { data });
  }
  await worker.happen("message", { data: TAKE_OVER, ports: [] });
  assert.equal(worker.hasTakenOver, false);
});

test("a page has what is kept mended", async () => {
  const worker = new FakeWorker();
  run(publish("one", FIRST), worker);
  await worker.happen("install");
  await put("static/a.js", "damaged");
  assert.deepEqual(await tell(worker, MEND), [
    { damaged: ["static/a.js"], missing: [], restored: ["static/a.js"] },
  ]);
  assert.equal(await (await worker.answer("static/a.js")).text(), "a");
  caches.open = () => Promise.reject(new DOMException("broken", "UnknownError"));
  assert.deepEqual(await tell(worker, MEND), [null]);
});

test("a page asks whether one file is as it was kept", async () => {
  const worker = new FakeWorker();
  run(publish("one", FIRST), worker);
  await worker.happen("install");
  const check = (/** @type {unknown} */ url) => tell(worker, { said: CHECK, url });
  for (const path of Object.keys(FIRST)) {
    const url = new URL(path, SCOPE).href;
    assert.deepEqual(await check(url), [true], path);
    await put(path, "damaged");
    assert.deepEqual(await check(url), [false], path);
  }
  for (const other of [
    `${SCOPE}static/c.js`,
    "https://elsewhere/a.js",
    "no address",
    5,
    undefined,
    {},
  ]) {
    assert.deepEqual(await check(other), [null]);
  }
  await put("digests.json", "damaged");
  assert.deepEqual(await check(`${SCOPE}static/a.js`), [null]);
  caches.open = () => Promise.reject(new DOMException("broken", "UnknownError"));
  assert.deepEqual(await check(`${SCOPE}static/a.js`), [null]);
});

test("pages are told that a build was refused, and the one before it stays", async () => {
  const [old, next] = [new FakeWorker(), new FakeWorker()];
  run(publish("one", FIRST), old);
  await old.happen("install");
  run(publish("two", { ...FIRST, "static/a.js": "changed" }), next);
  host.files.delete(`${SCOPE}static/a.js`);
  const pages = [new FakePage(true), new FakePage(false)];
  next.pages = pages;
  await assert.rejects(next.happen("install"), /Failed to fetch/);
  for (const page of pages) assert.deepEqual(page.told, [{ said: REFUSED }]);
  assert.equal(await (await old.answer("static/a.js")).text(), "a");
});

test("a game that is not to be kept goes, with all that was kept of it", async () => {
  const worker = new FakeWorker();
  run(publish("one", FIRST), worker);
  await worker.happen("install");
  await caches.open("/other/cache-one");
  assert.deepEqual(await tell(worker, END), [true]);
  assert.ok(worker.isGone);
  assert.deepEqual(await caches.keys(), ["/other/cache-one"]);
  // A page that is open goes on, from the network.
  assert.equal(await (await worker.answer("static/a.js")).text(), "a");
});

/** A page that is being loaded: it may answer its worker, or be dead. */
class FakePage {
  id = "page";
  url = `${SCOPE}#/`;
  /** @type {unknown[]} */
  told = [];
  /** @type {string[]} */
  loaded = [];

  /** @param {boolean} answers */
  constructor(answers) {
    this.answers = answers;
  }

  /** @type {(message: unknown, transfer: MessagePort[]) => void} */
  postMessage = (message, [port]) => {
    this.told.push(message);
    if (this.answers) port?.postMessage(true);
    port?.close();
  };

  navigate = async (/** @type {string} */ url) => this.loaded.push(url);
}

/**
 * Let a page be loaded, of which a file is damaged meanwhile, and let a minute pass.
 * @param {FakePage} page
 * @param {{damaged: string | null, isInReach: boolean}} facts
 */
async function load(page, { damaged, isInReach }) {
  mock.timers.enable({ apis: ["setTimeout"] });
  const worker = new FakeWorker();
  run(publish("one", FIRST), worker);
  await worker.happen("install");
  worker.pages = [page];
  if (damaged) await put(damaged, "damaged");
  if (!isInReach) host.files.clear();
  const request = { url: SCOPE, method: "GET", mode: "navigate" };
  const guarding = worker.happen("fetch", { request, resultingClientId: page.id });
  let isOver = false;
  guarding.finally(() => (isOver = true));
  while (!isOver) {
    mock.timers.tick(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  mock.timers.reset();
}

test("a page that is dead of a damaged file is loaded anew", async () => {
  const [dead, alive] = [new FakePage(false), new FakePage(true)];
  await load(dead, { damaged: "static/a.js", isInReach: true });
  assert.deepEqual(dead.loaded, [dead.url]);
  await load(alive, { damaged: "static/a.js", isInReach: true });
  const mended = { damaged: ["static/a.js"], missing: [], restored: ["static/a.js"] };
  assert.deepEqual(alive.told, [{ said: MENDED, mended }]);
  assert.deepEqual(alive.loaded, [], "it sees to that itself");
});

test("a page is not loaded anew if nothing was damaged, or nothing could be mended", async () => {
  const page = new FakePage(false);
  await load(page, { damaged: null, isInReach: true });
  assert.deepEqual(page.told, []);
  await load(page, { damaged: "static/a.js", isInReach: false });
  assert.deepEqual(page.loaded, []);
});

const SPARE = ["static/plain/p.js", "static/plain/p.wasm"];
const WITH_SPARE = { ...FIRST, ...Object.fromEntries(SPARE.map((path) => [path, path])) };

/** @param {string} id */
const cacheOf = (id) => caches.open(cacheName(SCOPE, id));

/** @param {string} id */
async function spareOf(id) {
  const shelf = await cacheOf(id);
  const found = await Promise.all(SPARE.map((path) => shelf.match(SCOPE + path)));
  return SPARE.filter((_, at) => found[at]);
}

test("what a page starts from without its snapshot is kept from when it is needed, here and in later builds", async () => {
  const worker = new FakeWorker();
  run({ ...publish("one", WITH_SPARE), spare: SPARE }, worker);
  await worker.happen("install");
  assert.deepEqual(await spareOf("one"), []);
  assert.deepEqual(await tell(worker, MEND), [{ damaged: [], missing: [], restored: [] }]);
  assert.deepEqual(await spareOf("one"), [], "it is not missing");
  assert.deepEqual(await tell(worker, KEEP_SPARE), [true]);
  assert.deepEqual(await spareOf("one"), SPARE);
  host.asked = [];
  assert.deepEqual(await tell(worker, KEEP_SPARE), [true]);
  assert.deepEqual(host.asked, []);
  // From then on it is looked after like everything else.
  await put(SPARE[0], "damaged");
  assert.deepEqual(await tell(worker, MEND), [
    { damaged: [SPARE[0]], missing: [], restored: [SPARE[0]] },
  ]);
  assert.deepEqual(await spareOf("one"), SPARE);
  const next = new Shelf(
    { ...publish("two", { ...WITH_SPARE, "./": "<p>2" }), spare: SPARE },
    SCOPE,
  );
  await next.fill();
  assert.deepEqual(await spareOf("two"), SPARE);
});

test("what is damaged has what goes without it kept, once the page has heard", async () => {
  const worker = new FakeWorker();
  run({ ...publish("one", WITH_SPARE), spare: SPARE }, worker);
  await worker.happen("install");
  await put("static/a.js", "damaged");
  assert.deepEqual(await tell(worker, MEND), [
    { damaged: ["static/a.js"], missing: [], restored: ["static/a.js"] },
  ]);
  assert.deepEqual(await spareOf("one"), SPARE);
});

test("damage that is mended only later, as the host was away, has what goes without it kept then", async () => {
  const worker = new FakeWorker();
  run({ ...publish("one", WITH_SPARE), spare: SPARE }, worker);
  await worker.happen("install");
  for (const path of ["static/a.js", "static/b.js?made=1"]) await put(path, "damaged");
  const contents = new Map(host.files);
  host.files.delete(`${SCOPE}static/a.js`);
  await tell(worker, MEND);
  assert.deepEqual(await spareOf("one"), [], "first what a match needs");
  host.files.clear();
  await tell(worker, MEND);
  assert.deepEqual(await spareOf("one"), []);
  for (const [url, content] of contents) host.files.set(url, content);
  await tell(worker, MEND);
  assert.deepEqual(await spareOf("one"), SPARE);
});

test("what cannot be fetched now is kept when it is needed again", async () => {
  const worker = new FakeWorker();
  run({ ...publish("one", WITH_SPARE), spare: SPARE }, worker);
  await worker.happen("install");
  host.files.delete(SCOPE + SPARE[1]);
  assert.deepEqual(await tell(worker, KEEP_SPARE), [false]);
  assert.deepEqual(await spareOf("one"), SPARE.slice(0, 1));
  host.files.set(SCOPE + SPARE[1], SPARE[1]);
  assert.deepEqual(await tell(worker, KEEP_SPARE), [true]);
  assert.deepEqual(await spareOf("one"), SPARE);
});
