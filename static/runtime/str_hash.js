// How Pyodide's CPython hashes a str: FNV (Python/pyhash.c), whose key is 0 if PYTHONHASHSEED is.

const MULTIPLIER = 1_000_003;
// CPython marks a missing hash by NONE, so a hash of that value is replaced.
const [NONE, INSTEAD] = [-1, -2];

// In a str, in bytes (PyASCIIObject and PyCompactUnicodeObject in Include/cpython/unicodeobject.h).
const LENGTH = 8;
const STATE = 16;
const ASCII_TEXT = 20;
const TEXT = 28;
// Fields of the state: the bytes of a character, and whether all are ASCII.
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
  // Whole words, except the last one, which is read byte by byte.
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
