// Brings a page up to date region by region, see views/markup.py. A region's markup holds only a
// stub where another region is, and what a stub stands for is left as it is.

import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";

const STUB = "data-region";
const SVG = "http://www.w3.org/2000/svg";

const CALLBACKS = {
  /**
   * Regions that only a stub is given for stay, and so does what is the same already: its fields
   * keep what a person has typed, and the browser compares trees much sooner than a script does.
   * @type {(before: Node, after: Node) => boolean}
   */
  beforeNodeMorphed: (before, after) =>
    !(isStub(after) && /** @type {Element} */ (before).id === after.id) && !before.isEqualNode(after),
  /** What is folded out or shown over the page was opened by a person or by us, not by the markup. */
  beforeAttributeUpdated: (/** @type {string} */ name) => name !== "open",
  /** A dialog that is closed gives the keyboard back to where it was; one that is removed does not. */
  beforeNodeRemoved: (/** @type {Node} */ node) => {
    if (node instanceof HTMLDialogElement) node.close();
    return true;
  },
};

/**
 * Patch regions of a page, keeping every node that can be kept: with it, its focus, its scroll
 * position and its transitions.
 * @param {Element} root the element that holds the page; under its id stands the page itself
 * @param {[id: string, html: string][]} regions those that have changed, outer ones before inner ones
 * @returns {boolean} whether the page is now as it should be; if not, something else has changed the
 *   document, and the page is to be given as a whole
 */
export function patch(root, regions) {
  for (const [id, html] of regions) {
    const isRoot = id === root.id;
    const node = isRoot ? root : root.querySelector(`#${CSS.escape(id)}`);
    if (!node) return false;
    const content = parse(node, html);
    if (isRoot) Idiomorph.morph(root, content, { morphStyle: "innerHTML", callbacks: CALLBACKS });
    else if (isStub(node)) node.replaceWith(content);
    else Idiomorph.morph(node, content.childNodes, { morphStyle: "outerHTML", callbacks: CALLBACKS });
  }
  if (root.isConnected) openDialogs(root);
  return !root.querySelector(`[${STUB}]`);
}

/**
 * Read markup as what comes in a node's place.
 * @param {Element} node
 * @param {string} html
 * @returns {DocumentFragment}
 */
function parse(node, html) {
  const fragment = document.createElement("template").content;
  const isDrawing = node.namespaceURI === SVG && node.localName !== "svg";
  const reader = isDrawing ? document.createElementNS(SVG, "svg") : document.createElement("template");
  reader.innerHTML = html;
  fragment.append(...(reader instanceof HTMLTemplateElement ? reader.content : reader).childNodes);
  return fragment;
}

/**
 * A dialog of the page asks before anything else: it takes the keyboard, and the rest is inert.
 * @param {Element} root
 */
function openDialogs(root) {
  for (const dialog of root.querySelectorAll("dialog")) {
    if (dialog.matches(":modal")) continue;
    // The page that was kept from the last visit may hold one that only looks open.
    dialog.close();
    dialog.showModal();
  }
}

/** @param {Node} node */
const isStub = (node) => node instanceof Element && node.hasAttribute(STUB);
