import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

/** @type {any} */
const browser = globalThis;

/** A frame, and the warden that runs in it. */
class Frame {
  dataset = {};
  /** @type {Record<string, string>} */
  attributes = {};
  isThere = true;
  srcdoc = "";
  /** @type {MessagePort | null} */
  port = null;
  /** @type {any[]} */
  heard = [];
  contentWindow = {
    postMessage: (
      /** @type {string} */ text,
      /** @type {string} */ to,
      /** @type {any} */ [port],
    ) => {
      assert.deepEqual([text, to], ["warden.js", "*"]);
      this.port = port;
      port.onmessage = (/** @type {MessageEvent} */ { data }) => this.heard.push(data);
    },
  };
  setAttribute = (/** @type {string} */ name, /** @type {string} */ to) =>
    (this.attributes[name] = to);
  remove() {
    this.isThere = false;
    this.port?.close();
  }
}

/** @type {Frame[]} */
let frames = [];
/** @type {string[]} */
let missing = [];
const page = new EventTarget();
page.addEventListener("spieltisch:missing", () => missing.push("told"));
Object.assign(browser, {
  document: {
    querySelector: () => null,
    createElement: () => new Frame(),
    body: {
      append: (/** @type {any} */ frame) => {
        frames.push(frame);
        queueMicrotask(() => frame.onload());
      },
    },
  },
  location: { href: "https://games.example/" },
  dispatchEvent: (/** @type {Event} */ event) => page.dispatchEvent(event),
});
Object.defineProperty(browser, "navigator", { configurable: true, value: {} });

let isHostUp = true;
browser.fetch = async (/** @type {URL} */ url) => {
  const name = String(url).split("/").at(-1) ?? "";
  if (!isHostUp) return new Response("", { status: 503 });
  if (name === "bots.json")
    return Response.json({ snapshot: "a.zip", wasm: "b.zip", script: "script.js", plain: "plain" });
  if (name === "python.json") return Response.json({ "a.py": "pass" });
  return new Response(name);
};

const { Sandbox } = await import("../../static/workshop/sandbox.js");

/** @type {string[]} */
let ends = [];
/** @type {string[]} */
let told = [];
/** @type {InstanceType<typeof Sandbox>} */
let sandbox;

beforeEach(() => {
  sandbox?.stop();
  mock.restoreAll();
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  [frames, missing, ends, told, isHostUp] = [[], [], [], [], true];
  sandbox = new Sandbox(
    (list) => told.push(list),
    (why) => ends.push(why),
  );
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** @param {() => unknown} isSo */
async function until(isSo) {
  while (!isSo()) await settled();
}

/** Have a job done; give the frame that it is done in. */
async function running() {
  await sandbox.run('{"job":1}', 1_000);
  const frame = frames.at(-1);
  assert.ok(frame);
  await until(() => frame.heard.length >= 2);
  return frame;
}

test("a frame of no origin is handed all that a bot starts from, and then its job", async () => {
  const frame = await running();
  assert.deepEqual(frame.attributes, { sandbox: "allow-scripts" });
  assert.match(frame.srcdoc, /default-src 'none'/);
  const [start, job] = frame.heard;
  assert.deepEqual(start.code, ["script.js", "\n", "bot.js"]);
  assert.deepEqual(start.files.sources, { "a.py": "pass" });
  assert.equal(new TextDecoder().decode(start.files.stdlib), "python_stdlib.zip");
  assert.deepEqual(job, { job: '{"job":1}', limitMs: 1_000 });
});

test("jobs after the first go to the same frame, also if it was prepared", async () => {
  sandbox.prepare();
  const frame = await running();
  await sandbox.run('{"job":2}', 5);
  await until(() => frame.heard.length === 3);
  assert.equal(frames.length, 1);
});

test("what a frame tells is handed on as JSON", async () => {
  const frame = await running();
  frame.port?.postMessage({ told: ['{"kind":"ready"}', "ä"] });
  await until(() => told.length);
  assert.deepEqual(told, ['["{\\"kind\\":\\"ready\\"}","ä"]']);
  assert.deepEqual(ends, []);
});

const WRONG = {
  nothing: null,
  "a text": "told",
  "no list": { told: "abc" },
  "a list of other things": { told: ["a", 1] },
  "a list that is too long": { told: Array(20_001).fill("") },
  "texts that are too long": { told: ["a".repeat(4_000_001)] },
  "an end of another name": { ended: "well" },
};
for (const [what, data] of Object.entries(WRONG)) {
  test(`a frame that tells ${what} is thrown away`, async () => {
    const frame = await running();
    frame.port?.postMessage(data);
    await until(() => ends.length);
    assert.deepEqual([ends, told, frame.isThere], [["flood"], [], false]);
  });
}

test("after an end, the next job has a frame of its own", async () => {
  const first = await running();
  first.port?.postMessage({ ended: "flood" });
  await until(() => ends.length);
  const second = await running();
  assert.notEqual(first, second);
  assert.deepEqual(ends, ["flood"]);
});

test("what a frame says that was stopped is heard no more", async () => {
  const frame = await running();
  frame.remove = () => (frame.isThere = false);
  sandbox.stop();
  assert.equal(frame.isThere, false);
  frame.port?.postMessage({ told: ["late"] });
  const second = await running();
  second.port?.postMessage({ told: ["now"] });
  await until(() => told.length);
  assert.deepEqual(told, ['["now"]']);
  frame.port?.close();
});

test("files that cannot be had end it, and the page sees to them; later it is tried again", async () => {
  mock.method(console, "warn", () => {});
  isHostUp = false;
  await sandbox.run("{}", 1);
  assert.deepEqual([ends, missing], [["died"], ["told"]]);
  isHostUp = true;
  await running();
  assert.deepEqual(ends, ["died"]);
});

test("a frame in which nothing begins is not waited for for ever", async () => {
  const silent = await running();
  mock.timers.tick(89_999);
  assert.deepEqual(ends, []);
  mock.timers.tick(1);
  assert.deepEqual([ends, silent.isThere], [["died"], false]);
  const speaking = await running();
  speaking.port?.postMessage({ told: [] });
  await until(() => told.length);
  mock.timers.tick(90_000);
  assert.deepEqual(ends, ["died"]);
});

test.after(() => sandbox.stop());
