import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { describeBytes } from "../../static/runtime/delta.js";
import { lendStdlib } from "../../static/runtime/late_stdlib.js";
import { fetchNow } from "../../static/runtime/later.js";

const CONTENT = Uint8Array.of(0x50, 0x4b, 3, 0xff);
const DESCRIBED = describeBytes(CONTENT);
const LIBRARY = new URL("https://games.example/python_stdlib.zip");

/** A host that answers synchronous requests. */
class Request {
  static status = 200;
  static type = "application/zip";
  static text = "PK\u0003\uf7ff";
  static count = 0;
  status = 0;
  responseText = "";
  open() {}
  overrideMimeType() {}
  getResponseHeader() {
    return Request.type;
  }
  send() {
    Request.count += 1;
    this.status = Request.status;
    this.responseText = Request.text;
  }
}
/** @type {any} */ (globalThis).XMLHttpRequest = Request;

/** Pyodide's file system, as far as it is used: one file, which is opened by reading and writing. */
function fileSystem() {
  const node = { stream_ops: /** @type {any} */ ({ open() {}, read: () => "read" }) };
  const FS = {
    content: /** @type {Uint8Array<ArrayBufferLike>} */ (new Uint8Array([7])),
    writeFile(/** @type {string} */ _path, /** @type {Uint8Array} */ content) {
      node.stream_ops.open();
      FS.content = content;
    },
    lookupPath: () => ({ node }),
    ErrnoError: class extends Error {
      /** @param {number} errno */
      constructor(errno) {
        super(String(errno));
        this.errno = errno;
      }
    },
    read: () => {
      node.stream_ops.open();
      return [...FS.content];
    },
  };
  return FS;
}

test("a file comes to the byte, whatever its bytes are", () => {
  assert.deepEqual([...fetchNow(LIBRARY, () => true)], [0x50, 0x4b, 3, 0xff]);
});

test("what is no file is refused: an error, and a network's login page", () => {
  Request.status = 404;
  assert.throws(() => fetchNow(LIBRARY, () => true), /404 for \/python_stdlib\.zip/);
  Request.status = 200;
  Request.type = "text/html; charset=utf-8";
  assert.throws(() => fetchNow(LIBRARY, () => true), /a page came/);
  Request.type = "application/zip";
});

test("the library is fetched when it is first opened, and once", () => {
  const FS = fileSystem();
  const before = Request.count;
  lendStdlib(FS, "/lib/python.zip", LIBRARY, DESCRIBED);
  assert.equal(Request.count, before);
  assert.deepEqual(
    [FS.read(), FS.read()],
    [
      [0x50, 0x4b, 3, 0xff],
      [0x50, 0x4b, 3, 0xff],
    ],
  );
  assert.equal(Request.count, before + 1);
});

test("what fails is an error that Python knows, is told, and is tried again", async () => {
  const FS = fileSystem();
  lendStdlib(FS, "/lib/python.zip", LIBRARY, DESCRIBED);
  mock.method(console, "error", () => {});
  const told = new Promise((resolve) => {
    /** @type {any} */ (globalThis).dispatchEvent = (/** @type {Event} */ event) =>
      resolve(event.type);
  });
  Request.status = 503;
  assert.throws(() => FS.read(), { errno: 29 });
  assert.equal(await told, "spieltisch:missing");
  Request.status = 200;
  assert.deepEqual(FS.read(), [0x50, 0x4b, 3, 0xff]);
  mock.restoreAll();
});

for (const [what, text] of Object.entries({
  "cut off": "PK\u0003",
  longer: "PK\u0003\uf7ff\u0000",
  "with one letter changed": "PK\u0002\uf7ff",
})) {
  test(`a library that comes ${what} is refused, and asked for again`, () => {
    const FS = fileSystem();
    lendStdlib(FS, "/lib/python.zip", LIBRARY, DESCRIBED);
    mock.method(console, "error", () => {});
    const { text: right } = Request;
    Request.text = text;
    assert.throws(() => FS.read(), { errno: 29 });
    Request.text = right;
    assert.deepEqual(FS.read(), [...CONTENT]);
    mock.restoreAll();
  });
}

test("a kept copy that is damaged is not taken", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const damaged = CONTENT.slice().fill(0, 2, 3);
  /** @type {any} */ (globalThis).caches = { match: async () => new Response(damaged) };
  const FS = fileSystem();
  lendStdlib(FS, "/lib/python.zip", LIBRARY, DESCRIBED);
  mock.timers.tick(2_000);
  mock.timers.reset();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(FS.read(), [...CONTENT]);
  delete (/** @type {any} */ (globalThis).caches);
});

test("in a calm moment the copy is taken that the service worker has kept", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const kept = CONTENT;
  /** @type {any} */ (globalThis).caches = { match: async () => new Response(kept) };
  const FS = fileSystem();
  lendStdlib(FS, "/lib/python.zip", LIBRARY, DESCRIBED);
  const before = Request.count;
  mock.timers.tick(2_000);
  mock.timers.reset();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(FS.read(), [...CONTENT]);
  assert.equal(Request.count, before);
  delete (/** @type {any} */ (globalThis).caches);
});
