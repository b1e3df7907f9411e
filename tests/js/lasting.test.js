import assert from "node:assert/strict";
import { test } from "node:test";

import { IMMORTAL, makeLasting } from "../../tools/snapshot/lasting.js";

const START = 64;
const TEXT = { at: 0x300000, isCollected: false };
const CLASS = { at: 0x300100, isCollected: true };
const LIST = 0x300200;
const KINDS = [TEXT, CLASS];
const IS_USED = 3;

/**
 * Write a heap: pieces of so many words after their head of two, one after the other.
 * @param {...(number[] | {free: number[]})} pieces
 */
function heap(...pieces) {
  const words = [...new Array(START / 4).fill(0)];
  for (const piece of pieces) {
    const [content, flags] = Array.isArray(piece) ? [piece, IS_USED] : [piece.free, 1];
    words.push(0, ((content.length + 2) * 4) | flags, ...content);
  }
  return { words: Uint32Array.from(words), end: words.length * 4 };
}

/** Where the content of each piece of four words is, in bytes. @param {number} nth */
const place = (nth) => START + nth * 24 + 8;

test("objects of the named classes become immortal, whatever refers to them", () => {
  const { words, end } = heap([1, TEXT.at, 7, 8], [9000, TEXT.at, 1, 2], [IMMORTAL, TEXT.at, 0, 0]);
  assert.equal(makeLasting(words, START, end, KINDS), 3);
  for (const nth of [0, 1, 2]) assert.equal(words[place(nth) / 4], IMMORTAL);
  assert.deepEqual([...words.slice(place(0) / 4 + 1, place(0) / 4 + 4)], [TEXT.at, 7, 8]);
});

test("what is no such object is left as it is", () => {
  const pieces = [
    [1, LIST, 1, 1],
    // The items of a list, of which the second is a class.
    [0x400000, TEXT.at, CLASS.at, CLASS.at],
    [0, TEXT.at, 0, CLASS.at],
    { free: [1, TEXT.at, 1, CLASS.at] },
  ];
  const { words, end } = heap(...pieces);
  const before = words.slice();
  assert.equal(makeLasting(words, START, end, KINDS), 0);
  assert.deepEqual(words, before);
});

test("the garbage collector's list goes on without them, and keeps its flags", () => {
  // In the order of the list: a class, a list, two classes; the last is the head of the list.
  const [first, second, third, fourth, head] = [0, 1, 2, 3, 4].map(place);
  const { words, end } = heap(
    [second, head | 2, 1, CLASS.at],
    [third | 1, first | 1, 1, LIST],
    [fourth, second, 4, CLASS.at],
    [head | 1, third | 1, 1, CLASS.at],
    [first | 1, fourth, 0, 0],
  );
  assert.equal(makeLasting(words, START, end, KINDS), 3);
  const linksAt = (/** @type {number} */ at) => [...words.slice(at / 4, at / 4 + 2)];
  assert.deepEqual(linksAt(second), [head | 1, head | 1]);
  assert.deepEqual(linksAt(head), [second | 1, second]);
  assert.deepEqual([first, third, fourth].map(linksAt), [
    [0, 0],
    [0, 0],
    // It was finalized already.
    [0, 1],
  ]);
});

test("an object that is in no list stays in none", () => {
  const { words, end } = heap([0, 1, 3, CLASS.at]);
  assert.equal(makeLasting(words, START, end, KINDS), 1);
  assert.deepEqual([...words.slice(place(0) / 4, place(0) / 4 + 3)], [0, 1, IMMORTAL]);
});

test("a memory of another form is refused", () => {
  const { words, end } = heap([1, TEXT.at, 0, 0], [1, LIST, 0, 0]);
  for (const size of [0, 8, end]) {
    const other = words.slice();
    other[(START + 24 + 4) / 4] = size | IS_USED;
    assert.throws(() => makeLasting(other, START, end, KINDS), /no heap of malloc's at 88/);
  }
  const unlinked = heap([place(1), place(1), 1, CLASS.at], [place(1), place(1), 0, 0]);
  assert.throws(
    () => makeLasting(unlinked.words, START, unlinked.end, KINDS),
    /no object of the garbage collector's at 72/,
  );
});
