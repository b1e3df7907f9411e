// Makes what stays for ever alike, so that it packs well: Python's objects that no page ever frees.
//
// Each object begins with the number of its references, and before that one that the garbage
// collector looks at has two links to its neighbours in a list. In a snapshot these are hundreds of
// thousands of numbers that nothing is like. But functions, code, classes and constants that were
// imported stay: Python itself calls an object immortal, and counts no references to it, if its
// number is a certain one, as it does for names in code. Such an object is never freed, so the
// collector, which leaves alone what is in none of its lists, need not know it.
//
// The heap is that of dlmalloc (Emscripten's malloc): pieces one after the other, each with its size
// and three flags in the second word of a head of two.

const PIECE_HEAD = 8;
const FLAGS = 7;
const IS_USED = 2;
const LEAST = 16;

/** What counts as a number of references. No address of an object is as small. */
const MOST_REFERENCES = 1 << 20;
/** CPython's _Py_IMMORTAL_INITIAL_REFCNT where an address has 32 bits. */
export const IMMORTAL = 5 << 28;

// The collector's two links, next and previous, and their flags (CPython's pycore_gc.h).
const GC_HEAD = 8;
const LINK_FLAGS = 3;
const IS_FINALIZED = 1;

/**
 * @typedef {object} Kind a class whose objects stay
 * @property {number} at its address
 * @property {boolean} isCollected whether the garbage collector looks at its objects
 */

/**
 * Make all objects of some classes immortal, and take them out of the collector's lists.
 * @param {Uint32Array} words the memory
 * @param {number} start of the heap, in bytes
 * @param {number} end
 * @param {Kind[]} kinds
 * @returns {number} of how many objects
 */
export function makeLasting(words, start, end, kinds) {
  const plain = new Set(kinds.filter((kind) => !kind.isCollected).map((kind) => kind.at));
  const collected = new Set(kinds.filter((kind) => kind.isCollected).map((kind) => kind.at));
  let count = 0;
  for (let at = start; at < end; ) {
    const size = words[(at + 4) >>> 2] & ~FLAGS;
    if (size < LEAST || at + size > end) throw new Error(`no heap of malloc's at ${at}`);
    const isUsed = (words[(at + 4) >>> 2] & IS_USED) !== 0;
    const object = at + PIECE_HEAD;
    if (isUsed && isObject(words, object, plain)) {
      words[object >>> 2] = IMMORTAL;
      count += 1;
    } else if (isUsed && size >= LEAST + GC_HEAD && isObject(words, object + GC_HEAD, collected)) {
      words[(object + GC_HEAD) >>> 2] = IMMORTAL;
      unlink(words, object);
      count += 1;
    }
    at += size;
  }
  return count;
}

/**
 * @param {Uint32Array} words
 * @param {number} at
 * @param {Set<number>} classes
 */
function isObject(words, at, classes) {
  const references = words[at >>> 2];
  const isCounted = references > 0 && references < MOST_REFERENCES;
  return (isCounted || references === IMMORTAL) && classes.has(words[(at + 4) >>> 2]);
}

/**
 * Take an object out of the list that it is in, if it is in one.
 * @param {Uint32Array} words
 * @param {number} head address of its two links
 */
function unlink(words, head) {
  const [next, previous] = [words[head >>> 2], words[(head + 4) >>> 2]];
  if (next === 0) return;
  const toNext = (previous & ~LINK_FLAGS) >>> 2;
  const toPrevious = ((next & ~LINK_FLAGS) + 4) >>> 2;
  const isRight = [toNext, toPrevious].every((at) => (words[at] & ~LINK_FLAGS) === head);
  if (!isRight) throw new Error(`no object of the garbage collector's at ${head}`);
  words[toNext] = (next & ~LINK_FLAGS) | (words[toNext] & LINK_FLAGS);
  words[toPrevious] = (previous & ~LINK_FLAGS) | (words[toPrevious] & LINK_FLAGS);
  words[head >>> 2] = 0;
  words[(head + 4) >>> 2] = previous & IS_FINALIZED;
}
