import assert from "node:assert/strict";
import { test } from "node:test";

import {
  applyDelta,
  BLOCK,
  describeText,
  formatDelta,
  isText,
  parseDelta,
} from "../../static/runtime/delta.js";
import { checkDelta, findRuns } from "../../tools/snapshot/diff.js";

const SIZE = 64 * BLOCK;
const HEAP = 32 * BLOCK;
const HEAD = {
  version: "1",
  own: "",
  size: SIZE,
  heapStart: HEAP,
  stdlib: "/lib/python.zip",
  library: { size: 0, sum: 0 },
  pyscript: { ...describeText("text"), instead: "" },
};

/** @param {(index: number) => number} value */
function memory(value) {
  return Uint8Array.from({ length: SIZE }, (_, index) => value(index));
}

/**
 * @param {import("../../tools/snapshot/diff.js").Images} images
 */
function travel(images) {
  const runs = findRuns(images, HEAP);
  return parseDelta(formatDelta(HEAD, runs, images.full));
}

test("a restored memory is the one that was taken", () => {
  const pristine = memory((i) => (i < HEAP ? i % 7 : 0));
  const fresh = pristine.map((byte, i) => (i === 100 ? 9 : byte));
  const full = fresh.map((byte, i) => (i % (5 * BLOCK) < 70 ? i % 251 : byte));
  const restored = fresh.slice();
  applyDelta(travel({ pristine, fresh, full }), restored, HEAP);
  assert.deepEqual(restored, full);
});

test("what another host's constructors left is made undone", () => {
  const pristine = memory(() => 0);
  const fresh = memory((i) => (i === 8 || i === HEAP + 3 ? 1 : 0));
  const full = fresh.slice();
  // There, the same constructors wrote something else and used more of the heap.
  const elsewhere = memory((i) => (i === 8 || i === 9 || (i >= HEAP && i < HEAP + 500) ? 77 : 0));
  applyDelta(travel({ pristine, fresh, full }), elsewhere, HEAP + 500);
  assert.deepEqual(elsewhere, full);
});

test("what a fresh instance has anyway does not travel", () => {
  const pristine = memory((i) => (i < HEAP ? i % 256 : 0));
  const full = pristine.map((byte, i) => (i === 5 * BLOCK || i === HEAP + BLOCK ? 255 : byte));
  const { blocks, runs } = travel({ pristine, fresh: pristine, full });
  assert.deepEqual([...runs], [5, 1, 33, 1]);
  assert.equal(blocks.length, 2 * BLOCK);
});

test("neighbouring blocks are one run", () => {
  const pristine = memory(() => 0);
  const full = memory((i) => (i >= HEAP && i < HEAP + 3 * BLOCK ? 1 : 0));
  assert.deepEqual(findRuns({ pristine, fresh: pristine, full }, HEAP), [32, 3]);
});

test("a memory that grew is compared with zeros", () => {
  const short = new Uint8Array(BLOCK);
  const full = new Uint8Array(3 * BLOCK);
  full[2 * BLOCK] = 1;
  assert.deepEqual(findRuns({ pristine: short, fresh: short, full }, 3 * BLOCK), [2, 1]);
});

test("what is no snapshot, or not a whole one, is refused", () => {
  const full = memory((i) => i % 256);
  const zeros = memory(() => 0);
  const images = { pristine: zeros, fresh: zeros, full };
  const bytes = formatDelta(HEAD, findRuns(images, HEAP), full);
  assert.throws(() => parseDelta(new Uint8Array(4)), /not a snapshot/);
  assert.throws(() => parseDelta(new TextEncoder().encode("<!doctype html>")), /not a snapshot/);
  assert.throws(() => parseDelta(bytes.slice(0, -1)), /another length/);
  assert.throws(() => parseDelta(Uint8Array.from([...bytes, 0])), /another length/);
  assert.throws(() => applyDelta(parseDelta(bytes), new Uint8Array(BLOCK), 0), /another size/);
});

test("a snapshot that gives another memory is noticed when it is made", () => {
  const full = memory((i) => i % 256);
  const zeros = memory(() => 0);
  const images = { pristine: zeros, fresh: zeros, full };
  const bytes = formatDelta(HEAD, findRuns(images, HEAP), full);
  checkDelta(bytes, images);
  bytes[bytes.length - 1] ^= 1;
  assert.throws(() => checkDelta(bytes, images), /another memory/);
});

test("a text is told from its likes", () => {
  const text = describeText("import os\n");
  assert.ok(isText("import os\n", text));
  assert.ok(!isText("import so\n", text));
  assert.ok(!isText("import os", text));
});
