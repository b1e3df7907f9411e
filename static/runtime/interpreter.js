// PyScript's interpreter: Pyodide, with our Python in it.
//
// PyScript imports this module in place of Pyodide's own. Where a snapshot was made, Python starts
// from that; where anything about it is wrong, Python starts as it always can.

import { loadPyodide as loadPlainPyodide, version } from "../vendor/pyodide/pyodide.mjs";
import { failed } from "../boot/failure.js";
import { lending } from "./lending.js";
import { Made } from "./made.js";
import { NO_PACKAGES } from "./no_packages.js";
import { Restoration } from "./restore.js";

export { version };

/** @typedef {import("pyodide").PyodideConfig} Options */

const PYODIDE = new URL("../vendor/pyodide/", import.meta.url);
const SITE_PACKAGES = "/lib/python3.14/site-packages";

const made = new Made(import.meta.url);
let restoration = made.url("snapshot") ? new Restoration(made) : null;

/**
 * Load Pyodide as PyScript asks for it, with our packages in it.
 * @param {Options} options
 */
export async function loadPyodide(options) {
  const known = {
    ...options,
    indexURL: PYODIDE.href,
    lockFileContents: JSON.stringify(NO_PACKAGES),
  };
  if (restoration) {
    try {
      return await restoration.load(known);
    } catch (error) {
      console.warn("Starting without the snapshot, which takes longer:", error);
      await made.forget();
    }
    restoration = null;
  }
  try {
    return await loadWithoutSnapshot(known);
  } catch (error) {
    failed(error);
    throw error;
  }
}

/** @param {Options} options */
async function loadWithoutSnapshot(options) {
  const [app, stdlib] = await Promise.all([
    made.bytes("app"),
    made.url("stdlib") ? made.bytes("stdlib") : null,
  ]);
  // A page served from the working tree runs on Pyodide's files as they are.
  const start = () => loadPlainPyodide(options);
  const pyodide = await (stdlib ? lending({ wasm: made.compile(), stdlib }, start) : start());
  pyodide.unpackArchive(app, "zip", { extractDir: SITE_PACKAGES });
  return pyodide;
}
