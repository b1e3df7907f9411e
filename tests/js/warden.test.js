import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { createContext, runInContext } from "node:vm";

/** The warden's end of the line to a Python; what it says there is heard in the test. */
class Port {
  /** @type {unknown[]} */
  heard = [];
  isOpen = true;
  /** @type {((event: {data: unknown}) => void) | null} */
  onmessage = null;
  /** @param {unknown} data */
  postMessage(data) {
    this.heard.push(data);
  }
  close() {
    this.isOpen = false;
  }
}

/** A worker with a Python, in which the test plays the bot, or the judge. */
class BotWorker {
  /** @type {BotWorker[]} */
  static made = [];
  isEnded = false;
  /**
   * @param {number} id
   * @param {Port} port
   */
  constructor(id, port) {
    this.id = id;
    this.port = port;
    BotWorker.made.push(this);
  }
  get heard() {
    return this.port.heard;
  }
  get isRunning() {
    return this.port.isOpen && !this.isEnded;
  }
  /** @param {unknown} data */
  say(data) {
    if (this.port.isOpen) this.port.onmessage?.({ data });
  }
  /** It ends by itself. */
  die() {
    begin({ ports: [], data: this.id });
  }
}

/** @type {string[]} */
let code = [];

/**
 * What the document does for the warden, see frame.js.
 * @param {[number, string[]?]} told
 * @param {{transfer?: Port[]}} [options]
 */
function asDocument([id, text], { transfer: [port] = [] } = {}) {
  if (text) code = text;
  else if (port) new BotWorker(id, port);
  else for (const one of BotWorker.made) one.isEnded ||= one.id === id;
}

let nowMs = 0;
/** @type {(event: any) => void} */
let begin = () => {};
Object.assign(globalThis, {
  MessageChannel: class {
    port1 = new Port();
    port2 = this.port1;
  },
  postMessage: asDocument,
  addEventListener: (/** @type {string} */ _, /** @type {any} */ listener) => (begin = listener),
});
mock.method(performance, "now", () => nowMs);
mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
// A script, no module: nothing of it can be imported by name.
const SCRIPT = "../../static/workshop/warden.js";
await import(SCRIPT);

/** @param {number} ms */
function pass(ms) {
  // No more than a look at a time: the clock is ahead of each.
  for (let left = ms; left > 0; left -= 50) {
    nowMs += Math.min(left, 50);
    mock.timers.tick(Math.min(left, 50));
  }
}

const UP = [0, ""];
const PRINTED = 1;
const ANSWERED = 2;
const FAILED = 3;
const AT_LINE = 4;
const TELL = -1;
const CONTESTANTS = [
  { name: "mine", source: "x" },
  { name: "1", source: "" },
];
const SERIES = JSON.stringify({ kind: "series", contestants: CONTESTANTS });
const MAKE = '{"kind":"make"}';
const ASK = '{"kind":"ask"}';

/** @type {any[]} */
let told = [];
/** @type {any} */
let page;
/** The first Python, which the first bot gets. @type {BotWorker} */
let bot;
/** @type {BotWorker} */
let judge;

const last = () => /** @type {BotWorker} */ (BotWorker.made.at(-1));
/** @param {string} kind */
const failed = (kind, said = "", line = 0) => {
  const failure = { name: "?", kind, said, line, seat: 0, position: "" };
  return JSON.stringify({ kind: "failed", failure });
};

beforeEach(async () => {
  // Those of earlier tests go on telling theirs.
  /** @type {any[]} */
  const mine = [];
  told = mine;
  page = { postMessage: (/** @type {any} */ data) => mine.push(data) };
  begin({ ports: [page] });
  // The smallest module there is.
  const wasm = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  const made = BotWorker.made.length;
  page.onmessage({ data: { code: ["whatever"], files: { wasm } } });
  while (BotWorker.made.length === made) await new Promise((resolve) => setImmediate(resolve));
  bot = last();
});

/** @param {number} limitMs */
function give(limitMs, job = SERIES) {
  page.onmessage({ data: { job, limitMs } });
  judge = last();
  bot.say(UP);
  judge.say(UP);
}

test("a series has a Python for its judge, and one for each bot of a person's own", () => {
  give(1_000);
  const roles = [bot, judge].map(({ heard: [files] }) => /** @type {any} */ (files).role);
  assert.deepEqual(roles, ["bot", "judge"]);
  assert.deepEqual(judge.heard.at(-1), [TELL, SERIES]);
  judge.say([0, MAKE]);
  assert.deepEqual(bot.heard.at(-1), [1_000, MAKE]);
  bot.say([ANSWERED, "made"]);
  assert.deepEqual(judge.heard.at(-1), [0, "made"]);
  // The next series has another one.
  give(1_000);
  assert.ok(!bot.isRunning);
  assert.notEqual(last(), bot);
});

