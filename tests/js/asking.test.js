import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { ask, within } from "../../static/offline/asking.js";
import { END, MEND, TAKE_OVER } from "../../static/offline/said.js";

const REGISTER = new URL("../../static/offline/register.js", import.meta.url);
const SCOPE = "https://host/site/";

/** Somebody who answers a question with what is given, or not at all. */
class Asked {
  /** @type {unknown[]} */
  questions = [];
  /** @type {MessagePort[]} */
  ports = [];

  scriptURL = `${SCOPE}service-worker.js`;

  /** @param {unknown[]} answers */
  constructor(...answers) {
    this.answers = answers;
  }

  postMessage = (/** @type {unknown} */ question, /** @type {MessagePort[]} */ [port]) => {
    this.questions.push(question);
    this.ports.push(port);
    for (const answer of this.answers) port.postMessage(answer);
  };
}

/** The browser that a page runs in, with a service worker and a newer one that waits. */
class Browser extends EventTarget {
  begin = (/** @type {unknown} */ _) => {};
  reloads = 0;
  isUnregistered = false;
  /** @type {any} */
  offered = null;
  /** @type {Record<string, string>} */
  dataset = {};
  builds = ["/site/cache-one", "/other/cache-one"];

  /** @type {(type: string, listener: any, options?: any) => void} */
  addEventListener(type, listener, options) {
    super.addEventListener(type, listener, options);
    // The page waits until nothing has been pressed for a while.
    if (type === "wheel") this.begin(null);
  }

  /**
   * @param {Asked} active
   * @param {Asked | null} [waiting]
   * @param {object} [settings]
   */
  constructor(active, waiting = null, settings = {}) {
    super();
    const registration = Object.assign(new EventTarget(), {
      ...{ active, waiting, installing: null, scope: SCOPE, update: async () => {} },
      unregister: async () => (this.isUnregistered = true),
    });
    this.workers = Object.assign(new EventTarget(), {
      controller: active,
      getRegistration: async () => registration,
      register: async () => registration,
    });
    this.addEventListener(
      "spieltisch:update",
      (/** @type {Event} */ event) => (this.offered = event),
    );
    const { dataset } = this;
    const events = ["addEventListener", "dispatchEvent"];
    this.hasBegun = new Promise((resolve) => (this.begin = resolve));
    for (const name of events) {
      /** @type {any} */ (globalThis)[name] = /** @type {any} */ (this)[name].bind(this);
    }
    Object.defineProperty(globalThis, "navigator", {
      value: { serviceWorker: this.workers },
      configurable: true,
    });
    Object.assign(globalThis, {
      document: Object.assign(new EventTarget(), { documentElement: { dataset } }),
      location: { href: SCOPE, reload: () => (this.reloads += 1) },
      localStorage: { getItem: () => JSON.stringify(settings) },
      matchMedia: () => ({ matches: false }),
      caches: {
        keys: async () => this.builds,
        delete: async (/** @type {string} */ name) =>
          (this.builds = this.builds.filter((build) => build !== name)),
      },
    });
  }
}

let pages = 0;

/**
 * Wait while time passes, a second at a turn.
 * @template T
 * @param {import("node:test").TestContext} context
 * @param {Promise<T>} promise
 * @returns {Promise<T>} what is promised; it throws if that has not come after two minutes
 */
