import assert from "node:assert/strict";
import { test } from "node:test";

import { nameAt, nameOf, textName } from "../../static/storage/place.js";

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

// Folders of copies on one host, whose names begin like one another's or like what is kept there.
const FOLDERS = [
  "/",
  "/a/",
  "/a/b/",
  "/ab/",
  "/a.b/",
  "/a.settings/",
  "/a.damaged/",
  "/a.damaged/settings/1/",
  "/a.match/",
  "/a-lines/",
  "/a-codes/",
  "/a-match-abcdefghijkl/",
  "/a%3Flines/",
  "/a%3Fcodes/",
  "/a%2Fb/",
  "/%61/",
  "/a b/",
  "/größe/",
  "/gr%c3%b6%c3%9fe/",
  "/遊び/",
  "/.a/",
  "/a./",
  "/a../",
  "/spieltisch/",
  "/.settings/",
  "/cache-/",
  "/cache-x/",
  "/a/cache-x/",
  "/a/cache-x/cache-y/",
  "/damaged/settings/",
  "/static/",
  "/-/",
  "/~/",
  "/a+b/",
  "/A/",
];
const TEXTS = [
  ..."settings last-view asked-to-persist failed-snapshot compiled-build loaded-anew tried scrolled".split(
    " ",
  ),
  ..."lines room runs match.aya match.yala damaged/settings/1 damaged/settings/1790000000000".split(
    " ",
  ),
];
const OTHERS = ["lines", "codes", "match-abcdefghijkl", "match-000000000000"];
const NAMES = FOLDERS.map((folder) => nameAt(`https://host.example${folder}`));

test("no two copies on a host call anything by the same name", () => {
  const texts = NAMES.flatMap((name) => TEXTS.map((what) => textName(what, name)));
  const others = NAMES.flatMap((name) => [name, ...OTHERS.map((what) => nameOf(what, name))]);
  for (const all of [texts, others]) assert.deepEqual(new Set(all).size, all.length);
});

test("among the texts of all copies, each finds its own copies of damaged ones", () => {
  const all = NAMES.flatMap((name) => TEXTS.map((what) => textName(what, name)));
  for (const name of NAMES) {
    const prefix = textName("", name);
    // As Storage.names of shell/storage.py does.
    const listed = all
      .filter((one) => one.startsWith(prefix))
      .map((one) => one.slice(prefix.length))
      .filter((what) => !what.includes("."));
    const aside = (/** @type {string[]} */ names) =>
      names.filter((what) => what.startsWith("damaged/"));
    assert.deepEqual(aside(listed), aside(TEXTS), name);
  }
});
