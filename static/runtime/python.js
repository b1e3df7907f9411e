// Pyodide, with our Python in it. If a snapshot was made, Python starts from that; if anything
// about it is wrong, Python starts without it.

import { NO_PACKAGES } from "../vendor/pyodide/no_packages.js";
import { version } from "../vendor/pyodide/pyodide.mjs";
import { ownWorker } from "../boot/allowed.js";
import { died, failed } from "../boot/failure.js";
import { mend } from "../offline/mending.js";
import { loadCreateModule } from "./create_module.js";
import { giveStacks } from "./errors.js";
import { lendStdlib } from "./late_stdlib.js";
import { unlessNoInstance } from "./lending.js";
import { allFetched, made } from "./made.js";
import { Restoration } from "./restore.js";

export { version };

giveStacks();

/** @typedef {import("pyodide").PyodideConfig} Options */

// Pyodide's own files, as they are: nothing that we have made of them can keep Python from starting.
const PLAIN = new URL(made.url("plain")?.href.concat("/") ?? "../vendor/pyodide/", import.meta.url);

/** Where Python's output goes: to the console, until PyScript says otherwise. */
const output = {
  stdout: (/** @type {string} */ text) => console.log(text),
  stderr: (/** @type {string} */ text) => console.error(text),
};

// PyScript asks for an interpreter only once it has opened its own storage: the start does not wait
// for that.
const restoration = made.url("snapshot") ? new Restoration(fetched()) : null;
let early = restoration?.load(complete({}));
// loadPyodide() reports a failure; until it is called, it must not count as unhandled.
early?.catch(() => {});

/**
 * Fetch the parts of a start from the snapshot.
 * @returns {import("./restore.js").Parts}
 */
function fetched() {
  const stdlib = new URL("python_stdlib.zip", PLAIN);
  return {
    snapshot: made.early("snapshot"),
    wasm: made.compile("wasm"),
    script: loadCreateModule(),
    lendStdlib: (FS, path, described) => lendStdlib(FS, path, stdlib, described),
  };
}

/**
 * Load Pyodide as PyScript asks for it, with our packages in it.
 * @param {Options} options
 */
export async function loadPyodide(options) {
  output.stdout = options.stdout ?? output.stdout;
  output.stderr = options.stderr ?? output.stderr;
  if (restoration && early) {
    try {
      return watched(await early);
    } catch (error) {
      console.warn("Starting without the snapshot, which takes longer:", error);
      made.forget();
      await seeToFiles(restoration);
    } finally {
      early = undefined;
    }
  }
  try {
    return watched(await loadWithoutSnapshot(complete(options)));
  } catch (error) {
    failed(error);
    throw error;
  }
}

/**
 * Have it told if Python ends by an error of its own: such a page looks as ever, and takes no press.
 * @param {any} pyodide
 */
function watched(pyodide) {
  pyodide._api.on_fatal = (/** @type {unknown} */ error) => {
    // Listeners and promises would go on calling it. Its memory may be in any state by now: a call
    // may go on for ever, and with it the page.
    pyodide._module.callPyObject = () => {};
    pyodide._module.callPyObjectMaybePromising = async () => {};
    died(error);
  };
  return pyodide;
}

/**
 * See to it that the next start is better: files that were damaged are fetched anew. If none was,
 * this browser cannot start from this snapshot, and does not try it again.
 * @param {Restoration} restoration that has failed
 */
async function seeToFiles(restoration) {
  const hasWorker = Boolean(ownWorker());
  const [hasCome, mended] = await Promise.all([restoration.hasCome(), mend()]);
  const isRight = hasWorker ? mended && !mended.damaged.length && !mended.missing.length : hasCome;
  if (isRight) made.giveUpSnapshot();
}

/**
 * Add the options that are the same for every start.
 * @param {Options} options
 * @returns {Options}
 */
function complete(options) {
  return {
    ...options,
    stdout: (text) => output.stdout(text),
    stderr: (text) => output.stderr(text),
    indexURL: PLAIN.href,
    lockFileContents: JSON.stringify(NO_PACKAGES),
  };
}

/** @param {Options} options */
async function loadWithoutSnapshot(options) {
  const [app, { loadPyodide: loadPlain }, { default: createPyodideModule }] = await Promise.all([
    made.bytes("app"),
    import(new URL("pyodide.js", PLAIN).href),
    import(new URL("pyodide.asm.js", PLAIN).href),
  ]);
  /** @type {any} */
  const pyodide = await unlessNoInstance(() => loadPlain({ ...options, createPyodideModule }));
  allFetched();
  const extractDir = pyodide.runPython("__import__('site').getsitepackages()[0]");
  pyodide.unpackArchive(app, "zip", { extractDir });
  return pyodide;
}
