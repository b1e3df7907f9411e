import assert from "node:assert/strict";
import { test } from "node:test";

import { mayTakeOver, nameAt, noteTakeOver, takeOverTexts } from "../../static/storage/place.js";

/** @type {Array<[address: string, name: string]>} */
const CASES = [
  ["https://games.example/", "spieltisch"],
  ["https://games.example", "spieltisch"],
  ["https://games.example/index.html", "spieltisch"],
  ["https://games.example/?x=1#/play/yala", "spieltisch"],
  ["https://user.github.io/a/", "spieltisch/a"],
  ["https://user.github.io/a/index.html", "spieltisch/a"],
  ["https://user.github.io/a/?x=/b/#/c/", "spieltisch/a"],
  ["https://user.github.io/a/b/", "spieltisch/a/b"],
  ["https://user.github.io/a/b/index.html#/", "spieltisch/a/b"],
  ["https://user.github.io/b/", "spieltisch/b"],
  ["https://user.github.io/a b/", "spieltisch/a%20b"],
];

for (const [address, name] of CASES) {
  test(`what belongs to ${address} is called ${name}`, () => {
    assert.equal(nameAt(address), name);
  });
}

test("a worker that was made of a text has no copy of the site, and starts", async () => {
  const { location } = /** @type {any} */ (globalThis);
  Object.assign(globalThis, { location: { href: "blob:https://games.example/0f-5c" } });
  try {
    const another = "../../static/storage/place.js?worker";
    const { place } = await import(another);
    assert.equal(place, "spieltisch");
  } finally {
    Object.assign(globalThis, { location });
  }
});

/** @param {Record<string, string>} texts */
function storage(texts) {
  const kept = new Map(Object.entries(texts));
  return /** @type {any} */ ({
    kept,
    get length() {
      return kept.size;
    },
    key: (/** @type {number} */ at) => [...kept.keys()][at] ?? null,
    getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => kept.set(name, text),
  });
}

test("the first copy of the site takes over what was kept before, and no other", () => {
  const local = storage({ "spieltisch.settings": "old", "spieltisch.match.yala": "m", other: "x" });
  assert.ok(mayTakeOver("spieltisch/a", local));
  takeOverTexts("spieltisch/a", local);
  local.setItem("spieltisch/a.settings", "new");
  takeOverTexts("spieltisch/a", local);
  noteTakeOver("spieltisch/a", local);
  assert.equal(local.getItem("spieltisch/a.settings"), "new", "what is there stays");
  assert.equal(local.getItem("spieltisch/a.match.yala"), "m");
  assert.equal(local.getItem("spieltisch.settings"), "old", "it is a copy");
  assert.equal(mayTakeOver("spieltisch/b", local), false);
  takeOverTexts("spieltisch/b", local);
  noteTakeOver("spieltisch/b", local);
  assert.equal(local.getItem("spieltisch/b.settings"), null);
  assert.ok(mayTakeOver("spieltisch/a", local));
});

test("what a copy at the root of the host keeps is its own", () => {
  const local = storage({ "spieltisch.settings": "root" });
  takeOverTexts("spieltisch", local);
  noteTakeOver("spieltisch", local);
  takeOverTexts("spieltisch/a", local);
  assert.deepEqual([...local.kept.keys()], ["spieltisch.settings", "spieltisch.taken"]);
});
