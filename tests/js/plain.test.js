import assert from "node:assert/strict";
import { test } from "node:test";

import { BLOCK, CODE_BITS, FARTHEST, HASH, HASH_OFFSET, SAME } from "../../static/runtime/codes.js";
import { applyDelta, describeText, formatDelta, parseDelta } from "../../static/runtime/delta.js";
import { withoutCodes } from "../../static/runtime/plain.js";
import { hashOf } from "../../static/runtime/str_hash.js";

// What hash() gives in Pyodide with PYTHONHASHSEED=0, as far as 32 bits go.
const HASHES = {
  a: 3826102752,
  abc: 2694041763,
  abcd: 1540938112,
  abcde: 2580575619,
  abcdefgh: 103585041,
  Würfel: 2310686730,
  ["x".repeat(31)]: 2590900303,
  日本語: 1549004703,
  "𝔸": 988410790,
};
const ASCII = 64;

/**
 * Put a str into a memory, as CPython does where addresses have 32 bits.
 * @param {Uint32Array} memory
 * @param {number} str its address
 * @param {string} text
 */
function putStr(memory, str, text) {
  const letters = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  const largest = Math.max(0, ...letters);
  const kind = largest < 0x100 ? 1 : largest < 0x10000 ? 2 : 4;
  const isAscii = largest < 0x80;
  const view = new DataView(memory.buffer);
  view.setUint32(str + 8, letters.length, true);
  view.setUint32(str + 16, (kind << 2) | (isAscii ? ASCII : 0), true);
  for (const [i, letter] of letters.entries()) {
    const at = str + (isAscii ? 20 : 28) + i * kind;
    if (kind === 1) view.setUint8(at, letter);
    else if (kind === 2) view.setUint16(at, letter, true);
    else view.setUint32(at, letter, true);
  }
}

test("strs are hashed as CPython does it", () => {
  for (const [text, hash] of Object.entries(HASHES)) {
    const memory = new Uint32Array(64);
    putStr(memory, 16, text);
    assert.equal(hashOf(memory, 16) >>> 0, hash, text);
  }
  assert.equal(hashOf(new Uint32Array(64), 16), 0);
});

test("codes are undone, and what a new instance has is left out", () => {
  const size = 8 * BLOCK;
  const codes = 0xfffff;
  const first = (codes << CODE_BITS) >>> 0;
  const head = {
    ...{ version: "1", own: "", size, heapStart: 4 * BLOCK, codes, collected: 0, stdlib: "" },
    pyscript: { ...describeText("text"), instead: "" },
  };
  const coded = new Uint32Array(size / 4);
  coded.set([1, first + SAME, 2, first + FARTHEST + 8], BLOCK / 4);
  const str = 2 * BLOCK;
  putStr(coded, str, "abc");
  coded[(str + HASH_OFFSET) / 4] = first + HASH;
  const files = new Map([["/a/one.mo", Uint8Array.of(1, 2, 3)]]);
  const plain = parseDelta(withoutCodes(formatDelta(head, [1, 2], coded, files)));
  assert.deepEqual(plain.files, files);
  // One word of two blocks is left out.
  assert.deepEqual([...plain.runs], [16, 1, 18, 30]);

  const memory = new Uint8Array(size).fill(7);
  applyDelta(plain, memory, 6 * BLOCK);
  const words = new Uint32Array(memory.buffer);
  assert.deepEqual([...words.slice(16, 20)], [1, 0x07070707, 2, 19 * 4 + 8]);
  assert.equal(words[(str + HASH_OFFSET) / 4], HASHES.abc);
  assert.equal(memory[5 * BLOCK], 0);
  assert.equal(memory[7 * BLOCK], 7);
});
