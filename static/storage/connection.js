// The connection to the database: opened when it is needed, opened anew when it is lost.

import { openDB } from "../vendor/idb/idb.js";

// The form of the database. Mending may have raised a database's own number by some: the next form
// takes a number well beyond, such as 100.
export const VERSION = 2;
// By the ids of matches: their turns, what lists show of them, the names that people gave them, what a
// review found. By name: the rest. By tab and number: what is to be merged with values.
export const STORES = ["matches", "summaries", "names", "reviews", "values", "pending"];
// There in a database that was mended, whose number tells nothing of its form.
const MENDED = "mended";

/**
 * @typedef {import("idb").IDBPDatabase} Opened
 * @typedef {import("idb").IDBPTransaction<unknown, string[], "versionchange">} Change
 */

/** What each form has that the one before it lacks: a database of form n takes the steps from n on. */
const STEPS = [
  (/** @type {Opened} */ database) => add(database, ["matches", "summaries", "reviews", "values"]),
  (/** @type {Opened} */ database) => add(database, ["names", "pending"]),
];

/**
 * @param {Opened} database
 * @param {string[]} stores
 */
function add(database, stores) {
  for (const name of stores) {
    if (!database.objectStoreNames.contains(name)) database.createObjectStore(name);
  }
}

/**
 * Whether a store is one of ours. One of the same name that somebody else made may have keys of its own.
 * @param {{keyPath: unknown, autoIncrement: boolean}} store
 */
const isOurs = ({ keyPath, autoIncrement }) => keyPath === null && !autoIncrement;

/**
 * Read something.
 * @template Result
 * @param {Opened} database
 * @param {string[]} stores
 * @param {(transaction: import("idb").IDBPTransaction<unknown, string[], "readonly">) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export function found(database, stores, work) {
  const transaction = database.transaction(stores);
  const never = new Promise(() => {});
  // Where a disk is full, Chromium tells of no request any more, but of the transaction alone.
  const broken = quiet(transaction.done.then(() => /** @type {Promise<never>} */ (never)));
  return Promise.race([work(transaction), broken]);
}

/**
 * Write something, all of it or nothing: also where asking for one part throws at once, which alone
 * would let the parts that were asked for before be committed.
 * @template Result
 * @param {Opened} database
 * @param {string[]} stores
 * @param {(transaction: import("idb").IDBPTransaction<unknown, string[], "readwrite">) => Promise<Result>} work
 *   asks for all parts; the first ones before it waits for anything
 * @param {IDBTransactionOptions} [options]
 * @returns {Promise<Result>} once the database has it
 */
export async function written(database, stores, work, options) {
  const transaction = database.transaction(stores, "readwrite", options);
  const done = quiet(transaction.done);
  try {
    // As for `found`, not the one after the other.
    const [result] = await Promise.all([work(transaction), done]);
    return result;
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It is over already, or about to be.
      await done.catch(() => {});
    }
    // Its end is not waited for: WebKit does not always tell of it if the connection is closed then.
    throw error;
  }
}

/**
 * Ask for several things, and wait for all. If asking for one throws at once, nobody waits for those
 * before it: that they fail, too, is told no more.
 * @template {Array<() => Promise<unknown>>} Asks
 * @param {[...Asks]} asks
 * @returns {Promise<{[At in keyof Asks]: Awaited<ReturnType<Asks[At]>>}>}
 */
export function together(asks) {
  return /** @type {any} */ (Promise.all(asks.map((ask) => quiet(ask()))));
}

/**
 * Let nobody be told that a promise was broken but who waits for it.
 * @template {Promise<unknown>} T
 * @param {T} promise
 * @returns {T}
 */
function quiet(promise) {
  promise.catch(() => {});
  return promise;
}

/**
 * Whether a database has all of our stores.
 * @param {Opened} database
 */
function isWhole(database) {
  if (!STORES.every((name) => database.objectStoreNames.contains(name))) return false;
  const transaction = database.transaction(STORES);
  quiet(transaction.done);
  return STORES.every((name) => isOurs(transaction.objectStore(name)));
}

/**
 * Give a database the stores that it lacks. What somebody else has stored in their place stays, under
 * another name.
 * @param {Opened} database
 * @param {Change} change
 */
function mend(database, change) {
  for (const name of STORES.filter((one) => database.objectStoreNames.contains(one))) {
    const store = /** @type {any} */ (change.objectStore(name));
    if (!isOurs(store)) store.name = `${name} of version ${database.version}`;
  }
  add(database, [...STORES, MENDED]);
}

export class Connection {
  #name;
  /** @type {Promise<Opened> | null} */
  #opening = null;
  /** @type {Opened | null} */
  current = null;
  /** Whether the database could be opened in this visit. */
  wasOpen = false;
  /** Whether another database has come into the place of one that was open in this visit. */
  isEmptied = false;

  /** @param {string} name of the database */
  constructor(name) {
    this.#name = name;
  }

  /** Open the database; if that fails, it is tried again when the database is needed again. */
  open() {
    this.#opening ??= this.#opened()
      .then((database) => {
        this.wasOpen = true;
        return (this.current = database);
      })
      .finally(() => (this.#opening = null));
    return this.#opening;
  }

  /**
   * Open a database no more that has failed: browsers close them without telling, above all while a
   * page is in the background.
   * @param {Opened | null} [failed]
   */
  drop(failed = this.current) {
    failed?.close();
    if (this.current === failed) this.current = null;
  }

  async #opened() {
    const database = await this.#openWith(VERSION, (opened, from) => {
      for (const step of STEPS.slice(from)) step(opened);
    }).catch((error) => this.#openMended(error));
    const { version } = database;
    try {
      if (isWhole(database)) return database;
    } catch (error) {
      database.close();
      throw error;
    }
    database.close();
    return this.#openWith(version + 1, (opened, _, change) => mend(opened, change));
  }

  /**
   * A higher number than ours is that of a newer version of the page, or of a database that was mended.
   * @param {unknown} error
   */
  async #openMended(error) {
    if (nameOf(error) !== "VersionError") throw error;
    const database = await this.#openWith(undefined, () => {});
    if (database.objectStoreNames.contains(MENDED)) return database;
    database.close();
    throw error;
  }

  /**
   * @param {number | undefined} version
   * @param {(database: Opened, from: number, change: Change) => void} upgrade
   */
  async #openWith(version, upgrade) {
    /** @type {Opened | null} */
    let ours = null;
    const opened = await openDB(this.#name, version, {
      upgrade: (database, from, _, change) => {
        quiet(change.done);
        // One that was whole lacks nothing, whoever has opened it since.
        if (this.wasOpen) this.isEmptied = true;
        try {
          upgrade(database, from, /** @type {any} */ (change));
        } catch {
          // Half of it must not stay: it is made at the next try.
          change.abort();
        }
      },
      // A newer version of the page must not wait for this tab.
      blocking: () => this.drop(ours),
      terminated: () => this.drop(ours),
    });
    ours = opened;
    return opened;
  }
}

/**
 * @param {unknown} error
 * @returns {string} the name by which the browser tells what is wrong
 */
export const nameOf = (error) => (error instanceof DOMException ? error.name : "");

/**
 * Whether an error may be that of a connection which was lost: another one may do better.
 * @param {unknown} error
 */
export const isLoss = (error) => !["QuotaExceededError", "VersionError"].includes(nameOf(error));
