// The worker in which a bot runs, in a frame of no origin (sandbox.js): Python from the page's snapshot, of
// which everything was handed over, as nothing can be fetched here.

import { confine, post } from "./confine.js";
import { NO_PACKAGES } from "../vendor/pyodide/no_packages.js";
import { Restoration } from "../runtime/restore.js";

/** What Pyodide takes its files' addresses from: no such place is asked for anything. */
const NOWHERE = "https://nowhere.invalid/";

/**
 * @typedef {object} Files
 * @property {Uint8Array<ArrayBuffer>} snapshot
 * @property {Uint8Array<ArrayBuffer>} wasm
 * @property {Uint8Array} stdlib
 * @property {Record<string, string>} sources Python's files that the page has not, by their paths
 */

const SCRIPT = "own_bot_worker.py";

/** Jobs that came before Python was there. @type {string[]} */
const waiting = [];
/** Does a job. */
let run = (/** @type {string} */ job) => void waiting.push(job);

addEventListener("message", ({ data }) => {
  if (typeof data === "string") run(data);
  // The warden hears of errors, not of promises that are broken.
  else start(data).catch((error) => setTimeout(() => fail(error)));
});

/** @param {unknown} error */
function fail(error) {
  throw error;
}

/** @param {Files} files */
async function start({ snapshot, wasm, stdlib, sources }) {
  const restoration = new Restoration({
    snapshot: Promise.resolve({ content: snapshot, checked: Promise.resolve() }),
    wasm: WebAssembly.compile(wasm),
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
  const packages = pyodide.runPython("import spieltisch; spieltisch.__path__[0].rpartition('/')[0]");
  for (const [path, text] of Object.entries(sources)) {
    const file = `${packages}/${path}`;
    pyodide.FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    pyodide.FS.writeFile(file, text);
  }
  const scope = pyodide.toPy({ post: (/** @type {unknown} */ told) => post(told) });
  pyodide.runPython(sources[SCRIPT], { globals: scope, filename: SCRIPT });
  run = scope.get("run");
  confine();
  post('{"kind":"ready"}');
  for (const job of waiting) run(job);
}
