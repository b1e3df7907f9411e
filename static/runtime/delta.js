// The format of the memory snapshot: what Python's memory has after our packages were imported, and
// a new instance of Pyodide's WebAssembly module does not have.
//
// Layout: three little-endian u32 (MAGIC, bytes of the head, number of runs), the head as JSON
// padded to 4 bytes, a table of runs (two u32: first block, number of blocks), the runs' bytes one
// after the other. tools/snapshot/ writes it.

/** In bytes: the memory is written in whole blocks. */
export const BLOCK = 64;

const MAGIC = 0x33445053;

/**
 * @typedef {object} Head what else the start needs to know
 * @property {string} version of Pyodide
 * @property {string} own base64 of Pyodide's own head: its build and the objects it refers to
 * @property {number} size of the memory, in bytes
 * @property {number} heapStart first byte of the part that `malloc` manages
 * @property {Replaced} pyscript the text that creates PyScript's modules, which the snapshot has
 * @property {string} stdlib path of the zip file in which Python looks for its standard library
 * @property {Text} library Pyodide's own such file, whose list of files the snapshot has
 *
 * @typedef {object} Text a text, or bytes, to be recognised
 * @property {number} size
 * @property {number} sum
 *
 * @typedef {Text & {instead: string}} Replaced a text, and what to run in its place
 *
 * @typedef {object} Delta
 * @property {Head} head
 * @property {Uint32Array} runs pairs of first block and number of blocks
 * @property {Uint8Array} blocks the bytes of all runs
 */

/**
 * Read a snapshot; it throws if the bytes are not one.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Delta}
 */
export function parseDelta(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || view.getUint32(0, true) !== MAGIC) throw new Error("not a snapshot");
  const headSize = view.getUint32(4, true);
  const runsCount = view.getUint32(8, true);
  const headEnd = 12 + headSize;
  /** @type {Head} */
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(12, headEnd)));
  const runsStart = align(headEnd);
  const blocksStart = runsStart + runsCount * 8;
  const runs = new Uint32Array(bytes.slice(runsStart, blocksStart).buffer);
  let at = blocksStart;
  for (let i = 1; i < runs.length; i += 2) at += runs[i] * BLOCK;
  const blocks = bytes.subarray(blocksStart, at);
  if (at !== bytes.length) throw new Error("the snapshot has another length than it says");
  return { head, runs, blocks };
}

/**
 * Format a snapshot.
 * @param {Head} head
 * @param {number[]} runs
 * @param {Uint8Array} memory has the bytes of the runs
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function formatDelta(head, runs, memory) {
  const headBytes = new TextEncoder().encode(JSON.stringify(head));
  const parts = [];
  for (let i = 0; i < runs.length; i += 2) {
    parts.push(memory.subarray(runs[i] * BLOCK, (runs[i] + runs[i + 1]) * BLOCK));
  }
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
 * Write the blocks into a new instance's memory, which must have the snapshot's size.
 * @param {Delta} delta
 * @param {Uint8Array} memory
 * @param {number} heapEnd the end of the heap that the new instance has used
 */
export function applyDelta({ head, runs, blocks }, memory, heapEnd) {
  if (memory.length !== head.size) throw new Error("the memory has another size");
  // A new instance's environment differs from host to host (its language, for one) and so does
  // what it put on its heap. Clear the heap, as the snapshot has all of it.
  memory.fill(0, head.heapStart, heapEnd);
  let from = 0;
  for (let i = 0; i < runs.length; i += 2) {
    const to = from + runs[i + 1] * BLOCK;
    memory.set(blocks.subarray(from, to), runs[i] * BLOCK);
    from = to;
  }
}

/**
 * Describe a text so that it can be recognised.
 * @param {string} text
 * @returns {Text}
 */
export function describeText(text) {
  return { ...describeBytes(new TextEncoder().encode(text)), size: text.length };
}

/**
 * Describe bytes so that they can be recognised.
 * @param {Uint8Array} bytes
 * @returns {Text}
 */
export function describeBytes(bytes) {
  // Four bytes at a time: a loop over each character of PyScript's code took seven milliseconds.
  const words = new Int32Array(align(bytes.length) / 4);
  new Uint8Array(words.buffer).set(bytes);
  let sum = 0;
  for (const word of words) sum = (Math.imul(sum, 31) + word) | 0;
  return { size: bytes.length, sum };
}

/**
 * @param {string} text
 * @param {Text} described
 */
export function isText(text, described) {
  return text.length === described.size && describeText(text).sum === described.sum;
}

/**
 * @param {Uint8Array} bytes
 * @param {Text} described
 */
export function areBytes(bytes, described) {
  return bytes.length === described.size && describeBytes(bytes).sum === described.sum;
}

/**
 * @param {number} size
 * @returns {number}
 */
export function align(size) {
  return Math.ceil(size / 4) * 4;
}
