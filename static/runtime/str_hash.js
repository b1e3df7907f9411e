// How Pyodide's CPython hashes a str: by FNV (Python/pyhash.c), whose key is 0 where PYTHONHASHSEED is.

const MULTIPLIER = 1_000_003;
// What says that there is no hash yet is no hash.
const [NONE, INSTEAD] = [-1, -2];

// In a str, in bytes (PyASCIIObject and PyCompactUnicodeObject in Include/cpython/unicodeobject.h).
const LENGTH = 8;
const STATE = 16;
const ASCII_TEXT = 20;
const TEXT = 28;
// Of its state: the bytes of a character, and whether all are ASCII.
const KIND = { shift: 2, mask: 7 };
const IS_ASCII = 64;

/**
 * @param {Uint32Array} memory
 * @param {number} str its address
 * @returns {number}
 */
export function hashOf(memory, str) {
  const state = memory[(str + STATE) >>> 2];
  const size = memory[(str + LENGTH) >>> 2] * ((state >>> KIND.shift) & KIND.mask);
  if (size === 0) return 0;
  let at = (str + (state & IS_ASCII ? ASCII_TEXT : TEXT)) >>> 2;
  let hash = (memory[at] & 0xff) << 7;
  // Whole words, but for the last one, and the rest byte by byte.
  const last = at + ((size - 1) >>> 2);
  while (at < last) hash = Math.imul(hash, MULTIPLIER) ^ memory[at++];
  let left = memory[last];
  for (let i = (size - 1) & 3; i >= 0; i--) {
    hash = Math.imul(hash, MULTIPLIER) ^ (left & 0xff);
    left >>>= 8;
  }
  hash ^= size;
  return hash === NONE ? INSTEAD : hash;
}
