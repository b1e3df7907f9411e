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
  const parts = changes.split("\0");
  for (let at = 0; at < parts.length; at += 2) {
    if (!parts[at]) {
      morph(root, parsed(parts[at + 1], root).content, "innerHTML");
      continue;
    }
    const node = root.querySelector(`#${CSS.escape(parts[at])}`);
    if (!node) return false;
    morph(node, /** @type {Element} */ (parsed(parts[at + 1], node).content.querySelector("[id]")), "outerHTML");
  }
  return !root.querySelector(`[${STUB}]`);
}

/** @type {(node: Element, after: Node, morphStyle: "innerHTML" | "outerHTML") => void} */
const morph = (node, after, morphStyle) => {
  Idiomorph.morph(node, after, { morphStyle, callbacks: CALLBACKS });
};

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
