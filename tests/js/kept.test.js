import "fake-indexeddb/auto";

import assert from "node:assert/strict";
import { setMaxListeners } from "node:events";
import { afterEach, test } from "node:test";

import { textStorage } from "./text_storage.js";

/** What browsers have and Node has not. */
const storage = textStorage();
const moments = new EventTarget();
setMaxListeners(0, moments);
// A tab's timers keep no run waiting.
const { setTimeout: setTimer } = globalThis;
/** By how much they are faster. */
let speed = 1;
/** @type {any} */ (globalThis).setTimeout = (/** @type {any} */ then, /** @type {number} */ ms) =>
  setTimer(then, ms / speed).unref();
Object.assign(globalThis, {
  document: {},
  location: { href: "https://games.example/", hash: "" },
  addEventListener: moments.addEventListener.bind(moments),
});
Object.defineProperty(globalThis, "localStorage", { value: storage });

/** @type {BroadcastChannel[]} */
const channels = [];
const Channel = globalThis.BroadcastChannel;
globalThis.BroadcastChannel = class extends Channel {
  /** @param {string} name */
  constructor(name) {
    super(name);
    // The run ends although nobody closes it.
    /** @type {any} */ (this).unref();
    channels.push(this);
  }
};

let tabs = 0;

/**
 * Open a tab: what it is told is kept, by kind.
 * @param {{hash?: string, merge?: (name: string, base: string | null, text: string, kept: string) => string}} [options]
 */
async function tab({ hash = "", merge = (_name, _base, text) => text } = {}) {
  location.hash = hash;
  const { kept, ready } = await import(`../../static/storage/kept.js?tab=${(tabs += 1)}`);
  await ready;
  /** @type {Record<string, any[]>} */
  const told = { changes: [], late: [], troubles: [], locks: [], values: [] };
  const listen = () =>
    kept.listen(
      (/** @type {string} */ text) => told.changes.push(JSON.parse(text)),
      (/** @type {string} */ text) => told.late.push(JSON.parse(text)),
      (/** @type {string} */ reason, ids = "[]") => told.troubles.push([reason, JSON.parse(ids)]),
      (/** @type {string} */ id, /** @type {boolean} */ isOurs) => told.locks.push([id, isOurs]),
      (/** @type {string} */ text) => told.values.push(JSON.parse(text)),
      merge,
    );
  return { kept, told, listen };
}

/** @type {(read: (done: (text: string | null) => void) => void) => Promise<string | null>} */
const answer = (read) => new Promise((resolve) => read(resolve));

