import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);

/** @param {string} path */
async function readText(path) {
  return readFile(new URL(path, root), "utf-8");
}

test("the empty package index is Pyodide's own, without the packages", async () => {
  const { NO_PACKAGES } = await import("../../static/runtime/no_packages.js");
  const theirs = JSON.parse(await readText("node_modules/pyodide/pyodide-lock.json"));
  assert.deepEqual(NO_PACKAGES, { info: theirs.info, packages: {} });
});
