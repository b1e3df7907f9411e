// Writes what static/runtime/delta.js reads.

import { align, applyDelta, MAGIC, parseDelta } from "../../static/runtime/delta.js";
import { BLOCK, HASH_OFFSET } from "../../static/runtime/codes.js";

/**
 * @typedef {import("../../static/runtime/delta.js").Head} Head
 *
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
 * Make what tells the word that each new instance has at a place, or nothing where it depends on
 * the host.
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
 * Format a snapshot.
 * @param {Omit<Head, "files">} head
 * @param {number[]} runs
 * @param {Uint32Array} coded
 * @param {Map<string, Uint8Array>} files
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function formatDelta(head, runs, coded, files) {
  const listed = [...files].map(([path, { length }]) => [path, length]);
  const headBytes = new TextEncoder().encode(JSON.stringify({ ...head, files: listed }));
  const parts = [];
  for (let i = 0; i < runs.length; i += 2) {
    parts.push(new Uint8Array(coded.buffer, runs[i] * BLOCK, runs[i + 1] * BLOCK));
  }
  parts.push(...files.values());
  const start = align(12 + headBytes.length);
  const size = parts.reduce((sum, part) => sum + part.length, start + runs.length * 4);
  const bytes = new Uint8Array(size);
  new Uint32Array(bytes.buffer, 0, 3).set([MAGIC, headBytes.length, runs.length / 2]);
  bytes.set(headBytes, 12);
  new Uint32Array(bytes.buffer, start, runs.length).set(runs);
  let at = start + runs.length * 4;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * Throw unless a snapshot gives the memory it was taken of.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {Images} images
 */
export function checkDelta(bytes, { fresh, full }) {
  const restored = new Uint8Array(full.length);
  restored.set(fresh);
  const unhashed = applyDelta(parseDelta(bytes), restored, fresh.length);
  const words = wordsOf(restored);
  // A start computes them.
  for (const str of unhashed) {
    const at = (str + HASH_OFFSET) >>> 2;
    words[at] = wordsOf(full)[at];
  }
  if (differs(restored, full, 0, full.length)) throw new Error("the snapshot gives another memory");
}

/**
 * See a memory as words.
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
