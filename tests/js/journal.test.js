import "fake-indexeddb/auto";

import assert from "node:assert/strict";
import { test } from "node:test";

import { Connection } from "../../static/storage/connection.js";
import { Database } from "../../static/storage/database.js";
import { Journal } from "../../static/storage/journal.js";
import { textStorage } from "./text_storage.js";

/** @typedef {import("../../static/storage/unsaved.js").Change} Change */

let names = 0;

/** A browser of its own: `tab` opens a tab, whose database can fail from then on. */
function browser() {
  const name = `journal-${(names += 1)}`;
  const texts = textStorage();
  return {
    texts,
    noted: () => Object.keys(texts).length,
    tab: () => {
      const connection = new Connection(name);
      return { connection, database: new Database(connection, new Journal(texts)) };
    },
  };
}

/** @type {(id: string, played: number, text: string) => Change[]} */
const match = (id, played, text) => [
  ["matches", id, text],
  ["summaries", id, { id, link: "", played, text }],
];

/** Have a tab's writing wait for ever, as in a process that is ended. @param {Connection} connection */
function ended(connection) {
  connection.open = () => new Promise(() => {});
  connection.drop();
}

/** @param {Database} database @param {string} id */
const told = async (database, id) => [
  await database.read("matches", id),
  (await database.rows([id]))[0]?.text,
];

test("what a tab could not write before it ended is there in the next visit, and noted no more", async () => {
  const { tab, noted } = browser();
  const { connection, database } = tab();
  await database.write(match("a", 1, "one"));
  assert.equal(noted(), 0);
  ended(connection);
  database.write(match("a", 2, "two"));
  database.write([...match("b", 3, "other"), ["names", "b", "A name"]]);
  assert.equal(noted(), 1);
  const next = tab().database;
  const restored = await next.restore();
  assert.equal(restored.length, 5);
  assert.deepEqual(await told(next, "a"), ["two", "two"]);
  assert.deepEqual(await told(next, "b"), ["other", "other"]);
  assert.equal(await next.read("names", "b"), "A name");
  assert.equal(noted(), 0);
  assert.deepEqual(await next.restore(), []);
});

test("a match that was played on since is not written over, and what else was noted is there", async () => {
  const { tab } = browser();
  const { connection, database } = tab();
  await database.write(match("a", 1, "one"));
  ended(connection);
  database.write([
    ...match("a", 2, "two"),
    ["names", "a", "A name"],
    ["pending", ["tab", 1], { name: "bots", base: null, text: "[]" }],
  ]);
  const other = tab().database;
  await other.write(match("a", 9, "nine"));
  await tab().database.restore();
  assert.deepEqual(await told(other, "a"), ["nine", "nine"]);
  assert.equal(await other.read("names", "a"), "A name");
  const values = await other.fold((_name, _base, text) => text);
  assert.equal(values.get("bots"), "[]");
});

test("what waits is noted until it is written: where storage fails, and of each thing its last form", async () => {
  const { tab, texts, noted } = browser();
  const { database } = tab();
  await database.write(match("a", 1, "one"));
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = () => {
    throw new DOMException("no room", "QuotaExceededError");
  };
  await assert.rejects(database.write(match("a", 2, "two")));
  await assert.rejects(database.write(match("a", 3, "three")));
  const [text] = Object.values(texts);
  assert.ok(text.includes("three") && !text.includes("two"));
  IDBDatabase.prototype.transaction = transaction;
  await database.save();
  assert.equal(noted(), 0);
});

test("deletions and very long texts are not noted, and a full or forbidden storage does no harm", async () => {
  const { tab, noted } = browser();
  const { connection, database } = tab();
  await database.write(match("a", 1, "one"));
  ended(connection);
  database.write([["matches", "a", null]]);
  assert.equal(noted(), 0);
  database.write([["matches", "b", "x".repeat(600_000)]]);
  assert.equal(noted(), 0);
  const refusing = /** @type {any} */ ({
    setItem() {
      throw new DOMException("full", "QuotaExceededError");
    },
    removeItem() {
      throw new DOMException("forbidden", "SecurityError");
    },
  });
  for (const texts of [refusing, null]) {
    const journal = new Journal(texts);
    journal.note(match("a", 1, "one"));
    journal.note([]);
    assert.deepEqual(journal.left(), []);
  }
});

test("what is no note of ours is dropped, and stops nothing", async () => {
  const { tab, texts, noted } = browser();
  const form = (/** @type {unknown} */ value) => JSON.stringify(value);
  [
    "",
    "{",
    "null",
    "{}",
    "5",
    form([["matches", "a"]]),
    form([["matches", "a", null]]),
    form([["matches", 5, "x"]]),
    form([["matches", ["a", "b"], "x"]]),
    form([["others", "a", "x"]]),
    form([["__proto__", "a", "x"]]),
    form([[["matches"], "a", "x"]]),
    form([...match("good", 1, "x"), "bad"]),
  ].forEach((text, at) => texts.setItem(`spieltisch.unsaved-${at}`, text));
  texts.setItem("spieltisch.settings", "{}");
  texts.setItem("spieltisch/other.unsaved-1", form(match("a", 1, "x")));
  texts.setItem("spieltisch.unsaved-sound", form([["summaries", "odd", 7]]));
  const { database } = tab();
  assert.deepEqual(await database.restore(), [["summaries", "odd", 7]]);
  assert.equal(noted(), 2);
});

test("what a tab has noted and then changed itself is not brought back by one that starts meanwhile", async () => {
  const { tab, noted } = browser();
  const { database: list } = tab();
  await list.write(match("a", 1, "one"));
  const later = list.write([["names", "a", "first"]]);
  const { connection, database } = tab();
  const open = connection.open.bind(connection);
  connection.open = async () => {
    // The database takes its time to open.
    await later;
    await list.write([["names", "a", "second"]]);
    return open();
  };
  assert.deepEqual(await database.restore(), []);
  assert.equal(await database.read("names", "a"), "second");
  assert.equal(noted(), 0);
});

test("what this visit has written is not written over by what an earlier one has noted", async () => {
  const { tab, texts } = browser();
  const earlier = [
    ["names", "a", "first"],
    ["names", "b", "first"],
  ];
  const { connection, database } = tab();
  await database.write(match("a", 1, "one"));
  connection.drop();
  // Two tabs were ended, and this one is written in before it has read what the second has left.
  for (const name of ["one", "two"]) {
    const note = tab();
    ended(note.connection);
    note.database.write(/** @type {Change[]} */ (earlier));
    assert.ok(Object.keys(texts).length > 0, name);
  }
  const restoring = database.restore();
  await database.write([["names", "a", "second"]]);
  await restoring;
  assert.equal(await database.read("names", "a"), "second");
  assert.equal(await database.read("names", "b"), "first");
});

test("each of two tabs has its own note", async () => {
  const { tab, noted } = browser();
  const [one, other] = [tab(), tab()];
  for (const { connection } of [one, other]) ended(connection);
  one.database.write(match("a", 1, "one"));
  other.database.write(match("b", 1, "other"));
  assert.equal(noted(), 2);
  const next = tab().database;
  await next.restore();
  assert.deepEqual(await told(next, "a"), ["one", "one"]);
  assert.deepEqual(await told(next, "b"), ["other", "other"]);
});