test("what is told is handed on in bundles, and what a bot prints is nothing else", () => {
  give(1_000);
  judge.say([TELL, "one"]);
  judge.say([0, MAKE]);
  bot.say([PRINTED, '{"kind":"done"}']);
  pass(50);
  const printed = JSON.stringify({ kind: "printed", text: '{"kind":"done"}' });
  const ready = '{"kind":"ready"}';
  assert.deepEqual(told, [{ told: [ready, ready, "one", printed] }]);
});

test("a bot that thinks for too long has failed, and gets another Python", () => {
  give(1_000);
  judge.say([0, MAKE]);
  pass(8_000);
  assert.ok(bot.isRunning);
  pass(100);
  assert.ok(!bot.isRunning);
  assert.deepEqual(judge.heard.at(-1), [0, failed("file-time", "1")]);
  judge.say([0, MAKE]);
  const next = last();
  assert.notEqual(next, bot);
  next.say(UP);
  assert.deepEqual(next.heard.at(-1), [1_000, MAKE]);
});

for (const [name, says] of Object.entries({
  "that it has printed": [PRINTED, "x"],
  "that it is up": UP,
  "in which line it is": [AT_LINE, "7"],
})) {
  test(`nothing that a bot says makes its time longer: ${name}`, () => {
    give(1_000);
    judge.say([0, MAKE]);
    for (let times = 0; times < 100 && bot.isRunning; times += 1) {
      bot.say(says);
      pass(100);
    }
    assert.ok(!bot.isRunning);
  });
}

test("one that answers in time may think again, as long, but not for ever", () => {
  give(1_000);
  judge.say([0, MAKE]);
  let answers = 0;
  for (; bot.isRunning && answers < 1_000; answers += 1) {
    pass(900);
    bot.say([ANSWERED, "acted"]);
    if (bot.isRunning) judge.say([0, "ask"]);
  }
  assert.ok(answers > 200);
  assert.ok(answers < 250);
  assert.deepEqual(judge.heard.at(-1), [0, failed("match-time", "200")]);
});

test("and in a series as well", () => {
  give(1_000);
  let answers = 0;
  for (; bot.isRunning && answers < 5_000; answers += 1) {
    judge.say([0, MAKE]);
    pass(900);
    bot.say([ANSWERED, "made"]);
  }
  assert.ok(answers > 2_000);
  assert.ok(answers < 2_500);
  assert.deepEqual(judge.heard.at(-1), [0, failed("series-time", "2000")]);
});

test("the time begins when Python is there, which may take a while, but not for ever", () => {
  page.onmessage({ data: { job: SERIES, limitMs: 1_000 } });
  judge = last();
  judge.say(UP);
  judge.say([0, MAKE]);
  pass(80_000);
  assert.ok(bot.isRunning);
  pass(11_000);
  assert.ok(!bot.isRunning);
  assert.deepEqual(judge.heard.at(-1), [0, failed("died")]);
});

test("the house's bots are not timed, but a judge that is silent for minutes is gone", () => {
  give(1_000);
  pass(179_000);
  assert.ok(judge.isRunning);
  pass(2_000);
  assert.deepEqual([judge.isRunning, told.at(-1)], [false, { ended: "died" }]);
});

for (const [name, flood] of Object.entries({
  "many lines": () => bot.say([PRINTED, "x"]),
  "lines that it is in": () => bot.say([AT_LINE, "1"]),
  "no line that it is in": () => bot.say([AT_LINE, "none"]),
  "a line before the first": () => bot.say([AT_LINE, "-1"]),
  "a long line": () => bot.say([PRINTED, "x".repeat(1_000_000)]),
  "answers to nothing": () => bot.say([ANSWERED, "x"]),
  "a long answer": () => bot.say([ANSWERED, "x".repeat(1_000_000)]),
})) {
  test(`a flood of ${name} ends its bot, and not the page`, () => {
    give(1_000);
    judge.say([0, MAKE]);
    if (name === "answers to nothing") bot.say([ANSWERED, "made"]);
    for (let count = 0; count < 300_000 && bot.isRunning; count += 1) flood();
    assert.ok(!bot.isRunning);
    // What comes after the end is dropped.
    pass(50);
    const { length } = told;
    bot.say([PRINTED, "more"]);
    pass(1_000);
    assert.equal(told.length, length);
  });
}

