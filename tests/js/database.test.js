import "fake-indexeddb/auto";

import assert from "node:assert/strict";
import { test } from "node:test";

import { Connection, STORES, VERSION } from "../../static/storage/connection.js";
import { Database, reasonOf } from "../../static/storage/database.js";

let names = 0;

/** A database that no other test has. */
function made() {
  const name = `test-${(names += 1)}`;
  const connection = new Connection(name);
  return { name, connection, database: new Database(connection) };
}

/**
 * Open a database as something else than the page does.
 * @param {string} name
 * @param {number | undefined} version
 * @param {(database: IDBDatabase, transaction: IDBTransaction) => void} [upgrade]
 * @returns {Promise<IDBDatabase>}
 */
function raw(name, version, upgrade = () => {}) {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, version);
    asked.onupgradeneeded = () =>
      upgrade(asked.result, /** @type {IDBTransaction} */ (asked.transaction));
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/** As every copy of the site has made it until now. @param {IDBDatabase} database */
function firstForm(database) {
  for (const store of ["matches", "summaries", "reviews", "values"]) {
    database.createObjectStore(store);
  }
}

const ROW = { id: "abcdefghijkl", link: "#/play/x", played: 5, text: '{"name":"","length":1}' };

/** @param {string} name */
async function withMatch(name) {
  const old = await raw(name, 1, (database, transaction) => {
    firstForm(database);
    transaction.objectStore("matches").put("a match", ROW.id);
    transaction.objectStore("summaries").put(ROW, ROW.id);
    transaction.objectStore("values").put("{}", "puzzles");
  });
  old.close();
}

/** @param {Database} database */
const matchOf = (database) => database.read("matches", ROW.id);

/**
 * Have transactions fail.
 * @param {number} times
 * @param {() => Error} error
 */
function failing(times, error) {
  const { transaction } = IDBDatabase.prototype;
  let left = times;
  IDBDatabase.prototype.transaction = function (/** @type {any[]} */ ...all) {
    // The browser's own need not fail.
    if (all[1] !== "versionchange" && left-- > 0) throw error();
    return transaction.apply(this, /** @type {any} */ (all));
  };
  return () => (IDBDatabase.prototype.transaction = transaction);
}

const lost = () => new DOMException("gone", "InvalidStateError");

test("a database of the first form gets what it lacks, and keeps what it has", async () => {
  const { name, connection, database } = made();
  await withMatch(name);
  const found = await database.first(`#/match/${ROW.id}`);
  assert.deepEqual(found, { rows: [ROW], id: ROW.id, text: "a match", values: { puzzles: "{}" } });
  assert.equal(connection.current?.version, VERSION);
  assert.deepEqual([...(connection.current?.objectStoreNames ?? [])], [...STORES].sort());
  await database.write([["names", ROW.id, "Sunday"]]);
  assert.equal((await database.rows([ROW.id]))[0].text, '{"name":"Sunday","length":1}');
});

test("a new database is whole, and is not made twice", async () => {
  const { connection, database } = made();
  await Promise.all([connection.open(), connection.open(), database.first("")]);
  assert.deepEqual([...(connection.current?.objectStoreNames ?? [])], [...STORES].sort());
  assert.equal(connection.current?.version, VERSION);
});

/** @type {Array<[string, number, (database: IDBDatabase, transaction: IDBTransaction) => void]>} */
const STRANGE = [
  ["has none of our stores", 1, () => {}],
  ["has none of our stores, with our number", VERSION, () => {}],
  [
    "has two of our stores, with our number",
    VERSION,
    (database) => ["matches", "values"].forEach((store) => database.createObjectStore(store)),
  ],
  [
    "has stores of other keys",
    1,
    (database, transaction) => {
      database.createObjectStore("matches", { keyPath: "id" });
      database.createObjectStore("summaries", { autoIncrement: true });
      transaction.objectStore("matches").put({ id: "theirs" });
    },
  ],
  ["has stores of others", 1, (database) => database.createObjectStore("theirs")],
];

