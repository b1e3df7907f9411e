// Brings a page up to date, see kit/markup.py: it is given the markup that has changed, with a
// stub for each region in it that has not.

import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";

const STUB = "data-region";
const TABLE = ".table";
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex='0']";
const OUT_OF_REACH = ":disabled, [inert] *, [popover] *";

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
  const held = heldBy(root);
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
  if (held) keepKeyboard(root, held);
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
 * What has the focus, and what is around it.
 * @typedef {object} Held
 * @property {Element} node
 * @property {string} screen which screen it is on
 * @property {Element | null} table the board with its buttons, if it is part of that
 * @property {Element[]} around from its parent outwards
 * @property {HTMLElement[]} order all that the focus could go to, as it was
 */

/**
 * @param {Element} root
 * @returns {Held | null} null if nothing of the root has the focus
 */
function heldBy(root) {
  const node = document.activeElement;
  if (!node || node === root || !root.contains(node)) return null;
  const around = [];
  for (let one = node.parentElement; one && one !== root; one = one.parentElement) around.push(one);
  return { node, screen: screenOf(root), table: node.closest(TABLE), around, order: all(root) };
}

/**
 * Move the focus if the node that had it is gone, hidden or disabled, for instance a button after
 * its press: on a board to its tab stop; else to what came next, or else before it, in the smallest
 * part of the screen in which there is anything; on another screen, to that.
 * @param {Element} root
 * @param {Held} held
 */
function keepKeyboard(root, { node, screen, table, around, order }) {
  const isGone = document.activeElement === document.body || !document.activeElement;
  if (!isGone && !node.matches(":disabled:focus, [hidden] *, [inert] *")) return;
  const main = /** @type {HTMLElement | null} */ (root.querySelector("main"));
  const stop = node.isConnected ? null : tabStopOf(table);
  const goal = screenOf(root) === screen ? (stop ?? neighbour(node, around, order)) : main;
  goal?.focus({ preventScroll: true });
  if (document.activeElement !== goal) main?.focus({ preventScroll: true });
}

/**
 * @param {Element | null} table
 * @returns {HTMLElement | null}
 */
function tabStopOf(table) {
  return table?.isConnected ? table.querySelector("[data-site][tabindex='0']") : null;
}

/**
 * @param {Element} node
 * @param {Element[]} around
 * @param {HTMLElement[]} order
 */
function neighbour(node, around, order) {
  const at = order.indexOf(/** @type {HTMLElement} */ (node));
  const nearest = [...order.slice(at + 1), ...order.slice(0, Math.max(0, at)).reverse()];
  for (const part of around) {
    if (!part.isConnected) continue;
    const now = all(part).filter((one) => one !== node && isInReach(one));
    const found = nearest.find((one) => now.includes(one)) ?? now[0];
    if (found) return found;
  }
  return null;
}

/** @param {Element} root */
const screenOf = (root) => root.querySelector("main")?.className ?? "";

/**
 * @param {Element} part
 * @returns {HTMLElement[]}
 */
const all = (part) => [.../** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll(FOCUSABLE))];

/** @param {Element} node */
const isInReach = (node) => !node.matches(OUT_OF_REACH) && node.getClientRects().length > 0;

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
