// PyScript's interpreter: Pyodide, with our Python in it.
//
// The query of this module's address names what was built for it (tools/page.py): workers that
// inherit the interpreter inherit that too.

import { loadPyodide as loadPlainPyodide, version } from "../vendor/pyodide/pyodide.mjs";
import { NO_PACKAGES } from "./no_packages.js";

export { version };

const MADE = new URL("../made/", import.meta.url);
const PYODIDE = new URL("../vendor/pyodide/", import.meta.url);

/**
 * @param {string} part
 * @returns {Promise<ArrayBuffer>}
 */
async function fetchMade(part) {
  const name = new URL(import.meta.url).searchParams.get(part);
  if (!name) throw new Error(`the address of interpreter.js names no ${part}`);
  const response = await fetch(new URL(name, MADE));
  if (!response.ok) throw new Error(`${response.status} for ${response.url}`);
  return response.arrayBuffer();
}

/**
 * Load Pyodide as PyScript asks for it, and put our packages into it.
 * @param {import("pyodide").PyodideConfig} options
 */
export async function loadPyodide(options) {
  const app = fetchMade("app");
  const pyodide = await loadPlainPyodide({
    ...options,
    indexURL: PYODIDE.href,
    lockFileContents: JSON.stringify(NO_PACKAGES),
  });
  pyodide.unpackArchive(await app, "zip", { extractDir: "/lib/python3.14/site-packages" });
  return pyodide;
}