for (const [what, version, upgrade] of STRANGE) {
  test(`a database is mended that ${what}`, async () => {
    const { name, connection, database } = made();
    (await raw(name, version, upgrade)).close();
    await database.write([
      ["matches", ROW.id, "a match"],
      ["summaries", ROW.id, ROW],
    ]);
    assert.equal(await matchOf(database), "a match");
    const before = [...(connection.current?.objectStoreNames ?? [])];
    connection.drop();
    // At the next visit it is as it was left.
    const next = new Database(new Connection(name));
    assert.deepEqual((await next.first("")).rows, [ROW]);
    assert.equal(await matchOf(next), "a match");
    if (before.includes("matches of version 2")) {
      const theirs = await raw(name, undefined);
      const kept = theirs.transaction("matches of version 2").objectStore("matches of version 2");
      const asked = kept.get("theirs");
      await new Promise((resolve) => (asked.onsuccess = resolve));
      assert.deepEqual(asked.result, { id: "theirs" });
      theirs.close();
    }
  });
}

test("a newer database is left alone", async () => {
  for (const version of [VERSION + 1, 9, 100]) {
    const { name, database } = made();
    (await raw(name, version, firstForm)).close();
    for (const asked of [database.first(""), database.write([["matches", "a", "b"]])]) {
      await assert.rejects(asked, (error) => reasonOf(error, false) === "newer");
    }
    const there = await raw(name, undefined);
    assert.equal(there.version, version);
    there.close();
  }
});

test("a connection that is closed without a word is opened anew, and nothing is lost", async () => {
  const { connection, database } = made();
  await database.write([["matches", "a", "1"]]);
  connection.current?.close();
  await database.write([
    ["matches", "a", "2"],
    ["summaries", "a", ROW],
  ]);
  assert.equal(await database.read("matches", "a"), "2");
  connection.current?.close();
  assert.equal(await database.read("matches", "a"), "2");
  connection.current?.close();
  assert.equal((await database.first("")).rows.length, 1);
  connection.current?.close();
  assert.equal((await database.rows(["a"])).length, 1);
  assert.ok(database.isSaved);
});

test("a deleted database is made anew", async () => {
  const { name, database } = made();
  await database.write([["matches", "a", "1"]]);
  await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve));
  await database.write([["matches", "a", "2"]]);
  assert.equal(await database.read("matches", "a"), "2");
});

test("a database that the browser begins anew gets what the visit has written, as it is by then", async () => {
  const { name, connection, database } = made();
  /** @type {import("../../static/storage/values.js").Merge} */
  const merge = (_, __, text) => text;
  await database.write([
    ["matches", "a", "1"],
    ["summaries", "a", ROW],
  ]);
  await database.write([
    ["matches", "b", "1"],
    ["summaries", "b", ROW],
  ]);
  await database.write([["pending", ["tab", 1], { name: "settings", base: "", text: "dark" }]]);
  await database.fold(merge);
  await database.write([["matches", "a", "2"]]);
  await database.write([["matches", "b", null]]);
  await database.write([["summaries", "b", null]]);
  for (const act of [
    () => database.read("matches", "a"),
    () => database.write([["names", "a", "a name"]]),
    () => database.write([["matches", "a", "3"]]),
    () => database.fold(merge),
  ]) {
    connection.drop();
    await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve));
    await act();
    await database.save();
    await database.fold(merge);
    const all = await Promise.all(
      ["matches", "summaries", "values"].map((store) =>
        database.read(store, store === "values" ? "settings" : "a"),
      ),
    );
    const turns = await database.read("matches", "a");
    assert.deepEqual(all, [turns, ROW, "dark"]);
    assert.ok(["2", "3"].includes(turns));
    assert.equal(await database.read("matches", "b"), undefined);
    assert.ok(database.isSaved);
  }
  assert.equal(await database.read("matches", "a"), "3");
  assert.equal(await database.read("names", "a"), "a name");
});

test("of a visit that writes thousands of matches the last ones are written once more", async () => {
  const { name, connection, database } = made();
  for (let at = 0; at < 3_000; at += 500) {
    const ids = Array.from({ length: 500 }, (_, more) => `match${at + more}`);
    await database.write(ids.map((id) => ["matches", id, id]));
  }
  connection.drop();
  await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve));
  await database.write([["matches", "last", "last"]]);
  await database.save();
  for (const id of ["match2900", "match2999", "last"])
    assert.equal(await database.read("matches", id), id);
  assert.equal(await database.read("matches", "match0"), undefined);
});

