// What the database does not have yet, noted at once where a page can.
//
// A browser may drop what a page has asked its database for: when it ends the page's process while one
// transaction waits for another, or has closed the connection without a word, and the page is left
// while it is opened anew. What is noted in localStorage is there after either.

import { allowed } from "../boot/allowed.js";
import { STORES } from "./connection.js";
import { textName } from "./place.js";

/** @typedef {import("./unsaved.js").Change} Change */

// More than this many letters are not noted: they come from a file or a link, which is still there, and
// a browser's five million are for all copies of the site.
const MOST = 500_000;
const PREFIX = textName("unsaved-");

/** @param {Change} change */
function lengthOf([, , value]) {
  const { length = 0, text = "" } = /** @type {{length?: number, text?: string}} */ (value);
  return length + text.length;
}

/**
 * Whether an entry of a note is a change of ours: any page of the same host may write anything there.
 * @param {unknown} entry
 * @returns {entry is Change}
 */
function isChange(entry) {
  if (!Array.isArray(entry) || entry.length !== 3) return false;
  const [store, key, value] = entry;
  const [tab, number] = Array.isArray(key) && key.length === 2 ? key : [key, 0];
  const isKey = typeof tab === "string" && Number.isFinite(number);
  return STORES.includes(store) && isKey && value !== null;
}

/**
 * @param {string | null} text of a note
 * @returns {Change[]} none if it is no note
 */
function changesOf(text) {
  try {
    const entries = JSON.parse(text ?? "");
    return Array.isArray(entries) && entries.every(isChange) ? entries : [];
  } catch {
    return [];
  }
}

/** The notes of all tabs; each writes its own. */
export class Journal {
  #texts;
  #name = PREFIX + Math.random().toString(36).slice(2);

  /** @param {Storage | null} [texts] null where a page may keep nothing */
  constructor(texts = allowed(() => localStorage)) {
    this.#texts = texts;
  }

  /**
   * Note what the database does not have yet, in the place of what was noted before. A deletion is not
   * noted: what is there once more is deleted once more.
   * @param {Change[]} changes
   */
  note(changes) {
    const noted = changes.filter(([, , value]) => value !== null);
    const length = noted.reduce((sum, change) => sum + lengthOf(change), 0);
    try {
      if (noted.length === 0 || length > MOST) this.#texts?.removeItem(this.#name);
      else this.#texts?.setItem(this.#name, JSON.stringify(noted));
    } catch {
      // There is no room, which is told where the database has none, either.
    }
  }

  /**
   * Find what was noted in earlier visits. A tab that is still there may be about to write its own: what
   * is written twice is the same.
   * @returns {{name: string, changes: Change[]}[]}
   */
  left() {
    const names = allowed(() => Object.keys(this.#texts ?? {})) ?? [];
    return names
      .filter((name) => name.startsWith(PREFIX) && name !== this.#name)
      .map((name) => ({ name, changes: this.changes(name) }));
  }

  /**
   * What is in a note by now.
   * @param {string} name
   * @returns {Change[]} none if it is gone
   */
  changes(name) {
    return changesOf(allowed(() => this.#texts?.getItem(name)) ?? null);
  }

  /** @param {string} name of a note whose changes the database has */
  forget(name) {
    allowed(() => this.#texts?.removeItem(name));
  }
}
