// The database in which the browser keeps what has been played.

import { found, isLoss, nameOf, together, written } from "./connection.js";
import { Journal } from "./journal.js";
import { ASIDE, Names, isSound, rowOf, shown, textOf } from "./rows.js";
import { Unsaved, Written } from "./unsaved.js";
import { ahead, folded, noteOf } from "./values.js";

/**
 * @typedef {import("./connection.js").Opened} Opened
 * @typedef {import("./unsaved.js").Change} Change
 * @typedef {import("./rows.js").Row} Row
 * @typedef {import("idb").IDBPTransaction<unknown, string[], "readonly">} Reading
 * @typedef {[store: string, key: string, why: "form" | "alone"]} Flaw an entry that is not in the form
 *   that all have, or stands alone where two belong together
 */

// Chromium writes into one file of a log until some 4 MB are there, and then begins another.
const [RENEWING_ROWS, RENEWING_LETTERS] = [100, 50_000];

export class Database {
  #connection;
  #journal;
  #unsaved = new Unsaved();
  #written = new Written();
  /** What writes now. @type {Set<symbol>} */
  #underWay = new Set();
  #isFlushed = true;
  // Whether a record may be cut in the browser's own file: writing has failed, and none began since.
  #mayBeCut = false;
  #names = new Names();
  /**
   * Of each reading that is under way, the keys of what was changed here since it began.
   * @type {Set<Set<IDBValidKey>>}
   */
  #readings = new Set();

  /**
   * @param {import("./connection.js").Connection} connection
   * @param {Journal} [journal] by default one that keeps nothing
   */
  constructor(connection, journal = new Journal(null)) {
    this.#connection = connection;
    this.#journal = journal;
  }

  /** Is told what the database has taken, as soon as it has, whatever else it was asked for. */
  onWritten = (/** @type {Change[]} */ _) => {};
  /** Is called once there is more to be written than anybody has asked for. */
  onMore = () => {};

  /** Whether all that was written is in the database. */
  get isSaved() {
    return this.#unsaved.isEmpty;
  }

  /** Whether something is to be written that nobody writes now. */
  get isWaiting() {
    return this.#unsaved.isWaiting;
  }

  /**
   * Whether a change is still to be written, and is not being written now.
   * @param {string} store
   * @param {IDBValidKey} key
   */
  waits(store, key) {
    return this.#unsaved.waits(store, key);
  }

  /** Whether the database could be opened in this visit. */
  get wasOpen() {
    return this.#connection.wasOpen;
  }

  /**
   * Write changes, all of them or none, after those of earlier calls. When this returns, before the
   * promise is fulfilled, they are noted, and if the database is open, it was asked for them: the page
   * may close at any moment. If it throws, they are kept, and written with the next ones.
   * @param {Change[]} changes
   * @returns {Promise<Change[]>} all that has been written by this call
   */
  write(changes) {
    for (const changed of this.#readings) for (const [, key] of changes) changed.add(key);
    this.#unsaved.add(changes);
    this.#journal.note(this.#unsaved.changes);
    return this.save();
  }

  /**
   * Write what earlier visits have noted and the database does not have. Of matches that were played on
   * since, what is older is dropped.
   * @returns {Promise<Change[]>} what was written
   */
  async restore() {
    const restored = [];
    for (const { name, changes } of this.#journal.left()) {
      this.#mayBeCut = true;
      restored.push(...(await this.#restored(name, changes)));
      this.#journal.forget(name);
    }
    return restored;
  }

  /**
   * @param {string} name of a note
   * @param {Change[]} found in it
   */
  #restored(name, found) {
    const stores = [...new Set(["summaries", ...found.map(([store]) => store)])];
    return this.#lasting((database) =>
      this.#inOne(database, stores, async (transaction) => {
        // The tab that has noted it may be there, and have written something else since; and what was
        // written here, nobody has to bring back.
        await transaction.objectStore("summaries").count();
        const changes = this.#journal
          .changes(name)
          .filter(([store, key]) => stores.includes(store) && !this.#isWritten(store, key));
        const noted = changes.filter(([store]) => store === "summaries");
        const there = await together(
          noted.map(
            ([store, key]) =>
              () =>
                transaction.objectStore(store).get(key),
          ),
        );
        const isOlder = (/** @type {Change} */ [, , row], /** @type {number} */ at) =>
          rowOf("", row).played < rowOf("", there[at]).played;
        const older = new Set(noted.filter(isOlder).map(([, key]) => key));
        const left = changes.filter(([store, key]) => store === "names" || !older.has(key));
        await together(
          left.map(
            ([store, key, value]) =>
              () =>
                transaction.objectStore(store).put(value, key),
          ),
        );
        return left;
      }),
    );
  }

