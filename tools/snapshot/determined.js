// Makes a build deterministic: the same sources give the same bytes, on any day.
//
// It must be imported before Pyodide is.

import crypto from "node:crypto";

const START_MS = Date.UTC(2026, 0, 1);
let elapsedMs = 0;

// The clock advances each time it is read: otherwise code that waits for it to advance would hang.
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

// Hides where the builder lives. The first line sets V8's time zone, as V8 does not look at a new
// object. A Node that has a navigator would tell Python the builder's language.
process.env.TZ = "UTC";
process.env = { TZ: "UTC" };
Reflect.deleteProperty(globalThis, "navigator");

// Python keeps the name of what it runs in (`sys._emscripten_info`): a page's is no Node at all, and
// each version would give another snapshot.
Object.defineProperty(process, "version", { value: "v20.0.0" });

// A snapshot made by a Node that can switch stacks does not run in an engine that cannot.
for (const name of ["Suspending", "SuspendError", "promising"]) {
  Reflect.deleteProperty(WebAssembly, name);
}