test("what was changed while all was read at the start is told as it is by then", async () => {
  const { database } = made();
  await database.write([
    ["summaries", ROW.id, ROW],
    ["summaries", "b", { ...ROW, id: "b" }],
    ["summaries", "c", { ...ROW, id: "c" }],
  ]);
  const reading = database.first("");
  database.write([["names", ROW.id, "Sunday"]]);
  database.write([["summaries", "b", null]]);
  const { rows } = await reading;
  const texts = Object.fromEntries(rows.map(({ id, text }) => [id, text]));
  assert.deepEqual(texts, { [ROW.id]: '{"name":"Sunday","length":1}', c: ROW.text });
});

test("what could not be written is written later, the last of it alone", async () => {
  const { database } = made();
  await database.write([["matches", "a", "0"]]);
  const mend = failing(4, lost);
  await assert.rejects(
    database.write([
      ["matches", "a", "1"],
      ["reviews", "a", "old"],
    ]),
  );
  await assert.rejects(
    database.write([
      ["matches", "a", "2"],
      ["matches", "b", "1"],
    ]),
  );
  assert.equal(database.isSaved, false);
  mend();
  const written = await database.write([
    ["matches", "c", "1"],
    ["reviews", "a", null],
  ]);
  assert.ok(database.isSaved);
  assert.deepEqual(written.map(([store, key, value]) => `${store} ${key} ${value}`).sort(), [
    "matches a 2",
    "matches b 1",
    "matches c 1",
    "reviews a null",
  ]);
  assert.equal(await database.read("matches", "a"), "2");
  assert.equal(await database.read("reviews", "a"), undefined);
});

test("one failure of any kind is not even noticed", async () => {
  for (const name of ["InvalidStateError", "UnknownError", "AbortError", "NotFoundError"]) {
    const { database } = made();
    await database.write([["matches", "a", "0"]]);
    const mend = failing(1, () => new DOMException("", name));
    await database.write([["matches", "a", "1"]]);
    mend();
    assert.equal(await database.read("matches", "a"), "1");
  }
});

test("after a failure the browser is made to begin another file, once, of which nothing is left", async () => {
  const { put } = IDBObjectStore.prototype;
  let written = 0;
  IDBObjectStore.prototype.put = function (/** @type {any} */ value, /** @type {any} */ key) {
    if (this.name === "pending") written += value.length;
    return put.call(this, value, key);
  };
  const { database } = made();
  const asked = [];
  for (const failures of [0, 1, 0, 6, 0]) {
    const mend = failing(failures, lost);
    for (const text of ["1", "2", "3", "4"]) {
      await database.write([["matches", "a", text]]).catch(() => {});
    }
    mend();
    await database.write([["matches", "a", `after ${failures}`]]);
    // Read after all that was asked for before, from the same store.
    assert.deepEqual((await database.first("")).values, {});
    assert.equal(await database.read("pending", "x"), undefined);
    asked.push(written);
    written = 0;
    assert.equal(await database.read("matches", "a"), `after ${failures}`);
  }
  IDBObjectStore.prototype.put = put;
  assert.deepEqual(asked, [0, 5_000_000, 0, 5_000_000, 0]);
});

test("where there is no room for another file, it is begun later, and all else is written", async () => {
  const { put } = IDBObjectStore.prototype;
  let [isFull, begun] = [true, 0];
  IDBObjectStore.prototype.put = function (/** @type {any} */ value, /** @type {any} */ key) {
    if (this.name === "pending" && isFull) throw new DOMException("", "QuotaExceededError");
    if (this.name === "pending") begun += 1;
    return put.call(this, value, key);
  };
  const { database } = made();
  await database.write([["matches", "a", "0"]]);
  const mend = failing(2, lost);
  await assert.rejects(database.write([["matches", "a", "1"]]));
  mend();
  for (const text of ["2", "3"]) {
    await database.write([["matches", "a", text]]);
    assert.equal(await database.read("matches", "a"), text);
    assert.equal(await database.read("pending", "x"), undefined);
  }
  isFull = false;
  await database.write([["matches", "a", "4"]]);
  assert.equal(await database.read("pending", "x"), undefined);
  IDBObjectStore.prototype.put = put;
  assert.equal(begun, 100);
  assert.equal(await database.read("matches", "a"), "4");
});

test("what was refused for lack of room keeps nothing else from being written", async () => {
  const { database } = made();
  await database.write([["matches", "a", "0"]]);
  const mend = failing(1, () => new DOMException("", "QuotaExceededError"));
  await assert.rejects(
    database.write([["matches", "large", "x"]]),
    (error) => reasonOf(error, true) === "full",
  );
  await database.write([["matches", "a", "1"]]);
  mend();
  assert.equal(await database.read("matches", "large"), "x");
  assert.ok(database.isSaved);
});

