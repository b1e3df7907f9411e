// Turns a memory's words into what static/runtime/codes.js reads.

import {
  CODE_BITS,
  FARTHEST,
  HASH,
  HASH_OFFSET,
  LINK,
  LINK_FLAGS,
  SAME,
} from "../../static/runtime/codes.js";
import { hashOf } from "../../static/runtime/str_hash.js";

// Something longer that looks like a str is not one.
const LONGEST_STR = 1 << 20;

/**
 * Find upper bits that no word has.
 * @param {Uint32Array} memory
 */
export function findCodes(memory) {
  const used = new Uint8Array(1 << (32 - CODE_BITS));
  for (const word of memory) used[word >>> CODE_BITS] = 1;
  const codes = used.lastIndexOf(0);
  if (codes < 0) throw new Error("the memory uses every range of words");
  return codes;
}

/**
 * Sort the garbage collector's list by address.
 * @param {Uint32Array} memory
 * @param {number} member address of any link of the list
 * @returns {number} address of the list's head, which lies below all it links
 */
export function sortCollected(memory, member) {
  const links = [...followLinks(memory, member), member].sort((a, b) => a - b);
  const last = links.length - 1;
  for (const [i, link] of links.entries()) {
    const at = link >>> 2;
    memory[at] = links[i < last ? i + 1 : 0] | (memory[at] & LINK_FLAGS);
    memory[at + 1] = links[i > 0 ? i - 1 : last] | (memory[at + 1] & LINK_FLAGS);
  }
  return links[0];
}

/**
 * Follow a list of PyGC_Head (CPython's Include/internal/pycore_interp_structs.h): next, previous.
 * @param {Uint32Array} memory
 * @param {number} start
 */
function* followLinks(memory, start) {
  let link = start;
  for (;;) {
    const next = memory[link >>> 2] & ~LINK_FLAGS;
    if ((memory[(next >>> 2) + 1] & ~LINK_FLAGS) !== link) throw new Error("a list is torn");
    if (next === start) return;
    yield next;
    link = next;
  }
}

/**
 * Find the strs on the heap whose hashes can be computed. Parts of those below it come with a new
 * instance: the service worker has no instance, so it could not compute their hashes.
 * @param {any} module Pyodide's
 * @param {number} heapStart
 * @returns {number[]} their addresses
 */
export function findHashed(module, heapStart) {
  const memory = module.HEAPU32;
  const strs = [];
  for (let type = (heapStart >>> 2) + 1; type < memory.length - 2; type += 2) {
    if (memory[type] !== module._PyUnicode_Type || memory[type + 1] > LONGEST_STR) continue;
    const hash = memory[type + 2];
    if (hash === 0xffff_ffff) continue;
    const str = (type - 1) * 4;
    // Something that only looks like a str has another word in the hash's place.
    if (hashOf(memory, str) >>> 0 === hash) strs.push(str);
  }
  return strs;
}

/**
 * @typedef {object} Known of a memory
 * @property {number} codes
 * @property {number} collected address of the head of a list that `sortCollected` has sorted
 * @property {number[]} hashed strs
 * @property {(word: number) => number | undefined} before the word that each new instance has there
 */

/**
 * Encode all words of a memory.
 * @param {Uint32Array} memory
 * @param {Known} known
 * @returns {Uint32Array}
 */
export function encodeWords(memory, { codes, collected, hashed, before }) {
  const coded = new Uint32Array(memory.length);
  const first = codes << CODE_BITS;
  for (const [at, word] of memory.entries()) {
    const distance = word - at * 4;
    const isNear = word !== 0 && distance >= -FARTHEST && distance < FARTHEST;
    if (word === before(at)) coded[at] = first + SAME;
    else coded[at] = isNear ? first + distance + FARTHEST : word;
  }
  for (const str of hashed) coded[(str + HASH_OFFSET) >>> 2] = first + HASH;
  for (const link of followLinks(memory, collected)) {
    const at = link >>> 2;
    coded[at] = first + LINK + (memory[at] & LINK_FLAGS);
    coded[at + 1] = memory[at + 1] & LINK_FLAGS;
  }
  return coded;
}
