// What is read from the database is taken for what a stranger wrote: anything may stand anywhere.

/**
 * @typedef {{id: string, link: string, played: number, text: string}} Row a summary: the match's id, the
 *   link that leads to its set-up, when it was last played, and the rest
 */

/** What begins the names of values that are copies of damaged ones. */
export const ASIDE = "damaged/";

/** @param {unknown} value */
function kindOf(value) {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

/**
 * Name a value that is no text by a text that no reader takes for a sound one.
 * @param {unknown} value
 */
export const textOf = (value) => (typeof value === "string" ? value : `not text: ${kindOf(value)}`);

/**
 * Read a summary's row; of one that is damaged, its text tells.
 * @param {string} id the name of its key
 * @param {any} value
 * @returns {Row}
 */
export function rowOf(id, value) {
  const isRow = kindOf(value) === "Object";
  const { link, played, text } = isRow ? value : {};
  return {
    id,
    link: typeof link === "string" ? link : "",
    played: Number.isFinite(played) ? played : 0,
    text: isRow && text === undefined ? "no text" : textOf(isRow ? text : value),
  };
}

/** Names for keys: most are texts; any other gets a name here, under which it is found again. */
export class Names {
  /** @type {Map<string, IDBValidKey>} */
  #keys = new Map();

  /** @param {IDBValidKey} key */
  nameOf(key) {
    if (typeof key === "string" && !/\p{Surrogate}/u.test(key)) return key;
    for (const [name, known] of this.#keys) if (indexedDB.cmp(known, key) === 0) return name;
    const name = `no name ${this.#keys.size + 1}`;
    this.#keys.set(name, key);
    return name;
  }

  /** @param {string} name */
  keyOf(name) {
    return this.#keys.get(name) ?? name;
  }
}

/**
 * Tell whether a match's or a review's value has the form that all of them have; whether what it says
 * can be read is seen when it is opened.
 * @param {unknown} value
 */
export function isSound(value) {
  try {
    return typeof value === "string" && kindOf(JSON.parse(value)) === "Object";
  } catch {
    return false;
  }
}

/**
 * Show a value, whatever it is, as text for a file.
 * @param {unknown} value
 * @returns {Promise<string>}
 */
export async function shown(value) {
  if (typeof value === "string" || typeof value === "bigint") return String(value);
  if (value instanceof Blob) return value.text();
  try {
    return JSON.stringify(value, (_, one) => plain(one)) ?? textOf(value);
  } catch {
    return textOf(value);
  }
}

/** @param {unknown} value */
function plain(value) {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Map || value instanceof Set) return [...value];
  if (value instanceof ArrayBuffer) return [...new Uint8Array(value)];
  if (ArrayBuffer.isView(value)) return [...new Uint8Array(value.buffer)];
  return value === undefined ? textOf(value) : value;
}
