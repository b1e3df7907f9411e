// Python's access to the database, which is read while Python is still being loaded.

import { allowed } from "../boot/allowed.js";
import { Claim } from "./claim.js";
import { Connection } from "./connection.js";
import { Database, reasonOf } from "./database.js";
import { Journal } from "./journal.js";
import { isNews, newsOf } from "./news.js";
import { nameOf, place, textName } from "./place.js";
import { textOf } from "./rows.js";
import { SETTINGS, Values } from "./values.js";

// A start does not wait longer for the database; what is read later, Python is told then.
const LIMIT_MS = 3_000;
// After this time a person is told that it does not answer.
const SILENT_MS = 10_000;
// A browser that has not written something after this time may never do so, nor say why.
const [HUNG_MS, LOOK_MS] = [30_000, 2_000];
// As long as it is silent from the start, what it refuses is told within this time.
const AT_HAND_MS = 1_000;
// What has failed is tried again after a while, at first after a shorter one. Trying costs little, and
// whoever leaves the page before it succeeds loses what was not written.
const PAUSES_MS = [250, 500, 1_000, 2_000];
/** @typedef {import("./database.js").Row} Row */
/** @typedef {Awaited<ReturnType<Database["first"]>>} Found */

const database = new Database(new Connection(place), new Journal());
const values = new Values();
const tabs = allowed(() => new BroadcastChannel(place));
const locks = allowed(() => navigator.locks);
const tellNothing = (/** @type {any[]} */ ..._) => {};
let tellChange = /** @type {(change: string) => void} */ (tellNothing);
let tellLate = /** @type {(found: string) => void} */ (tellNothing);
let tellTrouble = /** @type {(reason: string, ids?: string) => void} */ (tellNothing);
let tellLock = /** @type {(id: string, isOurs: boolean) => void} */ (tellNothing);
let tellValues = /** @type {(values: string) => void} */ (tellNothing);
/** @type {import("./values.js").Merge | null} */
let merge = null;
/**
 * This tab's claims, by the match.
 * @type {Map<string, Claim>}
 */
const claimed = new Map();
/**
 * The summaries that Python does not know yet, by id: it would take seconds to read thousands.
 * @type {Map<string, string>}
 */
const unread = new Map();

// ---------------------------------------------------------------------- trouble

let isRead = false;
let trouble = "";
let failures = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let retrying;

/**
 * @param {unknown} error
 * @param {string[]} [ids] of the matches that could not be written
 */
function failed(error, ids = []) {
  const mayKeep = allowed(() => localStorage) !== null;
  const reason = reasonOf(error, database.wasOpen, mayKeep);
  trouble = reason === "lost" && !isRead ? "unread" : reason;
  tellTrouble(trouble, JSON.stringify(ids));
  watch();
  failures += 1;
}

/** Have it tried again after a while. */
function watch() {
  // Another version stays what it is until the page is loaded anew.
  if (trouble === "newer" || retrying !== undefined) return;
  retrying = setTimeout(tryAgain, PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]);
}
database.onMore = watch;

/** All that was to be read and written is, unless something else has failed. */
function succeeded() {
  if (!isRead || !database.isSaved) return;
  failures = 0;
  if (trouble === "") return;
  trouble = "";
  tellTrouble("");
}

async function tryAgain() {
  clearTimeout(retrying);
  retrying = undefined;
  await patiently(bring(again()));
}

async function again() {
  if (!isRead) await readFirst();
  await database.save();
}

/**
 * Bring all to where it belongs. Whoever was the last to come to an end, in whatever way, sees to it
 * that what is left is tried again: several may be at it, and each finds that the others have it.
 * @param {Promise<unknown>} saving
 * @param {string[]} [ids] of the matches that it is about
 */
async function bring(saving, ids) {
  try {
    await saving;
    await fold();
    succeeded();
  } catch (error) {
    failed(error, ids);
  }
  if (database.isWaiting || (isOwed && merge !== null)) watch();
}

// Whether there are notes that are not merged yet: that waits for all other writing.
let isOwed = false;

/** @param {import("./unsaved.js").Change[]} written */
function told(written) {
  isOwed ||= written.some(([store]) => store === "pending");
  const news = newsOf(written);
  if (news) tabs?.postMessage(news);
}
database.onWritten = told;

