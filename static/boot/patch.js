// Brings a page up to date, see kit/markup.py: it is given the markup that has changed, with a
// stub for each region in it that has not.

import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";

const STUB = "data-region";

const CALLBACKS = {
  /**
   * Leave a region alone if only a stub is given for it, and a node that is the same already: its
   * fields keep what a person has typed, and browsers compare trees much faster than scripts do.
   * @type {(before: Node, after: Node) => boolean}
   */
  beforeNodeMorphed: (before, after) => !isStubOf(after, before) && !before.isEqualNode(after),
  /** Keep `open`: a person has opened the element, not the markup. */
  beforeAttributeUpdated: (/** @type {string} */ name) => name !== "open",
};

/**
 * Bring parts of a page up to date, keeping every node that can be kept: with it, its focus, its
 * scroll position and its transitions.
 * @param {Element} root what holds the page
 * @param {string} changes the id of a region and its markup, then the next one's, with NULs between
 *   them; an empty id stands for all that the root holds
 * @returns {boolean} whether the document has every region that was given, be it as a stub; if not,
 *   something else has changed the document, and the whole page must be handed over
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
 * Change the focused node's tab index before anything else: the browser checks at once whether the
 * node may keep the focus, and computes all outdated styles to do so. As yet these are few; later
 * it would take half as long as all else that a press needs here.
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
 * Move the focus if the node that had it is gone or disabled, for instance a button after its
 * press: to a button or link beside it, or else to the screen.
 * @param {Element} root
 * @param {Element} before what had the focus
 */
function keepKeyboard(root, before) {
  const isGone = document.activeElement === document.body;
  if (!isGone && !before.matches(":disabled:focus")) return;
  /** @type {HTMLElement | null} */
  const beside = !before.isConnected ? null : (before.parentElement?.querySelector("button:enabled, a[href]") ?? null);
  (beside ?? root.querySelector("main"))?.focus({ preventScroll: true });
}

/**
 * Parse markup. A part of a drawing must be parsed inside an `<svg>`.
 * @param {string} html
 * @param {Element} place the node that it is for
 */
function parsed(html, place) {
  const template = document.createElement("template");
  template.innerHTML = place instanceof SVGElement && place.ownerSVGElement ? `<svg>${html}</svg>` : html;
  return template;
}

/** @type {(stub: Node, node: Node) => boolean} */
const isStubOf = (stub, node) =>
  stub instanceof Element && stub.hasAttribute(STUB) && stub.id === /** @type {Element} */ (node).id;