/** @param {() => boolean} condition */
async function until(condition) {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** @type {(id: string, played: number) => unknown[][]} */
const match = (id, played) => [
  ["matches", id, `match ${id}`],
  ["summaries", id, { id, link: "#/play/x", played, text: `summary ${id}` }],
];

const transaction = IDBDatabase.prototype.transaction;
afterEach(() => {
  speed = 1;
  IDBDatabase.prototype.transaction = transaction;
});

/** Have writing fail until it is called. */
function failing() {
  IDBDatabase.prototype.transaction = function (stores, mode, ...more) {
    if (mode === "readwrite") throw new DOMException("no room", "QuotaExceededError");
    return transaction.call(this, stores, mode, ...more);
  };
  return () => {
    IDBDatabase.prototype.transaction = transaction;
  };
}

test("what a tab writes the next one has, the latest first, with the match of its address", async () => {
  const first = await tab();
  first.listen();
  first.kept.write(JSON.stringify([...match("aaaaaaaaaaaa", 1), ...match("bbbbbbbbbbbb", 2)]));
  assert.equal(
    await answer((done) => first.kept.read_match("aaaaaaaaaaaa", done)),
    "match aaaaaaaaaaaa",
  );
  await answer((done) => first.kept.read("values", "x", done));
  const next = await tab({ hash: "#/match/aaaaaaaaaaaa" });
  assert.deepEqual(
    [next.kept.first_id, next.kept.first_text],
    ["aaaaaaaaaaaa", "match aaaaaaaaaaaa"],
  );
  assert.ok(next.kept.has_more());
  const one = JSON.parse(next.kept.next_summaries(1));
  assert.deepEqual(one, { ids: ["bbbbbbbbbbbb"], kept: ["summary bbbbbbbbbbbb"] });
  // Each is taken once.
  assert.equal(next.kept.summary("aaaaaaaaaaaa"), "summary aaaaaaaaaaaa");
  assert.equal(next.kept.summary("aaaaaaaaaaaa"), null);
  assert.ok(!next.kept.has_more());
  assert.deepEqual(JSON.parse(next.kept.next_summaries(9)), { ids: [], kept: [] });
  assert.deepEqual(first.told.troubles, []);
});

test("other tabs are told what was written, and nobody of what is not news of ours", async () => {
  const [writer, reader] = [await tab(), await tab()];
  writer.listen();
  reader.listen();
  for (const junk of [null, 7, { changed: [1], gone: [], hasValues: true }, "x"]) {
    channels.at(-2)?.postMessage(junk);
  }
  writer.kept.write(JSON.stringify(match("cccccccccccc", 3)));
  await until(() => reader.told.changes.length > 0);
  assert.deepEqual(reader.told.changes, [
    { ids: ["cccccccccccc"], kept: ["summary cccccccccccc"], gone: [] },
  ]);
  writer.kept.write(
    JSON.stringify([
      ["matches", "cccccccccccc", null],
      ["summaries", "cccccccccccc", null],
    ]),
  );
  await until(() => reader.told.changes.length > 1);
  assert.deepEqual(reader.told.changes[1], { ids: [], kept: [], gone: ["cccccccccccc"] });
  assert.deepEqual(writer.told.changes, []);
});

/**
 * Do something as soon as a store is asked for a key, once.
 * @param {string} store
 * @param {() => void} act
 */
function whenAsked(store, act) {
  const { get } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = function (key) {
    const asked = get.call(this, key);
    if (this.name !== store) return asked;
    IDBObjectStore.prototype.get = get;
    act();
    return asked;
  };
}

/** @type {(id: string, played: number, name: string) => unknown[][]} */
const named = (id, played, name) => [
  ["matches", id, `match ${id}`],
  ["summaries", id, { id, link: "#/play/x", played, text: JSON.stringify({ name, played }) }],
];

for (const store of ["summaries", "names"]) {
  test(`a match that is named while its ${store} are read has that name`, async () => {
    const [player, list] = [await tab(), await tab()];
    player.listen();
    list.listen();
    const id = `named-in-${store}`;
    player.kept.write(JSON.stringify(named(id, 1, "before")));
    await until(() => list.told.changes.length > 0);
    whenAsked(store, () => list.kept.write(JSON.stringify([["names", id, "after"]])));
    player.kept.write(JSON.stringify(named(id, 2, "before")));
    await until(() => list.told.changes.length > 1);
    assert.deepEqual(list.told.changes[1], {
      ids: [id],
      kept: [JSON.stringify({ name: "after", played: 2 })],
      gone: [],
    });
  });
}

test("a match that is deleted while it is read does not come back", async () => {
  const [player, list] = [await tab(), await tab()];
  player.listen();
  list.listen();
  const [id, other] = ["deleted-while", "deleted-other"];
  player.kept.write(JSON.stringify(match(id, 1)));
  await until(() => list.told.changes.length > 0);
  whenAsked("summaries", () => {
    list.kept.write(JSON.stringify(match(id, 1).map(([store]) => [store, id, null])));
  });
  player.kept.write(JSON.stringify([...match(id, 2), ...match(other, 2)]));
  await until(() => list.told.changes.length > 1);
  assert.deepEqual(list.told.changes[1], { ids: [other], kept: [`summary ${other}`], gone: [] });
});

test("what a page could not write yet, it is not told to be as it was", async () => {
  const [player, list] = [await tab(), await tab()];
  player.listen();
  list.listen();
  const id = "name-that-waits";
  player.kept.write(JSON.stringify(named(id, 1, "before")));
  await until(() => list.told.changes.length > 0);
  const mend = failing();
  list.kept.write(JSON.stringify([["names", id, "after"]]));
  await until(() => list.told.troubles.length > 0);
  mend();
  player.kept.write(JSON.stringify(named(id, 2, "before")));
  await until(() => list.told.changes.length > 1);
  assert.deepEqual(JSON.parse(list.told.changes[1].kept[0]), { name: "after", played: 2 });
});

test("what is kept is known once it was read", async () => {
  const { kept } = await tab();
  await new Promise((resolve) => kept.when_known(() => resolve(undefined)));
  assert.ok(kept.is_known());
  assert.ok(!kept.is_unread());
});

test("where a database cannot be read, that is known, and so is what its files lack", async () => {
  const open = IDBFactory.prototype.open;
  for (const [name, isUnread] of [
    ["UnknownError", true],
    ["SecurityError", false],
  ]) {
    IDBFactory.prototype.open = () => {
      throw new DOMException("on purpose", String(name));
    };
    try {
      const { kept } = await tab();
      await new Promise((resolve) => kept.when_known(() => resolve(undefined)));
      assert.ok(kept.is_known());
      assert.equal(kept.is_unread(), isUnread, String(name));
    } finally {
      IDBFactory.prototype.open = open;
    }
  }
});

test("it is told once all that was given is written, or cannot be", async () => {
  const { kept, told, listen } = await tab();
  listen();
  const written = () => new Promise((resolve) => kept.when_written(resolve));
  await written();
  for (let number = 0; number < 20; number += 1) {
    kept.write(JSON.stringify(match(`dddddddddd${10 + number}`, number)));
  }
  await written();
  const next = await tab();
  assert.equal(
    JSON.parse(next.kept.next_summaries(99)).kept.filter((/** @type {string} */ one) =>
      one.includes("dddd"),
    ).length,
    20,
  );
  const mend = failing();
  kept.write(JSON.stringify(match("dddddddddddd", 50)));
  await written();
  assert.deepEqual(told.troubles, [["full", ["dddddddddddd"]]]);
  mend();
});

test("what cannot be written is told, is there all the same, and is written once it can be", async () => {
  const { kept, told, listen } = await tab();
  listen();
  const mend = failing();
  kept.write(JSON.stringify(match("dddddddddddd", 4)));
  await until(() => told.troubles.length > 0);
  const [[reason, ids]] = told.troubles;
  assert.equal(reason, "full");
  assert.deepEqual(ids, ["dddddddddddd"]);
  assert.equal(await answer((done) => kept.read_match("dddddddddddd", done)), "match dddddddddddd");
  mend();
  // The page may be about to go: what has failed is not left to a timer.
  moments.dispatchEvent(new Event("pagehide"));
  await until(() => told.troubles.at(-1)?.[0] === "");
  const next = await tab();
  assert.equal(next.kept.summary("dddddddddddd"), "summary dddddddddddd");
});

test("what has failed is tried again by itself, and told once", async () => {
  const { kept, told, listen } = await tab();
  listen();
  const mend = failing();
  kept.write(JSON.stringify(match("eeeeeeeeeeee", 5)));
  await until(() => told.troubles.length > 0);
  mend();
  await until(() => told.troubles.at(-1)?.[0] === "");
  assert.deepEqual(
    told.troubles.map(([reason]) => reason),
    ["full", ""],
  );
});

/** Keep everybody from writing, without a word, until it is called. */
async function silent() {
  const opening = indexedDB.open("spieltisch");
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  const { result } = opening;
  const held = result.transaction([...result.objectStoreNames], "readwrite");
  let isHeld = true;
  const hold = () => {
    if (isHeld) held.objectStore("matches").get("x").onsuccess = hold;
  };
  hold();
  return () => {
    isHeld = false;
    held.oncomplete = () => result.close();
  };
}

test("a browser that never writes is told, and holds nobody up, until it does", async () => {
  const { kept, told, listen } = await tab();
  listen();
  const answers = await silent();
  speed = 200;
  kept.write(JSON.stringify(match("ffffffffffff", 6)));
  kept.write(JSON.stringify([["values", "bots", '["silent"]']]));
  let isSettled = false;
  kept.when_written(() => (isSettled = true));
  await until(() => isSettled);
  assert.deepEqual(told.troubles, [["lost", []]]);
  answers();
  await until(() => told.troubles.at(-1)?.[0] === "");
  speed = 1;
  const next = await tab();
  assert.equal(next.kept.summary("ffffffffffff"), "summary ffffffffffff");
  assert.equal(JSON.parse(next.kept.values).bots, '["silent"]');
  assert.equal(told.troubles.length, 2);
});

test("where nothing was ever read, nobody waits for what is written", async () => {
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = () => /** @type {any} */ (opening);
  const opening = open.call(indexedDB, "other");
  opening.addEventListener("success", (event) => event.stopImmediatePropagation());
  speed = 200;
  try {
    let opened = /** @type {Awaited<ReturnType<typeof tab>> | null} */ (null);
    tab().then((one) => (opened = one));
    await until(() => opened !== null);
    const { kept, told, listen } = /** @type {Awaited<ReturnType<typeof tab>>} */ (opened);
    listen();
    kept.write(JSON.stringify(match("gggggggggggg", 7)));
    let isSettled = false;
    kept.when_written(() => (isSettled = true));
    await until(() => isSettled);
    assert.deepEqual(told.troubles, [["unread", []]]);
    assert.ok(kept.is_unread());
  } finally {
    IDBFactory.prototype.open = open;
  }
  // The next visit has it.
  speed = 1;
  const next = await tab();
  assert.equal(next.kept.summary("gggggggggggg"), "summary gggggggggggg");
});

test("values of two tabs are merged, and each is told what has become of them", async () => {
  const merge = (
    /** @type {string} */ _name,
    /** @type {string | null} */ _base,
    /** @type {string} */ text,
    /** @type {string} */ kept,
  ) => JSON.stringify([...new Set([...JSON.parse(kept || "[]"), ...JSON.parse(text)])].sort());
  const [one, other] = [await tab({ merge }), await tab({ merge })];
  one.listen();
  other.listen();
  one.kept.write(JSON.stringify([["values", "bots", '["a"]']]));
  other.kept.write(JSON.stringify([["values", "bots", '["b"]']]));
  const both = '["a","b"]';
  await until(() =>
    [one, other].every(({ told }) => told.values.some(({ bots }) => bots === both)),
  );
  const next = await tab();
  assert.equal(JSON.parse(next.kept.values).bots, both);
});

test("a name that belongs to this copy of the site is told", async () => {
  const { kept } = await tab();
  assert.equal(kept.name_of("match-x"), "spieltisch?match-x");
  assert.equal(kept.text_name("settings"), "spieltisch.settings");
});

// Each way in which a browser fails, at each moment of what a page writes: whatever nobody is told of,
// all is there in the end, and nothing more is said.

const SETTINGS = "settings";

const full = () => new DOMException("no room", "QuotaExceededError");
const gone = () => new DOMException("gone", "InvalidStateError");

/**
 * What becomes of a transaction that was asked for; it may throw.
 * @type {Record<string, (asked: IDBTransaction, database: IDBDatabase) => void>}
 */
const FAULTS = {
  "has no room at once": () => {
    throw full();
  },
  "has no room for what is put": (asked) => silenced.set(asked, "throw"),
  "breaks off what it has taken": (asked) => {
    asked.commit = () => asked.abort();
  },
  "breaks it off, and tells of no request": (asked) => {
    silenced.set(asked, "requests");
    asked.commit = () => {};
    queueMicrotask(() => asked.abort());
  },
  "closes the database": (asked, database) => {
    asked.abort();
    database.close();
    database.dispatchEvent(new Event("close"));
  },
  "closes the database without a word": (asked, database) => {
    asked.abort();
    database.close();
    throw gone();
  },
  "never tells of it": (asked) => {
    silenced.set(asked, "all");
    asked.addEventListener = () => {};
  },
  "begins an empty database": (asked, database) => {
    asked.abort();
    database.close();
    indexedDB.deleteDatabase("spieltisch");
    throw gone();
  },
  "begins an empty database, and tells that it has closed the other one": (asked, database) => {
    asked.abort();
    database.close();
    indexedDB.deleteDatabase("spieltisch");
    database.dispatchEvent(new Event("close"));
  },
};
/** @type {WeakMap<IDBTransaction, "throw" | "requests" | "all">} */
const silenced = new WeakMap();
/** @type {any} */
const STORE = IDBObjectStore.prototype;
const METHODS = ["put", "delete", "get", "getAll", "getAllKeys"];
const REAL = Object.fromEntries(METHODS.map((name) => [name, STORE[name]]));

/**
 * Have transactions that write fail.
 * @param {(number: number) => string | undefined} fault of each, by its number from one on
 */
function faulty(fault) {
  let count = 0;
  IDBDatabase.prototype.transaction = function (stores, mode, ...more) {
    const asked = transaction.call(this, stores, mode, ...more);
    if (mode !== "readwrite") return asked;
    const name = fault((count += 1));
    if (name !== undefined) FAULTS[name](asked, this);
    return asked;
  };
  for (const name of METHODS) {
    STORE[name] = function (/** @type {any[]} */ ...all) {
      const how = silenced.get(this.transaction);
      if (how === "throw" && name === "put") throw full();
      const request = how === "all" ? REAL.get.call(this, "") : REAL[name].apply(this, all);
      if (how === "requests" || how === "all") request.addEventListener = () => {};
      return request;
    };
  }
}

afterEach(() => Object.assign(STORE, REAL));

/**
 * Read a value past the page.
 * @param {string} store
 * @param {string} key
 * @returns {Promise<any>}
 */
function stored(store, key) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("spieltisch");
    // Nothing is made by looking.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(undefined);
    opening.onsuccess = () => {
      const { result } = opening;
      result.onversionchange = () => result.close();
      const asked = REAL.get.call(transaction.call(result, store).objectStore(store), key);
      asked.onsuccess = () => {
        result.close();
        resolve(asked.result);
      };
      asked.onerror = reject;
    };
  });
}

