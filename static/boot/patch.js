// Brings a page up to date, see views/markup.py: what is handed over holds the regions that have
// changed, and for each of the others a stub.

import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";

const STUB = "data-region";

const CALLBACKS = {
  /**
   * A region that only a stub is given for stays, and so does what is the same already: its fields
   * keep what a person has typed, and the browser compares trees much sooner than a script does.
   * @type {(before: Node, after: Node) => boolean}
   */
  beforeNodeMorphed: (before, after) => !isStubOf(after, before) && !before.isEqualNode(after),
  /** What is folded out or shown over the page was opened by a person or by us, not by the markup. */
  beforeAttributeUpdated: (/** @type {string} */ name) => name !== "open",
  /** A dialog that is closed gives the keyboard back to where it was; one that is removed does not. */
  beforeNodeRemoved: (/** @type {Node} */ node) => {
    if (node instanceof HTMLDialogElement) node.close();
    return true;
  },
};

/**
 * Turn an element's content into a page, keeping every node that can be kept: with it, its focus,
 * its scroll position and its transitions.
 * @param {Element} root
 * @param {string} html
 * @returns {boolean} whether every stub was given for a region that is there; if not, something else
 *   has changed the document, and the page is to be handed over without stubs
 */
export function patch(root, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  Idiomorph.morph(root, template.content, { morphStyle: "innerHTML", callbacks: CALLBACKS });
  if (root.isConnected) openDialogs(root);
  return !root.querySelector(`[${STUB}]`);
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

/** @type {(stub: Node, node: Node) => boolean} */
const isStubOf = (stub, node) =>
  stub instanceof Element && stub.hasAttribute(STUB) && stub.id === /** @type {Element} */ (node).id;
