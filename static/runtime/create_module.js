// Pyodide's own JavaScript, a million characters, as a classic script: tools/runtime.py makes it
// one.
//
// Chromium keeps the compiled code of a classic script for the next visit, but not that of a
// module: every start would compile the million characters again.

import { made } from "./made.js";

/** @type {Promise<void> | null} */
let running = null;

/** Load it: `_createPyodideModule` is there then. */
export function loadCreateModule() {
  // The worker of a page that is one file begins with it (static/file/).
  running ??=
    "_createPyodideModule" in globalThis ? Promise.resolve() : run(made.address("script"));
  return running;
}

/**
 * @param {URL} url whose name holds the script's digest, so that nothing else can take its place
 * @returns {Promise<void>}
 */
async function run(url) {
  const integrity = `sha256-${btoa(String.fromCharCode(...digestIn(url)))}`;
  // A worker that is a module itself can load it only by import.
  if (!globalThis.document) {
    await fetch(url, { integrity });
    await import(url.href);
    return;
  }
  const script = document.createElement("script");
  const { spieltischRun } = /** @type {any} */ (globalThis);
  if (spieltischRun) {
    // A page that is one file has it in it, and its policy the digest.
    script.id = "pyodide";
    document.head.append(script);
    await spieltischRun(script, url.href);
    return;
  }
  Object.assign(script, { src: url.href, integrity });
  await new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${url.pathname} could not be loaded`));
    document.head.append(script);
  });
}

/** @param {URL} url */
function digestIn({ pathname }) {
  const digits = pathname.split(".").at(-2) ?? "";
  return (digits.match(/../g) ?? []).map((byte) => parseInt(byte, 16));
}
