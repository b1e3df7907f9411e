// The worker of one of the Pythons in a frame of no origin (sandbox.js): the judge's, or that of a bot. It
// starts from the page's snapshot, of which everything was handed over, as nothing can be fetched here.

import { confine, post } from "./confine.js";
import { NO_PACKAGES } from "../vendor/pyodide/no_packages.js";
import { Restoration } from "../runtime/restore.js";

/** What Pyodide takes its files' addresses from: no such place is asked for anything. */
const NOWHERE = "https://nowhere.invalid/";
/** So often Python looks whether a bot has thought for too long. */
const TICK_MS = 20;
const SIGINT = 2;
/** What the warden is told when Python is there. */
const UP = 0;
/** Of whom the judge hears the page's own words. */
const TELL = -1;

/**
 * @typedef {object} Files
 * @property {Uint8Array<ArrayBuffer>} snapshot
 * @property {WebAssembly.Module} wasm
 * @property {Uint8Array} stdlib
 * @property {Record<string, string>} sources Python's files that the page has not, by their paths
 * @property {"judge" | "bot"} role
 */

const SCRIPT = "own_bot_worker.py";

/** Hears what comes: first the files, and then what Python is to do. @type {(data: any) => void} */
let hear = (data) => {
  // The warden hears of errors, not of promises that are broken.
  start(data).catch((error) => setTimeout(() => fail(error)));
};

// One listener from the beginning: in Firefox a worker hears nothing by one that was added after a start.
addEventListener("message", ({ data }) => hear(data));

/** @param {unknown} error */
function fail(error) {
  throw error;
}

/** @param {Files} files */
async function start({ snapshot, wasm, stdlib, sources, role }) {
  const restoration = new Restoration({
    snapshot: Promise.resolve({ content: snapshot, checked: Promise.resolve() }),
    wasm: Promise.resolve(wasm),
    // It stands before this script, in the same text.
    script: Promise.resolve(),
    lendStdlib: (FS, path) => FS.writeFile(path, stdlib),
  });
  /** @type {any} */
  const pyodide = await restoration.load({
    indexURL: NOWHERE,
    lockFileContents: JSON.stringify(NO_PACKAGES),
    stdin: () => null,
  });
  pyodide._api.on_fatal = (/** @type {unknown} */ error) => setTimeout(() => fail(error));
  const packages = pyodide.runPython(
    "import spieltisch; spieltisch.__path__[0].rpartition('/')[0]",
  );
  for (const [path, text] of Object.entries(sources)) {
    const file = `${packages}/${path}`;
    pyodide.FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    pyodide.FS.writeFile(file, text);
  }
  const tell = (/** @type {number} */ kind, /** @type {string} */ text) => post([kind, text]);
  const scope = pyodide.toPy({ post: tell });
  pyodide.runPython(sources[SCRIPT], { globals: scope, filename: SCRIPT });
  const python = scope.get(role)();
  if (role === "bot") sendTicks(pyodide);
  hear = ([one, text]) => {
    if (role === "bot") python.run(text, one);
    else if (one === TELL) python.run(text);
    else python.hear(one, text);
  };
  confine();
  post([UP, ""]);
}

/**
 * Send Python a signal many times a second, while it runs: it asks for one every few steps, in place of a
 * buffer that another thread would write into and that only some pages may have.
 * @param {any} pyodide
 */
function sendTicks(pyodide) {
  let nextMs = 0;
  pyodide.setInterruptBuffer({
    get 0() {
      const nowMs = performance.now();
      if (nowMs < nextMs) return 0;
      nextMs = nowMs + TICK_MS;
      return SIGINT;
    },
    set 0(_) {},
  });
}