test("at random: whatever fails when, in the end the last of everything is there", async () => {
  let seed = 7;
  const random = (/** @type {number} */ below) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 25; round++) {
    const { connection, database } = made();
    const wanted = new Map();
    /** @type {Promise<unknown>[]} */
    const under = [];
    for (let step = 0; step < 30; step++) {
      const mend = random(4) === 0 ? failing(1 + random(3), lost) : () => {};
      const keys = [random(4), random(4)];
      const changes = keys.map((key) => {
        const value = random(5) === 0 ? null : `${step}`;
        wanted.set(key, value);
        return /** @type {[string, string, unknown]} */ (["matches", `${key}`, value]);
      });
      under.push(database.write(changes).catch(() => {}));
      if (random(3) === 0) await Promise.all(under);
      if (random(5) === 0) connection.current?.close();
      mend();
    }
    await Promise.all(under);
    await database.save();
    assert.ok(database.isSaved);
    for (const [key, value] of wanted) {
      assert.equal((await database.read("matches", `${key}`)) ?? null, value, `${round}: ${key}`);
    }
  }
});

test("a thousand writes in a row are soon done, and flushed once more", async () => {
  const { database } = made();
  await database.first("");
  const writes = Array.from({ length: 1000 }, (_, n) =>
    database.write([
      ["matches", `m${n}`, "x"],
      ["summaries", `m${n}`, { ...ROW, id: `m${n}` }],
    ]),
  );
  await Promise.all(writes);
  assert.equal((await database.first("")).rows.length, 1000);
});

test("a reason is named for what a person can do", () => {
  const error = (/** @type {string} */ name) => new DOMException("", name);
  assert.equal(reasonOf(error("QuotaExceededError"), true), "full");
  assert.equal(reasonOf(error("VersionError"), false), "newer");
  assert.equal(reasonOf(error("SecurityError"), false), "blocked");
  assert.equal(reasonOf(new Error("refused"), false), "blocked");
  for (const name of ["InvalidStateError", "UnknownError", "AbortError", "SecurityError"]) {
    assert.equal(reasonOf(error(name), true), "lost");
  }
  assert.equal(reasonOf(error("UnknownError"), false), "lost");
  assert.equal(reasonOf(error("UnknownError"), false, false), "blocked");
  assert.equal(reasonOf(error("UnknownError"), true, false), "lost");
});

test("what is set aside is moved as it was, and nothing is left in its place", async () => {
  const { database } = made();
  await database.write([
    ["reviews", "a", 5],
    ["values", "puzzles", "damaged"],
  ]);
  await Promise.all([
    database.setAside("reviews", "a", "damaged/review/a/1"),
    database.setAside("reviews", "none", "damaged/review/none/1"),
    database.setAside("values", "puzzles", "damaged/puzzles/1"),
    database.write([["values", "puzzles", "the rest"]]),
  ]);
  const { values } = await database.first("");
  assert.deepEqual(Object.keys(values).sort(), [
    "damaged/puzzles/1",
    "damaged/review/a/1",
    "puzzles",
  ]);
  assert.equal(await database.read("values", "damaged/review/a/1"), 5);
  assert.equal(values.puzzles, "the rest");
  assert.deepEqual(await database.survey(true), []);
});

test("a match that could not be written, or deleted, is read as it would be", async () => {
  const { database } = made();
  await database.write([
    ["matches", ROW.id, "before"],
    ["matches", "gone", "before"],
  ]);
  assert.equal(await database.match(ROW.id), "before");
  const mend = failing(Infinity, () => new DOMException("", "QuotaExceededError"));
  await assert.rejects(
    database.write([
      ["matches", ROW.id, "after"],
      ["matches", "gone", null],
    ]),
  );
  assert.equal(await database.match(ROW.id), "after");
  assert.equal(await database.match("gone"), undefined);
  mend();
  // Only what is in the database counts for who asks whether something is there.
  assert.equal(await database.read("matches", ROW.id), "before");
  await database.save();
  for (const reading of [database.match(ROW.id), database.read("matches", ROW.id)]) {
    assert.equal(await reading, "after");
  }
});
