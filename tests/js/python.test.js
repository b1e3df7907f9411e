import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, mock, test } from "node:test";
import { pathToFileURL } from "node:url";

import { formatDelta } from "../../static/runtime/delta.js";
import { lendFiles } from "./pyodide_files.js";

const WASM = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
/** Pyodide's own files, as far as the ordinary start asks for them. */
const plain = mkdtempSync(path.join(tmpdir(), "plain."));
writeFileSync(path.join(plain, "package.json"), '{ "type": "module" }');
writeFileSync(
  path.join(plain, "pyodide.js"),
  "export const loadPyodide = (options) => globalThis.ordinaryStart(options);",
);
writeFileSync(path.join(plain, "pyodide.asm.js"), "export default 'its own module';");

/** @type {any} */
const browser = globalThis;
const page = new EventTarget();
/** @type {string[]} */
let told = [];
for (const kind of ["failed", "died"]) {
  page.addEventListener(`spieltisch:${kind}`, (event) =>
    told.push(`${kind}: ${/** @type {CustomEvent} */ (event).detail.message}`),
  );
}
Object.assign(browser, {
  _createPyodideModule: async () => ({ HEAPU8: new Uint8Array(0) }),
  location: { href: "https://games.example/" },
  document: {
    querySelector: () => script,
    head: { append() {} },
    documentElement: { dataset: {} },
  },
  dispatchEvent: (/** @type {Event} */ event) => page.dispatchEvent(event),
});
/** @type {Map<string, string>} */
const texts = new Map();
Object.defineProperty(browser, "localStorage", {
  value: {
    getItem: (/** @type {string} */ name) => texts.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => texts.set(name, text),
  },
});
Object.defineProperty(browser, "navigator", { configurable: true, value: {} });

/** What the ordinary start has got. @type {any} */
let started;
/** @type {string[]} */
let unpacked = [];

beforeEach(() => {
  [told, unpacked, started] = [[], [], null];
  texts.clear();
  mock.restoreAll();
  mock.method(console, "warn", () => {});
  lendFiles();
  browser.ordinaryStart = async (/** @type {any} */ options) => {
    started = options;
    return {
      _api: {},
      _module: { callPyObject: () => "called", callPyObjectMaybePromising: async () => "called" },
      runPython: () => "/packages",
      unpackArchive: (
        /** @type {Uint8Array} */ app,
        /** @type {string} */ kind,
        /** @type {any} */ { extractDir },
      ) => unpacked.push(`${new TextDecoder().decode(app)} ${kind} ${extractDir}`),
    };
  };
});

const NAMES = {
  app: "app.zip",
  plain: pathToFileURL(plain).href,
  snapshot: "snapshot.zip",
  wasm: "module.zip",
};
const script = { getAttribute: () => new URLSearchParams(NAMES).toString() };
let pages = 0;

/**
 * Open a page whose host has these files, by the beginning of their names.
 * @param {Record<string, BodyInit>} files
 */
async function opened(files) {
  browser.fetch = async (/** @type {URL} */ url) => {
    const name = String(url).split("/").at(-1) ?? "";
    const found = files[name.split(".")[0]];
    const headers = { "Content-Type": "application/wasm" };
    return found === undefined
      ? new Response("", { status: 404 })
      : new Response(found, { headers });
  };
  return import(`../../static/runtime/python.js?page=${(pages += 1)}`);
}

test("where the snapshot cannot be had, Python starts the ordinary way, with all of ours", async () => {
  const { loadPyodide } = await opened({ app: "our Python" });
  const pyodide = await loadPyodide({ stdout: () => {} });
  assert.ok(pyodide);
  assert.deepEqual(unpacked, ["our Python zip /packages"]);
  assert.equal(started.createPyodideModule, "its own module");
  assert.equal(started.indexURL, `${pathToFileURL(plain).href}/`);
  assert.deepEqual(told, []);
  assert.equal(texts.size, 0, "files that have not come say nothing of the browser");
});

test("what cannot start either way is told, once, and thrown", async () => {
  const { loadPyodide } = await opened({});
  await assert.rejects(loadPyodide({}), /404 for .*app\.zip/);
  assert.equal(told.length, 1);
  assert.match(told[0], /failed: 404/);
});

test("what PyScript wants done with the output is done, whenever it comes", async () => {
  const { loadPyodide } = await opened({ app: "" });
  /** @type {string[]} */
  const said = [];
  await loadPyodide({ stdout: (/** @type {string} */ text) => said.push(text) });
  started.stdout("hello");
  assert.deepEqual(said, ["hello"]);
});

test("a Python that has ended by an error of its own is called no more, and that is told", async () => {
  const { loadPyodide } = await opened({ app: "" });
  const pyodide = await loadPyodide({});
  assert.equal(pyodide._module.callPyObject(), "called");
  pyodide._api.on_fatal(new Error("memory"));
  assert.deepEqual(told, ["died: memory"]);
  assert.equal(pyodide._module.callPyObject(), undefined);
  assert.equal(await pyodide._module.callPyObjectMaybePromising(), undefined);
});

test("a snapshot from which this browser cannot start is given up, if all of it had come", async () => {
  const files = { app: "", module: WASM, snapshot: snapshotOf("another Pyodide") };
  const { loadPyodide } = await opened(files);
  await loadPyodide({});
  assert.deepEqual(unpacked, [" zip /packages"]);
  assert.deepEqual([...texts.values()], [NAMES.snapshot]);
});

test("a snapshot that is damaged is not given up: it may come right another time", async () => {
  const { loadPyodide } = await opened({ app: "", module: WASM, snapshot: "damaged" });
  await loadPyodide({});
  assert.deepEqual(unpacked, [" zip /packages"]);
  assert.equal(texts.size, 0);
});

/** @param {string} version of Pyodide */
function snapshotOf(version) {
  const pyscript = { size: 0, sum: 0, instead: "" };
  const library = { size: 0, sum: 0 };
  const head = { version, own: "", size: 0, heapStart: 0, stdlib: "", library, pyscript };
  return formatDelta(head, [], new Uint8Array(0));
}
