// Builds what a fast start needs, under Node: `node tools/snapshot/build.js APP.zip OUT`.
//
// APP.zip holds our Python's sources. OUT gets the standard library and our packages compiled by
// the very interpreter that will run them (stdlib.zip, app.zip), and its memory with all of it
// imported (snapshot).

import { writeFile } from "node:fs/promises";
import path from "node:path";

import "./determined.js";
import { compileZips, readBytes, takeSnapshot } from "./python.js";

const [appPath, out] = process.argv.slice(2);
if (!out) throw new Error("usage: node tools/snapshot/build.js APP.zip OUT");

/** @param {string} name */
const inOut = (name) => path.resolve(out, name);

try {
  const sources = await readBytes(appPath);
  const { stdlib, app } = await compileZips(sources);
  await writeFile(inOut("stdlib.zip"), stdlib);
  await writeFile(inOut("app.zip"), app);
  await writeFile(inOut("snapshot"), await takeSnapshot(inOut("stdlib.zip"), app, sources));
} catch (error) {
  // Python's own words: Node would first print the source line, a megabyte in Pyodide's case.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
