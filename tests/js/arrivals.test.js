import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */

/** A node that can be pressed, or what holds such nodes. */
class FakeElement {
  localName = "button";
  isConnected = true;
  /** @type {FakeElement[]} */
  children = [];
  /** @type {Box} */
  box = { left: 0, top: 0, width: 100, height: 40 };
  /** @param {Record<string, string>} [told] its attributes */
  constructor(told = {}) {
    this.told = told;
  }
  /** @param {string} name */
  getAttribute = (name) => this.told[name] ?? null;
  /** @param {string} selector */
  closest(selector) {
    if (selector === "svg") return this.board ?? null;
    return Object.keys(this.told).length > 0 ? this : null;
  }
  /** Whether it is one of a board's. */
  matches = () => "data-site" in this.told;
  /** @param {string} selector */
  querySelectorAll = (selector) =>
    this.children.filter((one) => (selector === "[data-site]") === "data-site" in one.told);
  getBoundingClientRect() {
    const { left, top, width, height } = this.box;
    return { ...this.box, right: left + width, bottom: top + height };
  }
  /** @type {FakeElement | undefined} */
  board;
}

/** @type {Map<string, (event: object) => void>} */
const listeners = new Map();
const page = {
  /** @type {FakeElement | null} */
  activeElement: null,
  addEventListener: (/** @type {string} */ type, /** @type {(event: object) => void} */ then) =>
    listeners.set(type, then),
};
const view = /** @type {{ event: { type: string } | undefined }} */ ({ event: undefined });
let nowMs = 0;
Object.assign(globalThis, { Element: FakeElement, document: page, window: view });
performance.now = () => nowMs;

const { forgetSights, markHastyPresses, noteSight } = await import("../../static/boot/arrivals.js");
markHastyPresses(/** @type {never} */ (page));

const OLD = new FakeElement({ "data-do": "undo" });
const NEW = new FakeElement({ "data-do": "resign" });
const MARKUP = '<button data-do="resign">';

/** The page changes: what it has shown was this. @param {FakeElement[]} shown */
function change(...shown) {
  const root = new FakeElement();
  root.children = shown;
  noteSight(/** @type {never} */ (root), MARKUP);
}

/**
 * Whether a press is on what has just come.
 * @param {FakeElement} target
 * @param {{ at: number, x?: number, type?: string, detail?: number }} press
 */
function isHasty(target, { at, x = 10, type = "touch", detail = 1 }) {
  const place = { clientX: x, clientY: 10, pointerType: type };
  if (detail) listeners.get("pointerdown")?.({ ...place, timeStamp: at, target });
  const click = { ...place, timeStamp: at + 20, target, isTrusted: true, detail };
  listeners.get("click")?.(click);
  return "hasJustCome" in click;
}

beforeEach(() => {
  forgetSights();
  nowMs += 10_000;
  view.event = undefined;
  page.activeElement = null;
});

test("a press on what has just come in the place of something else is told", () => {
  change(OLD);
  assert.ok(isHasty(NEW, { at: nowMs + 100 }));
  assert.ok(isHasty(NEW, { at: nowMs + 499 }));
  assert.ok(!isHasty(NEW, { at: nowMs + 500 }), "by then it could be seen");
});

test("what was there before, or nothing, is pressed on purpose", () => {
  change(OLD);
  assert.ok(!isHasty(OLD, { at: nowMs + 100 }));
  assert.ok(!isHasty(NEW, { at: nowMs + 100, x: 300 }), "nothing was there");
  forgetSights();
  assert.ok(!isHasty(NEW, { at: nowMs + 100 }), "another screen");
});

test("who has changed the page themselves knows what comes", () => {
  for (const type of ["click", "keydown", "pointerup", "hashchange"]) {
    view.event = { type };
    change(OLD);
    assert.ok(!isHasty(NEW, { at: nowMs + 50 }), type);
  }
  view.event = { type: "message" };
  change(OLD);
  assert.ok(isHasty(NEW, { at: nowMs + 50 }), "a worker's message is nobody's press");
});

test("of several things in one place the smallest was seen", () => {
  const board = new FakeElement({});
  board.box = { left: 0, top: 0, width: 500, height: 500 };
  const site = new FakeElement({ "data-site": "a1" });
  site.board = board;
  change(site, OLD);
  assert.ok(isHasty(site, { at: nowMs + 50 }), "a button lay over the board");
  assert.ok(!isHasty(site, { at: nowMs + 50, x: 300 }), "here the board was");
});

test("a mouse that goes to what has come has seen it, one that rests has not", () => {
  const mouse = { clientY: 10, pointerType: "mouse" };
  listeners.get("pointermove")?.({ ...mouse, clientX: 10 });
  change(OLD);
  assert.ok(isHasty(NEW, { at: nowMs + 100, type: "mouse", x: 12 }));
  assert.ok(!isHasty(NEW, { at: nowMs + 100, type: "mouse", x: 60 }));
});

test("what changes between finger and thumb is told however late", () => {
  const place = { clientX: 10, clientY: 10, pointerType: "touch" };
  listeners.get("pointerdown")?.({ ...place, timeStamp: nowMs, target: OLD });
  const click = { ...place, timeStamp: nowMs + 3000, target: NEW, isTrusted: true, detail: 1 };
  listeners.get("click")?.(click);
  assert.ok("hasJustCome" in click);
});

test("a key on what has the focus is hasty if the name there is another now", () => {
  page.activeElement = OLD;
  change(OLD);
  OLD.told["data-do"] = "accept";
  assert.ok(isHasty(OLD, { at: nowMs + 100, detail: 0 }));
  assert.ok(!isHasty(OLD, { at: nowMs + 600, detail: 0 }));
  OLD.told["data-do"] = "undo";
  assert.ok(!isHasty(OLD, { at: nowMs + 100, detail: 0 }));
});

test("a press by a program is nobody's, and what cannot be pressed moves nothing", () => {
  change(OLD);
  const click = { clientX: 10, clientY: 10, timeStamp: nowMs, target: NEW, detail: 1 };
  listeners.get("click")?.({ ...click, isTrusted: false });
  assert.ok(!("hasJustCome" in click));
  forgetSights();
  const root = new FakeElement();
  root.children = [OLD];
  noteSight(/** @type {never} */ (root), "<p>only words</p>");
  assert.ok(!isHasty(NEW, { at: nowMs + 100 }));
});
