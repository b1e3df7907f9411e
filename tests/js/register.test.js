import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

const HOUR_MS = 3_600_000;
const SITE = "https://games.example/table/";
const SNAPSHOT = "snapshot.1234.zst";

/** An event target that knows what listens to it. */
class Target extends EventTarget {
  count = 0;
  /** @type {EventTarget["addEventListener"]} */
  addEventListener(type, listener, options) {
    this.count += 1;
    super.addEventListener(type, listener, options);
  }
  /** Called for what a signal ends, too. @type {EventTarget["removeEventListener"]} */
  removeEventListener(type, listener, options) {
    this.count -= 1;
    super.removeEventListener(type, listener, options);
  }
}

/** A worker, which answers what it is asked. */
class Worker extends Target {
  scriptURL = `${SITE}service-worker.js`;
  /** @type {unknown[]} */
  asked = [];
  /** @param {string} state @param {unknown} [answer] undefined: it is silent */
  constructor(state, answer) {
    super();
    this.state = state;
    this.answer = answer;
  }
  /** @param {unknown} question @param {MessagePort[]} ports */
  postMessage(question, [port]) {
    this.asked.push(question);
    if (this.answer !== undefined) port.postMessage(this.answer);
    port.close();
  }
}

class Registration extends Target {
  scope = SITE;
  /** @type {Worker | null} */
  installing = null;
  /** @type {Worker | null} */
  waiting = null;
  /** @type {Worker | null} */
  active = null;
  updates = 0;
  isGone = false;
  update = async () => {
    this.updates += 1;
  };
  unregister = async () => (this.isGone = true);
}

class Workers extends Target {
  /** @type {Worker | null} */
  controller = null;
  /** @type {any} */
  registration = new Registration();
  isRegistered = false;
  /** @type {Error | null} */
  fails = null;
  async register() {
    if (this.fails) throw this.fails;
    this.isRegistered = true;
    return this.registration;
  }
  async getRegistration() {
    return this.isRegistered ? this.registration : undefined;
  }
}

let page = new Target();
let shown = new Target();
let workers = new Workers();
let connection = { saveData: false };
let isInstalled = false;
let reloads = 0;
/** @type {Record<string, string>} */
let texts = {};
/** @type {any} */
const browser = globalThis;
Object.assign(browser, {
  location: { href: `${SITE}#/settings`, reload: () => (reloads += 1) },
  matchMedia: () => ({ matches: isInstalled }),
  caches: { keys: async () => [] },
  addEventListener: (/** @type {[any, any, any]} */ ...given) => page.addEventListener(...given),
  removeEventListener: (/** @type {[any, any]} */ ...given) => page.removeEventListener(...given),
  dispatchEvent: (/** @type {Event} */ event) => page.dispatchEvent(event),
});
Object.defineProperty(browser, "localStorage", {
  value: { getItem: (/** @type {string} */ name) => texts[name] ?? null },
});
Object.defineProperty(browser, "navigator", {
  configurable: true,
  get: () => ({ serviceWorker: workers, connection, languages: [] }),
});

