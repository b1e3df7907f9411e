// Unpacks Zstandard streams: a sixth smaller than gzip's for what a start fetches. Not all browsers
// do so for pages yet, so the authors' own C is shipped as WebAssembly (zstddec), 23 KB.

const ADDRESS = new URL("../vendor/zstddec/zstddec.wasm", import.meta.url);
const OUTPUT_SIZE = 1 << 18;
// Results above it are errors, see ZSTD_isError.
const LARGEST_RESULT = 0xffff_ff00;

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** @returns {Promise<WebAssembly.Module>} */
async function compile() {
  const response = await fetch(ADDRESS);
  if (!response.ok) throw new Error(`${response.status} for ${ADDRESS.pathname}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Make a stream that unpacks one file; it fails if the bytes are not a complete compressed file.
 * @returns {TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>}
 */
export function zstdStream() {
  /** @type {Decoder} */
  let decoder;
  return new TransformStream({
    async start() {
      compiled ??= compile();
      try {
        decoder = new Decoder(await WebAssembly.instantiate(await compiled, IMPORTS));
      } catch (error) {
        // Another attempt may succeed.
        compiled = null;
        throw error;
      }
    },
    transform(chunk, controller) {
      for (const part of decoder.decode(chunk)) controller.enqueue(part);
    },
    flush() {
      if (!decoder.isComplete) throw new Error("a compressed file ends too early");
    },
  });
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
