// The database in which the browser keeps what has been played.

import { openDB } from "../vendor/idb/idb.js";

const NAME = "spieltisch";
const VERSION = 1;
// By the ids of matches: their turns, what lists show of them, what a review found. By name: the rest.
const STORES = ["matches", "summaries", "reviews", "values"];

/**
 * @typedef {[store: string, key: string, value: unknown]} Change the value to put under a key; null
 *   deletes it
 * @typedef {{id: string, link: string, played: number, text: string}} Row a summary: the match's id, the
 *   link that leads to its set-up, when it was last played, and the rest
 * @typedef {import("idb").IDBPDatabase} Opened
 */

export class Database {
  /** @type {Opened | null} */
  #opened = null;
  /** @type {Promise<Opened> | null} */
  #opening = null;

  /** Open the database; if that fails, it is tried again when the database is needed again. */
  open() {
    const close = () => (this.#opened = null);
    this.#opening ??= openDB(NAME, VERSION, {
      upgrade: (database) => STORES.forEach((store) => database.createObjectStore(store)),
      // A newer version of the page must not wait for this tab.
      blocking: () => {
        this.#opened?.close();
        close();
      },
      terminated: close,
    })
      .then((database) => (this.#opened = database))
      .finally(() => (this.#opening = null));
    return this.#opening;
  }

  /**
   * Write changes, all of them or none, after those of earlier calls. If the database is open, it
   * has them when this returns, before the promise is fulfilled: the page may close at any moment.
   * @param {Change[]} changes
   */
  async write(changes) {
    const database = this.#opened ?? (await this.open());
    const stores = [...new Set(changes.map(([store]) => store))];
    const transaction = database.transaction(stores, "readwrite", { durability: "relaxed" });
    const written = [transaction.done];
    try {
      for (const [name, key, value] of changes) {
        const store = transaction.objectStore(name);
        written.push(value === null ? store.delete(key) : store.put(value, key).then(() => {}));
      }
      transaction.commit();
    } catch (error) {
      // Changes that were put before the error must not stay.
      transaction.abort();
      await Promise.allSettled(written);
      throw error;
    }
    await Promise.all(written);
  }

  /**
   * Read the value under a key.
   * @param {string} store
   * @param {string} key
   * @returns {Promise<any>} undefined if there is none
   */
  async read(store, key) {
    const database = this.#opened ?? (await this.open());
    return database.get(store, key);
  }

  /**
   * Read the summaries of some matches.
   * @param {string[]} ids
   * @returns {Promise<Row[]>} of those that are there
   */
  async rows(ids) {
    const found = await Promise.all(ids.map((id) => this.read("summaries", id)));
    return found.filter(Boolean);
  }

  /**
   * Read what a page needs when it starts: all summaries, the last played first; the match that its
   * address leads to; all values by name.
   * @param {string} hash the address's part from # on
   * @returns {Promise<{rows: Row[], id: string, text: string | null, values: Record<string, unknown>}>}
   */
  async first(hash) {
    const database = await this.open();
    const transaction = database.transaction(["matches", "summaries", "values"]);
    const values = transaction.objectStore("values");
    const [rows, names, found] = await Promise.all([
      transaction.objectStore("summaries").getAll(),
      values.getAllKeys(),
      values.getAll(),
    ]);
    rows.sort((one, other) => other.played - one.played);
    const isWanted = (/** @type {Row} */ { id, link }) => hash === link || hash === `#/match/${id}`;
    const id = rows.find(isWanted)?.id ?? "";
    const text = id ? await transaction.objectStore("matches").get(id) : null;
    return {
      rows,
      id,
      text: text ?? null,
      values: Object.fromEntries(names.map((name, at) => [name, found[at]])),
    };
  }
}

/**
 * Name the reason why nothing could be kept: there is no room, a newer version of the page has changed
 * the database, or it is not allowed.
 * @param {unknown} error
 * @returns {"full" | "newer" | "blocked"}
 */
export function reasonOf(error) {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError") return "full";
  return name === "VersionError" ? "newer" : "blocked";
}
