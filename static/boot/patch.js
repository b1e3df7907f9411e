// Brings a page up to date, see views/markup.py: what is handed over holds what has changed, and for
// each region in it that has not a stub.

import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";

const STUB = "data-region";

const CALLBACKS = {
  /**
   * A region that only a stub is given for stays, and so does what is the same already: its fields
   * keep what a person has typed, and the browser compares trees much sooner than a script does.
   * @type {(before: Node, after: Node) => boolean}
   */
  beforeNodeMorphed: (before, after) => !isStubOf(after, before) && !before.isEqualNode(after),
  /** What is folded out was opened by a person, not by the markup. */
  beforeAttributeUpdated: (/** @type {string} */ name) => name !== "open",
};

/**
 * Bring parts of a page up to date, keeping every node that can be kept: with it, its focus, its
 * scroll position and its transitions.
 * @param {Element} root what holds the page
 * @param {string} changes the id of a region and its markup, then the next one's, with NULs between
 *   them; an empty id stands for all that the root holds
 * @returns {boolean} whether every region and every stub was given for one that is there; if not,
 *   something else has changed the document, and all of the page is to be handed over
 */
export function patch(root, changes) {
  const { activeElement } = document;
  const parts = changes.split("\0");
  /** @type {[Element, DocumentFragment | Element, "innerHTML" | "outerHTML"][]} */
  const pairs = [];
  for (let at = 0; at < parts.length; at += 2) {
    const node = parts[at] ? root.querySelector(`#${CSS.escape(parts[at])}`) : root;
    if (!node) return false;
    const { content } = parsed(parts[at + 1], node);
    if (node === root) pairs.push([root, content, "innerHTML"]);
    else pairs.push([node, /** @type {Element} */ (content.querySelector("[id]")), "outerHTML"]);
  }
  moveTabStop(root, pairs.map(([, after]) => after));
  for (const [node, after, morphStyle] of pairs) Idiomorph.morph(node, after, { morphStyle, callbacks: CALLBACKS });
  if (activeElement && activeElement !== document.body) keepKeyboard(root, activeElement);
  return !root.querySelector(`[${STUB}]`);
}

/**
 * What has the focus gets its tab index before anything else changes: the browser looks at once
 * whether it may keep the focus, and to do so works out all styles that are due, of which there are
 * few as yet. It would take half as long as all else a press needs here.
 * @param {Element} root
 * @param {(DocumentFragment | Element)[]} news
 */
function moveTabStop(root, news) {
  const { activeElement } = document;
  if (!activeElement?.id || !root.contains(activeElement)) return;
  const selector = `#${CSS.escape(activeElement.id)}[tabindex]`;
  for (const part of news) {
    const after = part instanceof Element && part.matches(selector) ? part : part.querySelector(selector);
    const tabIndex = after?.getAttribute("tabindex");
    if (tabIndex && activeElement.getAttribute("tabindex") !== tabIndex) activeElement.setAttribute("tabindex", tabIndex);
  }
}

/**
 * What was pressed may be gone after that, or disabled, and the keyboard would be nowhere: it goes to
 * what can be pressed beside it, or to the screen that has come.
 * @param {Element} root
 * @param {Element} before what had the keyboard
 */
function keepKeyboard(root, before) {
  const isGone = document.activeElement === document.body;
  if (!isGone && !before.matches(":disabled:focus")) return;
  /** @type {HTMLElement | null} */
  const beside = !before.isConnected ? null : (before.parentElement?.querySelector("button:enabled, a[href]") ?? null);
  (beside ?? root.querySelector("main"))?.focus({ preventScroll: true });
}

/**
 * Markup as nodes. A part of a drawing has to be parsed inside of one.
 * @param {string} html
 * @param {Element} place what it is for
 */
function parsed(html, place) {
  const template = document.createElement("template");
  template.innerHTML = place instanceof SVGElement && place.ownerSVGElement ? `<svg>${html}</svg>` : html;
  return template;
}

/** @type {(stub: Node, node: Node) => boolean} */
const isStubOf = (stub, node) =>
  stub instanceof Element && stub.hasAttribute(STUB) && stub.id === /** @type {Element} */ (node).id;
