// Values that several tabs add to: the best runs, the progress with lessons, the puzzle log, what
// people and their bots have made, and the settings.
//
// A tab does not write such a value, but notes what it has made of it, and of what: under a key of its
// own, so that no other tab writes over it, and at once, so that a crash loses nothing. In a
// transaction of its own the note is then merged with whatever the value has become by then. So it
// does not matter which tab writes last, or what a tab that was frozen for hours had known.

import { together } from "./connection.js";
import { ASIDE, textOf } from "./rows.js";

// Their names, those in app/keeping/kinds.py.
export const MERGED = ["runs", "lessons", "puzzles", "bots", "decks", "studies", "series"];
export const SETTINGS = "settings";
const ALL = [...MERGED, SETTINGS];

/**
 * @typedef {{name: string, base: string | null, text: string}} Note what a tab has made of a value; null
 *   if it had not read it
 * @typedef {(name: string, base: string | null, text: string, kept: string) => string} Merge makes one
 *   text of what a tab has made of a value and what others have
 * @typedef {import("./unsaved.js").Change} Change
 */

/**
 * @param {unknown} value
 * @returns {value is Note}
 */
function isNote(value) {
  const { name, base, text } = /** @type {Record<string, unknown>} */ (Object(value));
  const isBase = base === null || typeof base === "string";
  return ALL.includes(/** @type {string} */ (name)) && isBase && typeof text === "string";
}

const AGAIN = `!${Math.random().toString(36).slice(2)}`;

/**
 * Make a note of a value that this visit has written into a database that is lost: by then another tab
 * may have written it, too. Such notes come before those of all tabs, which were made of these values.
 * @param {Change} change
 * @returns {Change} the same, if it is of nothing that is merged
 */
export function noteOf(change) {
  const [store, name, text] = change;
  const at = ALL.indexOf(String(name));
  if (store !== "values" || at < 0) return change;
  // Of settings what others have chosen since counts; of what people have made, nothing is dropped.
  return ["pending", [AGAIN, at], { name, base: name === SETTINGS ? text : null, text }];
}

/**
 * Find what values are with those notes that follow one after another, which nobody has to merge: a
 * page may have gone before its last ones were.
 * @param {Map<string, unknown>} values by name
 * @param {unknown[]} notes
 */
export function ahead(values, notes) {
  const found = new Map(values);
  for (const note of notes) {
    // A value that is not there yet becomes what was noted of it, whatever that was made of.
    const there = found.get(/** @type {any} */ (note)?.name);
    if (isNote(note) && (there === undefined || there === note.base))
      found.set(note.name, note.text);
  }
  return found;
}

/**
 * Merge all notes with their values, in one transaction; see `written` of connection.js.
 * @param {import("idb").IDBPTransaction<unknown, string[], "readwrite">} transaction
 * @param {Merge} merge
 * @returns {Promise<Map<string, string>>} the values by name
 */
export async function folded(transaction, merge) {
  const [values, pending] = ["values", "pending"].map((name) => transaction.objectStore(name));
  const [keys, notes, ...found] = await together([
    () => pending.getAllKeys(),
    () => pending.getAll(),
    ...ALL.map((name) => () => values.get(name)),
  ]);
  /** @type {Array<() => Promise<unknown>>} */
  const asks = [];
  const kept = new Map(ALL.map((name, at) => [name, found[at]]));
  notes.forEach((note, at) => {
    if (!isNote(note)) return;
    const { name, base, text } = note;
    const before = kept.get(name);
    const isRead = typeof before === "string";
    // What is damaged is written over by nothing, either.
    // A tab that knows of the damage has set it aside itself.
    const isDamaged = !isRead && before !== undefined && textOf(before) !== base;
    if (isDamaged) asks.push(() => values.put(before, `${ASIDE}${name}/${Date.now()}`));
    kept.set(name, !isRead || before === base ? text : merge(name, base, text, before));
    asks.push(() => pending.delete(keys[at]));
  });
  ALL.forEach((name, at) => {
    const text = kept.get(name);
    if (text !== found[at]) asks.push(() => values.put(text, name));
  });
  await together(asks);
  return new Map([...kept].filter(([, text]) => typeof text === "string"));
}

/** What one tab knows of the values, and has noted. */
export class Values {
  #tab = Math.random().toString(36).slice(2);
  #notes = 0;
  /** The last note of each value. @type {Map<string, {key: [string, number], base: string | null}>} */
  #last = new Map();
  /** As this tab has read or written them last. @type {Map<string, string>} */
  #known = new Map();

  /** How many notes were made: what is read is of no use once there are more. */
  get notes() {
    return this.#notes;
  }

  /**
   * Take in what was read of values.
   * @param {Iterable<[string, unknown]>} found
   * @returns {Record<string, string>} those that are news
   */
  take(found) {
    /** @type {Record<string, string>} */
    const news = {};
    for (const [name, text] of found) {
      if (!ALL.includes(name) || typeof text !== "string") continue;
      if (this.#known.get(name) !== text) news[name] = text;
      this.#known.set(name, text);
    }
    return news;
  }

  /**
   * Make notes of changes of values. What goes on from a note that nobody could write yet takes its
   * place: where storage is full, each letter of a bot would be one more.
   * @param {Change[]} changes
   * @param {(store: string, key: IDBValidKey) => boolean} isWaiting whether what was to be put under a
   *   key still is, and nobody writes it now
   * @returns {Change[]} what is to be written
   */
  noted(changes, isWaiting = () => false) {
    return changes.map((change) => {
      const [store, name, text] = change;
      if (store !== "values" || typeof text !== "string" || !ALL.includes(String(name))) {
        return change;
      }
      const value = String(name);
      const base = this.#known.get(value) ?? null;
      this.#known.set(value, text);
      this.#notes += 1;
      const last = this.#last.get(value);
      const goesOn = last !== undefined && isWaiting("pending", last.key);
      /** @type {{key: [string, number], base: string | null}} */
      const note = goesOn ? last : { key: [this.#tab, this.#notes], base };
      this.#last.set(value, note);
      return ["pending", note.key, { name, base: note.base, text }];
    });
  }
}
