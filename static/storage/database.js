// The database in which the browser keeps what has been played.

import { openDB } from "../vendor/idb/idb.js";
import { ASIDE, Names, isSound, rowOf, shown, textOf } from "./rows.js";

const NAME = "spieltisch";
const VERSION = 1;
// By the ids of matches: their turns, what lists show of them, what a review found. By name: the rest.
const STORES = ["matches", "summaries", "reviews", "values"];

/**
 * @typedef {[store: string, key: string, value: unknown]} Change the value to put under a key; null
 *   deletes it
 * @typedef {import("./rows.js").Row} Row
 * @typedef {[store: string, key: string, why: "form" | "alone"]} Flaw an entry that is not in the form
 *   that all have, or stands alone where two belong together
 * @typedef {import("idb").IDBPDatabase} Opened
 */

export class Database {
  /** @type {Opened | null} */
  #opened = null;
  /** @type {Promise<Opened> | null} */
  #opening = null;
  #names = new Names();

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
        const at = this.#names.keyOf(key);
        written.push(value === null ? store.delete(at) : store.put(value, at).then(() => {}));
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
    return database.get(store, this.#names.keyOf(key));
  }

  /**
   * Copy a damaged value, whatever it is, to where it stays until a person deletes it, and write what
   * could be read of it in its place; both or none.
   * @param {string} store
   * @param {string} key
   * @param {string} name of the copy
   * @param {string | null} text null leaves the value as it is
   */
  async setAside(store, key, name, text) {
    const database = this.#opened ?? (await this.open());
    const transaction = database.transaction([store, "values"], "readwrite");
    const value = await transaction.objectStore(store).get(key);
    if (value !== undefined) await transaction.objectStore("values").put(value, name);
    if (text !== null) await transaction.objectStore(store).put(text, key);
    await transaction.done;
  }

  /**
   * Read the summaries of some matches.
   * @param {string[]} ids
   * @returns {Promise<Row[]>} of those that are there
   */
  async rows(ids) {
    const found = await Promise.all(ids.map((id) => this.read("summaries", id)));
    const rows = found.map((value, at) => value !== undefined && rowOf(ids[at], value));
    return rows.filter((row) => row !== false);
  }

  /**
   * Read what a page needs when it starts: all summaries, the last played first; the match that its
   * address leads to; all values by name.
   * @param {string} hash the address's part from # on
   * @returns {Promise<{rows: Row[], id: string, text: string | null, values: Record<string, string>}>}
   *   of copies of damaged values, the names alone
   */
  async first(hash) {
    const database = await this.open();
    const transaction = database.transaction(["matches", "summaries", "values"]);
    const [summaries, values] = ["summaries", "values"].map((one) => transaction.objectStore(one));
    const [ids, kept, names, found] = await Promise.all([
      summaries.getAllKeys(),
      summaries.getAll(),
      values.getAllKeys(),
      values.getAll(),
    ]);
    const rows = ids.map((key, at) => rowOf(this.#names.nameOf(key), kept[at]));
    rows.sort((one, other) => other.played - one.played);
    const isWanted = (/** @type {Row} */ { id, link }) => hash === link || hash === `#/match/${id}`;
    const id = rows.find(isWanted)?.id ?? "";
    const text = id ? await transaction.objectStore("matches").get(id) : undefined;
    const told = (/** @type {string} */ name, /** @type {unknown} */ value) =>
      [name, name.startsWith(ASIDE) ? "" : textOf(value)];
    return {
      rows,
      id,
      text: text === undefined ? null : textOf(text),
      values: Object.fromEntries(
        names.flatMap((name, at) => (typeof name === "string" ? [told(name, found[at])] : [])),
      ),
    };
  }

  /**
   * Look for entries that nothing leads to: matches without summaries, and summaries and reviews
   * without matches.
   * @param {boolean} isDeep whether the form of every entry is looked at as well
   * @returns {Promise<Flaw[]>}
   */
  async survey(isDeep) {
    const database = this.#opened ?? (await this.open());
    const transaction = database.transaction(["matches", "summaries", "reviews"]);
    const [matches, summaries, reviews] = await Promise.all(
      ["matches", "summaries", "reviews"].map((one) => transaction.objectStore(one).getAllKeys()),
    );
    /** @type {Flaw[]} */
    const flaws = [];
    const add = (/** @type {string} */ store, /** @type {IDBValidKey} */ key, /** @type {Flaw[2]} */ why) =>
      flaws.push([store, this.#names.nameOf(key), why]);
    const [played, listed] = [new Set(matches), new Set(summaries)];
    for (const key of matches) if (!listed.has(key)) add("matches", key, "alone");
    for (const key of summaries) if (!played.has(key)) add("summaries", key, "alone");
    for (const key of reviews) if (!played.has(key)) add("reviews", key, "alone");
    for (const store of isDeep ? ["matches", "reviews"] : []) {
      let cursor = await transaction.objectStore(store).openCursor();
      for (; cursor; cursor = await cursor.continue()) {
        if (!isSound(cursor.value)) add(store, cursor.key, "form");
      }
    }
    return flaws;
  }

  /**
   * Show entries, whatever they are, as texts for a file.
   * @param {[store: string, key: string][]} places
   * @returns {Promise<string[]>}
   */
  shown(places) {
    return Promise.all(places.map(async (place) => shown(await this.read(...place))));
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
