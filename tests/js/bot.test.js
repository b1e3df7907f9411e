import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { lendFiles } from "./pyodide_files.js";

/** @type {any} */
const worker = globalThis;
/** @type {(event: { data: unknown }) => void} */
let hear = () => assert.fail("it does not listen");
/** @type {unknown[]} */
const posted = [];
Object.assign(worker, {
  // It stands before the bot's script, in the same text.
  _createPyodideModule: async () => ({}),
  addEventListener: (/** @type {string} */ type, /** @type {any} */ listener) => {
    if (type === "message") hear = listener;
  },
  postMessage: (/** @type {unknown} */ told) => posted.push(told),
});
const Memory = WebAssembly.Memory;
lendFiles();
await import("../../static/workshop/bot.js");

test("a start that fails is an error that the warden hears of", async () => {
  /** @type {Promise<Error>} */
  const thrown = new Promise((resolve) => {
    mock.method(globalThis, "setTimeout", (/** @type {() => void} */ run) => {
      try {
        run();
      } catch (error) {
        resolve(/** @type {Error} */ (error));
      }
    });
  });
  const empty = new Uint8Array(0);
  hear({ data: { snapshot: empty, wasm: empty, stdlib: empty, sources: {}, role: "bot" } });
  assert.match(String(await thrown), /not a snapshot|WebAssembly|BufferSource|wasm/i);
  assert.deepEqual(posted, [], "it is not ready");
});

test("a bot does not get all of the device's memory", () => {
  const memory = new Memory({ initial: 1 });
  assert.equal(memory.grow(1), 1);
  assert.throws(() => memory.grow(16_384), /enough memory/);
  assert.equal(memory.buffer.byteLength, 2 * 65_536);
});
