// Unpacks Zstandard streams: a fifth smaller than gzip's for what a start fetches. Not all browsers
// do so for pages yet, so the authors' own C is shipped as WebAssembly (zstddec), 23 KB.

import { check } from "./digest.js";

const ADDRESS = new URL("../vendor/zstddec/zstddec.wasm", import.meta.url);
const OUTPUT_SIZE = 1 << 18;
// The first bytes of everything that is compressed with Zstandard (RFC 8878).
const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
// Results above it are errors, see ZSTD_isError.
const LARGEST_RESULT = 0xffff_ff00;

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/**
 * Get ready to unpack. Whoever fetches compressed files does so before: a browser has few connections
 * to a host, and if files that wait to be unpacked had all of them, what unpacks them would never come.
 * That it cannot be had is told by the stream that needs it.
 */
export async function getReady() {
  await decoder().catch(() => {});
}

/** @returns {Promise<WebAssembly.Module>} */
function decoder() {
  compiled ??= compile().catch((error) => {
    // Another attempt may succeed.
    compiled = null;
    throw error;
  });
  return compiled;
}

/** @returns {Promise<WebAssembly.Module>} */
async function compile() {
  const response = await fetch(ADDRESS);
  if (!response.ok) throw new Error(`${response.status} for ${ADDRESS.pathname}`);
  const content = await response.arrayBuffer();
  await check(ADDRESS, content);
  return WebAssembly.compile(content);
}

/**
 * Make a stream that unpacks one file; it fails if the bytes are not a complete compressed file.
 * @param {boolean} mayBeUnpacked whether content that is not compressed comes out as it is
 * @returns {TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>}
 */
export function zstdStream(mayBeUnpacked) {
  const starting = newDecoder();
  // It fails the stream below, if it is needed.
  starting.catch(() => {});
  /** @type {Decoder | null} */
  let unpacking = null;
  let isPacked = !mayBeUnpacked;
  let head = mayBeUnpacked ? new Uint8Array() : null;
  return new TransformStream({
    async transform(chunk, controller) {
      let next = chunk;
      if (head) {
        next = joined(head, chunk);
        head = next.length < MAGIC.length ? next : null;
        if (head) return;
        isPacked = MAGIC.every((byte, i) => next[i] === byte);
      }
      if (!isPacked) {
        controller.enqueue(next);
        return;
      }
      unpacking ??= await starting;
      for (const part of unpacking.decode(next)) controller.enqueue(part);
    },
    flush(controller) {
      if (head) controller.enqueue(head);
      else if (isPacked && !unpacking?.isComplete)
        throw new Error("a compressed file ends too early");
    },
  });
}

async function newDecoder() {
  return new Decoder(await WebAssembly.instantiate(await decoder(), IMPORTS));
}

/**
 * @param {Uint8Array<ArrayBuffer>} one
 * @param {Uint8Array<ArrayBuffer>} other
 */
function joined(one, other) {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

// Nothing to do: the decoder makes a new view of its memory each time.
const IMPORTS = { env: { emscripten_notify_memory_growth() {} } };

/** C's decoder with its structures: see ZSTD_inBuffer and ZSTD_outBuffer in zstd.h. */
class Decoder {
  #c;
  #context;
  #output;
  #input = 0;
  #inputSize = 0;
  // {where, size, position} of the input, then of the output.
  #buffers;
  isComplete = false;

  /** @param {WebAssembly.Instance} instance */
  constructor({ exports }) {
    this.#c = /** @type {any} */ (exports);
    this.#context = this.#c.ZSTD_createDCtx();
    this.#output = this.#c.malloc(OUTPUT_SIZE);
    this.#buffers = this.#c.malloc(24);
  }

  /** @param {Uint8Array} chunk */
  *decode(chunk) {
    if (chunk.length > this.#inputSize) {
      this.#c.free(this.#input);
      this.#inputSize = chunk.length;
      this.#input = this.#c.malloc(this.#inputSize);
    }
    new Uint8Array(this.#c.memory.buffer).set(chunk, this.#input);
    this.#words.set([this.#input, chunk.length, 0]);
    let taken = 0;
    let given = OUTPUT_SIZE;
    // A full output may mean that there is more.
    while (taken < chunk.length || given === OUTPUT_SIZE) {
      this.#words.set([this.#output, OUTPUT_SIZE, 0], 3);
      const result =
        this.#c.ZSTD_decompressStream(this.#context, this.#buffers + 12, this.#buffers) >>> 0;
      if (result > LARGEST_RESULT) throw new Error("a compressed file is broken");
      [, , taken, , , given] = this.#words;
      this.isComplete = result === 0;
      if (given === 0) continue;
      yield new Uint8Array(this.#c.memory.buffer).slice(this.#output, this.#output + given);
    }
  }

  // Made anew each time, as a view is no longer valid once the memory has grown.
  get #words() {
    return new Uint32Array(this.#c.memory.buffer, this.#buffers, 6);
  }
}
