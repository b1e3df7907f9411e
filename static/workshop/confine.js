// First of all in a bot's worker: what it could reach other things with is put away.
//
// The frame's origin and policy are what keep a bot in; they would refuse all of this anyway. Putting it
// away as well is one more wall, and gives a bot that tries a plain Python error.

const MOST_BYTES = 1024 ** 3;
const PAGE_BYTES = 65_536;

const REACHING = [
  "BroadcastChannel",
  "EventSource",
  "FileReaderSync",
  "FontFace",
  "MessageChannel",
  "Notification",
  "SharedWorker",
  "WebSocket",
  "WebSocketStream",
  "WebTransport",
  "Worker",
  "XMLHttpRequest",
  "caches",
  "close",
  "cookieStore",
  "fetch",
  "fonts",
  "importScripts",
  "indexedDB",
  "navigator",
  "onmessage",
  "postMessage",
];

/** Sends something to the warden; nothing else can. */
export const post = globalThis.postMessage.bind(globalThis);

// Pyodide asks a worker whether it can load classic scripts, and the console would tell of the refusal.
put(globalThis, "importScripts");

// All the memory of the device is not a bot's to take: Python raises a MemoryError.
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * PAGE_BYTES > MOST_BYTES)
    throw new RangeError("enough memory");
  return grow.call(this, pages);
};

/** Put everything away that Pyodide has needed to start. */
export function confine() {
  for (let scope = globalThis; scope !== Object.prototype; scope = Object.getPrototypeOf(scope)) {
    for (const name of REACHING) put(scope, name);
  }
}

/**
 * @param {object} scope
 * @param {string} name
 */
function put(scope, name) {
  if (name in scope) Object.defineProperty(scope, name, { value: undefined, configurable: false });
}
