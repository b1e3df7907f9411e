// Writes what static/runtime/delta.js reads.

import { applyDelta, parseDelta } from "../../static/runtime/delta.js";
import { withoutCodes } from "../../static/runtime/plain.js";
import { BLOCK } from "../../static/runtime/codes.js";

/**
 * @typedef {object} Images of one memory at three moments
 * @property {Uint8Array} pristine as the WebAssembly module brings it
 * @property {Uint8Array} fresh after its constructors ran
 * @property {Uint8Array} full with everything imported
 */

/**
 * Find the runs of blocks that a fresh instance lacks.
 *
 * Below the heap a block that the constructors wrote is always kept: on another host they may
 * write something else. On the heap every block that is not zero is kept, as the restoring side
 * empties it first.
 * @param {Images} images
 * @param {number} heapStart
 * @returns {number[]} pairs of first block and number of blocks
 */
export function findRuns({ pristine, fresh, full }, heapStart) {
  /** @type {number[]} */
  const runs = [];
  for (let start = 0; start < full.length; start += BLOCK) {
    const end = start + BLOCK;
    const wanted =
      start < heapStart
        ? differs(full, fresh, start, end) || differs(fresh, pristine, start, end)
        : isUsed(full, start, end);
    if (!wanted) continue;
    const block = start / BLOCK;
    const last = runs.length - 2;
    if (last >= 0 && runs[last] + runs[last + 1] === block) runs[last + 1] += 1;
    else runs.push(block, 1);
  }
  return runs;
}

/**
 * Make a function that tells the word that each new instance has at a place, or undefined if that
 * depends on the host.
 * @param {Images} images
 * @param {number} heapStart
 * @returns {(at: number) => number | undefined}
 */
export function wordsBefore({ pristine, fresh }, heapStart) {
  const words = wordsOf(pristine);
  return (at) => {
    const start = at * 4 - ((at * 4) % BLOCK);
    const isSure = start < heapStart && !differs(fresh, pristine, start, start + BLOCK);
    return isSure ? (words[at] ?? 0) : undefined;
  };
}

/**
 * Throw unless a snapshot restores the memory it was taken of, with its codes and without.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {Images} images
 */
export function checkDelta(bytes, { fresh, full }) {
  for (const form of [bytes, withoutCodes(bytes)]) {
    const restored = new Uint8Array(full.length);
    restored.set(fresh);
    applyDelta(parseDelta(form), restored, fresh.length);
    if (differs(restored, full, 0, full.length)) throw new Error("the snapshot gives another memory");
  }
}

/**
 * View a memory as words.
 * @param {Uint8Array} memory
 */
export function wordsOf(memory) {
  return new Uint32Array(memory.buffer, memory.byteOffset, memory.length >>> 2);
}

/**
 * Compare two memories, either of which may be shorter: what it lacks counts as zero.
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 * @param {number} start
 * @param {number} end
 */
function differs(one, other, start, end) {
  for (let i = start; i < end; i++) if ((one[i] ?? 0) !== (other[i] ?? 0)) return true;
  return false;
}

/**
 * @param {Uint8Array} memory
 * @param {number} start
 * @param {number} end
 */
function isUsed(memory, start, end) {
  for (let i = start; i < end; i++) if (memory[i] !== 0) return true;
  return false;
}
