// Python's access to the database, which is read while Python is still being loaded.

import { allowed } from "../boot/allowed.js";
import { Claim } from "./claim.js";
import { Database, reasonOf } from "./database.js";
import { isNews } from "./news.js";
import { textOf } from "./rows.js";

// A start does not wait longer for the database; what is read later, Python is told then.
const LIMIT_MS = 3_000;
/** @typedef {import("./database.js").Row} Row */
/** @typedef {Awaited<ReturnType<Database["first"]>>} Found */

const database = new Database();
const tabs = allowed(() => new BroadcastChannel("spieltisch"));
const locks = allowed(() => navigator.locks);
const tellNothing = (/** @type {any[]} */ ..._) => {};
let tellChange = /** @type {(change: string) => void} */ (tellNothing);
let tellLate = /** @type {(found: string) => void} */ (tellNothing);
let tellTrouble = /** @type {(reason: string, ids?: string) => void} */ (tellNothing);
let tellLock = /** @type {(id: string, isOurs: boolean) => void} */ (tellNothing);
/** @type {Claim | null} */
let claimed = null;
/**
 * The summaries that Python does not know yet, by id: it would take seconds to read thousands.
 * @type {Map<string, string>}
 */
const unread = new Map();

/** @param {Row[]} rows */
const pairs = (rows) => ({ ids: rows.map(({ id }) => id), kept: rows.map(({ text }) => text) });

/** @type {(rows: Row[], gone: string[]) => void} */
const toldOf = (rows, gone) => {
  tellChange(JSON.stringify({ ...pairs(rows), gone }));
};

/** @param {Found} found */
function take({ rows, id, text, values }) {
  if (tellLate !== tellNothing) {
    tellLate(JSON.stringify({ ...pairs(rows), values }));
    return;
  }
  for (const row of rows) unread.set(row.id, row.text);
  Object.assign(kept, { first_id: id, first_text: text, values: JSON.stringify(values) });
}

/** @param {string} id */
function taken(id) {
  const text = unread.get(id);
  unread.delete(id);
  return text;
}

export const kept = {
  /** The match that the address leads to, and all values. */
  first_id: "",
  first_text: /** @type {string | null} */ (null),
  values: "{}",

  /**
   * Be told of changes that other tabs have made, of what is read late, of writes that failed, and
   * of the lock.
   * @param {typeof tellChange} onChange
   * @param {typeof tellLate} onLate
   * @param {typeof tellTrouble} onTrouble
   * @param {typeof tellLock} onLock
   */
  listen(onChange, onLate, onTrouble, onLock) {
    [tellChange, tellLate, tellTrouble, tellLock] = [onChange, onLate, onTrouble, onLock];
  },

  /**
   * Take some summaries that were not taken yet, of the matches that were played last.
   * @param {number} count
   * @returns {string} their ids and texts, as JSON
   */
  next_summaries(count) {
    const ids = [...unread.keys()].slice(0, count);
    return JSON.stringify({ ids, kept: ids.map(taken) });
  },

  /**
   * Take the summary of a match.
   * @param {string} id
   * @returns {string | null} null if it was taken already, or there is none
   */
  summary: (id) => taken(id) ?? null,

  /**
   * Write changes, all of them or none; see Database.write.
   * @param {string} text the changes as JSON
   */
  async write(text) {
    /** @type {import("./database.js").Change[]} */
    const changes = JSON.parse(text);
    const summaries = changes.filter(([store]) => store === "summaries");
    const ids = (/** @type {boolean} */ isGone) =>
      summaries.filter(([, , value]) => (value === null) === isGone).map(([, id]) => id);
    for (const [, id] of summaries) unread.delete(id);
    try {
      await database.write(changes);
    } catch (error) {
      tellTrouble(reasonOf(error), JSON.stringify(ids(false)));
      return;
    }
    if (summaries.length > 0) tabs?.postMessage({ changed: ids(false), gone: ids(true) });
  },

  /**
   * Read the value under a key, after all earlier writes.
   * @param {string} store
   * @param {string} key
   * @param {(text: string | null) => void} done
   */
  async read(store, key, done) {
    const given = (/** @type {unknown} */ value) => (value === undefined ? null : textOf(value));
    done(await database.read(store, key).then(given, () => null));
  },

  /**
   * Copy a damaged value to where it stays; see Database.setAside.
   * @param {string} store
   * @param {string} key
   * @param {string} name
   * @param {string | null} text
   */
  async set_aside(store, key, name, text) {
    await database
      .setAside(store, key, name, text)
      .catch((error) => tellTrouble(reasonOf(error)));
  },

  /**
   * Look for entries that nothing leads to; see Database.survey.
   * @param {boolean} isDeep
   * @param {(flaws: string) => void} done
   */
  async survey(isDeep, done) {
    done(JSON.stringify(await database.survey(isDeep).catch(() => [])));
  },

  /**
   * Show entries as texts for a file; see Database.shown.
   * @param {string} places as JSON
   * @param {(texts: string) => void} done
   */
  async shown(places, done) {
    done(JSON.stringify(await database.shown(JSON.parse(places)).catch(() => [])));
  },

  /**
   * Claim the match on the table, and leave the one that was claimed before.
   * @param {string} id empty if there is none
   */
  claim(id) {
    claimed?.leave();
    const canLock = id && locks;
    const tell = (/** @type {boolean} */ isOurs) => tellLock(id, isOurs);
    claimed = canLock ? new Claim(`spieltisch-match-${id}`, tell) : null;
  },

  /** Take the match on the table from the tab that plays it. */
  take: () => claimed?.take(),
};

const reading = database.first(location.hash).then(take, () => {});

tabs?.addEventListener("message", async ({ data }) => {
  if (!isNews(data)) return;
  const { changed, gone } = data;
  // Apply the change after what is read at the start, which is older.
  await reading;
  const rows = await database.rows(changed).catch(() => []);
  for (const id of [...changed, ...gone]) {
    unread.delete(id);
    if (id === kept.first_id) kept.first_id = "";
  }
  if (tellChange !== tellNothing) toldOf(rows, gone);
  else for (const { id, text } of rows) unread.set(id, text);
});

/** Fulfilled once the database has been read, or has taken too long. */
export const ready = Promise.race([reading, new Promise((resolve) => setTimeout(resolve, LIMIT_MS))]);