for (const strange of [null, 7, {}, ["x"], true, "x", [TELL, "x"], [2, 7], [9, "x"], [[], ""]]) {
  test(`a bot that posts ${JSON.stringify(strange)} past its way of telling has failed`, () => {
    give(1_000);
    judge.say([0, MAKE]);
    bot.say(strange);
    assert.deepEqual(judge.heard.at(-1), [0, failed("flood")]);
    assert.ok(!bot.isRunning);
  });
}

test("of one that is stopped from outside the line is told that it was in, as far as it has said so", () => {
  give(1_000);
  judge.say([0, MAKE]);
  bot.say([AT_LINE, "3"]);
  bot.say([ANSWERED, "made"]);
  judge.say([0, ASK]);
  pass(9_000);
  // It was in line 3 when it was asked something else.
  assert.deepEqual(judge.heard.at(-1), [0, failed("time", "1", 0)]);
  judge.say([0, ASK]);
  last().say(UP);
  last().say([AT_LINE, "3"]);
  last().say([AT_LINE, "12"]);
  pass(9_000);
  assert.deepEqual(judge.heard.at(-1), [0, failed("time", "1", 12)]);
});

test("one that dies has failed, and what it has printed is told", () => {
  give(1_000);
  judge.say([0, MAKE]);
  bot.say([PRINTED, "the last word"]);
  bot.die();
  pass(100);
  assert.ok(
    told.some(({ told }) => told.some((/** @type {string} */ one) => one.includes("last"))),
  );
  assert.deepEqual(judge.heard.at(-1), [0, failed("died")]);
});

test("whoever has failed gets another Python, and whoever has not keeps its own", () => {
  const both = CONTESTANTS.map((one) => ({ ...one, source: "x" }));
  give(1_000, JSON.stringify({ kind: "series", contestants: both }));
  const [first, second] = BotWorker.made.slice(BotWorker.made.indexOf(bot));
  assert.notEqual(first, second);
  second.say(UP);
  judge.say([0, MAKE]);
  first.say([FAILED, "it has failed"]);
  assert.deepEqual(judge.heard.at(-1), [0, "it has failed"]);
  assert.deepEqual([first.isRunning, second.isRunning], [false, true]);
  assert.deepEqual([first.isEnded, second.isEnded], [true, false]);
});

test("at a table each bot has a Python, and is asked there again", () => {
  const ask = (/** @type {string} */ memory) => JSON.stringify({ kind: "ask", memory });
  page.onmessage({ data: { job: ask("a"), limitMs: 1_000 } });
  bot.say(UP);
  bot.say([ANSWERED, "acted"]);
  pass(50);
  assert.ok(told.some(({ told }) => told.includes("acted")));
  page.onmessage({ data: { job: ask("b"), limitMs: 1_000 } });
  assert.equal(bot.heard.length, 2);
  page.onmessage({ data: { job: ask("a"), limitMs: 1_000 } });
  assert.equal(bot.heard.length, 3);
  for (const memory of "cdefgh") page.onmessage({ data: { job: ask(memory), limitMs: 1_000 } });
  assert.ok(!bot.isRunning);
});

test("whatever runs in a worker, what it posts goes to the warden, and hears what comes from there", () => {
  const [prelude, rest] = code;
  assert.equal(rest, "whatever");
  const worker = new EventTarget();
  /** @type {unknown[]} */
  const posted = [];
  const scope = createContext({
    posted,
    MessageEvent,
    EventTarget,
    postMessage: () => assert.fail("the document has work"),
    addEventListener: worker.addEventListener.bind(worker),
    removeEventListener: worker.removeEventListener.bind(worker),
    dispatchEvent: worker.dispatchEvent.bind(worker),
  });
  const theirs = 'addEventListener("message", ({ data }) => postMessage(["heard", data]))';
  runInContext(`${prelude}\n${theirs}`, scope);
  const port = { postMessage: (/** @type {unknown} */ one) => posted.push(one), onmessage: null };
  worker.dispatchEvent(Object.assign(new Event("message"), { data: 0, ports: [port] }));
  assert.deepEqual(posted, [], "the line itself is for nobody");
  /** @type {any} */ (port).onmessage({ data: "you" });
  assert.deepEqual(JSON.stringify(posted), '[["heard","you"]]');
});