  /**
   * Whether this visit has written something, or is to.
   * @param {string} store
   * @param {IDBValidKey} key
   */
  #isWritten(store, key) {
    return this.#unsaved.last(store, key) !== undefined || this.#written.has(store, key);
  }

  /**
   * Ask no more for what is under way, of which the browser may never tell: it is written once more, by
   * another connection. Who writes twice writes the same.
   * @returns {boolean} whether there was a connection: one that is still being opened can only be waited
   *   for
   */
  startOver() {
    if (this.#connection.current === null) return false;
    this.#connection.drop();
    this.#underWay.clear();
    this.#isFlushed = true;
    this.#unsaved.takeBack();
    return true;
  }

  /** @param {string[]} ids of matches that others have deleted: they are not written once more */
  forget(ids) {
    this.#written.forget(ids);
  }

  /**
   * Write what the database does not have yet.
   * @returns {Promise<Change[]>} what was written
   */
  save() {
    return this.#lasting((database) => this.#save(database));
  }

  /** @param {Opened} database */
  async #save(database) {
    const groups = this.#unsaved.take();
    const writing = groups.map(async (entries) => {
      const changes = entries.map(({ change }) => change);
      let isSaved = false;
      try {
        await this.#put(database, changes);
        isSaved = true;
        this.#written.add(changes);
      } finally {
        this.#unsaved.done(entries, isSaved);
        this.#journal.note(this.#unsaved.changes);
      }
      this.onWritten(changes);
      return changes;
    });
    await Promise.allSettled(writing);
    return (await Promise.all(writing)).flat();
  }

  /**
   * @param {Opened} database
   * @param {Change[]} changes
   */
  async #put(database, changes) {
    const stores = [...new Set(changes.map(([store]) => store))];
    // On the disk, so that nothing is lost with the whole browser. Of many changes in a row, as of an
    // import, those in between need not be: `#flush` puts them there.
    const durability = this.#underWay.size > 0 ? "relaxed" : "strict";
    const work = (
      /** @type {import("idb").IDBPTransaction<unknown, string[], "readwrite">} */ transaction,
    ) => {
      const asked = together(
        changes.map(([name, key, value]) => () => {
          const store = transaction.objectStore(name);
          const at = typeof key === "string" ? this.#names.keyOf(key) : key;
          return value === null ? store.delete(at) : store.put(value, at);
        }),
      );
      asked.catch(() => {});
      transaction.commit();
      return asked;
    };
    this.#isFlushed = durability === "strict";
    const token = Symbol();
    this.#underWay.add(token);
    try {
      await this.#inOne(database, stores, work, { durability });
    } finally {
      this.#underWay.delete(token);
      if (this.#underWay.size === 0 && !this.#isFlushed) this.#flush(database);
    }
  }

  /**
   * Write something, all of it or nothing.
   * @template Result
   * @param {Opened} database
   * @param {string[]} stores
   * @param {(transaction: import("idb").IDBPTransaction<unknown, string[], "readwrite">) => Promise<Result>} work
   * @param {IDBTransactionOptions} [options]
   * @returns {Promise<Result>}
   */
  async #inOne(database, stores, work, options) {
    try {
      const result = await written(database, stores, work, options);
      if (this.#mayBeCut) this.#renew(database);
      return result;
    } catch (error) {
      this.#mayBeCut = true;
      throw error;
    }
  }

  /**
   * Have the browser begin a new file. Where a disk was full in the middle of a record, Chromium goes on
   * behind it, finds the file damaged at its next start, and begins an empty database.
   * @param {Opened} database
   */
  #renew(database) {
    this.#mayBeCut = false;
    const text = "x".repeat(RENEWING_LETTERS);
    const keys = Array.from({ length: RENEWING_ROWS }, (_, at) => ["", at]);
    // In one transaction, so that nobody ever finds them.
    written(database, ["pending"], async (transaction) => {
      const store = transaction.objectStore("pending");
      await together(keys.flatMap((key) => [() => store.put(text, key), () => store.delete(key)]));
    }).catch(() => {
      this.#mayBeCut = true;
    });
  }

  /** @param {Opened} database */
  #flush(database) {
    this.#isFlushed = true;
    const nothing = ["", 0];
    this.#put(database, [
      ["pending", nothing, 0],
      ["pending", nothing, null],
    ]).catch(() => {});
  }

  /**
   * Do something with the database; if its connection turns out to be lost, once more with another.
   * @template Result
   * @param {(database: Opened) => Promise<Result>} work
   * @returns {Promise<Result>}
   */
  async #lasting(work) {
    const had = this.#connection.current;
    if (!had) return work(await this.#open());
    try {
      return await work(had);
    } catch (error) {
      if (!isLoss(error)) throw error;
      this.#connection.drop(had);
    }
    return work(await this.#open());
  }

  /**
   * Open the database. Chromium begins an empty one in the place of one whose file it finds damaged, as
   * it may be where a disk was full: what this visit has written waits then to be written once more. It
   * is not written here, where nobody would hear of it: not that it failed, nor that a note is to be
   * merged.
   */
  async #open() {
    const database = await this.#connection.open();
    if (this.#connection.isEmptied) {
      this.#connection.isEmptied = false;
      this.#unsaved.addOlder(this.#written.things.map((thing) => thing.map(noteOf)));
      this.#journal.note(this.#unsaved.changes);
      this.onMore();
    }
    return database;
  }

  /**
   * Read the value under a key.
   * @param {string} store
   * @param {string} key
   * @returns {Promise<any>} undefined if there is none
   */
  read(store, key) {
    const at = this.#names.keyOf(key);
    return this.#lasting((database) =>
      found(database, [store], (transaction) => transaction.objectStore(store).get(at)),
    );
  }

  /**
   * Read a match. One that could not be written is here, and nowhere else.
   * @param {string} id
   * @returns {Promise<any>} undefined if there is none
   */
  async match(id) {
    const held = this.#unsaved.held("matches", id);
    return held === undefined ? this.read("matches", id) : (held ?? undefined);
  }

  /**
   * Move a damaged value, whatever it is, to where it stays until a person deletes it.
   * @param {string} store
   * @param {string} key
   * @param {string} name of its new place among the values
   */
  setAside(store, key, name) {
    return this.#lasting((database) =>
      this.#inOne(database, [store, "values"], async (transaction) => {
        const [from, values] = [store, "values"].map((one) => transaction.objectStore(one));
        const at = this.#names.keyOf(key);
        const value = await from.get(at);
        if (value !== undefined)
          await together([() => values.put(value, name), () => from.delete(at)]);
      }),
    );
  }

  /**
   * Read the summaries of some matches, as they are once they are told.
   * @param {string[]} ids
   * @returns {Promise<Row[]>} of those that are there
   */
  async rows(ids) {
    const reading = Promise.all(ids.map((id) => this.#row(id)));
    return this.#anew(...(await this.#watched(reading.then((found) => found.flat()))), ids);
  }

  /** @param {string} id */
  async #row(id) {
    const stores = ["summaries", "names"];
    const read = await together(stores.map((store) => () => this.read(store, id)));
    // What could not be written yet is here, and nowhere else.
    const [row, name] = stores.map((store, at) => {
      const ours = this.#unsaved.last(store, id);
      return ours === undefined ? read[at] : (ours ?? undefined);
    });
    return row === undefined ? [] : [named(rowOf(id, row), name)];
  }

  /**
   * Read something, and watch what is changed here meanwhile.
   * @template Result
   * @param {Promise<Result>} reading
   * @returns {Promise<[found: Result, changed: Set<IDBValidKey>]>}
   */
  async #watched(reading) {
    /** @type {Set<IDBValidKey>} */
    const changed = new Set();
    this.#readings.add(changed);
    try {
      return [await reading, changed];
    } finally {
      this.#readings.delete(changed);
    }
  }

  /**
   * Read those rows once more that were changed here while they were read: else a page which has
   * given a match a name would be told of the one before.
   * @param {Row[]} rows
   * @param {Set<IDBValidKey>} changed
   * @param {string[]} [ids] all that were read
   * @returns {Promise<Row[]>}
   */
  async #anew(rows, changed, ids = rows.map(({ id }) => id)) {
    const again = ids.filter((id) => changed.has(id));
    if (again.length === 0) return rows;
    return [...rows.filter(({ id }) => !changed.has(id)), ...(await this.rows(again))];
  }

  /**
   * Bring together what tabs have written of the values and the values themselves; see values.js.
   * @param {import("./values.js").Merge} merge
   * @returns {Promise<Map<string, string>>} the values by name, as they are now
   */
  async fold(merge) {
    return this.#lasting(async (database) => {
      const { notes } = this.#written;
      const stores = ["values", "pending"];
      const found = await this.#inOne(database, stores, (one) => folded(one, merge));
      this.#written.add([...found].map(([name, text]) => ["values", name, text]));
      this.#written.merged(notes);
      return found;
    });
  }

  /**
   * Read what a page needs when it starts: all summaries, the last played first; the match that its
   * address leads to; all values by name.
   * @param {string} hash the address's part from # on
   * @returns {Promise<{rows: Row[], id: string, text: string | null, values: Record<string, string>}>}
   *   of copies of damaged values, the names alone
   */
  async first(hash) {
    const stores = ["matches", "summaries", "names", "values", "pending"];
    const reading = this.#lasting((database) =>
      found(database, stores, (transaction) => this.#first(transaction, hash)),
    );
    const [read, changed] = await this.#watched(reading);
    return { ...read, rows: await this.#anew(read.rows, changed) };
  }

  /**
   * @param {Reading} transaction
   * @param {string} hash
   */
  async #first(transaction, hash) {
    const [summaries, names, values, pending] = ["summaries", "names", "values", "pending"].map(
      (one) => transaction.objectStore(one),
    );
    const [ids, kept, namedIds, given, keys, found, notes] = await together([
      () => summaries.getAllKeys(),
      () => summaries.getAll(),
      () => names.getAllKeys(),
      () => names.getAll(),
      () => values.getAllKeys(),
      () => values.getAll(),
      () => pending.getAll(),
    ]);
    const nameOfMatch = new Map(namedIds.map((id, at) => [id, given[at]]));
    const rows = ids.map((key, at) =>
      named(rowOf(this.#names.nameOf(key), kept[at]), nameOfMatch.get(key)),
    );
    rows.sort((one, other) => other.played - one.played);
    const isWanted = (/** @type {Row} */ { id, link }) => hash === link || hash === `#/match/${id}`;
    const id = rows.find(isWanted)?.id ?? "";
    const text = id ? await transaction.objectStore("matches").get(id) : undefined;
    /** @type {Map<string, unknown>} */
    const byName = new Map(
      keys.flatMap((name, at) => (typeof name === "string" ? [[name, found[at]]] : [])),
    );
    const told = (/** @type {[string, unknown]} */ [name, value]) => [
      name,
      name.startsWith(ASIDE) ? "" : textOf(value),
    ];
    return {
      rows,
      id,
      text: text === undefined ? null : textOf(text),
      values: Object.fromEntries([...ahead(byName, notes)].map(told)),
    };
  }

  /**
   * Look for entries that nothing leads to: matches without summaries, and summaries and reviews
   * without matches.
   * @param {boolean} isDeep whether the form of every entry is looked at as well
   * @returns {Promise<Flaw[]>}
   */
  survey(isDeep) {
    const stores = ["matches", "summaries", "reviews"];
    return this.#lasting((database) =>
      found(database, stores, (transaction) => this.#survey(transaction, isDeep)),
    );
  }

  /**
   * @param {Reading} transaction
   * @param {boolean} isDeep
   */
  async #survey(transaction, isDeep) {
    const [matches, summaries, reviews] = await together(
      ["matches", "summaries", "reviews"].map(
        (one) => () => transaction.objectStore(one).getAllKeys(),
      ),
    );
    /** @type {Flaw[]} */
    const flaws = [];
    const add = (
      /** @type {string} */ store,
      /** @type {IDBValidKey} */ key,
      /** @type {Flaw[2]} */ why,
    ) => flaws.push([store, this.#names.nameOf(key), why]);
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
 * Name the reason why something could not be read or written: there is no room, a newer version of the
 * page has changed the database, it is not allowed, or the browser has lost it for now.
 * @param {unknown} error
 * @param {boolean} wasOpen whether the database could be opened in this visit
 * @param {boolean} [mayKeep] whether the page may keep anything: where a person has blocked all data of
 *   sites, Chromium calls it an unknown error that the database cannot be opened
 * @returns {"full" | "newer" | "blocked" | "lost"}
 */
export function reasonOf(error, wasOpen, mayKeep = true) {
  const name = nameOf(error);
  if (name === "QuotaExceededError") return "full";
  if (name === "VersionError") return "newer";
  const isRefusal = !mayKeep || ["", "SecurityError", "InvalidStateError"].includes(name);
  return !wasOpen && isRefusal ? "blocked" : "lost";
}

/**
 * Give a summary the name that the match was given: that is written apart from the rest, so that a
 * tab may name a match while another one plays it.
 * @param {Row} row
 * @param {unknown} name undefined if it was given none since
 * @returns {Row}
 */
function named(row, name) {
  if (typeof name !== "string") return row;
  try {
    const fields = JSON.parse(row.text);
    if (typeof fields?.name !== "string") return row;
    return { ...row, text: JSON.stringify({ ...fields, name }) };
  } catch {
    return row;
  }
}
