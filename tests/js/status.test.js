import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

/** A node, as far as it is asked. */
class Node {
  id = "";
  className = "";
  type = "";
  textContent = "";
  /** @type {Record<string, string>} */
  attributes = {};
  /** @type {Record<string, string>} */
  shares = {};
  /** @type {Record<string, string>} */
  dataset = {};
  /** @type {Node[]} */
  children = [];
  /** @type {Node | null} */
  parent = null;
  style = {
    setProperty: (/** @type {string} */ name, /** @type {string} */ to) => (this.shares[name] = to),
  };
  /** @param {string} [localName] */
  constructor(localName = "div") {
    this.localName = localName;
  }
  setAttribute = (/** @type {string} */ name, /** @type {string} */ to) =>
    (this.attributes[name] = to);
  addEventListener() {}
  /** @param {Node[]} nodes */
  append(...nodes) {
    for (const node of nodes) node.parent = this;
    this.children.push(...nodes);
  }
  /** @param {Node} node */
  prepend(node) {
    node.parent = this;
    this.children.unshift(node);
  }
  /** @param {Node} node */
  after(node) {
    const { parent } = this;
    node.parent = parent;
    parent?.children.splice(parent.children.indexOf(this) + 1, 0, node);
  }
  /** @param {Node} node */
  before(node) {
    const { parent } = this;
    node.parent = parent;
    parent?.children.splice(parent.children.indexOf(this), 0, node);
  }
  remove() {
    this.parent?.children.splice(this.parent.children.indexOf(this), 1);
    this.parent = null;
  }
  /** @returns {Node[]} */
  get all() {
    return [this, ...this.children.flatMap((child) => child.all)];
  }
  /** By a class or by a kind of node. @param {string} selector */
  querySelector(selector) {
    return (
      this.all.find((node) => `.${node.className}` === selector || node.localName === selector) ??
      null
    );
  }
  get text() {
    return this.all
      .map(({ textContent }) => textContent)
      .filter(Boolean)
      .join(" | ");
  }
}

let root = new Node("html");
let body = new Node("body");
let line = new Node();
Object.assign(globalThis, {
  location: { href: "https://games.example/#/play/yala" },
  document: {
    get documentElement() {
      return root;
    },
    get body() {
      return body;
    },
    getElementById: (/** @type {string} */ id) => body.all.find((node) => node.id === id) ?? null,
    createElement: (/** @type {string} */ name) => new Node(name),
  },
  self: globalThis,
  top: globalThis,
});

const { Status } = await import("../../static/boot/status.js");

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  [root, body, line] = [new Node("html"), new Node("body"), new Node()];
  line.id = "boot-progress";
  body.append(line);
  /** @type {any} */ (globalThis).top = globalThis;
});

const failure = () => body.all.find(({ id }) => id === "boot-failure");

test("a quick start says nothing, a slower one how far it is, in quarters", () => {
  const status = new Status();
  status.progress(0.1);
  assert.equal(line.textContent, "");
  mock.timers.tick(400);
  assert.equal(line.textContent, "Loading: 0 %");
  status.progress(0.49);
  // The eye is told each bit, the ear each quarter.
  assert.deepEqual([line.shares["--share"], line.textContent], ["0.49", "Loading: 25 %"]);
  status.progress(1);
  assert.equal(line.textContent, "Setting the table …");
  status.progress(null);
  assert.deepEqual([line.shares["--share"], line.textContent], ["0", "Loading …"]);
});

test("a start that comes no further says so, until it does", () => {
  const status = new Status();
  mock.timers.tick(400);
  status.progress(0.3);
  mock.timers.tick(10_000);
  assert.match(line.textContent, /^Loading: 25 % This is taking longer/);
  status.progress(0.6);
  assert.equal(line.textContent, "Loading: 50 %");
});

test("a page that is ready says nothing any more", () => {
  const status = new Status();
  status.fail("Python did not start.", null);
  status.progress(0.5);
  status.done();
  mock.timers.tick(60_000);
  assert.deepEqual(body.children, []);
});

test("a failure is told once, with what the browser said and what to do", () => {
  const status = new Status();
  status.progress(0.2);
  const lines = ["Traceback:", "a", "b", "c", "ValueError: no"];
  status.fail("The game did not start.", lines.join("\n"));
  status.fail("Something else.", null);
  mock.timers.tick(60_000);
  assert.equal(root.dataset.state, "error");
  assert.equal(line.textContent, "");
  const told = failure();
  assert.equal(told?.attributes.role, "alert");
  assert.match(
    told?.text ?? "",
    /^The game did not start\. \| Traceback:\n\.\.\.\nValueError: no \| Check that/,
  );
  assert.match(told?.text ?? "", /Try again$/);
  assert.doesNotMatch(body.text, /Something else/);
  status.advise("Use another browser.");
  assert.doesNotMatch(told?.text ?? "", /Check that/);
  assert.match(told?.text ?? "", /Use another browser\. \| Try again$/);
});

test("where no file is to blame, no network is suspected; advice may come later", () => {
  const status = new Status();
  status.fail("It did not start.", null);
  assert.equal(failure()?.text, "It did not start. | Try again");
  status.advise("Load the page anew.");
  assert.equal(failure()?.text, "It did not start. | Load the page anew. | Try again");
});

test("in a frame a failure leads out of it", () => {
  /** @type {any} */ (globalThis).top = {};
  new Status().fail("It did not start.", null);
  const link = failure()?.querySelector("a");
  assert.equal(/** @type {any} */ (link).href, location.href);
});

test("a page that was ready is not called unready by what fails late, but may stop", () => {
  const status = new Status();
  root.dataset.state = "ready";
  status.fail("Too late to matter.", null);
  assert.equal(failure(), undefined);
  status.stop("The game has stopped.");
  assert.equal(root.dataset.state, "error");
  assert.match(body.children[0].text, /^The game has stopped\./);
});

test("a page that cannot start where it is offers no second try", () => {
  new Status().refuse("This is a file.", "Serve the folder.");
  assert.equal(failure()?.text, "This is a file. | Serve the folder.");
});

test("what playing does not need is only a warning", () => {
  new Status().warn("The sounds did not come.");
  assert.equal(root.dataset.state, undefined);
  assert.match(body.children[1].text, /^The sounds did not come\. \| Check that .* \| Try again$/);
});
