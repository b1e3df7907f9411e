import assert from "node:assert/strict";
import { test } from "node:test";

import { keepAsking } from "../../static/boot/heartbeat.js";

/**
 * A page whose time is the test's own.
 * @param {import("node:test").TestContext} context
 * @param {(answer: () => void) => void} ask
 */
function begin({ mock }, ask) {
  mock.timers.enable({ apis: ["setTimeout"] });
  const page = { asked: 0, deaths: 0, isWatched: true };
  const asking = (/** @type {() => void} */ answer) => {
    page.asked += 1;
    ask(answer);
  };
  keepAsking(
    asking,
    () => page.isWatched,
    () => (page.deaths += 1),
  );
  return page;
}

/**
 * @param {import("node:test").TestContext} context
 * @param {number} seconds
 */
function pass({ mock }, seconds) {
  for (let i = 0; i < seconds; i++) mock.timers.tick(1_000);
}

test("a Python that answers is asked now and then", (t) => {
  const page = begin(t, (answer) => answer());
  pass(t, 300);
  assert.ok(page.asked > 10 && page.asked < 31, `${page.asked}`);
  assert.equal(page.deaths, 0);
});

test("one that answers after its other work is alive", (t) => {
  for (const seconds of [1, 5, 9]) {
    const page = begin(t, (answer) => setTimeout(answer, seconds * 1_000));
    pass(t, 300);
    assert.equal(page.deaths, 0, `${seconds}`);
    t.mock.timers.reset();
  }
});

for (const [how, ask] of /** @type {const} */ ([
  ["says nothing", () => {}],
  ["throws", () => assert.fail("dead")],
])) {
  test(`one that ${how} is dead, which is told once`, (t) => {
    const page = begin(t, ask);
    pass(t, 20);
    assert.equal(page.deaths, 0);
    pass(t, 300);
    assert.deepEqual([page.asked, page.deaths], [1, 1]);
  });
}

test("one that stops answering later is dead, too", (t) => {
  let isAlive = true;
  const page = begin(t, (answer) => isAlive && answer());
  pass(t, 100);
  isAlive = false;
  pass(t, 30);
  assert.equal(page.deaths, 1);
});

test("a page that nobody sees asks nothing, and is not taken for dead", (t) => {
  const page = begin(t, () => {});
  page.isWatched = false;
  pass(t, 100);
  assert.equal(page.asked, 0);
  page.isWatched = true;
  pass(t, 15);
  assert.equal(page.asked, 1);
  page.isWatched = false;
  pass(t, 300);
  assert.deepEqual([page.asked, page.deaths], [1, 0]);
});

test("a page that was frozen, or busy, is given its time afterwards", (t) => {
  /** @type {() => void} */
  let answer = () => {};
  const page = begin(t, (given) => (answer = given));
  for (let hour = 0; hour < 5; hour++) {
    pass(t, 14);
    // A browser runs a timer once, however late it is.
    const { setTimeout: wait } = globalThis;
    const due = /** @type {Array<() => void>} */ ([]);
    globalThis.setTimeout = /** @type {any} */ ((/** @type {() => void} */ run) => due.push(run));
    t.mock.timers.tick(3_600_000);
    globalThis.setTimeout = wait;
    for (const run of due) setTimeout(run, 1_000);
    assert.equal(page.deaths, 0);
    answer();
    pass(t, 1);
  }
  assert.equal(page.deaths, 0);
});