/** Merge what was noted of values, here or by a tab that is gone, and take over what has come of it. */
async function fold() {
  if (merge === null || !isOwed || !database.isSaved) return;
  const { notes } = values;
  isOwed = false;
  const found = await database.fold(merge).catch((error) => {
    isOwed = true;
    throw error;
  });
  // What was noted meanwhile is merged in its turn.
  if (values.notes !== notes) return;
  const news = values.take(found);
  if (Object.keys(news).length > 0) tellValues(JSON.stringify(news));
}

// What is chosen before the database is read, if it is, was chosen beside what the page began with.
const begun = allowed(() => localStorage.getItem(textName(SETTINGS)));
if (begun !== null) values.take([[SETTINGS, begun]]);

let writing = Promise.resolve();

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Merge what somebody else may have noted. */
function foldAll() {
  isOwed = true;
  if (isRead) bring(Promise.resolve());
}

let startedOver = -HUNG_MS;

/**
 * Wait for writing, but not for a browser that never answers: then a person is told, until it does, and
 * it is asked once more.
 * @param {Promise<void>} work
 */
async function patiently(work) {
  let isOver = false;
  const hung = async () => {
    // While a device sleeps, no time passes.
    for (let waited = 0; waited < HUNG_MS && !isOver; waited += LOOK_MS) await pause(LOOK_MS);
  };
  await Promise.race([work.then(() => (isOver = true)), hung()]);
  if (isOver) return;
  if (trouble === "") silence();
  // Once for all that were asked for at about that time.
  if (performance.now() - startedOver < HUNG_MS || !database.startOver()) return;
  startedOver = performance.now();
  // Merging may be what it does not tell of.
  isOwed = true;
  watch();
}

/** The browser does not answer. */
function silence() {
  trouble = isRead ? "lost" : "unread";
  tellTrouble(trouble);
}

/** All that was to be written is, or it was told why not, as far as can be waited for. */
async function settled() {
  await known;
  await (trouble === "unread" ? Promise.race([writing, pause(AT_HAND_MS)]) : writing);
}

// ---------------------------------------------------------------------- reading

/** @param {Row[]} rows */
const pairs = (rows) => ({ ids: rows.map(({ id }) => id), kept: rows.map(({ text }) => text) });

/** @type {(rows: Row[], gone: string[]) => void} */
const toldOf = (rows, gone) => {
  tellChange(JSON.stringify({ ...pairs(rows), gone }));
};

async function readFirst() {
  // What cannot be restored now stays noted.
  await database.restore().then(told, () => {});
  const found = await database.first(location.hash);
  isRead = true;
  if (tellLate === tellNothing) take(found);
  else tellLate(JSON.stringify({ ...pairs(found.rows), values: late(found) }));
  succeeded();
}

/** @param {Found} found */
function take(found) {
  const { rows, id, text } = found;
  values.take(Object.entries(found.values));
  for (const row of rows) unread.set(row.id, row.text);
  Object.assign(kept, { first_id: id, first_text: text, values: JSON.stringify(found.values) });
}

/**
 * What Python is to take in of values that come late. Of what it has written itself it is told once
 * that is merged.
 * @param {Found} found
 */
function late(found) {
  if (values.notes > 0) return {};
  values.take(Object.entries(found.values));
  return found.values;
}

/**
 * @param {Promise<unknown>} reading
 * @param {(text: string | null) => void} done is told what was read; null if there is nothing
 */
async function answer(reading, done) {
  let text = null;
  try {
    const value = await reading;
    if (value !== undefined) text = textOf(value);
  } catch (error) {
    failed(error);
  }
  // Not above: what goes wrong with the answer is no failure of the database, and it is told once.
  done(text);
}

/** @param {string} id */
function taken(id) {
  const text = unread.get(id);
  unread.delete(id);
  return text;
}

