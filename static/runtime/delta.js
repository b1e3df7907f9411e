// The memory snapshot as it travels: what Python's memory has after our packages were imported
// that a new instance of Pyodide's WebAssembly module does not have.
//
// Layout: three little-endian u32 (MAGIC, bytes of the head, number of runs), the head as JSON
// padded to 4 bytes, a table of runs (two u32: first block, number of blocks), the runs' blocks
// one after the other, the files' bytes one after the other. tools/snapshot/ writes it.

export const MAGIC = 0x31445053;
export const BLOCK = 64;

/**
 * @typedef {object} Head what else the start needs to know
 * @property {string} version of Pyodide
 * @property {string} own base64 of Pyodide's own head: its build and the objects it refers to
 * @property {number} size of the memory, in bytes
 * @property {number} heapStart first byte of the part that `malloc` manages
 * @property {Replaced} pyscript the text that PyScript runs to have its modules, which are kept
 * @property {string} stdlib path of the zip file in which Python looks for its standard library
 * @property {Array<[path: string, size: number]>} files package data, which lies outside of memory
 *
 * @typedef {object} Text a text to be recognised
 * @property {number} size
 * @property {number} sum
 *
 * @typedef {Text & {instead: string}} Replaced a text, and what to run in its place
 *
 * @typedef {object} Delta
 * @property {Head} head
 * @property {Uint32Array} runs pairs of first block and number of blocks
 * @property {Uint8Array} blocks
 * @property {Map<string, Uint8Array>} files
 */

/**
 * Read a snapshot; it throws where the bytes are none.
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
  let blocksSize = 0;
  for (let i = 1; i < runs.length; i += 2) blocksSize += runs[i] * BLOCK;
  let at = blocksStart + blocksSize;
  const blocks = bytes.subarray(blocksStart, at);
  const files = new Map();
  for (const [path, size] of head.files) {
    files.set(path, bytes.subarray(at, at + size));
    at += size;
  }
  if (at !== bytes.length) throw new Error("the snapshot has another length than it says");
  return { head, runs, blocks, files };
}

/**
 * Write the blocks into a new instance's memory, which must have the snapshot's size.
 * @param {Delta} delta
 * @param {Uint8Array} memory
 * @param {number} heapEnd up to where the new instance has used its heap
 */
export function applyDelta({ head, runs, blocks }, memory, heapEnd) {
  if (memory.length !== head.size) throw new Error("the memory has another size");
  // A new instance's environment differs from host to host (its language, for one) and so does
  // what it put on its heap: the snapshot says all that is there.
  memory.fill(0, head.heapStart, heapEnd);
  let at = 0;
  for (let i = 0; i < runs.length; i += 2) {
    const size = runs[i + 1] * BLOCK;
    memory.set(blocks.subarray(at, at + size), runs[i] * BLOCK);
    at += size;
  }
}

/**
 * Describe a text so that it can be recognised.
 * @param {string} text
 * @returns {Text}
 */
export function describeText(text) {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0;
  return { size: text.length, sum };
}

/**
 * @param {string} text
 * @param {Text} described
 */
export function isText(text, described) {
  return text.length === described.size && describeText(text).sum === described.sum;
}

/**
 * @param {number} size
 * @returns {number}
 */
export function align(size) {
  return Math.ceil(size / 4) * 4;
}
