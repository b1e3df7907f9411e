// Takes the accidents out of a build: the same sources give the same bytes, on any day.
//
// It must be imported before Pyodide is.

import crypto from "node:crypto";

const START_MS = Date.UTC(2026, 0, 1);
let elapsedMs = 0;

// A clock that moves with each look at it, as code that waits for it to move would hang.
const tick = () => (elapsedMs += 1);
Date.now = () => START_MS + tick();
performance.now = tick;

// Any sequence does, as long as it is the same one. `random` is seeded anew at each start.
let state = 1;
const nextByte = () => {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return state >>> 24;
};

/**
 * @template {ArrayBufferView} T
 * @param {T} view
 * @returns {T}
 */
function fillDetermined(view) {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let i = 0; i < bytes.length; i++) bytes[i] = nextByte();
  return view;
}

Object.defineProperty(globalThis.crypto, "getRandomValues", { value: fillDetermined });
Object.defineProperty(crypto, "randomFillSync", { value: fillDetermined });
Math.random = () => nextByte() / 256;

// Where the builder lives: the first line tells V8, which does not look at a new object. A Node that
// has a navigator would tell Python the builder's language.
process.env.TZ = "UTC";
process.env = { TZ: "UTC" };
Reflect.deleteProperty(globalThis, "navigator");

// A Node that can switch stacks would give a snapshot that an engine that cannot does not take.
for (const name of ["Suspending", "SuspendError", "promising"]) {
  Reflect.deleteProperty(WebAssembly, name);
}
