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
 * @typedef {Record<string, [key: IDBValidKey, value: unknown][]>} Entries by store
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
 * Begin a transaction whose end nobody need wait for: its requests tell what went wrong.
 * @template {"readonly" | "readwrite"} [Mode="readonly"]
 * @param {Opened} database
 * @param {string[]} stores
 * @param {Mode} [mode]
 */
export function begun(database, stores, mode) {
  const transaction = database.transaction(stores, mode);
  transaction.done.catch(() => {});
  return transaction;
}

/**
 * Whether a database has all of our stores.
 * @param {Opened} database
 */
function isWhole(database) {
  if (!STORES.every((name) => database.objectStoreNames.contains(name))) return false;
  const transaction = begun(database, STORES);
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
  #before;
  #isForeign;
  /** @type {Promise<Opened> | null} */
  #opening = null;
  /** @type {Opened | null} */
  current = null;
  /** Whether the database could be opened in this visit. */
  wasOpen = false;

  /**
   * @param {string} name of the database
   * @param {object} [past]
   * @param {() => Promise<Entries | null>} [past.before] reads what a new database begins with
   * @param {() => boolean} [past.isForeign] whether what a database of the first form holds was taken
   *   over by another copy of the site
   */
  constructor(name, { before = async () => null, isForeign = () => false } = {}) {
    this.#name = name;
    this.#before = before;
    this.#isForeign = isForeign;
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
    const first = await this.#before();
    const database = await this.#openWith(VERSION, (opened, from, change) => {
      const stores = [...opened.objectStoreNames];
      if (from === 1 && this.#isForeign()) stores.forEach((name) => change.objectStore(name).clear());
      for (const step of STEPS.slice(from)) step(opened);
      if (from > 0) return;
      for (const [store, entries] of Object.entries(first ?? {})) {
        for (const [key, value] of entries) change.objectStore(store).put(value, key);
      }
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
      upgrade: (database, from, _, change) => upgrade(database, from, /** @type {any} */ (change)),
      // A newer version of the page must not wait for this tab.
      blocking: () => this.drop(ours),
      terminated: () => this.drop(ours),
    });
    ours = opened;
    return opened;
  }
}

/**
 * Read what was kept in a database, whatever it is, without making one.
 * @param {string} name
 * @returns {Promise<Entries | null>}
 */
export async function entriesOf(name) {
  const database = await openDB(name, undefined, {
    upgrade: (_, __, ___, change) => {
      change.done.catch(() => {});
      change.abort();
    },
  }).catch(() => null);
  if (!database) return null;
  const stores = STORES.filter((store) => database.objectStoreNames.contains(store));
  /** @type {Entries} */
  const found = {};
  for (const store of stores) {
    const ours = begun(database, [store]).objectStore(store);
    const [keys, values] = await Promise.all([ours.getAllKeys(), ours.getAll()]);
    found[store] = keys.map((key, at) => [key, values[at]]);
  }
  database.close();
  return found;
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
