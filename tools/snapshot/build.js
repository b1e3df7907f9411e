// Builds what a fast start needs, under Node:
// `node tools/snapshot/build.js APP.zip OUT PYODIDE SCRIPT…`.
//
// APP.zip holds our Python's sources, each SCRIPT is code that a page or a worker runs. PYODIDE is
// the folder with the WebAssembly that a page will have, and its script (tools/lean.py). OUT gets
// the standard library, compiled by the very interpreter that will run it (stdlib.zip), the memory of
// that interpreter with it and our packages imported (snapshot), and those of our modules that come
// when they are wanted (late).

import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import "./determined.js";
import { compileZips, readBytes, takeSnapshot } from "./python.js";

const [appPath, out, runtime, ...scriptPaths] = process.argv.slice(2);
if (!runtime) throw new Error("usage: node tools/snapshot/build.js APP.zip OUT PYODIDE SCRIPT…");

/** @param {string} name */
const inOut = (name) => path.resolve(out, name);

try {
  const sources = await readBytes(appPath);
  const { stdlib, app } = await compileZips(sources);
  await writeFile(inOut("stdlib.zip"), stdlib);
  const scripts = await Promise.all(scriptPaths.map((name) => readFile(name, "utf-8")));
  const taken = await takeSnapshot(runtime, inOut("stdlib.zip"), app, sources, scripts);
  await writeFile(inOut("snapshot"), taken.snapshot);
  await writeFile(inOut("late"), taken.late);
} catch (error) {
  // The message alone: Node would first print the source line, a megabyte in Pyodide's case.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
