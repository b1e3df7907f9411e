import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { keepEarlyInput, selectorOf } from "../../static/boot/early_input.js";

/** @type {any} */ (globalThis).CSS = { escape: (/** @type {string} */ text) => text };

/** Events as a browser makes them; those of a person are trusted. */
class Press extends Event {
  /**
   * @param {string} type
   * @param {any} [init]
   */
  constructor(type, init = {}) {
    super(type, { bubbles: true });
    this.given = init;
  }
}
/** @type {any} */ (globalThis).MouseEvent = Press;
/** @type {any} */ (globalThis).KeyboardEvent = Press;

/** A node, as far as it is asked. */
class Node {
  /** @type {Record<string, string>} */
  attributes;
  /** @type {any[]} */
  heard = [];
  /** @param {Record<string, string>} attributes */
  constructor(attributes, localName = "button") {
    this.attributes = attributes;
    this.localName = localName;
    this.id = attributes.id ?? "";
    this.ownerDocument = page;
  }
  hasAttribute = (/** @type {string} */ name) => Object.hasOwn(this.attributes, name);
  getAttribute = (/** @type {string} */ name) => this.attributes[name] ?? null;
  setAttribute = (/** @type {string} */ name, /** @type {string} */ value) =>
    (this.attributes[name] = value);
  removeAttribute = (/** @type {string} */ name) => delete this.attributes[name];
  toggleAttribute = (/** @type {string} */ name, /** @type {boolean} */ is) =>
    is ? this.setAttribute(name, "") : this.removeAttribute(name);
  /** A link acts by itself; all else here is pressed. @param {string} selector */
  closest = (selector) => (selector.includes("a[href]") === (this.localName === "a") ? this : null);
  dispatchEvent = (/** @type {any} */ event) => this.heard.push(event);
}

/** @type {any} */
let page;
/** @type {Record<string, Node>} */
let nodes;
/** @type {Record<string, Array<(event: any) => void>>} */
let listeners;
let position = "one";

beforeEach(() => {
  listeners = {};
  position = "one";
  page = {
    addEventListener: (
      /** @type {string} */ type,
      /** @type {any} */ listener,
      /** @type {any} */ { signal },
    ) => {
      listeners[type] ??= [];
      listeners[type].push(listener);
      signal.addEventListener("abort", () => (listeners[type] = []));
    },
    querySelectorAll: () => Object.values(nodes).filter((node) => node.hasAttribute("data-kept")),
    querySelector: (/** @type {string} */ selector) =>
      selector === "[data-position]"
        ? { getAttribute: () => position }
        : (Object.values(nodes).find(
            (node) => selectorOf(/** @type {any} */ (node)) === selector,
          ) ?? null),
  };
  nodes = {
    pit: new Node({ "data-site": "3" }),
    named: new Node({ id: "undo" }),
    bare: new Node({}),
    link: new Node({ "data-do": "x" }, "a"),
  };
  page.body = new Node({}, "body");
});

/** @type {(type: string, target: Node, more?: any) => any} */
function press(type, target, more = {}) {
  const event = {
    type,
    target,
    timeStamp: 42,
    isTrusted: true,
    getModifierState: () => false,
    ...more,
  };
  for (const listener of listeners[type]) listener(event);
  return event;
}

test("what is pressed early shows it, and is done as soon as somebody listens, at its own time", () => {
  const replay = keepEarlyInput(page);
  press("click", nodes.pit);
  press("click", nodes.named);
  assert.deepEqual(
    [nodes.pit, nodes.named].map((node) => node.getAttribute("aria-busy")),
    ["true", "true"],
  );
  assert.deepEqual(nodes.pit.heard, []);
  replay();
  assert.deepEqual(
    [nodes.pit, nodes.named].map(({ heard }) =>
      heard.map(({ type, timeStamp }) => [type, timeStamp]),
    ),
    [[["click", 42]], [["click", 42]]],
  );
  assert.deepEqual(nodes.pit.attributes, { "data-site": "3" });
  // Whoever listens now hears what comes.
  assert.ok(Object.values(listeners).every((those) => those.length === 0));
});

test("what was pressed on another position than is shown then is dropped", () => {
  const replay = keepEarlyInput(page);
  press("click", nodes.pit);
  press("keydown", nodes.pit, { key: "u", code: "KeyU" });
  press("keydown", page.body, { key: "n", code: "KeyN" });
  nodes.body = page.body;
  position = "another";
  replay();
  assert.deepEqual(nodes.pit.heard, []);
  // A key that is pressed outside of any node means the same whatever is shown.
  assert.deepEqual(
    page.body.heard.map((/** @type {any} */ event) => [event.type, event.given.key]),
    [["keydown", "n"]],
  );
});

test("links act by themselves, and scripts' own presses, Tab and held keys are not kept", () => {
  const replay = keepEarlyInput(page);
  press("click", nodes.link);
  press("click", nodes.bare);
  press("click", nodes.pit, { isTrusted: false });
  press("keydown", nodes.pit, { key: "Tab" });
  press("keydown", nodes.pit, { key: "u", repeat: true });
  press("keydown", nodes.pit, { key: "u", isComposing: true });
  replay();
  assert.ok(Object.values(nodes).every(({ heard }) => heard.length === 0));
});

test("of very many presses the last 64 are kept", () => {
  const replay = keepEarlyInput(page);
  for (let count = 0; count < 100; count += 1) press("click", nodes.pit, { timeStamp: count });
  replay();
  assert.deepEqual(
    nodes.pit.heard.map(({ timeStamp }) => timeStamp),
    Array.from({ length: 64 }, (_, n) => n + 36),
  );
});

test("a field has what was chosen when its change is heard", () => {
  const field = new Node({ name: "sound" }, "input");
  Object.assign(field, { type: "checkbox", checked: true, value: "on" });
  const drawn = new Node({ name: "sound" }, "input");
  Object.assign(drawn, { type: "checkbox", checked: false });
  const replay = keepEarlyInput(page);
  press("change", field);
  nodes = { drawn };
  replay();
  assert.equal(/** @type {any} */ (drawn).checked, true);
  assert.deepEqual(
    drawn.heard.map(({ type }) => type),
    ["change"],
  );
});

test("a form does not leave the page", () => {
  keepEarlyInput(page);
  let isPrevented = false;
  press("submit", nodes.pit, { preventDefault: () => (isPrevented = true) });
  assert.ok(isPrevented);
});
