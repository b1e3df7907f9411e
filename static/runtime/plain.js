// Decodes a snapshot for the service worker to keep: at the next visit a page only has to copy it.

import { CODE_BITS, SAME, writeWords } from "./codes.js";
import { formatDelta, parseDelta } from "./delta.js";

/**
 * Replace a snapshot's codes by their words, and leave out words that a new instance has anyway.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export function withoutCodes(bytes) {
  const { head, runs, words, files } = parseDelta(bytes);
  const same = ((head.codes << CODE_BITS) | SAME) >>> 0;
  const memory = new Uint32Array(head.size >>> 2).fill(same);
  writeWords(words, runs, memory, head);
  return formatDelta({ ...head, unit: 4 }, runsWithout(memory, same), memory, files);
}

/**
 * Find the words that differ from a given one.
 * @param {Uint32Array} memory
 * @param {number} word
 * @returns {number[]} pairs of first word and number of words
 */
function runsWithout(memory, word) {
  const runs = [];
  for (let start = 0; start < memory.length; start++) {
    if (memory[start] === word) continue;
    let end = start + 1;
    while (end < memory.length && memory[end] !== word) end++;
    runs.push(start, end - start);
    start = end;
  }
  return runs;
}
