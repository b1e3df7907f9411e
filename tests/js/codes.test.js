import assert from "node:assert/strict";
import { test } from "node:test";

import { BLOCK, FARTHEST, HASH_OFFSET, WORDS, writeWords } from "../../static/runtime/codes.js";
import { wordsBefore } from "../../tools/snapshot/diff.js";
import { encodeWords, findCodes, findHashed, sortCollected } from "../../tools/snapshot/encode.js";

const BLOCKS = 512;
const COUNT = BLOCKS * WORDS;
const UNKNOWN = { collected: 0, hashed: [], before: () => undefined };

/** Any sequence of words does, as long as it is the same in each run of the tests. */
function* randomWords() {
  let state = 1;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield (state ^ (state >>> 15)) >>> 0;
  }
}

/**
 * A memory whose first two words are the head of a list that links nothing.
 * @param {(random: () => number, at: number) => number} word
 */
function memoryOf(word) {
  const words = randomWords();
  const random = () => Number(words.next().value);
  const memory = Uint32Array.from({ length: COUNT }, (_, at) => word(random, at));
  memory.fill(0, 0, 2);
  return memory;
}

/**
 * @param {Uint32Array} memory
 * @param {Partial<import("../../tools/snapshot/encode.js").Known>} [known]
 * @param {Uint32Array} [before]
 */
function travel(memory, known, before = new Uint32Array(COUNT)) {
  const head = { ...UNKNOWN, codes: findCodes(memory), ...known };
  const coded = encodeWords(memory, head);
  const restored = before.slice();
  writeWords(coded, Uint32Array.of(0, BLOCKS), restored, head);
  return { coded, restored };
}

test("any memory is restored, whatever its words look like", () => {
  const looksLikeCodes = (/** @type {number} */ word) => (word | 0xffff_0000) >>> 0;
  const memory = memoryOf((random, at) => {
    const kind = random() % 4;
    if (kind === 0) return random();
    if (kind === 1) return looksLikeCodes(random());
    return at * 4 + (random() % (3 * FARTHEST)) - 1.5 * FARTHEST;
  });
  assert.deepEqual(travel(memory).restored, memory);
});

test("words that point equally far from themselves become the same", () => {
  const memory = memoryOf((_, at) => at * 4 - 64);
  assert.equal(new Set(travel(memory).coded.slice(WORDS + 1)).size, 1);
});

test("pointers reach as far as is said, and no farther", () => {
  const memory = memoryOf((_, at) => 0x10_0000 + at);
  const base = 1000 * 4;
  memory.set([base - FARTHEST, base + 4 + FARTHEST - 1, base + 8 + FARTHEST, base + 12 - FARTHEST - 1], 1000);
  const { coded, restored } = travel(memory);
  assert.deepEqual([...coded.slice(1000, 1004)].map((word, i) => word === memory[1000 + i]), [
    false,
    false,
    true,
    true,
  ]);
  assert.deepEqual(restored, memory);
});

test("what a new instance has anyway is left alone", () => {
  const pristine = memoryOf((random) => random());
  const fresh = pristine.slice();
  fresh[WORDS * 3 + 1] += 1;
  const memory = pristine.map((word, at) => (at % 5 === 4 ? word + 1 : word));
  const heapStart = 200 * BLOCK;
  const images = [pristine, fresh, memory].map(({ buffer }) => new Uint8Array(buffer));
  const before = wordsBefore({ pristine: images[0], fresh: images[1], full: images[2] }, heapStart);
  // Another host's constructors wrote something else into the block that they write.
  const elsewhere = pristine.slice();
  elsewhere.fill(77, WORDS * 3, WORDS * 4);
  elsewhere.fill(0, 200 * WORDS);
  const { coded, restored } = travel(memory, { before }, elsewhere);
  assert.deepEqual(restored, memory);
  assert.equal(new Set(coded.slice(16 * WORDS, 200 * WORDS).filter((_, at) => at % 5 === 0)).size, 1);
  assert.deepEqual(coded.slice(201 * WORDS), memory.slice(201 * WORDS));
});

test("the garbage collector's list is restored from nothing but its links' places", () => {
  const memory = memoryOf((random) => random() >>> 8);
  const head = 4 * 10;
  const links = [4 * 900, 4 * 20, 4 * 4000, 4 * 302, 4 * 22].map((link, i) => ({ link, flags: i % 4 }));
  const ring = [{ link: head, flags: 0 }, ...links];
  for (const [i, { link, flags }] of ring.entries()) {
    memory[link / 4] = ring[(i + 1) % ring.length].link | (flags & 1);
    memory[link / 4 + 1] = ring.at(i - 1)?.link ?? 0;
    memory[link / 4 + 1] |= flags;
  }
  const collected = sortCollected(memory, 4 * 302);
  assert.equal(collected, head);
  /** @type {Array<{link: number, flags: number}>} */
  const found = [];
  for (let link = head; ; ) {
    const next = memory[link / 4] & ~3;
    assert.equal(memory[next / 4 + 1] & ~3, link);
    if (next === head) break;
    found.push({ link: next, flags: memory[next / 4 + 1] & 3 });
    link = next;
  }
  assert.deepEqual(found, links.sort((a, b) => a.link - b.link));
  const { coded, restored } = travel(memory, { collected });
  assert.deepEqual(restored, memory);
  assert.deepEqual([...coded.slice(900, 902)].map((word) => word & 0xfff_fffc), [
    coded[20] & 0xfff_fffc,
    0,
  ]);
});

test("a list that is torn is noticed", () => {
  const memory = memoryOf(() => 0);
  memory.set([40, 24], 4);
  memory.set([16, 16], 10);
  assert.throws(() => sortCollected(memory, 16), /torn/);
});

test("a str's hash is computed again, and nothing else is taken for one", () => {
  const memory = memoryOf(() => 5);
  const put = (/** @type {number} */ str, /** @type {number} */ hash) =>
    memory.set([1, 0x4444, 3, hash, (1 << 2) | 64, 0x636261], str / 4);
  // That of "abc".
  const [hash, other] = [2_694_041_763, 99];
  put(160, hash);
  put(800, hash);
  put(1600, other);
  put(3200, 0xffff_ffff);
  // What lies below the heap is left as it is.
  const hashed = findHashed({ HEAPU32: memory, _PyUnicode_Type: 0x4444 }, 400);
  assert.deepEqual(hashed, [800]);
  const { coded, restored } = travel(memory, { hashed });
  assert.notEqual(coded[(800 + HASH_OFFSET) / 4], hash);
  assert.deepEqual(restored, memory);
});

test("a memory that leaves no room for codes is refused", () => {
  assert.throws(() => findCodes(Uint32Array.from({ length: 1 << 20 }, (_, i) => i << 12)), /every range/);
});