export const kept = {
  /** What this copy of the site calls what it has; see place.js. */
  name_of: (/** @type {string} */ what) => nameOf(what),
  text_name: (/** @type {string} */ what) => textName(what),

  /** The match that the address leads to, and all values. */
  first_id: "",
  first_text: /** @type {string | null} */ (null),
  values: "{}",

  /**
   * Be told of changes that other tabs have made, of what is read late, of what cannot be read or
   * written (empty once it is), of the lock, and of values that others have changed.
   * @param {typeof tellChange} onChange
   * @param {typeof tellLate} onLate
   * @param {typeof tellTrouble} onTrouble
   * @param {typeof tellLock} onLock
   * @param {typeof tellValues} onValues
   * @param {import("./values.js").Merge} merges
   */
  listen(onChange, onLate, onTrouble, onLock, onValues, merges) {
    [tellChange, tellLate, tellTrouble, tellLock] = [onChange, onLate, onTrouble, onLock];
    [tellValues, merge] = [onValues, merges];
    // That nothing can be kept is told once there is something to keep.
    if (!["", "blocked", "newer"].includes(trouble)) tellTrouble(trouble);
    foldAll();
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

  /** Whether what is kept was read, or cannot be. */
  is_known: () => isKnown,

  /** Whether there is more than this page has been given so far, or may be. */
  is_unread: () => !isRead && trouble !== "blocked",

  /** @param {() => void} done is told once it is known */
  when_known: (done) => void known.then(() => done()),

  /** Whether there are summaries that were not taken yet. */
  has_more: () => unread.size > 0,

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
  write(text) {
    const changes = values.noted(JSON.parse(text), (store, key) => database.waits(store, key));
    for (const [store, id] of changes) if (store === "summaries") unread.delete(String(id));
    const work = bring(database.write(changes), newsOf(changes)?.changed);
    writing = Promise.all([writing, patiently(work)]).then(() => {});
  },

  /**
   * @param {() => void} done is told that all earlier writes have succeeded or failed
   */
  when_written: (done) => void settled().then(() => done()),

  /**
   * Read the value under a key, after all earlier writes.
   * @param {string} store
   * @param {string} key
   * @param {(text: string | null) => void} done
   */
  async read(store, key, done) {
    // What was noted of a value is there once it is merged.
    if (store === "values") await writing;
    await answer(database.read(store, key), done);
  },

  /**
   * Read a match, also one that could not be written yet.
   * @param {string} id
   * @param {(text: string | null) => void} done
   */
  read_match: (id, done) => answer(database.match(id), done),

  /**
   * Move a damaged value to where it stays; see Database.setAside.
   * @param {string} store
   * @param {string} key
   * @param {string} name
   */
  async set_aside(store, key, name) {
    await database.setAside(store, key, name).catch((error) => failed(error));
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
   * Claim matches that this tab plays, unless another one does, and leave all others.
   * @param {string} ids as JSON
   */
  claim(ids) {
    const wanted = JSON.parse(ids);
    for (const [id, claim] of claimed) {
      if (wanted.includes(id)) continue;
      claim.leave();
      claimed.delete(id);
    }
    for (const id of wanted) if (!claimed.has(id)) claimMatch(id, false);
  },

  /**
   * Take a match from the tab that plays it.
   * @param {string} id
   */
  take(id) {
    const claim = claimed.get(id);
    if (claim) claim.take();
    else claimMatch(id, true);
  },
};

/**
 * @param {string} id
 * @param {boolean} isTaken whether it is taken from the tab that plays it
 */
function claimMatch(id, isTaken) {
  if (!locks) return;
  const tell = (/** @type {boolean} */ isOurs) => tellLock(id, isOurs);
  claimed.set(id, new Claim(nameOf(`match-${id}`), tell, locks, isTaken));
}

// A failure is often over at the second try; a page does not wait for more of them.
const reading = readFirst()
  .catch(readFirst)
  .catch((error) => failed(error));

// Some browsers neither open a database nor say so.
const silent = new Promise((resolve) => setTimeout(resolve, SILENT_MS));
silent.then(() => {
  if (!isRead && trouble === "") silence();
});

// What is kept is known as far as it will be, or for long.
let isKnown = false;
const known = Promise.race([reading, silent]).then(() => {
  isKnown = true;
});

tabs?.addEventListener("message", async ({ data }) => {
  if (!isNews(data)) return;
  const { changed, gone, hasValues } = data;
  database.forget(gone);
  // Apply the change after what is read at the start, which is older.
  await reading;
  const rows = await database.rows(changed).catch(() => []);
  for (const id of [...changed, ...gone]) {
    unread.delete(id);
    if (id === kept.first_id) kept.first_id = "";
  }
  if (tellChange === tellNothing) for (const { id, text } of rows) unread.set(id, text);
  else if (rows.length + gone.length > 0) toldOf(rows, gone);
  if (hasValues) foldAll();
});

// The page may be about to go; and while it was hidden, timers may have been late.
for (const moment of ["pagehide", "visibilitychange"]) {
  addEventListener(moment, () => {
    if (retrying !== undefined) tryAgain();
  });
}

/** Fulfilled once the database has been read, or has taken too long. */
export const ready = Promise.race([
  reading,
  new Promise((resolve) => setTimeout(resolve, LIMIT_MS)),
]);
