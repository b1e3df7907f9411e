// What asking a database for something throws at once, at any of its calls: then all of what was to be
// written together is there, or nothing, and nothing is lost.

import "fake-indexeddb/auto";

import assert from "node:assert/strict";
import { test } from "node:test";

import { Connection, STORES } from "../../static/storage/connection.js";
import { Database } from "../../static/storage/database.js";
import { Values } from "../../static/storage/values.js";

const METHODS = ["put", "delete", "get", "getAll", "getAllKeys"];
/** @type {Array<[any, string]>} */
const ASKING = [
  ...METHODS.map((name) => /** @type {[any, string]} */ ([IDBObjectStore.prototype, name])),
  [IDBTransaction.prototype, "commit"],
  [IDBTransaction.prototype, "objectStore"],
  [IDBDatabase.prototype, "transaction"],
];
const NAMES = ASKING.map(([, name]) => name);

/**
 * Have methods of databases throw.
 * @param {(name: string) => boolean} isFailing asked at each call
 * @returns {() => void} takes it back
 */
function throwing(isFailing) {
  const before = ASKING.map(([of, name]) => of[name]);
  for (const [of, name] of ASKING) {
    const method = of[name];
    of[name] = function (/** @type {unknown[]} */ ...all) {
      // What the browser itself does to make a database need not fail.
      if (all[1] !== "versionchange" && isFailing(name))
        throw new DOMException("at once", "DataError");
      return method.apply(this, all);
    };
  }
  return () => ASKING.forEach(([of, name], at) => (of[name] = before[at]));
}

/** Each text is a set of letters; merging adds. @type {import("../../static/storage/values.js").Merge} */
const merge = (_name, _base, text, kept) => [...new Set(text + kept)].sort().join("");

/** @param {string} name @returns {Promise<Record<string, [unknown, unknown][]>>} all that is kept */
async function all(name) {
  const database = await new Connection(name).open();
  const read = STORES.map(async (store) => {
    const [keys, values] = await Promise.all([database.getAllKeys(store), database.getAll(store)]);
    return [store, keys.map((key, at) => [key, values[at]])];
  });
  const found = Object.fromEntries(await Promise.all(read));
  database.close();
  // By time, which is another at each try.
  for (const pair of found.values) pair[0] = pair[0].replace(/^(damaged\/.*\/)\d+$/, "$1");
  return found;
}

let count = 0;

/** @typedef {{database: Database, values: Values}} Tab */

/** A database with something of each kind. */
async function begun() {
  const name = `throwing-${(count += 1)}`;
  const tab = { database: new Database(new Connection(name)), values: new Values() };
  await tab.database.write([
    ["matches", "m", "a match"],
    ["summaries", "m", { id: "m", link: "", played: 1, text: "{}" }],
    ["reviews", "m", "a review"],
    ["values", "bots", "ab"],
    ["values", "decks", { damaged: true }],
    ["values", "studies", "{"],
    ["pending", ["x", 1], { name: "bots", base: "ab", text: "abc" }],
    ["pending", ["y", 1], { name: "bots", base: "ab", text: "abd" }],
    ["pending", ["y", 2], { name: "decks", base: null, text: "d" }],
    ["pending", ["z", 1], { name: "puzzles", base: null, text: "p" }],
  ]);
  await tab.database.read("matches", "m");
  return { name, tab };
}

/** @type {Record<string, (tab: Tab) => Promise<unknown>>} */
const WRITING = {
  "a match": ({ database }) =>
    database.write([
      ["matches", "m", "a longer match"],
      ["summaries", "m", { id: "m", link: "", played: 2, text: "{}" }],
      ["reviews", "m", null],
      ["names", "m", "Sunday"],
    ]),
  "what is forgotten": ({ database }) =>
    database.write(["matches", "summaries", "names", "reviews"].map((store) => [store, "m", null])),
  "many at once": ({ database }) =>
    Promise.all(
      [1, 2, 3].map((n) =>
        database.write([
          ["matches", `n${n}`, "x"],
          ["names", `n${n}`, "y"],
        ]),
      ),
    ),
  notes: async ({ database, values }) => {
    values.take(Object.entries((await database.first("")).values));
    const changes = values.noted([
      ["values", "bots", "abcde"],
      ["values", "runs", "r"],
      ["values", "else", "x"],
    ]);
    // Each tab calls itself otherwise.
    for (const [at, [, key]] of changes.entries()) if (Array.isArray(key)) key[0] = `tab ${at}`;
    await database.write(changes);
  },
  "what was noted, merged": ({ database }) => database.fold(merge),
  "a damaged value, set aside": ({ database }) =>
    database.setAside("values", "studies", "damaged/studies/1"),
  "a damaged review, set aside": ({ database }) =>
    database.setAside("reviews", "m", "damaged/review/m/1"),
};

