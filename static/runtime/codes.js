// The encoding of the memory's words in a snapshot. A word that a start can work out by itself is
// replaced by a code. The same code occurs in many places, so it is compressed to next to nothing.
//
// A word is a code if its upper bits are `head.codes`, which no word of the memory itself has.
// tools/snapshot/encode.js writes them.

import { hashOf } from "./str_hash.js";

/** In bytes: the memory is written in whole blocks. */
export const BLOCK = 64;
/** Words in a block. */
export const WORDS = BLOCK / 4;

export const CODE_BITS = 12;
/** A code below twice this is a pointer to nearby: its distance from its own address, plus this. */
export const FARTHEST = 1024;
/** The word is what a new instance has there. */
export const SAME = 2 * FARTHEST;
/** The word is the hash of a str, which must be computed. */
export const HASH = SAME + 1;
/**
 * This word and the next link an object with its neighbours in the garbage collector's list, which
 * is sorted by address. The lowest two bits of a link are flags: the first word is written as this
 * code plus its flags, the second as its flags alone.
 */
export const LINK = SAME + 4;
export const LINK_FLAGS = 3;

/** Where in a str its hash is (PyASCIIObject in CPython's Include/cpython/unicodeobject.h). */
export const HASH_OFFSET = 12;

/**
 * Write runs of words into a memory.
 * @param {Uint32Array} coded one run after the other
 * @param {Uint32Array} runs pairs of first block and number of blocks
 * @param {Uint32Array} memory
 * @param {{codes: number, collected: number}} head
 */
export function writeWords(coded, runs, memory, { codes, collected }) {
  const strs = [];
  // Local copies, as there are three million words: a module's constant is looked up each time,
  // which would take a quarter of the time spent here.
  const [bits, mask, farthest, same, hash] = [CODE_BITS, (1 << CODE_BITS) - 1, FARTHEST, SAME, HASH];
  let linked = collected >>> 2;
  let from = 0;
  for (let i = 0; i < runs.length; i += 2) {
    const end = (runs[i] + runs[i + 1]) * WORDS;
    for (let to = runs[i] * WORDS; to < end; to++) {
      const word = coded[from++];
      if (word >>> bits !== codes) {
        memory[to] = word;
        continue;
      }
      const code = word & mask;
      if (code < same) memory[to] = to * 4 + code - farthest;
      else if (code === hash) {
        strs.push(to * 4 - HASH_OFFSET);
      } else if (code !== same) {
        memory[linked] |= to * 4;
        memory[to] = code & LINK_FLAGS;
        memory[to + 1] = coded[from++] | (linked * 4);
        linked = to++;
      }
    }
  }
  memory[linked] |= collected;
  for (const str of strs) memory[(str + HASH_OFFSET) >>> 2] = hashOf(memory, str);
}