/**
 * Wait until the database has what it is to have.
 * @param {Record<string, [store: string, key: string, value: unknown]>} wanted
 * @param {() => boolean} isQuiet
 */
async function untilStored(wanted, isQuiet) {
  const limit = performance.now() + 60_000;
  for (;;) {
    const lacking = [];
    for (const [what, [store, key, value]] of Object.entries(wanted)) {
      const there = await stored(store, key);
      if (JSON.stringify(there) !== JSON.stringify(value)) lacking.push(`${what}: ${there}`);
    }
    if (lacking.length === 0 && isQuiet()) return;
    assert.ok(performance.now() < limit, `never written: ${lacking}, ${isQuiet()}`);
    await new Promise((resolve) => setTimer(resolve, 5));
  }
}

let written = 0;

/**
 * Play and choose something, as a page does, while transactions fail; then all is to be there.
 * @param {(number: number) => string | undefined} fault
 * @param {boolean} isReading whether something is read meanwhile
 */
async function survive(fault, isReading) {
  // Of the tabs of other tests none is to open the database.
  for (const channel of channels.splice(0)) channel.close();
  const { kept, told, listen } = await tab();
  listen();
  const id = `survivor${(written += 1)}`;
  const settled = () => new Promise((resolve) => kept.when_written(() => resolve(undefined)));
  kept.write(JSON.stringify(match(id, 1)));
  kept.write(JSON.stringify([["values", SETTINGS, `{"theme": "${id}"}`]]));
  await settled();
  await until(() => told.troubles.length === 0);
  speed = 200;
  faulty(fault);
  const last = `{"theme": "${id}", "pace": "slow"}`;
  kept.write(JSON.stringify(match(id, 2)));
  kept.write(JSON.stringify([["values", SETTINGS, `{"theme": "${id}", "pace": "fast"}`]]));
  if (isReading) kept.read_match("nothing", () => {});
  kept.write(JSON.stringify([["values", SETTINGS, last]]));
  await untilStored(
    {
      match: ["matches", id, `match ${id}`],
      summary: ["summaries", id, match(id, 2)[1][2]],
      settings: ["values", SETTINGS, last],
    },
    () => (told.troubles.at(-1)?.[0] ?? "") === "",
  );
}

for (const name of Object.keys(FAULTS)) {
  test(`where a browser ${name}, all is there in the end`, async () => {
    for (const isReading of [false, true]) {
      for (const first of [1, 2, 3, 4, 5]) {
        for (const times of name === "never tells of it" ? [1] : [1, 5]) {
          await survive(
            (number) => (number >= first && number < first + times ? name : undefined),
            isReading,
          );
          speed = 1;
          IDBDatabase.prototype.transaction = transaction;
        }
      }
    }
  });
}

test("where there is no room, and then a browser begins an empty database, all is there in the end", async () => {
  const kinds = Object.keys(FAULTS);
  const [room, empty] = [[0, 3].map((at) => kinds[at]), kinds.slice(-2)];
  for (const before of room) {
    for (const between of empty) {
      for (const after of room) {
        for (const [one, other] of [
          [1, 3],
          [4, 6],
          [5, 9],
        ]) {
          await survive((number) => {
            if (number < one) return before;
            if (number === one) return between;
            return number < other ? after : undefined;
          }, one === 4);
          speed = 1;
          IDBDatabase.prototype.transaction = transaction;
        }
      }
    }
  }
});
