// What the database does not have yet.

/**
 * @typedef {[store: string, key: IDBValidKey, value: unknown]} Change the value to put under a key; null
 *   deletes it
 * @typedef {{at: string, group: number, change: Change}} Entry
 */

/** Changes that are kept until the database has them: of those under one key, only the last counts. */
export class Unsaved {
  /** By store and key. @type {Map<string, Entry>} */
  #entries = new Map();
  /** Those that nobody writes yet. @type {Set<Entry>} */
  #waiting = new Set();
  #groups = 0;

  get isEmpty() {
    return this.#entries.size === 0;
  }

  /** Whether there is something that nobody writes yet. */
  get isWaiting() {
    return this.#waiting.size > 0;
  }

  get changes() {
    return [...this.#entries.values()].map(({ change }) => change);
  }

  /**
   * Add changes that belong together.
   * @param {Change[]} changes
   */
  add(changes) {
    this.#groups += 1;
    for (const change of changes) {
      const at = JSON.stringify(change.slice(0, 2));
      const before = this.#entries.get(at);
      if (before) this.#waiting.delete(before);
      const entry = { at, group: this.#groups, change };
      this.#entries.set(at, entry);
      this.#waiting.add(entry);
    }
  }

  /**
   * Add changes of things of which no later change is here.
   * @param {Change[][]} things
   */
  addOlder(things) {
    const isNews = (/** @type {Change} */ change) =>
      !this.#entries.has(JSON.stringify(change.slice(0, 2)));
    for (const changes of things) this.add(changes.filter(isNews));
  }

  /**
   * What is to be under a key once all is written.
   * @param {string} store
   * @param {IDBValidKey} key
   * @returns {unknown} null if it is to be deleted, undefined where nothing is to be written
   */
  last(store, key) {
    return this.#entries.get(JSON.stringify([store, key]))?.change[2];
  }

  /**
   * Whether a change of what is under a key is kept here, and nobody writes it now.
   * @param {string} store
   * @param {IDBValidKey} key
   */
  waits(store, key) {
    const entry = this.#entries.get(JSON.stringify([store, key]));
    return entry !== undefined && this.#waiting.has(entry);
  }

  /**
   * What is to be under a key, while nobody writes it: writing it has failed.
   * @param {string} store
   * @param {IDBValidKey} key
   * @returns {unknown} null if it is to be deleted, undefined where no change waits
   */
  held(store, key) {
    return this.waits(store, key) ? this.last(store, key) : undefined;
  }

  /**
   * Take the changes that nobody writes yet, in the groups in which they were added.
   * @returns {Entry[][]}
   */
  take() {
    /** @type {Map<number, Entry[]>} */
    const groups = new Map();
    for (const entry of this.#waiting) {
      const group = groups.get(entry.group) ?? [];
      groups.set(entry.group, group);
      group.push(entry);
    }
    this.#waiting.clear();
    return [...groups.values()];
  }

  /**
   * The database has these, or it has failed to take them: then they are taken once more.
   * @param {Entry[]} entries
   * @param {boolean} isSaved
   */
  done(entries, isSaved) {
    for (const entry of entries.filter((one) => this.#entries.get(one.at) === one)) {
      if (isSaved) this.#entries.delete(entry.at);
      if (isSaved) this.#waiting.delete(entry);
      else this.#waiting.add(entry);
    }
  }

  /** Have all taken once more, also what somebody writes now: nobody may ever tell whether they did. */
  takeBack() {
    for (const entry of this.#entries.values()) this.#waiting.add(entry);
  }
}

// So many matches and values of a visit are enough: it is for what a person has seen just now.
const MOST_THINGS = 200;

/** What a visit has written last, by what it is of: a match, or a value. */
export class Written {
  /** By the key, the last written last; then by the store. @type {Map<string, Map<string, Change>>} */
  #things = new Map();
  /** Notes of values that are not merged yet, and so in no value: by their key. @type {Map<string, Change>} */
  #notes = new Map();

  /** @param {Change[]} changes */
  add(changes) {
    for (const change of changes) {
      const [store, key, value] = change;
      if (store === "pending") this.#notes.set(JSON.stringify(key), change);
      if (typeof key !== "string") continue;
      const thing = this.#things.get(key) ?? new Map();
      this.#things.delete(key);
      if (value === null) thing.delete(store);
      else thing.set(store, change);
      if (thing.size > 0) this.#things.set(key, thing);
    }
    for (const key of [...this.#things.keys()].slice(0, -MOST_THINGS)) this.#things.delete(key);
  }

  /**
   * @param {string} store
   * @param {IDBValidKey} key
   */
  has(store, key) {
    return typeof key === "string" && this.#things.get(key)?.has(store) === true;
  }

  /** The changes of each thing, which belong together. */
  get things() {
    const notes = [...this.#notes.values()].map((note) => [note]);
    return [...[...this.#things.values()].map((thing) => [...thing.values()]), ...notes];
  }

  /** @param {string[]} keys */
  forget(keys) {
    for (const key of keys) this.#things.delete(key);
  }

  get notes() {
    return [...this.#notes.keys()];
  }

  /** @param {string[]} notes that are merged: their values have what they said */
  merged(notes) {
    for (const note of notes) this.#notes.delete(note);
  }
}
