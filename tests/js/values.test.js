import "fake-indexeddb/auto";

import assert from "node:assert/strict";
import { test } from "node:test";

import { Connection } from "../../static/storage/connection.js";
import { Database } from "../../static/storage/database.js";
import { Values } from "../../static/storage/values.js";

/** A value is a list of letters here; merging adds and takes away. @type {import("../../static/storage/values.js").Merge} */
function merge(_name, base, text, kept) {
  const [from, to, there] = [base ?? "", text, kept].map((one) => new Set(one));
  for (const letter of to) if (!from.has(letter)) there.add(letter);
  for (const letter of from) if (!to.has(letter)) there.delete(letter);
  return [...there].sort().join("");
}

let names = 0;

class Tab {
  /** @param {string} name */
  constructor(name) {
    this.database = new Database(new Connection(name));
    this.values = new Values();
  }

  async read() {
    const { values } = await this.database.first("");
    this.values.take(Object.entries(values));
    return values.puzzles;
  }

  /** @param {string} text */
  async write(text) {
    const { database } = this;
    const changes = this.values.noted([["values", "puzzles", text]], (...at) =>
      database.waits(...at),
    );
    await database.write(changes);
  }

  async fold() {
    const found = await this.database.fold(merge);
    this.values.take(found);
    return found.get("puzzles");
  }
}

const two = () => [new Tab(`values-${(names += 1)}`), new Tab(`values-${names}`)];

test("of two tabs that write, neither erases what the other has done", async () => {
  const [one, other] = two();
  await one.write("a");
  await one.fold();
  await Promise.all([one.read(), other.read()]);
  await one.write("ab");
  await one.fold();
  // A tab that was frozen, and has heard of nothing.
  await other.write("ac");
  assert.equal(await other.fold(), "abc");
  assert.equal(await one.fold(), "abc");
  await other.write("bc");
  await one.write("abcd");
  assert.equal(await other.fold(), "bcd");
  assert.equal(await new Tab(`values-${names}`).read(), "bcd");
});

test("what is written before the value was read is added to it", async () => {
  const [one, other] = two();
  await one.write("abc");
  await one.fold();
  await other.write("d");
  await other.write("de");
  assert.equal(await other.fold(), "abcde");
});

test("what a tab had noted that is gone is not lost", async () => {
  const [one, other] = two();
  await one.write("a");
  await one.write("ab");
  assert.equal(await other.read(), "ab");
  assert.equal(await other.fold(), "ab");
  assert.equal(await other.read(), "ab");
});

test("a start reads what follows one after another, and leaves the rest to be merged", async () => {
  const [one, other] = two();
  await one.write("a");
  await one.fold();
  await other.read();
  await one.write("ab");
  await one.write("abc");
  await other.write("ad");
  const last = new Tab(`values-${names}`);
  const found = await last.read();
  assert.ok(["abc", "ad"].includes(found ?? ""), found);
  await last.write(`${found}e`);
  assert.equal(await last.fold(), "abcde");
});

/**
 * Refuse to put anything into databases.
 * @returns {() => void} takes it back
 */
function fill() {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("", "QuotaExceededError");
  };
  return () => void (IDBObjectStore.prototype.put = put);
}

test("where there is no room, what goes on is one note however often it does", async () => {
  const [one, other] = two();
  await one.write("a");
  await one.fold();
  await other.read();
  const empty = fill();
  for (const text of ["ab", "abc", "abcd", "bcd"]) await assert.rejects(one.write(text));
  empty();
  await other.write("ax");
  await other.fold();
  const written = await one.database.save();
  assert.equal(written.length, 1);
  assert.equal(await one.fold(), "bcdx");
  assert.equal(await other.fold(), "bcdx");
});

test("a merge that fails leaves everything as it was", async () => {
  const [one, other] = two();
  await one.write("a");
  await one.fold();
  await one.write("ab");
  await other.write("c");
  const refuse = () => {
    throw new Error("no");
  };
  await assert.rejects(one.database.fold(refuse), /no/);
  assert.equal(await one.database.read("values", "puzzles"), "a");
  assert.equal(await one.fold(), "abc");
});

test("a value that is no text is set aside, and junk among the notes is left alone", async () => {
  const [one] = two();
  await one.database.write([
    ["values", "puzzles", { rating: 5 }],
    ["pending", "junk", 5],
    ["pending", ["x", 1], { name: "other", base: null, text: "x" }],
    ["pending", ["y", 1], { name: "puzzles", base: 5, text: "x" }],
  ]);
  await one.write("a");
  assert.equal(await one.fold(), "a");
  const { values } = await one.database.first("");
  const [aside] = Object.keys(values).filter((name) => name.startsWith("damaged/puzzles/"));
  assert.deepEqual(await one.database.read("values", aside), { rating: 5 });
  assert.equal(await one.database.read("pending", "junk"), 5);
});

test("other values and deletions are written as they are", () => {
  const changes = /** @type {import("../../static/storage/unsaved.js").Change[]} */ ([
    ["values", "else", "x"],
    ["values", "puzzles", null],
    ["matches", "puzzles", "x"],
  ]);
  assert.deepEqual(new Values().noted(changes), changes);
});

test("at random: three tabs add and take away, and nothing is lost", async () => {
  let seed = 11;
  const random = (/** @type {number} */ below) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 20; round++) {
    const name = `values-${(names += 1)}`;
    const tabs = [0, 1, 2].map(() => new Tab(name));
    const held = ["", "", ""];
    const added = new Set();
    for (let step = 0; step < 25; step++) {
      const at = random(3);
      if (random(3) === 0) {
        held[at] = (await tabs[at].fold()) ?? "";
      } else {
        const letter = String.fromCharCode(97 + random(26));
        added.add(letter);
        held[at] = [...new Set([...held[at], letter])].sort().join("");
        await tabs[at].write(held[at]);
      }
    }
    await Promise.all(tabs.map((tab) => tab.fold()));
    assert.equal(await tabs[0].fold(), [...added].sort().join(""));
  }
});
