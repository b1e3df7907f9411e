// Under Node, Pyodide reads its files itself, which no page has it do.

import { promises } from "node:fs";
import { mock } from "node:test";

const OWN = /\/python_stdlib\.zip$|\.wasm$/;

/** Have Pyodide find its files, with nothing in them. */
export function lendFiles() {
  const { readFile } = promises;
  mock.method(promises, "readFile", async (/** @type {any[]} */ ...given) =>
    OWN.test(String(given[0])) ? new Uint8Array(0) : readFile(.../** @type {[string]} */ (given)),
  );
}