for (const [what, write] of Object.entries(WRITING)) {
  test(`at whatever call it throws, ${what} is written whole or not at all`, async () => {
    const right = await begun();
    const before = await all(right.name);
    await write(right.tab);
    const after = await all(right.name);
    for (const failing of [...NAMES, ""]) {
      for (const [nth, isOnce] of [1, 2, 3, 5, 8].flatMap((n) => [
        [n, true],
        [n, false],
      ])) {
        const { name, tab } = await begun();
        let calls = 0;
        const heal = throwing((method) => {
          if (failing !== "" && method !== failing) return false;
          calls += 1;
          return isOnce ? calls === nth : calls % Number(nth) === 0;
        });
        const where = `${failing || "any call"}, ${isOnce ? "the" : "each"} ${nth}.`;
        await write(tab).catch(() => {});
        heal();
        const left = await all(name);
        if (what === "many at once") {
          for (const [key, value] of left.matches) assert.ok(key === "m" || value === "x", where);
          assert.deepEqual(left.matches.length, left.names.length + 1, where);
        } else if (JSON.stringify(left) !== JSON.stringify(after)) {
          assert.deepEqual(left, before, where);
        }
        // Written once more, as it is after a pause, it is there.
        if (what === "notes" || what.includes("merged") || what.includes("aside")) await write(tab);
        await tab.database.save();
        assert.ok(tab.database.isSaved);
        if (what !== "notes") assert.deepEqual(await all(name), after, where);
      }
    }
  });
}

test("at random: what three tabs add is there once asking throws no more", async () => {
  let seed = 5;
  const random = (/** @type {number} */ below) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 60; round++) {
    const name = `throwing-${(count += 1)}`;
    const tabs = [0, 1, 2].map(() => ({
      database: new Database(new Connection(name)),
      values: new Values(),
      held: "",
    }));
    const added = new Set();
    const often = 2 + random(6);
    const heal = throwing(() => random(often) === 0);
    for (let step = 0; step < 20; step++) {
      const { database, values } = tabs[random(3)];
      const tab = tabs.find((one) => one.database === database);
      if (!tab) continue;
      if (random(3) === 0) {
        // As kept.js does, a tab merges once all of its own is written.
        const found = database.isSaved ? await database.fold(merge).catch(() => null) : null;
        if (found) values.take(found);
        tab.held = found?.get("bots") ?? tab.held;
      } else {
        const letter = String.fromCharCode(97 + random(26));
        added.add(letter);
        tab.held = [...new Set(tab.held + letter)].sort().join("");
        const changes = values.noted([["values", "bots", tab.held]], (...at) =>
          database.waits(...at),
        );
        await database.write(changes).catch(() => {});
      }
    }
    heal();
    for (const { database } of tabs) await database.save();
    const found = await tabs[0].database.fold(merge);
    assert.equal(found.get("bots") ?? "", [...added].sort().join(""), `round ${round}`);
  }
});

// Where a disk is full, Chromium breaks a transaction off and tells of none of its requests.
for (const [what, work] of Object.entries({
  ...WRITING,
  "what is read": (/** @type {Tab} */ { database }) => database.read("matches", "m"),
  "a start": (/** @type {Tab} */ { database }) => database.first("#/match/m"),
  "a survey": (/** @type {Tab} */ { database }) => database.survey(false),
})) {
  for (const nth of [1, 2, 3]) {
    test(`${what}: a transaction that is broken off without a word of its requests is not waited for, ${nth}.`, async () => {
      const { name, tab } = await begun();
      let transactions = 0;
      const { transaction } = IDBDatabase.prototype;
      const methods = METHODS.map((method) => [
        method,
        /** @type {any} */ (IDBObjectStore.prototype)[method],
      ]);
      /** @type {WeakSet<IDBTransaction>} */
      const silent = new WeakSet();
      IDBDatabase.prototype.transaction = function (/** @type {any[]} */ ...all) {
        const made = transaction.apply(this, /** @type {any} */ (all));
        if (all[1] !== "versionchange" && (transactions += 1) === nth) {
          silent.add(made);
          made.commit = () => {};
          queueMicrotask(() => made.abort());
        }
        return made;
      };
      for (const [method, real] of methods) {
        /** @type {any} */ (IDBObjectStore.prototype)[method] = function (
          /** @type {any[]} */ ...all
        ) {
          const request = real.apply(this, all);
          if (silent.has(this.transaction)) request.addEventListener = () => {};
          return request;
        };
      }
      try {
        await work(tab).catch(() => {});
        await tab.database.save();
      } finally {
        IDBDatabase.prototype.transaction = transaction;
        for (const [method, real] of methods) {
          /** @type {any} */ (IDBObjectStore.prototype)[method] = real;
        }
      }
      assert.ok(tab.database.isSaved);
      assert.equal((await all(name)).matches.length > 0, what !== "what is forgotten");
    });
  }
}
