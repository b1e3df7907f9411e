// Writes what static/runtime/delta.js reads.

import { applyDelta, BLOCK, parseDelta } from "../../static/runtime/delta.js";

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
 * Throw unless a snapshot restores the memory it was taken of.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {Images} images
 */
export function checkDelta(bytes, { fresh, full }) {
  const restored = new Uint8Array(full.length);
  restored.set(fresh);
  applyDelta(parseDelta(bytes), restored, fresh.length);
  if (differs(restored, full, 0, full.length)) throw new Error("the snapshot gives another memory");
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