async function awaited({ mock }, promise) {
  let isOver = false;
  const over = promise.finally(() => (isOver = true));
  over.catch(() => {});
  for (let seconds = 0; !isOver; seconds += 1) {
    if (seconds === 120) throw new Error("waited for without an end");
    mock.timers.tick(1_000);
    // Messages are delivered meanwhile.
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  return over;
}

/**
 * @param {import("node:test").TestContext} context
 * @param {Browser} browser
 */
async function openPage(context, browser) {
  pages += 1;
  const page = import(`${REGISTER}?page=${pages}`);
  // No time passes for the page until its script has been read.
  await Promise.race([page, browser.hasBegun]);
  await awaited(context, page);
}

beforeEach((context) => {
  /** @type {import("node:test").TestContext} */ (context).mock.timers.enable({
    apis: ["setTimeout"],
  });
});

for (const answer of [true, false, null, 0, "", "text", { damaged: [] }, [1]]) {
  test(`an answer is taken as it comes: ${JSON.stringify(answer)}`, async (context) => {
    const asked = new Asked(answer, "a second answer");
    assert.deepEqual(await awaited(context, ask(asked, "question", "otherwise")), answer);
    assert.deepEqual(asked.questions, ["question"]);
  });
}

test("who does not answer is not waited for, and answers too late to nobody", async (context) => {
  const asked = new Asked();
  for (const otherwise of [null, false, "otherwise"]) {
    assert.equal(await awaited(context, ask(asked, "question", otherwise)), otherwise);
    asked.ports.pop()?.postMessage("late");
  }
});

test("what cannot be asked, or fails, is told", async (context) => {
  const postMessage = () => {
    throw new DOMException("gone", "InvalidStateError");
  };
  await assert.rejects(awaited(context, ask({ postMessage }, "question", null)), /gone/);
  await assert.rejects(awaited(context, within(Promise.reject(new Error("no")), null)), /no/);
});

const OUTCOMES = /** @type {const} */ ([
  [[true], "taken"],
  [[false], "blocked"],
  [[], "silent"],
]);

for (const [answers, outcome] of OUTCOMES) {
  test(`a newer build that is wanted is ${outcome}`, async (context) => {
    const waiting = new Asked(...answers);
    const browser = new Browser(new Asked(), waiting);
    await openPage(context, browser);
    assert.equal(await awaited(context, browser.offered.detail()), outcome);
    assert.deepEqual(waiting.questions, [TAKE_OVER]);
    // A build that answers late may yet take over: then the page must have its files.
    browser.workers.dispatchEvent(new Event("controllerchange"));
    assert.equal(browser.reloads, outcome === "blocked" ? 0 : 1);
  });
}

for (const answers of [[true], [false], []]) {
  test(`a game that is not to be kept goes, if its worker says ${answers}`, async (context) => {
    const active = new Asked(...answers);
    const browser = new Browser(active, null, { offline: "off" });
    await openPage(context, browser);
    assert.deepEqual(active.questions, [END]);
    assert.equal(browser.dataset.offline, "off");
    const isGoneByItself = answers[0] === true;
    assert.equal(browser.isUnregistered, !isGoneByItself);
    if (!isGoneByItself) assert.deepEqual(browser.builds, ["/other/cache-one"]);
  });
}

test("a page does not wait without an end for what its worker mends", async (context) => {
  const active = new Asked();
  new Browser(active);
  const { mend } = await import("../../static/offline/mending.js");
  assert.equal(await awaited(context, mend()), null);
  assert.deepEqual(active.questions, [MEND]);
});

const FOLDERS = [
  "https://host/",
  "https://host/sit/",
  "https://host/site/a/",
  "https://host/site/cache-x/",
];
for (const folder of FOLDERS) {
  test(`a worker of ${folder} that answers a page of ${SCOPE} is left alone`, async (context) => {
    const active = new Asked(true);
    active.scriptURL = `${folder}service-worker.js`;
    const browser = new Browser(active, new Asked(true), { offline: "off" });
    const registration = await browser.workers.getRegistration();
    registration.scope = folder;
    await openPage(context, browser);
    assert.equal(browser.dataset.offline, "off");
    const { mend } = await import("../../static/offline/mending.js");
    assert.equal(await awaited(context, mend()), null);
    assert.deepEqual(active.questions, []);
    assert.equal(browser.isUnregistered, false);
    assert.equal(browser.offered, null);
    assert.deepEqual(browser.builds, ["/site/cache-one", "/other/cache-one"]);
  });
}