beforeEach(() => {
  [page, shown, workers] = [new Target(), new Target(), new Workers()];
  [connection, isInstalled, reloads, texts] = [{ saveData: false }, false, 0, {}];
  browser.document = Object.assign(shown, {
    hidden: false,
    documentElement: { dataset: {} },
    querySelector: () => ({ getAttribute: () => `snapshot=${SNAPSHOT}` }),
  });
  mock.reset();
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(console, "info", () => {});
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
let pages = 0;

/** Begin to open a page; give what is done once nothing was pressed for long enough. */
async function begun() {
  const before = page.count;
  const running = import(`../../static/offline/register.js?page=${(pages += 1)}`);
  while (page.count < before + 3) await settled();
  return { running };
}

/** Open a page, and let nothing be pressed for long enough. */
async function opened() {
  const { running } = await begun();
  mock.timers.tick(5_000);
  await running;
  await settled();
}

/** @param {string} offline what the settings say */
async function choose(offline) {
  texts["spieltisch/table.settings"] = JSON.stringify({ offline });
  browser.dispatchEvent(new Event("spieltisch:keep"));
  for (let i = 0; i < 5; i += 1) await settled();
}

const told = () => browser.document.documentElement.dataset.offline;

test("nothing is registered before a while in which nothing was pressed", async () => {
  const { running } = await begun();
  for (const type of ["keydown", "pointerdown", "wheel"]) {
    mock.timers.tick(4_000);
    browser.dispatchEvent(new Event(type));
  }
  mock.timers.tick(4_999);
  await settled();
  assert.equal(workers.isRegistered, false);
  mock.timers.tick(1);
  await running;
  assert.equal(workers.isRegistered, true);
});

test("a device that saves data keeps the game if it is installed, or if that is asked for", async () => {
  connection.saveData = true;
  await opened();
  assert.deepEqual([workers.isRegistered, told()], [false, "waiting"]);
  browser.dispatchEvent(new Event("appinstalled"));
  await settled();
  assert.equal(workers.isRegistered, true);
  workers = new Workers();
  isInstalled = true;
  await opened();
  assert.equal(workers.isRegistered, true);
  workers = new Workers();
  isInstalled = false;
  await opened();
  await choose("on");
  assert.equal(workers.isRegistered, true);
});

test("what cannot be registered is told, and stops nothing", async () => {
  workers.fails = new TypeError("no file");
  await opened();
  assert.equal(told(), "failed");
  Object.defineProperty(browser, "navigator", { configurable: true, value: {} });
  await opened();
  assert.equal(told(), "unable");
  Object.defineProperty(browser, "navigator", {
    configurable: true,
    get: () => ({ serviceWorker: workers, connection, languages: [] }),
  });
});

test("however often keeping is switched off and on, one set of listeners stays", async () => {
  workers.registration.active = new Worker("activated", true);
  await opened();
  const listening = () => [page.count, shown.count, workers.registration.count];
  const before = listening();
  for (let i = 0; i < 3; i += 1) {
    await choose("off");
    assert.equal(told(), "off");
    await choose("on");
  }
  assert.deepEqual(listening(), before);
  await choose("on");
  assert.deepEqual(listening(), before, "nor do more come where it was on already");
});

test("once it is switched off, nothing is looked for any more", async () => {
  workers.registration.active = new Worker("activated", true);
  await opened();
  browser.document.documentElement.dataset.offline = "refused";
  browser.dispatchEvent(new Event("spieltisch:offline"));
  await choose("off");
  mock.timers.tick(2 * HOUR_MS);
  shown.dispatchEvent(new Event("visibilitychange"));
  assert.equal(workers.registration.updates, 0);
});

test("a build that was refused is looked for again an hour later, once", async () => {
  workers.registration.active = new Worker("activated", true);
  await opened();
  browser.document.documentElement.dataset.offline = "refused";
  for (let i = 0; i < 3; i += 1) browser.dispatchEvent(new Event("spieltisch:offline"));
  mock.timers.tick(HOUR_MS - 1);
  assert.equal(workers.registration.updates, 0);
  mock.timers.tick(1);
  assert.equal(workers.registration.updates, 1);
});

test("a page that is looked at again looks for a newer build, once an hour at most", async () => {
  const clock = mock.method(performance, "now", () => 0);
  await opened();
  const look = (/** @type {number} */ now, hidden = false) => {
    clock.mock.mockImplementation(() => now);
    browser.document.hidden = hidden;
    shown.dispatchEvent(new Event("visibilitychange"));
    return workers.registration.updates;
  };
  assert.equal(look(HOUR_MS - 1), 0);
  assert.equal(look(HOUR_MS, true), 0);
  assert.equal(look(HOUR_MS), 1);
  assert.equal(look(HOUR_MS + 1), 1);
});

test("a worker that does not say that it has ended is unregistered", async () => {
  workers.registration.active = new Worker("activated", false);
  await opened();
  await choose("off");
  assert.equal(workers.registration.isGone, true);
});

test("a newer build is offered once, and only to a page that an older one answers", async () => {
  /** @type {(() => Promise<string>)[]} */
  const offers = [];
  page.addEventListener("spieltisch:update", (event) =>
    offers.push(/** @type {CustomEvent} */ (event).detail),
  );
  const { registration } = workers;
  registration.active = new Worker("activated", true);
  registration.waiting = new Worker("installed", true);
  await opened();
  assert.equal(offers.length, 0);
  workers.controller = registration.active;
  registration.installing = new Worker("installing");
  registration.dispatchEvent(new Event("updatefound"));
  for (let i = 0; i < 2; i += 1) registration.installing.dispatchEvent(new Event("statechange"));
  assert.equal(offers.length, 1);
  assert.equal(told(), "kept");
  assert.equal(await offers[0](), "taken");
  assert.equal(reloads, 0);
  workers.dispatchEvent(new Event("controllerchange"));
  assert.equal(reloads, 1);
});

test("a newer build that is blocked loads no page anew", async () => {
  /** @type {(() => Promise<string>)[]} */
  const offers = [];
  page.addEventListener("spieltisch:update", (event) =>
    offers.push(/** @type {CustomEvent} */ (event).detail),
  );
  const { registration } = workers;
  workers.controller = registration.active = new Worker("activated", true);
  registration.waiting = new Worker("installed", false);
  await opened();
  assert.equal(await offers[0](), "blocked");
  workers.dispatchEvent(new Event("controllerchange"));
  mock.timers.tick(60_000);
  assert.equal(reloads, 0);
});

test("a page without its snapshot asks its worker, once, to keep what it starts from", async () => {
  texts["spieltisch/table.failed-snapshot"] = SNAPSHOT;
  const { registration } = workers;
  registration.active = new Worker("activated", true);
  await opened();
  registration.installing = new Worker("installing");
  registration.dispatchEvent(new Event("updatefound"));
  registration.installing.dispatchEvent(new Event("statechange"));
  assert.deepEqual(registration.active.asked, ["keep spare"]);
});
